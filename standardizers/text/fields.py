"""Answers that a reply gives as fields of JSON objects: which field holds the answer, also inside a tool call."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from itertools import islice

from .answers import FIELDS
from .cleaning import boxed, fold
from .literals import json_spans

_MOST_OBJECTS = 50
_DEEPEST = 4
_WRAPPERS = (
    "arguments",
    "parameters",
    "args",
    "input",
    "result",
    "response",
    "output",
    "data",
    "prediction",
    "answer",
    "finalanswer",
)
_ASIDE = re.compile(
    r"reason|expla|thought|think|analy|evidence|confiden|ration|justif|comment|note|descri|step|observ|score|prob"
    r"|summary|question|name|type|tool"
)
_FIRST_FIELD = re.compile(
    r"[\"'](?:final_?\s?answer|answer|choice|option|selected_?option|prediction"
    r"|label)[\"']\s?:\s?(?:\"([^\"\n]{1,200})\"|'([^'\n]{1,200})'|(\d{1,3}))\s{0,2}[,}\n]",
    re.IGNORECASE,
)


# A tool call's parameter: <parameter=choice>B</parameter>, <parameter name="choice">B</parameter>, <choice>B</choice>.
_TAGGED = re.compile(
    r"<(?:\w{1,20}[=\s]\s?(?:name=)?[\"']?)?(?P<name>[\w-]{1,30})[\"']?\s?>\s{0,9}(?P<value>[^<>]{1,200}?)\s{0,9}</"
)
_FOREMOST = re.compile(
    r"(?:most|more|best|top|winner|chosen|highest|strongest|longest|first|primary|picked|my)"
    r"(?![a-z]*(?:two|three|few|reason|need|info|detail|view))"
)
_TAG_NAMES = frozenset(FIELDS) - {"value", "count", "number", "total"}


_KEYED_LINES = re.compile(  # YAML: nothing but keys with values, and items
    r"(?:yaml\n)?(?:[ \t]{0,8}(?:[\w -]{2,24}:(?:[^\n]{0,199}[^\n.!?])?|- [^\n]{1,80})(?:\n\s*|$)){2,40}"
)
_KEYED_LETTER = re.compile(
    r"^[ \t]{0,8}(?:final[_ ]?)?(?:answer|choice|option|selected|selection|prediction|label"
    r"|letter)\s?:\s?[\"']?([A-Za-z])[\"']?[ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)


def option_fields(text: str) -> tuple[list[tuple[str, str]], str]:
    r"""Return the stated answers with their rules ("json", "boxed"), and the text without its JSON objects.

    Fields with an answer's name come first, the last object's before those of earlier ones; then other fields, which
    count only if a single one of an object names an option; then the first field of an object that was cut.
    """
    stated: list[tuple[str, str]] = []
    rest = text
    if "{" in text and (":" in text or "=" in text):
        spans = [(start, end, value) for start, end, value in json_spans(text) if _holds_object(value)]
        for _, _, value in islice(reversed(spans), _MOST_OBJECTS):
            for item in value if isinstance(value, list) else [value]:
                if isinstance(item, Mapping):
                    stated += [(answer, "json") for answer in _answers(item, _DEEPEST)]
        if spans:
            rest = _without(text, spans)
        elif (match := _FIRST_FIELD.search(text)) is not None:
            stated.append((next(part for part in match.groups() if part), "json"))
    if "\n" in text and ":" in text and _KEYED_LINES.fullmatch(text.strip("`\n ")):
        keyed = {match[1].upper(): match[1] for match in _KEYED_LETTER.finditer(text)}
        stated += [(letter, "json") for letter in keyed.values()] if len(keyed) == 1 else []
    if "</" in text:
        stated += [(match["value"], "json") for match in _TAGGED.finditer(text) if _key(match["name"]) in _TAG_NAMES]
    if "boxed" in text or "\\fbox" in text:
        content = boxed(text)
        if content is not None:
            stated.append((content, "boxed"))
    return stated, rest


def other_fields(text: str) -> Iterator[list[str]]:
    """Yield, for each JSON object, the values of fields that have no answer's name and are no explanation."""
    if "{" not in text:
        return
    for _, _, value in islice(reversed(json_spans(text)), _MOST_OBJECTS):
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, Mapping):
                yield [
                    answer
                    for key, inner in _plain_items(item, _DEEPEST)
                    if not _ASIDE.search(key) and not isinstance(inner, (int, float))
                    for answer in _texts(inner)
                ]


