"""What a reader reads in a case, and whether it is what a person reads."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

import standardizers
from vlmeval_hvs.benchmarks.actiview.replies import yes_no
from vlmeval_hvs.reply_corpus.cases import Case

# People copy the numbers that a reply shows; what is left is rounding (0.333 for a third, 12 ms for 0.0123 s).
PLACE, TIME = 0.0051, 1.01
"""Tolerance of scanpaths: coordinates as shares of the image, durations in ms."""

NEXT_PLACE, WEIGHT = 0.021, 0.02
"""Tolerance of next fixations, where replies name places in words, and of their weights."""


class Reading(NamedTuple):
    """What was read: the value as in `Case.reading` (None when there is no answer), and the rule that decided."""

    value: Any
    rule: str


def read(case: Case, profile: str = "robust") -> Reading:
    """Let this package's reader read a case.

    Args:
        case: The case.
        profile: ``robust`` or ``paper``.
    """
    if case.kind == "need_more":
        decision = yes_no(case.reply, profile, **_facts(yes_no, case))
        return Reading(("no" if decision.stop else "yes") if decision.ok else None, "")
    reader = getattr(standardizers, case.kind)
    found = reader(case.reply, profile=profile, **_facts(reader, case))
    return Reading(None if found.fallback else _AS_WRITTEN.get(case.kind, _same)(found.value), found.rule)


def same_reading(kind: str, got: Any, wanted: Any) -> bool:
    """Whether two readings of a kind are the same answer, within the tolerances of points."""
    if got is None or wanted is None:
        return got is wanted
    if kind == "scanpath":
        tolerances = {"x": PLACE, "y": PLACE, "t": TIME}
        return all(_close(got[axis], wanted[axis], limit) for axis, limit in tolerances.items())
    if kind == "fixation":
        limits = (NEXT_PLACE, NEXT_PLACE, WEIGHT)
        pairs = zip(got, wanted, strict=False)
        return len(got) == len(wanted) and all(
            abs(a - b) <= limit for one, other in pairs for a, b, limit in zip(one, other, limits, strict=True)
        )
    if kind == "view_operations":
        return all(got.get(name) == wanted.get(name) for name in ("part", "keep", "shift"))
    return bool(got == wanted)


def _close(got: Sequence[float], wanted: Sequence[float], limit: float) -> bool:
    return len(got) == len(wanted) and all(abs(a - b) <= limit for a, b in zip(got, wanted, strict=True))


@cache
def _takes(reader: Callable[..., Any]) -> tuple[str, ...]:
    known = ("labels", "options", "n_views", "size", "finished", "question")
    return tuple(name for name in known if name in inspect.signature(reader).parameters)


def _facts(reader: Callable[..., Any], case: Case) -> dict[str, Any]:
    """What is known about the question, as far as a reader takes it: readers differ in what they can use."""
    return {name: getattr(case, name) for name in _takes(reader)}


def _same(value: Any) -> Any:
    return value


def _scanpath(path: Any) -> dict[str, list[float]]:
    return {axis: list(getattr(path, axis)) for axis in "xyt"}


def _operations(found: Any) -> dict[str, list[int] | None]:
    return {name: None if part is None else sorted(part) for name, part in found._asdict().items()}


_AS_WRITTEN: dict[str, Callable[[Any], Any]] = {
    "scanpath": _scanpath,
    "fixation": lambda points: [list(point) for point in points],
    "views": list,
    "view_operations": _operations,
}
"""From a reader's type to that of `Case.reading`."""
