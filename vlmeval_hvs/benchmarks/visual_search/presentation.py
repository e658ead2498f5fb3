"""How results of visual search are shown: pictures of a search, figures, and the table of all rows."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from vlmeval_hvs.benchmarks.visual_search.result_table import (
    PUBLISHED,
    SCORE,
    SIX,
    Cell,
    Cells,
    Summary,
    add_published,
    row_and_set,
    summarise,
    table_of,
    unlike_rows,
)
from vlmeval_hvs.benchmarks.visual_search.scoring import (
    ANOTHER,
    CENTER,
    GOLD,
    HUMANS,
    RANDOM,
    TITLES,
    UNIFORM,
    metric_name,
)
from vlmeval_hvs.benchmarks.visual_search.trials import Trial, read_trial
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.metrics.search_score import SEARCH_METRICS
from vlmeval_hvs.names import is_official
from vlmeval_hvs.pictures import Box, Mark, Path, Picture, Point
from vlmeval_hvs.presentation import Presentation
from vlmeval_hvs.registry import card_of
from vlmeval_hvs.results.charts import Axis, Band, Chart, Series, Standing
from vlmeval_hvs.results.charts import Mark as Dot
from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.results.paper_tables import COUNT, OTHER, Column, Row, Table, Value, kind_of
from vlmeval_hvs.results.published import published_rows as published_metrics
from vlmeval_hvs.results.row_names import on_the_same_data, row_names, slug

if TYPE_CHECKING:
    from vlmeval_hvs.benchmarks.visual_search.dataset import VisualSearchDataset

logger = logging.getLogger("vlmeval_hvs")


def asked_marks(row: Mapping[str, str]) -> list[Mark]:
    """The target's box and the people's scanpaths; for a next fixation the scanpath so far and the people's next."""
    trial = read_trial(row)
    found: list[Mark] = []
    if trial.present:
        top, left, bottom, right = trial.bbox
        corners = (*_shares((left, top), trial), *_shares((right, bottom), trial))
        found.append(Box.between(corners, "target", trial.target_object.replace("TBD", "") or "target"))
    for person, one in trial.humans.items():
        points = tuple(_shares(point, trial) for point in zip(one.x, one.y, strict=True))
        found.append(Path(points, "human", f"person {person}", one.durations))
    history = [_shares(point, trial) for point in json.loads(row.get("history") or "[]")]
    if history:
        found.append(Path(tuple(history), "human", "so far"))
    for person, _, x, y in json.loads(row.get("next") or "[]"):
        found.append(Point(*_shares((x, y), trial), "human", f"person {person}: next"))
    return found


def answer_marks(row: Mapping[str, str], item: Mapping[str, Any]) -> list[Mark]:
    """The model's scanpath, or the points that it gave for the next fixation."""
    try:
        points = json.loads(item.get("answer") or "[]")
    except ValueError:  # a whole map, told in words
        return []
    if not isinstance(points, list) or not all(isinstance(point, list) and len(point) >= 2 for point in points):
        return []
    trial = read_trial(row)
    places = [_shares(point[:2], trial) for point in points]
    if row.get("family") == "hsp":
        return [Point(x, y, "answer", str(number)) for number, (x, y) in enumerate(places, 1)]
    return [Path(tuple(places), "answer", "model")] if places else []


def _shares(point: Sequence[float], trial: Trial) -> tuple[float, float]:
    """A point in px as fractions of the scene."""
    height, width = trial.shape
    return float(point[0]) / width, float(point[1]) / height


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
STANDINGS: dict[str, Standing] = {
    HUMANS: "human",
    ANOTHER: "human",
    GOLD: "reference",
    CENTER: "reference",
    UNIFORM: "reference",
    RANDOM: "chance",
}
"""The rows next to those of a result."""

Runs = Sequence[tuple[str, Result]]


def _performance(dataset: str, runs: Runs) -> list[Chart]:
    """Share of targets found by number of fixations (ViSioNS, Figures 4 and 5)."""
    curves = {name: curve for name, result in runs if (curve := _details(result).get("curves"))}
    if not curves:
        return []
    counts = {name: _details(result).get("n_images", {}).get("AUCperf") for name, result in runs}
    first = next(iter(curves.values()))
    fixations, capped = first["fixations"], isinstance(first["humans_at"], list)
    people = _curve(first["humans_at"] if capped else fixations, first["humans"]) if first["humans"] else ()
    series = [
        *(Series(name, "run", _curve(one["fixations"], one["model"], counts[name])) for name, one in curves.items()),
        *([Series(TITLES[HUMANS], "human", people)] if people else []),
        Series(TITLES[RANDOM], "chance", _curve(fixations, first["random"])),
    ]
    text = f"{dataset}. Share of searches that have found the target, by the number of fixations; n counts images."
    if capped:
        text += " The participants' searches were stopped after a number of fixations, so theirs is known there only."
    x, y = Axis("fixations", 0, max(fixations)), Axis("targets found", 0, 1)
    return [Chart(f"{slug(dataset)}-performance", "lines", "Cumulative performance", text, x, y, tuple(series))]


