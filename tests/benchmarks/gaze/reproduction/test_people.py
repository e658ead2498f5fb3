"""Right answers by response time."""

import math

import numpy as np
import pytest

from vlmeval_hvs.benchmarks.gaze.reproduction.people import logistic_line


def test_two_times_give_the_log_odds_of_a_fourfold_table():
    # At 1 s 30 of 40 are right, at 3 s 20 of 40: log-odds log 3 and 0; variance of a slope over 2 s: sum of 1/n, / 4.
    x = np.repeat([1.0, 3.0], 40)
    right = np.concatenate([np.repeat([1, 0], [30, 10]), np.repeat([1, 0], [20, 20])])
    beta, error = logistic_line(x, right)
    assert beta[1] == pytest.approx(-math.log(3) / 2)
    assert beta[0] + beta[1] == pytest.approx(math.log(3))
    assert error[1] == pytest.approx(math.sqrt(1 / 30 + 1 / 10 + 1 / 20 + 1 / 20) / 2)


def test_where_no_line_exists():
    assert logistic_line([1.0, 1.0, 1.0], [0, 1, 1]) is None
    assert logistic_line([1.0, 2.0, 3.0, 4.0], [0, 0, 1, 1]) is None
