"""Whole numbers as arguments."""

import numpy as np

from vlmeval_hvs.metrics.checks import whole_number


def test_whole_numbers_of_any_kind_become_int_and_anything_else_is_refused_by_name(refuses):
    for value in (3, np.int64(3), np.uint8(3)):
        assert type(whole_number(value, "n", least=3)) is int
    assert (whole_number(1, "n"), whole_number(0, "n", least=0)) == (1, 0)
    words = "n_draws must be a whole number of at least 1, not"
    refuses(whole_number, *((value, "n_draws", words) for value in (0, -1, 2.0, 2.5, np.nan, "3", None, True)))
