"""Pictures of the page one_hot."""
