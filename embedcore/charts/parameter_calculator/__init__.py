"""Pictures of the page parameter_calculator."""
