"""The kernel of answered points is found again from data that were drawn with a known one."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.optimize import minimize

from vlmeval_hvs.benchmarks.visual_search.densities import AnsweredFixation, Kernel, fit_kernel, point_map
from vlmeval_hvs.benchmarks.visual_search.trials import AskedFixation, Trial

SHAPE, WINDOW = (300, 400), 16.0


@pytest.fixture(scope="module")
def simulated(bias):
    """Answers, and fixations drawn from the density that the kernel makes of them."""
    density = bias.map(SHAPE)

    def draw(sigma=4.0, uniform=0.2, centre=0.3, images=40, per_image=25):
        rng = np.random.default_rng(0)
        found = []
        for image in range(images):
            for _ in range(per_image):
                point = rng.uniform(0.1, 0.9, 2) * (400, 300)
                kind = rng.random()
                while True:
                    if kind < uniform:
                        x, y = rng.uniform(0, 1, 2) * (400, 300)
                    elif kind < uniform + centre:
                        x, y = rng.normal(0.5, 0.22, 2) * (400, 300)
                    else:
                        x, y = rng.normal(point, sigma * WINDOW)
                    if 0 <= x < 400 and 0 <= y < 300:
                        break
                points, place = ((*point, 1.0),), (int(x), int(y))
                at_centre = density[place[::-1]]
                asked = AskedFixation(Trial(f"{image}", SHAPE, (0, 0, 9, 9), (16, 16), (200, 150), 9), "1", 1, *place)
                found.append(AnsweredFixation(asked, points, 1 / per_image, at_centre))
        return found

    return draw


@pytest.mark.long
def test_width_and_shares_are_found_again(simulated):
    for sigma, uniform, centre in ((1.0, 0.5, 0.1), (4.0, 0.1, 0.1)):
        fit = fit_kernel(simulated(sigma, uniform, centre), seed=0)
        assert fit.overall.sigma == pytest.approx(sigma, rel=0.2)
        assert (fit.overall.uniform, fit.overall.centre) == pytest.approx((uniform, centre), abs=0.08)


def test_shares_are_those_of_another_optimiser(simulated, bias):
    mixed = point_map([(90.0, 60.0, 2.0), (300.0, 200.0, 1.0)], SHAPE, Kernel(20.0, 0.2, 0.3), bias)
    assert mixed.total == pytest.approx(1)
    data = simulated(2.0, 0.3, 0.2, images=16)
    fit = fit_kernel(data, seed=0)
    alone = Kernel(fit.overall.sigma * WINDOW, 0.0)
    gaussians = [point_map(one.points, SHAPE, alone, bias).value(*one.asked.pixel) for one in data]
    parts = np.array([gaussians, [1 / (300 * 400)] * len(data), [one.centre for one in data]])

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
    data = simulated(images=10, per_image=10)
    fit = fit_kernel(data, seed=1)
    assert np.bincount(list(fit.folds.values())).tolist() == [2] * 5
    own = fit.folds[data[0].asked.image]
    rest = [one for one in data if fit.folds[one.asked.image] != own]
    # Sums in another order differ in their last bits.
    assert tuple(fit_kernel(rest, seed=3).overall) == pytest.approx(tuple(fit.by_fold[own]))
    assert fit.kernel(data[0].asked.trial).sigma == fit.by_fold[own].sigma * WINDOW
    assert fit.kernel(replace(data[0].asked.trial, image="another", receptive=(1, 1))) == fit.overall
    # The mean that is printed is that of the maps themselves.
    bits = {}
    for one in data:
        density = point_map(one.points, SHAPE, fit.kernel(one.asked.trial), bias)
        bits.setdefault(one.asked.image, []).append(density.score(*one.asked.pixel).log_likelihood)
    assert fit.held_out == pytest.approx(np.mean([np.mean(values) for values in bits.values()]), abs=1e-4)
