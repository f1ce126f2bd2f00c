"""The sections of the weight tying page, one a file."""
