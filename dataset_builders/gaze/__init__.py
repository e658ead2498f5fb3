"""Builds the gaze sets from the study's stimuli, and the demo set."""
