"""How VP-Bench is shown: marked regions, the paper's Tables 4, 5, 6, 11 and 12 with its rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from vlmeval_hvs.benchmarks.vpb.options import R_BVP, is_r_bvp
from vlmeval_hvs.benchmarks.vpb.stage2 import regions_of
from vlmeval_hvs.benchmarks.vpb.wording import published, wording
from vlmeval_hvs.files import image_size
from vlmeval_hvs.names import base_name, data_name, is_official
from vlmeval_hvs.pictures import Box, Mark, Picture
from vlmeval_hvs.presentation import Presentation
from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.results.paper_tables import Declared, Table
from vlmeval_hvs.results.row_names import named, variant
from vlmeval_hvs.visual_prompts.styles import style_data

if TYPE_CHECKING:
    from vlmeval_hvs.benchmarks.vpb.dataset import VPBDataset

_METRICS = {entry["column"]: f"shape/{shape}" for shape, entry in style_data()["shapes"].items()} | {
    "Enumeration": "question/enumeration",
    "Existence": "question/existence",
    "Rough-Loc.": "question/location",
    "VP-Ref.": "question/reference",
    "Avg.": "Overall",
}
COLUMNS = {column: _METRICS[column] for column in published()["table4"][0] if column in _METRICS}
"""Columns of Table 4 in its order, and the metric behind each."""
SHAPES = tuple(column for column, metric in COLUMNS.items() if metric.startswith("shape/"))
TASKS = tuple(wording()["tasks"])
TASKS_12 = tuple(head[:-5] for head in published()["table12"][0] if head.endswith(" Vis.") and head != "Avg. Vis.")
DELTA = " Δ"  # ends the columns of differences to the column before them
_PLACING = ("visual_prompt", "description", "limit")
"""Options that decide on a run's place in its row, or only on the number of rows: they make no row of their own."""


@dataclass
class Runs:
    """The runs of one model: Stage 1 with and without description, Stage 2 by what is drawn, and in words."""

    stage1: dict[bool, Result] = field(default_factory=dict)
    random_best: Result | None = None
    fixed: list[Result] = field(default_factory=list)
    words: Result | None = None

    @property
    def drawn(self) -> Result | None:
        """Stage 2 with a fixed style, else with R-BVP."""
        return self.fixed[0] if self.fixed else self.random_best


def grouped(results: Iterable[Result]) -> dict[str, Runs]:
    """The runs of VP-Bench by model (demo sets apart).

    Of several runs for one place the one whose dataset has no ``@label`` is taken, else the first by name.
    """
    runs: dict[str, Runs] = {}
    own = [result for result in results if result.benchmark == "VPB"]
    for result in sorted(own, key=lambda result: ("@" in result.dataset, result.dataset)):
        data, name = data_name(result.dataset), base_name(result.dataset)
        others = {option: value for option, value in variant(result).items() if option not in _PLACING}
        entry = runs.setdefault(f"{named(result.model, others)}{f' ({data})' if data else ''}", Runs())
        if name.startswith("VPB_Stage1"):
            described = result.scores.get("settings", {}).get("description", not name.endswith("_NoDescription"))
            entry.stage1.setdefault(bool(described), result)
        elif name == "VPB_Stage2_TextPrompt":
            entry.words = entry.words or result
        elif is_r_bvp(str(result.scores.get("settings", {}).get("visual_prompt", R_BVP))):
            entry.random_best = entry.random_best or result
        else:
            entry.fixed.append(result)
    return dict(sorted(runs.items()))


def _declared(name: str, title: str, note: str, columns: Mapping[str, tuple[str, str]]) -> Declared:
    return Declared(name, title, {head: (*column, head) for head, column in columns.items()}, note)


