"""One line of the reproduction: our number beside the published one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from vlmeval_hvs.benchmarks.gaze.responses import Responses

PASS, FAIL, NOT_RUN, SHOWN = "pass", "fail", "not run", ""
"""Outcomes; `SHOWN` is a number for which the paper draws a figure and prints nothing."""

Interval = tuple[float, float]


@dataclass(frozen=True)
class Measured:
    """A number with what it rests on.

    Attributes:
        value: The number, or a sign or name in words.
        n: Number of observations.
        interval: 95 % interval, where one is computed.
    """

    value: float | str
    n: int
    interval: Interval | None = None


@dataclass(frozen=True)
class Row:
    """A published number and ours.

    Attributes:
        where: Table, figure or section.
        group: Whose answers, in the paper's words.
        what: What is counted or tested.
        paper: The published number as it is printed; "" where a figure shows it only.
        ours: Our number; None when it could not be computed. It is not compared where photos of the study are missing.
        outcome: `PASS`, `FAIL`, `NOT_RUN` or `SHOWN`.
        note: Why it was not computed, or how to read it.
    """

    where: str
    group: str
    what: str
    paper: str
    ours: Measured | None
    outcome: str
    note: str = ""


def half_a_digit(printed: str) -> float:
    """How far a number may be from a printed one: half a unit of its last digit.

    Example:
        >>> half_a_digit("0.94"), half_a_digit("5754")
        (0.005, 0.5)
    """
    digits = len(printed.partition(".")[2])
    return 0.5 * 10.0**-digits


def compared(where: str, group: str, what: str, paper: str, ours: Measured | None, note: str = "") -> Row:
    """The row of a published number or word and ours."""
    if ours is None:
        return Row(where, group, what, paper, None, NOT_RUN, note)
    if not paper:
        return Row(where, group, what, paper, ours, SHOWN, note)
    if isinstance(ours.value, str):
        met = ours.value == paper
    else:
        # A number that rounds to the printed one may lie on the border; the slack is for binary fractions.
        met = abs(ours.value - float(paper)) <= half_a_digit(paper) * (1 + 1e-9) + 1e-12
    return Row(where, group, what, paper, ours, PASS if met else FAIL, note)


def found_group(groups: Mapping[str, Responses], names: Sequence[str], study: str) -> Responses | None:
    """The responses of a group in one part of the study; None when the table has none.

    Args:
        groups: As `vlmeval_hvs.benchmarks.gaze.responses.read_responses` gives them.
        names: Names that the group has had, in any case.
        study: ``"main"``, ``"pilot"`` or ``"prepilot"``.
    """
    known = {name.casefold() for name in names}
    return next((one for one in groups.values() if one.group.casefold() in known and one.study == study), None)


Measure = Callable[[Responses, Mapping[str, Any], int], "Measured | None"]
"""A measure of one group's answers: responses, the claim (with its restrictions), the seed of intervals."""
