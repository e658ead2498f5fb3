"""The thirteen question types of HVSBench, the accuracies that pool them, and what a question's text says.

Source: HVSBench paper, Table 2 and section 3.2 (types and fields); figures 4, 10 and 11 (wording). Accuracies are micro
averages: a field pools its question types, ``Overall`` pools all questions that have a right answer (not Q9 and Q12,
scored by MultiMatch), as the published tables do.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import pandas as pd


class QuestionType(NamedTuple):
    """Field of a question type, kind of its answer, and the hint that section E gives it."""

    field: str
    kind: str  # "choice", "count", "order" or "scanpath"
    hint: str


TYPES: dict[str, QuestionType] = {
    "Q1": QuestionType("Prominence", "choice", "salient"),
    "Q2": QuestionType("Subitizing", "count", "salient"),
    "Q3": QuestionType("Prioritizing", "order", "ranking"),
    **dict.fromkeys(("Q4", "Q5", "Q6", "Q7"), QuestionType("Prioritizing", "choice", "ranking")),
    "Q8": QuestionType("FreeViewing", "choice", "fixation"),
    "Q9": QuestionType("FreeViewing", "scanpath", "fixation"),
    "Q10": QuestionType("FreeViewing", "choice", "fixation"),
    "Q11": QuestionType("Searching", "choice", "fixation"),
    "Q12": QuestionType("Searching", "scanpath", "fixation"),
    "Q13": QuestionType("Searching", "choice", "fixation"),
}
FIELDS = tuple(dict.fromkeys(kind.field for kind in TYPES.values()))

_ANSWERED = [name for name, kind in TYPES.items() if kind.kind != "scanpath"]
POOLS: dict[str, list[str]] = {
    "Overall": _ANSWERED,
    **{f"{name}_Acc": [name] for name in _ANSWERED},
    **{f"{field}_Acc": [name for name in _ANSWERED if TYPES[name].field == field] for field in FIELDS},
}
"""Accuracy to the question types whose questions it pools."""

MOST_OPTIONS = "ABCDEFGHIJKLMNOPQ"
"""Table 1: a question has up to 17 options. Used where a question does not show its letters."""

_LISTED = re.compile(r"\bfrom (?:options? )?([A-Z](?:(?:, ?| ?/ ?| |, ?and |, ?or )(?:and |or )?[A-Z])+)\b")
_STYLES = (re.compile(r"\[([A-Z])\]"), re.compile(r"\[([a-z])\]"), re.compile(r"\[([1-9])\]"))
"""How questions print the labels of their options: figures 4, 10 and 11 capital letters, figure 2 others."""
_ALPHABETS = ("abcdefghijklmnopqrstuvwxyz", "123456789")
_BEHIND_OPTION = re.compile(r"[\s—–,;.-]*\b[Pp]lease\b.*|\s+[—–]\s.*")
_NUMBER = r"-?\d+(?:\.\d+)?"
_BOX = re.compile(rf"({_NUMBER})\s*,\s*({_NUMBER})\s*,\s*({_NUMBER})\s*,\s*({_NUMBER})")
_LENGTH = re.compile(r"\b(?:length|containing) (\d{1,3})\b")
_SAME = 0.0051  # of the image: coordinates are asked for with two decimals
_POINT = re.compile(rf"\(\s*({_NUMBER})\s*,\s*({_NUMBER})\s*\)")


def kinds_of(items: pd.DataFrame) -> pd.Series:
    """Kind of each row's answer, see `QuestionType`."""
    return items["question_type"].map({name: kind.kind for name, kind in TYPES.items()})


def pooled_accuracies(correct: Mapping[str, tuple[int, int]]) -> dict[str, float]:
    """``Overall``, ``<Field>_Acc`` and ``<Type>_Acc`` from right answers and questions per type."""
    result = {}
    for name, kinds in POOLS.items():
        right, asked = (sum(correct.get(kind, (0, 0))[part] for kind in kinds) for part in (0, 1))
        if asked:
            result[name] = right / asked
    return result


