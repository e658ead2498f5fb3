"""Points in the notations of programs and drawings: arrays of C, R, MATLAB and others, SVG lines and circles."""

from __future__ import annotations

import re
from itertools import islice

_MOST = 2_000
_NUMBER = r"[-+]?(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30})(?:[eE][-+]?\d{1,3})?"
_NUMBERS = r"[-+.\deE\s]{1,20000}(?:,[-+.\deE\s]{1,400}){1,5000},?\s{0,9}"
_SUFFIX = re.compile(r"(?<![\w.])(\d{0,9}\.?\d{1,12}|\d{1,9}\.)(?:f|F|f32|f64|_f32|_f64|L)(?=\s?[,})\]])")
_ARROW = re.compile(r"(?<![A-Za-z])([A-Za-z][\w.]{0,24})\s?<-\s{0,3}(?=[A-Za-z(\[])")
_DECLARED = re.compile(r"(?<![A-Za-z0-9_])([A-Za-z]\w{0,24})\s?\[\s?\w{0,8}\s?\](\s?=\s?\{)")
_CALL = re.compile(
    r"(?<!\w)(?:c|[a-z]{0,12}(?:[lL]istOf|[aA]rrayOf|[aA]sList)|(?:List|Arrays|Array|Seq|Vector|array|list|vector|vec!)"
    rf"(?:\.of|\.from|\.asList)?(?:<[^<>()]{{1,24}}>)?)\s?[(\[]({_NUMBERS})[)\]]"
)
_CALLED = ("c(", "ist(", "Of(", "rray(", "eq(", "ector(", "vec!", ".of(", ".from(", ">(")
_TYPED = re.compile(
    r"(?:(?:=|:)\s{0,3})(?:new\s)?(?:\[\s?\w{0,8}\s?\]\s?\w{1,12}|\w{1,12}\s?\[\s?\d{0,4}\s?\]"
    r"|\w{1,12}(?=\[\s?[-+.\d]))\s?"
    r"(?=[\[{])"
)
_BRACES = re.compile(rf"\{{({_NUMBERS})\}}")
_BRACES_OF_LISTS = re.compile(r"\{(\s{0,9}\[[-+.\deE\s,\[\]]{1,40000}\]\s{0,9},?\s{0,9})\}")
_MATRIX = re.compile(r"\[([-+.\deE\s,]{1,20000};[-+.\deE\s,;]{1,20000})\]")
_DRAWING = re.compile(r"<\s?(?:svg|polyline|polygon|path|circle)\b", re.IGNORECASE)
_SHAPES = (
    re.compile(r"<\s?poly(?:line|gon)\b[^<>]{0,400}?\bpoints\s?=\s?[\"']([^\"'<>]{3,40000})[\"']", re.IGNORECASE),
    re.compile(r"<\s?path\b[^<>]{0,400}?\bd\s?=\s?[\"']([MLml\d.,\s+-]{3,40000})[\"']", re.IGNORECASE),
    re.compile(r"<\s?circle\b[^<>]{0,200}?\b(cx\s?=\s?[^<>]{3,200})>", re.IGNORECASE),
)
_CENTER = re.compile(rf"\bc(?P<axis>[xy])\s?=\s?[\"']?\s?({_NUMBER}%?)", re.IGNORECASE)
_VIEW = re.compile(
    rf"\bviewBox\s?=\s?[\"']\s?0(?:\.0)?[\s,]{{1,3}}0(?:\.0)?[\s,]{{1,3}}({_NUMBER})[\s,]{{1,3}}({_NUMBER})\s?[\"']",
    re.IGNORECASE,
)
_RELATIVE = re.compile("[ml]")
_A_NUMBER = re.compile(_NUMBER)


def without_code(text: str) -> str:
    """Return text with arrays of programming languages as "[0.5, 0.6]", and drawings as points in brackets.

    Args:
        text: The answer of a reply, with its code.
    """
    if "<" in text:
        text = _ARROW.sub(r"\1 = ", text) if "<-" in text else text
        text = _without_drawing(text) if _DRAWING.search(text) else text
    if "=" not in text:
        return _MATRIX.sub(_rows, text) if ";" in text and "[" in text else text
    if ("{" in text or "vec!" in text) and ("f" in text or "L" in text):
        text = _SUFFIX.sub(r"\1", text)
    if "{" in text:
        text = _DECLARED.sub(r"\1\2", text)
    if "[" in text and ("{" in text or "[]" in text or "t64[" in text or "t32[" in text):
        text = _TYPED.sub("= ", text)
    if any(name in text for name in _CALLED):
        text = _CALL.sub(r"[\1]", text)
    if "{" in text:
        text = _BRACES_OF_LISTS.sub(r"[\1]", _BRACES.sub(r"[\1]", text))
    return _MATRIX.sub(_rows, text) if ";" in text and "[" in text else text


def _rows(matrix: re.Match[str]) -> str:
    """Return "[0.5 0.5; 0.4 0.6]" as an array of rows, and "[0.5; 0.4]" as a list."""
    rows = [_A_NUMBER.findall(row) for row in matrix.group(1).split(";") if row.strip()]
    if len({len(row) for row in rows}) != 1 or len(rows) < 2 or not rows[0]:
        return matrix.group()
    parts = [", ".join(row) for row in rows]
    return f"[{', '.join(parts if len(rows[0]) == 1 else [f'[{part}]' for part in parts])}]"


def _without_drawing(text: str) -> str:
    """Return text with the shapes of a drawing as points; shares of its view where the drawing states one."""
    view = _VIEW.search(text)
    width, height = (float(view.group(1)), float(view.group(2))) if view else (1.0, 1.0)
    if not (width > 0 and height > 0):
        return text
    for shape in _SHAPES:
        found = [*islice(shape.finditer(text), _MOST)]
        pairs = _circles(found) if shape is _SHAPES[-1] else _corners(found)
        if pairs:
            points = ", ".join(f"({x / width:.6g}, {y / height:.6g})" for x, y in pairs)
            end = text.find(">", found[-1].end() - 1)
            return f"{text[: found[0].start()]} {points} {text[end + 1 :] if end >= 0 else ''}"
    return text


def _corners(found: list[re.Match[str]]) -> list[tuple[float, float]]:
    written = found[-1].group(1) if found else ""
    if _RELATIVE.search(written):
        return []
    numbers = [float(number) for number in _A_NUMBER.findall(written)]
    return [] if len(numbers) % 2 else [*zip(numbers[::2], numbers[1::2], strict=True)]


def _circles(found: list[re.Match[str]]) -> list[tuple[float, float]]:
    pairs = []
    for circle in found:
        center = {axis.lower(): value for axis, value in _CENTER.findall(circle.group(1))}
        if len(center) != 2:
            return []
        x, y = (float(center[axis].rstrip("%")) / (100 if center[axis].endswith("%") else 1) for axis in "xy")
        pairs.append((x, y))
    return pairs
