"""Scores of VP-Bench: accuracy per shape, attribute, question type and task, and the averages that go by one name.

The paper's "Avg." follows three different rules: Table 6 and half of Table 4 average the eight shapes, the running text
averages nine columns (tags with digits and with letters apart), and the text speaks of all samples. All are
reported under names of their own; the headline is the mean of the eight shapes (Stage 1) or of the six tasks (Stage 2).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from standardizers import option
from vlmeval_hvs.benchmarks.vpb.wording import LETTERS, options_of
from vlmeval_hvs.metrics import cluster_bootstrap
from vlmeval_hvs.results.report import ScoreReport
from vlmeval_hvs.visual_prompts.styles import StyleError, parse_style, shapes

QUESTION_TYPES = ("existence", "enumeration", "location", "reference")
THIN = 10
"""Averages over fewer items than this are reported with a warning."""


def official_letter(prediction: str) -> str:
    """The official scoring: the first of A, B, C, D anywhere in the reply in capitals, or "".

    It reads "The answer is D." as A; kept for the paper profile only.
    """
    return next((character for character in prediction.upper() if character in LETTERS), "")


def score_items(items: pd.DataFrame) -> pd.DataFrame:
    """One row per sample: what was answered and whether it is right.

    Args:
        items: Rows with ``prediction`` and ``failed``.

    Returns:
        ``index``, ``prediction`` (letter or ""), ``rule``, ``fallback``, ``correct``, ``correct_paper``, and the
        columns that results are grouped by.
    """
    rows = []
    for row in items.to_dict("records"):
        if row["failed"]:
            letter, rule, fallback, paper = "", "failed", True, ""
        else:
            found = option(row["prediction"], options_of(row))
            letter = LETTERS[found.value] if found.value >= 0 else ""
            rule, fallback, paper = found.rule, found.fallback, official_letter(row["prediction"])
        rows.append({
            "index": row["index"], "prediction": letter, "rule": rule, "fallback": fallback, "answer": row["answer"],
            "correct": letter == row["answer"], "correct_paper": paper == row["answer"],
            **{name: row.get(name, "") for name in ("question_type", "task", "vp_shape", "vp_style", "debias")},
            "source_image": row.get("source_image") or row["index"],
        })  # fmt: skip
    return pd.DataFrame(rows)


def score(items: pd.DataFrame, stage: int, profile: str = "robust") -> ScoreReport:
    """Scores of one model.

    Args:
        items: Rows with ``prediction`` and ``failed``; Stage 2 rows carry the style that was drawn in ``vp_style``.
        stage: 1 or 2.
        profile: Which reading is the headline; the other stands beside it.
    """
    table = score_items(items)
    report = ScoreReport(metrics={}, items=table)
    ordinary = table[table["debias"] == ""]
    groups = _stage1_groups(ordinary) if stage == 1 else _groups(ordinary, "task")
    headline = {"robust": "correct", "paper": "correct_paper"}[profile]
    other, suffix = ("correct_paper", "_paper") if profile == "robust" else ("correct", "_robust")
    for column, end in ((headline, ""), (other, suffix)):
        for name, value in _averages(ordinary, groups, column, stage).items():
            if not end or "/" not in name:  # of the other profile the averages only
                report.metrics[f"{name}{end}"] = value
    _intervals(report, ordinary, groups, headline, stage)
    _breakdown(report, table, ordinary, headline, stage)
    readings = table["prediction"] != [official_letter(p) if not f else "" for p, f in
                                       zip(items["prediction"], items["failed"], strict=True)]  # fmt: skip
    report.metrics["Fallback"] = float(table["fallback"].mean())
    report.metrics["Differ"] = float(readings.mean())
    return report


def _groups(table: pd.DataFrame, column: str) -> dict[str, pd.DataFrame]:
    return {str(name): part for name, part in table.groupby(column) if name}


def _stage1_groups(table: pd.DataFrame) -> dict[str, pd.DataFrame]:
    found = _groups(table, "vp_shape")
    return {shape: found[shape] for shape in shapes() if shape in found}


def _averages(table: pd.DataFrame, groups: Mapping[str, pd.DataFrame], column: str, stage: int) -> dict[str, float]:
    if table.empty:
        return {}
    values: dict[str, float] = {}
    per_group = {name: float(part[column].mean()) for name, part in groups.items()}
    if per_group:
        values["Overall"] = float(np.mean(list(per_group.values())))
    values["micro"] = float(table[column].mean())
    kinds = {name: float(part[column].mean()) for name, part in _groups(table, "question_type").items()}
    if stage == 1:
        if "Overall" in values:
            values["macro_8_shapes"] = values["Overall"]
        contents = _tag_contents(table, column)
        if len(contents) == 2 and len(per_group) > 1:
            values["macro_9_columns"] = float(
                np.mean([*contents.values(), *[v for k, v in per_group.items() if k != "tag"]])
            )
        if kinds:
            values["macro_question_types"] = float(np.mean(list(kinds.values())))
        values |= {f"shape/{name}": value for name, value in per_group.items()}
        values |= {f"question/{name}": kinds[name] for name in QUESTION_TYPES if name in kinds}
    else:
        if "Overall" in values:
            values["macro_6_tasks"] = values["Overall"]
        values |= {f"task/{name}": value for name, value in per_group.items()}
    values.setdefault("Overall", values["micro"])
    return values


def _tag_contents(table: pd.DataFrame, column: str) -> dict[str, float]:
    tags = table[table["vp_style"].str.startswith("tag(")]
    content = tags["vp_style"].str.extract(r"\((\w+)", expand=False)
    return {str(name): float(part[column].mean()) for name, part in tags.groupby(content)}


def _intervals(
    report: ScoreReport, table: pd.DataFrame, groups: Mapping[str, pd.DataFrame], column: str, stage: int
) -> None:
    if table.empty:
        report.warnings.append("no ordinary items: only debias items were found, so there is no headline")
        return
    clusters = table["source_image"]
    report.intervals["micro"] = cluster_bootstrap(table[column], clusters)
    if groups:
        grouped = pd.concat(groups.values())
        key = "vp_shape" if stage == 1 else "task"
        weights = 1 / grouped.groupby(key)["index"].transform("size")
        report.intervals["Overall"] = cluster_bootstrap(grouped[column], grouped["source_image"], weights)
    expected = len(shapes()) if stage == 1 else 6
    if len(groups) < expected:
        what = "shapes" if stage == 1 else "tasks"
        report.warnings.append(f"the headline averages the {len(groups)} of {expected} {what} that have items")
    for name, part in groups.items():
        prefix = "shape" if stage == 1 else "task"
        report.intervals[f"{prefix}/{name}"] = cluster_bootstrap(part[column], part["source_image"])
        if len(part) < THIN:
            report.warnings.append(f"{prefix} {name} rests on {len(part)} items")


def _breakdown(report: ScoreReport, table: pd.DataFrame, ordinary: pd.DataFrame, column: str, stage: int) -> None:
    debias = {name: _summary(part, column) for name, part in _groups(table, "debias").items()}
    if debias:
        report.details["debias"] = debias
        for name, cell in debias.items():
            report.metrics[f"debias/{name}"] = cell["accuracy"]
        report.metrics["micro_with_debias"] = float(table[column].mean())
    report.details["by_question_type" if stage == 1 else "by_task"] = {
        name: _summary(part, column)
        for name, part in _groups(ordinary, "question_type" if stage == 1 else "task").items()
    }
    report.details["by_shape"] = {name: _summary(part, column) for name, part in _groups(ordinary, "vp_shape").items()}
    report.details["by_style"] = {name: _summary(part, column) for name, part in _groups(ordinary, "vp_style").items()}
    report.details["by_attribute"] = by_attribute(ordinary, column)
    untyped = int((ordinary["question_type"] == "").sum()) if stage == 1 else 0
    if untyped:
        report.warnings.append(f"{untyped} items have no known question type")


def by_attribute(table: pd.DataFrame, column: str = "correct") -> dict[str, dict[str, dict[str, Any]]]:
    """Accuracy per value of every attribute, over all shapes that have it: ``{attribute: {value: summary}}``."""
    cells: dict[str, dict[str, list[bool]]] = {}
    for style, correct in zip(table["vp_style"], table[column], strict=True):
        try:
            attributes = parse_style(style).attributes if style else {}
        except StyleError:
            continue
        for name, value in attributes.items():
            cells.setdefault(name, {}).setdefault(value, []).append(bool(correct))
    return {
        name: {value: {"n": len(hits), "accuracy": float(np.mean(hits))} for value, hits in values.items()}
        for name, values in cells.items()
    }


def _summary(part: pd.DataFrame, column: str) -> dict[str, Any]:
    return {"n": len(part), "accuracy": float(part[column].mean())}
