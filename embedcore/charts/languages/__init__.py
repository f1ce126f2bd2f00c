"""Pictures of the page languages."""
