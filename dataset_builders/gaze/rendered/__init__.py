"""Rendered gaze stimuli: a human body with continuous head and eye angles, path-traced with Mitsuba."""
