"""Builds the HVSBench set from its release, and the demo set."""
