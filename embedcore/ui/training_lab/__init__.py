"""The sections of the training lab, one a file."""
