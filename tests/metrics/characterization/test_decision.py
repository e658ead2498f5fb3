"""The decision tree, path by path."""

from vlmeval_hvs.metrics.characterization.decision import categorize, head_share_shape, published_shape
from vlmeval_hvs.metrics.characterization.results import Test, not_run


def outcome(positive, details=None):
    return Test(0.1, (0.0, 0.2), 0.5, positive, details=details or {})


def outcomes(gap=True, human_level=False, votes=(1, 1, 1, 1), responsive=True, supports=4, missing=None):
    first = outcome(gap, {"human_level": human_level, "margin": 0.05})
    tests = {"1": first, "3": outcome(responsive), "4": outcome(supports > 0, {"supports": supports})}
    tests |= {f"2.{i + 1}": outcome(bool(vote)) for i, vote in enumerate(votes)}
    return tests | ({missing: not_run(missing, "no photos")} if missing else {})


def test_every_leaf_with_its_warnings():
    """Category, what the tests say, and the words of the one warning; none where the words are empty."""
    for category, arguments, words in (
        (1, {"gap": False, "human_level": True, "votes": (0, 0, 1, 0)}, ""),
        (1, {"gap": True, "human_level": True, "votes": (0, 0, 1, 0)}, "below that of people, but by less than"),
        ("unclear", {"gap": False, "votes": (0, 0, 0, 0)}, ""),  # no gap found is not no gap
        ("unclear", {"gap": False, "human_level": True}, "Tests 1 and 2 disagree"),
        (2, {"votes": (1, 1, 0, 0)}, ""),
        (3, {"votes": (1, 1, 1, 0), "responsive": False, "supports": 0}, ""),
        ("unclear", {"responsive": False, "supports": 5}, "Test 4 finds an effect of the eyes, Test 3 does not"),
        (4, {"supports": 4}, ""), (5, {"supports": 5}, ""),
        ("unclear", {"supports": 0}, "Test 3 finds an effect of the eyes, Test 4 does not"),
        (4, {"missing": "2.2", "votes": (1, 0, 1, 1)}, "Test 2.2 did not run: no photos"),  # three are enough
        ("unclear", {"missing": "2.2", "votes": (1, 0, 1, 0)}, "Test 2.2 did not run"),  # it could decide
        (2, {"missing": "2.2", "votes": (0, 0, 1, 0)}, "Test 2.2 did not run"),  # it could not
        ("unclear", {"missing": "3"}, "Test 3 did not run"), ("unclear", {"missing": "4"}, "Test 4 did not run"),
        (4, {"missing": "1"}, "Test 1 did not run"),
    ):  # fmt: skip
        found, _, warnings = categorize(outcomes(**arguments))
        assert found == category, arguments
        assert words in " ".join(warnings)
        assert bool(warnings) == bool(words), warnings


def test_shape_of_the_share_of_head_answers_also_as_published():
    for drop, first, trend, shape in (
        ((-0.4, 0.0), (-0.4, 0.0), (0.0, 0.9), 5), ((-0.4, 0.0), (-0.2, 0.0), (-0.3, 0.0), 4),
        ((-0.4, 0.0), (-0.4, 0.0), (-0.05, 0.01), 5),  # significant, but a small part of the drop
        ((-0.2, 0.01), (-0.1, 0.2), (-0.1, 0.2), 4),  # falls, though not at once
        ((-0.1, 0.3), (-0.1, 0.3), (0.0, 0.9), 0), ((0.3, 0.0), (0.3, 0.0), (0.1, 0.0), 0),
    ):  # fmt: skip
        assert head_share_shape(*drop, *first, *trend) == shape
    down, flat = (-0.5, 0.001), (-0.02, 0.6)
    coin = {3: {"d1": down, "d2": down, "trend": flat, "drop": down}}
    # GPT-4o: no drop at distance 1, a drop from 1 to 2 (three objects) and from 2 to 3 (four).
    dominant = {3: {"d1": flat, "d2": down, "trend": down, "drop": down}}
    # InternLM: the drop shows for three objects only.
    flat_four = {4: {"d1": flat, "d2": flat, "d3": flat, "trend": flat, "drop": flat}}
    rising = {3: {"d1": (0.5, 0.001), "d2": (0.5, 0.001), "trend": (0.1, 0.001), "drop": (0.5, 0.001)}}
    studies = (coin, dominant, dominant | flat_four, flat_four, rising, {})
    assert [published_shape(steps) for steps in studies] == [5, 4, 4, 0, 0, 0]
