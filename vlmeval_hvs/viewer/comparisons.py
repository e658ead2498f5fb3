"""The comparisons of a page: pairs of runs on one dataset, computed here once, never in the browser."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise
from typing import Any

from vlmeval_hvs.errors import DataError, HVSError
from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.results.compare.output import pair_notes
from vlmeval_hvs.results.compare.pairs import SCORE, Comparison, compare_pair, corrected, count_tests
from vlmeval_hvs.results.compare.runs import Run, differences, load
from vlmeval_hvs.results.row_names import column

ALL_PAIRS = 10  # runs on one dataset up to which every two are compared
CHANGED = 60  # changed samples that are listed of each direction of a pair


def compared(results: Sequence[Result]) -> dict[str, list[int]]:
    """Datasets with runs that can be compared, and the places of these runs."""
    columns: dict[str, list[int]] = {}
    for place, result in enumerate(results):
        if result.validity != "invalid":
            columns.setdefault(column(result), []).append(place)
    return {dataset: places for dataset, places in columns.items() if len(places) > 1}


def comparison(results: Mapping[int, Result]) -> dict[str, Any] | None:
    """The comparison of all valid runs on one dataset, by the numbers that name them; None for fewer than two.

    Runs that were asked in different ways are compared where they are of one model, which shows what the difference
    does; of two models nobody could say which of the two differences it was.

    Returns:
        ``pairs``, the number of ``tests`` of overall differences, which are one family (the ``tests`` of a pair's
        slices and metrics are another), ``few`` (not every two runs are compared) and ``refused`` (why some pairs
        cannot be).
    """
    valid = {place: result for place, result in results.items() if result.validity != "invalid"}
    if len(valid) < 2:
        return None
    refused: list[str] = []
    runs: dict[int, Run] = {}
    for place, result in valid.items():
        try:
            runs[place] = load(result)
        except HVSError as error:
            refused.append(str(error))
    pairs: dict[tuple[int, int], Comparison] = {}
    for one, other in _pairs(runs):
        first, second = runs[one], runs[other]
        meant = differences(first, second).asked
        try:
            if meant and results[one].model != results[other].model:
                raise DataError(f"{first.name} and {second.name}: different models that were asked differently")
            pair = compare_pair(first, second, first.scores["reading"], tuple(meant), n_resamples=1000)
            if pair.total is None:
                raise DataError(f"{first.name} and {second.name} share no scored row")
            pairs[one, other] = pair
        except HVSError as error:
            refused.append(str(error))
    tested = corrected(list(pairs.values()))
    return {
        "pairs": [_pair(*places, pair) for places, pair in zip(pairs, tested, strict=True)],
        "tests": sum(pair.tested for pair in tested),
        "few": len(runs) > ALL_PAIRS,
        "refused": refused,
    }


def _pairs(runs: dict[int, Run]) -> list[tuple[int, int]]:
    """Every two runs; of many, each with the best one and with the next in rank."""
    if len(runs) <= ALL_PAIRS:
        return list(combinations(runs, 2))
    ranked = sorted(runs, key=lambda place: -float(runs[place].scores.get("Overall") or 0))
    return [*((ranked[0], place) for place in ranked[1:]), *pairwise(ranked[1:])]


def _pair(one: int, other: int, pair: Comparison) -> dict[str, Any]:
    better = [row.row for row in pair.changed if row.first > row.second]
    worse = [row.row for row in pair.changed if row.first < row.second]
    return {
        "a": one,
        "b": other,
        "notes": pair_notes(pair),
        "tests": count_tests([pair]) - pair.tested,
        "cells": [
            {"slice": column, "name": name, "score": bool(column) or name == SCORE, **cell._asdict()}
            for (column, name), cell in pair.cells.items()
        ],
        "better": {"n": len(better), "rows": better[:CHANGED]},
        "worse": {"n": len(worse), "rows": worse[:CHANGED]},
    }
