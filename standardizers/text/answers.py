"""Answers that a reply marks as such by its format: a JSON field or a LaTeX box."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice

from .cleaning import boxed, fold
from .literals import json_spans, json_values

# From the most to the least specific; a reply with several is read by the first.
FIELDS = re.findall(
    r"\S+",
    "finalanswer answer correctanswer choice option label selection selected prediction result selectedoption "
    "correctoption letter count total number order ranking rank response output value",
)
_MOST_OBJECTS = 50


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
    objects = [value for value in json_values(text) if isinstance(value, Mapping)]
    for value in islice(reversed(objects), _MOST_OBJECTS):
        for _ in range(3):
            fields = {"".join(filter(str.isalnum, fold(str(key)).lower())): item for key, item in value.items()}
            name = next((name for name in FIELDS if name in fields), None)
            inner = fields[name] if name is not None else next(iter(fields.values())) if len(fields) == 1 else None
            if not isinstance(inner, Mapping):
                if inner is not None:
                    yield inner
                break
            if name in ("order", "ranking", "rank", "answer", "finalanswer"):
                yield inner
            value = inner


def without_objects(text: str) -> str:
    """Return the text without its JSON objects: what is no answer field in them is no prose either."""
    kept = []
    end = 0
    for start, stop, value in json_spans(text):
        if isinstance(value, Mapping):
            kept.append(text[end:start])
            end = stop
    return "\n".join((*kept, text[end:]))
