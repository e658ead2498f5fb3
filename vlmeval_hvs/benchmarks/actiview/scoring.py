"""Scores of ActiView: accuracy by class, recall of clue views, counts of operations.

Sources: ActiView paper, Tables 2, 3, 7-13, Eq. 1; ``cal_acc`` of the official ``toolkit/evaluator.py``.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from standardizers import option
from vlmeval_hvs.benchmarks.actiview.replies import choice, official_choice
from vlmeval_hvs.benchmarks.actiview.wording import STEERING
from vlmeval_hvs.metrics import cluster_bootstrap, null_interval
from vlmeval_hvs.names import base_name, model_of
from vlmeval_hvs.progress import shown
from vlmeval_hvs.results.collect import Result, read_result
from vlmeval_hvs.results.contract import READ, ScoreReport
from vlmeval_hvs.results.files import SCORES
from vlmeval_hvs.results.guard import READER_ERROR, guarded
from vlmeval_hvs.results.row_names import differing
from vlmeval_hvs.sets import records

logger = logging.getLogger("vlmeval_hvs")

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
DISTRACTION = {"1": "Distracting", "0": "NotDistracting"}
"""Column ``distraction`` of the release: metric over these questions (93 of 325 have distracting information)."""
_MOST_TURNS = 10_000  # no pipeline has more turns: a record that counts more is damaged
AVERAGED = (
    "ActiView_Zooming",
    "ActiView_ShiftingR",
    "ActiView_ShiftingE",
    "ActiView_ShiftingM",
    "ActiView_ShiftingH",
)
"""Columns of the paper's AVG. All rows of Tables 2 and 7 are the mean of these five; the caption of Table 7, which
leaves out Shifting-E, is wrong."""


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
    """Score predictions.

    Args:
        items: Rows of a built set (text) with ``reply`` (text), ``record`` (what the pipeline returned, or None for a
            plain reply) and ``failed`` (bool).
        scoring: The settings of the run, readings included.

    Returns:
        ``Overall`` (accuracy over all rows; failures are wrong) by both readings, accuracies of sub-classes and types,
        and, where the model chooses views, ``R_select``, ``R_select_paper``, ``#zoom``, ``#shift``, ``#added``,
        ``#view``, ``#calls``.
    """
    table = pd.DataFrame([_guarded_item(row, scoring) for row in shown(records(items), "replies read")])
    metrics: dict[str, float] = {
        "Overall": _mean(table["score"]),
        f"Overall_{scoring.other}": _mean(table[f"score_{scoring.other}"]),
    }
    groups = [("sub_class", name, name) for name, _ in CLASSES.values()] + [("type", name, name) for name in TYPES]
    for column, value, name in [*groups, *(("distraction", value, name) for value, name in DISTRACTION.items())]:
        chosen = table[table[column] == value]
        if len(chosen):
            metrics[name] = _mean(chosen["score"])
    asked = int(table["n_read"].sum())
    if asked:
        metrics["InvalidReplies"] = float(table["n_invalid"].sum() / asked)
    metrics["#calls"] = _mean(table["calls"])
    if scoring.kind in SELECTING:
        metrics |= _selection(table, scoring)
    elif scoring.kind == "zoom_clues":
        metrics["#view"] = _mean(table["n_view"])
    if table["correct_any_view"].notna().any():
        # A question of which no view was selected is asked on the full image, and has its own result only.
        right = table["correct_any_view"].astype(float).fillna(0.0).clip(lower=table["score"])
        metrics["AnyView_oracle"] = _mean(right)
    return ScoreReport(
        metrics=metrics,
        items=table,
        chance=null_interval([1 / max(n, 1) for n in table["n_options"]]),
        intervals=_intervals(table, metrics, scoring),
        details=_details(table, scoring),
        warnings=_warnings(table, scoring),
    )


def made_with(items: pd.DataFrame, given: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """The settings that the records name, and a warning for each that is not as given.

    Returns:
        Settings: the value in the records where they name one; all values, joined, where they differ; else the given
        one. And the warnings.
    """
    made, warnings = dict(given), []
    records = [record for record in items["record"] if isinstance(record, dict)]
    for name in given:
        found = list(dict.fromkeys(record[name] for record in records if isinstance(record.get(name), (str, int))))
        if len(found) > 1:
            made[name] = " and ".join(map(str, found))
            warnings.append(f"the predictions were made with different {name}: {', '.join(map(str, found))}")
        elif found and found[0] != given[name]:
            made[name] = found[0]
            warnings.append(f"the predictions were made with {name}={found[0]}, not {given[name]}; the former counts")
        elif records and not found and name == "wording":
            made[name] = "not recorded"
    return made, warnings


def _guarded_item(row: Mapping[str, Any], scoring: Scoring) -> dict[str, Any]:
    """What a sample adds; a reply or a record that a reader cannot read counts as unanswered, and says so."""
    found = guarded(None, _item, row, scoring)
    if found is not None:
        return found
    found = _item({**row, "reply": "", "record": None if row["record"] is None else {}}, scoring)
    return {**found, "rule": READER_ERROR, f"rule_{scoring.other}": READER_ERROR}


def _item(row: Mapping[str, Any], scoring: Scoring) -> dict[str, Any]:
    """Everything that one sample adds to the scores."""
    options, answer = json.loads(row["options"]), int(row["answer"])
    from_pipeline = row["record"] is not None
    record = row["record"] if from_pipeline else {"calls": 0 if row["failed"] else 1}
    reply = row["reply"] if from_pipeline or scoring.kind in SINGLE_TURN else ""
    sub_class, kind = CLASSES.get(row["category"], ("", ""))
    return {
        **_readings(reply, row, options, scoring),
        "truth": _letter(answer),
        "correct_any_view": _any_view(record.get("per_view"), row, options, scoring.reading),
        "sub_class": sub_class,
        "type": kind,
        "distraction": _text(row.get("distraction")),
        "n_options": len(options),
        **_views_seen(row, record, scoring),
        **_account(record),
        "failed": bool(row["failed"]),
        "from_pipeline": from_pipeline,
        "image": row["image_path"],
    }


def _readings(reply: str, row: Mapping[str, Any], options: list[str], scoring: Scoring) -> dict[str, Any]:
    """The contract's columns under both readings."""
    read = option(reply, options, finished=row.get("finished"))
    chosen = {"robust": (read.value, read.rule), "paper": (official_choice(reply, options), "official")}
    columns: dict[str, Any] = {}
    for reading, suffix in ((scoring.reading, ""), (scoring.other, f"_{scoring.other}")):
        index, rule = chosen[reading]
        values = (_letter(index), rule, index < 0, float(index == int(row["answer"])))
        columns |= dict(zip((f"{name}{suffix}" for name in READ), values, strict=True))
    return columns


