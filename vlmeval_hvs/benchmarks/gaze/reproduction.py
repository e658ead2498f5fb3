"""The gaze study's published numbers beside those that follow from its published response table.

`published.json` holds the numbers of the paper and of the notebooks in its repository as they are printed: their digits
say how closely they have to be met. A claim names a measure and restricts the answers that it speaks of.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from scipy.stats import ttest_1samp

from vlmeval_hvs.benchmarks.gaze.responses import Responses, people_of
from vlmeval_hvs.benchmarks.gaze.trials import wrongness_of
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import bundled
from vlmeval_hvs.metrics import Characterization, characterize
from vlmeval_hvs.metrics.characterization.results import as_reference
from vlmeval_hvs.metrics.table_distance import expected_wrongness

PASS, FAIL, NOT_RUN, SHOWN = "pass", "fail", "not run", ""
"""Outcomes; `SHOWN` is a number for which the paper draws a figure and prints nothing."""
PEOPLE = "Humans"
RESTRICTIONS = ("condition", "n_objects", "proximity", "view")
FACTORS = {"object_order": 2, "task_hint": 8}
"""How far apart the numbers of two prompts are that differ in one factor only."""
COLUMNS = {
    "1": "Test 1 (gap)", "proximity": "Proximity", "view": "View", "2.1": "Test 2.1", "2.2": "Test 2.2",
    "2.3": "Test 2.3", "2.4": "Test 2.4", "3": "Test 3", "4": "Test 4", "type": "Type",
}  # fmt: skip
TYPES = {
    1: "Human-level", 2: "No head bias", 3: "Head-only", 4: "Head-dominant", 5: "Eye-head ambivalent",
    "unclear": "Unclear",
}  # fmt: skip


@dataclass(frozen=True)
class Row:
    """A published number and ours.

    Attributes:
        where: Table, figure or section.
        group: Whose answers, in the paper's words.
        what: What is counted or tested.
        paper: The published number as it is printed; "" where a figure shows it only.
        ours: Our number, or a sign or name; None when it could not be computed.
        note: Why it was not computed, or how to read it.
    """

    where: str
    group: str
    what: str
    paper: str
    ours: float | str | None
    note: str = ""

    @property
    def outcome(self) -> str:
        """`PASS` when our number rounds to the printed one, else `FAIL`, `NOT_RUN` or `SHOWN`."""
        if self.ours is None:
            return NOT_RUN
        if not self.paper:
            return SHOWN
        if isinstance(self.ours, str):
            return PASS if self.ours == self.paper else FAIL
        half_a_digit = 0.5 * 10.0 ** -len(self.paper.partition(".")[2])
        # A number that rounds to the printed one may lie on the border; the slack is for binary fractions.
        return PASS if abs(self.ours - float(self.paper)) <= half_a_digit * (1 + 1e-9) + 1e-12 else FAIL


def published() -> dict[str, Any]:
    """The published numbers."""
    return dict(bundled(__package__, "published.json"))


def reproduce(groups: Mapping[str, Responses], engine: str = "paper", seed: int = 0) -> list[Row]:
    """Every published number beside ours.

    Args:
        groups: The published response table, as `vlmeval_hvs.benchmarks.gaze.responses.read_responses` gives it.
        engine: Statistics of Table 2.
        seed: Seed of all resampling.

    Raises:
        DataError: Answers contradict each other.
    """
    paper = published()
    claimed = [_claim_row(groups, claim, paper["groups"]) for claim in paper["claims"]]
    rows = [row for row in claimed if row.paper or row.ours is not None]
    people = _found(groups, paper["groups"][PEOPLE], "pilot")
    known = None if people is None else people_of(people)
    human = None if known is None else as_reference(known.accuracy, known.error)
    for group, signs in paper["table2"].items():
        responses = _found(groups, paper["groups"][group], "main")
        outcome = None
        if responses is not None:
            try:
                outcome = characterize(responses.trials, engine=engine, seed=seed, human=human, n_resamples=0)
            except ValueError as error:
                raise DataError(f"{group}: {error}") from error
        rows += [_sign_row(group, key, sign, outcome) for key, sign in signs.items()]
    return rows


def _found(groups: Mapping[str, Responses], names: list[str], study: str) -> Responses | None:
    """The responses of a group, under any of its names, in one part of the study; None when the table has none."""
    known = {name.casefold() for name in names}
    return next((one for one in groups.values() if one.group.casefold() in known and one.study == study), None)


_ABSENT = "the table has no such group"


def _claim_row(groups: Mapping[str, Responses], claim: Mapping[str, Any], names: Mapping[str, list[str]]) -> Row:
    group, study = claim["group"], claim.get("study", "main")
    responses = _found(groups, names[group], study)
    label = group if study == "main" or group == PEOPLE else f"{group} ({study})"
    if responses is None:
        return Row(claim["where"], label, claim["what"], claim["value"], None, _ABSENT)
    trials = responses.trials
    for name in RESTRICTIONS:
        if name in claim:
            trials = trials[trials[name].isin(np.atleast_1d(claim[name]))]
    ours = MEASURES[claim["measure"]](trials, claim)
    if ours is None or np.isnan(ours):
        return Row(claim["where"], label, claim["what"], claim["value"], None, "no answer of the kind it needs")
    return Row(claim["where"], label, claim["what"], claim["value"], float(ours), claim.get("note", ""))


def _sign_row(group: str, key: str, sign: str, outcome: Characterization | None) -> Row:
    """One cell of Table 2."""
    if outcome is None:
        return Row("Table 2", group, COLUMNS[key], sign, None, _ABSENT)
    if key == "type":
        return Row("Table 2", group, COLUMNS[key], sign, TYPES[outcome.category], outcome.reason)
    test = outcome.tests[key]
    if not test.ran:
        return Row("Table 2", group, COLUMNS[key], sign, None, test.note)
    found = "+" if test.positive else "-"
    if key == "4":
        found = TYPES.get(int(test.details.get("supports", 0)), "Neither")
    low, high = test.interval
    p = "p < 0.001" if test.p < 0.001 else f"p {test.p:.3f}"
    note = f"{test.estimate:+.3f} [{low:+.3f}, {high:+.3f}], {p} ({test.unit})"
    return Row("Table 2", group, COLUMNS[key], sign, found, note)


Measure = Callable[[pd.DataFrame, Mapping[str, Any]], "float | None"]
"""What is counted in the answers of a claim; None or NaN when no answer is of the kind it needs."""


def _decided(trials: pd.DataFrame) -> pd.DataFrame:
    """Test 2.1: answers to conflicts of three and more objects that chose the head's or the eyes' target."""
    conflict = trials[(trials["condition"] == "incongruent") & (trials["n_objects"] > 2)]
    at_head, at_gaze = conflict["choice_pos"] == conflict["head_pos"], conflict["choice_pos"] == conflict["gaze_pos"]
    return conflict.assign(at_head=at_head.astype(float))[at_head | at_gaze]


def _eye_groups(trials: pd.DataFrame) -> pd.DataFrame:
    """Test 2.2's groups: scene, head target and prompt fixed, only the eyes differ; at least two photos each."""
    posed = trials[(trials["condition"] != "natural") & (trials["head_pos"] >= 0)]
    groups = posed.groupby(["scene_id", "head_pos", "prompt_id"], sort=False)["choice_pos"]
    found = groups.agg(["size", "min", "max"]).reset_index(level="head_pos")
    found = found[(found["size"] > 1) & (found["min"] >= 0)]
    same = found["min"] == found["max"]
    return pd.DataFrame({"same": same, "head": same & (found["min"] == found["head_pos"])})


