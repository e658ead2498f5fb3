"""Builds the ActiView set from its release, and the demo set."""
