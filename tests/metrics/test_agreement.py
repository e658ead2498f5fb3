"""Cohen's kappa against scikit-learn."""

import numpy as np
import pytest

from vlmeval_hvs.metrics import cohen_kappa


def test_it_is_that_of_scikit_learn() -> None:
    from sklearn.metrics import cohen_kappa_score

    for seed in range(3):
        rng = np.random.default_rng(seed)
        first = rng.choice([*"ABCD", ""], 200)
        second = np.where(rng.random(200) < 0.6, first, rng.choice(list("ABC"), 200))
        assert cohen_kappa(first, second) == pytest.approx(cohen_kappa_score(first, second))


def test_the_ends() -> None:
    assert cohen_kappa("AB", "AB") == 1
    assert cohen_kappa("AABB", "ABAB") == 0
    assert cohen_kappa("AA", "AA") is None
    for second, message in (("", "no answers"), ("A", "shorter|longer")):
        with pytest.raises(ValueError, match=message):
            cohen_kappa("AB"[: 2 * len(second)], second)
