"""ActiView's results in the form of the paper's tables (2, 3, 5 and 7 to 15), with their published rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from vlmeval_hvs.benchmarks.actiview.scoring import AVERAGED, TYPES, mean_of_five, no_average
from vlmeval_hvs.files import bundled
from vlmeval_hvs.names import DEMO, base_name, is_official
from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.results.paper_tables import Declared, Table
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
"""Columns of Tables 2 and 7, and the dataset of each."""
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


AVG = "AVG"
"""Key of a row's average, which is made up like a result."""
_ZOOM, _SHIFT = "ActiView_Zooming", "ActiView_ShiftingR"
_CLASS_KEYS = {name: f"AVG_{name.removeprefix('Type-')}" if name in TYPES else name for name in SUB_CLASSES}
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
        {head: (dataset, "Overall", PRINTED.get(head, AVG)) for head, dataset in {**COLUMNS, AVG: AVG}.items()},
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
        for title, (dataset, printed) in BY_CLASS.items()
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
    "": Declared(
        "actiview-views-by-level", "View selection by shifting level (Appendix F.2)",
        {f"{level} {head}": (f"ActiView_Shifting{level}", metric, "") for level in "REMH"
         for head, metric in (("R", "R_select"), ("#view", "#view"), ("invalid", "InvalidReplies"))},
        "invalid: share of the replies between the views that could not be read",
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


def summary(results: Iterable[Result], paper: bool = False) -> list[Table]:
    """Tables 2, 3, 5 and 7 to 15 of the paper, as far as there are results; with its rows where ``paper`` is true."""
    runs = grouped(results)
    rows: dict[str, dict[str, dict[str, Any]]] = {"table7": {}, "table14": {}, "table15": {}}
    for label, own in runs.items():
        rows["table7"][label] = {**own, AVG: _average(own)}
        pair = _pair(own)
        strategies = sorted({*pair["strategies"]} - {"interleaved"})
        rows["table14"][label] = {**pair, "images": "+".join(pair["strategies"]) or "?"}
        if strategies:
            rows["table15"][label] = {**pair, "images": "+".join(strategies)}
    if all(own["splits"] == "4" for own in rows["table14"].values()):
        rows["table14"] = {}
    found = []
    for name, declared in TABLES.items():
        printed = paper_tables()[name].items() if paper and name else ()
        lines = [(row.get("model", model), {"strategy": "concat", **row}) for model, row in printed]
        notes = _overview_notes(runs) if name == "table7" else []
        found.append(declared.filled(rows.get(name, runs).items(), lines, notes))
    return [table for table in found if table is not None]


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
        label = f"{name} {result.dataset.removeprefix(plain).replace(DEMO, '(demo)')}".strip()
        runs.setdefault(label, {})[plain] = result
    return dict(sorted(runs.items()))


def _made_up(like: Result, mean: float | None) -> Result:
    """A result with nothing but an average, or without one."""
    return replace(like, scores={"metrics": {"Overall": mean}})


def _average(own: Mapping[str, Result]) -> Result:
    known = {name: one.metrics["Overall"] for name, one in own.items() if "Overall" in one.metrics}
    return _made_up(next(iter(own.values())), None if _why_no_average(own) else mean_of_five(known))


def _pair(own: Mapping[str, Result]) -> dict[str, Any]:
    """Zooming and Shifting-R of a row, their average, and how their images were shown."""
    pair = {name: own[name] for name in (_ZOOM, _SHIFT) if name in own}
    both = list(pair.values())
    details = both[0].scores.get("details", {}) if both else {}
    mean = None
    if len(both) == 2 and not no_average(both):
        first = both[0].metrics.get("AnyView_oracle", both[0].metrics.get("Overall"))
        second = both[1].metrics.get("Overall")
        mean = None if first is None or second is None else (first + second) / 2
    strategies = details.get("strategies", {})
    average = _made_up(both[0], mean) if both else None
    return {**pair, "pair": average, "splits": str(details.get("n_views", 4)), "strategies": strategies}


def _overview_notes(runs: Runs) -> list[str]:
    why = {label: _why_no_average(own) for label, own in runs.items()}
    notes = [*(f"{label}: no AVG, {reason}" for label, reason in why.items() if reason), *_mixed_settings(runs)]
    if any(is_official(result.dataset) for own in runs.values() for result in own.values()):
        notes.append(
            "For comparison, on the release: human 84.67 % (77.53 % without search and language models), "
            "chance 34.24 % (printed 33.95 %)."
        )
    return notes


def _why_no_average(own: Mapping[str, Result]) -> str:
    """Why the five datasets of AVG cannot be averaged although all are there."""
    five = [own[name] for name in AVERAGED if name in own]
    return no_average(five) if len(five) == len(AVERAGED) else ""


def _mixed_settings(runs: Runs) -> list[str]:
    """A note for every row whose datasets were run with different settings."""
    notes, wordings = [], {}
    for label, own in runs.items():
        settings = [result.scores.get("settings", {}) for result in own.values()]
        values: dict[str, list[str]] = {}
        for key in ("profile", "reading", "n_splits", "single_image", "limit", "seed", "wording"):
            values[key] = sorted({str(known[key]) for known in settings if key in known})
            if len(values[key]) > 1:
                notes.append(f"{label}: the datasets were run with different {key}: {', '.join(values[key])}")
        wordings[label] = ", ".join(filter(None, values["wording"]))
    if len(set(wordings.values()) - {""}) > 1:
        listed = "; ".join(f"{label}: {wording}" for label, wording in wordings.items() if wording)
        notes.append(f"the rows were asked with different prompts, compare them with care ({listed})")
    return notes
