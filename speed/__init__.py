"""Measurements of speed, memory and behaviour, and the figures that they put into the documentation."""
