"""The words of VP-Bench's releases: shapes, attributes, question types and tasks, in both published vocabularies.

The official code has other names than the paper: its ``mask`` is the paper's contour, its ``fill_contour`` the paper's
mask. The vocabulary is decided once for a whole file.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable, Sequence
from typing import Any

from vlmeval_hvs.benchmarks.vpb.wording import wording
from vlmeval_hvs.visual_prompts.styles import StyleError, normal, parse_shape, parse_words, style_data

CODE_ONLY = frozenset({"bounding_box", "fill_contour", "circle", "number_label", "alphabet_label", "single_point"})
PAPER_ONLY = frozenset({"bbox", "oval", "tag", "contour", "point"})

_NUMBER = re.compile(
    r"(?:there (?:is|are) )?(?:\d+|no|none|zero|one|two|three|four|five|six|seven|eight|nine|ten)\b", re.I
)
_PLACE = re.compile(r"\b(?:top|bottom|upper|lower|left|right|middle|cent(?:er|re))\b", re.I)
_YES_NO = re.compile(r"(?:yes|no)\b", re.I)
_TEXT_RULES = tuple(
    (kind, re.compile(pattern, re.IGNORECASE))
    for kind, pattern in (
        ("enumeration", r"\bhow many\b|\bnumber of\b|\bcount\b|\bquantity\b|\btotal of\b"),
        ("location", r"\bwhere\b|\blocat|\bposition|\bsituated\b|\bpart of the (?:image|picture)\b|\bplaced\b"),
        (
            "reference",
            r"\brefer|\bhighlight|\bindicat|\bpoint(?:s|ing)? (?:to|at)\b|\bwhich object\b|\bmark(?:s|ed|ing)?\b"
            r"|\bdesignat|\bsignif|\brepresent|\bdenot|\btarget",
        ),
        (
            "existence",
            r"^(?:is|are|does|do|can|could)\b|\bpresent\b|\bappear|\bany\b|\bexist|\bvisible\b|\bcontain",
        ),
    )
)


def text_of(cell: Any) -> str:
    """A cell as text; missing values are ""."""
    text = "" if cell is None else str(cell).strip()
    return "" if text.lower() in ("nan", "null") else text


def as_list(cell: Any) -> list[str]:
    """Words of a cell that may be a list, the text of a list, or words between commas."""
    if cell is None:
        return []
    if hasattr(cell, "tolist"):
        cell = cell.tolist()
    if isinstance(cell, (list, tuple)):
        return [word for item in cell for word in as_list(item)]
    text = str(cell).strip()
    if text[:1] in "[(" and text[-1:] in "])":
        for read in (json.loads, ast.literal_eval):
            try:
                found = read(text)
            except (ValueError, SyntaxError, MemoryError, RecursionError):
                continue
            return as_list(found) if isinstance(found, (list, tuple)) else [str(found)]
        text = text[1:-1]
    return [word for part in re.split(r"[,;|/]", text) if (word := part.strip().strip("\"'"))]


def vocabulary(shape_words: Iterable[str]) -> str:
    """The vocabulary of shape words: ``code``, ``paper``, ``mixed`` or ``undecided``."""
    words = {normal(word).partition("(")[0].strip("_") for word in shape_words}
    code, paper = bool(words & CODE_ONLY), bool(words & PAPER_ONLY)
    return "mixed" if code and paper else "code" if code else "paper" if paper else "undecided"


def shape_of(word: str, vocab: str) -> str:
    """The paper's shape for a word of a release, or ""."""
    name = normal(word.partition("(")[0])
    if vocab == "code" and name == "mask":
        return "contour"
    try:
        return parse_shape(name)[0]
    except StyleError:
        return ""


def style_of(shape_word: str, properties: Sequence[str], vocab: str) -> str:
    """Style in the paper's spelling, or "" when shape and properties do not name exactly one."""
    shape = shape_of(shape_word, vocab)
    if not shape:
        return ""
    words = [word for word in properties if word]
    inside = re.search(r"\(([^)]*)\)", shape_word)
    if inside:
        words = as_list(inside[1])
    implied = parse_shape(normal(shape_word.partition("(")[0]))[1]
    others = [word for word in words if shape_of(word, vocab) != shape]
    for candidate in (words, others):  # the second without the shape's own name, which some releases repeat
        try:
            return str(parse_words(shape, candidate, implied if shape == "tag" else {}))
        except StyleError:
            continue
    return ""


