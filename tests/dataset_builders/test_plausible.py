"""One look over a table: honest fixations pass without a word, those told in other ways do not."""

import math

import numpy as np
import pytest

from dataset_builders.plausible import Look

SIZE = (800, 600)


def honest(seed=0, people=4, pictures=6):
    """Fixations as rows (person, picture, x, y, ms), px of a picture of 800 x 600."""
    rng = np.random.default_rng(seed)
    viewings = ((f"p{n // pictures}", f"{n % pictures}.png") for n in range(people * pictures))
    looks = (viewing for viewing in viewings for _ in range(rng.integers(5, 12)))
    return [(*viewing, *rng.normal((400, 300), (150, 110)), rng.uniform(120, 480)) for viewing in looks]


def told(rows, trials=False):
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


def clock(rows):
    """The time at which each fixation began stands where its duration should."""
    return [(*row[:4], 300 * n + row[4]) for n, row in enumerate(rows)]


def lost(x, y):
    """Every twentieth row is one of a tracker that lost the gaze."""
    return lambda rows: [row if n % 20 else (*row[:2], x, y, row[4]) for n, row in enumerate(rows)]


def again(rows):
    return rows + [(*row[:2], *other[2:]) for row, other in zip(rows, honest(9), strict=False)]


CASES = [
    (places(lambda x, y: (x / 800, y / 600)), True, {"units": "fraction"}),
    (places(lambda x, y: (x / 800, y / 600), "p2"), True, {"units": "fraction"}),
    (places(lambda x, y: (x / 800 - 0.5, 0.5 - y / 600)), True, {"units": "fraction", "origin": "center, y up"}),
    (places(lambda x, y: (x / 400 - 1, 1 - y / 300)), True, {"units": "norm", "origin": "center, y up"}),
    (places(lambda x, y: (x - 400, 300 - y)), True, {"origin": "center, y up"}),
    (places(lambda x, y: (x - 400, 300 - y), "p1"), True, {"origin": "center, y up"}),
    (places(lambda x, y: ((x - 400) / 35, (300 - y) / 35)), True, {"units": "PX PER DEGREE", "origin": "center, y up"}),
    (places(lambda x, y: (x / 35, y / 35)), False, {}),  # degrees from the corner
    (places(lambda x, y: (x + 560, y + 240)), True, {"screen": [1920, 1080]}),
    (places(lambda x, y: (2 * x, 2 * y)), True, None),  # a picture of twice the size; the screen cannot be told
    (places(lambda x, y: (x + 250, y)), False, {}),
    (times(lambda ms: ms / 1000), True, {"duration": "s"}), (times(lambda ms: ms * 1000), True, {"duration": "us"}),
    (times(lambda ms: round(ms / 1000, 2)), True, {"duration": "s"}), (times(lambda ms: ms * 1e6), True, {}),
    (times(lambda ms: ms / 1000, "p3"), True, {"duration": "s"}), (times(lambda ms: ms * 20), False, {}),
    (times(lambda ms: 0 if ms > 400 else ms), False, {}), (clock, True, None),
    (lost(0, 0), False, {}), (lost(-1, -1), False, {}), (lost(0, SIZE[1]), False, {}),
    (times(lambda ms: 0), True, {}), (times(lambda ms: 0, "p3"), True, {}),
    (times(lambda ms: math.nan if ms > 400 else ms), False, {}), (samples(2), True, {}), (samples(math.nan), True, {}),
    (lambda rows: [row for row in rows for _ in range(2)], True, {}),  # two eyes, alike
    (lambda rows: [(p, i, x + d, y + d / 2, ms + d) for p, i, x, y, ms in rows for d in (0, 4)], True, {}),
    (lambda rows: rows + rows, True, {}), (again, True, {}),
    (lambda rows: [("p0", "0.png", x, y, ms) for _, _, x, y, ms in honest(3)], False, {}),
]  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize(("change", "sure", "settings"), CASES, ids=map(str, range(len(CASES))))
def test_what_is_told_in_another_way_is_noticed(change, sure, settings):
    for first, *_ in (told(change(honest(seed))) for seed in range(3)):
        assert first.sure is sure, first
        assert settings is None or first.settings == settings, first


def test_every_fault_of_scanpaths_is_named():
    for change, words in (
        (clock, "so they are times"), (samples(math.nan), "hardly moves"), (lost(0, 0), "10 of 188 fixations lie at"),
        (again, "rows of other scanpaths lie between"), (lambda rows: rows + rows, "fixations appear twice"),
        (lambda rows: [(p, i, x + d, y + d, ms + d) for p, i, x, y, ms in rows for d in (0, 4)], "rows of both eyes"),
    ):  # fmt: skip
        assert any(words in one.text for one in told(change(honest()))), words


def test_boxes_that_would_fit_as_two_corners_are_refused():
    for boxes, settings in (
        ([(10, 20, 300, 200), (700, 500, 760, 580)], []), ([(500, 300, 700, 590), (700, 500, 760, 580)], [True]),
        ([(500, 300, 700, 590), (700, 500, 760, 580), (500, 300, 90, 80)], []), ([(500, 300, 300, 300)] * 2, []),
    ):  # fmt: skip
        look = Look()
        for number, box in enumerate(boxes):
            look.box(f"row {number}", box, SIZE)
        found = [one.sure for one in look.verdicts() if one.settings == {"boxes": "left top right bottom"}]
        assert found == settings, boxes


@pytest.mark.long
def test_honest_fixations_pass_without_a_word():
    for seed in range(20):
        rows = honest(seed)
        whole = [(p, i, round(x), round(y), round(ms)) for p, i, x, y, ms in rows]
        assert told(rows) == told(sorted(rows, key=lambda row: row[1])) == told(whole) == []
        assert told(sorted(rows, key=lambda row: hash(row[2]) % 7), trials=True) == []
    assert told(times(lambda ms: math.nan)(honest())) == told(honest()[:2]) == told([]) == []
    turns = [row for round_ in range(5) for row in [r for n, r in enumerate(honest(people=2)) if n % 5 == round_]]
    assert not [one for one in told(turns) if one.sure and "rows of other scanpaths" not in one.text]
