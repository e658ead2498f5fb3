"""All figures of gaze results."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pandas as pd

from vlmeval_hvs.benchmarks.gaze.figures.curves import psychometric
from vlmeval_hvs.benchmarks.gaze.figures.shares import bars, choices, head_share
from vlmeval_hvs.benchmarks.gaze.figures.strips import strip
from vlmeval_hvs.benchmarks.gaze.figures.style import Picture
from vlmeval_hvs.benchmarks.gaze.figures.verdict import forest, path
from vlmeval_hvs.errors import DataError, MissingDataError
from vlmeval_hvs.files import inside
from vlmeval_hvs.registry import load_set, set_of
from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.results.files import ITEMS, SCORES
from vlmeval_hvs.sets import set_folder

DEMO_MARK = "Generated pictures, not photos."


def draw(results: Sequence[Result]) -> Iterator[Picture]:
    """Every figure that gaze results give, dataset by dataset: those of single models first, then the comparisons.

    Args:
        results: Results of `vlmeval_hvs.results.collect.collect`; those of other benchmarks are passed over.

    Raises:
        DataError: The item table beside a score file is missing or was written by an earlier version.
    """
    of_dataset: dict[str, list[Result]] = defaultdict(list)
    for result in results:
        if result.benchmark == "GazeTarget":
            of_dataset[result.dataset].append(result)
    for dataset, group in of_dataset.items():
        for picture in _of_dataset(group):
            generated = any("not photos" in w or "demo data" in w for w in group[0].scores.get("warnings", []))
            mark = f" {DEMO_MARK}" if generated else ""
            yield replace(picture, name=f"{dataset}_{picture.name}", caption=f"{picture.caption}{mark}")


def items_of(result: Result) -> pd.DataFrame:
    """The item table of a result, positions as whole numbers.

    Raises:
        DataError: It is missing, or lacks a column.
    """
    table = result.path.with_name(result.path.name.removesuffix(SCORES) + ITEMS)
    try:
        items = pd.read_csv(table, sep="\t", dtype={"index": str, "answer": str}, keep_default_na=False)
    except (OSError, ValueError) as error:
        raise DataError(f"{table}: cannot be read ({error})") from error
    wanted = ("gaze_pos", "head_pos", "choice_pos", "n_objects")
    missing = [name for name in (*wanted, "scene_id", "view", "stimulus_id", "score") if name not in items]
    if missing:
        raise DataError(f"{table}: there is no column {missing[0]}; score the run again")
    rows = items[pd.to_numeric(items["choice_pos"], errors="coerce").notna()]  # rows that are left out have none
    numbers = {name: pd.to_numeric(rows[name]).astype(int) for name in wanted}
    return rows.assign(**numbers, score=pd.to_numeric(rows["score"])).reset_index(drop=True)


def _of_dataset(group: Sequence[Result]) -> Iterator[Picture]:
    tables = [(result.model, items_of(result)) for result in group]
    curves = [(result.model, result.scores["details"]) for result in group if "curves" in result.scores["details"]]
    if not curves:
        for result, (model, items) in zip(group, tables, strict=True):
            verdict = result.scores["details"].get("characterization", {})
            if "category" in verdict:
                yield _named(path(verdict, model), model)
            for picture in (head_share(items, model), choices(items, model)):
                if picture is not None:
                    yield _named(picture, model)
    for result, (model, items) in zip(group, tables, strict=True):
        photos = _strip(result, model, items)
        if photos is not None:
            yield _named(photos, model)
    verdicts = [(result.model, result.scores["details"].get("characterization", {})) for result in group]
    comparisons = [bars(tables), forest([pair for pair in verdicts if pair[1]]), psychometric(curves)]
    yield from (picture for picture in comparisons if picture is not None)


def _named(picture: Picture, model: str) -> Picture:
    return replace(picture, name=f"{picture.name}_{model}")


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
