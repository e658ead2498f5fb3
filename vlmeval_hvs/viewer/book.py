"""Everything that the page shows, as plain JSON: runs, tables, charts, and by dataset samples and comparisons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from vlmeval_hvs import __version__
from vlmeval_hvs.files import bundled
from vlmeval_hvs.lazy_images import drawn_when_wanted
from vlmeval_hvs.names import DatasetName
from vlmeval_hvs.pictures import ROLES
from vlmeval_hvs.registry import card_of, presentation_of
from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.results.published import published_overall
from vlmeval_hvs.results.row_names import column, distinct_names, places, variant
from vlmeval_hvs.results.tables import (
    benchmark_charts,
    by_benchmark,
    caveats_of_replies,
    metric_grid,
    on_other_rows,
    overall_table,
    trust_marks,
)
from vlmeval_hvs.viewer.comparisons import compared, comparison
from vlmeval_hvs.viewer.samples import UNSCORED, VERDICTS, gather
from vlmeval_hvs.viewer.thumbnails import Images


def book(results: Sequence[Result], title: str) -> dict[str, Any]:
    """All that the page shows but samples and comparisons, which are in the `part` of their dataset."""
    names = distinct_names(results)
    apart = on_other_rows(results)
    return {
        "version": __version__,
        "title": title,
        "roles": ROLES,
        "verdicts": VERDICTS,
        "rules": bundled(__package__, "rules.json"),
        "runs": [_run(*one, caveats_of_replies(one[0], apart)) for one in zip(results, names, strict=True)],
        "benchmarks": [_benchmark(name, own) for name, own in by_benchmark(results).items()],
        "samples": {name: {"runs": own, "part": part_path(name)} for name, own in runs_of(results).items()},
        "comparisons": dict.fromkeys(compared(results)),
        "images": {},
        "parts": [],
    }


def runs_of(results: Sequence[Result]) -> dict[str, list[int]]:
    """Places of the runs on every dataset; runs with a label are among the others of their dataset."""
    found: dict[str, list[int]] = {}
    for number, result in enumerate(results):
        found.setdefault(column(result), []).append(number)
    return found


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
    parts = card_of(result.dataset).parts.items()
    return {
        **{name: getattr(result, name) for name in ("model", "benchmark", "n", "rows", "reason")},
        "dataset": column(result),
        "label": result.dataset.partition("@")[2],
        "name": name,
        "variant": variant(result),
        "score": result.metrics.get("Overall"),
        "interval": result.interval("Overall"),
        "rests": rests,
        "chance": list(known) if known else None,
        "mark": result.marked("Overall"),
        "people": _people(result),
        "parts": [_part(result, metric, words) for metric, words in parts if metric in result.metrics],
        "validity": "not finished" if UNSCORED in scores else result.validity,
        "trust": trust_marks(result),
        "fallback": result.metrics.get("Fallback"),
        "differ": result.metrics.get("Differ"),
        "failed": scores.get("counts", {}).get("failed", 0),
        "settings": scores.get("settings", {}),
        "model_settings": {name: model[name] for name in ("address",) if name in model} | (model.get("settings") or {}),
        "digest": str(scores.get("digest", ""))[:12],
        "warnings": scores.get("warnings", []),
        "explanation": scores.get("details", {}).get("explanation", ""),
    }


def _people(result: Result) -> dict[str, Any] | None:
    """What people reach, and where the run stands to them."""
    known = presentation_of(result.dataset).human_level(result)
    if known is None or known.of not in result.metrics:
        return None
    own = {"own": result.metrics[known.of], "standing": known.standing(result.interval(known.of))}
    return {**asdict(known), **own}


def _part(result: Result, metric: str, words: str) -> dict[str, Any]:
    """A part of ``Overall`` that the benchmark's card names."""
    interval, chance = result.interval(metric), result.chances.get(metric)
    return {"name": words, "value": result.metrics[metric], "interval": interval, "chance": chance}


def _benchmark(name: str, results: Sequence[Result]) -> dict[str, Any]:
    card, known = card_of(name), places(results)
    datasets = list(dict.fromkeys(map(column, results)))
    valid = [result for result in results if result.validity != "invalid"]
    tables = [overall_table(name, results), *(presentation_of(name).tables(valid) if valid else [])]
    grids = [table.grid(inline=True) for table in tables]
    grids += [metric_grid(results, dataset) for dataset in dict.fromkeys(result.dataset for result in results)]
    return {
        "name": name,
        **{part: getattr(card, part) for part in ("title", "about", "paper")},
        "datasets": datasets,
        "published": {dataset: published_overall(dataset) for dataset in datasets},
        "charts": [chart.as_json(known) for chart in benchmark_charts(name, results)],
        "tables": [asdict(grid) for grid in grids],
    }
