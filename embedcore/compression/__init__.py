"""How few numbers will do: projections of real vectors, and the width of a trained table."""
