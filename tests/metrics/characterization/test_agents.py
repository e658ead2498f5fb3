"""The simulated design and observers against what the study reports about its photos and people."""

import numpy as np
import pytest

from vlmeval_hvs.metrics.characterization import agents


def test_the_full_grid_of_the_study(design):
    # 13 combinations x 3 views x 3 proximities; 8 of the 1368 photos were dropped there.
    assert np.bincount(design.condition).tolist() == [333, 333, 702]
    assert len(np.unique(design.scene)) == 117


def test_chance_levels_of_the_study(design):
    chance = 1 / design.n
    assert chance.mean() == pytest.approx(0.329, abs=0.001)
    for condition, level in enumerate((0.352, 0.352, 0.308)):
        assert chance[design.condition == condition].mean() == pytest.approx(level, abs=0.001)


def test_expected_wrongness_of_natural_and_congruent_photos(design):
    photos = agents.simulate(agents.AGENTS["random"], design, np.random.default_rng(0), 1)
    part = photos.condition < 2
    # 54 photos have the middle of three objects as target; the published mean is over 660 photos, here 666.
    assert part.sum() == 666
    assert photos.expected_wrongness[part].sum() - 3 == pytest.approx(0.5136364 * 660, abs=1e-3)


def test_the_human_observer_is_as_accurate_as_people(design):
    # Table 1: .94, .88, .76 for 2, 3, 4 objects.
    photos = agents.simulate(agents.AGENTS["human"], design, np.random.default_rng(5), 64)
    for n, accuracy in ((2, 0.94), (3, 0.88), (4, 0.76)):
        part = (photos.n == n) & (photos.condition == 0)
        assert photos.correct[part].sum() / photos.trials[part].sum() == pytest.approx(accuracy, abs=0.05)


def test_head_bias_looks_as_described(design):
    # Section 3.3: better when the head points at the target, and head answers are common when it does not.
    photos = agents.simulate(agents.AGENTS["head-only"], design, np.random.default_rng(5))
    share = [
        photos.correct[photos.condition == code].sum() / photos.trials[photos.condition == code].sum()
        for code in (1, 2)
    ]
    assert share[0] > 0.6
    assert share[1] < 0.25


def test_choices_stay_on_the_table_and_follow_the_generator(design):
    for agent in agents.AGENTS.values():
        one, two = (agents.simulate(agent, design, np.random.default_rng(9), 2) for _ in range(2))
        assert np.array_equal(one.choices, two.choices)
        assert (one.choices >= 0).all()
        assert (one.choices < design.n[:, None]).all()
