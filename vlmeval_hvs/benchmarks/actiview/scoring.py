"""Scores of ActiView: accuracy by class, recall of clue views, counts of operations.

Sources: ActiView paper, Tables 2, 3, 7-13, Eq. 1; ``cal_acc`` of the official ``toolkit/evaluator.py``.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd

from standardizers import option
from vlmeval_hvs.benchmarks.actiview.replies import choice, official_choice
from vlmeval_hvs.benchmarks.actiview.wording import STEERING
from vlmeval_hvs.metrics import cluster_bootstrap, null_interval
from vlmeval_hvs.progress import shown
from vlmeval_hvs.results.contract import READ, ScoreReport
from vlmeval_hvs.results.guard import READER_ERROR, guarded
from vlmeval_hvs.sets import records

CLASSES = {
    "geo-loc(counrty)": ("Geo-Loc", "Type-I"),
    "orientation": ("Orient", "Type-I"),
    "daily loc": ("Daily-Loc", "Type-I"),
    "object-attr": ("Obj-Attr", "Type-II"),
    "object-rel": ("Obj-Rel", "Type-II"),
    "counting": ("Count-Dis", "Type-II"),
    "event-multi": ("Event-M", "Type-III"),
    "event-single": ("Event-S", "Type-III"),
}
"""Category of the release (its spelling): the paper's sub-class and type."""
TYPES = ("Type-I", "Type-II", "Type-III")
SELECTING = ("zoom", "shift", "mixed")  # pipelines in which the model chooses views
SINGLE_TURN = ("full", "single", "text_only", "text_only_guess", "zoom_clues")
"""Pipelines with one turn: a plain reply answers the question."""
_MOST_TURNS = 10_000  # no pipeline has more turns: a record that counts more is damaged
_COUNTS = ("n_zoom", "n_shift", "n_added", "n_dropped", "n_invalid", "calls")


@dataclass(frozen=True)
class Scoring:
    """How to score."""

    kind: str  # the pipeline, a key of `pipeline.MACHINES`
    reading: str = "robust"  # of the final replies, for the headline: `robust` or `paper` (the official matching)
    n_views: int = 4  # number of views of the split
    n_resamples: int = 1000  # bootstrap samples; 0 for no intervals
    seed: int = 0  # seed of the bootstrap

    @property
    def other(self) -> str:
        """The reading whose numbers have its name as a suffix."""
        return "paper" if self.reading == "robust" else "robust"


def score_actiview(items: pd.DataFrame, scoring: Scoring) -> ScoreReport:
    """Score predictions: ``Overall`` is the accuracy over all rows, failures are wrong.

    ``items`` are rows of a built set (text) with ``reply`` (text), ``record`` (what the pipeline returned, or None for
    a plain reply) and ``failed`` (bool).
    """
    table = pd.DataFrame([_guarded_item(row, scoring) for row in shown(records(items), "replies read")])
    accuracies = {"Overall": "score", f"Overall_{scoring.other}": f"score_{scoring.other}"}
    metrics = {name: float(table[column].mean()) for name, column in accuracies.items()}
    for column, names in (("sub_class", [name for name, _ in CLASSES.values()]), ("type", TYPES)):
        means = table.groupby(column)["score"].mean()
        metrics |= {name: float(means[name]) for name in names if name in means}
    if asked := table["n_read"].sum():
        metrics["InvalidReplies"] = float(table["n_invalid"].sum() / asked)
    metrics["#calls"] = float(table["calls"].mean())
    if scoring.kind in SELECTING:
        metrics |= _selection(table, scoring)
    elif scoring.kind == "zoom_clues":
        metrics["#view"] = float(table["n_view"].mean())
    if table["correct_any_view"].notna().any():
        # A question of which no view was selected is asked on the full image, and has its own result only.
        right = table["correct_any_view"].astype(float).fillna(0.0).clip(lower=table["score"])
        metrics["AnyView_oracle"] = float(right.mean())
    how: dict[str, Any] = {"n_resamples": scoring.n_resamples, "seed": scoring.seed, "share": True}
    intervals = {}
    if scoring.n_resamples:  # images are resampled, since some have several questions
        intervals = {name: cluster_bootstrap(table[own], table["image"], **how) for name, own in accuracies.items()}
        if "R_select" in metrics:
            share, weights = table["hits"] / table["n_clues"], table["n_clues"]
            intervals["R_select"] = cluster_bootstrap(share, table["image"], weights=weights, **how)
    strategies = table.loc[table["strategy"] != "", "strategy"].value_counts()
    return ScoreReport(
        metrics=metrics,
        items=table,
        chance=null_interval([1 / max(n, 1) for n in table["n_options"]]),
        intervals=intervals,
        details={
            "pipeline": scoring.kind,
            "n_views": scoring.n_views,
            "reading": scoring.reading,
            "strategies": {str(name): int(count) for name, count in strategies.items()},
        },
        warnings=_warnings(table, scoring),
    )


