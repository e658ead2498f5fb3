"""Templates, styles and texts that the benchmarks read: data, not code."""
