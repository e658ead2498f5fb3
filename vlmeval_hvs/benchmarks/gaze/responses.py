"""Tables of gaze responses (the study's published one, and item files of runs), and the accuracy of people."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pandas as pd

from vlmeval_hvs.benchmarks.gaze.scoring import DESIGN
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.metrics.characterization.results import HumanReference

PUBLISHED = ("Group", "Angle", "Proximity", "Candidates", "Stimulus_ID", "Prompt_ID", "Choice", "label", "HeadTarget")
OWN = (*DESIGN, "choice_pos")
STUDIES = {"main": "", "pilot": " (pilot)", "prepilot": " (pre-pilot)"}
"""Parts of the study, and the suffix of the name of a group that answered in several of them."""
DEMO_OBSERVER = {"2": 0.95, "3": 0.87, "4": 0.79}
"""Accuracy of ``hvs-gaze-human`` on natural poses of ``GazeTarget_DEMO``: no people were measured on drawn pictures."""

PEOPLE_NOTE = "people"  # note in the manifest of own data: accuracy of people on natural poses (`measured`)
_ABSENT = ("", "-1", "-1.0", "nan", "na", "none")


@dataclass
class Responses:
    """The answers of one group (a model, a method, or people) in one part of the study."""

    trials: pd.DataFrame  # as `vlmeval_hvs.metrics.characterize` takes it, with ``participant`` where published
    warnings: list[str] = field(default_factory=list)  # what was left out
    group: str = ""  # name of the group in the table
    study: str = "main"  # ``"main"``, ``"pilot"`` or ``"prepilot"``


def read_responses(path: Path) -> dict[str, Responses]:
    """Read the published CSV, or an ``*_hvs_items.tsv`` file, by group and part of the study, which are never mixed.

    The name of a group with several parts ends with the part; an item file is one group, named by the file. A
    `DataError` says that the file cannot be read, lacks columns, or names something that is not among a row's objects.
    """
    separator = "\t" if path.suffix.lower() == ".tsv" else ","
    try:
        table = pd.read_csv(path, sep=separator, dtype=str, keep_default_na=False, encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        raise DataError(f"{path}: cannot be read ({error})") from error
    if set(OWN) <= set(table.columns):
        trials = table[[*OWN, *({"objects"} & set(table.columns))]].copy()
        for name in ("prompt_id", "proximity", "n_objects", "gaze_pos", "head_pos", "choice_pos"):
            trials[name] = pd.to_numeric(trials[name], errors="coerce")
        if trials.isna().any(axis=None):
            raise DataError(f"{path}: a number is missing in row {int(np.argmax(trials.isna().any(axis=1)))}")
        name = path.name.removesuffix("_hvs_items.tsv")
        return {name: Responses(trials, group=name)}
    missing = [name for name in PUBLISHED if name not in table.columns]
    if missing:
        raise DataError(
            f"{path}: neither the study's response table (it lacks {', '.join(missing)}) nor an item file of a run "
            f"(columns {', '.join(OWN)})"
        )
    found: dict[str, Responses] = {}
    table["_study"] = _studies(table)
    for group, part in table.groupby("Group", sort=False):
        studies = [study for study in STUDIES if (part["_study"] == study).any()]
        for study in studies:
            name = f"{group}{STUDIES[study] if len(studies) > 1 else ''}"
            found[name] = _published(part[part["_study"] == study], str(group), study)
    return found


def people_of(responses: Responses) -> HumanReference:
    """Accuracy of a group of people by number of objects, with standard errors; 0 where nothing varies.

    Errors are clustered by person and photo (Cameron, Gelbach and Miller 2011); without ``participant`` all differ.
    """
    trials = responses.trials
    right = (trials["choice_pos"] == trials["gaze_pos"]).astype(float)
    named = trials.get("participant", pd.Series("", trials.index))
    person = named.where(named != "", trials.index.astype(str))
    accuracy, error = {}, {}
    for n, values in right.groupby(trials["n_objects"]):
        rest = values - values.mean()
        photo, who = trials.loc[values.index, "stimulus_id"], person[values.index]
        sums = [rest.groupby(keys).sum() for keys in (photo, who, [photo, who])]
        variance = sum(sign * float((total**2).sum()) for sign, total in zip((1, 1, -1), sums, strict=True))
        accuracy[int(n)] = float(values.mean())
        error[int(n)] = float(np.sqrt(max(variance, 0.0)) / len(values))
    return HumanReference(accuracy, error)


def study_of(site: str, actor: str, number: float) -> str:
    """``"pilot"`` or ``"main"``: by site, else by actor, else by number (main photos start at 1000)."""
    site, actor = site.strip().lower(), actor.strip().lower()
    if site not in _ABSENT:
        return "pilot" if site == "site0" else "main"
    pilot = actor in ("x", "y") if actor not in _ABSENT else number < 1000
    return "pilot" if pilot else "main"


def _studies(table: pd.DataFrame) -> list[str]:
    """The part of the study of every row; part "p0" of the table is the pre-pilot."""
    number = pd.to_numeric(table["Stimulus_ID"], errors="coerce")
    if number.isna().any():
        row = int(np.argmax(number.isna()))
        raise DataError(f"row {row}: Stimulus_ID {table['Stimulus_ID'].iloc[row]!r} must be a number")
    absent = pd.Series("", table.index)
    site, actor, part = (table.get(name, absent) for name in ("Site", "Actor", "Part"))
    rows = zip(site, actor, number, part.str.strip() == "p0", strict=True)
    return ["prepilot" if early else study_of(*row) for *row, early in rows]


def _published(table: pd.DataFrame, group: str, study: str) -> Responses:
    warnings = []
    if "list_id" in table:
        checks = table["list_id"].str.strip().isin(["-1", "-1.0"])
        if checks.any() and not checks.all():
            warnings.append(f"{int(checks.sum())} attention-check responses left out")
            table = table[~checks]
    names = [[_folded(name) for name in cell.split("+")] for cell in table["Candidates"]]
    gaze = _positions(table, "label", names)
    head = _positions(table, "HeadTarget", names, absent=_ABSENT)
    # Several answers of a group to one photo and prompt (people, repeated runs) become prompts of their own.
    repeat = table.groupby(["Stimulus_ID", "Prompt_ID"]).cumcount().astype(str)
    place = table[[name for name in ("Site", "Actor") if name in table]].agg("|".join, axis=1)
    trials = pd.DataFrame({
        "stimulus_id": table["Stimulus_ID"], "prompt_id": table["Prompt_ID"] + "." + repeat,
        "scene_id": table["Candidates"] + "|" + table["Angle"] + "|" + table["Proximity"] + "|" + place,
        "condition": np.where(head < 0, "natural", np.where(head == gaze, "congruent", "incongruent")),
        "view": table["Angle"].str.strip().str.lower(),
        "proximity": pd.to_numeric(table["Proximity"], errors="coerce"), "n_objects": list(map(len, names)),
        "objects": table["Candidates"], "gaze_pos": gaze, "head_pos": head,
        "choice_pos": _positions(table, "Choice", names, absent=None), "participant": table.get("Participant_ID", ""),
    })  # fmt: skip
    return Responses(trials.reset_index(drop=True), warnings, group=group, study=study)


def _positions(
    table: pd.DataFrame, column: str, names: list[list[str]], absent: tuple[str, ...] | None = ()
) -> np.ndarray:
    """Places of the named objects in their rows; -1 for cells that mean none (None: for all other cells)."""
    found = []
    for row, cell, options in zip(table.index, table[column], names, strict=True):
        name = _folded(cell)
        if name not in options and absent is not None and name not in absent:
            raise DataError(f"row {row}: {column} {cell!r} must be one of {', '.join(options)}")
        found.append(options.index(name) if name in options else -1)
    return np.array(found, dtype=int)


def _folded(name: str) -> str:
    return " ".join(name.replace("_", " ").split()).casefold()


def measured(answers: Mapping[int, Sequence[bool]]) -> dict[str, dict[str, float]]:
    """Accuracy of people with its standard error and the number of answers, for the manifest.

    The error treats answers as independent, and counts one more right and one more wrong answer than there are.

    >>> measured({2: [True, True, True, False]})
    {'2': {'accuracy': 0.75, 'error': 0.1925, 'answers': 4}}
    """
    found = {}
    for n, right in sorted(answers.items()):
        if right:
            share = (sum(right) + 1) / (len(right) + 2)
            error = (share * (1 - share) / (len(right) + 2)) ** 0.5
            found[str(n)] = {"accuracy": sum(right) / len(right), "error": round(error, 4), "answers": len(right)}
    return found


def of_own(note: Mapping[str, Mapping[str, float]], numbers: Collection[str]) -> HumanReference | None:
    """The people in a set's own data; None where they did not answer for all numbers of objects."""
    if not set(numbers) <= set(note):
        return None
    accuracy = {int(n): float(cells["accuracy"]) for n, cells in note.items()}
    return HumanReference(accuracy, {int(n): float(cells["error"]) for n, cells in note.items()})
