"""Next fixations: averages, maps in a model's own frame and from files, and draws of whole trials.

Every draw is an unbiased estimate of the score of all prompts.
"""

import json

import numpy as np
import pandas as pd
import pytest

from vlmeval_hvs.benchmarks.visual_search.next_fixation import (
    FixationTable,
    cut_trials,
    draw_trials,
    read_csv_map,
    score_saved_maps,
)
from vlmeval_hvs.benchmarks.visual_search.trials import AskedFixation, SearchPath, Trial
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.metrics.maps import FixationScore, MapScorer
from vlmeval_hvs.seeding import stratified

FRAME = (120, 160), (-50, -50, -40, -40), (1, 1)


@pytest.fixture
def trials():
    rng = np.random.default_rng(0)

    def human(n):
        return SearchPath((80.0, *rng.integers(0, 150, n)), (60.0, *rng.integers(0, 110, n)), *FRAME, True)

    return [Trial(name, *FRAME, (80, 60), 9, {"01": human(2), "02": human(4)}) for name in "ab"]


@pytest.fixture
def save(tmp_path):
    """Writes maps as the published code does: ``save("01", "a", [map, None, map])``."""

    def write(person, stem, maps):
        folder = tmp_path / f"subject_{person}" / "probability_maps" / stem
        folder.mkdir(parents=True)
        for number, values in enumerate(maps, start=1):
            if values is not None:
                pd.DataFrame(values).to_csv(folder / f"fixation_{number}.csv", index=False)
        return tmp_path

    return write


def test_averages_are_over_fixations_then_trials_then_images(trials, bias, save):
    per_image = []
    for one in trials:
        per_trial = []
        for person, human in one.humans.items():
            ramp = np.arange(120 * 160, dtype=float).reshape(120, 160) + int(person)
            folder = save(person, one.image, [ramp] * (len(human.x) - 1))
            scorer = MapScorer(ramp, bias.map(one.shape))
            per_trial.append(np.mean([scorer(y, x) for x, y in zip(human.x[1:], human.y[1:], strict=True)], axis=0))
        per_image.append(np.mean(per_trial, axis=0))
    table = score_saved_maps(trials, folder, bias)
    assert list(table.means().values()) == pytest.approx(np.mean(per_image, axis=0).tolist())
    assert len(table) == sum(len(human.x) - 1 for one in trials for human in one.humans.values())


def test_models_are_scored_in_their_own_frame(bias, save):
    human = SearchPath((80.0, 11.0, 12.0, 155.0, 159.0), (60.0, 21.0, 28.0, 15.0, 119.0), *FRAME, True)
    # In cells (8, 6), (1, 2) twice, (15, 1) and (15, 11): equal cells merge.
    maps = []
    for row, column in ((2, 1), (1, 15), (11, 15)):
        maps.append(np.ones((12, 16)))
        maps[-1][row, column] = 1000
    folder = save("01", "a", [*maps[:2], None])
    table = score_saved_maps([Trial("a.png", *FRAME, (80, 60), 9, {"01": human})], folder, bias)
    assert len(table) == 2  # of a fixation without a map nothing is said
    assert table.means()["AUChsp"] == pytest.approx(1 - 0.5 / 192)


def test_published_maps_are_read(trials, bias, save):
    folder = save("01", "a", [[[1, 2, 3, 4]] * 3])
    file = next(folder.rglob("*.csv"))
    assert read_csv_map(file).tolist() == [[1, 2, 3, 4]] * 3
    assert len(score_saved_maps(trials, folder, bias)) == 1
    for content, message in (("0,1\n1,x", "fixation_1"), ("0,1\n1,2\n-0.5,3", r"fixation_1\.csv: .* -0\.5; .*logarit")):
        file.write_text(content)
        with pytest.raises(DataError, match=message):
            score_saved_maps(trials, folder, bias)
    with pytest.raises(DataError, match="no subject"):
        score_saved_maps(trials, file.parent, bias)


@pytest.fixture(scope="module")
def simulated():
    """Rows, one prompt per fixation but a common first one, and scores that fall with the number of the fixation."""
    rng = np.random.default_rng(0)
    rows, scores = [], {}
    for image in range(20):
        name, first = f"{image}.png", []
        for person in range(int(rng.integers(3, 9))):
            level, length = rng.normal(0, 0.05), int(1 + rng.geometric(0.25))
            for number in range(1, length + 1):
                # Late fixations are hard, and long trials are hard from the start.
                scores[name, str(person), number] = 0.9 - 0.03 * number - 0.02 * length + level
                entry = [str(person), number, 5, 6]
                if number == 1:
                    first.append(entry)
                else:
                    rows.append({"image_name": name, "category": name, "next": json.dumps([entry])})
        rows.append({"image_name": name, "category": name, "next": json.dumps(first)})
    return pd.DataFrame(rows).assign(index=[str(number) for number in range(len(rows))]), scores


def asked_in(rows):
    for name, listed in zip(rows["image_name"], rows["next"], strict=True):
        for person, number, *_ in json.loads(listed):
            yield name, person, number


def fixations(listed):
    trials = {name: Trial(name, (9, 9), (0, 0, 1, 1), (1, 1), (4, 4), 9) for name, *_ in listed}
    return [AskedFixation(trials[name], person, number, 5, 6) for name, person, number in listed]


def estimate(rows, scores):
    table = FixationTable()
    for name, person, number in asked_in(rows):
        table.add(name, person, FixationScore(scores[name, person, number], 0, 0, 0, 0))
    return table.means()["AUChsp"]


@pytest.mark.long
def test_draws_scatter_around_the_full_score(simulated):
    rows, scores = simulated
    full = estimate(rows, scores)

    def standard_error(draw, calls):
        """The distance of the mean draw to the full score, in its standard errors."""
        draws = np.array([estimate(draw(calls, seed), scores) for seed in range(30)])
        return abs(draws.mean() - full) / (draws.std(ddof=1) / np.sqrt(len(draws)))

    for calls in (15, 100):
        assert standard_error(lambda calls, seed: draw_trials(rows, calls, seed), calls) < 3
    # The same data show the bias of prompts that are drawn one by one.
    assert standard_error(lambda calls, seed: stratified(rows, calls, "category", seed), 100) > 5


def test_trials_are_drawn_whole_and_evenly_over_images_and_a_larger_draw_keeps_a_smaller_one(simulated):
    rows, scores = simulated
    drawn = draw_trials(rows, 100, 3)
    asked = set(asked_in(drawn))
    trials = {(image, person) for image, person, _ in asked}
    assert asked == {key for key in scores if key[:2] in trials}
    assert cut_trials(fixations(asked)) == 0
    assert 60 < len(drawn) < 140
    counts = [sum(image == name for image, _ in trials) for name in set(rows["image_name"])]
    assert max(counts) - min(counts) <= 1
    gaps = [("a", "1", 1), ("a", "1", 2), ("a", "2", 2), ("b", "1", 1), ("b", "1", 3)]
    assert cut_trials(fixations(gaps)) == 2
    small, large = (set(draw_trials(rows, calls, 1)["index"]) for calls in (50, 150))
    assert small < large
    assert draw_trials(rows, len(rows), 1) is rows
    assert not draw_trials(rows, 50, 1).equals(draw_trials(rows, 50, 2))
