"""The lookup table: an id picks a row; what that is, costs, and gets as a gradient."""
