"""What knowing nothing scores: the computed distributions against enumeration, closed forms and simulation."""

import itertools

import numpy as np
import pytest

from vlmeval_hvs.benchmarks.visual_search.performance import find_probability, search_chance, trial_distribution
from vlmeval_hvs.benchmarks.visual_search.trials import Trial, finish_path

BOXES = [(40, 60, 44, 64), (0, 0, 10, 10), (90, 140, 99, 149), (-5, 100, 30, 160), (20, 70, 30, 75)]


def make(box, number=0, cap=6, initial=(75.0, 50.0)):
    return Trial(f"{number}.png", (100, 150), box, (16, 10), initial, cap)


@pytest.mark.long
def test_the_probability_to_find_follows_the_rule_of_finished_paths():
    drawn = (np.random.default_rng(0).random((2000, 2)) * (150, 100)).tolist()
    for box in BOXES:
        trial = make(box, initial=(149.0, 0.0) if box[0] >= 0 else (0.0, 99.0))
        found = [finish_path([tuple(point)], trial).found for point in drawn]
        q = find_probability(trial)
        assert np.mean(found) == pytest.approx(q, abs=4 * (q * (1 - q) / len(found)) ** 0.5)


def test_areas_of_a_trial_are_geometric():
    q = find_probability(make(BOXES[0]))
    mass = trial_distribution(make(BOXES[0]), 6)
    # Found with the second fixation: 4.5 of 5 steps; with the sixth, the last one: half a step.
    expected = np.zeros(len(mass))
    expected[9:0:-2] = q * (1 - q) ** np.arange(5)
    expected[0] = (1 - q) ** 5
    assert mass == pytest.approx(expected)


def test_the_mean_over_trials_is_that_of_all_combinations():
    trials = {str(number): make(box, number, 4) for number, box in enumerate(BOXES[:3])}
    chance = search_chance(trials)
    tables = [trial_distribution(trial, 4) for trial in trials.values()]
    combined = np.zeros(19)
    for places in itertools.product(range(7), repeat=3):
        combined[sum(places)] += np.prod([table[place] for table, place in zip(tables, places, strict=True)])
    assert chance.value == pytest.approx(combined @ np.arange(19) / 18)
    assert chance.low == int(np.argmax(np.cumsum(combined) >= 0.025)) / 18
    assert chance.high == (18 - int(np.argmax(np.cumsum(combined[::-1]) >= 0.025))) / 18
