"""The kernel of answered points is found again from data that were drawn with a known one."""

from dataclasses import astuple

import numpy as np
import pytest
from scipy.optimize import minimize

from vlmeval_hvs.benchmarks.visual_search.kernel_text import kernel_in_words, kernel_warning
from vlmeval_hvs.benchmarks.visual_search.kernels import AnsweredFixation, Kernel, fit_kernel
from vlmeval_hvs.benchmarks.visual_search.maps import CentreBias, drawn_point_map, point_map

SHAPE, WINDOW, BIAS = (300, 400), 16.0, CentreBias()


def simulated(sigma=4.0, uniform=0.2, centre=0.3, images=40, per_image=25, seed=0):
    """Answers, and fixations drawn from the density that the kernel makes of them."""
    rng = np.random.default_rng(seed)
    density = BIAS.map(SHAPE)
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
            x, y = int(x), int(y)
            share = 1 / per_image
            found.append(AnsweredFixation(f"{image}", share, ((*point, 1.0),), x, y, SHAPE, WINDOW, density[y, x]))
    return found


@pytest.mark.parametrize(("sigma", "uniform", "centre"), [(2.0, 0.2, 0.3), (1.0, 0.5, 0.1), (4.0, 0.1, 0.1)])
def test_width_and_shares_are_found_again(sigma, uniform, centre):
    fit = fit_kernel(simulated(sigma, uniform, centre), seed=0)
    assert fit.overall.sigma == pytest.approx(sigma, rel=0.2)
    assert fit.overall.uniform == pytest.approx(uniform, abs=0.08)
    assert fit.overall.centre == pytest.approx(centre, abs=0.08)
    assert fit.held_out <= fit.seen
    assert fit.images == 40


def test_what_the_points_add_is_measured_against_the_other_parts_alone():
    data = simulated(1.0, 0.1, 0.3)
    fit = fit_kernel(data, seed=0)
    # Without points only two shares are left: a search over one number, fold by fold.
    expected = []
    for fold in range(5):
        of = np.array([fit.folds[one.image] == fold for one in data])
        units = np.array([one.centre for one in data]) * 300 * 400
        grid = np.linspace(0.001, 0.999, 999)
        logs = [np.log(share * units[~of] + 1 - share).sum() / 25 for share in grid]
        best = grid[np.argmax(logs + (np.log(grid) + np.log(1 - grid)) / 2)]
        expected.append(np.log2(best * units[of] + 1 - best).mean())
    assert fit.without == pytest.approx(np.mean(expected), abs=1e-4)
    assert fit.held_out - fit.without > 0.5
    assert kernel_warning(fit.described()) == kernel_warning({"kernel": "fixed"}) == []
    metrics = {"AUChsp": 0.8, "AUChsp_center_bias": 0.7, "LLhsp": 1.0}
    first, second = kernel_in_words(fit.described(), metrics)
    assert f"{fit.overall.points:.0%} of the density" in first
    assert f"{fit.overall.centre:.0%} centre bias" in first
    assert second == "beside the centre bias alone (in brackets): AUChsp 0.800 (0.700)"
    assert kernel_in_words({"kernel": "fixed"}, metrics) == []


def test_shares_are_those_of_another_optimiser():
    data = simulated(2.0, 0.3, 0.2)
    fit = fit_kernel(data, seed=0)
    alone = Kernel(fit.overall.sigma * WINDOW, 0.0)
    gaussians = [point_map(one.points, SHAPE, alone, BIAS).value(one.y, one.x) for one in data]
    parts = np.array([gaussians, [1 / (300 * 400)] * len(data), [one.centre for one in data]])

    def loss(free):
        shares = np.exp(np.append(free, 0.0))
        shares /= shares.sum()
        # One more image, explained by the three parts alike; every image weighs as much.
        return -(np.log(shares @ parts).sum() / 25 + np.log(shares).mean())

    best = minimize(loss, [0.0, 0.0], method="Nelder-Mead", options={"xatol": 1e-7, "fatol": 1e-9})
    free = np.exp(np.append(best.x, 0))
    assert [fit.overall.points, fit.overall.uniform, fit.overall.centre] == pytest.approx(free / free.sum(), abs=1e-3)


def test_images_are_scored_with_kernels_that_did_not_see_them():
    data = simulated(images=10)
    fit = fit_kernel(data, seed=1)
    sizes = np.bincount(list(fit.folds.values()))
    assert sizes.tolist() == [2] * 5
    image = data[0].image
    rest = [one for one in data if fit.folds[one.image] != fit.folds[image]]
    # Sums in another order differ in their last bits.
    assert astuple(fit_kernel(rest, seed=3).overall) == pytest.approx(astuple(fit.by_fold[fit.folds[image]]))
    assert fit.kernel(image, WINDOW).sigma == fit.by_fold[fit.folds[image]].sigma * WINDOW
    assert fit.kernel("another", 1.0) == fit.overall
    # The mean that is printed is that of the maps themselves.
    bits = {}
    for one in data:
        density = point_map(one.points, SHAPE, fit.kernel(one.image, WINDOW), BIAS)
        bits.setdefault(one.image, []).append(density.score(one.y, one.x).log_likelihood)
    assert fit.held_out == pytest.approx(np.mean([np.mean(values) for values in bits.values()]), abs=1e-4)


def test_few_images_are_no_fit():
    assert fit_kernel(simulated(images=4), seed=0) is None


def test_points_of_an_answer_share_one_density():
    points, kernel = ((30.0, 40.0, 3.0), (390.0, 290.0, 1.0), (500.0, -20.0, 1.0)), Kernel(20.0, 0.2, 0.3)
    drawn = drawn_point_map(points, SHAPE, kernel, BIAS)
    density = point_map(points, SHAPE, kernel, BIAS)
    assert drawn.sum() == pytest.approx(1)
    assert density.total == pytest.approx(1)
    for row, column in [(40, 30), (299, 399), (150, 200)]:
        assert density.value(row, column) == pytest.approx(drawn[row, column])


def test_a_useless_model_is_given_no_weight():
    rng = np.random.default_rng(4)
    wrong = [
        AnsweredFixation(one.image, one.weight, ((*(rng.uniform(0, 1, 2) * (400, 300)), 1.0),), *(one.x, one.y),
                         SHAPE, WINDOW, one.centre)
        for one in simulated(1.0, 0.0, 0.0)
    ]  # fmt: skip
    fit = fit_kernel(wrong, seed=0)
    assert fit.held_out > -0.05
    assert fit.held_out - fit.without < 0.05
    (warning,) = kernel_warning(fit.described())
    assert "score of the centre bias, not of the answers" in warning
    assert min(fit.overall.uniform, fit.overall.centre) > 0
