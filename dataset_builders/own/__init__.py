"""Sets of a user's own data: a folder with pictures, tables and ``about.json``, for each of the benchmarks.

Every builder takes the name of the set, the source (a folder or an archive) and the folder of all sets, and raises a
`DataError` where there is no source or it has mistakes; the message lists them by file, row and column.
"""
