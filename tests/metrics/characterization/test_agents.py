"""The simulated design and observers against what the study reports about its photos and people."""

import numpy as np
import pytest

from vlmeval_hvs.metrics.characterization import agents


def accuracy(photos, part):
    return photos.correct[part].sum() / photos.trials[part].sum()


def test_the_full_grid_is_that_of_the_study(design):
    # 13 combinations x 3 views x 3 proximities; 8 of the 1368 photos were dropped there.
    assert np.bincount(design.condition).tolist() == [333, 333, 702]
    assert len(np.unique(design.scene)) == 117
    chance = 1 / design.n
    assert chance.mean() == pytest.approx(0.329, abs=0.001)
    for condition, level in enumerate((0.352, 0.352, 0.308)):
        assert chance[design.condition == condition].mean() == pytest.approx(level, abs=0.001)
    photos = agents.simulate(agents.AGENTS["random"], design, np.random.default_rng(0), 1)
    # 54 photos have the middle of three objects as target; the published mean is over 660 photos, here 666.
    assert photos.expected_wrongness[photos.condition < 2].sum() - 3 == pytest.approx(0.5136364 * 660, abs=1e-3)


def test_observers_are_as_accurate_as_people_and_biased_as_described(design):
    photos = agents.simulate(agents.AGENTS["human"], design, np.random.default_rng(5))
    for n, expected in ((2, 0.94), (3, 0.88), (4, 0.76)):  # Table 1
        assert accuracy(photos, (photos.n == n) & (photos.condition == 0)) == pytest.approx(expected, abs=0.05)
    # Section 3.3: better when the head points at the target, and head answers are common when it does not.
    photos = agents.simulate(agents.AGENTS["head-only"], design, np.random.default_rng(5))
    assert accuracy(photos, photos.condition == 1) > 0.6
    assert accuracy(photos, photos.condition == 2) < 0.25
