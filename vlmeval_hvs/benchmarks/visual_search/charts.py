"""The figures of visual search: performance by number of fixations, scanpath similarity, and every metric by row."""

from __future__ import annotations

from collections.abc import Sequence

from vlmeval_hvs.benchmarks.visual_search.image_values import CENTER, GOLD, HUMANS, RANDOM, UNIFORM, metric_name
from vlmeval_hvs.benchmarks.visual_search.result_table import HUMANS as PEOPLE
from vlmeval_hvs.names import is_official
from vlmeval_hvs.registry import card_of
from vlmeval_hvs.results.charts import Axis, Band, Chart, Mark, Series, Standing
from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.results.published import published_rows
from vlmeval_hvs.results.same_data import on_the_same_data, row_names, slug

METRICS = {
    "AUCperf": "area under the cumulative performance (AUCperf)",
    "AvgMM": "MultiMatch with the participants (AvgMM)",
    "SS": "sequence score with the participants",
    "correct_stops": "searches that were ended rightly",
    "AUChsp": "AUC of the next fixation (AUChsp)",
    "NSShsp": "NSS of the next fixation (NSShsp)",
    "IGhsp": "information gain over the centre bias (IGhsp), bits",
    "LLhsp": "log-likelihood against uniform (LLhsp), bits",
}
"""Metrics that have a figure of their own, and what their axis says."""
BESIDE: dict[str, tuple[str, Standing]] = {
    HUMANS: (PEOPLE, "human"),
    "another_human": ("Another human", "human"),
    GOLD: ("Gold Standard", "reference"),
    CENTER: ("Center Bias", "reference"),
    UNIFORM: ("Uniform", "reference"),
    RANDOM: ("Random scanpaths", "chance"),
}
"""Rows that a result has beside its own: what they are called, and what they are."""

Runs = Sequence[tuple[str, Result]]


def charts(results: Sequence[Result]) -> list[Chart]:
    """All figures of runs of the benchmark, dataset by dataset."""
    found: list[Chart] = []
    for dataset, own in on_the_same_data(results).items():
        runs = list(zip(row_names(own), own, strict=True))
        found += [*_performance(dataset, runs), *_similarity(dataset, runs)]
        found += [chart for metric in METRICS for chart in _values(dataset, runs, metric)]
    return found


def _performance(dataset: str, runs: Runs) -> list[Chart]:
    """Share of targets found by number of fixations (ViSioNS, Figures 4 and 5)."""
    series = []
    curves = {name: result.scores.get("details", {}).get("curves") for name, result in runs}
    known = {name: curve for name, curve in curves.items() if curve}
    for name, curve in known.items():
        n = dict(runs)[name].scores.get("details", {}).get("n_images", {}).get("AUCperf")
        series.append(Series(name, "run", _line(curve["fixations"], curve["model"], n)))
    if not series:
        return []
    first = next(iter(known.values()))
    capped = isinstance(first["humans_at"], list)
    at = first["humans_at"] if capped else first["fixations"]
    people = [(x, y) for x, y in zip(first["fixations"], first["humans"], strict=True) if x in at]
    series.append(Series(PEOPLE, "human", _line([x for x, _ in people], [y for _, y in people], None)))
    series.append(Series("Random scanpaths", "chance", _line(first["fixations"], first["random"], None)))
    text = f"{dataset}. Share of searches that have found the target, by the number of fixations; n counts images."
    if capped:
        text += " The participants' searches were stopped after a number of fixations, so theirs is known there only."
    x, y = Axis("fixations", 0, max(first["fixations"])), Axis("targets found", 0, 1)
    title = "Cumulative performance"
    return [Chart(f"{slug(dataset)}-performance", "lines", title, text, x, y, tuple(series))]


def _line(x: Sequence[float], y: Sequence[float | None], n: int | None) -> tuple[Mark, ...]:
    return tuple(Mark(float(a), float(b), n=n) for a, b in zip(x, y, strict=True) if b is not None)


def _similarity(dataset: str, runs: Runs) -> list[Chart]:
    """Within-human MultiMatch against that of humans and model, image by image (ViSioNS, Figures 4 and 5)."""
    series, said = [], []
    for name, result in runs:
        pairs = result.scores.get("details", {}).get("multimatch", {}).get("hmMM_whMM") or {}
        marks = tuple(Mark(both, within, note=image) for image, (both, within) in pairs.items())
        if marks:
            series.append(Series(name, "run", marks))
            corr = result.metrics.get("Corr")
            bounds = result.interval("Corr")
            range_ = f" [{bounds[0]:.2f}, {bounds[1]:.2f}]" if bounds else ""
            said.append(f"{name} {len(marks)}" + (f", r = {corr:.2f}{range_}" if corr is not None else ""))
    if not series:
        return []
    text = (
        f"{dataset}. Each point is an image whose target was found: MultiMatch of the participants with each other by "
        f"that of the participants with the model. Images: {'; '.join(said)}."
    )
    x, y = Axis("humans with the model (hmMM)"), Axis("within humans (whMM)")
    title = "Scanpath similarity"
    return [Chart(f"{slug(dataset)}-similarity", "scatter", title, text, x, y, tuple(series), diagonal=True)]


def _values(dataset: str, runs: Runs, metric: str) -> list[Chart]:
    """A metric of all runs, of the rows that stand beside them, and of published models."""
    series = [Series(name, "run", (mark,)) for name, result in runs if (mark := _mark(result, metric, metric, name))]
    if not series:
        return []
    _, widest = max(runs, key=lambda run: run[1].rows)
    for row, (name, standing) in BESIDE.items():
        mark = _mark(widest, metric_name(metric, row), metric, name)
        series += [Series(name, standing, (mark,))] if mark else []
    paper = published_rows(dataset.split()[0]) if is_official(dataset) else {}
    rows = {f"{name} (published)": row[metric] for name, row in paper.items() if metric in row}
    series += [Series(name, "published", (Mark(value, name),)) for name, value in rows.items()]
    chance = widest.chances.get(metric) or (widest.chances.get("Overall") if _headline(widest, metric) else None)
    bands = (Band(chance.low, chance.high, middle=chance.value),) if chance else ()
    text = f"{dataset}. {METRICS[metric][:1].upper()}{METRICS[metric][1:]}; intervals over images, n counts images."
    if rows:
        text += f" Published rows: {card_of('VisualSearch').paper['title']}, and the runs stored with its code."
    names = Axis("", names=tuple(one.name for one in series))
    share = metric in ("AUCperf", "AvgMM", "SS", "correct_stops", "AUChsp")
    x = Axis(METRICS[metric], 0 if share else None, 1 if share else None)
    name = f"{slug(dataset)}-{slug(metric)}"
    return [Chart(name, "dots", METRICS[metric], text, x, names, tuple(series), bands)]


def _headline(result: Result, metric: str) -> bool:
    """Whether a metric is the result's ``Overall``, whose chance is then the metric's."""
    return metric in result.metrics and result.metrics[metric] == result.metrics.get("Overall")


def _mark(result: Result, name: str, metric: str, row: str) -> Mark | None:
    value = result.metrics.get(name)
    if value is None:
        return None
    low, high = result.interval(name) or (None, None)
    n = result.scores.get("details", {}).get("n_images", {}).get(name)
    return Mark(value, row, low, high, n)