def yes_fields(text: str) -> Iterator[list[str]]:
    """Yield, for each JSON object, the keys whose value is true or "correct" and the like."""
    if "{" not in text:
        return
    for _, _, value in islice(reversed(json_spans(text)), _MOST_OBJECTS):
        if isinstance(value, Mapping):
            inner_ones = [one for key, one in value.items() if isinstance(one, Mapping) and _CHOOSES.search(str(key))]
            for flags in (value, *inner_ones):
                yield [
                    str(key)
                    for key, inner in flags.items()
                    if inner is True or (isinstance(inner, str) and inner.strip().lower() in _YES)
                ]


def foremost_fields(text: str) -> list[str]:
    """Return the values of fields that are named for the first of all ("most_salient"), beside others ("runner_up")."""
    return [
        inner
        for _, _, value in json_spans(text)
        if isinstance(value, Mapping)
        for key, inner in value.items()
        if isinstance(inner, str) and _FOREMOST.match(_key(key))
    ]


def truths_of(text: str) -> list[bool]:
    """Return the truth values that stand in the objects of a text: {"holding": true}."""
    return [
        inner
        for _, _, value in json_spans(text)
        if isinstance(value, Mapping)
        for inner in value.values()
        if isinstance(inner, bool)
    ]


_CHOOSES = re.compile(r"(?:sight|gaze|look|target|mark|select|chos|answer|match|point|correct)(?!.*not)", re.IGNORECASE)
_YES = frozenset(("true", "yes", "correct", "right", "✅", "✓", "best", "selected"))


def _holds_object(value: object) -> bool:
    return isinstance(value, Mapping) or (
        isinstance(value, list) and bool(value) and all(isinstance(item, Mapping) for item in value)
    )


def _without(text: str, spans: list[tuple[int, int, object]]) -> str:
    kept = []
    end = 0
    for start, stop, _ in spans:
        kept.append(text[end:start])
        end = stop
    return "\n".join((*kept, text[end:]))


def _key(key: object) -> str:
    return "".join(filter(str.isalnum, fold(str(key)).lower()))


def _answers(value: Mapping[object, object], depth: int) -> Iterator[str]:
    """Yield the values of fields with an answer's name, the most specific name first."""
    fields = {_key(key): item for key, item in value.items()}
    for name in FIELDS:
        if name in fields:
            yield from _texts(fields[name])
            if isinstance(fields[name], Mapping) and depth:
                yield from _answers(fields[name], depth - 1)  # type: ignore[arg-type]
    if depth:
        for name in _WRAPPERS:
            inner = fields.get(name)
            if isinstance(inner, str) and inner.lstrip().startswith("{"):
                try:
                    inner = json.loads(inner)
                except (ValueError, RecursionError):
                    continue
            if isinstance(inner, Mapping):
                yield from _answers(inner, depth - 1)
    if len(fields) == 1:
        yield from _texts(next(iter(fields.values())))


def _plain_items(value: Mapping[object, object], depth: int) -> Iterator[tuple[str, object]]:
    for key, inner in value.items():
        if isinstance(inner, Mapping) and depth:
            yield from _plain_items(inner, depth - 1)
        else:
            yield _key(key), inner


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        yield repr(value)
    elif isinstance(value, list) and value:
        if len(value) == 1:
            yield from _texts(value[0])
        elif all(isinstance(item, (int, float)) for item in value):
            yield ", ".join(str(item) for item in value)
