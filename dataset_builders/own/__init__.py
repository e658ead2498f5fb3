"""Sets of a user's own data: a folder with pictures, tables and ``about.json``, for each of the benchmarks.

Every builder takes the name of the set, the source (a folder or an archive) and the folder of all sets. It raises a
`DataError` without a source, or with a list of the mistakes in it by file, row and column.
"""
