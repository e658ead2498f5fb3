"""The people that models are compared with."""

import numpy as np
import pytest
from scipy.special import expit, logit

from vlmeval_hvs.metrics.characterization.fixed_effects import gather
from vlmeval_hvs.metrics.characterization.results import STUDY, HumanReference, as_reference


@pytest.mark.nightly
def test_the_errors_follow_from_the_design_and_the_published_model():
    """Simulated studies of 59 people with 45 of 900 photos each.

    Coefficients and spreads are those that the study's authors publish for the human answers: constant 7.414, side
    views -3.23, Proximity -1.305 and n -.670 per step, second gazer -1.003, SD 1.657 between photos and .635 between
    people.
    """
    rng = np.random.default_rng(0)
    found = []
    for _ in range(200):
        n = np.repeat([2, 3, 4], [547, 185, 168])
        side, gazer = rng.integers(0, 3, 900) > 0, rng.integers(0, 2, 900)
        eta = 7.414 - 3.23 * side - 1.305 * (rng.integers(1, 4, 900) - 2) - 0.67 * (n - n.mean()) - 1.003 * gazer
        eta += logit(1 / n) + rng.normal(0, 1.657, 900)
        order = rng.permutation(900)  # 20 lists of 45 photos
        photo = np.concatenate([order[person % 20 :: 20] for person in range(59)])
        person = np.repeat(rng.normal(0, 0.635, 59), 45)
        right = rng.random(len(photo)) < expit(eta[photo] + person)
        found.append([right[n[photo] == size].mean() for size in (2, 3, 4)])
    assert np.mean(found, axis=0) == pytest.approx(list(STUDY.accuracy.values()), abs=0.05)
    assert np.std(found, axis=0) == pytest.approx(list(STUDY.error.values()), rel=0.15)


def test_the_peoples_error_widens_test_1_and_plain_accuracies_are_exact(observers):
    exact, known = (
        gather(observers["human"], human, np.random.default_rng(0), 1).slopes["1"].first()
        for human in (as_reference({str(n): share for n, share in STUDY.accuracy.items()}), as_reference(None))
    )
    assert exact.estimate == pytest.approx(known.estimate)
    shares = np.array([54, 27, 36]) / 117  # scenes with two, three and four objects
    added = np.sum((shares * list(STUDY.error.values())) ** 2)
    assert known.error**2 == pytest.approx(exact.error**2 + added)
    assert known.df > exact.df
    assert as_reference({"2": 0.9}, {"2": 0.1}) == HumanReference({2: 0.9}, {2: 0.1})
