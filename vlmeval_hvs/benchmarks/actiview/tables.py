"""ActiView's results in the form of the paper's tables (2, 3, 5 and 7 to 15), with their printed rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from vlmeval_hvs.benchmarks.actiview.scoring import AVERAGED, TYPES, mean_of_five, no_average
from vlmeval_hvs.files import bundled
from vlmeval_hvs.names import base_name, is_official
from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.results.row_names import row_name
from vlmeval_hvs.results.table_formats import Grid

Runs = Mapping[str, Mapping[str, Result]]
"""Results by row label (model and variant) and plain dataset name."""

MIXED = "ActiView_Mixed"
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
PRINTED = {
    "Full image": "full",
    "Zooming": "zooming",
    "Single View": "single_view",
    **{f"Shifting-{level}": f"shift_{level}" for level in "REMH"},
}
"""The same columns in `paper_tables`."""
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


@lru_cache(maxsize=1)
def paper_tables() -> dict[str, Any]:
    """The printed tables: number and name to ``{model: {column: percent}}``."""
    return dict(bundled(__package__, "paper_tables.json"))


@dataclass(frozen=True)
class _Table:
    """A table with one metric per column.

    Attributes:
        title: Its title.
        columns: Head of each column, with dataset and metric.
        printed: Its rows in `paper_tables`; "" for none.
        keys: Column of the printed rows for each column; "" where the paper has none.
        note: A sentence below it.
    """

    title: str
    columns: Mapping[str, tuple[str, str]]
    printed: str
    keys: Sequence[str]
    note: str = ""


_ZOOM, _SHIFT = "ActiView_Zooming", "ActiView_ShiftingR"
_CLASS_KEYS = [f"AVG_{name.removeprefix('Type-')}" if name in TYPES else name for name in SUB_CLASSES]
TABLES = (
    _Table(
        "Mixed pipeline (Table 3)",
        {"ACC": (MIXED, "Overall"), "#zoom": (MIXED, "#zoom"), "#shift": (MIXED, "#shift"),
         "#view": (MIXED, "#view"), "#calls": (MIXED, "#calls"), "R_select": (MIXED, "R_select"),
         "invalid replies": (MIXED, "InvalidReplies")},
        "table3", ("ACC", "zoom", "shift", "view", "", "", ""),
        "#shift: views added plus views dropped after the first selection (reproduces the paper's Qwen2-VL row).",
    ),
    *(
        _Table(
            f"{dataset} by sub-class ({title}), %", {name: (dataset, name) for name in SUB_CLASSES}, printed,
            _CLASS_KEYS, "types are pooled over their questions",
        )
        for title, (dataset, printed) in BY_CLASS.items()
    ),
    _Table(
        "View selection (Table 13)",
        {"ACC_GT": ("ActiView_ZoomingGT", "Overall"), "zoom ACC": (_ZOOM, "Overall"), "zoom R": (_ZOOM, "R_select"),
         "zoom #view": (_ZOOM, "#view"), "shift-R ACC": (_SHIFT, "Overall"), "shift-R R": (_SHIFT, "R_select"),
         "shift-R R as printed": (_SHIFT, "R_select_paper"), "shift-R #view": (_SHIFT, "#view")},
        "table13", ("ACC_GT", "zoom_ACC", "zoom_R", "zoom_view", "shiftR_ACC", "", "shiftR_R", "shiftR_view"),
        "R as printed repeats the paper's off-by-one: all four views give 74.62 instead of 100.",
    ),
    _Table(
        "View selection by shifting level (Appendix F.2), %",
        {f"{level} {head}": (f"ActiView_Shifting{level}", metric) for level in "REMH"
         for head, metric in (("R", "R_select"), ("#view", "#view"), ("invalid", "InvalidReplies"))},
        "", (), "invalid: share of the replies between the views that could not be read",
    ),
    _Table(
        "Text only (Table 5), %",
        {"ACC": ("ActiView_TextOnly", "Overall"), "ACC (guess)": ("ActiView_TextOnlyGuess", "Overall")},
        "table5", ("ACC", "ACC_guess"),
    ),
)  # fmt: skip


def summary(results: Iterable[Result], paper: bool = False) -> list[Grid]:
    """Tables 2, 3, 5 and 7 to 15 of the paper, as far as there are results.

    Returns:
        Tables; numbers are percent, counts of operations are means per question.
    """
    runs = grouped(results)
    grids = [_overview(runs, paper), *(_filled(table, runs, paper) for table in TABLES)]
    return [grid for grid in [*grids, _splits(runs, paper), _strategies(runs, paper)] if grid is not None]


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


def _cell(own: Mapping[str, Result], dataset: str, metric: str = "Overall") -> str:
    """A metric as text: counts (``#...``) as they are, shares as percent, nothing where there is no result."""
    value = _metric(own, dataset, metric)
    return "" if value is None else f"{value:.2f}" if metric.startswith("#") else _percent(value)


def _metric(own: Mapping[str, Result], dataset: str, metric: str = "Overall") -> float | None:
    return own[dataset].metrics.get(metric) if dataset in own else None


def _percent(value: float | None) -> str:
    return "" if value is None else f"{100 * value:.2f}"


def _printed(row: Mapping[str, Any], keys: Iterable[str]) -> list[str]:
    return [f"{row[key]:.2f}" if key else "" for key in keys]


def _filled(table: _Table, runs: Runs, paper: bool) -> Grid | None:
    datasets = {dataset for dataset, _ in table.columns.values()}
    rows = [
        [label, *(_cell(own, *wanted) for wanted in table.columns.values())]
        for label, own in runs.items()
        if datasets & set(own)
    ]
    if not rows:
        return None
    if paper and table.printed:
        printed = paper_tables()[table.printed].items()
        rows += [[f"{model} (paper)", *_printed(row, table.keys)] for model, row in printed]
    return Grid(table.title, ["model", *table.columns], rows, [table.note] if table.note else [])


def _overview(runs: Runs, paper: bool) -> Grid | None:
    rows = []
    for label, own in runs.items():
        overall = {name: value for name in COLUMNS.values() if (value := _metric(own, name)) is not None}
        if overall:
            mean = None if _why_no_average(own) else mean_of_five(overall)
            rows.append([label, *(_percent(overall.get(name)) for name in COLUMNS.values()), _percent(mean)])
    if not rows:
        return None
    if paper:
        keys = [*(PRINTED[column] for column in COLUMNS), "AVG"]
        rows += [[f"{model} (paper)", *_printed(row, keys)] for model, row in paper_tables()["table7"].items()]
    why = {label: _why_no_average(own) for label, own in runs.items()}
    notes = [
        "AVG: mean of Zooming and the four shifting levels, given when all five are there and were run alike.",
        *(f"{label}: no AVG, {reason}" for label, reason in why.items() if reason),
        *_mixed_settings(runs),
    ]
    if any(is_official(result.dataset) for own in runs.values() for result in own.values()):
        notes.append(
            "For comparison, on the release: human 84.67 (77.53 without search and language models), "
            "chance 34.24 (printed 33.95)."
        )
    return Grid("Accuracy by pipeline (Tables 2 and 7), %", ["model", *COLUMNS, "AVG"], rows, notes)


def _why_no_average(own: Mapping[str, Result]) -> str:
    """Why the five datasets behind AVG, where all are there, cannot be averaged."""
    five = [own[name] for name in AVERAGED if name in own]
    return no_average(five) if len(five) == len(AVERAGED) else ""


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
        listed = "; ".join(f"{label}: {wording}" for label, wording in wordings.items() if wording)
        notes.append(f"the rows were asked with different prompts, compare them with care ({listed})")
    return notes


def _wording(own: Mapping[str, Result]) -> str:
    """The wordings that a row was asked with; nothing for results that do not say."""
    found = {str(result.scores.get("settings", {}).get("wording", "")) for result in own.values()}
    return ", ".join(sorted(found - {""}))


_ANY_VIEW = (
    "Zooming: the views' majority vote. Any view: right when any single view, or the answer itself, is right, which "
    "needs the key; the paper's Zooming of single-image models is this. AVG is of Shifting-R and the column that the "
    "paper prints: any view where every view was asked by itself, else Zooming."
)


def _splits(runs: Runs, paper: bool) -> Grid | None:
    """Table 14, when some run has another split than four."""
    found = list(_pairs(runs))
    if all(details.get("n_views", 4) == 4 for _, details, _ in found):
        return None
    rows = [
        [label, str(details.get("n_views", 4)), "+".join(details.get("strategies", {})) or "?", *cells]
        for label, details, cells in found
    ]
    if paper:
        for row in paper_tables()["table14"].values():
            cells = _printed(row, ("", "zooming", "shift_R", "AVG"))
            rows.append([f"{row['model']} (paper)", str(row["splits"]), "concat", *cells])
    head = ["model", "splits", "images", "Zooming", "Zooming, any view", "Shifting-R", "AVG"]
    return Grid("Splits (Table 14), %", head, rows, [_ANY_VIEW])


def _strategies(runs: Runs, paper: bool) -> Grid | None:
    """Table 15, when some run served a single-image model."""
    rows = [
        [label, "+".join(sorted(strategies)), *cells[:-1]]
        for label, details, cells in _pairs(runs)
        if (strategies := set(details.get("strategies", {})) - {"interleaved"})
    ]
    if not rows:
        return None
    if paper:
        for row in paper_tables()["table15"].values():
            rows.append([f"{row['model']} (paper)", row["strategy"], *_printed(row, ("", "zooming", "shift_R"))])
    head = ["model", "images", "Zooming", "Zooming, any view", "Shifting-R"]
    return Grid("Single-image strategies (Table 15), %", head, rows, [_ANY_VIEW])


def _pairs(runs: Runs) -> Iterator[tuple[str, Mapping[str, Any], list[str]]]:
    """Rows with a result of Zooming or Shifting-R."""
    for label, own in runs.items():
        zooming, shifting = own.get(_ZOOM), own.get(_SHIFT)
        either = zooming or shifting
        if either is None:
            continue
        plain, any_view = _metric(own, _ZOOM), _metric(own, _ZOOM, "AnyView_oracle")
        shifted, as_printed = _metric(own, _SHIFT), plain if any_view is None else any_view
        alike = zooming and shifting and not no_average([zooming, shifting])
        mean = (as_printed + shifted) / 2 if alike and as_printed is not None and shifted is not None else None
        cells = [_percent(value) for value in (plain, any_view, shifted, mean)]
        yield label, either.scores.get("details", {}), cells
