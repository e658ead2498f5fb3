"""Sets of a user's own data; every builder raises a `DataError` that lists mistakes by file, row and column."""
