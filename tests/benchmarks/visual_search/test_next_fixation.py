"""Next fixations: averages, draws of whole trials, and the kernel of answered points, found again in drawn data."""

import json

import numpy as np
import pandas as pd
import pytest
from scipy.optimize import minimize

from vlmeval_hvs.benchmarks.visual_search.densities import AnsweredFixation, Kernel, fit_kernel, point_map
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
    assert (mean, weights.sum(), weights @ values) == pytest.approx((((0.5 + 0.7) / 2 + 0.2) / 2, 1, mean))


def asked_in(rows):
    prompts = zip(rows["image_name"], rows["next"], strict=True)
    return [(name, person, number) for name, listed in prompts for person, number, *_ in json.loads(listed)]


def test_trials_are_drawn_whole_and_evenly_over_images_and_a_larger_draw_keeps_a_smaller_one():
    rng, listed = np.random.default_rng(0), []  # one prompt per fixation but a common first one
    for image in range(20):
        lengths = {str(person): int(1 + rng.geometric(0.25)) for person in range(int(rng.integers(3, 9)))}
        first = [[person, 1, 5, 6] for person in lengths]
        later = [[[person, number, 5, 6]] for person, n in lengths.items() for number in range(2, n + 1)]
        listed += [{"image_name": f"{image}.png", "next": json.dumps(asked)} for asked in (first, *later)]
    rows = pd.DataFrame(listed).assign(index=[str(number) for number in range(len(listed))])
    asked = set(asked_in(drawn := draw_trials(rows, 100, 3)))
    trials = {(image, person) for image, person, _ in asked}
    assert asked == {one for one in asked_in(rows) if one[:2] in trials}
    assert 60 < len(drawn) < 140
    counts = [sum(image == name for image, _ in trials) for name in set(rows["image_name"])]
    assert max(counts) - min(counts) <= 1
    small, large = (set(draw_trials(rows, calls, 1)["index"]) for calls in (50, 150))
    assert small < large


SHAPE, WINDOW = (300, 400), 16.0


def simulated(images, per_image):
    """Answers, and fixations of which half are drawn around them, half anywhere."""
    rng, found = np.random.default_rng(0), []
    for number in range(images * per_image):
        point = rng.uniform(0.1, 0.9, 2) * (400, 300)
        near = np.clip(rng.normal(point, 2 * WINDOW), 0, (399, 299))
        x, y = (int(value) for value in (near if rng.random() < 0.5 else rng.uniform(0, 1, 2) * (400, 300)))
        trial = Trial(f"{number // per_image}", SHAPE, (0, 0, 9, 9), (16, 16), (200, 150), 9)
        found.append(AnsweredFixation(AskedFixation(trial, "1", 1, x, y), ((*point, 1.0),), 1 / per_image))
    return found


def test_shares_are_those_of_another_optimiser(bias):
    mixed = point_map([(90.0, 60.0, 3.0), (300.0, 200.0, 1.0)], SHAPE, Kernel(16.0, 0.2), bias)
    assert mixed.total == pytest.approx(1)
    assert mixed.value(299, 0) == pytest.approx(0.2 / 300 / 400)
    assert mixed.value(60, 90) / mixed.value(200, 300) == pytest.approx(3, rel=0.02)
    data = simulated(16, 25)
    fit = fit_kernel(data, bias, seed=0)
    alone = Kernel(fit.overall.sigma * WINDOW, 0.0)
    gaussians = [point_map(one.points, SHAPE, alone, bias).value(*one.asked.pixel) for one in data]
    parts = np.array([gaussians, [1 / (300 * 400)] * len(data), [bias.map(SHAPE)[one.asked.pixel] for one in data]])

    def loss(free):
        shares = np.exp(np.append(free, 0.0))
        shares /= shares.sum()
        # One more image, explained by the three parts alike; every image weighs as much.
        return -(np.log(shares @ parts).sum() / 25 + np.log(shares).mean())

    best = minimize(loss, [0.0, 0.0], method="Nelder-Mead", options={"xatol": 1e-7, "fatol": 1e-9})
    free = np.exp(np.append(best.x, 0))
    assert [fit.overall.points, fit.overall.uniform, fit.overall.centre] == pytest.approx(free / free.sum(), abs=1e-3)


@pytest.mark.long
def test_images_are_scored_with_kernels_that_did_not_see_them(bias):
    data = simulated(10, 10)
    fit = fit_kernel(data, bias, seed=1)
    assert np.bincount(list(fit.folds.values())).tolist() == [2] * 5
    own = fit.folds[data[0].asked.image]
    rest = [one for one in data if fit.folds[one.asked.image] != own]
    # Sums in another order differ in their last bits.
    assert tuple(fit_kernel(rest, bias, seed=3).overall) == pytest.approx(tuple(fit.by_fold[own]))
    # The mean that is printed is that of the maps themselves.
    bits = {}
    for one in data:
        density = point_map(one.points, SHAPE, fit.kernel(one.asked.trial), bias)
        bits.setdefault(one.asked.image, []).append(density(*one.asked.pixel).log_likelihood)
    assert fit.held_out == pytest.approx(np.mean([np.mean(values) for values in bits.values()]), abs=1e-4)
