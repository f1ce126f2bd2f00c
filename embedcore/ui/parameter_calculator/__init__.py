"""The calculator page: its first picture and its sections."""
