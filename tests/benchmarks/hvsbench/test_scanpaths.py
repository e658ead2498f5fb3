"""HVSBench's rules about scanpaths, each against MultiMatch of paths prepared by hand."""

import numpy as np
import pytest

from vlmeval_hvs.benchmarks.hvsbench.options import HVSBenchOptions
from vlmeval_hvs.benchmarks.hvsbench.scanpaths import People, Scanpath, ScanpathRules, scanpath_scores
from vlmeval_hvs.metrics import multimatch

SIZE = (640, 480)
LONG = [0.5, 0.3, 0.2, 0.7, 0.1, 0.9, 0.4, 0.6], [0.5, 0.4, 0.8, 0.3, 0.2, 0.9, 0.1, 0.6]
OWN = [0.5, 0.31, 0.22, *LONG[0][3:]], LONG[1]
SHORT = [0.5, 0.6, 0.1, 0.2], [0.5, 0.9, 0.4, 0.1]


def score(prediction: Scanpath, people: list, **rules: object) -> np.ndarray:
    return scanpath_scores([prediction], [People(people, SIZE)], ScanpathRules(**rules))[0]


def path(axes, fixations: int | None = None, screen: tuple[int, int] = (512, 320)) -> np.ndarray:
    x, y = (np.array(axis[:fixations]) for axis in axes)
    return np.column_stack([x * screen[0], y * screen[1], np.ones(len(x))])


def compared(first: np.ndarray, second: np.ndarray, screen: tuple[int, int] = (512, 320)):
    return pytest.approx(multimatch(first, second, screen)[:4])


def test_every_rule_prepares_paths_as_it_says() -> None:
    """The stand-in of an unreadable answer stays unscaled: the published rows near 0.5 result from that only."""
    long, other, prediction = (Scanpath(*axes) for axes in (LONG, SHORT, OWN))
    two, stand_in = Scanpath([0.5, 0.6], [0.5, 0.7]), Scanpath([0.5], [0.5], fallback=True)
    filled = np.vstack([path((two.x, two.y)), [[1, 1, 1]]])
    unscaled = np.array([[0.5, 0.5, 1], [1, 1, 1], [1, 1, 1]])
    image = compared(path(OWN, 6, SIZE), path(SHORT, screen=SIZE), SIZE)
    nothing = pytest.approx(np.full(4, np.nan), nan_ok=True)
    for own, people, rules, expected in (
        (prediction, [long], {}, compared(path(OWN, 6), path(LONG))),
        (prediction, [long], {"crop_human": True}, compared(path(OWN, 6), path(LONG, 6))),
        (prediction, [long], {"crop": 0}, compared(path(OWN), path(LONG))),
        (prediction, [other], {"screen": "image"}, image), (two, [other], {}, compared(filled, path(SHORT))),
        (two, [other], {"short": "zero"}, pytest.approx(np.zeros(4))), (two, [other], {"short": "nan"}, nothing),
        (stand_in, [other], {}, compared(unscaled, path(SHORT))),
        (other, [other, long], {}, compared(path(SHORT), path(LONG))),
        (other, [other], {"humans": "all"}, pytest.approx(np.ones(4))), (other, [other], {}, nothing),  # nobody else
        (prediction, [], {}, nothing),
    ):  # fmt: skip
        assert score(own, people, **rules)[:4] == expected, rules
    empty = score(Scanpath([], []), [other])
    for x in (np.nan, np.inf, 1e12):  # impossible coordinates are no answer
        np.testing.assert_array_equal(score(Scanpath([x, 0.2, 0.3], [0.1, 0.2, 0.3]), [other]), empty)
    assert scanpath_scores([], [], ScanpathRules()).shape == (0, 5)
    # An answer with nothing in it scores near a half, as published:
    drawn = np.random.default_rng(0).normal(0.5, 0.15, (400, 2, 6)).clip(0, 1)
    empty = score(Scanpath([], []), [Scanpath(*axes) for axes in drawn])
    assert empty[[1, 3]] == pytest.approx([0.5, 0.5], abs=0.02)


def test_durations_are_compared_on_the_same_alignment_and_change_nothing_else() -> None:
    """The reference package computes the duration from the reply's and the human's own times."""
    from multimatch_gaze import docomparison

    times, told = [100, 250, 300, 90, 400, 80, 70, 60], [200, 210, 90, 400, 120, 130, 333, 80]
    own, stored = path(OWN, 6), path(LONG)
    own[:, 2], stored[:, 2] = times[:6], told
    records = [np.rec.fromarrays(part.T, names="start_x,start_y,duration") for part in (own, stored)]
    found = score(Scanpath(*OWN, t=times), [Scanpath(*LONG, t=told)])
    assert found == pytest.approx(docomparison(*records, (512, 320)), abs=1e-9)
    silent = score(Scanpath(*OWN), [Scanpath(*LONG)])
    assert (silent[:4].tolist(), np.isnan(silent[4])) == (found[:4].tolist(), True)
    assert score(Scanpath(*OWN, t=[0] * 8), [Scanpath(*LONG, t=[200] * 8)])[4] == 0


def test_many_predictions_are_scored_as_each_is_alone_and_options_are_the_rules() -> None:
    rng = np.random.default_rng(2)
    lengths = [0, 1, 2, 3, 6, 9, 14, 5]
    paths = [Scanpath(rng.random(n).tolist(), rng.random(n).tolist(), n == 1, [200.0] * n) for n in lengths]
    some = [[Scanpath(*SHORT), Scanpath(*LONG), Scanpath([0.1, 0.2], [0.3, 0.4])], [Scanpath(*LONG)]]
    people = [People(own, size) for own, size in zip(some, (SIZE, (300, 500)), strict=True)] * 4
    paths[5] = Scanpath(*LONG)  # repeats a person
    changes = [{}, {"short": "nan"}, {"short": "zero"}, {"crop_human": True}, {"crop": 0}, {"screen": "image"}]
    for change in [*changes, {"humans": "all"}]:
        rules = ScanpathRules(**change)
        alone = [scanpath_scores([a], [b], rules)[0] for a, b in zip(paths, people, strict=True)]
        np.testing.assert_array_equal(scanpath_scores(paths, people, rules), alone, str(change))
    given = {"scanpath_screen": "1024x768", "scanpath_short": "nan", "scanpath_crop": 0, "scanpath_humans": "all"}
    for options, rules in ((given, ScanpathRules("1024x768", "nan", 0, False, "all")), ({}, ScanpathRules())):
        assert HVSBenchOptions.read("HVSBench_DEMO", options).rules == rules
