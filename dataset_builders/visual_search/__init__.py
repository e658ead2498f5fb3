"""Builds the visual-search sets from their published files, and the demo sets."""
