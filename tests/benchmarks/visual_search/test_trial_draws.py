"""Draws of whole trials: every one is an unbiased estimate of the score of all prompts."""

import json

import numpy as np
from later import later

from vlmeval_hvs.metrics.maps import FixationScore
from vlmeval_hvs.subset import stratified

with later():
    import pandas as pd

    from vlmeval_hvs.benchmarks.visual_search.next_fixation import FixationTable
    from vlmeval_hvs.benchmarks.visual_search.trial_draws import cut_trials, draw_trials


def simulated(images=30, seed=0):
    """Rows, one prompt per fixation but a common first one, and scores that fall with the number of the fixation."""
    rng = np.random.default_rng(seed)
    rows, scores = [], {}
    for image in range(images):
        first = []
        for person in range(int(rng.integers(3, 12))):
            level, length = rng.normal(0, 0.05), int(1 + rng.geometric(0.25))
            for number in range(1, length + 1):
                # Late fixations are hard, and long trials are hard from the start.
                scores[f"{image}.png", str(person), number] = 0.9 - 0.03 * number - 0.02 * length + level
                entry = [str(person), number, 5, 6]
                if number == 1:
                    first.append(entry)
                else:
                    rows.append({"image_name": f"{image}.png", "category": f"{image}.png", "next": json.dumps([entry])})
        rows.append({"image_name": f"{image}.png", "category": f"{image}.png", "next": json.dumps(first)})
    return pd.DataFrame(rows).assign(index=[str(number) for number in range(len(rows))]), scores


def estimate(rows, scores):
    table = FixationTable()
    for row in rows.to_dict("records"):
        for person, number, *_ in json.loads(row["next"]):
            value = scores[row["image_name"], person, number]
            table.add(row["image_name"], person, FixationScore(value, 0, 0, 0, 0))
    return table.means()["AUChsp"]


def test_200_draws_scatter_around_the_full_score():
    for calls in [15, 120, 400]:
        rows, scores = simulated()
        full = estimate(rows, scores)
        draws = np.array([estimate(draw_trials(rows, calls, seed), scores) for seed in range(200)])
        error = draws.std(ddof=1) / np.sqrt(len(draws))
        assert abs(draws.mean() - full) < 3 * error
        # The same data show the bias of prompts that are drawn one by one.
        single = np.array([estimate(stratified(rows, calls, "category", seed), scores) for seed in range(200)])
        assert abs(single.mean() - full) > 5 * single.std(ddof=1) / np.sqrt(len(single))


def test_trials_are_drawn_whole():
    rows, scores = simulated()
    drawn = draw_trials(rows, 100, 3)
    asked = {(row["image_name"], person, number) for row in drawn.to_dict("records")
             for person, number, *_ in json.loads(row["next"])}  # fmt: skip
    trials = {(image, person) for image, person, _ in asked}
    assert asked == {key for key in scores if key[:2] in trials}
    assert cut_trials(asked) == 0
    assert 60 < len(drawn) < 140
    # Even over the images.
    counts = pd.Series([image for image, _ in trials]).value_counts()
    assert len(counts) == 30 or counts.max() == 1
    assert counts.max() - counts.min() <= 1


def test_a_larger_draw_keeps_a_smaller_one():
    rows, _ = simulated()
    small, large = (set(draw_trials(rows, calls, 1)["index"]) for calls in (50, 150))
    assert small < large
    assert draw_trials(rows, len(rows), 1) is rows
    assert draw_trials(rows, 50, 1).equals(draw_trials(rows, 50, 1))
    assert not draw_trials(rows, 50, 1).equals(draw_trials(rows, 50, 2))


def test_trials_with_gaps_are_counted():
    assert cut_trials([("a", "1", 1), ("a", "1", 2), ("a", "2", 2), ("b", "1", 1), ("b", "1", 3)]) == 2