def _views_seen(row: Mapping[str, Any], record: Mapping[str, Any], scoring: Scoring) -> dict[str, Any]:
    """Views that were selected and shown, against those that hold clues."""
    clues = set(_views(json.loads(row["clue_views"]), 4))
    final = _views(record.get("views_final"), scoring.n_views)
    as_printed = {view - 1 for view in final} if scoring.kind == "shift" else set(final)
    return {
        "start": record.get("start"),
        "views_selected": _joined(record.get("views_selected")),
        "views_final": _joined(final),
        "clue_views": _joined(sorted(clues)),
        "hits": len(clues & set(final)),
        "hits_paper": len(clues & as_printed),
        "n_clues": len(clues),
        "n_view": len(final),
    }


def _account(record: Mapping[str, Any]) -> dict[str, Any]:
    """Counts of operations and turns, and how the sample ended."""
    counts = ("n_zoom", "n_shift", "n_added", "n_dropped", "n_invalid", "calls")
    listed = record.get("turns")
    turns = [turn for turn in listed if isinstance(turn, dict)] if isinstance(listed, list) else []
    return {
        **{name: _count(record.get(name)) for name in counts},
        "n_read": sum(_text(turn.get("step")) in STEERING for turn in turns),
        **{name: _text(record.get(name)) for name in ("stop_reason", "strategy", "error")},
    }


