"""Pictures of the page compression."""
