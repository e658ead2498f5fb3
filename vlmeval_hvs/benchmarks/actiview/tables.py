"""ActiView's results in the form of the paper's tables (2, 3, 5 and 7 to 15), with their published rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from vlmeval_hvs.benchmarks.actiview.scoring import AVERAGED, TYPES, mean_of_five, no_average
from vlmeval_hvs.files import bundled
from vlmeval_hvs.names import DEMO, base_name, is_official
from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.results.paper_tables import OTHER, SHARE, Column, Row, Table, Value, filled, kind_of, value_of
from vlmeval_hvs.results.row_names import row_name

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


class _Declared(NamedTuple):
    """A table with one metric per column.

    Attributes:
        name: For files.
        title: Its title.
        columns: Head of each column, with dataset, metric, and column of the published rows ("" where there is none).
        printed: Its rows in `paper_tables`; "" for none.
        note: A sentence below it.
    """

    name: str
    title: str
    columns: Mapping[str, tuple[str, str, str]]
    printed: str = ""
    note: str = ""


_ZOOM, _SHIFT = "ActiView_Zooming", "ActiView_ShiftingR"
_CLASS_KEYS = {name: f"AVG_{name.removeprefix('Type-')}" if name in TYPES else name for name in SUB_CLASSES}
TABLES = (
    _Declared(
        "mixed", "Mixed pipeline (Table 3)",
        {"ACC": (MIXED, "Overall", "ACC"), "#zoom": (MIXED, "#zoom", "zoom"), "#shift": (MIXED, "#shift", "shift"),
         "#view": (MIXED, "#view", "view"), "#calls": (MIXED, "#calls", ""), "R_select": (MIXED, "R_select", ""),
         "invalid replies": (MIXED, "InvalidReplies", "")},
        "table3",
        "#shift: views added plus views dropped after the first selection (reproduces the paper's Qwen2-VL row).",
    ),
    *(
        _Declared(
            f"classes-{dataset.removeprefix('ActiView_').lower()}", f"{dataset} by sub-class ({title})",
            {name: (dataset, name, key) for name, key in _CLASS_KEYS.items()}, printed,
            "types are pooled over their questions",
        )
        for title, (dataset, printed) in BY_CLASS.items()
    ),
    _Declared(
        "views", "View selection (Table 13)",
        {"ACC_GT": ("ActiView_ZoomingGT", "Overall", "ACC_GT"), "zoom ACC": (_ZOOM, "Overall", "zoom_ACC"),
         "zoom R": (_ZOOM, "R_select", "zoom_R"), "zoom #view": (_ZOOM, "#view", "zoom_view"),
         "shift-R ACC": (_SHIFT, "Overall", "shiftR_ACC"), "shift-R R": (_SHIFT, "R_select", ""),
         "shift-R R as printed": (_SHIFT, "R_select_paper", "shiftR_R"),
         "shift-R #view": (_SHIFT, "#view", "shiftR_view")},
        "table13", "R as printed repeats the paper's off-by-one: all four views give 74.62 % instead of 100 %.",
    ),
    _Declared(
        "views-by-level", "View selection by shifting level (Appendix F.2)",
        {f"{level} {head}": (f"ActiView_Shifting{level}", metric, "") for level in "REMH"
         for head, metric in (("R", "R_select"), ("#view", "#view"), ("invalid", "InvalidReplies"))},
        note="invalid: share of the replies between the views that could not be read",
    ),
    _Declared(
        "text-only", "Text only (Table 5)",
        {"ACC": ("ActiView_TextOnly", "Overall", "ACC"),
         "ACC (guess)": ("ActiView_TextOnlyGuess", "Overall", "ACC_guess")},
        "table5",
    ),
)  # fmt: skip


def summary(results: Iterable[Result], paper: bool = False) -> list[Table]:
    """Tables 2, 3, 5 and 7 to 15 of the paper, as far as there are results; with its rows where ``paper`` is true."""
    runs = grouped(results)
    found = [_overview(runs, paper)]
    for name, title, columns, printed, note in TABLES:
        rows = paper_tables()[printed].items() if paper and printed else ()
        published = {
            model: {head: _share(row[key], metric) for head, (_, metric, key) in columns.items() if key}
            for model, row in rows
        }
        wanted = {head: (dataset, metric) for head, (dataset, metric, _) in columns.items()}
        found.append(filled(f"actiview-{name}", title, wanted, runs, published, [note] if note else []))
    return [table for table in [*found, *_single_image(runs, paper)] if table is not None]


def grouped(results: Iterable[Result]) -> dict[str, dict[str, Result]]:
    """Results of ActiView by model and variant (``@label``, demo set), then by plain dataset name.

    A model that has several runs on one dataset has a row for each of its options.
    """
    own = [result for result in results if result.benchmark == "ActiView"]
    runs_of = Counter((result.model, result.dataset) for result in own)
    several = {model for (model, _), number in runs_of.items() if number > 1}
    runs: dict[str, dict[str, Result]] = {}
    for result in own:
        plain = base_name(result.dataset)
        name = row_name(result) if result.model in several else result.model
        runs.setdefault(f"{name} {result.dataset.removeprefix(plain).replace(DEMO, '(demo)')}".strip(), {})[plain] = (
            result
        )
    return dict(sorted(runs.items()))


def _share(percent: float | None, metric: str = "") -> float | None:
    """A printed percent as a share; counts (``#...``) stay."""
    return percent if percent is None or metric.startswith("#") else percent / 100


def _overview(runs: Runs, paper: bool) -> Table | None:
    printed = paper_tables()["table7"].items() if paper else ()
    heads = {**PRINTED, "AVG": "AVG"}
    published = {model: {head: row[key] / 100 for head, key in heads.items()} for model, row in printed}
    columns = {head: (dataset, "Overall") for head, dataset in COLUMNS.items()}
    table = filled("actiview-pipelines", "Accuracy by pipeline (Tables 2 and 7)", columns, runs, published)
    if table is None:
        return None
    why, rows = {label: _why_no_average(own) for label, own in runs.items()}, []
    for row in table.rows:
        mean = None if row.kind != "published" else Value(published[row.name]["AVG"])
        if row.kind != "published" and not why[row.name]:
            known = {name: one.metrics["Overall"] for name, one in runs[row.name].items() if "Overall" in one.metrics}
            average = mean_of_five(known)
            mean = None if average is None else Value(average)
        rows.append(row._replace(cells=[*row.cells, mean]))
    notes = [
        "AVG: mean of Zooming and the four shifting levels, given when all five are there and were run alike.",
        *(f"{label}: no AVG, {reason}" for label, reason in why.items() if reason),
        *_mixed_settings(runs),
    ]
    if any(is_official(result.dataset) for own in runs.values() for result in own.values()):
        notes.append(
            "For comparison, on the release: human 84.67 % (77.53 % without search and language models), "
            "chance 34.24 % (printed 33.95 %)."
        )
    return Table(table.name, table.title, [*table.columns, Column("AVG")], rows, notes, table.results)


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


def _single_image(runs: Runs, paper: bool) -> list[Table | None]:
    """Table 14, when some run has another split than four, and Table 15, when some run served a single-image model."""
    splits, strategies, used = [], [], []
    for label, own in runs.items():
        zooming, shifting = own.get(_ZOOM), own.get(_SHIFT)
        both = [one for one in (zooming, shifting) if one is not None]
        if not both:
            continue
        used += both
        details = both[0].scores.get("details", {})
        cells = [value_of(zooming, "Overall"), value_of(zooming, "AnyView_oracle"), value_of(shifting, "Overall")]
        plain, any_view, shifted = cells
        first = any_view or plain
        alike = first and shifted and len(both) == 2 and not no_average(both)
        mean = Value((first.value + shifted.value) / 2) if alike and first and shifted else None
        images, n_views = details.get("strategies", {}), details.get("n_views", 4)
        splits.append((n_views, Row(label, [str(n_views), "+".join(images) or "?", *cells, mean], kind_of(both[0]))))
        if found := sorted({*images} - {"interleaved"}):
            strategies.append(Row(label, ["+".join(found), *cells], kind_of(both[0])))

    def published(row: Mapping[str, Any], texts: Sequence[str], keys: Sequence[str]) -> Row:
        values = [Value(row[key] / 100) for key in keys]
        return Row(row["model"], [*texts, None, *values], "published")

    tables = paper_tables() if paper else {"table14": {}, "table15": {}}
    heads = [Column(head, OTHER, 0) for head in ("splits", "images")]
    heads += [Column(head, SHARE) for head in ("Zooming", "Zooming, any view", "Shifting-R", "AVG")]
    rows = [row for _, row in splits]
    rows += [
        published(row, [str(row["splits"]), "concat"], ("zooming", "shift_R", "AVG"))
        for row in tables["table14"].values()
    ]
    others = [published(row, [row["strategy"]], ("zooming", "shift_R")) for row in tables["table15"].values()]
    return [
        Table("actiview-splits", "Splits (Table 14)", heads, rows, [_ANY_VIEW], used)
        if any(number != 4 for number, _ in splits)
        else None,
        Table(
            "actiview-strategies",
            "Single-image strategies (Table 15)",
            heads[1:-1],
            [*strategies, *others],
            [_ANY_VIEW],
            used,
        )
        if strategies
        else None,
    ]
