"""How results of visual search are shown: pictures of a search, the figures of the paper, and the table of all rows."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.pictures import Box, Mark, Path, Picture, Point
from vlmeval_hvs.presentation import Presentation
from vlmeval_hvs.results.charts import Axis, Chart, Series
from vlmeval_hvs.results.charts import Mark as Dot
from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.results.paper_tables import OTHER, Table
from vlmeval_hvs.results.row_names import on_the_same_data, row_names, slug

from .result_table import paper_tables, table_of
from .scoring import HUMANS, MODEL, TITLES, WITHIN
from .trials import Trial, read_trial

if TYPE_CHECKING:
    from .dataset import VisualSearchDataset

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
    if history := tuple(_shares(point, trial) for point in json.loads(row.get("history") or "[]")):
        found.append(Path(history, "human", "so far"))
    for person, _, x, y in json.loads(row.get("next") or "[]"):
        found.append(Point(*_shares((x, y), trial), "human", f"person {person}: next"))
    return found


def answer_marks(row: Mapping[str, str], item: Mapping[str, Any]) -> list[Mark]:
    """The model's scanpath, or the points that it gave for the next fixation; none for a whole map."""
    answer = item.get("answer") or "[]"
    places = tuple(_shares(point, read_trial(row)) for point in json.loads(answer if answer[0] == "[" else "[]"))
    if row.get("family") == "hsp":
        return [Point(x, y, "answer", str(number)) for number, (x, y) in enumerate(places, 1)]
    return [Path(places, "answer", "model")] if places else []


def _shares(point: Sequence[float], trial: Trial) -> tuple[float, float]:
    """A point in px as fractions of the scene."""
    return float(point[0]) / trial.shape[1], float(point[1]) / trial.shape[0]


def performance_chart(dataset: str, runs: Runs) -> list[Chart]:
    """Share of targets found by number of fixations (ViSioNS, Figures 4 and 5)."""
    text = f"{dataset}. Share of searches that have found the target, by the number of fixations; n counts images."
    series, curves = [], []
    for name, details in ((name, one.scores.get("details", {})) for name, one in runs):
        if curve := details.get("curves"):
            n, points = details.get("n_images", {}).get("AUCperf"), zip(curve["fixations"], curve["model"], strict=True)
            series.append(Series(name, "run", tuple(Dot(x, y, n=n) for x, y in points)))
            curves.append(curve)
    if people := next((one for one in curves if one["humans"]), None):
        capped = isinstance(people["humans_at"], list)
        at = zip(people["humans_at" if capped else "fixations"], people["humans"], strict=True)
        series.append(Series(TITLES[HUMANS], "human", tuple(Dot(x, y) for x, y in at if y is not None)))
        text += " People's searches were stopped after these numbers of fixations." if capped else ""
    highest = max((max(one["fixations"]) for one in curves), default=0)
    x, y, name = Axis("fixations", 0, highest), Axis("targets found", 0, 1), f"{slug(dataset)}-performance"
    return [Chart(name, "lines", "Cumulative performance", text, x, y, tuple(series))] if series else []


def similarity_chart(dataset: str, runs: Runs) -> list[Chart]:
    """Within-human MultiMatch against that of humans and model, image by image (ViSioNS, Figures 4 and 5)."""
    series, said = [], []
    for name, result in runs:
        own = result.scores.get("details", {}).get("by_image", {}).get(MODEL, {})
        within, both = own.get(WITHIN, {}), own.get("AvgMM", {})
        if dots := tuple(Dot(value, within[image], note=image) for image, value in both.items() if image in within):
            series.append(Series(name, "run", dots))
            corr = result.metrics.get("Corr")
            said.append(f"{name} {len(dots)}" + (f", r = {corr:.2f}" if corr is not None else ""))
    text = (
        f"{dataset}. Each point is an image whose target was found: MultiMatch of the participants with each other by "
        f"that of the participants with the model. Images: {'; '.join(said)}."
    )
    x, y, name = Axis("humans with the model (hmMM)"), Axis("within humans (whMM)"), f"{slug(dataset)}-similarity"
    return [Chart(name, "scatter", "Scanpath similarity", text, x, y, tuple(series))] if series else []


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
            found += [*performance_chart(dataset, runs), *similarity_chart(dataset, runs)]
        return found

    def tables(self, results: Sequence[Result]) -> list[Table]:
        """Table 2 of ViSioNS, with published rows: every set, and the mean over sets.

        Where some results are of different builds of the data, there is no table, and a logged warning names two.
        """
        try:
            return paper_tables(table_of(results), results)[0]
        except DataError as error:
            logger.warning("no table of visual search: %s", error)
            return []
