"""The sections of the one-hot page."""
