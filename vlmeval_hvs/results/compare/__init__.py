"""Paired comparison of runs: every row is compared with itself.

Rows are joined by their index on the same data; intervals and tests take images or scenes as the units, because
questions about one picture are not independent; p values are corrected within families: the overall
differences of all pairs are one, the slices and metrics of each pair another.
"""
