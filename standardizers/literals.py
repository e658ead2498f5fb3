"""Answers that a reply marks by their format: JSON fields and LaTeX boxes.

JSON and Python literals are found inside free text and decoded in linear time; nothing is ever executed.
"""

import json
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
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
    separator = ""  # what must precede the next value
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


# From the most to the least specific; a reply with several is read by the first.
_FIELDS = re.findall(
    r"\w+",
    "finalanswer answer correctanswer choice option label selection selected prediction result selectedoption "
    "correctoption letter count total number order ranking rank response output value",
)
_LISTED = ("order", "ranking", "rank", "answer", "finalanswer")
_MOST_OBJECTS = 50
# Braces of LaTeX and of sets do not enclose objects.
_OBJECT = re.compile(r"\{\s{0,9}(?:[\"'“‘][^\"'“”’\n]{0,60}[\"'”’]|\w{1,40})\s{0,3}[:=]")
_BOXED = re.compile(r"\\(?:boxed|fbox)\s?\{")
_BRACE = re.compile(r"[{}]")


def stated_answers(text: str) -> Iterator[tuple[str, str]]:
    r"""Yield (text, rule) of answers marked by format: JSON fields ("json"), then `\boxed{}` ("boxed")."""
    for field in answer_fields(text):
        if isinstance(field, str):
            yield field, "json"
        elif isinstance(field, (int, float)) and not isinstance(field, bool):
            yield repr(field), "json"
        elif isinstance(field, list) and len(field) == 1 and isinstance(field[0], str):
            yield field[0], "json"
    content = boxed(text)
    if content is not None:
        yield content, "boxed"


def answer_fields(text: str) -> Iterator[object]:
    """Yield the answer fields of the JSON objects in a text, last object first; nested objects are entered."""
    objects = [value for _, _, value in _objects(text)]
    for value in islice(reversed(objects), _MOST_OBJECTS):
        for _ in range(3):
            fields = {"".join(filter(str.isalnum, fold(str(key)).lower())): item for key, item in value.items()}
            name = next((name for name in _FIELDS if name in fields), None)
            inner = fields[name] if name is not None else next(iter(fields.values())) if len(fields) == 1 else None
            if not isinstance(inner, Mapping):
                if inner is not None:
                    yield inner
                break
            if name in _LISTED:
                yield inner
            value = inner


@lru_cache(4)
def _objects(text: str) -> tuple[tuple[int, int, Mapping[object, object]], ...]:
    """Return (start, end, value) of the JSON objects in a text."""
    if "{" not in text or not _OBJECT.search(text):
        return ()
    return tuple((start, end, value) for start, end, value in json_spans(text) if isinstance(value, Mapping))


def without_objects(text: str) -> str:
    """Return the text without its JSON objects, whose other fields are not prose."""
    kept, end = [], 0
    for start, stop, _ in _objects(text):
        kept.append(text[end:start])
        end = stop
    return "\n".join((*kept, text[end:]))


def boxed(text: str) -> str | None:
    r"""Return the content of the last non-blank `\boxed{...}` (braces balanced, to the end when unclosed), or None."""
    found: str | None = None
    after = 0
    if "\\" not in text:
        return None
    for match in _BOXED.finditer(text):
        if match.start() < after:
            continue  # nested in the one before: it stays part of that content
        after = _closing_brace(text, match.end())
        content = text[match.end() : after]
        if content.strip(" \t\n{}$"):
            found = content
    return found


def _closing_brace(text: str, start: int) -> int:
    depth = 1
    for match in _BRACE.finditer(text, start):
        depth += 1 if match.group() == "{" else -1
        if depth == 0:
            return match.start()
    return len(text)
