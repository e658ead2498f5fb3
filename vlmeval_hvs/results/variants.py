"""The name of a run's row: the model, and the options that make it a row of its own; and its place among all rows."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from vlmeval_hvs.registry import card_of, dataset_class
from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.terminal import printable


def variant(result: Result) -> dict[str, Any]:
    """The options of a run that are not what the dataset has without options."""
    settings = result.scores.get("settings", {})
    usual = dataset_class(card_of(result.dataset)).OPTIONS.read(result.dataset, {}).settings(result.dataset)
    return {name: settings[name] for name in usual if name in settings and settings[name] != usual[name]}


def row_name(result: Result) -> str:
    """The model, with its `variant` behind it: runs with other options never share a row."""
    return named(result.model, variant(result))


def options_text(result: Result) -> str:
    """The options of a run's `variant`: ``name=value``, separated by commas; "" for a run without options."""
    return ", ".join(_told(variant(result)))


def places(results: Sequence[Result], colours: int = 8) -> dict[str, int]:
    """The place of every row, by which figures give it its colour and marker: the same in all figures of a report.

    Up to `colours` rows are numbered in their order. Of more rows, those that share a benchmark still differ in colour
    while there are enough of them; what finds none left gets a number past all others.

    Args:
        results: All runs of a report.
        colours: Number of colours.
    """
    where: dict[str, set[str]] = {}
    for result in results:
        where.setdefault(row_name(result), set()).add(result.benchmark)
    found: dict[str, int] = {}
    if len(where) <= colours:
        return {name: place for place, name in enumerate(where)}
    for name in sorted(where, key=lambda name: -len(where[name])):
        beside = {place for other, place in found.items() if where[other] & where[name]}
        free = [place for place in range(colours) if place not in beside]
        used = list(found.values())
        found[name] = min(free, key=used.count) if free else max(colours, *(place + 1 for place in used))
    return found


def named(model: str, options: Mapping[str, Any]) -> str:
    """A model's name with options behind it."""
    return printable(" · ".join([model, *([", ".join(_told(options))] if options else [])]))


def _told(options: Mapping[str, Any]) -> list[str]:
    return [f"{name}={value if isinstance(value, str) else json.dumps(value)}" for name, value in options.items()]
