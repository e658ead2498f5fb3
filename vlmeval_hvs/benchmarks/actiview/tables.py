"""ActiView's results in the form of the paper's tables (2, 3, 5, 7-13, 14, 15)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from vlmeval_hvs.benchmarks.actiview.average import mean_of_five
from vlmeval_hvs.benchmarks.actiview.scoring import TYPES
from vlmeval_hvs.files import bundled
from vlmeval_hvs.registry import base_name
from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.results.tables import Grid

COLUMNS = {
    "Full image": "ActiView_Full",
    "Zooming": "ActiView_Zooming",
    "Single View": "ActiView_SingleView",
    "Shifting-R": "ActiView_ShiftingR",
    "Shifting-E": "ActiView_ShiftingE",
    "Shifting-M": "ActiView_ShiftingM",
    "Shifting-H": "ActiView_ShiftingH",
}
"""Columns of Tables 2 and 7, and the dataset behind each."""
SUB_CLASSES = (
    *("Geo-Loc", "Orient", "Daily-Loc", "Type-I"),
    *("Obj-Attr", "Obj-Rel", "Count-Dis", "Type-II"),
    *("Event-M", "Event-S", "Type-III"),
)
BY_CLASS = {
    "Table 8": ("ActiView_Zooming", "table8_zooming"),
    "Table 9": ("ActiView_ShiftingR", "table9_shift_R"),
    "Table 10": ("ActiView_ShiftingE", "table10_shift_E"),
    "Table 11": ("ActiView_ShiftingM", "table11_shift_M"),
    "Table 12": ("ActiView_ShiftingH", "table12_shift_H"),
}
_PRINTED = {
    "Full image": "full",
    "Zooming": "zooming",
    "Single View": "single_view",
    **{f"Shifting-{level}": f"shift_{level}" for level in "REMH"},
}

Runs = Mapping[str, Mapping[str, Result]]
"""Results by row label (model and variant) and plain dataset name."""


@lru_cache(maxsize=1)
def paper_tables() -> dict[str, Any]:
    """The printed tables: number and name to ``{model: {column: percent}}``."""
    return dict(bundled(__package__, "paper_tables.json"))


def summary(results: Iterable[Result], paper: bool = False) -> list[Grid]:
    """All tables for which there are results.

    Args:
        results: Results of ActiView datasets; others are passed over.
        paper: Add the printed rows.

    Returns:
        Tables; numbers are percent, counts of operations are means per question.
    """
    runs = grouped(results)
    builders: list[Callable[[Runs, bool], Grid | None]] = [_overview, _mixed]
    builders += [_by_class(name, *where) for name, where in BY_CLASS.items()]
    builders += [_selection, _text_only, _splits]
    grids = [builder(runs, paper) for builder in builders]
    return [grid for grid in grids if grid is not None]


def grouped(results: Iterable[Result]) -> dict[str, dict[str, Result]]:
    """Results of ActiView by model and variant (``@label``, ``_DEMO``), then by plain dataset name."""
    runs: dict[str, dict[str, Result]] = {}
    for result in results:
        if result.benchmark == "ActiView":
            plain = base_name(result.dataset)
            variant = result.dataset.removeprefix(plain)
            runs.setdefault(f"{result.model} {variant}".strip(), {})[plain] = result
    return dict(sorted(runs.items()))


def _overview(runs: Runs, paper: bool) -> Grid | None:
    head = ["model", *COLUMNS, "AVG"]
    rows = []
    for label, own in runs.items():
        overall = {name: _value(own, name) for name in COLUMNS.values()}
        present = {name: value for name, value in overall.items() if value is not None}
        if present:
            rows.append(
                [label, *(_percent(overall[name]) for name in COLUMNS.values()), _percent(mean_of_five(present))]
            )
    if not rows:
        return None
    if paper:
        rows += [
            [f"{model} (paper)", *(f"{row[_PRINTED[column]]:.2f}" for column in COLUMNS), f"{row['AVG']:.2f}"]
            for model, row in paper_tables()["table7"].items()
        ]
    notes = [
        "AVG: mean of Zooming and the four shifting levels, given when all five are there.",
        *_mixed_settings(runs),
    ]
    notes.append(
        "For comparison: human 84.67 (77.53 without search and language models), "
        "chance on the whole release 34.24 (printed 33.95)."
    )
    return Grid("Accuracy by pipeline (Tables 2 and 7), %", head, rows, notes)


def _mixed(runs: Runs, paper: bool) -> Grid | None:
    name = "ActiView_Mixed"
    wanted = [(name, "Overall"), *((name, count) for count in ("#zoom", "#shift", "#view", "#calls"))]
    wanted += [(name, "R_select"), (name, "InvalidReplies")]
    rows = [[label, *_cells(own, wanted)] for label, own in runs.items() if name in own]
    if rows and paper:
        rows += [
            [f"{model} (paper)", *(f"{row[key]:.2f}" for key in ("ACC", "zoom", "shift", "view")), "", "", ""]
            for model, row in paper_tables()["table3"].items()
        ]
    notes = ["#shift: views added plus views dropped after the first selection (reproduces the paper's Qwen2-VL row)."]
    head = ["model", "ACC", "#zoom", "#shift", "#view", "#calls", "R_select", "invalid replies"]
    return Grid("Mixed pipeline (Table 3)", head, rows, notes) if rows else None


def _by_class(title: str, dataset: str, printed: str) -> Callable[[Runs, bool], Grid | None]:
    def build(runs: Runs, paper: bool) -> Grid | None:
        rows = [
            [label, *(_percent(_value(own, dataset, name)) for name in SUB_CLASSES)]
            for label, own in runs.items()
            if dataset in own
        ]
        if rows and paper:
            keys = {kind: f"AVG_{kind.removeprefix('Type-')}" for kind in TYPES}
            rows += [
                [f"{model} (paper)", *(f"{row[keys.get(name, name)]:.2f}" for name in SUB_CLASSES)]
                for model, row in paper_tables()[printed].items()
            ]
        sizes = "types are pooled over their questions"
        return Grid(f"{dataset} by sub-class ({title}), %", ["model", *SUB_CLASSES], rows, [sizes]) if rows else None

    return build


def _selection(runs: Runs, paper: bool) -> Grid | None:
    head = ["model", "ACC_GT", "zoom ACC", "zoom R", "zoom #view"]
    head += ["shift-R ACC", "shift-R R", "shift-R R as printed", "shift-R #view"]
    given, zoom, shift = "ActiView_ZoomingGT", "ActiView_Zooming", "ActiView_ShiftingR"
    wanted = [(given, "Overall"), (zoom, "Overall"), (zoom, "R_select"), (zoom, "#view")]
    wanted += [(shift, metric) for metric in ("Overall", "R_select", "R_select_paper", "#view")]
    rows = [[label, *_cells(own, wanted)] for label, own in runs.items() if {given, zoom, shift} & set(own)]
    if rows and paper:
        for model, row in paper_tables()["table13"].items():
            keys = ("ACC_GT", "zoom_ACC", "zoom_R", "zoom_view", "shiftR_ACC", "", "shiftR_R", "shiftR_view")
            rows.append([f"{model} (paper)", *(f"{row[key]:.2f}" if key else "" for key in keys)])
    notes = ["R as printed repeats the paper's off-by-one: all four views give 74.62 instead of 100."]
    return Grid("View selection (Table 13)", head, rows, notes) if rows else None


def _text_only(runs: Runs, paper: bool) -> Grid | None:
    names = ("ActiView_TextOnly", "ActiView_TextOnlyGuess")
    rows = [
        [label, *(_percent(_value(own, name)) for name in names)]
        for label, own in runs.items()
        if any(name in own for name in names)
    ]
    return Grid("Text only (Table 5), %", ["model", "ACC", "ACC (guess)"], rows, []) if rows else None


def _splits(runs: Runs, paper: bool) -> Grid | None:
    """Tables 14 and 15, when some run has another split or a single-image strategy."""
    rows = []
    telling = False
    for label, own in runs.items():
        pair = [own.get("ActiView_Zooming"), own.get("ActiView_ShiftingR")]
        found = [result for result in pair if result is not None]
        if not found:
            continue
        details = found[0].scores.get("details", {})
        strategies = "+".join(details.get("strategies", {})) or "?"
        telling = telling or details.get("n_views") != 4 or strategies != "interleaved"
        scores = [None if result is None else result.metrics.get("Overall") for result in pair]
        both = [score for score in scores if score is not None]
        mean = sum(both) / 2 if len(both) == 2 else None
        any_view = _value(own, "ActiView_Zooming", "AnyView_oracle")
        cells = [_percent(value) for value in (*scores, mean, any_view)]
        rows.append([label, str(details.get("n_views", "?")), strategies, *cells])
    head = ["model", "splits", "images", "Zooming", "Shifting-R", "mean", "Zooming, any view right (oracle)"]
    return (
        Grid("Splits and single-image strategies (Tables 14 and 15), %", head, rows, []) if rows and telling else None
    )


def _mixed_settings(runs: Runs) -> list[str]:
    """A note for every row whose datasets were run with different settings."""
    notes = []
    for label, own in runs.items():
        for key in ("profile", "reading", "n_splits", "single_image", "limit", "seed", "prompts"):
            settings = [result.scores.get("settings", {}) for result in own.values()]
            values = {str(known[key]) for known in settings if key in known}
            if len(values) > 1:
                notes.append(f"{label}: the datasets were run with different {key}: {', '.join(sorted(values))}")
    return notes


def _value(own: Mapping[str, Result], dataset: str, metric: str = "Overall") -> float | None:
    return own[dataset].metrics.get(metric) if dataset in own else None


def _cells(own: Mapping[str, Result], wanted: Sequence[tuple[str, str]]) -> list[str]:
    """Metrics as text: counts (``#...``) as they are, shares as percent, nothing where there is no result."""
    values = [(metric, _value(own, dataset, metric)) for dataset, metric in wanted]
    return [
        "" if value is None else f"{value:.2f}" if metric.startswith("#") else f"{100 * value:.2f}"
        for metric, value in values
    ]


def _percent(value: float | None) -> str:
    return "" if value is None else f"{100 * value:.2f}"
