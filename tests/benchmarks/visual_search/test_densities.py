"""The kernel of answered points is found again from data that were drawn with a known one."""

import numpy as np
import pytest
from scipy.optimize import minimize

from vlmeval_hvs.benchmarks.visual_search.densities import AnsweredFixation, Kernel, fit_kernel, point_map
from vlmeval_hvs.benchmarks.visual_search.trials import AskedFixation, Trial

SHAPE, WINDOW = (300, 400), 16.0


@pytest.fixture(scope="module")
def simulated():
    """Answers, and fixations of which half are drawn around them, half anywhere: ``simulated(images, per_image)``."""

    def draw(images, per_image):
        rng, found = np.random.default_rng(0), []
        for number in range(images * per_image):
            point = rng.uniform(0.1, 0.9, 2) * (400, 300)
            near = np.clip(rng.normal(point, 2 * WINDOW), 0, (399, 299))
            x, y = (int(value) for value in (near if rng.random() < 0.5 else rng.uniform(0, 1, 2) * (400, 300)))
            trial = Trial(f"{number // per_image}", SHAPE, (0, 0, 9, 9), (16, 16), (200, 150), 9)
            asked = AskedFixation(trial, "1", 1, x, y)
            found.append(AnsweredFixation(asked, ((*point, 1.0),), 1 / per_image))
        return found

    return draw


def test_shares_are_those_of_another_optimiser(simulated, bias):
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
def test_images_are_scored_with_kernels_that_did_not_see_them(simulated, bias):
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
