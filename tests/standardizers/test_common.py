"""The result type."""

from __future__ import annotations

import pickle

from standardizers import Standardized, choice, scanpath


def test_the_result_is_a_plain_tuple_that_can_be_pickled():
    result = choice("B")
    assert isinstance(result, Standardized)
    assert tuple(result) == ("B", "whole", False)
    assert pickle.loads(pickle.dumps(result)) == result
    assert scanpath("(0.5, 0.5)").value._fields == ("x", "y", "t")
