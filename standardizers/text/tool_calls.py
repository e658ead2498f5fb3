"""Calls of tools in a reply: one that only looks closer ("zoom", "crop", "detect") gives no answer."""

from __future__ import annotations

import re
from collections.abc import Mapping

from .literals import json_spans

_NAME = r"(?:name|tool|tool_name|function|function_name|action|operation|command|call|recipient_name)"
_LOOKS = (
    r"(?:(?:image|visual|object|region|run|do|call|use|get|fetch)[_ -]?)?(?:zoom|crop|detect|segment|inspect"
    r"|look_?(?:closer|into|up)|search|find|locat|view(?!s?_?selec)|load|open|show|compar|measur|ocr|read|analy[sz]|examin"
    r"|magnif|enlarg|focus|ground|python|code|execut|scan(?!_?path)|highlight|draw|caption|describ|region|image|depth|edge"
    r"|contrast|brighten|count_?objects|visual)"
)
_LOOKING = re.compile(
    rf"[\"']{_NAME}[\"']\s{{0,3}}:\s{{0,3}}(?:\{{\s{{0,3}})?[\"'](?:name[\"']\s?:\s?[\"'])?{_LOOKS}", re.IGNORECASE
)
_CALLED = re.compile(rf"{_LOOKS}", re.IGNORECASE)
_KEYS = frozenset(re.findall(r"\w+", _NAME))
_ANSWERS = frozenset(
    ("answer", "final_answer", "result", "output", "choice", "label", "prediction", "response", "count", "total")
)
_ANSWERS_INSIDE = frozenset(("answer", "final_answer", "choice", "prediction", "count", "total"))
"""Names of arguments that hold an answer; a "label" says what to look at."""
_TAG = re.compile(r"</?tool_call>")


def without_looks(text: str) -> str:
    """Return a text without the calls of tools that only look; the text itself when it has none.

    Example:
        >>> without_looks('{"name": "zoom_in", "arguments": {"bbox": [1, 2, 3, 4]}} B')
        '  B'
    """
    if "{" not in text or _LOOKING.search(text) is None:
        return text
    kept, end = [], 0
    for start, stop, value in json_spans(text):
        if _only_looks(value):
            kept.append(text[end:start])
            end = stop
    return _TAG.sub(" ", " ".join((*kept, text[end:]))) if end else text


def _only_looks(value: object) -> bool:
    if isinstance(value, list):
        return bool(value) and all(_only_looks(item) for item in value)
    if not isinstance(value, Mapping):
        return False
    names = {str(key).lower(): item for key, item in value.items()}
    inner = next((item for key, item in names.items() if key in _KEYS and isinstance(item, Mapping)), None)
    if inner is not None:
        return _only_looks(inner)
    called = next((item for key, item in names.items() if key in _KEYS and isinstance(item, str)), None)
    for given in ("arguments", "parameters", "args", "input"):
        inside = names.get(given)
        if isinstance(inside, Mapping) and any(str(key).lower() in _ANSWERS_INSIDE for key in inside):
            return False
    return called is not None and _CALLED.match(called) is not None and _ANSWERS.isdisjoint(names)
