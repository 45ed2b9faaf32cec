"""Estimates -> figures, one file a figure."""
