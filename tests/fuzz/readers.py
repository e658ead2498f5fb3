"""Contracts of the readers: whatever the text, a result of the promised type and range, and the same one again."""

from __future__ import annotations

import gc
import math
from collections.abc import Callable, Iterator
from functools import _lru_cache_wrapper
from typing import Any

import standardizers
from standardizers import Scanpath, Standardized, ViewOperations
from standardizers.text import final_answer_text, fold, plain
from standardizers.text.literals import json_values
from standardizers.views.directions import DIRECTIONS
from tests.fuzz.cuts import FINISHED, Cut, as_bytes
from vlmeval_hvs.answer_frames import CANDIDATES, as_written, decide_frame, place
from vlmeval_hvs.reply_corpus.cases import Case, corpus_folder, read_cases

LABELS = ("ABCD", "ABC", "AB", "A", "", "ABCDEFGHI", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abc", "123", "CAB", "Iİ")
PLACES = ("left", "right", "upper left", "in the middle", "the object at [10, 20, 30, 40]")
OPTIONS = (
    ("bottle", "bunny", "kettle"),
    ("x", "y"),
    ("yes", "no"),
    ("1", "2", "3", "4"),
    (),
    ("red cup", "cup", "red mug", "blue cup"),
    ("Yes, it is.", "No, it is not.", "The picture does not show it."),
    ("", "A", "B"),
    ("the cat", "the cat"),
    PLACES,
    ("[0.1, 0.2, 0.3, 0.4]", "[0.5, 0.6, 0.7, 0.8]", "[10, 20, 30, 40]"),
    ("first", "second", "third", "none of the above", "all of the above"),
    tuple(f"thing {number}" for number in range(30)),
    ("Ελλάδα", "日本", "Österreich", "İstanbul"),
    ("two people", "three people", "one person", "more than three people"),
    ("x = [0.1, 0.2], y = [0.3, 0.4]", "x = [0.5, 0.6], y = [0.7, 0.8]"),
)
QUESTIONS = (
    None,
    "",
    "Which object does the person look at? A. bottle B. bunny C. kettle",
    "Is the door open? Answer yes or no.",
    "How many people are there?",
    "What colour is the car in the red box?",
    "The image is split into 4 views: upper left (1), lower left (2), upper right (3), lower right (4). Which views?",
    "Shift the view to the left, right, up or down. Answer in JSON with the keys keep and shift.",
    "Do you need more visual information? Answer yes or no.",
)
SIZES = (None, (640, 480), (1680.0, 1050.0), (0, 0), (1, 1), (100, 100), (300, 300), (10_000, 3))
VIEWS = (4, 1, 2, 9, 16, 25, 3)

Call = Callable[[str], Any]
Check = Callable[[Any], None]
Reading = tuple[Call, Check]
"""A reader with all but the text given, and what must hold of its result."""


def _shape(found: Any) -> None:
    assert type(found) is Standardized, type(found)
    assert isinstance(found.rule, str), found
    assert found.rule, found
    assert type(found.fallback) is bool, found


def _letters(cut: Cut) -> Iterator[Reading]:
    labels, finished = cut.one_of(LABELS), cut.one_of(FINISHED)
    options = cut.one_of((None, tuple(f"thing {letter}" for letter in labels), PLACES[: len(labels)]))
    options = options if options is None or len(options) == len(labels) else None

    def robust(found: Any) -> None:
        _shape(found)
        assert found.value in ("", *labels), found
        assert found.fallback == (found.value == ""), found

    def paper(found: Any) -> None:
        _shape(found)
        assert found.value == "" or (len(found.value) == 1 and "A" <= found.value <= "Z"), found
        assert found.fallback == (found.value == ""), found

    yield lambda text: standardizers.choice(text, labels, "robust", options, finished), robust
    yield lambda text: standardizers.choice(text, labels, "paper", options, finished), paper


def _orders(cut: Cut) -> Iterator[Reading]:
    labels, finished = cut.one_of(LABELS), cut.one_of(FINISHED)
    options = tuple(f"thing {letter}" for letter in labels) if cut.byte() % 2 else None

    def robust(found: Any) -> None:
        paper(found)
        assert set(found.value) <= set(labels), found
        assert len(set(found.value)) == len(found.value), found

    def paper(found: Any) -> None:
        _shape(found)
        assert type(found.value) is str, found
        assert found.fallback == (found.value == ""), found

    yield lambda text: standardizers.order(text, labels, "robust", options, finished), robust
    yield lambda text: standardizers.order(text, labels, "paper", options, finished), paper


def _counts(cut: Cut) -> Iterator[Reading]:
    finished, question = cut.one_of(FINISHED), cut.one_of(QUESTIONS)

    def paper(found: Any) -> None:
        _shape(found)
        assert found.value == -1.5 if found.fallback else type(found.value) is int, found

    def robust(found: Any) -> None:
        paper(found)
        assert found.fallback or found.value >= 0, found
        float(found.value)

    yield lambda text: standardizers.count(text, -1.5, "robust", finished, question), robust
    yield lambda text: standardizers.count(text, -1.5, "paper", finished, question), paper


def _options(cut: Cut) -> Iterator[Reading]:
    options, question, finished = cut.one_of(OPTIONS), cut.one_of(QUESTIONS), cut.one_of(FINISHED)
    return _option(options, question, finished)


def _own_options(cut: Cut) -> Iterator[Reading]:
    """Options and question are the fuzzer's too; the last part is the text."""
    question, finished = cut.byte() % 2 == 0, cut.one_of(FINISHED)
    *given, rest = cut.parts(6)
    cut.data = as_bytes(rest)
    asked = given.pop() if question and given else None
    return _option(tuple(given), asked, finished)


def _option(options: tuple[str, ...], question: str | None, finished: bool | None) -> Iterator[Reading]:
    def check(found: Any) -> None:
        _shape(found)
        assert type(found.value) is int, found
        assert -1 <= found.value < len(options), found
        assert found.fallback == (found.value == -1), found

    yield lambda text: standardizers.option(text, options, "robust", finished, question), check
    yield lambda text: standardizers.option(text, options, "paper", finished, question), check


def _finite(found: Any) -> None:
    _shape(found)
    assert type(found.value) is Scanpath, found
    x, y, t = found.value
    assert len(x) == len(y) == len(t), found
    assert all(type(number) is float and math.isfinite(number) for axis in found.value for number in axis), found


def _paths(cut: Cut) -> Iterator[Reading]:
    size, finished = cut.one_of(SIZES), cut.one_of(FINISHED)

    def robust(found: Any) -> None:
        _finite(found)
        assert all(0 <= number <= 1 for axis in found.value[:2] for number in axis), found
        assert all(number >= 0 for number in found.value.t), found

    yield lambda text: standardizers.scanpath(text, "robust", size, finished), robust
    yield lambda text: standardizers.scanpath(text, "paper", size, finished), _finite


def _points(cut: Cut) -> Iterator[Reading]:
    size, finished = cut.one_of(SIZES), cut.one_of(FINISHED)

    def paper(found: Any) -> None:
        _shape(found)
        assert found.fallback == (found.value == ()), found
        assert all(len(point) == 3 and all(map(math.isfinite, point)) for point in found.value), found

    def robust(found: Any) -> None:
        paper(found)
        assert all(0 <= x <= 1 and 0 <= y <= 1 and weight > 0 for x, y, weight in found.value), found

    yield lambda text: standardizers.fixation(text, "robust", size, finished), robust
    yield lambda text: standardizers.fixation(text, "paper", size, finished), paper


def _decisions(cut: Cut) -> Iterator[Reading]:
    question, finished = cut.one_of(QUESTIONS), cut.one_of(FINISHED)

    def check(found: Any) -> None:
        _shape(found)
        assert found.value in ("yes", "no", ""), found
        assert found.fallback == (found.value == ""), found

    yield lambda text: standardizers.decision(text, "robust", finished, question), check
    yield lambda text: standardizers.decision(text, "paper", finished, question), check


def _of_views(views: Any, n_views: int, ascending: bool) -> None:
    assert type(views) is tuple, views
    assert all(type(view) is int and 1 <= view <= n_views for view in views), views
    assert not ascending or list(views) == sorted(set(views)), views


def _views(cut: Cut) -> Iterator[Reading]:
    n_views, question, finished = cut.one_of(VIEWS), cut.one_of(QUESTIONS), cut.one_of(FINISHED)

    def check(found: Any) -> None:
        _shape(found)
        _of_views(found.value, n_views, True)

    yield lambda text: standardizers.views(text, n_views, "robust", finished, question), check
    yield lambda text: standardizers.views(text, n_views, "paper", finished, question), check


def _operations(cut: Cut) -> Iterator[Reading]:
    n_views, question, finished = cut.one_of(VIEWS), cut.one_of(QUESTIONS), cut.one_of(FINISHED)

    def checked(ascending: bool) -> Check:
        def check(found: Any) -> None:
            _shape(found)
            assert type(found.value) is ViewOperations, found
            for name, views in found.value._asdict().items():
                if views is None or (name == "shift" and views and set(views) <= set(DIRECTIONS)):
                    continue
                _of_views(views, n_views, ascending)

        return check

    yield lambda text: standardizers.view_operations(text, n_views, "robust", finished, question), checked(True)
    yield lambda text: standardizers.view_operations(text, n_views, "paper", finished, question), checked(False)


def _cleaning(cut: Cut) -> Iterator[Reading]:
    def text(found: Any) -> None:
        assert type(found) is str, found

    def values(found: Any) -> None:
        assert type(found) is list, found

    def perhaps(found: Any) -> None:
        assert found is None or type(found) is str, found

    yield json_values, values
    yield plain, text
    yield fold, text
    yield final_answer_text, perhaps


def _frames(cut: Cut) -> Iterator[Reading]:
    shape = cut.one_of(((480, 640), (1, 1), (1050, 1680)))
    kind, finished = cut.one_of(("scanpath", "fixation")), cut.one_of(FINISHED)
    asked = cut.one_of(("unit", "thousand", "pixels"))

    def read(text: str) -> Any:
        written = as_written(text, kind, finished)
        decision = decide_frame([(written, shape)], asked)
        return written, decision, place(written, decision.of(written), shape)

    def check(found: Any) -> None:
        written, decision, placed = found
        assert decision.frame in ("unit", *CANDIDATES), decision
        assert all(map(math.isfinite, (number for point in written.points for number in point))), written
        height, width = shape
        assert all(0 <= x <= width - 1 and 0 <= y <= height - 1 for x, y, _ in placed.points), placed

    yield read, check


READERS: dict[str, Callable[[Cut], Iterator[Reading]]] = {
    "choice": _letters,
    "order": _orders,
    "count": _counts,
    "option": _options,
    "own_options": _own_options,
    "scanpath": _paths,
    "fixation": _points,
    "decision": _decisions,
    "views": _views,
    "view_operations": _operations,
    "cleaning": _cleaning,
    "frames": _frames,
}
"""Target to the readings of its inputs. What is asked comes from the front of the input, the text is the rest."""

_HEADER = {"choice": 3, "order": 3, "count": 1, "option": 3, "own_options": 2, "scanpath": 2, "fixation": 2,
           "decision": 2, "views": 3, "view_operations": 3, "cleaning": 0, "frames": 3}  # fmt: skip
_KIND = {"need_more": ("decision",), "scanpath": ("scanpath", "frames"), "fixation": ("fixation", "frames")}


def read(target: str, data: bytes, again: bool = False) -> int:
    """Check one input.

    Args:
        target: A key of `READERS`.
        data: The input.
        again: Whether to read twice, with all caches emptied in between, and compare.

    Returns:
        The number of readings.

    Raises:
        AssertionError: A result is not of the promised type or range, or not the same again.
    """
    cut, done = Cut(data), 0
    readings = list(READERS[target](cut))
    text = cut.text()
    for call, check in readings:
        found = call(text)
        check(found)
        done += 1
        if again:
            empty_caches()
            second = call(text)
            assert repr(second) == repr(found), f"not the same again: {found} and {second}"
            done += 1
    return done


def empty_caches() -> None:
    """Forget everything that readers remember of earlier texts."""
    for cache in _caches():
        cache.cache_clear()


def _caches(known: list[Any] = []) -> list[Any]:  # noqa: B006 (found once: a walk over all objects is slow)
    if not known:
        known.extend(
            one
            for one in gc.get_objects()
            if isinstance(one, _lru_cache_wrapper) and one.__module__.split(".")[0] in ("standardizers", "vlmeval_hvs")
        )
    return known


def seeds(target: str) -> Iterator[bytes]:
    """Inputs to begin with: the replies of the reply corpus, each under a question of its kind."""
    for number, case in enumerate(_cases()):
        if target in ("cleaning", *_KIND.get(case.kind, (case.kind,))):
            yield bytes([number % 251] * _HEADER[target]) + as_bytes(case.reply)
        elif target == "own_options" and case.options:
            parts = [*case.options[:4], case.question, case.reply]
            yield b"\x00\x00" + b"\xff".join(map(as_bytes, parts))


def _cases(known: list[Case] = []) -> list[Case]:  # noqa: B006
    if not known:
        known.extend(read_cases(corpus_folder()))
    return known
