"""Everything that the page tells, as plain JSON: runs, tables, charts and samples."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from tqdm import tqdm

from vlmeval_hvs import __version__
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.lazy_images import drawn_when_wanted
from vlmeval_hvs.pictures import ROLES
from vlmeval_hvs.registry import card_of, presentation_of
from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.results.published import published_overall
from vlmeval_hvs.results.row_names import column, distinct_names, places, variant
from vlmeval_hvs.results.tables import (
    benchmark_charts,
    benchmark_grids,
    caveats_of_replies,
    leaderboards,
    metric_grid,
    on_other_rows,
    reference_grid,
    trust_marks,
)
from vlmeval_hvs.viewer.comparisons import compared, comparisons, one_comparison
from vlmeval_hvs.viewer.samples import VERDICTS, gather
from vlmeval_hvs.viewer.thumbnails import Images

SAMPLES = 48
"""Samples of a dataset in a page that is one file."""

SERVED_SAMPLES = 1000
"""Samples of a dataset in a page that is served."""

BUDGET = 11_000_000
"""Bytes that small copies of images may take in a page that is one file."""


def book(results: Sequence[Result], images: Images, title: str, whole: bool = True) -> dict[str, Any]:
    """All that the page shows.

    Args:
        results: Runs, as `vlmeval_hvs.results.collect.collect` orders them.
        images: Takes the pictures of the samples; into a folder, all samples are shown, else a draw.
        title: Name of the folder of results.
        whole: Whether samples and comparisons are in it; else the page asks for those of a dataset when it shows them.
    """
    names = distinct_names(results)
    known = places(results)
    unknown = dict.fromkeys(name for name in names if name not in known)
    samples = _samples(results, images) if whole else {name: {"runs": own} for name, own in _runs_of(results).items()}
    apart = on_other_rows(results)
    return {
        "version": __version__,
        "title": title,
        "roles": ROLES,
        "verdicts": VERDICTS,
        "runs": [
            _run(result, name, caveats_of_replies(result, apart)) for result, name in zip(results, names, strict=True)
        ],
        "benchmarks": [
            _benchmark(name, [result for result in results if result.benchmark == name])
            for name in dict.fromkeys(result.benchmark for result in results)
        ],
        "places": known | {name: max(known.values()) + k for k, name in enumerate(unknown, 1)},
        "samples": samples,
        "comparisons": comparisons(results) if whole else dict.fromkeys(compared(results)),
        "images": images.listed(),
    }


def part(results: Sequence[Result], images: Images, dataset: str) -> dict[str, Any]:
    """Samples, comparisons and new images of one dataset, for a book that is not whole.

    Raises:
        DataError: There are no runs on the dataset.
    """
    own = _runs_of(results).get(dataset)
    if own is None:
        raise DataError(f"no run on {dataset}")
    first = len(images.sources)
    with drawn_when_wanted():
        samples = {**gather([results[number] for number in own], images, SERVED_SAMPLES), "runs": own}
    pairs = {dataset: one_comparison(results, dataset)} if dataset in compared(results) else {}
    return {"samples": {dataset: samples}, "comparisons": pairs, "first": first, "images": images.listed()[first:]}


def _limit(datasets_left: int, bytes_left: int) -> int:
    """Number of samples of the next dataset, so that every dataset has its share of what is left."""
    return max(6, min(SAMPLES, bytes_left // max(1, datasets_left) // 20_000))


def _runs_of(results: Sequence[Result]) -> dict[str, list[int]]:
    """Places of the runs on every dataset; runs with a label stand with the others of their dataset."""
    runs_of: dict[str, list[int]] = {}
    for number, result in enumerate(results):
        runs_of.setdefault(column(result), []).append(number)
    return runs_of


def _samples(results: Sequence[Result], images: Images) -> dict[str, Any]:
    """The samples of every dataset."""
    runs_of = _runs_of(results)
    samples = {}
    rows = [max(results[number].rows for number in own) for own in runs_of.values()]
    asked = sum(rows if images.folder else (min(SAMPLES, n) for n in rows))
    with tqdm(total=asked, desc="samples", unit="sample", disable=None, leave=False) as bar, drawn_when_wanted():
        for place, (name, own) in enumerate(runs_of.items()):
            limit, left = None, len(runs_of) - place
            if images.folder is None:
                limit = _limit(left, BUDGET - images.size)
                images.most = images.size + max(0, BUDGET - images.size) // left
            samples[name] = {**gather([results[number] for number in own], images, limit, bar.update), "runs": own}
    return samples


def _run(result: Result, name: str, told: list[str]) -> dict[str, Any]:
    scores, interval = result.scores, result.interval("Overall")
    chance = result.chances.get("Overall")
    return {
        "model": result.model,
        "dataset": column(result),
        "label": result.dataset.partition("@")[2],
        "benchmark": result.benchmark,
        "name": name,
        "variant": variant(result),
        "score": result.metrics.get("Overall"),
        "interval": interval,
        "n": result.n,
        "rows": result.rows,
        "rests": told,
        "chance": [chance.value, chance.low, chance.high] if chance else None,
        "mark": result.marked("Overall"),
        "people": _people(result),
        "parts": _parts(result),
        "validity": result.validity,
        "reason": result.reason,
        "trust": list(trust_marks(result)),
        "fallback": result.metrics.get("Fallback"),
        "differ": result.metrics.get("Differ"),
        "failed": scores.get("counts", {}).get("failed", 0),
        "settings": scores.get("settings", {}),
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


def _parts(result: Result) -> list[dict[str, Any]]:
    """The parts of ``Overall`` that the benchmark's card names."""
    return [
        {
            "name": words,
            "value": result.metrics[metric],
            "interval": result.interval(metric),
            "chance": result.chances.get(metric),
        }
        for metric, words in card_of(result.dataset).parts.items()
        if metric in result.metrics
    ]


def _benchmark(name: str, results: Sequence[Result]) -> dict[str, Any]:
    card = card_of(name)
    datasets = list(dict.fromkeys(map(column, results)))
    valid = [result for result in results if result.validity != "invalid"]
    grids = [*leaderboards(results), *benchmark_grids(name, valid)]
    grids += [metric_grid(results, dataset) for dataset in dict.fromkeys(result.dataset for result in results)]
    reference = reference_grid(name)
    return {
        "name": name,
        "title": card.title,
        "about": card.about,
        "paper": card.paper,
        "datasets": datasets,
        "published": {dataset: published_overall(dataset) for dataset in datasets},
        "charts": [chart.as_json() for chart in benchmark_charts(name, results)],
        "tables": [
            {"title": grid.title, "head": grid.head, "rows": grid.rows, "notes": grid.notes}
            for grid in [*grids, *([reference] if reference else [])]
        ],
    }
