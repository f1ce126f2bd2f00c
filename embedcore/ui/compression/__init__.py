"""The sections of the page compression, one a file."""
