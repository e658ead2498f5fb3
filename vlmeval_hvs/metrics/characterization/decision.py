"""From test outcomes to a category: section 2.3 and appendix A.7.7 of the study."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Integers
from .results import ALPHA, Test

UNCLEAR = 0
NEITHER = 0
# How large the decline of head answers beyond the first step must be, as a share of the drop, to count as a decline.
# The paper gives no value: the median ratio was .06 in simulated coin-flippers, 1.15 in simulated head-dominant agents.
TREND_SHARE = 0.25
VOTES = ("2.1", "2.2", "2.3", "2.4")
VOTES_NEEDED = 3


def decide(
    gap: ArrayLike,
    human_level: ArrayLike,
    votes: ArrayLike,
    missing: ArrayLike,
    responsive: ArrayLike,
    shape: ArrayLike,
) -> Integers:
    """Category 1 to 5, or UNCLEAR, for one or many sets of outcomes.

    Outcomes are whether Test 1 found a gap to people and whether a gap of the margin or more is excluded; numbers of
    Tests 2.1 to 2.4 that are positive and that did not run; whether Test 3 is positive; what Test 4 supports.

    The study calls a model human-level when Test 1 finds no gap, and head-only when Test 3 finds no effect. Here
    category 1 requires that a gap of some size can be excluded, and category 3 that Test 4 finds no effect either.
    """
    gap, human_level, responsive = (np.asarray(value, dtype=bool) for value in (gap, human_level, responsive))
    votes, shape = np.asarray(votes), np.asarray(shape)
    biased = votes >= VOTES_NEEDED
    could_be = votes + np.asarray(missing) >= VOTES_NEEDED
    found = shape != NEITHER
    outcome = np.select(
        [human_level & biased, human_level, ~gap, ~biased & could_be, ~biased, ~responsive & found, ~responsive],
        [UNCLEAR, 1, UNCLEAR, UNCLEAR, 2, UNCLEAR, 3],
        default=np.where(found, shape, UNCLEAR),
    )
    return outcome.astype(np.int64)


def head_share_shape(
    drop: ArrayLike, drop_p: ArrayLike, first: ArrayLike, first_p: ArrayLike, trend: ArrayLike, trend_p: ArrayLike
) -> Integers:
    """Test 4 by shape: does the share of head answers fall at once and stay (5), fall on and on (4), or NEITHER?

    Changes of the share with their two-sided p: its mean change from distance 0 to all larger ones (``drop``), that
    from distance 0 to 1 (``first``), and that from distance 1 to the largest (``trend``).
    """
    drop, first, trend = np.asarray(drop), np.asarray(first), np.asarray(trend)
    falls = (drop < 0) & (np.asarray(drop_p) < ALPHA)
    falls_first = (first < 0) & (np.asarray(first_p) < ALPHA)
    declines = (trend < 0) & (np.asarray(trend_p) < ALPHA) & (np.abs(trend) >= TREND_SHARE * np.abs(drop))
    return np.select([falls & falls_first & ~declines, declines | falls], [5, 4], default=NEITHER).astype(np.int64)


def published_shape(steps: Mapping[int, Mapping[str, tuple[float, float]]]) -> int:
    """Test 4 as the study words it, from estimates and p by number of objects and contrast (`study_models`).

    It is 5 if for every number of objects each distance lies significantly below 0 and the last does not differ from
    the first; else 4 if for any of them the share falls significantly (trend or overall); else NEITHER.
    """
    falls = [
        {name: estimate < 0 and p < ALPHA for name, (estimate, p) in contrasts.items()} for contrasts in steps.values()
    ]
    level = [contrasts["trend"][1] >= ALPHA for contrasts in steps.values()]
    at_once = [all(fall for name, fall in one.items() if name not in ("trend", "drop")) for one in falls]
    if steps and all(level) and all(at_once):
        return 5
    return 4 if any(one["trend"] or one["drop"] for one in falls) else NEITHER


def categorize(tests: Mapping[str, Test]) -> tuple[int | str, str, list[str]]:
    """The category of finished tests, the path through the tree in words, and warnings on the tests."""
    one, three, four = tests["1"], tests["3"], tests["4"]
    gap, human_level = one.positive or not one.ran, bool(one.details.get("human_level", False))
    positive = [key for key in VOTES if tests[key].positive]
    votes, missing = len(positive), sum(not tests[key].ran for key in VOTES)
    shape = int(four.details.get("supports", NEITHER)) if four.ran else NEITHER
    code = int(decide(gap, human_level, votes, missing, three.positive, shape))
    if code == 3 and not three.ran:
        code = UNCLEAR

    reasons: dict[str, list[str]] = {}
    for key in ("1", *VOTES, "3", "4"):
        if not tests[key].ran:
            reasons.setdefault(tests[key].note.removeprefix("not run: "), []).append(key)
    warnings = [
        f"Test{'s' if len(keys) > 1 else ''} {', '.join(keys)} did not run: {why}" for why, keys in reasons.items()
    ]
    if not one.ran:
        warnings.append("without Test 1 a gap to human accuracy is assumed")
    if human_level and one.positive:
        warnings.append("Test 1: accuracy is below that of people, but by less than the margin")
    if not gap and votes >= VOTES_NEEDED:
        which = ", ".join(positive)
        warnings.append(
            f"Tests 1 and 2 disagree: no gap to people on natural photos, but Tests {which} find a head bias"
        )
    if three.ran and four.ran and three.positive != (shape != NEITHER):
        finds, misses = ("3", "4") if three.positive else ("4", "3")
        warnings.append(f"Tests 3 and 4 disagree: Test {finds} finds an effect of the eyes, Test {misses} does not")
    return code or "unclear", _reason(tests, code, votes, missing, shape), warnings


def _reason(tests: Mapping[str, Test], code: int, votes: int, missing: int, shape: int) -> str:
    one, three = tests["1"], tests["3"]
    counted = f"{votes} of {len(VOTES) - missing} head-bias tests"
    if one.details.get("human_level", False):
        reason = f"a gap to human accuracy of {one.details['margin']:g} or more is excluded (Test 1)"
        return reason + (f", but {counted} are positive" if votes >= VOTES_NEEDED else "")
    if one.ran and not one.positive:
        return "Test 1 finds no gap to human accuracy and cannot exclude one"
    reason = "a gap to human accuracy" + ("" if one.ran else " is assumed (Test 1 did not run)")
    reason += f"; {counted} positive"
    if votes < VOTES_NEEDED:
        return reason + (", the missing ones could change that" if code == UNCLEAR else f", {VOTES_NEEDED} are needed")
    if not three.ran:
        return reason + "; Test 3 did not run"
    if not three.positive:
        alone = "the answers do not follow the eyes (Test 3 negative)"
        return f"{reason}; {alone if code == 3 else 'Test 3 finds no effect of the eyes, Test 4 does'}"
    words = {4: "the share of head answers declines", 5: "the share of head answers drops once and stays"}
    return f"{reason}; Test 3 positive; {words.get(shape, 'Test 4 supports neither 4 nor 5')}"
