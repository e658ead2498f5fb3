"""Whole numbers as arguments."""

import numpy as np
import pytest

from vlmeval_hvs.metrics.checks import whole_number


@pytest.mark.parametrize("value", [3, np.int64(3), np.uint8(3)])
def test_whole_numbers_of_any_kind_become_int(value):
    assert whole_number(value, "n") == 3
    assert type(whole_number(value, "n")) is int


def test_the_least_number_is_allowed():
    assert whole_number(0, "n", least=0) == 0


@pytest.mark.parametrize("value", [0, -1, 2.0, 2.5, float("nan"), "3", None, True])
def test_anything_else_is_refused_by_name(value):
    with pytest.raises(ValueError, match="n_resamples must be a whole number of at least 1, not"):
        whole_number(value, "n_resamples")
