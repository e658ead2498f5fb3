"""Our benchmarks as tasks of other evaluation packages."""
