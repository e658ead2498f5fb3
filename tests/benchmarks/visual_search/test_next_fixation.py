from functools import cache

import numpy as np
import pytest
from later import later

from vlmeval_hvs.benchmarks.visual_search.trials import HumanTrial, Trial
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.metrics.maps import MapScorer

with later():
    from vlmeval_hvs.benchmarks.visual_search import next_fixation
    from vlmeval_hvs.benchmarks.visual_search.maps import CentreBias


@cache
def bias():
    return CentreBias()


def trials():
    rng = np.random.default_rng(0)

    def human(n):
        return HumanTrial((80.0, *rng.integers(0, 150, n)), (60.0, *rng.integers(0, 110, n)), True, 9)

    return [
        Trial(name, (120, 160), (-50, -50, -40, -40), (1, 1), (80, 60), 9, {"01": human(2), "02": human(4)})
        for name in "ab"
    ]


def fixed(function):
    """A model that gives one map for every fixation of a trial, or none."""

    class Fixed(next_fixation.PriorityModel):
        def maps(self, trial, person, history):
            for _ in history[1:]:
                yield function(trial, person)

    return Fixed()


def ramp(trial, person):
    return np.arange(120 * 160, dtype=float).reshape(120, 160) + len(person)


def test_averages_are_over_fixations_then_trials_then_images():
    ones = trials()
    table = next_fixation.score_trials(ones, fixed(ramp), bias())
    per_image = []
    for one in ones:
        per_trial = []
        for person, human in one.humans.items():
            scorer = MapScorer(ramp(one, person), bias().map(one.shape))
            per_trial.append(np.mean([scorer(y, x) for x, y in zip(human.x[1:], human.y[1:], strict=True)], axis=0))
        per_image.append(np.mean(per_trial, axis=0))
    assert list(table.means().values()) == pytest.approx(np.mean(per_image, axis=0).tolist())
    assert len(table) == sum(len(h.x) - 1 for one in ones for h in one.humans.values())


def test_models_are_scored_in_their_own_frame():
    calls = []

    class Recorder(next_fixation.PriorityModel):
        def frame(self, trial):
            return (12, 16), (1, 1)

        def maps(self, trial, person, history):
            calls.append(history)
            for number in range(1, len(history)):
                values = np.ones((12, 16))
                values[int(history[number][1]), int(history[number][0])] = 1000
                yield values

    means = next_fixation.score_trials(trials(), Recorder(), bias()).means()
    assert means["AUChsp"] == pytest.approx(1 - 0.5 / 192)
    assert all(0 <= x < 16 and 0 <= y < 12 and x == int(x) for history in calls for x, y in history)


def test_published_maps_are_read(tmp_path):
    folder = tmp_path / "subject_01" / "probability_maps" / "a"
    folder.mkdir(parents=True)
    header = ",".join(str(number) for number in range(4))
    (folder / "fixation_1.csv").write_text(header + "\n" + "\n".join(["1,2,3,4"] * 3))
    assert next_fixation.read_csv_map(folder / "fixation_1.csv").shape == (3, 4)
    table = next_fixation.score_trials(trials(), next_fixation.PublishedMaps(tmp_path), bias())
    assert len(table) == 1
    (folder / "fixation_1.csv").write_text("0,1\n1,x")
    with pytest.raises(DataError, match="fixation_1"):
        next_fixation.PublishedMaps(tmp_path).frame(trials()[0])
    (folder / "fixation_1.csv").write_text("0,1\n1,2\n-0.5,3")
    with pytest.raises(DataError, match="fixation_1.csv: goes down to -0.5; save a density, not its logarithm"):
        next_fixation.PublishedMaps(tmp_path).frame(trials()[0])
    with pytest.raises(DataError, match="no subject"):
        next_fixation.PublishedMaps(tmp_path / "subject_01")
