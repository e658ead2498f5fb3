"""Parity with the package multimatch-gaze, which is the reference for every number here."""

import warnings
from collections.abc import Callable

import numpy as np
import pytest
import scipy
from hypothesis import given, settings
from hypothesis import strategies as st

from vlmeval_hvs.metrics import MultiMatch, Scanpaths, multimatch, multimatch_batch, multimatch_between

SCREEN = (512, 320)
Path = np.ndarray


def continuous(rng: np.random.Generator, n: int) -> Path:
    return np.column_stack([rng.random(n) * 512, rng.random(n) * 320, rng.integers(50, 900, n)])


def two_decimal(rng: np.random.Generator, n: int) -> Path:
    return np.column_stack([rng.random((n, 2)).round(2) * SCREEN, rng.integers(50, 900, n)])


def duplicated(rng: np.random.Generator, n: int) -> Path:
    """One decimal, and about half of the fixations stay where they were."""
    path = np.column_stack([rng.random((n, 2)).round(1) * SCREEN, rng.integers(1, 4, n) * 100])
    return path[np.maximum.accumulate(np.where(rng.random(n) < 0.5, np.arange(n), 0))]


def constant(rng: np.random.Generator, n: int) -> Path:
    return np.repeat(two_decimal(rng, 1), n, axis=0) if rng.random() < 0.5 else two_decimal(rng, n)


def equal_step(rng: np.random.Generator, n: int) -> Path:
    """What language models answer: 0.15, 0.20, 0.25, ..."""
    start, step = rng.random(2).round(1), rng.choice([-0.05, 0.0, 0.05, 0.1], 2)
    return np.column_stack([(start + step * np.arange(n)[:, None]).round(2) * SCREEN, np.full(n, 200)])


def humanlike_against_equal_step(rng: np.random.Generator, n: int) -> Path:
    return (two_decimal if rng.random() < 0.5 else equal_step)(rng, n)


# With scipy 1.15 (the newest for Python 3.10) the package itself breaks ties otherwise and gives other numbers.
OTHER_TIES = tuple(int(part) for part in scipy.__version__.split(".")[:2]) < (1, 16)
TIED = (duplicated, equal_step, humanlike_against_equal_step)
KINDS = [continuous, two_decimal, duplicated, constant, equal_step, humanlike_against_equal_step]


def reference(pairs: list[tuple[Path, Path]]) -> np.ndarray:
    from multimatch_gaze import docomparison

    def record(path: Path) -> np.recarray:
        return np.rec.fromarrays(path.T, names="start_x,start_y,duration")

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # durations 0 and 0
        return np.array([docomparison(record(a), record(b), SCREEN) for a, b in pairs], dtype=float)