def _curve(x: Sequence[float], y: Sequence[float | None], n: int | None = None) -> tuple[Dot, ...]:
    return tuple(Dot(float(a), float(b), n=n) for a, b in zip(x, y, strict=True) if b is not None)


def _similarity(dataset: str, runs: Runs) -> list[Chart]:
    """Within-human MultiMatch against that of humans and model, image by image (ViSioNS, Figures 4 and 5)."""
    series, said = [], []
    for name, result in runs:
        pairs = _details(result).get("multimatch", {}).get("hmMM_whMM") or {}
        if pairs:
            dots = tuple(Dot(both, within, note=image) for image, (both, within) in pairs.items())
            series.append(Series(name, "run", dots))
            corr, bounds = result.metrics.get("Corr"), result.interval("Corr")
            range_ = f" [{bounds[0]:.2f}, {bounds[1]:.2f}]" if bounds else ""
            said.append(f"{name} {len(dots)}" + (f", r = {corr:.2f}{range_}" if corr is not None else ""))
    if not series:
        return []
    text = (
        f"{dataset}. Each point is an image whose target was found: MultiMatch of the participants with each other by "
        f"that of the participants with the model. Images: {'; '.join(said)}."
    )
    x, y, name = Axis("humans with the model (hmMM)"), Axis("within humans (whMM)"), f"{slug(dataset)}-similarity"
    return [Chart(name, "scatter", "Scanpath similarity", text, x, y, tuple(series), diagonal=True)]


def _values(dataset: str, runs: Runs, metric: str) -> list[Chart]:
    """A metric of all runs, of the rows next to them, and of published models."""
    series = [Series(name, "run", (dot,)) for name, result in runs if (dot := _dot(result, metric, name))]
    if not series:
        return []
    _, widest = max(runs, key=lambda run: run[1].rows)
    for row, standing in STANDINGS.items():
        dot = _dot(widest, metric_name(metric, row), TITLES[row])
        series += [Series(TITLES[row], standing, (dot,))] if dot else []
    paper = published_metrics(dataset.split()[0]) if is_official(dataset) else {}
    rows = {f"{name}{PUBLISHED}": row[metric] for name, row in paper.items() if metric in row}
    series += [Series(name, "published", (Dot(value, name),)) for name, value in rows.items()]
    overall = metric in widest.metrics and widest.metrics[metric] == widest.metrics.get("Overall")
    chance = widest.chances.get(metric) or (widest.chances.get("Overall") if overall else None)
    bands = (Band(chance.low, chance.high, middle=chance.value),) if chance else ()
    title = f"{METRICS[metric][:1].upper()}{METRICS[metric][1:]}"
    text = f"{dataset}. {title}; intervals over images, n counts images."
    if rows:
        text += f" Published rows: {card_of('VisualSearch').paper['title']}, and the runs stored with its code."
    ends = (0, 1) if metric in ("AUCperf", "correct_stops") else (None, None)
    x, names = Axis(METRICS[metric], *ends), Axis("", names=tuple(one.name for one in series))
    name = f"{slug(dataset)}-{slug(metric)}"
    return [Chart(name, "dots", title, text, x, names, tuple(series), bands)]


def _dot(result: Result, metric: str, row: str) -> Dot | None:
    value = result.metrics.get(metric)
    if value is None:
        return None
    low, high = result.interval(metric) or (None, None)
    return Dot(value, row, low, high, _details(result).get("n_images", {}).get(metric))


def _details(result: Result) -> Mapping[str, Any]:
    details: Mapping[str, Any] = result.scores.get("details", {})
    return details


# The table


def summary_tables(summary: Summary, results: Sequence[Result] = ()) -> list[Table]:
    """A table for every set, and one of the means where there are several sets.

    Rows with scores come first, those with the most terms before the others.
    """
    shown = [(name, rows, summary.terms[name]) for name, rows in summary.sets.items()]
    if len(shown) > 1:
        shown.append(("mean over sets", summary.mean, summary.terms[""]))
    tables = []
    for name, rows, terms in shown:
        own = [one for one in results if row_and_set(one)[1] == name]
        tables.append(_table(name, rows, terms, summary.left_out, own or results))
    return tables


