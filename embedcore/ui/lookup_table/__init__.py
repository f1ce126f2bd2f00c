"""The lookup page: its first picture and its sections."""
