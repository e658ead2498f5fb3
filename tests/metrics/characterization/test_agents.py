"""The simulated design and observers against what the study reports about its photos and people."""

import numpy as np
import pytest

from vlmeval_hvs.metrics.characterization import agents
from vlmeval_hvs.metrics.table_distance import expected_wrongness


def test_the_full_grid_is_that_of_the_study(design):
    # 13 combinations x 3 views x 3 proximities; 8 of the 1368 photos were dropped there.
    assert np.bincount(design.condition).tolist() == [333, 333, 702]
    assert len(np.unique(design.scene)) == 117
    chance = 1 / design.n
    assert chance.mean() == pytest.approx(0.329, abs=0.001)
    for condition, level in enumerate((0.352, 0.352, 0.308)):
        assert chance[design.condition == condition].mean() == pytest.approx(level, abs=0.001)
    # 54 photos have the middle of three objects as target; the published mean is over 660 photos, here 666.
    guessed = expected_wrongness(design.gaze, design.n)[design.condition < 2]
    assert guessed.sum() - 3 == pytest.approx(0.5136364 * 660, abs=1e-3)


def test_observers_are_as_accurate_as_people_and_biased_as_described(design):
    human, head = (
        agents.simulate(agents.AGENTS[name], design, np.random.default_rng(5)) for name in ("human", "head-only")
    )
    for n, expected in ((2, 0.94), (3, 0.88), (4, 0.76)):  # Table 1
        part = (human.n == n) & (human.condition == 0)
        assert human.correct[part].sum() / human.trials[part].sum() == pytest.approx(expected, abs=0.05)
    # Section 3.3: better when the head points at the target, and head answers are common when it does not.
    shares = [head.correct[head.condition == k].sum() / head.trials[head.condition == k].sum() for k in (1, 2)]
    assert shares[0] > 0.6 > 0.25 > shares[1]
