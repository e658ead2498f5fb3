"""A regenerated set of HVSBench as training data."""