def _table(
    name: str, rows: Mapping[str, Cells], terms: Mapping[str, int], left_out: Sequence[str], results: Sequence[Result]
) -> Table:
    def rank(row: str) -> tuple[Any, ...]:
        score = rows[row].get(SCORE)
        return score is None, -terms.get(row, 0), 0.0 if score is None else -score.value, row

    metrics = [metric for metric in (*SEARCH_METRICS, SCORE, SIX) if any(metric in cells for cells in rows.values())]
    kinds: dict[str, str] = {TITLES[short]: standing for short, standing in STANDINGS.items()}
    kinds |= {row_and_set(result)[0]: kind_of(result) for result in results}
    lines = []
    for row in sorted(rows, key=rank):
        cells = [_value(rows[row].get(metric)) for metric in metrics]
        kind = "published" if row.endswith(PUBLISHED) else kinds.get(row, "run")
        lines.append(Row(row.removesuffix(PUBLISHED), [*cells, Value(terms[row]) if row in terms else None], kind))
    heads = [Column("Score-6" if metric == SIX else metric, OTHER) for metric in metrics] + [Column("terms", COUNT, 0)]
    notes = ["*: too few images, or too small a part of the set, to count in a score", *left_out]
    return Table(f"visual-search-{slug(name)}", f"Visual search, {name} (Table 2)", heads, lines, notes, results)


def _value(cell: Cell | None) -> Value | None:
    if cell is None:
        return None
    low, high = cell.interval or (None, None)
    return Value(cell.value, low, high, cell.n, "*" if cell.why_not else "")


def as_json(rows: Mapping[str, Cells]) -> dict[str, dict[str, dict[str, Any]]]:
    """Rows for a JSON file: ``{row: {metric: {"value", "n", "interval", "counts"}}}``."""
    shown = (*SEARCH_METRICS, SCORE, SIX)

    def cell_json(cell: Cell) -> dict[str, Any]:
        interval = None if cell.interval is None else list(cell.interval)
        return {"value": cell.value, "n": cell.n, "interval": interval, "counts": not cell.why_not}

    return {row: {name: cell_json(cells[name]) for name in cells if name in shown} for row, cells in rows.items()}


class VisualSearchPresentation(Presentation):
    """Scanpaths on the scene; performance, similarity and the published table."""

    unit = OTHER
    MEASURES: ClassVar = {
        **{"found": "Target found", "length": "Fixations", "hmMM": "MultiMatch with people"},
        **{"NSShsp": "NSS", "IGhsp": "IG", "LLhsp": "LL"},
    }

    def pictures(self, dataset: VisualSearchDataset, row: Mapping[str, str]) -> list[Picture]:
        """The scene with its target and the people's scanpaths, and the picture of the target."""
        scene, target = dataset.scene_and_target(row)
        shown = [Picture(scene, "scene", tuple(asked_marks(row)))]
        return [*shown, Picture(target, "target as it was shown")] if target else shown

    def answered(self, dataset: VisualSearchDataset, row: Mapping[str, str], item: Mapping[str, Any]) -> list[Picture]:
        """The model's scanpath, or the points that it gave for the next fixation."""
        return [Picture(dataset.scene_and_target(row)[0], marks=tuple(answer_marks(row, item)))]

    def charts(self, results: Sequence[Result]) -> list[Chart]:
        """Performance by number of fixations, scanpath similarity, and every metric, dataset by dataset."""
        found: list[Chart] = []
        for dataset, own in on_the_same_data(results).items():
            runs = list(zip(row_names(own), own, strict=True))
            found += [*_performance(dataset, runs), *_similarity(dataset, runs)]
            found += [chart for metric in METRICS for chart in _values(dataset, runs, metric)]
        return found

    def tables(self, results: Sequence[Result]) -> list[Table]:
        """Table 2 of ViSioNS, with published rows: every set, and the mean over sets.

        Where some results are of different builds of the data, there is no table, and a logged warning names two.
        """
        try:
            table = table_of(results)
        except DataError as error:
            logger.warning("no table of visual search: %s", error)
            return []
        for name in {name for sets in table.values() for name in sets}:
            add_published(table, name)
        return summary_tables(summarise(table, unlike_rows(results)), results)
