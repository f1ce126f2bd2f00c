"""The sections of the page languages, one a file."""
