"""The default engine on simulated observers whose category is known: recovery, false positives, speed."""

import time

import numpy as np
import pytest

from vlmeval_hvs.metrics.characterization import agents, characterize, designs
from vlmeval_hvs.metrics.characterization.designs import head_share
from vlmeval_hvs.metrics.characterization.fixed_effects import pooled_shape

STRONG = {"human": 1, "gaze-noisy": 2, "random": 2, "head-only": 3, "head-dominant": 4, "coin-flip": 5}
DATASETS = 60
NULLS = 300
BAND = (0.02, 0.09)


@pytest.fixture(scope="module")
def design():
    return agents.full_design()


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
    assert np.mean([value == category for value in found]) >= 0.95, found


def _null_rates(design, name, p_values):
    rng = np.random.default_rng(17)
    rows = [p_values(agents.simulate(agents.AGENTS[name], design, rng, prompts=8)) for _ in range(NULLS)]
    return (np.array(rows) < 0.05).mean(axis=0)


def test_false_positives_of_test_24(design):
    # Sees the eyes badly and the head not at all: its error may not grow with their distance.
    rate = _null_rates(design, "gaze-noisy", lambda photos: designs.wrongness_slope(photos).evaluate()[2][0])
    assert BAND[0] <= rate <= BAND[1]


def test_false_positives_of_test_3(design):
    rate = _null_rates(design, "head-only", lambda photos: designs.head_distance_slope(photos).evaluate()[2][0])
    assert BAND[0] <= rate <= BAND[1]


def test_false_positives_of_test_4(design):
    def p_values(photos):
        contrasts = pooled_shape({n: head_share(photos, n) for n in (3, 4)})
        return [contrasts[name][2][0] for name in ("drop", "first", "trend")]

    rates = _null_rates(design, "head-only", p_values)
    assert (rates >= BAND[0]).all(), rates
    assert (rates <= BAND[1]).all(), rates


def test_a_dataset_takes_less_than_a_tenth_of_a_second(design):
    photos = agents.simulate(agents.AGENTS["head-dominant"], design, np.random.default_rng(0))
    characterize(photos)
    # Processor time, best of several: other work on the machine only ever adds to it.
    times = []
    for _ in range(7):
        start = time.process_time()
        characterize(photos)
        times.append(time.process_time() - start)
    assert min(times) < 0.1


def test_resampled_stability_names_the_category(design):
    result = characterize(agents.simulate(agents.AGENTS["coin-flip"], design, np.random.default_rng(0)))
    assert result.category == 5
    assert result.stability[5] > 0.9
    assert sum(result.stability.values()) == pytest.approx(1.0)
