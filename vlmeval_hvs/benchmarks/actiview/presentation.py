"""How ActiView is shown: its views, and the paper's Tables 2, 3, 5 and 7 to 15 with its rows."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from vlmeval_hvs.benchmarks.actiview.cutting import boxes
from vlmeval_hvs.benchmarks.actiview.scoring import CLASSES, TYPES
from vlmeval_hvs.benchmarks.actiview.wording import GRIDS
from vlmeval_hvs.files import bundled
from vlmeval_hvs.names import DEMO, base_name, is_official
from vlmeval_hvs.pictures import Box, Mark, Picture
from vlmeval_hvs.presentation import Presentation
from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.results.paper_tables import Declared, Table
from vlmeval_hvs.results.row_names import differing, row_name

if TYPE_CHECKING:
    from vlmeval_hvs.benchmarks.actiview.dataset import ActiViewDataset

MIXED, _ZOOM, _SHIFT = "ActiView_Mixed", "ActiView_Zooming", "ActiView_ShiftingR"
COLUMNS = {
    "Full image": ("ActiView_Full", "full"),
    "Zooming": (_ZOOM, "zooming"),
    "Single View": ("ActiView_SingleView", "single_view"),
    **{f"Shifting-{level}": (f"ActiView_Shifting{level}", f"shift_{level}") for level in "REMH"},
}
"""Columns of Tables 2 and 7: the dataset of each, and its name in `paper_tables`."""
BY_CLASS = {
    "table8_zooming": (_ZOOM, "Table 8"),
    "table9_shift_R": (_SHIFT, "Table 9"),
    "table10_shift_E": ("ActiView_ShiftingE", "Table 10"),
    "table11_shift_M": ("ActiView_ShiftingM", "Table 11"),
    "table12_shift_H": ("ActiView_ShiftingH", "Table 12"),
}
AVG = "AVG"
"""Key of a row's average, which is made up like a result."""
AVERAGED = (_ZOOM, *(f"ActiView_Shifting{level}" for level in "REMH"))
"""Columns of AVG. All rows of Tables 2 and 7 are the mean of these five; the caption of Table 7, which leaves out
Shifting-E, is wrong."""
_CLASS_KEYS = {
    name: f"AVG_{name.removeprefix('Type-')}" if name in TYPES else name
    for kind in TYPES
    for name in (*(sub_class for sub_class, own in CLASSES.values() if own == kind), kind)
}
_ANY_VIEW = (
    "Zooming: the views' majority vote. Any view: right when any single view, or the answer itself, is right, which "
    "needs the key; the paper's Zooming of single-image models is this. AVG is of Shifting-R and the column that the "
    "paper prints: any view where every view was asked by itself, else Zooming."
)
_PAIR = {
    "images": ("images", "", "strategy"),
    "Zooming": (_ZOOM, "Overall", ""),
    "Zooming, any view": (_ZOOM, "AnyView_oracle", "zooming"),
    "Shifting-R": (_SHIFT, "Overall", "shift_R"),
}
TABLES = {
    "table7": Declared(
        "actiview-pipelines", "Accuracy by pipeline (Tables 2 and 7)",
        {**{head: (dataset, "Overall", key) for head, (dataset, key) in COLUMNS.items()}, AVG: (AVG, "Overall", AVG)},
        "AVG: mean of Zooming and the four shifting levels, given when all five are there and were run alike.",
    ),
    "table3": Declared(
        "actiview-mixed", "Mixed pipeline (Table 3)",
        {"ACC": (MIXED, "Overall", "ACC"), "#zoom": (MIXED, "#zoom", "zoom"), "#shift": (MIXED, "#shift", "shift"),
         "#view": (MIXED, "#view", "view"), "#calls": (MIXED, "#calls", ""), "R_select": (MIXED, "R_select", ""),
         "invalid replies": (MIXED, "InvalidReplies", "")},
        "#shift: views added plus views dropped after the first selection (reproduces the paper's Qwen2-VL row).",
    ),
    **{
        printed: Declared(
            f"actiview-classes-{dataset.removeprefix('ActiView_').lower()}", f"{dataset} by sub-class ({title})",
            {name: (dataset, name, key) for name, key in _CLASS_KEYS.items()}, "types are pooled over their questions",
        )
        for printed, (dataset, title) in BY_CLASS.items()
    },
    "table13": Declared(
        "actiview-views", "View selection (Table 13)",
        {"ACC_GT": ("ActiView_ZoomingGT", "Overall", "ACC_GT"), "zoom ACC": (_ZOOM, "Overall", "zoom_ACC"),
         "zoom R": (_ZOOM, "R_select", "zoom_R"), "zoom #view": (_ZOOM, "#view", "zoom_view"),
         "shift-R ACC": (_SHIFT, "Overall", "shiftR_ACC"), "shift-R R": (_SHIFT, "R_select", ""),
         "shift-R R as printed": (_SHIFT, "R_select_paper", "shiftR_R"),
         "shift-R #view": (_SHIFT, "#view", "shiftR_view")},
        "R as printed repeats the paper's off-by-one: all four views give 74.62 % instead of 100 %.",
    ),
    "table5": Declared(
        "actiview-text-only", "Text only (Table 5)",
        {"ACC": ("ActiView_TextOnly", "Overall", "ACC"),
         "ACC (guess)": ("ActiView_TextOnlyGuess", "Overall", "ACC_guess")},
    ),
    "table14": Declared(
        "actiview-splits", "Splits (Table 14)",
        {"splits": ("splits", "", "splits"), **_PAIR, AVG: ("pair", "Overall", AVG)}, _ANY_VIEW,
    ),
    "table15": Declared("actiview-strategies", "Single-image strategies (Table 15)", _PAIR, _ANY_VIEW),
}  # fmt: skip
"""Tables by the name of their printed rows in `paper_tables`."""


