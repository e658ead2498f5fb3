"""Parity with the package multimatch-gaze, which is the reference for every number here."""

import warnings

import numpy as np
import pytest
import scipy

from vlmeval_hvs.metrics import Scanpaths, multimatch, multimatch_batch, multimatch_between

SCREEN = (512, 320)
# With scipy 1.15 (the newest for Python 3.10) the package itself breaks ties otherwise and gives other numbers.
OTHER_TIES = tuple(int(part) for part in scipy.__version__.split(".")[:2]) < (1, 16)


def drawn(rng, n):
    """A path of one of these kinds, made on the unit square."""
    kind = rng.choice(["continuous", "two decimals", *([] if OTHER_TIES else ["one place", "duplicates", "steps"])])
    spots = rng.random((n, 2)).round({"continuous": 12, "duplicates": 1}.get(kind, 2))
    if kind == "one place":
        spots[:] = spots[0]
    elif kind == "duplicates":  # about half of the fixations stay where they were
        spots = spots[np.maximum.accumulate(np.where(rng.random(n) < 0.5, np.arange(n), 0))]
    elif kind == "steps":  # what language models answer: 0.15, 0.20, 0.25, ...
        spots = (spots[0].round(1) + rng.choice([-0.05, 0.0, 0.05, 0.1], 2) * np.arange(n)[:, None]).round(2)
    return np.column_stack([spots * SCREEN, rng.integers(50, 900, n)])


def reference(pairs):
    from multimatch_gaze import docomparison

    def record(path):
        return np.rec.fromarrays(path.T, names="start_x,start_y,duration")

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # durations 0 and 0
        return np.array([docomparison(record(a), record(b), SCREEN) for a, b in pairs], dtype=float)


@pytest.mark.long
@pytest.mark.parametrize("count", [300, pytest.param(3000, marks=pytest.mark.nightly)])
def test_equals_the_published_implementation(count):
    rng = np.random.default_rng(9)
    lengths = [(3, 120), (60, 3), (40, 41), *rng.integers(3, 15, (count, 2))]
    pairs = [(drawn(rng, n), drawn(rng, m)) for n, m in lengths]
    expected = reference(pairs)
    np.testing.assert_allclose(multimatch_batch(pairs, SCREEN), expected, rtol=0, atol=1e-9)
    np.testing.assert_allclose(multimatch(*pairs[0], SCREEN), expected[0], rtol=0, atol=1e-9)


def test_short_and_broken_paths_are_nan_and_leave_the_others_alone(refuses):
    rng = np.random.default_rng(6)
    good = (rng.random((6, 3)) * 300, rng.random((5, 3)) * 300)
    bad, far, untimed, still = (good[0].copy() for _ in range(4))
    bad[2, 0], far[1, 1], untimed[:, 2], still[:, 2] = np.nan, 1e200, np.nan, 0
    broken = [(bad, good[1]), (good[0][:2], good[1]), ([], good[1]), (far, far)]
    result = multimatch_batch([good, (untimed, good[1]), (still, still), *broken], SCREEN)
    expected = [*reference([good])[0, :4], np.nan]
    np.testing.assert_allclose(result[1:], [expected, [1, 1, 1, 1, np.nan], *[[np.nan] * 5] * 4], atol=1e-9)
    np.testing.assert_allclose(result[0], reference([good])[0], atol=1e-9)
    assert multimatch_batch([], SCREEN).shape == (0, 5)
    refuses(multimatch_batch, *(([], screen, "screen") for screen in [(0, 320), (512, -1), (np.nan, 320), (np.inf, 1)]))
    refuses(multimatch_batch, ([good, (good[0], np.ones((4, 2)))], SCREEN, r"pair 1.*\(4, 2\)"))


def test_chosen_pairs_of_packed_paths_equal_the_batch_each_with_its_own_screen(refuses):
    rng = np.random.default_rng(4)
    paths = [rng.random((n, 3)) * (512, 320, 900) for n in (3, 6, 14, 2, 9)]
    i, j = np.indices((5, 5)).reshape(2, -1)
    screens = np.where((i == j)[:, None], SCREEN, (100, 900))
    packed = Scanpaths.of(paths)
    expected = [multimatch_batch([(paths[a], paths[b])], screen)[0] for a, b, screen in zip(i, j, screens, strict=True)]
    np.testing.assert_array_equal(multimatch_between(packed, packed, i, j, screens), expected)
    refuses(multimatch_between, (packed, packed, [0, 0], [1, 1], [(512, 320), (0, 320)], "positive width"))
