"""Pictures of the page training_lab."""