@pytest.mark.parametrize("count", [100, pytest.param(2000, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("kind", KINDS)
def test_equals_the_published_implementation(kind: Callable[[np.random.Generator, int], Path], count: int) -> None:
    """In one batch of mixed lengths, of 3 to 14 fixations."""
    if OTHER_TIES and kind in TIED:
        pytest.skip("scipy before 1.16 breaks ties otherwise")
    rng = np.random.default_rng(KINDS.index(kind))
    pairs = [(kind(rng, rng.integers(3, 15)), kind(rng, rng.integers(3, 15))) for _ in range(count)]
    np.testing.assert_allclose(multimatch_batch(pairs, SCREEN), reference(pairs), rtol=0, atol=1e-9)


def test_long_paths_and_one_by_one() -> None:
    rng = np.random.default_rng(9)
    pairs = [(two_decimal(rng, n), duplicated(rng, m)) for n, m in [(3, 120), (60, 3), (40, 41), (3, 3)]]
    expected = reference(pairs)
    np.testing.assert_allclose(multimatch_batch(pairs, SCREEN), expected, rtol=0, atol=1e-9)
    for (a, b), row in zip(pairs, expected, strict=True):
        single = multimatch(a.tolist(), b.tolist(), SCREEN)
        assert isinstance(single, MultiMatch)
        np.testing.assert_allclose(single, row, rtol=0, atol=1e-9)


def test_fields_are_named_as_published() -> None:
    a = np.array([[0, 0, 100], [100, 0, 100], [200, 0, 100]], dtype=float)
    result = multimatch(a, a[::-1] + np.array([0, 10, 100]), (300, 400))  # diagonal 500
    assert result == pytest.approx(
        MultiMatch(shape=0.8, direction=0.0, length=1.0, position=result.position, duration=0.5)
    )
    rng = np.random.default_rng(4)
    a, b = continuous(rng, 7), continuous(rng, 9)
    assert multimatch(a, a, SCREEN) == (1, 1, 1, 1, 1)
    assert multimatch(a, b, SCREEN) == pytest.approx(multimatch(b, a, SCREEN))


def test_short_and_broken_paths_are_nan_and_leave_the_others_alone() -> None:
    rng = np.random.default_rng(6)
    good = (continuous(rng, 6), continuous(rng, 5))
    bad = continuous(rng, 6)
    bad[2, 0] = np.nan
    far = continuous(rng, 6)
    far[1, 1] = 1e200
    untimed = good[0].copy()
    untimed[:, 2] = np.nan
    pairs = [good, (bad, good[1]), (good[0][:2], good[1]), ([], good[1]), (far, far), (untimed, good[1])]
    result = multimatch_batch(pairs, SCREEN)
    np.testing.assert_allclose(result[0], reference([good])[0], atol=1e-9)
    assert np.isnan(result[1:5]).all()
    np.testing.assert_allclose(result[5, :4], result[0, :4])
    assert np.isnan(result[5, 4])


def test_durations_of_zero_leave_the_other_dimensions() -> None:
    path = np.array([[0, 0, 0], [10, 5, 0], [30, 9, 0]], dtype=float)
    assert multimatch(path, path, SCREEN)[:4] == (1, 1, 1, 1)
    assert np.isnan(multimatch(path, path, SCREEN).duration)


def test_refusals() -> None:
    assert multimatch_batch([], SCREEN).shape == (0, 5)
    for screen in [(0, 320), (512, -1), (np.nan, 320), (np.inf, 1)]:
        with pytest.raises(ValueError, match="screen"):
            multimatch_batch([], screen)
    good = np.ones((4, 3))
    with pytest.raises(ValueError, match=r"pair 1.*\(4, 2\)"):
        multimatch_batch([(good, good), (good, np.ones((4, 2)))], SCREEN)


coordinates = st.floats(-1e3, 1e3, allow_nan=False) | st.sampled_from([0.0, 0.1, 0.5, np.nan, np.inf, 1e300])
paths = st.lists(st.tuples(coordinates, coordinates, coordinates), max_size=8)


@given(st.lists(st.tuples(paths, paths), max_size=6))
@settings(max_examples=40, deadline=None)
def test_any_numbers_give_a_row_each_that_does_not_depend_on_the_batch(pairs: list) -> None:
    result = multimatch_batch(pairs, SCREEN)
    assert result.shape == (len(pairs), 5)
    for (a, b), row in zip(pairs, result, strict=True):
        np.testing.assert_array_equal(multimatch_batch([(a, b)], SCREEN)[0], row)


def test_chosen_pairs_of_packed_paths_equal_the_batch() -> None:
    rng = np.random.default_rng(4)
    paths = [rng.random((n, 3)) * (512, 320, 900) for n in (3, 6, 14, 2, 9)]
    i, j = np.meshgrid(np.arange(5), np.arange(5), indexing="ij")
    packed = Scanpaths.of(paths)
    found = multimatch_between(packed, packed, i.ravel(), j.ravel(), SCREEN)
    expected = multimatch_batch([(paths[a], paths[b]) for a, b in zip(i.ravel(), j.ravel(), strict=True)], SCREEN)
    np.testing.assert_array_equal(found, expected)


def test_every_pair_may_have_its_own_screen() -> None:
    rng = np.random.default_rng(5)
    packed = Scanpaths.of([rng.random((6, 3)) * 300 for _ in range(2)])
    screens = [(512, 320), (640, 480), (100, 900)]
    found = multimatch_between(packed, packed, [0, 0, 0], [1, 1, 1], screens)
    for row, screen in zip(found, screens, strict=True):
        np.testing.assert_array_equal(row, multimatch_between(packed, packed, [0], [1], screen)[0])
    with pytest.raises(ValueError, match="positive width"):
        multimatch_between(packed, packed, [0, 0], [1, 1], [(512, 320), (0, 320)])