TABLES = (
    _declared(
        "vpb-table4", "Perception by shape and question type (Table 4)",
        "Avg.: mean of the eight shapes, as in Table 6; 13 of the printed rows of Table 4 follow no stated rule.",
        {head: ("described", metric) for head, metric in COLUMNS.items()},
    ),
    _declared(
        "vpb-table5", "Six tasks with random best and best style (Table 5)",
        "Δ: BVP minus R-BVP; printed rows rest on different samples.",
        {"best style": ("best style", ""), **{
            f"{task} {part}": (part, "Overall" if task == "Average" else f"task/{task}")
            for task in (*TASKS, "Average") for part in ("R-BVP", "BVP", f"BVP{DELTA}")}},
    ),
    _declared(
        "vpb-table6", "With and without description (Table 6)", "",
        {"description": ("description", ""), **{head: ("run", COLUMNS[head]) for head in (*SHAPES, "Avg.")}},
    ),
    _declared(
        "vpb-table11", "Perception and use (Table 11)", "Avg. downstream: with the best style (BVP), else with R-BVP.",
        {"Avg. VP": ("perceived", "Overall"), "Avg. downstream": ("used", "Overall")},
    ),
    _declared(
        "vpb-table12", "Drawn and in words (Table 12)", "",
        {**{f"{task} {part}": (part, f"task/{task}") for task in TASKS_12 for part in ("Vis.", "Txt.")},
         **{f"Avg. {part}": (part, "Overall") for part in ("Vis.", f"Vis.{DELTA}", "Txt.")}},
    ),
)  # fmt: skip


def summary(results: Iterable[Result], paper: bool = False) -> list[Table]:
    """Tables 4, 5, 6, 11 and 12 of the paper, those for which there are results; with its rows where wanted."""
    rows: dict[str, list[tuple[str, dict[str, Any]]]] = {declared.name: [] for declared in TABLES}
    for label, own in grouped(results).items():
        first, second = own.stage1.get(True), own.drawn
        rows["vpb-table4"].append((label, {"described": first}))
        pairs: Sequence[Result | None] = own.fixed or ([None] if own.random_best else [])
        for fixed in pairs:
            style = fixed.scores["settings"]["visual_prompt"] if fixed else ""
            delta = _difference(fixed, own.random_best)
            cells = {"best style": style, "R-BVP": own.random_best, "BVP": fixed, f"BVP{DELTA}": delta}
            rows["vpb-table5"].append((label, cells))
        if len(own.stage1) == 2:
            for described, words in ((False, "without"), (True, "with")):
                rows["vpb-table6"].append((label, {"description": words, "run": own.stage1[described]}))
        if first and second:
            rows["vpb-table11"].append((label, {"perceived": first, "used": second}))
        if own.words and second:
            cells = {"Vis.": second, "Txt.": own.words, f"Vis.{DELTA}": _difference(second, own.words)}
            rows["vpb-table12"].append((label, cells))
    tables = []
    for declared in TABLES:
        printed = printed_rows(declared.name.removeprefix("vpb-")) if paper else []
        if table := declared.filled(rows[declared.name], [(row["model"], row) for row in printed]):
            tables.append(table)
    return tables


def _difference(first: Result | None, second: Result | None) -> Result | None:
    """The differences of all metrics of two runs on the same rows, made up like a result."""
    if first is None or second is None or any(first.scores.get(k) != second.scores.get(k) for k in ("digest", "n")):
        return None
    both = first.metrics.keys() & second.metrics.keys()
    return replace(first, scores={"metrics": {name: first.metrics[name] - second.metrics[name] for name in both}})


def printed_rows(table: str) -> list[dict[str, Any]]:
    """The rows of the paper, in the columns of a table here; ``Average`` is its mean over the models."""
    rows = [*published()[table], *published().get(f"{table}_average", ())]
    return [{"best style" if name == "best_vp" else name: cell for name, cell in row.items()} for row in rows]


class VPBPresentation(Presentation):
    """Marked regions, and the paper's tables."""

    def pictures(self, dataset: VPBDataset, row: Mapping[str, str]) -> list[Picture]:
        """The pictures as the model sees them; in Stage 2 with the regions that the prompt marks."""
        images, _ = dataset.shown(row)
        marks: list[list[Mark]] = [[] for _ in images]
        for image, role, region in regions_of(row) if dataset.renderer is not None else ():
            (width, height), (x, y, w, h) = image_size(images[image]), region.bbox
            label = "" if role == "default" else role
            marks[image].append(Box(x / width, y / height, w / width, h / height, "region", label))
        return [Picture(path, marks=tuple(found)) for path, found in zip(images, marks, strict=True)]

    def tables(self, results: Sequence[Result]) -> list[Table]:
        """Tables 4, 5, 6, 11 and 12 of the paper: those for which there are runs."""
        return summary(results, paper=any(is_official(result.dataset) for result in results))
