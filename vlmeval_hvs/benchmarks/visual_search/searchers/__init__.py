"""Visual search models that need no host: the Bayesian searchers and the invariant visual search network."""
