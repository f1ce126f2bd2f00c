"""Ratios against plain references, measured side by side in one run: ``make bench``."""
