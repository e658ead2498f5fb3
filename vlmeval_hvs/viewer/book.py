"""Everything that the page shows, as plain JSON: runs, tables, charts, and by dataset samples and comparisons."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from itertools import combinations, pairwise
from typing import Any

from vlmeval_hvs import __version__
from vlmeval_hvs.errors import DataError, HVSError
from vlmeval_hvs.files import bundled
from vlmeval_hvs.lazy_images import drawn_when_wanted
from vlmeval_hvs.names import DatasetName
from vlmeval_hvs.pictures import ROLES
from vlmeval_hvs.registry import card_of, presentation_of
from vlmeval_hvs.results import tables
from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.results.compare.output import pair_notes
from vlmeval_hvs.results.compare.pairs import SCORE, Run, compare_pair, corrected, count_tests, differences, load
from vlmeval_hvs.results.published import published_overall
from vlmeval_hvs.results.row_names import column, distinct_names, places, variant
from vlmeval_hvs.viewer.samples import UNSCORED, VERDICTS, Images, gather

ALL_PAIRS = 10  # runs on one dataset up to which every two are compared
CHANGED = 60  # changed samples that are listed of each direction of a pair


def book(results: Sequence[Result], title: str) -> dict[str, Any]:
    """All that the page shows but samples and comparisons, which are in the `part` of their dataset."""
    apart, own = tables.on_other_rows(results), runs_of(results)
    compared = [name for name, runs in own.items() if len(_valid({k: results[k] for k in runs})) > 1]
    rests = [tables.caveats_of_replies(result, apart) for result in results]
    return {
        "version": __version__,
        "title": title,
        "roles": ROLES,
        "verdicts": VERDICTS,
        "rules": bundled(__package__, "rules.json"),
        "runs": list(map(_run, results, distinct_names(results), rests)),
        "benchmarks": [_benchmark(name, runs) for name, runs in tables.by_benchmark(results).items()],
        "samples": {name: {"runs": runs, "part": part_path(name)} for name, runs in own.items()},
        "comparisons": dict.fromkeys(compared),
        "images": {},
        "parts": [],
    }


def runs_of(results: Sequence[Result]) -> dict[str, list[int]]:
    """Places of the runs on every dataset; runs with a label are among the others of their dataset."""
    columns = list(map(column, results))
    return {name: [place for place, own in enumerate(columns) if own == name] for name in dict.fromkeys(columns)}


def part_path(dataset: str) -> str:
    """Where a page that is a folder has the part of a dataset."""
    return f"data/{DatasetName.of(dataset).in_files}.js"


def part(dataset: str, runs: dict[int, Result], images: Images, limit: int | None) -> dict[str, Any]:
    """Samples (at most ``limit``, None for all), images and comparison of a dataset, whose runs have their places."""
    with drawn_when_wanted():
        samples = gather(list(runs.values()), images, limit)
    found = {"dataset": dataset, "samples": {**samples, "runs": list(runs)}, "images": images.listed}
    return {**found, "comparison": comparison(runs)}


def _run(result: Result, name: str, rests: list[str]) -> dict[str, Any]:
    scores, known = result.scores, result.chances.get("Overall")
    model = (scores.get("run") or {}).get("model") or {}
    people = presentation_of(result.dataset).human_level(result)
    beside = None
    if people and people.of in result.metrics:
        own = {"own": result.metrics[people.of], "standing": people.standing(result.interval(people.of))}
        beside = {**asdict(people), **own}
    parts = [
        {
            "name": words,
            "value": result.metrics[one],
            "interval": result.interval(one),
            "chance": result.chances.get(one),
        }
        for one, words in card_of(result.dataset).parts.items()
        if one in result.metrics
    ]
    return {
        **{name: getattr(result, name) for name in ("model", "benchmark", "n", "rows", "reason")},
        "dataset": column(result), "label": result.dataset.partition("@")[2], "name": name, "variant": variant(result),
        "score": result.metrics.get("Overall"), "interval": result.interval("Overall"), "rests": rests,
        "chance": list(known) if known else None, "mark": result.marked("Overall"), "people": beside, "parts": parts,
        "validity": "not finished" if UNSCORED in scores else result.validity, "trust": tables.trust_marks(result),
        "fallback": result.metrics.get("Fallback"), "differ": result.metrics.get("Differ"),
        "failed": scores.get("counts", {}).get("failed", 0), "settings": scores.get("settings", {}),
        "model_settings": {name: model[name] for name in ("address",) if name in model} | (model.get("settings") or {}),
        "digest": str(scores.get("digest", ""))[:12], "warnings": scores.get("warnings", []),
        "explanation": scores.get("details", {}).get("explanation", ""),
    }  # fmt: skip


def _benchmark(name: str, results: Sequence[Result]) -> dict[str, Any]:
    card, known = card_of(name), places(results)
    datasets = list(dict.fromkeys(map(column, results)))
    valid = [result for result in results if result.validity != "invalid"]
    shown = [tables.overall_table(name, results), *(presentation_of(name).tables(valid) if valid else [])]
    grids = [table.grid(inline=True) for table in shown]
    grids += [tables.metric_grid(results, dataset) for dataset in dict.fromkeys(one.dataset for one in results)]
    return {
        "name": name,
        **{part: getattr(card, part) for part in ("title", "about", "paper")},
        "datasets": datasets,
        "published": {dataset: published_overall(dataset) for dataset in datasets},
        "charts": [chart.as_json(known) for chart in tables.benchmark_charts(name, results)],
        "tables": [asdict(grid) for grid in grids],
    }


def _valid(results: Mapping[int, Result]) -> dict[int, Result]:
    return {place: result for place, result in results.items() if result.validity != "invalid"}


def comparison(results: Mapping[int, Result]) -> dict[str, Any] | None:
    """The comparison of all valid runs on one dataset, by the numbers that name them; None for fewer than two.

    Runs that were asked in different ways are compared where they are of one model, which shows what the difference
    does; of two models nobody could say which of the two differences it was. ``tests`` counts the overall differences,
    one family; ``few``: not every two runs are compared; ``refused``: why some pairs cannot be.
    """
    if len(valid := _valid(results)) < 2:
        return None
    refused, runs, pairs = list[str](), dict[int, Run](), {}
    for place, result in valid.items():
        try:
            runs[place] = load(result)
        except HVSError as error:
            refused.append(str(error))
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
    tested, found = corrected(list(pairs.values())), []
    for (one, other), pair in zip(pairs, tested, strict=True):
        better = [row.row for row in pair.changed if row.first > row.second]
        worse = [row.row for row in pair.changed if row.first < row.second]
        cells = [
            {"slice": column, "name": name, "score": bool(column) or name == SCORE, **cell._asdict()}
            for (column, name), cell in pair.cells.items()
        ]
        sides = {
            side: {"n": len(rows), "rows": rows[:CHANGED]} for side, rows in (("better", better), ("worse", worse))
        }
        tests = count_tests([pair]) - pair.tested
        found.append({"a": one, "b": other, "notes": pair_notes(pair), "tests": tests, "cells": cells, **sides})
    tests = sum(pair.tested for pair in tested)
    return {"pairs": found, "tests": tests, "few": len(runs) > ALL_PAIRS, "refused": refused}


def _pairs(runs: dict[int, Run]) -> list[tuple[int, int]]:
    """Every two runs; of many, each with the best one and with the next in rank."""
    if len(runs) <= ALL_PAIRS:
        return list(combinations(runs, 2))
    ranked = sorted(runs, key=lambda place: -float(runs[place].scores.get("Overall") or 0))
    return [*((ranked[0], place) for place in ranked[1:]), *pairwise(ranked[1:])]
