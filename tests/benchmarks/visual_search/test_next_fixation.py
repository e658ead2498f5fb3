"""Scores of maps of the next fixation: averages, a model's own frame, and maps from files."""

import numpy as np
import pytest

from vlmeval_hvs.benchmarks.visual_search.next_fixation import PublishedMaps, read_csv_map, score_trials
from vlmeval_hvs.benchmarks.visual_search.trials import HumanPath, Trial
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.metrics.maps import MapScorer

FRAME = (120, 160), (-50, -50, -40, -40), (1, 1)


@pytest.fixture
def trials():
    rng = np.random.default_rng(0)

    def human(n):
        return HumanPath((80.0, *rng.integers(0, 150, n)), (60.0, *rng.integers(0, 110, n)), *FRAME, True)

    return [Trial(name, *FRAME, (80, 60), 9, {"01": human(2), "02": human(4)}) for name in "ab"]


class Drawn(PublishedMaps):
    """Maps that lie in no folder, of the image's size."""

    def __init__(self):
        pass

    def frame(self, trial):
        return trial.shape, trial.receptive


def ramp(trial, person):
    return np.arange(120 * 160, dtype=float).reshape(120, 160) + len(person)


def test_averages_are_over_fixations_then_trials_then_images(trials, bias):
    class Ramp(Drawn):
        def maps(self, trial, person, history):
            for _ in history[1:]:
                yield ramp(trial, person)

    table = score_trials(trials, Ramp(), bias)
    per_image = []
    for one in trials:
        per_trial = []
        for person, human in one.humans.items():
            scorer = MapScorer(ramp(one, person), bias.map(one.shape))
            per_trial.append(np.mean([scorer(y, x) for x, y in zip(human.x[1:], human.y[1:], strict=True)], axis=0))
        per_image.append(np.mean(per_trial, axis=0))
    assert list(table.means().values()) == pytest.approx(np.mean(per_image, axis=0).tolist())
    assert len(table) == sum(len(human.x) - 1 for one in trials for human in one.humans.values())


def test_models_are_scored_in_their_own_frame(trials, bias):
    calls = []

    class Recorder(Drawn):
        def frame(self, trial):
            return (12, 16), (1, 1)

        def maps(self, trial, person, history):
            calls.append(history)
            for number in range(1, len(history)):
                values = np.ones((12, 16))
                values[int(history[number][1]), int(history[number][0])] = 1000
                yield values

    means = score_trials(trials, Recorder(), bias).means()
    assert means["AUChsp"] == pytest.approx(1 - 0.5 / 192)
    assert all(0 <= x < 16 and 0 <= y < 12 and x == int(x) for history in calls for x, y in history)


def test_published_maps_are_read(trials, bias, tmp_path):
    folder = tmp_path / "subject_01" / "probability_maps" / "a"
    folder.mkdir(parents=True)
    file = folder / "fixation_1.csv"
    file.write_text("0,1,2,3\n" + "\n".join(["1,2,3,4"] * 3))
    assert read_csv_map(file).shape == (3, 4)
    assert len(score_trials(trials, PublishedMaps(tmp_path), bias)) == 1
    for content, message in (("0,1\n1,x", "fixation_1"), ("0,1\n1,2\n-0.5,3", r"fixation_1\.csv: .* -0\.5; .*logarit")):
        file.write_text(content)
        with pytest.raises(DataError, match=message):
            PublishedMaps(tmp_path).frame(trials[0])
    with pytest.raises(DataError, match="no subject"):
        PublishedMaps(tmp_path / "subject_01")
