"""Tables of gaze responses: the study's published one, and the item files of runs."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pandas as pd

from vlmeval_hvs.benchmarks.gaze.trials import DESIGN
from vlmeval_hvs.errors import DataError

PUBLISHED = ("Group", "Angle", "Proximity", "Candidates", "Stimulus_ID", "Prompt_ID", "Choice", "label", "HeadTarget")
OWN = (*DESIGN, "choice_pos")
MORE = ("objects",)
"""Columns that are taken along where an item file has them."""
PRE_PILOT_PART = "p0"


@dataclass
class Responses:
    """The answers of one group (a model, a method, or people).

    Attributes:
        trials: A table as `vlmeval_hvs.metrics.characterize` takes it.
        warnings: What was left out, and where the table's own scores differ from recomputed ones.
        recomputed: Score name to (recomputed here, as in the table), for the scores that the table has.
    """

    trials: pd.DataFrame
    warnings: list[str] = field(default_factory=list)
    recomputed: dict[str, tuple[float, float]] = field(default_factory=dict)


def read_responses(path: Path) -> dict[str, Responses]:
    """Read a response table by group.

    Args:
        path: The published CSV, or an ``*_hvs_items.tsv`` file.

    Returns:
        Responses by group name; for an item file one group named by the file.

    Raises:
        DataError: The file cannot be read, lacks columns, or holds a name that is none of a row's objects.
    """
    separator = "\t" if path.suffix.lower() == ".tsv" else ","
    try:
        table = pd.read_csv(path, sep=separator, dtype=str, keep_default_na=False, encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        raise DataError(f"{path}: cannot be read ({error})") from error
    if set(OWN) <= set(table.columns):
        trials = table[[*OWN, *(name for name in MORE if name in table)]].copy()
        for name in ("prompt_id", "proximity", "n_objects", "gaze_pos", "head_pos", "choice_pos"):
            trials[name] = pd.to_numeric(trials[name], errors="coerce")
        if trials.isna().any(axis=None):
            raise DataError(f"{path}: a number is missing in row {int(np.argmax(trials.isna().any(axis=1)))}")
        return {path.name.removesuffix("_hvs_items.tsv"): Responses(trials)}
    missing = [name for name in PUBLISHED if name not in table.columns]
    if missing:
        raise DataError(
            f"{path}: neither the study's response table (it lacks {', '.join(missing)}) nor an item file of a run "
            f"(columns {', '.join(OWN)})"
        )
    return {str(group): _published(part.reset_index(drop=True)) for group, part in table.groupby("Group", sort=False)}


def _published(table: pd.DataFrame) -> Responses:
    warnings = []
    for column, value, words in (("Part", PRE_PILOT_PART, "pre-pilot"), ("list_id", "-1", "attention-check")):
        if column in table:
            drop = table[column].str.strip().isin([value, f"{value}.0"])
            if drop.any() and not drop.all():
                warnings.append(f"{int(drop.sum())} {words} responses left out")
                table = table[~drop]
    names = [[_folded(name) for name in cell.split("+")] for cell in table["Candidates"]]
    gaze = _positions(table, "label", names)
    head = _positions(table, "HeadTarget", names, absent=("", "-1", "-1.0", "nan", "na"))
    choice = _positions(table, "Choice", names, strict=False)
    # Several answers of a group to one photo and prompt (people, repeated runs) become prompts of their own.
    repeat = table.groupby(["Stimulus_ID", "Prompt_ID"]).cumcount().to_numpy()
    place = table[[name for name in ("Site", "Actor") if name in table]].agg("|".join, axis=1)
    trials = pd.DataFrame(
        {
            "stimulus_id": table["Stimulus_ID"],
            "prompt_id": [f"{prompt}.{again}" for prompt, again in zip(table["Prompt_ID"], repeat, strict=True)],
            "scene_id": table["Candidates"] + "|" + table["Angle"] + "|" + table["Proximity"] + "|" + place,
            "condition": np.where(head < 0, "natural", np.where(head == gaze, "congruent", "incongruent")),
            "view": table["Angle"].str.strip().str.lower(),
            "proximity": pd.to_numeric(table["Proximity"], errors="coerce"),
            "n_objects": [len(row) for row in names],
            "objects": table["Candidates"],
            "gaze_pos": gaze,
            "head_pos": head,
            "choice_pos": choice,
        }
    ).reset_index(drop=True)
    responses = Responses(trials, warnings)
    _compare(table, trials, responses)
    return responses


def _compare(table: pd.DataFrame, trials: pd.DataFrame, responses: Responses) -> None:
    """Compare the table's own accuracy and (raw) distance with recomputed ones."""
    matched = trials["choice_pos"] >= 0
    recomputed = {
        "Accuracy": (trials["choice_pos"] == trials["gaze_pos"]).astype(float),
        "Wrongness": (trials["choice_pos"] - trials["gaze_pos"]).abs().where(matched),
    }
    for name, values in recomputed.items():
        if name not in table:
            continue
        theirs = pd.to_numeric(table[name], errors="coerce").reset_index(drop=True)
        both = values.notna() & theirs.notna()
        if not both.any():
            continue
        responses.recomputed[name] = float(values[both].mean()), float(theirs[both].mean())
        differ = int((np.abs(values[both] - theirs[both]) > 1e-9).sum())
        if differ:
            responses.warnings.append(f"{name} differs from the table's own in {differ} of {int(both.sum())} responses")


def _positions(
    table: pd.DataFrame, column: str, names: list[list[str]], absent: tuple[str, ...] = (), strict: bool = True
) -> np.ndarray:
    found = []
    for row, (cell, options) in enumerate(zip(table[column], names, strict=True)):
        name = _folded(cell)
        if name in options:
            found.append(options.index(name))
        elif strict and name not in absent:
            raise DataError(f"row {row}: {column} {cell!r} is none of the objects {', '.join(options)}")
        else:
            found.append(-1)
    return np.array(found, dtype=int)


def _folded(name: str) -> str:
    return " ".join(name.replace("_", " ").split()).casefold()
