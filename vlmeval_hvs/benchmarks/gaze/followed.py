"""Which target the answers of a run name, photo by photo, and what simulated observers would name."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pandas as pd

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.metrics.characterization.agents import AGENTS, full_design, simulate
from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.results.files import ITEMS, SCORES


def items_of(result: Result) -> pd.DataFrame:
    """The item table of a result, positions as whole numbers.

    Raises:
        DataError: It is missing, or lacks a column.
    """
    table = result.path.with_name(result.path.name.removesuffix(SCORES) + ITEMS)
    try:
        items = pd.read_csv(table, sep="\t", dtype={"index": str, "answer": str}, keep_default_na=False)
    except (OSError, ValueError) as error:
        raise DataError(f"{table}: cannot be read ({error})") from error
    wanted = ("gaze_pos", "head_pos", "choice_pos", "n_objects")
    missing = [name for name in (*wanted, "scene_id", "view", "stimulus_id", "score") if name not in items]
    if missing:
        raise DataError(f"{table}: there is no column {missing[0]}; score the run again")
    rows = items[pd.to_numeric(items["choice_pos"], errors="coerce").notna()]  # rows that are left out have none
    numbers = {name: pd.to_numeric(rows[name]).astype(int) for name in wanted}
    return rows.assign(**numbers, score=pd.to_numeric(rows["score"])).reset_index(drop=True)


IDEALS = ("human", "random", "head-only", "head-dominant", "coin-flip")
"""Simulated observers of the five categories."""
BY_CATEGORY = {
    "human": "1 human-level",
    "random": "2 guessing",
    "head-only": "3 head-only",
    "head-dominant": "4 head-dominant",
    "coin-flip": "5 coin flip",
}
COMBINATIONS = 24
"""Combinations of objects that the simulated observers see; with three views and three proximities each."""


def controlled(items: pd.DataFrame) -> pd.DataFrame:
    """Matched answers to photos in which the head pose was controlled, with ``distance`` and ``at_head``."""
    rows = items[(items["head_pos"] >= 0) & (items["choice_pos"] >= 0)]
    return rows.assign(
        distance=(rows["gaze_pos"] - rows["head_pos"]).abs(),
        at_head=(rows["choice_pos"] == rows["head_pos"]).astype(float),
        at_gaze=(rows["choice_pos"] == rows["gaze_pos"]).astype(float),
    )


@lru_cache(maxsize=4)
def ideal(n: int) -> dict[str, tuple[float, ...]]:
    """Share of head answers by distance 0 .. n-1 of each simulated observer."""
    found = {}
    for number, name in enumerate(IDEALS):
        photos = simulate(AGENTS[name], full_design({n: COMBINATIONS}), np.random.default_rng([26, number]), prompts=4)
        rows = (photos.condition > 0) & (photos.matched > 0)
        distance = np.abs(photos.gaze - photos.head)[rows]
        share = (photos.at_head / np.maximum(photos.matched, 1))[rows]
        found[name] = tuple(float(share[distance == step].mean()) for step in range(n))
    return found
