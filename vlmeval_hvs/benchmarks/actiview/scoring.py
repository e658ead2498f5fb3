"""Scores of ActiView: accuracy by class, recall of clue views, counts of operations.

Sources: ActiView paper, Tables 2, 3, 7-13, Eq. 1; ``cal_acc`` of the official ``toolkit/evaluator.py``.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from standardizers.options import option
from vlmeval_hvs.benchmarks.actiview.replies import choice, official_choice
from vlmeval_hvs.messages import read_record
from vlmeval_hvs.metrics import cluster_bootstrap
from vlmeval_hvs.results.report import ScoreReport

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
SELECTING = ("zoom", "shift", "mixed")
"""Pipelines in which the model chooses views."""
READ_STEPS = frozenset({"select", "decide", "mix_init", "mix_revise"})
"""Turns whose reply steers the pipeline."""
HUMAN = 0.8467
CHANCE_PRINTED = 0.3395


@dataclass(frozen=True)
class Scoring:
    """How to score.

    Attributes:
        kind: The pipeline (a key of ``pipelines.actiview.MACHINES``).
        strict: The headline uses the official answer matching instead of the robust one.
        n_views: Number of views of the split.
        n_resamples: Bootstrap samples; 0 for no intervals.
        seed: Seed of the bootstrap.
    """

    kind: str
    strict: bool = False
    n_views: int = 4
    n_resamples: int = 1000
    seed: int = 0


def score_actiview(items: pd.DataFrame, scoring: Scoring) -> ScoreReport:
    """Score one pipeline's predictions.

    Args:
        items: Rows of the set with ``prediction`` (the pipeline's record, or the plain reply of a host without the
            plugin's hook) and ``failed``.
        scoring: How.

    Returns:
        ``Overall`` (accuracy over all rows; failures are wrong) by the headline's reading, ``Overall_paper`` and
        ``Overall_robust`` by each, accuracies of sub-classes and types, and, where the model chooses views,
        ``R_select``, ``R_select_paper``, ``#zoom``, ``#shift``, ``#added``, ``#view``, ``#calls``.
    """
    table = pd.DataFrame([_item(row, scoring) for row in items.to_dict("records")])
    headline = "correct_paper" if scoring.strict else "correct_robust"
    metrics: dict[str, float] = {
        "Overall": _mean(table[headline]),
        "Overall_paper": _mean(table["correct_paper"]),
        "Overall_robust": _mean(table["correct_robust"]),
    }
    for column in ("sub_class", "type"):
        names = TYPES if column == "type" else tuple(name for name, _ in CLASSES.values())
        for name in names:
            chosen = table[table[column] == name]
            if len(chosen):
                metrics[name] = _mean(chosen[headline])
    asked = int(table["n_read"].sum())
    if asked:
        metrics["InvalidReplies"] = float(table["n_invalid"].sum() / asked)
    metrics["Fallback"] = _mean(table["fallback"])
    metrics["Differ"] = _mean(table["readings_differ"])
    metrics["#calls"] = _mean(table["calls"])
    if scoring.kind in SELECTING:
        metrics |= _selection(table, scoring)
    elif scoring.kind == "zoom_clues":
        metrics["#view"] = _mean(table["n_view"])
    if table["correct_any_view"].notna().any():
        metrics["AnyView_oracle"] = _mean(table["correct_any_view"].astype(float).fillna(0.0))
    metrics["Chance"] = float(np.mean([1 / max(n, 1) for n in table["n_options"]]))
    table["correct"] = table[headline]
    return ScoreReport(
        metrics=metrics,
        items=table,
        intervals=_intervals(table, metrics, scoring),
        details=_details(table, scoring),
        warnings=_warnings(table, scoring),
    )


def _item(row: dict[str, Any], scoring: Scoring) -> dict[str, Any]:
    """Everything that one sample adds to the scores."""
    options, answer = json.loads(row["options"]), int(row["answer"])
    record = read_record(row["prediction"])
    from_pipeline = record is not None
    if record is None:
        # A plain reply answers the question only where the pipeline has a single turn.
        single = scoring.kind in ("full", "single", "text_only", "text_only_guess", "zoom_clues")
        record = {"answer": row["prediction"] if single else "", "calls": 0 if row["failed"] else 1}
    reply = _text(record.get("answer"))
    read = option(reply, options)
    chosen = {"robust": read.value, "paper": official_choice(reply, options)}
    sub_class, kind = CLASSES.get(row["category"], ("", ""))
    clues = set(_views(json.loads(row["clue_views"]), 4))
    final = _views(record.get("views_final"), scoring.n_views)
    per_view = record.get("per_view") if isinstance(record.get("per_view"), list) else None
    turns = [turn for turn in record.get("turns") or () if isinstance(turn, dict)]
    return {
        "index": row["index"],
        "prediction": _letter(chosen["paper" if scoring.strict else "robust"]),
        "rule": "official" if scoring.strict else read.rule,
        "fallback": chosen["paper" if scoring.strict else "robust"] < 0,
        "truth": _letter(answer),
        "correct_robust": chosen["robust"] == answer,
        "correct_paper": chosen["paper"] == answer,
        "correct_any_view": None if per_view is None else _any_view(per_view, options, answer, scoring.strict),
        "readings_differ": chosen["robust"] != chosen["paper"],
        "sub_class": sub_class,
        "type": kind,
        "n_options": len(options),
        "start": record.get("start"),
        "views_selected": _joined(record.get("views_selected")),
        "views_final": _joined(final),
        "clue_views": _joined(sorted(clues)),
        "hits": len(clues & set(final)),
        "hits_paper": len(clues & ({view - 1 for view in final} if scoring.kind == "shift" else set(final))),
        "n_clues": len(clues),
        **{name: _count(record.get(name)) for name in ("n_zoom", "n_shift", "n_added", "n_dropped", "n_invalid")},
        "n_view": len(final),
        "n_read": sum(turn.get("step") in READ_STEPS for turn in turns),
        "calls": _count(record.get("calls")),
        "stop_reason": _text(record.get("stop_reason")),
        "strategy": _text(record.get("strategy")),
        "failed": bool(row["failed"]),
        "error": _text(record.get("error")),
        "from_pipeline": from_pipeline,
        "image": row["image_path"],
    }


def _selection(table: pd.DataFrame, scoring: Scoring) -> dict[str, float]:
    """Recall over all clue views of all questions (Eq. 1, pooled), and mean counts of operations.

    ``R_select_paper`` repeats the off-by-one behind the paper's shifting columns: its view numbers of shifting start
    at 0, those of the clue views at 1.
    """
    counts = {"#zoom": "n_zoom", "#shift": "n_shift", "#added": "n_added", "#view": "n_view"}
    metrics = {name: _mean(table[column]) for name, column in counts.items()}
    total = int(table["n_clues"].sum())
    if scoring.n_views == 4 and total:
        metrics["R_select"] = float(table["hits"].sum() / total)
        metrics["R_select_paper"] = float(table["hits_paper"].sum() / total)
    return metrics


def _intervals(table: pd.DataFrame, metrics: dict[str, float], scoring: Scoring) -> dict[str, tuple[float, float]]:
    """Intervals that resample images, since some images have several questions."""
    if not scoring.n_resamples:
        return {}
    common = {"n_resamples": scoring.n_resamples, "seed": scoring.seed}
    columns = {"Overall": "correct", "Overall_paper": "correct_paper", "Overall_robust": "correct_robust"}
    intervals = {name: cluster_bootstrap(table[column], table["image"], **common) for name, column in columns.items()}
    if "R_select" in metrics:
        share = table["hits"] / table["n_clues"]
        intervals["R_select"] = cluster_bootstrap(share, table["image"], weights=table["n_clues"], **common)
    return intervals


def _details(table: pd.DataFrame, scoring: Scoring) -> dict[str, Any]:
    stops = table["stop_reason"].replace("", "none").value_counts()
    strategies = table.loc[table["strategy"] != "", "strategy"].value_counts()
    return {
        "pipeline": scoring.kind,
        "n_views": scoring.n_views,
        "reading": "strict" if scoring.strict else "robust",
        "stop_reasons": {str(name): int(count) for name, count in stops.items()},
        "strategies": {str(name): int(count) for name, count in strategies.items()},
        "samples_with_invalid_replies": int((table["n_invalid"] > 0).sum()),
        "questions_per_class": {
            str(name): int(count) for name, count in table["sub_class"].value_counts().items() if name
        },
        "reference": {"human": HUMAN, "chance": _mean(1 / table["n_options"]), "chance_printed": CHANCE_PRINTED},
    }


def _warnings(table: pd.DataFrame, scoring: Scoring) -> list[str]:
    warnings = []
    strategies = set(table["strategy"]) - {"", "interleaved"}
    plain = int((~table["from_pipeline"] & ~table["failed"]).sum())
    if plain:
        outcome = "count as unanswered" if scoring.kind in (*SELECTING,) else "are read as final answers"
        warnings.append(
            f"{plain} predictions are plain replies, not pipeline records (was the plugin active?); they {outcome}"
        )
    if strategies and scoring.kind == "mixed":
        warnings.append("the paper applies the mixed pipeline to models with several images per message only")
    if table["correct_any_view"].notna().any():
        warnings.append(
            "AnyView_oracle accepts a question when any single view was answered rightly (paper, Appendix G.3): "
            "it uses the key and raises chance; Overall is the views' majority vote"
        )
    unknown = int((table["sub_class"] == "").sum())
    if unknown:
        warnings.append(f"{unknown} questions have a category that is none of the eight sub-classes")
    return warnings


def _any_view(per_view: list[Any], options: list[str], answer: int, strict: bool) -> bool:
    return any(
        choice(_text(entry.get("answer")), options, strict) == answer for entry in per_view if isinstance(entry, dict)
    )


def _views(value: Any, n_views: int) -> list[int]:
    """View numbers of a record that has been through a file: anything else is dropped."""
    if not isinstance(value, list):
        return []
    return [view for view in value if isinstance(view, int) and 1 <= view <= n_views]


def _joined(value: Any) -> str:
    return ",".join(str(view) for view in value) if isinstance(value, list) else ""


def _count(value: Any) -> int:
    return value if isinstance(value, int) and value >= 0 else 0


def _text(value: Any) -> str:
    return value if isinstance(value, str) else "" if value is None else str(value)


def _letter(index: int) -> str:
    return chr(ord("A") + index) if 0 <= index < 26 else ""


def _mean(column: Any) -> float:
    return float(np.mean(np.asarray(column, dtype=float)))
