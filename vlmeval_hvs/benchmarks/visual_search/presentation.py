"""How results of visual search are shown: pictures of a search, the figures of the paper, and the table of all rows."""

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
    Summary,
    add_published,
    row_and_set,
    summarise,
    table_of,
    unlike_rows,
)
from vlmeval_hvs.benchmarks.visual_search.scoring import ANOTHER, HUMANS, MODEL, RANDOM, TITLES, WITHIN
from vlmeval_hvs.benchmarks.visual_search.trials import Trial, read_trial
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.metrics.search_score import SEARCH_METRICS
from vlmeval_hvs.pictures import Box, Mark, Path, Picture, Point
from vlmeval_hvs.presentation import Presentation
from vlmeval_hvs.results.charts import Axis, Chart, Series
from vlmeval_hvs.results.charts import Mark as Dot
from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.results.paper_tables import COUNT, OTHER, Column, Row, Table, Value, kind_of
from vlmeval_hvs.results.row_names import on_the_same_data, row_names, slug

if TYPE_CHECKING:
    from vlmeval_hvs.benchmarks.visual_search.dataset import VisualSearchDataset

logger = logging.getLogger("vlmeval_hvs")

Runs = Sequence[tuple[str, Result]]


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


def _performance(dataset: str, runs: Runs) -> list[Chart]:
    """Share of targets found by number of fixations (ViSioNS, Figures 4 and 5)."""
    curves = {name: curve for name, result in runs if (curve := _details(result).get("curves"))}
    if not curves:
        return []
    counts = {name: _details(result).get("n_images", {}).get("AUCperf") for name, result in runs}
    first = next(iter(curves.values()))
    fixations, capped = first["fixations"], isinstance(first["humans_at"], list)
    people = _curve(first["humans_at"] if capped else fixations, first["humans"]) if first["humans"] else ()
    series = [Series(name, "run", _curve(one["fixations"], one["model"], counts[name])) for name, one in curves.items()]
    series += [Series(TITLES[HUMANS], "human", people)] if people else []
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
        own = _details(result).get("by_image", {}).get(MODEL, {})
        within, both = own.get(WITHIN, {}), own.get("AvgMM", {})
        dots = tuple(Dot(value, within[image], note=image) for image, value in both.items() if image in within)
        if dots:
            series.append(Series(name, "run", dots))
            corr = result.metrics.get("Corr")
            said.append(f"{name} {len(dots)}" + (f", r = {corr:.2f}" if corr is not None else ""))
    if not series:
        return []
    text = (
        f"{dataset}. Each point is an image whose target was found: MultiMatch of the participants with each other by "
        f"that of the participants with the model. Images: {'; '.join(said)}."
    )
    x, y, name = Axis("humans with the model (hmMM)"), Axis("within humans (whMM)"), f"{slug(dataset)}-similarity"
    return [Chart(name, "scatter", "Scanpath similarity", text, x, y, tuple(series), diagonal=True)]


def _details(result: Result) -> Mapping[str, Any]:
    details: Mapping[str, Any] = result.scores.get("details", {})
    return details


def summary_tables(summary: Summary, results: Sequence[Result] = ()) -> list[Table]:
    """A table for every set, and one of the means where there are several sets.

    Rows with scores come first, those with the most terms before the others.
    """
    return [
        _table(name, summary, [one for one in results if row_and_set(one)[1] == name] or results)
        for name in summary.sets
    ]


def _table(name: str, summary: Summary, results: Sequence[Result]) -> Table:
    rows, terms = summary.sets[name], summary.terms[name]

    def rank(row: str) -> tuple[Any, ...]:
        score = rows[row].get(SCORE)
        return score is None, -terms.get(row, 0), 0.0 if score is None else -score.value, row

    kinds: dict[str, str] = dict.fromkeys(TITLES.values(), "reference")
    kinds |= {TITLES[HUMANS]: "human", TITLES[ANOTHER]: "human", TITLES[RANDOM]: "chance"}
    kinds |= {row_and_set(result)[0]: kind_of(result) for result in results}
    metrics = [metric for metric in (*SEARCH_METRICS, SCORE, SIX) if any(metric in cells for cells in rows.values())]
    lines = []
    for row in sorted(rows, key=rank):
        cells = [_value(rows[row].get(metric)) for metric in metrics]
        kind = "published" if row.endswith(PUBLISHED) else kinds.get(row, "run")
        lines.append(Row(row.removesuffix(PUBLISHED), [*cells, Value(terms[row]) if row in terms else None], kind))
    heads = [Column("Score-6" if metric == SIX else metric, OTHER) for metric in metrics] + [Column("terms", COUNT, 0)]
    notes = ["*: too few images, or too small a part of the set, to count in a score", *summary.left_out]
    return Table(f"visual-search-{slug(name)}", f"Visual search, {name} (Table 2)", heads, lines, notes, results)


def _value(cell: Cell | None) -> Value | None:
    if cell is None:
        return None
    low, high = cell.interval or (None, None)
    return Value(cell.value, low, high, cell.n, "*" if cell.why_not else "")


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
        """Performance by number of fixations, and scanpath similarity, dataset by dataset."""
        found: list[Chart] = []
        for dataset, own in on_the_same_data(results).items():
            runs = list(zip(row_names(own), own, strict=True))
            found += [*_performance(dataset, runs), *_similarity(dataset, runs)]
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
        add_published(table)
        return summary_tables(summarise(table, unlike_rows(results)), results)
