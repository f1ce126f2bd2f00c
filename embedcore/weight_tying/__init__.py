"""One table to read with and to write with: in numpy, in torch, and in real models."""
