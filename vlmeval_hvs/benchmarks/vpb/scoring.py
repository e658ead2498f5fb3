"""Scores of VP-Bench: accuracy per shape, attribute, question type and task, and several averages.

The paper's "Avg." follows three different rules: Table 6 and half of Table 4 average the eight shapes, the running text
averages nine columns (tags with digits and with letters apart), and the text speaks of all samples. All are
reported under names of their own; the headline is the mean of the eight shapes (Stage 1) or of the six tasks (Stage 2).
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from standardizers import option
from vlmeval_hvs.benchmarks.vpb.wording import wording
from vlmeval_hvs.choices import LETTERS, options_of
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.metrics import cluster_bootstrap, null_interval
from vlmeval_hvs.metrics.chance import Chance
from vlmeval_hvs.progress import shown
from vlmeval_hvs.results.charts import share_interval
from vlmeval_hvs.results.contract import READ, ScoreReport
from vlmeval_hvs.results.guard import READER_ERROR, guarded
from vlmeval_hvs.sets import records
from vlmeval_hvs.visual_prompts.styles import all_styles, parse_style, shapes

QUESTION_TYPES = ("existence", "enumeration", "location", "reference")
"""Question types of Stage 1."""

_OTHER = {"robust": "paper", "paper": "robust"}
_OWN = ("question_type", "task", "vp_shape", "vp_style", "vp_color", "debias")


class Answer(NamedTuple):
    """The letter that a reading finds in a reply, or ""; the rule that found it, or why there is none."""

    letter: str
    rule: str
    fallback: bool


_UNREAD = Answer("", READER_ERROR, True)


def read(row: Mapping[str, Any], reading: str) -> Answer:
    """Read the reply of a row.

    The paper's is the official one: the first of A, B, C, D anywhere in the reply in capitals. It reads "The answer is
    D." as A.
    """
    if row["failed"]:
        return Answer("", "failed", True)
    if reading == "paper":
        letter = next((character for character in row["reply"].upper() if character in LETTERS), "")
        return Answer(letter, "first_letter" if letter else "no_answer", not letter)
    found = option(row["reply"], options_of(row), finished=row.get("finished"))
    return Answer(LETTERS[found.value] if found.value >= 0 else "", found.rule, found.fallback)


def score_items(items: pd.DataFrame, reading: str = "robust") -> pd.DataFrame:
    """One row per sample: the contract's columns of both readings, ``truth``, and what results are grouped by."""
    rows, other = records(items), _OTHER[reading]
    tables = []
    for name in (reading, other):
        answers = [guarded(_UNREAD, read, row, name) for row in shown(rows, "replies read")]
        cells = [(*answer, float(answer.letter == row["answer"])) for answer, row in zip(answers, rows, strict=True)]
        tables.append(pd.DataFrame(cells, columns=list(READ)))
    own = pd.DataFrame([_own_columns(row) for row in rows])
    return tables[0].join(tables[1], rsuffix=f"_{other}").join(own)


def _own_columns(row: Mapping[str, Any]) -> dict[str, Any]:
    source = row.get("source_image") or row["index"]
    own = {name: row.get(name, "") for name in _OWN}
    return {"index": row["index"], "truth": row["answer"], **own, "source_image": source}


def score(items: pd.DataFrame, stage: int, reading: str = "robust", visual_prompt: str = "none") -> ScoreReport:
    """Scores of one model."""
    items, other = items.reset_index(drop=True), _OTHER[reading]
    table = score_items(items, reading)
    ordinary = table[table["debias"] == ""]
    groups = _headline_groups(ordinary, stage)
    next_to = averages(ordinary, groups, f"score_{other}", stage)
    debias = {name: summary(rows) for name, rows in groups_of(table, "debias").items()}
    columns = {"by_question_type": "question_type"} if stage == 1 else {"by_task": "task"}
    columns |= {"by_shape": "vp_shape", "by_style": "vp_style"}
    parts = {name: groups_of(ordinary, column).items() for name, column in columns.items()}
    return ScoreReport(
        metrics={
            **averages(ordinary, groups, "score", stage),
            # The averages of the other reading only, so that the flat table stays readable.
            **{f"{name}_{other}": value for name, value in next_to.items() if "/" not in name},
            **{f"debias/{name}": cell["accuracy"] for name, cell in debias.items()},
            **({"micro_with_debias": float(table["score"].mean())} if debias else {}),
        },
        items=table,
        chance=_chance(items, groups),
        counted=table.index.isin([index for rows in groups.values() for index in rows.index]),
        intervals=_intervals(ordinary, groups, stage),
        details={
            **({"debias": debias} if debias else {}),
            **{name: {value: summary(rows) for value, rows in found} for name, found in parts.items()},
            "visual_prompt": visual_prompt,
        },
        warnings=_warnings(ordinary, groups, stage),
    )


def headline_weights(items: pd.DataFrame) -> pd.Series:
    """Weight of every item in the headline: the groups that it averages count alike, whatever the number of items.

    Returns:
        Weights that add up to the number of items in the headline; 0 for debias items and those of no known group.
    """
    ordinary = items[items["debias"] == ""]
    groups = _headline_groups(ordinary, 2 if "task" in items and (items["task"] != "").any() else 1)
    counted = sum(map(len, groups.values()))
    weights = pd.Series(0.0, index=items.index)
    for rows in groups.values():
        weights[rows.index] = counted / (len(groups) * len(rows))
    return weights


