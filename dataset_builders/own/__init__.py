"""Sets of a user's own data: a folder with pictures, tables and ``about.json``, for each of the benchmarks."""
