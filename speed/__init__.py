"""Measurements of speed and memory, side by side with other libraries, and of how real replies are read."""
