"""Contracts of the readers: whatever the text, a result of the promised type and range, and the same one again."""

import gc
import inspect
import math
import zlib
from collections.abc import Callable, Iterator, Mapping
from functools import _lru_cache_wrapper, cache, partial
from typing import Any

import standardizers
from standardizers import Scanpath, Standardized, ViewOperations
from tests.fuzz.mutate import Cut, as_bytes
from vlmeval_hvs.answer_frames import CANDIDATES, as_written, decide_frame, place

LABELS = ("ABCD", "ABC", "AB", "A", "", "ABCDEFGHI", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abc", "123", "CAB", "Iİ")
OPTIONS = (
    ("bottle", "bunny", "kettle"), ("yes", "no"), ("1", "2", "3", "4"), (), ("red cup", "cup", "red mug", "blue cup"),
    ("Yes, it is.", "No, it is not.", "The picture does not show it."), ("", "A", "B"), ("the cat", "the cat"),
    ("left", "right", "upper left", "in the middle", "the object at [10, 20, 30, 40]"),
    ("[0.1, 0.2, 0.3, 0.4]", "[0.5, 0.6, 0.7, 0.8]", "[10, 20, 30, 40]"),
    ("first", "second", "third", "none of the above", "all of the above"),
    tuple(f"thing {number}" for number in range(30)), ("Ελλάδα", "日本", "Österreich", "İstanbul"),
    ("two people", "three people", "one person", "more than three people"),
)  # fmt: skip
QUESTIONS = (
    *(None, "", "Which object does the person look at? A. bottle B. bunny C. kettle", "How many people are there?"),
    "Is the door open? Answer yes or no.",
    "The image is split into 4 views: upper left (1), lower left (2), upper right (3), lower right (4). Which views?",
    "Shift the view to the left, right, up or down. Answer in JSON with the keys keep and shift.",
)
SIZES = (None, (640, 480), (1680.0, 1050.0), (0, 0), (1, 1), (100, 100), (10_000, 3))
FINISHED = (None, False, True)
ALL = {"finished": FINISHED, "question": QUESTIONS}
ASKED: dict[str, dict[str, Any]] = {
    "choice": {"labels": LABELS, "options": (None, "thing"), **ALL},
    "order": {"labels": LABELS, "options": (None, "thing"), **ALL}, "count": {"default": (-1.5,), **ALL},
    "option": {"options": OPTIONS, **ALL}, "own_options": {**ALL}, "scanpath": {"size": SIZES, **ALL},
    "fixation": {"size": SIZES, **ALL}, "decision": {**ALL}, "views": {"n_views": (4, 1, 2, 9, 16, 25, 3), **ALL},
    "view_operations": {"n_views": (4, 1, 2, 9, 16, 25, 3), **ALL},
    "frames": {"shape": ((480, 640), (1, 1), (1050, 1680)), "kind": ("scanpath", "fixation"), "finished": FINISHED},
}  # fmt: skip
"""Target to what its first bytes choose, one after the other; the rest is the text."""


def _letter(value: Any, labels: str, robust: bool, **_: Any) -> bool:
    return value == "" or (value in list(labels) if robust else len(value) == 1 and "A" <= value <= "Z")


def _letters(value: Any, labels: str, robust: bool, **_: Any) -> bool:
    return type(value) is str and (not robust or (set(value) <= set(labels) and len(set(value)) == len(value)))


def _number(value: Any, default: float, robust: bool, **_: Any) -> bool:
    return value == default or (type(value) is int and (value >= 0 or not robust))


def _position(value: Any, options: tuple[str, ...], **_: Any) -> bool:
    return type(value) is int and -1 <= value < len(options)


def _path(value: Any, robust: bool, **_: Any) -> bool:
    numbers = [number for axis in value for number in axis]
    whole = type(value) is Scanpath and len(value.x) == len(value.y) == len(value.t)
    inside = all(0 <= number <= 1 for axis in value[:2] for number in axis) and all(t >= 0 for t in value.t)
    return whole and all(type(one) is float and math.isfinite(one) for one in numbers) and (inside or not robust)


def _points(value: Any, robust: bool, **_: Any) -> bool:
    finite = all(len(point) == 3 and all(map(math.isfinite, point)) for point in value)
    return finite and (not robust or all(0 <= x <= 1 and 0 <= y <= 1 and weight > 0 for x, y, weight in value))


def _views(value: Any, n_views: int, ascending: bool = True, **_: Any) -> bool:
    numbers = type(value) is tuple and all(type(view) is int and 1 <= view <= n_views for view in value)
    return numbers and (not ascending or list(value) == sorted(set(value)))


def _operations(value: Any, n_views: int, robust: bool, **_: Any) -> bool:
    words = [views for views in value if views is not None and not any(isinstance(view, str) for view in views)]
    return type(value) is ViewOperations and all(_views(views, n_views, robust) for views in words)


PROMISED: dict[str, tuple[Callable[..., bool], Any]] = {
    "choice": (_letter, ""), "order": (_letters, ""), "count": (_number, -1.5), "option": (_position, -1),
    "scanpath": (_path, None), "fixation": (_points, ()),
    "decision": (lambda value, **_: value in ("yes", "no", ""), ""), "views": (_views, None),
    "view_operations": (_operations, None),
}  # fmt: skip
"""Reader to what holds of its value, and the value that means that there is no answer."""


def calls(target: str, cut: Cut) -> Iterator[tuple[Callable[[str], Any], Callable[[Any], None]]]:
    """The readings of an input, each with its check; takes from `cut` what is asked, and leaves the text."""
    asked = {name: cut.one_of(values) for name, values in ASKED[target].items()}
    if target == "frames":
        yield partial(_frames, **asked), lambda found: None  # it checks itself
        return
    if target == "own_options":
        *given, rest = cut.parts(5)
        asked["options"], cut.data = tuple(given), as_bytes(rest)
    if asked.get("options") == "thing":
        asked["options"] = tuple(f"thing {letter}" for letter in asked["labels"])
    name = "option" if target == "own_options" else target
    reader = getattr(standardizers, name)
    known = inspect.signature(reader).parameters
    for profile in ("robust", "paper"):
        given_now = {key: value for key, value in asked.items() if key in known}
        check = partial(_check, name, {**asked, "robust": profile == "robust"})
        yield partial(reader, profile=profile, **given_now), check


def _check(name: str, asked: Mapping[str, Any], found: Any) -> None:
    holds, none = PROMISED[name]
    assert type(found) is Standardized, type(found)
    assert isinstance(found.rule, str) and found.rule, found  # noqa: PT018
    assert type(found.fallback) is bool, found
    assert none is None or found.fallback == (found.value == none), found
    assert holds(found.value, **asked), found


def _frames(text: str, shape: tuple[int, int], kind: str, finished: bool | None) -> Any:
    written = as_written(text, kind, finished)
    decision = decide_frame([(written, shape)], "unit")
    placed = place(written, decision.of(written), shape)
    assert decision.frame in ("unit", *CANDIDATES), decision
    assert all(map(math.isfinite, (number for point in written.points for number in point))), written
    assert all(0 <= x <= shape[1] - 1 and 0 <= y <= shape[0] - 1 for x, y, _ in placed.points), placed
    return written, decision, placed


def read(target: str, data: bytes) -> None:
    """Check one input; some are read twice, with all caches emptied in between, and compared."""
    cut = Cut(data)
    for call, check in calls(target, cut):
        (text,) = cut.parts(1)
        found = call(text)
        check(found)
        if zlib.crc32(data) % 512 == 0:
            for cached in _caches():
                cached.cache_clear()
            assert repr(call(text)) == repr(found), "not the same again"


@cache
def _caches() -> list[Any]:
    cached = [one for one in gc.get_objects() if isinstance(one, _lru_cache_wrapper)]
    return [one for one in cached if one.__module__.split(".")[0] in ("standardizers", "vlmeval_hvs")]


REPLIES = (
    *("B", "The answer is B.", "**Answer:** (C)", "A, C, B", "C > A > B", "3", "There are twelve people.", "No."),
    *("<think>Perhaps A.</think> B", '```json\n{"answer": "B"}\n```', "\\boxed{4}", "I cannot tell.", "", "十二個"),
    *("[[0.5, 0.5], [0.2, 0.7]]", "X = [0.1, 0.5]\nY = [0.2, 0.5]\nT = [200, 300]", "(320, 240)", "50%, 25%", "1e9"),
    *("1, 3", "views 2 and 4", '{"part": "1,2", "reason": ""}', '{"keep": "1", "shift": "4"}', "none", "upper left"),
    *("not A but B", "either A or B", "the red cup", "A\nB\nC", "1. B\n2. A\n3. C", "twenty-one or two", "²", "\ud800"),
)  # fmt: skip


def seeds(target: str) -> Iterator[bytes]:
    """Inputs to begin with: plain and odd replies, under every question."""
    head = len(ASKED[target])
    for number, reply in enumerate(REPLIES * 4):
        start = bytes((number * (7 + 4 * place)) % 251 for place in range(head))
        options = b"cup\xffbowl\xff" if target == "own_options" else b""
        yield start + options + as_bytes(reply)