def paper_tables() -> dict[str, Any]:
    """The printed tables: number and name to ``{model: {column: percent}}``."""
    return bundled(__package__, "paper_tables.json")


def summary(results: Iterable[Result], paper: bool = False) -> list[Table]:
    """Tables 2, 3, 5 and 7 to 15 of the paper, as far as there are results; with its rows where ``paper`` is true."""
    runs = grouped(results)
    rows: dict[str, dict[str, dict[str, Any]]] = {"table7": {}, "table14": {}, "table15": {}}
    notes = []
    for label, own in runs.items():
        five = [own[name] for name in AVERAGED if name in own]
        mean = None
        if len(five) == len(AVERAGED):
            if why := no_average(five):
                notes.append(f"{label}: no AVG, {why}")
            else:
                mean = sum(result.metrics["Overall"] for result in five) / len(five)
        rows["table7"][label] = {**own, AVG: replace(next(iter(own.values())), scores={"metrics": {"Overall": mean}})}
        pair, used = _pair(own)
        rows["table14"][label] = {**pair, "images": "+".join(used) or "?"}
        if strategies := sorted({*used} - {"interleaved"}):
            rows["table15"][label] = {**pair, "images": "+".join(strategies)}
    if all(own["splits"] == "4" for own in rows["table14"].values()):
        rows["table14"] = {}
    if any(is_official(result.dataset) for own in runs.values() for result in own.values()):
        notes.append(
            "For comparison, on the release: human 84.67 % (77.53 % without search and language models), "
            "chance 34.24 % (printed 33.95 %)."
        )
    found = []
    for name, declared in TABLES.items():
        printed = paper_tables()[name].items() if paper else ()
        lines = [(row.get("model", model), {"strategy": "concat", **row}) for model, row in printed]
        found.append(declared.filled(rows.get(name, runs).items(), lines, notes if name == "table7" else []))
    return [table for table in found if table is not None]


