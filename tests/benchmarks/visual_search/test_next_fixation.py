"""Next fixations: averages, and draws of whole trials."""

import json

import numpy as np
import pandas as pd
import pytest

from vlmeval_hvs.benchmarks.visual_search.next_fixation import draw_trials, fixation_weights, image_means
from vlmeval_hvs.benchmarks.visual_search.trials import AskedFixation, Trial
from vlmeval_hvs.metrics.maps import FixationScore


def test_averages_are_over_fixations_then_people_then_images():
    listed = [("a", "1", 1), ("a", "1", 2), ("a", "2", 1), ("b", "1", 1), ("a", "1", 3)]
    values = [0.1, 0.5, 0.7, 0.2, 0.9]
    trials = {name: Trial(name, (9, 9), (0, 0, 1, 1), (1, 1), (4, 4), 9) for name, *_ in listed}
    asked = [AskedFixation(trials[name], person, number, 5, 6) for name, person, number in listed]
    means = image_means(asked, [FixationScore(value, 0, 0, 0, 0) for value in values])
    mean, weights = np.mean(list(means["AUChsp"].values())), np.array(fixation_weights(asked))
    assert mean == pytest.approx(((0.5 + 0.7) / 2 + 0.2) / 2)
    assert (weights.sum(), weights @ values) == (pytest.approx(1), pytest.approx(mean))


def asked_in(rows):
    for name, listed in zip(rows["image_name"], rows["next"], strict=True):
        for person, number, *_ in json.loads(listed):
            yield name, person, number


def test_trials_are_drawn_whole_and_evenly_over_images_and_a_larger_draw_keeps_a_smaller_one():
    rng, listed = np.random.default_rng(0), []  # one prompt per fixation but a common first one
    for image in range(20):
        lengths = {str(person): int(1 + rng.geometric(0.25)) for person in range(int(rng.integers(3, 9)))}
        first = [[person, 1, 5, 6] for person in lengths]
        later = [[[person, number, 5, 6]] for person, n in lengths.items() for number in range(2, n + 1)]
        listed += [{"image_name": f"{image}.png", "next": json.dumps(asked)} for asked in (first, *later)]
    rows = pd.DataFrame(listed).assign(index=[str(number) for number in range(len(listed))])
    drawn = draw_trials(rows, 100, 3)
    asked = set(asked_in(drawn))
    trials = {(image, person) for image, person, _ in asked}
    assert asked == {one for one in asked_in(rows) if one[:2] in trials}
    assert 60 < len(drawn) < 140
    counts = [sum(image == name for image, _ in trials) for name in set(rows["image_name"])]
    assert max(counts) - min(counts) <= 1
    small, large = (set(draw_trials(rows, calls, 1)["index"]) for calls in (50, 150))
    assert small < large
