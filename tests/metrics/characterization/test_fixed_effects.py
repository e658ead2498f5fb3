"""The default engine on simulated observers whose category is known: recovery, stability, speed."""

import numpy as np
import pytest

from vlmeval_hvs.metrics.characterization import agents, characterize

STRONG = {"human": 1, "gaze-noisy": 2, "random": 2, "head-only": 3, "head-dominant": 4, "coin-flip": 5}
DATASETS = 60


@pytest.mark.parametrize(("name", "category"), STRONG.items())
def test_the_category_is_recovered(design, name, category):
    agent = agents.AGENTS[name]
    assert agent.category == category
    found = [
        characterize(
            agents.simulate(agent, design, np.random.default_rng([6, seed])), seed=seed, n_resamples=0
        ).category
        for seed in range(DATASETS)
    ]
    # A head-only observer is "unclear" where Test 4 finds an effect of the eyes by chance.
    assert np.mean([value == category for value in found]) >= (0.9 if name == "head-only" else 0.95), found
    assert np.mean([value in (category, "unclear") for value in found]) >= 0.95, found


def test_resampled_stability_names_the_category(design):
    result = characterize(agents.simulate(agents.AGENTS["coin-flip"], design, np.random.default_rng(0)))
    assert result.category == 5
    assert result.stability[5] > 0.9
    assert sum(result.stability.values()) == pytest.approx(1.0)
