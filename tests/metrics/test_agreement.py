"""Cohen's kappa against scikit-learn."""

import numpy as np
import pytest
from sklearn.metrics import cohen_kappa_score

from vlmeval_hvs.metrics import cohen_kappa


@pytest.mark.parametrize("seed", range(5))
def test_it_is_that_of_scikit_learn(seed: int) -> None:
    rng = np.random.default_rng(seed)
    first = rng.choice([*"ABCD", ""], 200)
    second = np.where(rng.random(200) < 0.6, first, rng.choice(list("ABC"), 200))
    assert cohen_kappa(first, second) == pytest.approx(cohen_kappa_score(first, second))


def test_the_ends() -> None:
    assert cohen_kappa("AB", "AB") == 1
    assert cohen_kappa("AABB", "ABAB") == 0
    assert cohen_kappa("AA", "AA") is None
    with pytest.raises(ValueError, match="no answers"):
        cohen_kappa("", "")
    with pytest.raises(ValueError, match="shorter|longer"):
        cohen_kappa("AB", "A")
