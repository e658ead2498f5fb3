"""Cohen's kappa against scikit-learn."""

import numpy as np
import pytest

from vlmeval_hvs.metrics import cohen_kappa


@pytest.mark.long
def test_kappa_is_that_of_scikit_learn(refuses):
    from sklearn.metrics import cohen_kappa_score

    rng = np.random.default_rng(0)
    first = rng.choice([*"ABCD", ""], 200)
    second = np.where(rng.random(200) < 0.6, first, rng.choice(list("ABC"), 200))
    assert cohen_kappa(first, second) == pytest.approx(cohen_kappa_score(first, second))
    assert cohen_kappa("AA", "AA") is None, "chance alone agrees fully"
    refuses(cohen_kappa, ("", "", "no answers"), ("AB", "A", "shorter"))
