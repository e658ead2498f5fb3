"""The decision tree, path by path."""

import math

import numpy as np

from vlmeval_hvs.metrics.characterization.decision import categorize, decide, head_share_shape, published_shape
from vlmeval_hvs.metrics.characterization.results import Test, not_run


def outcome(positive, supports=None):
    details = {} if supports is None else {"supports": supports}
    return Test(0.1, (0.0, 0.2), 0.5, positive, details=details)


def outcomes(gap=True, human_level=False, votes=(1, 1, 1, 1), responsive=True, supports=4):
    first = Test(-0.1, (-0.2, 0.0), 0.5, gap, details={"human_level": human_level, "margin": 0.05})
    tests = {"1": first, "3": outcome(responsive), "4": outcome(supports > 0, supports)}
    return tests | {f"2.{i + 1}": outcome(bool(vote)) for i, vote in enumerate(votes)}


def test_every_leaf():
    for arguments, category in (
        ({"gap": False, "human_level": True, "votes": (0, 0, 1, 0)}, 1),
        ({"gap": True, "human_level": True, "votes": (0, 0, 1, 0)}, 1),  # below people, by less than the margin
        ({"gap": False, "votes": (0, 0, 0, 0)}, "unclear"),  # no gap found is not no gap
        ({"gap": False, "human_level": True}, "unclear"),  # as accurate as people, and yet biased
        ({"votes": (1, 1, 0, 0)}, 2),
        ({"votes": (0, 0, 0, 0)}, 2),
        ({"votes": (1, 1, 1, 0), "responsive": False, "supports": 0}, 3),
        ({"responsive": False, "supports": 5}, "unclear"),  # Test 4 sees the eyes that Test 3 missed
        ({"responsive": False, "supports": 4}, "unclear"),
        ({"supports": 4}, 4),
        ({"supports": 5}, 5),
        ({"supports": 0}, "unclear"),
    ):
        assert categorize(outcomes(**arguments))[0] == category, arguments


def test_missing_tests():
    for missing, votes, category in (
        ("2.2", (1, 0, 1, 1), 4),  # three are there without it
        ("2.2", (1, 0, 1, 0), "unclear"),  # it could decide
        ("2.2", (0, 0, 1, 0), 2),  # it could not
        ("3", (1, 1, 1, 1), "unclear"),
        ("4", (1, 1, 1, 1), "unclear"),
        ("1", (1, 1, 1, 1), 4),
    ):
        tests = outcomes(votes=votes)
        tests[missing] = not_run("name", "unit", "no photos")
        found, _, warnings = categorize(tests)
        assert found == category, (missing, votes)
        assert any(f"Test {missing} did not run: no photos" in text for text in warnings)
        assert math.isnan(tests[missing].p)


def test_many_at_once_equal_one_by_one():
    rng = np.random.default_rng(0)
    columns = [rng.integers(0, most, 200) for most in (2, 2, 5, 1, 2)] + [rng.choice([0, 4, 5], 200)]
    together = decide(*columns)
    assert [int(decide(*row)) for row in zip(*columns, strict=True)] == together.tolist()


def test_shape_of_the_share_of_head_answers():
    for drop, first, trend, shape in (
        ((-0.4, 0.0), (-0.4, 0.0), (0.0, 0.9), 5),
        ((-0.4, 0.0), (-0.4, 0.0), (-0.05, 0.01), 5),  # significant, but a small part of the drop
        ((-0.4, 0.0), (-0.2, 0.0), (-0.3, 0.0), 4),
        ((-0.2, 0.01), (-0.1, 0.2), (-0.1, 0.2), 4),  # falls, though not at once
        ((-0.1, 0.3), (-0.1, 0.3), (0.0, 0.9), 0),
        ((0.3, 0.0), (0.3, 0.0), (0.1, 0.0), 0),
    ):
        assert head_share_shape(*drop, *first, *trend) == shape


def test_shape_as_published():
    down, flat = (-0.5, 0.001), (-0.02, 0.6)
    coin = {3: {"d1": down, "d2": down, "trend": flat, "drop": down}}
    # GPT-4o: no drop at distance 1, a drop from 1 to 2 (three objects) and from 2 to 3 (four).
    dominant = {3: {"d1": flat, "d2": down, "trend": down, "drop": down}}
    assert published_shape(coin) == 5
    assert published_shape(dominant) == 4
    # InternLM: the drop shows for three objects only.
    flat_four = {"d1": flat, "d2": flat, "d3": flat, "trend": flat, "drop": flat}
    assert published_shape(dominant | {4: flat_four}) == 4
    assert published_shape({4: flat_four}) == 0
    assert published_shape({}) == 0


def test_contradictions_are_said_and_agreement_is_silent():
    for arguments, words in (
        ({"gap": False, "human_level": True}, "Tests 1 and 2 disagree"),
        ({"human_level": True, "votes": (0, 0, 0, 0)}, "below that of people, but by less than the margin"),
        ({"responsive": False}, "Test 4 finds an effect of the eyes, Test 3 does not"),
        ({"supports": 0}, "Test 3 finds an effect of the eyes, Test 4 does not"),
    ):
        assert any(words in text for text in categorize(outcomes(**arguments))[2])
    assert categorize(outcomes())[2] == []
