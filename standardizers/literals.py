"""JSON and Python literals inside free text, found and decoded in linear time; nothing is ever executed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import islice

from .text import fold

_MOST_VALUES = 2_000  # no answer has more bracketed parts; bounds the work on "[][][]..."
_MOST_BRACKETS = 200_000  # brackets and quotes after which the search for literals ends
_MOST_REPAIRED = 200_000  # characters of one malformed literal that are repaired token by token
_DEEPEST = 60  # nesting that is still an answer
_LEVELS_DOWN = (
    4  # how far inside a broken literal whole ones are looked for; every level reads each character at most once more
)

_BRACKET = re.compile(r'\\.|["\n{}\[\]]', re.DOTALL)
_PAIRS = {"}": "{", "]": "["}
_TOKEN = re.compile(
    r"""(?P<string>"(?:[^"\\\n]|\\.)*")|(?P<single>'(?:[^'\\\n]|\\.)*')|(?P<comment>//[^\n]*|\#[^\n]*)|(?P<gap>\.\.+)"""
    r"""|(?P<number>[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?)(?P<unit>\s?(?:%|[A-Za-zµ]+))?"""
    r"""|(?P<word>[-+]?[^\W\d][\w.-]*)|(?P<mark>[\[\](){},:=])"""
)
_WORDS = {
    **{"none": "null", "null": "null", "true": "true", "false": "false"},
    **dict.fromkeys(("nan", "-nan", "+nan"), "NaN"),
    **dict.fromkeys(("inf", "+inf", "infinity", "+infinity"), "Infinity"),
    **dict.fromkeys(("-inf", "-infinity"), "-Infinity"),
}


def whole_number(digits: str) -> int | float:
    """Return an integer literal as int, or as float past 18 digits, where Python's conversion is slow or refused."""
    return int(digits) if len(digits) <= 18 else float("inf") if len(digits) > 320 else float(digits)


def json_values(text: str) -> list[object]:
    """Return all JSON values (objects and arrays) written in a text, in order of appearance.

    Outermost values only; values inside one that cannot be read are looked for in turn. Tolerated: Python literals
    (single quotes, tuples, None), bare and curly-quoted keys, trailing or missing commas, comments, "...", NaN and
    infinities, numbers with a unit ("50%", "186ms" become strings). Nothing found or nothing readable: an empty list.

    Args:
        text: Any text, with or without code fences; reasoning traces are the caller's business.
    """
    return [value for _, _, value in json_spans(text)]


def json_spans(text: str) -> list[tuple[int, int, object]]:
    """Return (start, end, value) for every value that `json_values` finds."""
    if "{" not in text and "[" not in text:
        return []
    spans, depths = _bracketed(text)
    found: list[tuple[int, int, object]] = []
    level = _outermost(spans)[-_MOST_VALUES:]
    for _ in range(_LEVELS_DOWN):
        broken: list[tuple[int, int]] = []
        for start, end in level:
            value = _decode(text[start:end]) if depths[start] <= _DEEPEST else _UNREADABLE
            if value is _UNREADABLE:
                broken.append((start, end))
            else:
                found.append((start, end, value))
        if not broken:
            break
        level = _children(spans, broken)[-_MOST_VALUES:]
    return sorted(found, key=lambda item: item[0])


_UNREADABLE = object()


def _bracketed(text: str) -> tuple[list[tuple[int, int]], dict[int, int]]:
    """Return all balanced [..] and {..} spans by start, and for each start its depth of nesting (1 = flat)."""
    spans: list[tuple[int, int]] = []
    depths: dict[int, int] = {}
    stack: list[list[int]] = []  # [start, depth inside]
    quoted = False
    for match in islice(_BRACKET.finditer(text), _MOST_BRACKETS):
        mark = match.group()
        if mark == '"':
            quoted = bool(stack) and not quoted
        elif mark == "\n":
            quoted = False
        elif quoted or mark[0] == "\\":
            continue
        elif mark in "[{":
            stack.append([match.start(), 1])
        elif stack and text[stack[-1][0]] == _PAIRS[mark]:
            start, depth = stack.pop()
            spans.append((start, match.end()))
            depths[start] = depth
            if stack and stack[-1][1] <= depth:
                stack[-1][1] = depth + 1
    spans.sort()
    return spans, depths


def _outermost(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    kept: list[tuple[int, int]] = []
    end = -1
    for span in spans:
        if span[0] >= end:
            kept.append(span)
            end = span[1]
    return kept


def _children(spans: list[tuple[int, int]], parents: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the outermost spans strictly inside the given (disjoint, ordered) ones."""
    inside: list[tuple[int, int]] = []
    remaining = iter(parents)
    parent = next(remaining, None)
    end = -1
    for start, stop in spans:
        while parent is not None and start >= parent[1]:
            parent = next(remaining, None)
        if parent is None:
            break
        if start > parent[0] and start >= end:
            inside.append((start, stop))
            end = stop
    return inside


def _decode(literal: str) -> object:
    value = _loads(literal)
    if value is _UNREADABLE and len(literal) <= _MOST_REPAIRED:
        value = _loads("".join(_repaired(fold(literal))))
    return value


def _loads(literal: str) -> object:
    try:
        return json.loads(literal, parse_int=whole_number, strict=False)
    except (ValueError, RecursionError):
        return _UNREADABLE


def _repaired(literal: str) -> Iterator[str]:
    """Yield the tokens of a malformed literal as JSON: commas between values, words quoted, tuples as arrays."""
    separator = ""  # what must stand before the next value
    for match in _TOKEN.finditer(literal):
        kind = match.lastgroup
        token = match.group()
        if kind in ("comment", "gap"):
            continue
        if kind == "mark":
            if token == ",":
                continue  # commas are put back where values follow each other
            if token in ":=":
                yield ":"
                separator = ""
                continue
            if token in "])}":
                yield "]" if token == ")" else token
                separator = ","
                continue
            yield separator + ("[" if token == "(" else token)
            separator = ""
            continue
        yield separator + _scalar(match)
        separator = ","


def _scalar(match: re.Match[str]) -> str:
    token = match.group()
    if match.group("string") is not None:
        return token
    if match.group("single") is not None:
        return json.dumps(token[1:-1].replace("\\'", "'"))
    if match.group("word") is not None:
        return _WORDS.get(token.lower()) or json.dumps(token)
    if match.group("unit") is not None:
        return json.dumps(token)
    return repr(float(token)) if any(mark in token for mark in ".eE") else str(whole_number(token.lstrip("+")))