def shape_in(text: str) -> str:
    """The shape that a question names, or ""."""
    low = text.lower()
    for shape, words in _SPOKEN.items():
        if any(re.search(rf"\b{word}s?\b", low) for word in words):
            return shape
    return ""


def shape_explained(text: str) -> str:
    """The shape that an explaining sentence of the paper's Table 3 is about, or "".

    The TSV for VLMEvalKit names no shapes, but its ``hint`` is one of these eight sentences, each of which begins with
    the shape's name ("Context: An arrow is ..."). The beginning decides, so that a reworded rest does no harm.
    """
    found = _EXPLAINS.match(text)
    return _PHRASES[found[1].lower()] if found else ""


_PHRASES = {entry["phrase"]: shape for shape, entry in style_data()["shapes"].items()}
_EXPLAINS = re.compile(
    rf"\s*(?:context\s*:\s*)?an?\s+({'|'.join(_PHRASES)})\s+is\b",
    re.IGNORECASE,
)


def color_in(text: str) -> str:
    """The only colour of visual prompts that a text names, or ""."""
    named = {color for color, rgb in style_data()["colors"].items() if rgb and re.search(rf"\b{color}\b", text, re.I)}
    return named.pop() if len(named) == 1 else ""


_SPOKEN = {
    "bbox": ("bounding box(?:e)?", "bbox(?:e)?", "box(?:e)?", "rectangular frame"),
    "contour": ("contour", "outline"),
    "scribble": ("scribble",),
    "arrow": ("arrow",),
    "oval": ("oval", "ellipse"),
    "mask": ("mask",),
    "tag": ("tag", "label"),
    "point": ("point", "dot"),
}


def question_type(question: str, options: Sequence[str]) -> str:
    """The question type by options and question; "" when unknown.

    The options decide first: releases rephrase their questions, but keep numbers, places, and yes or no.
    """
    plain = [re.sub(r"^\W*[A-Da-d][.):]\s*", "", option).strip() for option in options if option.strip()]
    asks = [kind for kind, pattern in _TEXT_RULES if pattern.search(question)]
    if plain:
        if all(_YES_NO.match(option) for option in plain) and len(plain) <= 3:
            return "existence"
        numbers = sum(bool(_NUMBER.match(option)) for option in plain) > len(plain) / 2
        if numbers and ("enumeration" in asks or all(option.isdecimal() for option in plain)):
            return "enumeration"
        if sum(len(_PLACE.findall(option)) > 0 for option in plain) > len(plain) / 2 and "location" in asks:
            return "location"
    if "enumeration" in asks:
        return "enumeration"
    if "location" in asks and "reference" in asks:  # "the mark located there refers to" asks what, not where
        return "location" if re.search(r"\bwhere\b", question, re.I) else "reference"
    return asks[0] if asks else ""


def debias_kind(kind: str, answer: str) -> str:
    """The debias kind of an item by the text of its right option: ``none_correct``, ``absent`` or ""."""
    text = answer.lower().strip().rstrip(".")
    if text.endswith(_NONE_CORRECT):
        return "none_correct"
    if kind == "existence":
        return ""
    zero = kind == "enumeration" and text in ("0", "zero", "none")
    return "absent" if zero or _ABSENT.search(text) else ""


_NONE_CORRECT = ("none of the above", "none of these", "none of the options")
_ABSENT = re.compile(
    r"^(?:no, )?there (?:is|are) (?:no|not)\b|^there(?:['’]s no|n['’]t any)\b|^no (?:such|red|blue|green|black)\b"
    r"|\b(?:is|are) (?:not (?:present|visible|in|there|found|located|shown)|absent|missing)\b|\b(?:is|are)n['’]t\b"
    r"|\bdo(?:es)?(?: not|n['’]t) (?:appear|exist)\b"
)


def task_of(source: str) -> str:
    """Stage 2 task for a source name such as ``PSG`` or ``see_click``, or ""."""
    key = re.sub(r"[^a-z0-9]", "", source.lower())
    for task, entry in wording()["tasks"].items():
        if any(word in key for word in entry["words"]):
            return task
    return ""
