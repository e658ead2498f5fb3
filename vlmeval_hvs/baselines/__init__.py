"""Weight-free models that the host can run."""
