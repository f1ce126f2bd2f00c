"""A run from close up: what each step moves, every number of one step, a run as files."""