def grouped(results: Iterable[Result]) -> dict[str, dict[str, Result]]:
    """Results by model with label, demo set and (where it ran twice on one) options, then by plain dataset name."""
    own = [result for result in results if result.benchmark == "ActiView"]
    runs_of = Counter((result.model, result.dataset) for result in own)
    several = {model for (model, _), number in runs_of.items() if number > 1}
    runs: dict[str, dict[str, Result]] = {}
    for result in own:
        plain = base_name(result.dataset)
        name = row_name(result) if result.model in several else result.model
        label = f"{name} {result.dataset.removeprefix(plain).replace(DEMO, '(demo)')}".strip()
        runs.setdefault(label, {})[plain] = result
    return dict(sorted(runs.items()))


def _pair(own: Mapping[str, Result]) -> tuple[dict[str, Any], list[str]]:
    """Zooming and Shifting-R of a row with their average and split, and how their images were shown."""
    pair = {name: own[name] for name in (_ZOOM, _SHIFT) if name in own}
    if not pair:
        return {"splits": "4"}, []
    first, last = next(iter(pair.values())), list(pair.values())[-1]
    details, mean = first.scores.get("details", {}), None
    if len(pair) == 2 and not no_average([first, last]):
        mean = (first.metrics.get("AnyView_oracle", first.metrics["Overall"]) + last.metrics["Overall"]) / 2
    both = replace(first, scores={"metrics": {"Overall": mean}})
    return {**pair, "pair": both, "splits": str(details.get("n_views", 4))}, list(details.get("strategies", {}))


def no_average(results: Sequence[Result]) -> str:
    """Why results cannot go into one average (invalid ones, other settings or data); "" where they can."""
    for result in results:
        if result.validity != "valid" or result.metrics.get("Overall") is None:
            return f"{base_name(result.dataset)} is {result.validity} ({result.reason or 'no headline'})"
    scores = [result.scores for result in results]
    known = {"data": "digest", "number of rows": "n", "version": "version", "provenance": "provenance"}
    unlike = [word for word, key in known.items() if len({found.get(key) for found in scores}) > 1]
    names = differing(scores) + unlike
    return f"the datasets differ in {', '.join(names)}" if names else ""


def view_boxes(numbers: Sequence[int], n_views: int, role: str, label: str = "") -> list[Mark]:
    """Boxes of views, numbered from 1 as `vlmeval_hvs.benchmarks.actiview.cutting.boxes` has them."""
    columns, rows = GRIDS[n_views]
    corners = [(x / columns, y / rows) for x, y, _, _ in boxes(columns, rows, n_views)]
    return [Box(*corners[number - 1], 1 / columns, 1 / rows, role, label) for number in numbers]


def opened_views(item: Mapping[str, Any], views: Sequence[str]) -> list[Picture]:
    """The views that a model opened, in their order: those it asked for first, then those it shifted to."""
    texts = [(item.get(name) or "").split(",") for name in ("views_selected", "views_final")]
    known = {str(number): number for number in range(1, len(views) + 1)}
    opened = dict.fromkeys(known[part] for parts in texts for part in parts if part in known)
    dropped = "views_final" in item and texts[1] != [""]
    return [
        Picture(views[n - 1], f"{place}. view {n}{', dropped' if dropped and str(n) not in texts[1] else ''}")
        for place, n in enumerate(opened, 1)
    ]


class ActiViewPresentation(Presentation):
    """Views with clues and views that a model opened; the paper's tables."""

    def pictures(self, dataset: "ActiViewDataset", row: Mapping[str, str]) -> list[Picture]:
        """The full image with its views; those with a clue are marked in the split that was annotated."""
        clues = json.loads(row["clue_views"] or "[]") if dataset.options.n_splits == 4 else []
        marks = tuple(view_boxes(clues, 4, "clue", "clue"))
        return [Picture(dataset.locate(dataset.split(row).lined), "full image", marks)]

    def answered(self, dataset: "ActiViewDataset", row: Mapping[str, str], item: Mapping[str, Any]) -> list[Picture]:
        """The views that the model opened, in their order."""
        return opened_views(item, [dataset.locate(path) for path in dataset.split(row).views])

    def tables(self, results: Sequence[Result]) -> list[Table]:
        """Tables 2, 3, 5 and 7 to 15 of the paper."""
        return summary(results, paper=any(is_official(result.dataset) for result in results))
