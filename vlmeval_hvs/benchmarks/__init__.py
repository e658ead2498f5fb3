"""Predictions to scores: pure functions on data frames, one module per benchmark."""
