"""Whole numbers as arguments."""

import numpy as np
import pytest

from vlmeval_hvs.metrics.checks import whole_number


def test_whole_numbers_of_any_kind_become_int_and_anything_else_is_refused_by_name():
    for value, least in ((3, 1), (np.int64(3), 1), (np.uint8(3), 1), (0, 0)):
        found = whole_number(value, "n", least=least)
        assert (found, type(found)) == (int(value), int)
    assert whole_number(1, "n") == 1
    for value in (0, -1, 2.0, 2.5, float("nan"), "3", None, True):
        with pytest.raises(ValueError, match="n_resamples must be a whole number of at least 1, not"):
            whole_number(value, "n_resamples")