def _guarded_item(row: Mapping[str, Any], scoring: Scoring) -> dict[str, Any]:
    """What a sample adds; a reply or a record that a reader cannot read counts as unanswered, and says so."""
    found = guarded(None, _item, row, scoring)
    if found is not None:
        return found
    found = _item({**row, "reply": "", "record": None if row["record"] is None else {}}, scoring)
    return {**found, "rule": READER_ERROR, f"rule_{scoring.other}": READER_ERROR}


def _item(row: Mapping[str, Any], scoring: Scoring) -> dict[str, Any]:
    options, answer = json.loads(row["options"]), int(row["answer"])
    from_pipeline = row["record"] is not None
    record = row["record"] if from_pipeline else {"calls": 0 if row["failed"] else 1}
    reply = row["reply"] if from_pipeline or scoring.kind in SINGLE_TURN else ""
    read = option(reply, options, finished=row.get("finished"))
    chosen = {"robust": (read.value, read.rule), "paper": (official_choice(reply, options), "official")}
    columns: dict[str, Any] = {}
    for reading, suffix in ((scoring.reading, ""), (scoring.other, f"_{scoring.other}")):
        index, rule = chosen[reading]
        values = (_letter(index), rule, index < 0, float(index == answer))
        columns |= dict(zip((f"{name}{suffix}" for name in READ), values, strict=True))
    any_view = None  # where views were not asked one by one
    if isinstance(per_view := record.get("per_view"), list):
        said = [_text(entry.get("answer")) for entry in per_view if isinstance(entry, dict)]
        any_view = any(choice(text, options, scoring.reading) == answer for text in said)
    sub_class, kind = CLASSES.get(row["category"], ("", ""))
    return {
        **columns,
        "truth": _letter(answer),
        "correct_any_view": any_view,
        "sub_class": sub_class,
        "type": kind,
        "n_options": len(options),
        **_views_seen(row, record, scoring),
        **_account(record),
        "failed": bool(row["failed"]),
        "from_pipeline": from_pipeline,
        "image": row["image_path"],
    }


def _views_seen(row: Mapping[str, Any], record: Mapping[str, Any], scoring: Scoring) -> dict[str, Any]:
    """Views that were selected and shown, against those that hold clues."""
    clues = set(_views(json.loads(row["clue_views"]), 4))
    final = _views(record.get("views_final"), scoring.n_views)
    as_printed = {view - 1 for view in final} if scoring.kind == "shift" else set(final)
    selected = record.get("views_selected")
    return {
        "start": record.get("start"),
        "views_selected": ",".join(map(str, selected if isinstance(selected, list) else ())),
        "views_final": ",".join(map(str, final)),
        "clue_views": ",".join(map(str, sorted(clues))),
        "hits": len(clues & set(final)),
        "hits_paper": len(clues & as_printed),
        "n_clues": len(clues),
        "n_view": len(final),
    }


def _account(record: Mapping[str, Any]) -> dict[str, Any]:
    """Counts of operations and turns, and how the sample ended."""
    listed = record.get("turns")
    turns = [turn for turn in listed if isinstance(turn, dict)] if isinstance(listed, list) else []
    counts = {name: record.get(name) for name in _COUNTS}
    return {
        **{name: n if type(n) is int and 0 <= n <= _MOST_TURNS else 0 for name, n in counts.items()},
        "n_read": sum(_text(turn.get("step")) in STEERING for turn in turns),
        **{name: _text(record.get(name)) for name in ("stop_reason", "strategy", "error")},
    }


def _selection(table: pd.DataFrame, scoring: Scoring) -> dict[str, float]:
    """Recall over all clue views of all questions (Eq. 1, pooled), and mean counts of operations.

    ``R_select_paper`` repeats the off-by-one error in the paper's shifting columns: its view numbers of shifting start
    at 0, those of the clue views at 1.
    """
    metrics = {f"#{name}": float(table[f"n_{name}"].mean()) for name in ("zoom", "shift", "added", "view")}
    total = int(table["n_clues"].sum())
    if scoring.n_views == 4 and total:
        metrics["R_select"] = float(table["hits"].sum() / total)
        metrics["R_select_paper"] = float(table["hits_paper"].sum() / total)
    return metrics


def _warnings(table: pd.DataFrame, scoring: Scoring) -> list[str]:
    warnings = []
    if plain := int((~table["from_pipeline"] & ~table["failed"]).sum()):
        outcome = "count as unanswered" if scoring.kind in SELECTING else "are read as final answers"
        warnings.append(
            f"{plain} predictions are plain replies, not pipeline records (was the plugin active?); they {outcome}"
        )
    if table["correct_any_view"].notna().any():
        warnings.append(
            "AnyView_oracle accepts a question when any single view was answered rightly (paper, Appendix G.3): "
            "it uses the key and raises chance; Overall is the views' majority vote"
        )
    return warnings


def _views(value: Any, n_views: int) -> list[int]:
    """View numbers of a record that has been through a file: anything else is dropped."""
    return [view for view in value if type(view) is int and 1 <= view <= n_views] if isinstance(value, list) else []


def _text(value: Any) -> str:
    return "" if value is None else str(value)


def _letter(index: int) -> str:
    return chr(ord("A") + index) if 0 <= index < 26 else ""