def _headline_groups(ordinary: pd.DataFrame, stage: int) -> dict[str, pd.DataFrame]:
    """The groups that the headline averages: shapes in the paper's order, or tasks."""
    if stage == 2:
        return groups_of(ordinary, "task")
    found = groups_of(ordinary, "vp_shape")
    return {shape: found[shape] for shape in shapes() if shape in found}


def groups_of(table: pd.DataFrame, column: str) -> dict[str, pd.DataFrame]:
    """Rows by the values of a column; rows whose value is "" are in no group."""
    return {str(name): rows for name, rows in table.groupby(column) if name}


def averages(ordinary: pd.DataFrame, groups: Mapping[str, pd.DataFrame], column: str, stage: int) -> dict[str, float]:
    """All averages of one reading.

    Returns:
        ``Overall``, ``micro`` and the averages of the stage; names with ``/`` are those of single groups. Without a
        known group there is no ``Overall``.
    """
    if ordinary.empty:
        return {}
    values = {"micro": float(ordinary[column].mean())}
    per_group = {name: float(rows[column].mean()) for name, rows in groups.items()}
    if per_group:
        overall = float(np.mean(list(per_group.values())))
        values = {"Overall": overall, **values, "macro_8_shapes" if stage == 1 else "macro_6_tasks": overall}
    if stage == 2:
        return values | {f"task/{name}": value for name, value in per_group.items()}
    tags = ordinary[ordinary["vp_style"].str.startswith("tag(")]
    digits_and_letters = tags.groupby(tags["vp_style"].str.extract(r"\((\w+)", expand=False))[column].mean()
    if len(digits_and_letters) == 2 and len(per_group) > 1:
        others = [value for name, value in per_group.items() if name != "tag"]
        values["macro_9_columns"] = float(np.mean([*digits_and_letters, *others]))
    kinds = {name: float(rows[column].mean()) for name, rows in groups_of(ordinary, "question_type").items()}
    if kinds:
        values["macro_question_types"] = float(np.mean(list(kinds.values())))
    values |= {f"shape/{name}": value for name, value in per_group.items()}
    return values | {f"question/{name}": kinds[name] for name in QUESTION_TYPES if name in kinds}


def summary(rows: pd.DataFrame) -> dict[str, Any]:
    """Number and accuracy of some rows."""
    return {"n": len(rows), "accuracy": float(rows["score"].mean())}


def _chance(items: pd.DataFrame, groups: Mapping[str, pd.DataFrame]) -> Chance | None:
    """The headline of guessing: one over the number of options, every group with the same weight."""
    parts = list(groups.values())
    if not parts:
        return None
    weights = np.repeat([1 / (len(parts) * len(part)) for part in parts], [len(part) for part in parts])
    scored = records(items.loc[pd.concat(parts).index])
    return null_interval([1 / len(options_of(row)) for row in scored], weights)


def _intervals(
    ordinary: pd.DataFrame, groups: Mapping[str, pd.DataFrame], stage: int
) -> dict[str, tuple[float, float]]:
    if ordinary.empty:
        return {}
    column, prefix = ("vp_shape", "shape") if stage == 1 else ("task", "task")
    found = {"micro": cluster_bootstrap(ordinary["score"], ordinary["source_image"], share=True)}
    if groups:
        grouped = pd.concat(groups.values())
        weights = 1 / grouped.groupby(column)["index"].transform("size")
        found["Overall"] = cluster_bootstrap(grouped["score"], grouped["source_image"], weights, share=True)
    for name, rows in groups.items():
        found[f"{prefix}/{name}"] = cluster_bootstrap(rows["score"], rows["source_image"], share=True)
    return found


def _warnings(ordinary: pd.DataFrame, groups: Mapping[str, pd.DataFrame], stage: int) -> list[str]:
    if ordinary.empty:
        return ["no ordinary items: only debias items were found, so there is no headline"]
    kind, expected = ("shape", len(shapes())) if stage == 1 else ("task", len(wording()["tasks"]))
    found = []
    if unknown := len(ordinary) - sum(map(len, groups.values())):
        found.append(f"{unknown} items have no known {kind}: they do not count in Overall")
    if not groups:
        found.append(f"no Overall: it is the mean of the {expected} {kind}s, and none is known; see micro")
    elif len(groups) < expected:
        found.append(f"the headline averages the {len(groups)} of {expected} {kind}s that have items")
    if stage == 1 and (untyped := int((ordinary["question_type"] == "").sum())):
        found.append(f"{untyped} items have no known question type")
    return found


class StyleScore(NamedTuple):
    """Stage 1 accuracy of one style, with its 95 % Wilson interval."""

    style: str
    n: int
    accuracy: float
    low: float
    high: float


def rank_styles(details: Mapping[str, Any]) -> list[StyleScore]:
    """All styles of a Stage 1 run, the best first, from the ``details`` of its score file.

    Tie rule: of styles with the same accuracy, the one of the shape with the higher accuracy over all its items comes
    first, then the one with more items, then the order of Table 18. Debias items do not count.

    Raises:
        DataError: No item says which style it shows.
    """
    known = details.get("by_style") or {}
    if not known:
        raise DataError("no item says which exact style it shows, so there is no best style")
    order = {str(style): place for place, style in enumerate(all_styles())}
    found = []
    for style, cell in known.items():
        low, high = share_interval(cell["accuracy"], cell["n"])
        found.append(StyleScore(style, cell["n"], cell["accuracy"], low or 0.0, high or 1.0))
    shape = {one.style: details["by_shape"][parse_style(one.style).shape]["accuracy"] for one in found}
    return sorted(found, key=lambda one: (-one.accuracy, -shape[one.style], -one.n, order[one.style]))
