"""What can be answered without seeing: blind readers that learn from a set how its answers are distributed.

A reader knows the question type and one thing more (see `KNOWN`). It is fitted on nine tenths of the items and answers
the last tenth, so that it cannot remember; what it then scores above guessing is a leak of the set.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from dataset_builders.vpb.words import debias_kind
from vlmeval_hvs.choices import options_of
from vlmeval_hvs.metrics.chance import null_interval
from vlmeval_hvs.seeding import rng
from vlmeval_hvs.visual_prompts import parse_style
from vlmeval_hvs.visual_prompts.styles import shapes, style_data

FOLDS = 10
PRIOR = 4.0
"""How many observations the expectation of a coarser view is worth."""

TOTAL = "all"

Row = Mapping[str, Any]
Key = tuple[object, ...]
Reader = Callable[[Row, list[str], int], list[Key]]
"""Views of one option of a row, from coarse to fine; options that look alike have equal views."""


def _majority(row: Row, options: list[str], place: int) -> list[Key]:
    return [(place,)]


def _options(row: Row, options: list[str], place: int) -> list[Key]:
    offered = tuple(sorted(options))
    return [(options[place],), (options[place], offered)]


def _text(row: Row, options: list[str], place: int) -> list[Key]:
    shape, color = row["vp_shape"], row["vp_color"]
    return [*_options(row, options, place), (options[place], shape), (options[place], shape, color)]


def _colors(row: Row, options: list[str], place: int) -> list[Key]:
    drawn = {style.color for style in _drawn(row)}
    return _seen(options[place], row["vp_color"] in drawn, len(drawn))


def _shapes(row: Row, options: list[str], place: int) -> list[Key]:
    drawn = {style.shape for style in _drawn(row)}
    return _seen(options[place], row["vp_shape"] in drawn, len(drawn))


def _seen(option: str, there: bool, different: int) -> list[Key]:
    return [(option,), (option, there), (option, there, different)]


def _drawn(row: Row) -> list[Any]:
    return [parse_style(name) for name in json.loads(row["vp_marks"])]


KNOWN: dict[str, Reader] = {
    "majority": _majority,
    "options only": _options,
    "text only": _text,
    "colours only": _colors,
    "shapes only": _shapes,
}
"""The blind readers: the most common letter; the options; question and options; the colours that are in the picture
(not how many marks have them, nor where, nor of what shape); the shapes, likewise."""


ALWAYS_NONE = "always none"
"""The reader of the debias items and their controls, which offer "None of the above" or "There is no ...": it always
takes this option."""


def blind_baselines(rows: Iterable[Row]) -> dict[str, dict[str, dict[str, float]]]:
    """Accuracy of every blind reader on the ordinary items of Stage 1, and of `ALWAYS_NONE` on those with that option.

    Of paired items one style counts, because they have one answer.

    Args:
        rows: Rows as the builder writes them.

    Returns:
        Per reader and question type of its items (and `TOTAL`): ``n``, ``accuracy``, ``chance`` and the limits ``low``
        and ``high`` within which 95 % of guesses lie. Readers that need ``vp_marks`` are left out where rows have none.
    """
    rows = list(rows)
    ordinary = _one_per_pair([row for row in rows if not row.get("debias")])
    found: dict[str, dict[str, dict[str, float]]] = {}
    for name, reader in KNOWN.items():
        if reader in (_colors, _shapes) and not all(row.get("vp_marks") for row in ordinary):
            continue
        found[name] = _cells(ordinary, _right(ordinary, reader))
    offering = [row for row in rows if row.get("debias") and row["question_type"] != "existence"]
    if offering:
        found[ALWAYS_NONE] = _cells(offering, [_none_is_right(row) for row in offering])
    return found


def _none_is_right(row: Row) -> bool:
    return debias_kind(row["question_type"], str(row[row["answer"]])) != ""


def _cells(rows: Sequence[Row], right: Sequence[bool]) -> dict[str, dict[str, float]]:
    """The cell of all rows, and of every question type."""
    groups = {TOTAL: list(range(len(rows)))}
    for position, row in enumerate(rows):
        groups.setdefault(str(row["question_type"]), []).append(position)
    return {group: _cell(rows, right, chosen) for group, chosen in groups.items() if chosen}


def _one_per_pair(rows: list[Row]) -> list[Row]:
    order = rng(0, "blind", len(rows)).permutation(len(rows))
    chosen: dict[object, Row] = {}
    for position in order:
        row = rows[int(position)]
        chosen.setdefault(row.get("pair") or ("single", row["index"]), row)
    return list(chosen.values())


def _cell(rows: Sequence[Row], right: Sequence[bool], chosen: Sequence[int]) -> dict[str, float]:
    chance = null_interval([1 / len(options_of(rows[i])) for i in chosen])
    accuracy = sum(right[i] for i in chosen) / len(chosen)
    limits = {"chance": chance.value, "low": chance.low, "high": chance.high}
    return {"n": len(chosen), "accuracy": accuracy, **limits}


def _right(rows: Sequence[Row], reader: Reader) -> list[bool]:
    """Whether a reader answers each row rightly, fitted on the other folds."""
    views = [_views(row, reader) for row in rows]
    answers = ["ABCD".index(row["answer"]) for row in rows]
    offered: list[Counter[Key]] = [Counter() for _ in range(FOLDS)]
    correct: list[Counter[Key]] = [Counter() for _ in range(FOLDS)]
    for position, options in enumerate(views):
        for place, keys in enumerate(options):
            offered[position % FOLDS].update(keys)
            correct[position % FOLDS].update(keys if place == answers[position] else ())
    all_offered, all_correct = sum(offered, Counter()), sum(correct, Counter())
    found = []
    for position, options in enumerate(views):
        fold = position % FOLDS
        beliefs = []
        for keys in options:
            belief = 1 / len(options)
            for key in keys:
                hits = all_correct[key] - correct[fold][key]
                seen = all_offered[key] - offered[fold][key]
                belief = (hits + PRIOR * belief) / (seen + PRIOR)
            beliefs.append(belief)
        found.append(beliefs.index(max(beliefs)) == answers[position])
    return found


def _views(row: Row, reader: Reader) -> list[list[Key]]:
    """Per option its views, with the question type in each; words of colours and shapes are taken out of options."""
    options = [_plain(option) for option in options_of({k: str(v) for k, v in row.items()})]
    kind = row["question_type"]
    return [[(depth, kind, *key) for depth, key in enumerate(reader(row, options, i))] for i in range(len(options))]


def _plain(option: str) -> str:
    return _NAMES.sub("~", option.lower())


_PHRASES = [style_data()["shapes"][shape]["phrase"] for shape in shapes()]
_COLORS = [color for color, rgb in style_data()["colors"].items() if rgb]
_NAMES = re.compile(rf"\b(?:{'|'.join(_COLORS)})\s+(?:{'|'.join(_PHRASES)})\b")


def leaks(found: Mapping[str, Mapping[str, Mapping[str, float]]]) -> list[str]:
    """A sentence for every reader that is right more often than guesses ever are."""
    sentences = []
    for name, groups in found.items():
        cell = groups.get(TOTAL)
        if cell and cell["accuracy"] > cell["high"] + (cell["high"] - cell["chance"]):
            sentences.append(
                f"{name}, without seeing: {cell['accuracy']:.1%} right, {cell['chance']:.1%} would be guessing"
            )
    return sentences


def as_text(found: Mapping[str, Mapping[str, Mapping[str, float]]]) -> str:
    """The table for the terminal: one line per reader, per question type the accuracy and the limits of guessing."""
    groups = list(dict.fromkeys(group for cells in found.values() for group in cells))
    lines = [f"{'answered without seeing, %':28s}" + "".join(f"{group:>24s}" for group in groups)]
    for name, cells in found.items():
        texts = []
        for group in groups:
            if group not in cells:
                texts.append("-")
                continue
            cell = {key: 100 * value for key, value in cells[group].items()}
            texts.append(f"{cell['accuracy']:.1f} ({cell['low']:.1f}-{cell['high']:.1f})")
        lines.append(f"{name:28s}" + "".join(f"{text:>24s}" for text in texts))
    return "\n".join(lines)
