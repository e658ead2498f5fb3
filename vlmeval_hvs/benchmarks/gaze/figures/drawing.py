"""All figures of gaze results."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import pandas as pd

from vlmeval_hvs.benchmarks.gaze.figures.curves import psychometric
from vlmeval_hvs.benchmarks.gaze.figures.shares import choices
from vlmeval_hvs.benchmarks.gaze.figures.strips import strip
from vlmeval_hvs.benchmarks.gaze.figures.verdict import forest, path
from vlmeval_hvs.benchmarks.gaze.followed import items_of
from vlmeval_hvs.errors import DataError, MissingDataError
from vlmeval_hvs.figures.style import Picture, settings
from vlmeval_hvs.files import inside
from vlmeval_hvs.registry import load_set, set_of
from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.results.same_data import slug
from vlmeval_hvs.results.variants import row_name
from vlmeval_hvs.sets import set_folder

DEMO_MARK = "Generated pictures, not photos."


def draw(results: Sequence[Result], known: Mapping[str, int] | None = None) -> Iterator[Picture]:
    """Every figure that gaze results give, dataset by dataset: those of single models first, then the comparisons.

    Args:
        results: Results of `vlmeval_hvs.results.collect.collect`; those of other benchmarks are passed over.
        known: Places of all runs of a report, which look the same in all its figures.

    Raises:
        DataError: The item table beside a score file is missing or was written by an earlier version.
    """
    of_dataset: dict[str, list[Result]] = defaultdict(list)
    for result in results:
        if result.benchmark == "GazeTarget":
            of_dataset[result.dataset].append(result)
    for dataset, group in of_dataset.items():
        with settings():
            found = list(_of_dataset(group, known))
        for picture in found:
            generated = any("not photos" in w or "demo data" in w for w in group[0].scores.get("warnings", []))
            mark = f" {DEMO_MARK}" if generated else ""
            yield replace(picture, name=f"{slug(dataset)}-{picture.name}", caption=f"{picture.caption}{mark}")


def _of_dataset(group: Sequence[Result], known: Mapping[str, int] | None) -> Iterator[Picture]:
    tables = [(row_name(result), items_of(result)) for result in group]
    curves = [(row_name(result), result.scores["details"]) for result in group if "curves" in result.scores["details"]]
    if not curves:
        for result, (model, items) in zip(group, tables, strict=True):
            verdict = result.scores["details"].get("characterization", {})
            if "category" in verdict:
                yield _named(path(verdict, model), model)
            chosen = choices(items, model)
            if chosen is not None:
                yield _named(chosen, model)
    for result, (model, items) in zip(group, tables, strict=True):
        photos = _strip(result, model, items)
        if photos is not None:
            yield _named(photos, model)
    verdicts = [(row_name(result), result.scores["details"].get("characterization", {})) for result in group]
    comparisons = [forest([pair for pair in verdicts if pair[1]]), psychometric(curves, known)]
    yield from (picture for picture in comparisons if picture is not None)


def _named(picture: Picture, model: str) -> Picture:
    return replace(picture, name=f"{picture.name}-{model}")


def _strip(result: Result, model: str, items: pd.DataFrame) -> Picture | None:
    """The strip of photos, where the set that was asked is still built here."""
    try:
        rows, manifest = load_set(result.dataset)
    except (MissingDataError, DataError):
        return None
    if manifest.digest != result.scores.get("digest"):
        return None
    by_index = rows.set_index("index", drop=False)
    folder = set_folder(set_of(result.dataset))
    return strip(items, model, lambda index: by_index.loc[index].to_dict(), lambda name: str(inside(folder, name)))