def _selection(table: pd.DataFrame, scoring: Scoring) -> dict[str, float]:
    """Recall over all clue views of all questions (Eq. 1, pooled), and mean counts of operations.

    ``R_select_paper`` repeats the off-by-one error in the paper's shifting columns: its view numbers of shifting start
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
    common: dict[str, Any] = {"n_resamples": scoring.n_resamples, "seed": scoring.seed, "share": True}
    columns = {"Overall": "score", f"Overall_{scoring.other}": f"score_{scoring.other}"}
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
        "reading": scoring.reading,
        "stop_reasons": {str(name): int(count) for name, count in stops.items()},
        "strategies": {str(name): int(count) for name, count in strategies.items()},
        "samples_with_invalid_replies": int((table["n_invalid"] > 0).sum()),
        "questions_per_class": {
            str(name): int(count) for name, count in table["sub_class"].value_counts().items() if name
        },
        "reference": {"human": 0.8467, "chance": _mean(1 / table["n_options"]), "chance_printed": 0.3395},
    }


def _warnings(table: pd.DataFrame, scoring: Scoring) -> list[str]:
    warnings = []
    strategies = set(table["strategy"]) - {"", "interleaved"}
    plain = int((~table["from_pipeline"] & ~table["failed"]).sum())
    if plain:
        outcome = "count as unanswered" if scoring.kind in SELECTING else "are read as final answers"
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
        warnings.append(f"{unknown} questions have a category outside the eight sub-classes")
    return warnings


def _any_view(per_view: Any, row: Mapping[str, Any], options: list[str], reading: str) -> bool | None:
    """Whether any single view was answered rightly; None where views were not asked one by one."""
    if not isinstance(per_view, list):
        return None
    replies = [_text(entry.get("answer")) for entry in per_view if isinstance(entry, dict)]
    answer = int(row["answer"])
    return any(choice(reply, options, reading) == answer for reply in replies)


def _views(value: Any, n_views: int) -> list[int]:
    """View numbers of a record that has been through a file: anything else is dropped."""
    if not isinstance(value, list):
        return []
    return [view for view in value if type(view) is int and 1 <= view <= n_views]


def _joined(value: Any) -> str:
    return ",".join(str(view) for view in value) if isinstance(value, list) else ""


def _count(value: Any) -> int:
    return value if type(value) is int and 0 <= value <= _MOST_TURNS else 0


def _text(value: Any) -> str:
    return value if isinstance(value, str) else "" if value is None else str(value)


def _letter(index: int) -> str:
    return chr(ord("A") + index) if 0 <= index < 26 else ""


def _mean(column: Any) -> float:
    return float(np.mean(np.asarray(column, dtype=float)))


def mean_of_five(overall: Mapping[str, float]) -> float | None:
    """The paper's AVG from ``Overall`` by plain dataset name, or None when one of the five is missing."""
    if any(name not in overall for name in AVERAGED):
        return None
    return sum(overall[name] for name in AVERAGED) / len(AVERAGED)


def average(eval_file: Path, dataset: str) -> float | None:
    """AVG from the score files next to a prediction file, for the same model and the same variant of the set.

    Returns:
        The mean; None when one of the five has no score yet, or, with a logged warning, when the five were run with
        different settings or on different data, or when rows of one of them failed.
    """
    plain = base_name(dataset)
    variant = dataset.removeprefix(plain)
    model = model_of(eval_file.stem, dataset)
    found: dict[str, Result] = {}
    for name in AVERAGED:
        path = eval_file.parent / f"{model}_{name}{variant}{SCORES}"
        try:
            found[name] = read_result(path, json.loads(path.read_text(encoding="utf-8")))
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return None
    why = no_average(list(found.values()))
    if why:
        logger.warning("%s: no AVG, because %s", dataset, why)
        return None
    return mean_of_five({name: result.metrics["Overall"] for name, result in found.items()})


def no_average(results: Sequence[Result]) -> str:
    """Why results cannot go into one average; "" where they can."""
    for result in results:
        plain = base_name(result.dataset)
        if result.validity != "valid":
            return f"{plain} is {result.validity} ({result.reason or 'no headline'})"
        if not isinstance(result.metrics.get("Overall"), (int, float)):
            return f"{plain} has no headline"
    scores = [result.scores for result in results]
    known = {"data": "digest", "number of rows": "n", "version": "version", "provenance": "provenance"}
    unlike = [word for word, key in known.items() if len({found.get(key) for found in scores}) > 1]
    names = differing(scores) + unlike
    return f"the datasets differ in {', '.join(names)}" if names else ""
