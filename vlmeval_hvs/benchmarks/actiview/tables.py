"""ActiView's results in the form of the paper's tables (2-5, 7-15)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from vlmeval_hvs.benchmarks.actiview.appendix_tables import distraction, human, levels, splits, strategies, text_only
from vlmeval_hvs.benchmarks.actiview.average import AVERAGED, mean_of_five, no_average
from vlmeval_hvs.benchmarks.actiview.cells import Runs, cells, metric_of, paper_tables, percent
from vlmeval_hvs.benchmarks.actiview.scoring import TYPES
from vlmeval_hvs.names import is_official
from vlmeval_hvs.registry import base_name
from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.results.tables import Grid
from vlmeval_hvs.results.variants import row_name

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
PRINTED = {
    "Full image": "full",
    "Zooming": "zooming",
    "Single View": "single_view",
    **{f"Shifting-{level}": f"shift_{level}" for level in "REMH"},
}


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
    builders += [_selection, levels, text_only, splits, strategies, human, distraction]
    grids = [builder(runs, paper) for builder in builders]
    return [grid for grid in grids if grid is not None]


def grouped(results: Iterable[Result]) -> dict[str, dict[str, Result]]:
    """Results of ActiView by model and variant (``@label``, ``_DEMO``), then by plain dataset name.

    A model that has several runs on one dataset has a row for each of its options.
    """
    own = [result for result in results if result.benchmark == "ActiView"]
    runs_of = Counter((result.model, result.dataset) for result in own)
    several = {model for (model, _), number in runs_of.items() if number > 1}
    runs: dict[str, dict[str, Result]] = {}
    for result in own:
        plain = base_name(result.dataset)
        name = row_name(result) if result.model in several else result.model
        runs.setdefault(f"{name} {result.dataset.removeprefix(plain)}".strip(), {})[plain] = result
    return dict(sorted(runs.items()))


def _overview(runs: Runs, paper: bool) -> Grid | None:
    head = ["model", *COLUMNS, "AVG"]
    rows = []
    for label, own in runs.items():
        overall = {name: metric_of(own, name) for name in COLUMNS.values()}
        present = {name: value for name, value in overall.items() if value is not None}
        if present:
            mean = None if _why_no_average(own) else mean_of_five(present)
            rows.append([label, *(percent(overall[name]) for name in COLUMNS.values()), percent(mean)])
    if not rows:
        return None
    if paper:
        rows += [
            [f"{model} (paper)", *(f"{row[PRINTED[column]]:.2f}" for column in COLUMNS), f"{row['AVG']:.2f}"]
            for model, row in paper_tables()["table7"].items()
        ]
    notes = [
        "AVG: mean of Zooming and the four shifting levels, given when all five are there and were run alike.",
        *_no_averages(runs),
        *_mixed_settings(runs),
    ]
    if any(is_official(result.dataset) for own in runs.values() for result in own.values()):
        notes.append(
            "For comparison, on the release: human 84.67 (77.53 without search and language models), "
            "chance 34.24 (printed 33.95)."
        )
    return Grid("Accuracy by pipeline (Tables 2 and 7), %", head, rows, notes)


def _mixed(runs: Runs, paper: bool) -> Grid | None:
    name = "ActiView_Mixed"
    wanted = [(name, "Overall"), *((name, count) for count in ("#zoom", "#shift", "#view", "#calls"))]
    wanted += [(name, "R_select"), (name, "InvalidReplies")]
    rows = [[label, *cells(own, wanted)] for label, own in runs.items() if name in own]
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
            [label, *(percent(metric_of(own, dataset, name)) for name in SUB_CLASSES)]
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
    rows = [[label, *cells(own, wanted)] for label, own in runs.items() if {given, zoom, shift} & set(own)]
    if rows and paper:
        for model, row in paper_tables()["table13"].items():
            keys = ("ACC_GT", "zoom_ACC", "zoom_R", "zoom_view", "shiftR_ACC", "", "shiftR_R", "shiftR_view")
            rows.append([f"{model} (paper)", *(f"{row[key]:.2f}" if key else "" for key in keys)])
    notes = ["R as printed repeats the paper's off-by-one: all four views give 74.62 instead of 100."]
    return Grid("View selection (Table 13)", head, rows, notes) if rows else None


def _why_no_average(own: Mapping[str, Result]) -> str:
    """Why the five datasets behind AVG, where all are there, cannot be averaged."""
    five = [own[name] for name in AVERAGED if name in own]
    return no_average(five) if len(five) == len(AVERAGED) else ""


def _no_averages(runs: Runs) -> list[str]:
    """A note for every row that has no AVG although its five datasets are there."""
    found = {label: _why_no_average(own) for label, own in runs.items()}
    return [f"{label}: no AVG, {why}" for label, why in found.items() if why]


def _mixed_settings(runs: Runs) -> list[str]:
    """A note for every row whose datasets were run with different settings."""
    notes = []
    for label, own in runs.items():
        for key in ("profile", "reading", "n_splits", "single_image", "limit", "seed", "wording"):
            settings = [result.scores.get("settings", {}) for result in own.values()]
            values = {str(known[key]) for known in settings if key in known}
            if len(values) > 1:
                notes.append(f"{label}: the datasets were run with different {key}: {', '.join(sorted(values))}")
    wordings = {label: _wording(own) for label, own in runs.items()}
    if len(set(wordings.values()) - {""}) > 1:
        told = "; ".join(f"{label}: {wording}" for label, wording in wordings.items() if wording)
        notes.append(f"the rows were asked with different prompts, compare them with care ({told})")
    return notes


def _wording(own: Mapping[str, Result]) -> str:
    """The wordings that a row was asked with; nothing for results that do not say, and for people."""
    found = {str(result.scores.get("settings", {}).get("wording", "")) for result in own.values()}
    return ", ".join(sorted(found - {"", "form"}))
