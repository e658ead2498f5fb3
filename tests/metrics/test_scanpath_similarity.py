"""Parity with the package multimatch-gaze, which is the reference for every number here."""

import warnings
from functools import partial

import numpy as np
import pytest
import scipy
from hypothesis import given, settings
from hypothesis import strategies as st

from vlmeval_hvs.metrics import MultiMatch, Scanpaths, multimatch, multimatch_batch, multimatch_between

SCREEN = (512, 320)
# With scipy 1.15 (the newest for Python 3.10) the package itself breaks ties otherwise and gives other numbers.
OTHER_TIES = tuple(int(part) for part in scipy.__version__.split(".")[:2]) < (1, 16)


def two_decimal(rng, n, decimals=2):
    return np.column_stack([rng.random((n, 2)).round(decimals) * SCREEN, rng.integers(50, 900, n)])


def duplicated(rng, n):
    """One decimal, and about half of the fixations stay where they were."""
    return two_decimal(rng, n, 1)[np.maximum.accumulate(np.where(rng.random(n) < 0.5, np.arange(n), 0))]


def constant(rng, n):
    return np.repeat(two_decimal(rng, 1), n, axis=0) if rng.random() < 0.5 else two_decimal(rng, n)


def equal_step(rng, n):
    """What language models answer: 0.15, 0.20, 0.25, ..."""
    start, step = rng.random(2).round(1), rng.choice([-0.05, 0.0, 0.05, 0.1], 2)
    return np.column_stack([(start + step * np.arange(n)[:, None]).round(2) * SCREEN, np.full(n, 200)])


def humanlike_or_equal_step(rng, n):
    return (two_decimal if rng.random() < 0.5 else equal_step)(rng, n)


continuous = partial(two_decimal, decimals=12)
UNTIED = [continuous, two_decimal, constant]
KINDS = UNTIED if OTHER_TIES else [*UNTIED, duplicated, equal_step, humanlike_or_equal_step]


def reference(pairs):
    from multimatch_gaze import docomparison

    def record(path):
        return np.rec.fromarrays(path.T, names="start_x,start_y,duration")

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # durations 0 and 0
        return np.array([docomparison(record(a), record(b), SCREEN) for a, b in pairs], dtype=float)


@pytest.mark.parametrize("count", [100, pytest.param(2000, marks=pytest.mark.nightly)])
def test_equals_the_published_implementation(count) -> None:
    """In batches of mixed lengths, of 3 to 14 fixations; and long paths, in a batch and one by one."""
    rng = np.random.default_rng(9)
    for kind in KINDS:
        pairs = [(kind(rng, rng.integers(3, 15)), kind(rng, rng.integers(3, 15))) for _ in range(count)]
        np.testing.assert_allclose(multimatch_batch(pairs, SCREEN), reference(pairs), rtol=0, atol=1e-9)
    pairs = [(two_decimal(rng, n), continuous(rng, m)) for n, m in [(3, 120), (60, 3), (40, 41), (3, 3)]]
    found = [multimatch(a.tolist(), b.tolist(), SCREEN) for a, b in pairs]
    assert {type(one) for one in found} == {MultiMatch}
    for ours in (found, multimatch_batch(pairs, SCREEN)):
        np.testing.assert_allclose(ours, reference(pairs), rtol=0, atol=1e-9)


def test_a_path_equals_itself_and_order_does_not_matter() -> None:
    a = np.array([[0, 0, 100], [100, 0, 100], [200, 0, 100]], dtype=float)
    result = multimatch(a, a[::-1] + np.array([0, 10, 100]), (300, 400))  # the opposite way; the diagonal is 500
    assert (result.shape, result.direction, result.length, result.duration) == pytest.approx((0.8, 0, 1, 0.5))
    rng = np.random.default_rng(4)
    a, b = continuous(rng, 7), continuous(rng, 9)
    assert multimatch(a, a, SCREEN) == (1, 1, 1, 1, 1)
    assert multimatch(a, b, SCREEN) == pytest.approx(multimatch(b, a, SCREEN))
    still = a * (1, 1, 0)  # durations of zero leave the other dimensions
    assert multimatch(still, still, SCREEN)[:4] == (1, 1, 1, 1)
    assert np.isnan(multimatch(still, still, SCREEN).duration)


def test_short_and_broken_paths_are_nan_and_leave_the_others_alone(refuses) -> None:
    rng = np.random.default_rng(6)
    good = (continuous(rng, 6), continuous(rng, 5))
    bad, far, untimed = (good[0].copy() for _ in range(3))
    bad[2, 0], far[1, 1], untimed[:, 2] = np.nan, 1e200, np.nan
    pairs = [good, (bad, good[1]), (good[0][:2], good[1]), ([], good[1]), (far, far), (untimed, good[1])]
    result = multimatch_batch(pairs, SCREEN)
    np.testing.assert_allclose(result[0], reference([good])[0], atol=1e-9)
    assert np.isnan(result[1:5]).all()
    np.testing.assert_allclose(result[5, :4], result[0, :4])
    assert np.isnan(result[5, 4])
    assert multimatch_batch([], SCREEN).shape == (0, 5)
    refuses(multimatch_batch, *(([], screen, "screen") for screen in [(0, 320), (512, -1), (np.nan, 320), (np.inf, 1)]))
    refuses(multimatch_batch, ([good, (good[0], np.ones((4, 2)))], SCREEN, r"pair 1.*\(4, 2\)"))


coordinates = st.floats(-1e3, 1e3, allow_nan=False) | st.sampled_from([0.0, 0.1, 0.5, np.nan, np.inf, 1e300])
paths = st.lists(st.tuples(coordinates, coordinates, coordinates), max_size=8)


@given(st.lists(st.tuples(paths, paths), max_size=6))
@settings(max_examples=40, deadline=None)
def test_any_numbers_give_a_row_each_that_does_not_depend_on_the_batch(pairs: list) -> None:
    result = multimatch_batch(pairs, SCREEN)
    assert result.shape == (len(pairs), 5)
    for (a, b), row in zip(pairs, result, strict=True):
        np.testing.assert_array_equal(multimatch_batch([(a, b)], SCREEN)[0], row)


def test_chosen_pairs_of_packed_paths_equal_the_batch_each_with_its_own_screen() -> None:
    rng = np.random.default_rng(4)
    paths = [rng.random((n, 3)) * (512, 320, 900) for n in (3, 6, 14, 2, 9)]
    i, j = (side.ravel() for side in np.meshgrid(np.arange(5), np.arange(5), indexing="ij"))
    packed = Scanpaths.of(paths)
    expected = multimatch_batch([(paths[a], paths[b]) for a, b in zip(i, j, strict=True)], SCREEN)
    np.testing.assert_array_equal(multimatch_between(packed, packed, i, j, SCREEN), expected)
    screens = [(512, 320), (640, 480), (100, 900)]
    found = multimatch_between(packed, packed, [0, 0, 0], [1, 1, 1], screens)
    for row, screen in zip(found, screens, strict=True):
        np.testing.assert_array_equal(row, multimatch_between(packed, packed, [0], [1], screen)[0])
    with pytest.raises(ValueError, match="positive width"):
        multimatch_between(packed, packed, [0, 0], [1, 1], [(512, 320), (0, 320)])
