"""What a model can take in, measured before a run: pictures and their order, JSON, long replies, the system message."""
