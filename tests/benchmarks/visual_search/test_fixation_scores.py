"""Reference rows of next-fixation scores."""

import numpy as np
import pytest

from vlmeval_hvs.benchmarks.visual_search.fixation_scores import (
    gold_standard_scores,
    reference_scores,
)
from vlmeval_hvs.benchmarks.visual_search.next_fixation import image_means
from vlmeval_hvs.benchmarks.visual_search.scoring import SearchScoring
from vlmeval_hvs.benchmarks.visual_search.trials import AskedFixation, SearchPath, Trial
from vlmeval_hvs.metrics import gaussian_kde_map, select_bandwidth
from vlmeval_hvs.metrics.maps import MapScorer

FRAME = (120, 160), (-90, -90, -80, -80), (2, 2)  # nobody meets the target


def human(seed, n):
    rng = np.random.default_rng(seed)
    return SearchPath((80.0, *rng.uniform(0, 159, n)), (60.0, *rng.uniform(0, 119, n)), *FRAME, False)


def trials_of(images):
    trials = {}
    for number in range(images):
        people = {str(person): human(10 * number + person, 2 + person) for person in range(4)}
        name = f"{number}.png"
        trials[name] = Trial(name, *FRAME, (80, 60), 9, people)
    return trials


def test_the_gold_standard_is_the_density_of_the_others(bias):
    (trial,) = trials_of(1).values()
    scores = gold_standard_scores(trial, bias, trial.humans)
    for person, own in trial.humans.items():
        others = [one for name, one in trial.humans.items() if name != person]
        rows, columns = np.concatenate([one.y for one in others]), np.concatenate([one.x for one in others])
        density = gaussian_kde_map(rows, columns, trial.shape, select_bandwidth(rows, columns, trial.shape))
        scorer = MapScorer(density, bias.map(trial.shape))
        expected = [scorer(y, x) for x, y in zip(own.x[1:], own.y[1:], strict=True)]
        np.testing.assert_allclose(scores[person], expected, atol=1e-4)


def test_reference_rows_are_consistent(bias):
    trials = trials_of(6)
    asked = [
        AskedFixation(trial, person, number, int(x), int(y))
        for trial in trials.values()
        for person, one in trial.humans.items()
        for number, (x, y) in enumerate(zip(one.x, one.y, strict=True))
        if number
    ]
    rows = reference_scores(asked, trials, SearchScoring(bias=bias))
    means = {
        name: {metric: np.mean(list(values.values())) for metric, values in image_means(asked, scores).items()}
        for name, scores in rows.items()
    }
    assert means["uniform"]["AUChsp"] == 0.5
    assert means["uniform"]["LLhsp"] == pytest.approx(0, abs=1e-9)
    assert means["center_bias"]["IGhsp"] == pytest.approx(0, abs=1e-9)
    assert means["uniform"]["IGhsp"] == pytest.approx(-means["center_bias"]["LLhsp"], abs=1e-9)
    # Random people: nothing is to be gained from another one, and the fit knows it.
    assert -0.2 < means["another_human"]["LLhsp"] < 0.1
    assert not any(score is None for scores in rows.values() for score in scores)
