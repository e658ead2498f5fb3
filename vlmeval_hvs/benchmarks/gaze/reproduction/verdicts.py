"""Table 2: the signs of the tests and the type of every model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from vlmeval_hvs.benchmarks.gaze.reproduction.rows import NOT_RUN, Measured, Row, compared, found_group
from vlmeval_hvs.benchmarks.gaze.responses import Responses
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.metrics import Characterization, characterize
from vlmeval_hvs.metrics.characterization import Test
from vlmeval_hvs.metrics.characterization.reference import HumanReference

WHERE = "Table 2"
COLUMNS = {
    "1": "Test 1 (gap)", "proximity": "Proximity", "view": "View", "2.1": "Test 2.1", "2.2": "Test 2.2",
    "2.3": "Test 2.3", "2.4": "Test 2.4", "3": "Test 3", "4": "Test 4", "type": "Type",
}  # fmt: skip
TYPES = {
    1: "Human-level", 2: "No head bias", 3: "Head-only", 4: "Head-dominant", 5: "Eye-head ambivalent",
    "unclear": "Unclear",
}  # fmt: skip
SUPPORTS = {0: "Neither", 4: TYPES[4], 5: TYPES[5]}


def verdict_rows(
    groups: Mapping[str, Responses],
    published: Mapping[str, Any],
    names: Mapping[str, Sequence[str]],
    engine: str,
    human: HumanReference | None,
    seed: int,
) -> list[Row]:
    """The rows of Table 2.

    Args:
        groups: All responses; the tests use the main study.
        published: The group in the paper's words to its signs, by column of `COLUMNS`.
        names: The group in the paper's words to its names in the table.
        engine: Statistics of the tests; the paper's are ``"paper"`` and ``"lme4"``.
        human: The people of Test 1; Table 1 of the study when None.
        seed: Seed of all resampling.

    Raises:
        DataError: Answers contradict each other.
    """
    rows = []
    for group, signs in published.items():
        responses = found_group(groups, names[group], "main")
        if responses is None:
            rows += [compared(WHERE, group, COLUMNS[key], sign, None, _ABSENT) for key, sign in signs.items()]
            continue
        try:
            outcome = characterize(responses.trials, engine=engine, seed=seed, human=human, n_resamples=0)
        except (ValueError, RuntimeError) as error:
            raise DataError(f"{group}: {error}") from error
        rows += [_row(group, key, sign, outcome) for key, sign in signs.items()]
    return rows


_ABSENT = "the table has no such group"


def _row(group: str, key: str, sign: str, outcome: Characterization) -> Row:
    if key == "type":
        verdict = Measured(TYPES[outcome.category], outcome.counts["photos"])
        return compared(WHERE, group, COLUMNS[key], sign, verdict, outcome.reason)
    test = outcome.tests[key]
    if not test.ran:
        return Row(WHERE, group, COLUMNS[key], sign, None, NOT_RUN, test.note)
    sign_found = "+" if test.positive else "-"
    word = SUPPORTS[int(test.details.get("supports", 0))] if key == "4" else sign_found
    return compared(WHERE, group, COLUMNS[key], sign, Measured(word, test.n), _numbers(test))


def _numbers(test: Test) -> str:
    low, high = test.interval
    p = "p < 0.001" if test.p < 0.001 else f"p {test.p:.3f}"
    return f"{test.estimate:+.3f} [{low:+.3f}, {high:+.3f}], {p} ({test.unit})"