def labels_of(question: str) -> str:
    """Labels that a question offers for its options, such as ``"ABC"``; ``""`` when it shows none."""
    listed = _LISTED.search(question)
    found = set(re.findall(r"\b[A-Z]\b", listed[1])) if listed else set()
    return "".join(sorted(found | {label for label, _, _ in _printed(question, bool(found))}))


def options_of(question: str) -> dict[str, str]:
    """Label of each option to its text; options without a text are left out.

    A text ends at the next label, at the end of its line, or where the question goes on ("— please select ...").
    """
    places = _printed(question)
    ends = [*(start for _, start, _ in places[1:]), len(question)]
    texts: dict[str, str] = {}
    for (label, _, start), end in zip(places, ends[: len(places)], strict=True):
        if text := _BEHIND_OPTION.sub("", question[start:end].split("\n")[0]).strip(" \t,;"):
            texts[label] = text  # a label that is mentioned before the options are listed has its text last
    return texts


def _printed(question: str, listed: bool = False) -> list[tuple[str, int, int]]:
    """Every printed label with the start and the end of its print, in the first style that the question uses."""
    for style in _STYLES:
        places = [(match[1], match.start(), match.end()) for match in style.finditer(question)]
        labels = "".join(sorted({label for label, _, _ in places}))
        # A bracket with a capital letter is a label; others occur in texts, so these need a whole row.
        row = len(labels) > 1 and not listed and any(alphabet.startswith(labels) for alphabet in _ALPHABETS)
        if row or (places and labels.isupper()):
            return places
    return []


def box_in(text: str) -> tuple[float, float, float, float] | None:
    """First box ``x1,y1,x2,y2`` in a text, relative to the image; None when there is none."""
    match = _BOX.search(text)
    return None if match is None else tuple(float(part) for part in match.groups())  # type: ignore[return-value]


def points_in(text: str) -> list[tuple[float, float]]:
    """All points ``(x, y)`` in a text, relative to the image."""
    return [(float(x), float(y)) for x, y in _POINT.findall(text)]


def asked_length(question: str) -> int:
    """Number of fixations that a question asks for; 0 when it does not say."""
    match = _LENGTH.search(question)
    return int(match[1]) if match else 0


def example_in(question: str) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """X and y of the example output that a scanpath question prints; empty when it prints none."""
    text = question.partition("[Example")[2]
    lists = [re.search(rf"\b{axis} = \[([^\]]*)\]", text) for axis in "XY"]
    x, y = (tuple(float(number) for number in re.findall(_NUMBER, found[1])) if found else () for found in lists)
    return (x, y) if len(x) == len(y) else ((), ())


def repeats(x: Sequence[float], y: Sequence[float], example: tuple[Sequence[float], Sequence[float]]) -> bool:
    """Whether all fixations that the prompt's example has too are the same, three at least."""
    shared = min(len(x), len(example[0]))
    pairs = zip((*x[:shared], *y[:shared]), (*example[0][:shared], *example[1][:shared]), strict=True)
    return shared > 2 and all(abs(value - shown) <= _SAME for value, shown in pairs)


def stays(x: Sequence[float], y: Sequence[float]) -> bool:
    """Whether all fixations, two at least, are at one place; coordinates relative to the image."""
    return len(x) > 1 and max(x) - min(x) <= _SAME and max(y) - min(y) <= _SAME


def scanpath_text(scanpath: dict[str, list[float]], digits: int = 2) -> str:
    """A scanpath as the paper's prompt asks for it: ``X = [...] Y = [...] T = [...]``.

    ``X`` and ``Y`` are relative to the image and get so many decimals, ``T`` is in ms (200 each when empty).
    """
    x, y = (", ".join(f"{value:.{digits}f}" for value in scanpath[axis]) for axis in "XY")
    times = scanpath.get("T") or [200] * len(scanpath["X"])
    return f"X = [{x}] Y = [{y}] T = [{', '.join(str(round(value)) for value in times)}]"