def _factor_pairs(trials: pd.DataFrame, claim: Mapping[str, Any]) -> np.ndarray:
    """Accuracy without minus with a prompt factor, for pairs of prompts of a photo that differ in it alone."""
    step = FACTORS[claim["factor"]]
    trials = trials[trials["prompt"] >= 0]
    right = (trials["choice_pos"] == trials["gaze_pos"]).astype(float)
    prompt = trials["prompt"].astype(int)
    with_it = prompt // step % 2
    cells = right.groupby([trials["stimulus_id"], prompt - with_it * step, with_it]).mean().unstack()
    if set(cells.columns) != {0, 1}:
        return np.empty(0)
    return (cells[0] - cells[1]).dropna().to_numpy()


def _factor_difference(trials: pd.DataFrame, claim: Mapping[str, Any]) -> float | None:
    pairs = _factor_pairs(trials, claim)
    return float(pairs.mean()) if len(pairs) else None


def _factor_p(trials: pd.DataFrame, claim: Mapping[str, Any]) -> float | None:
    """Two-sided p of the paired t-test that the study takes; it counts the pairs of a photo as independent."""
    pairs = _factor_pairs(trials, claim)
    return float(ttest_1samp(pairs, 0.0).pvalue) if len(np.unique(pairs)) > 1 else None


def _guessed(trials: pd.DataFrame, claim: Mapping[str, Any]) -> float:
    return float(np.mean(expected_wrongness(trials["gaze_pos"].to_numpy(int), trials["n_objects"].to_numpy(int))))


MEASURES: Mapping[str, Measure] = {
    "accuracy": lambda trials, _: (trials["choice_pos"] == trials["gaze_pos"]).mean(),
    "wrongness": lambda trials, _: pd.Series(wrongness_of(trials)).mean(),
    "guessed_wrongness": _guessed,
    "answers": lambda trials, _: len(trials),
    "photos": lambda trials, _: trials["stimulus_id"].nunique(),
    "participants": lambda trials, _: trials.loc[trials["participant"] != "", "participant"].nunique() or None,
    "head_given_either": lambda trials, _: _decided(trials)["at_head"].mean(),
    "decided_answers": lambda trials, _: len(_decided(trials)),
    "decided_photos": lambda trials, _: _decided(trials)["stimulus_id"].nunique(),
    "same_choice": lambda trials, _: _eye_groups(trials)["same"].mean(),
    "always_head": lambda trials, _: _eye_groups(trials)["head"].mean(),
    "factor_difference": _factor_difference,
    "factor_p": _factor_p,
}
