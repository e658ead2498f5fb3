"""Prominence enhancement as a benchmark of a package of its own; see dataset.py."""
