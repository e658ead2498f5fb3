"""What a benchmark's pull request does, in the terms of this package: one module for each benchmark.

Each has `NAMES`, its datasets; `score`, which takes the rows with their replies and returns flat metrics and a table
with one line per row; where rows are asked in several turns, `TURNS`, the endings of the names of such datasets, and
`pipeline`; and, where that is needed, `columns`, further columns of the table, and `DATA`, the only data files. Replies
are read by the rules of the benchmark's paper: the careful readers of this package are several times too long.
"""
