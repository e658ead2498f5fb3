"""One look over a table: honest fixations pass without a word, those given in other ways do not."""

import math

import numpy as np
import pytest

from dataset_builders.plausible import Look

SIZE = (800, 600)
CENTER = {"origin": "center, y up"}


def honest(seed=0, people=4, pictures=6):
    """Fixations as rows (person, picture, x, y, ms), px of a picture of 800 x 600."""
    rng = np.random.default_rng(seed)
    return [
        (f"p{person}", f"{picture}.png", *rng.normal((400, 300), (150, 110)), rng.uniform(120, 480))
        for person in range(people)
        for picture in range(pictures)
        for _ in range(rng.integers(5, 12))
    ]


def verdicts_on(rows, trials=False):
    look = Look(numbered=trials)
    for person, picture, x, y, ms in rows:
        look.fixation((person, picture), x, y, SIZE, ms)
    return look.verdicts()


def places(change, who=""):
    return lambda rows: [(p, i, *(change(x, y) if who in p else (x, y)), ms) for p, i, x, y, ms in rows]


def times(change, who=""):
    return lambda rows: [(p, i, x, y, change(ms) if who in p else ms) for p, i, x, y, ms in rows]


def samples(ms):
    """A row every few ms, with the noise of a tracker."""
    rng = np.random.default_rng(1)
    return lambda rows: [(p, i, x + dx, y + dx, ms) for p, i, x, y, _ in rows for dx in rng.normal(0, 0.3, 40)]


def again(rows):
    """Everybody sees every picture once more, at the end."""
    return rows + [(*row[:2], *other[2:]) for row, other in zip(rows, honest(9), strict=False)]


CASES = [
    (places(lambda x, y: (x / 800, y / 600)), True, {"units": "fraction"}),
    (places(lambda x, y: (x / 800, y / 600), "p2"), True, {"units": "fraction"}),
    (places(lambda x, y: (x / 800 - 0.5, 0.5 - y / 600)), True, {"units": "fraction", **CENTER}),
    (places(lambda x, y: (x / 400 - 1, 1 - y / 300)), True, {"units": "norm", **CENTER}),
    (places(lambda x, y: (x - 400, 300 - y)), True, CENTER),
    (places(lambda x, y: (x - 400, 300 - y), "p1"), True, CENTER),
    (places(lambda x, y: ((x - 400) / 35, (300 - y) / 35)), True, {"units": "PX PER DEGREE", **CENTER}),
    (places(lambda x, y: (x / 35, y / 35)), False, {}),  # degrees from the corner
    (places(lambda x, y: (x + 560, y + 240)), True, {}),  # a screen of 1920 x 1080
    (places(lambda x, y: (x + 250, y)), False, {}),
    (times(lambda ms: ms / 1000), True, {"duration": "s"}),
    (times(lambda ms: ms / 1000, "p3"), True, {"duration": "s"}),
    (times(lambda ms: ms * 1000), True, {"duration": "us"}),
    (times(lambda ms: ms * 20), False, {}),
    (times(lambda ms: 0, "p3"), True, {}),
    (times(lambda ms: math.nan if ms > 400 else ms), False, {}),
    (samples(2), True, {}),
    (samples(math.nan), True, {}),
    (lambda rows: [row for row in rows for _ in range(2)], True, {}),  # two eyes, alike
    (lambda rows: rows + rows, True, {}),
    (again, True, {}),
]


@pytest.mark.parametrize(("change", "sure", "settings"), CASES, ids=map(str, range(len(CASES))))
def test_what_is_given_in_another_way_is_noticed(change, sure, settings):
    for seed in range(3):
        first, *_ = verdicts_on(change(honest(seed)))
        assert (first.sure, first.settings) == (sure, settings), first


def test_honest_fixations_pass_without_a_word():
    for seed in range(20):
        rows = honest(seed)
        assert verdicts_on(rows) == []
        assert verdicts_on(sorted(rows, key=lambda row: row[1])) == []
        assert verdicts_on(sorted(rows, key=lambda row: hash(row[2]) % 7), trials=True) == []
        assert verdicts_on([(p, i, round(x), round(y), round(ms)) for p, i, x, y, ms in rows]) == []
    assert verdicts_on(times(lambda ms: math.nan)(honest())) == []
    assert verdicts_on(honest()[:2]) == []
    assert verdicts_on([]) == []
