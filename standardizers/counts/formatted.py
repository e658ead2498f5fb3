"""Counts in JSON fields, LaTeX boxes and lists of things."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..stance.verdict import NO_ANSWER
from ..text.answers import stated_answers
from ..text.cleaning import as_text, plain
from ..text.literals import json_values
from .lists import in_json
from .prose import Found, in_prose

_MOST_VALUES = 200
# Names of JSON fields that hold the count, from the most to the least specific.
_FIELD = re.compile(r"final|answer|total|salient|count|^n$|num|quantity|how_?many|result|value")
_ENVELOPES = frozenset(("arguments", "parameters", "input", "output", "function", "data"))
_NO_FIELD = re.compile(r"confid|score|prob|^id$|index|image|width|height|rank")


def formatted(answer: str) -> Found:
    """Read a count from JSON fields, a LaTeX box, or the length of a JSON list."""
    values = json_values(answer)[-_MOST_VALUES:] if "{" in answer or "[" in answer else []
    for value in reversed(values):
        if isinstance(value, Mapping):
            found = _field(value)
            if found is not None:
                return found, "json"
    for stated, rule in stated_answers(answer):
        found, _ = in_prose(plain(stated), False)
        if found is not None:
            return found, rule
    if len(values) > 1 and all(isinstance(value, list) and len(value) == 4 and in_json([value]) for value in values):
        return len(values), "items"  # one box per line
    listed = [length for length in map(in_json, values) if length]
    if listed and (len(listed) == 1 or all(isinstance(value, Mapping) for value in values)):
        return (listed[0] if len(listed) == 1 else len(listed)), "items"
    return None, NO_ANSWER


def _field(value: Mapping[str, object]) -> int | None:
    """Return the number in the field that is named like a count; None when none or several differ."""
    counts: dict[str, int] = {}
    for key, item in list(value.items())[:50]:
        name = str(key).lower()
        if isinstance(item, Mapping) and (_FIELD.search(name) or name in _ENVELOPES):
            inner = _field(item)
            if inner is not None:
                counts[name if _FIELD.search(name) else "answer"] = inner
        if _FIELD.search(name) and not _NO_FIELD.search(name) and not isinstance(item, (bool, Mapping, list)):
            found, _ = in_prose(plain(as_text(item)), False) if item is not None else (None, "")
            if found is not None:
                counts[name] = found
    if "count" in counts and not {"total", "total_count"} & counts.keys():
        counts = {name: number for name, number in counts.items() if "total" not in name}  # of something else
    for sought in ("final", "answer", "salient", "total"):
        named_so = {number for name, number in counts.items() if sought in name}
        if len(named_so) == 1:
            return named_so.pop()
    return next(iter(counts.values())) if len(set(counts.values())) == 1 else None
