"""Pictures of the page weight_tying."""
