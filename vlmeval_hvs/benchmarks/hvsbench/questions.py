"""The thirteen question types of HVSBench and what can be read from a question's text.

Source: HVSBench paper, Table 2 and section 3.2 (types and fields); figures 4, 10 and 11 (wording).
"""

from __future__ import annotations

import re
from typing import NamedTuple


class QuestionType(NamedTuple):
    """Field of a question type, kind of its answer, and the hint that section E gives it."""

    field: str
    kind: str  # "choice", "count", "order" or "scanpath"
    hint: str


TYPES: dict[str, QuestionType] = {
    "Q1": QuestionType("Prominence", "choice", "salient"),
    "Q2": QuestionType("Subitizing", "count", "salient"),
    "Q3": QuestionType("Prioritizing", "order", "ranking"),
    "Q4": QuestionType("Prioritizing", "choice", "ranking"),
    "Q5": QuestionType("Prioritizing", "choice", "ranking"),
    "Q6": QuestionType("Prioritizing", "choice", "ranking"),
    "Q7": QuestionType("Prioritizing", "choice", "ranking"),
    "Q8": QuestionType("FreeViewing", "choice", "fixation"),
    "Q9": QuestionType("FreeViewing", "scanpath", "fixation"),
    "Q10": QuestionType("FreeViewing", "choice", "fixation"),
    "Q11": QuestionType("Searching", "choice", "fixation"),
    "Q12": QuestionType("Searching", "scanpath", "fixation"),
    "Q13": QuestionType("Searching", "choice", "fixation"),
}
FIELDS = tuple(dict.fromkeys(kind.field for kind in TYPES.values()))

MOST_OPTIONS = "ABCDEFGHIJKLMNOPQ"
"""Table 1: a question has up to 17 options. Used where a question does not show its letters."""

_LETTER_LIST = re.compile(r"\bfrom ([A-Z](?:\s*(?:,|or|and|，)\s*[A-Z])+)\b")
_BRACKETED = re.compile(r"\[([A-Z])\]")
_NUMBER = r"-?\d+(?:\.\d+)?"
_BOX = re.compile(rf"({_NUMBER})\s*,\s*({_NUMBER})\s*,\s*({_NUMBER})\s*,\s*({_NUMBER})")
_POINT = re.compile(rf"\(\s*({_NUMBER})\s*,\s*({_NUMBER})\s*\)")


def labels_of(question: str) -> str:
    """Option letters that a question offers, such as ``"ABC"``; ``""`` when it shows none."""
    listed = _LETTER_LIST.search(question)
    found = [*(re.findall(r"\b[A-Z]\b", listed.group(1)) if listed else ()), *_BRACKETED.findall(question)]
    return "".join(sorted(set(found)))


def options_of(question: str) -> dict[str, str]:
    """Option letter to its text: what stands between ``[A]`` and the next bracketed letter or line end."""
    parts = _BRACKETED.split(question)
    return {letter: text.split("\n")[0].strip() for letter, text in zip(parts[1::2], parts[2::2], strict=True)}


def box_in(text: str) -> tuple[float, float, float, float] | None:
    """First box ``x1,y1,x2,y2`` in a text, relative to the image; None when there is none."""
    match = _BOX.search(text)
    return None if match is None else tuple(float(part) for part in match.groups())  # type: ignore[return-value]


def points_in(text: str) -> list[tuple[float, float]]:
    """All points ``(x, y)`` in a text, relative to the image."""
    return [(float(x), float(y)) for x, y in _POINT.findall(text)]


def scanpath_text(scanpath: dict[str, list[float]], digits: int = 2) -> str:
    """A scanpath as the paper's prompt asks for it: ``X = [...] Y = [...] T = [...]``.

    Args:
        scanpath: ``X`` and ``Y`` relative to the image, ``T`` in ms (200 each when empty).
        digits: Decimals of the coordinates.
    """
    times = scanpath.get("T") or [200] * len(scanpath["X"])
    parts = [f"{axis} = [{', '.join(f'{value:.{digits}f}' for value in scanpath[axis])}]" for axis in ("X", "Y")] + [
        f"T = [{', '.join(str(round(value)) for value in times)}]"
    ]
    return " ".join(parts)
