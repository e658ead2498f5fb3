"""Answers that a reply marks as such by its format: a JSON field or a LaTeX box."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice

from .literals import json_spans
from .text import fold

# From the most to the least specific; a reply with several is read by the first.
_FIELDS = re.findall(
    r"\w+",
    "finalanswer answer correctanswer choice option label selection selected prediction result selectedoption "
    "correctoption letter count total number order ranking rank response output value",
)
_LISTED = ("order", "ranking", "rank", "answer", "finalanswer")
_MOST_OBJECTS = 50
# The braces of LaTeX and of sets are no objects.
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
    """Return the text without its JSON objects: what is no answer field in them is no prose either."""
    kept, end = [], 0
    for start, stop, _ in _objects(text):
        kept.append(text[end:start])
        end = stop
    return "\n".join((*kept, text[end:]))


def boxed(text: str) -> str | None:
    r"""Return the content of the last non-blank `\boxed{...}` (braces balanced, to the end when unclosed), or None."""
    found: str | None = None
    behind = 0
    if "\\" not in text:
        return None
    for match in _BOXED.finditer(text):
        if match.start() < behind:
            continue  # nested in the one before: it stays part of that content
        behind = _closing_brace(text, match.end())
        content = text[match.end() : behind]
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
