"""All published tables and figures that responses, points and the authors' tables about models allow."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd

from vlmeval_hvs.benchmarks.gaze.people import reference
from vlmeval_hvs.benchmarks.gaze.reproduction.measures import MEASURES
from vlmeval_hvs.benchmarks.gaze.reproduction.people import response_time
from vlmeval_hvs.benchmarks.gaze.reproduction.pointed import pointed_rows, table_one_rows
from vlmeval_hvs.benchmarks.gaze.reproduction.prepilot import prepilot_rows
from vlmeval_hvs.benchmarks.gaze.reproduction.rows import Row, compared, found_group
from vlmeval_hvs.benchmarks.gaze.reproduction.verdicts import verdict_rows
from vlmeval_hvs.benchmarks.gaze.responses import Responses, people_of
from vlmeval_hvs.files import bundled

PEOPLE = "Humans"
_ALL_MEASURES = MEASURES | {"response_time": response_time}


@dataclass(frozen=True)
class Sources:
    """What there is to compute from.

    Attributes:
        groups: The published response table, as `vlmeval_hvs.benchmarks.gaze.responses.read_responses` gives it.
        points: Moondream2's answers under the rules ``l2`` and ``dx``.
        days: Day of release by model.
        billions: Parameters by model.
    """

    groups: Mapping[str, Responses] | None = None
    points: Mapping[str, pd.DataFrame] | None = None
    days: Mapping[str, float] | None = None
    billions: Mapping[str, float] | None = None


def published() -> dict[str, Any]:
    """The published numbers."""
    numbers: dict[str, Any] = bundled(__package__, "published.json")
    return numbers


def reproduce(sources: Sources, engine: str = "paper", seed: int = 0) -> list[Row]:
    """Every published number beside ours.

    Args:
        sources: What there is to compute from; what is missing is left out whole.
        engine: Statistics of Table 2.
        seed: Seed of all resampling.

    Raises:
        DataError: Answers contradict each other.
    """
    paper = published()
    rows: list[Row] = []
    groups = sources.groups
    if groups is not None:
        claimed = [_claim_row(groups, claim, paper["groups"], seed) for claim in paper["claims"]]
        rows += [row for row in claimed if row.paper or row.ours is not None]
        people = found_group(groups, paper["groups"][PEOPLE], "pilot")
        known = None if people is None else people_of(people)
        human = None if known is None else reference(known.accuracy, known.error)
        rows += verdict_rows(groups, paper["table2"], paper["groups"], engine, human, seed)
        rows += prepilot_rows(groups, paper, sources.days, sources.billions)
    if sources.points is not None:
        rows += table_one_rows(sources.points["l2"], paper["moondream"]["table1"], seed)
        rows += pointed_rows(sources.points, paper["moondream"], seed)
    return rows


def _claim_row(groups: Mapping[str, Responses], claim: Mapping[str, Any], names: Mapping[str, Any], seed: int) -> Row:
    group, study = claim["group"], claim.get("study", "main")
    responses = found_group(groups, names[group], study)
    label = group if study == "main" or group == PEOPLE else f"{group} ({study})"
    if responses is None:
        return compared(claim["where"], label, claim["what"], claim["value"], None, "the table has no such group")
    ours = _ALL_MEASURES[claim["measure"]](responses, claim, seed)
    note = claim.get("note", "") if ours is not None else "no answer of the kind it needs"
    return compared(claim["where"], label, claim["what"], claim["value"], ours, note)
