"""Pictures of the page lookup_table."""
