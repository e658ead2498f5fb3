"""Reads score files of any origin: what a table could not show is refused with its place."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import read_json
from vlmeval_hvs.names import with_colon
from vlmeval_hvs.registry import base_name, card_of

OBJECTS = ("counts", "details", "data", "settings", "rests_on")
"""Keys that hold an object where they are there at all."""

TEXTS = ("reading", "validity", "validity_reason", "provenance", "wording")
"""Keys that hold a text or None where they are there at all."""


def read_scores(path: Path) -> dict[str, Any]:
    """The content of a score file.

    Args:
        path: ``*_hvs_scores.json``, of this version or an older one.

    Returns:
        Its content; the name of a user's own set has its colon. Texts, numbers, intervals and chances are what the
        tables take them for; a metric is a finite number or None, and the dataset is one of its benchmark.

    Raises:
        DataError: It is no score file; the message names the key.
    """
    scores = read_json(path)
    try:
        _check(scores)
    except DataError as error:
        raise DataError(f"{path} is no score file: {error}") from error
    return {**scores, "dataset": with_colon(scores["dataset"])}


def _check(scores: Any) -> None:
    if not isinstance(scores, dict):
        raise DataError("it holds no JSON object")
    for name in ("model", "dataset", "benchmark"):
        _want(isinstance(scores.get(name), str) and scores[name] != "", name, "is no text")
    card = card_of(scores["dataset"])
    _want(card.name == scores["benchmark"] and base_name(scores["dataset"]) in card.datasets, "dataset", "is another's")
    _each(scores, "metrics", _is_number_or_none, "is no number", needed=True)
    _each(scores, "intervals", _is_interval, "is no pair of numbers")
    _each(scores, "chances", _is_chance, "has no value, low, high and mark")
    _each(scores, "cautions", lambda text: isinstance(text, str), "is no text")
    for name in OBJECTS:
        _want(isinstance(scores.get(name, {}), dict), name, "is no object")
    for name in TEXTS:
        _want(isinstance(scores.get(name), str | None), name, "is no text")
    _want(isinstance(scores.get("data", {}).get("digest", ""), str), "data.digest", "is no text")
    _each(scores, "files", lambda digest: isinstance(digest, str), "is no digest")
    _want(_is_number_or_none(scores.get("Fallback")), "Fallback", "is no number")
    counts, rests_on = scores.get("counts", {}), scores.get("rests_on", {})
    _want(isinstance(rests_on.get("rows", ""), str), "rests_on.rows", "is no text")
    for holder, name in (
        (scores, "n"),
        (scores, "left_out"),
        (counts, "samples"),
        (counts, "failed"),
        (counts, "reader_errors"),
        (counts, "cut_replies"),
        (counts, "refused"),
        (rests_on, "n"),
    ):
        _want(_is_count(holder.get(name, 0)), name, "is no count")
    _want(not scores.get("left_out") or {"n", "samples"} <= {*scores, *counts}, "left_out", "stands without n, samples")
    _want(isinstance(scores.get("warnings", []), list), "warnings", "is no list")
    _want(all(isinstance(text, str) for text in scores.get("warnings", [])), "warnings", "holds more than texts")
    details = scores.get("details", {})
    _want(isinstance(details.get("explanation", ""), str), "details.explanation", "is no text")
    if details.get("random") is not None:
        _each(details, "random", _is_number_or_none, "is no number")


def _each(holder: dict[str, Any], key: str, right: Callable[[Any], bool], wrong: str, needed: bool = False) -> None:
    values = holder.get(key, None if needed else {})
    _want(isinstance(values, dict), key, "is no object")
    for name, value in (values or {}).items():
        _want(right(value), f"{key}.{name}", wrong)


def _want(right: bool, where: str, wrong: str) -> None:
    if not right:
        raise DataError(f"{where} {wrong}")


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < 1e300


def _is_number_or_none(value: Any) -> bool:
    return value is None or _is_number(value)


def _is_count(value: Any) -> bool:
    return _is_number(value) and math.isfinite(value) and value >= 0 and value == int(value)


def _is_interval(value: Any) -> bool:
    return value is None or (isinstance(value, list) and len(value) == 2 and all(map(_is_number_or_none, value)))


def _is_chance(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and all(_is_number(value.get(name)) for name in ("value", "low", "high"))
        and isinstance(value.get("mark", ""), str)
    )
