"""Readings of replies in the middle of ActiView's pipelines, and the official answer matching."""

import pytest

from vlmeval_hvs.benchmarks.actiview.replies import named, official_choice, yes_no
from vlmeval_hvs.benchmarks.actiview.wording import read_wording


@pytest.mark.parametrize(
    ("reply", "choice"),
    [
        ("A. Yes;", 0),
        ("A", 0),
        ("Answer: B. No", 1),
        ("yes", 0),
        ("  NO ", 1),
        ("A: Yes", -1),
        ("(A)", -1),
        ("The answer is A", -1),
        (" A", -1),
        ("A Yes", -1),
        ("Z", -1),
        ("H. x", 7),
        ("", -1),
        ("Answer:", -1),
    ],
)
def test_official_answer_matching(reply: str, choice: int) -> None:
    assert official_choice(reply, ["Yes", "No"]) == choice


@pytest.mark.parametrize(
    ("reply", "stop", "ok"),
    [
        ("No", True, True),
        ("No.", True, True),
        ("**NO**", True, True),
        ("no, the views are sufficient", True, True),
        ("No, I do not need more visual information.", True, True),
        ("<think>yes yes</think>No", True, True),
        ("I can answer with these views; they are sufficient.", True, True),
        ("Final answer: no", True, True),
        ("Yes", False, True),
        ("Yes, I need more", False, True),
        ("The view is not sufficient", False, True),
        ("I need to see the other views", False, True),
        ("No, but I need more visual information", False, False),
        ("Yes, the views are sufficient", True, True),  # what it says of the views counts, as with the next
        ("No, the provided view is not sufficient", False, True),
        ("yes and no", False, False),
        ("no. 3", False, False),
        ("", False, False),
        ("A. 69", False, False),
    ],
)
def test_robust_yes_no(reply: str, stop: bool, ok: bool) -> None:
    decision = yes_no(reply, "robust")
    assert (decision.stop, decision.ok) == (stop, ok)


@pytest.mark.parametrize(
    ("reply", "stop", "seen"),
    [
        ("NO", True, ()),
        ("No, I can answer", True, ()),
        ("upper-right and lower-right", False, (3, 4)),
        ("I need the upper right part.", False, (3,)),
        ("No, I need to see the lower left view as well, more is needed", False, (2,)),
        ("", False, ()),
    ],
)
def test_robust_named_views(reply: str, stop: bool, seen: tuple[int, ...]) -> None:
    names = read_wording("paper").data["names"]
    decision = named(reply, 4, names, "robust")
    assert (decision.stop, decision.views) == (stop, seen)


def test_named_views_of_other_splits() -> None:
    names = [f"no. {number}" for number in range(1, 10)]
    assert named("no. 3, no. 7", 9, names, "robust").views == (3, 7)
    assert named("no. 3, no. 7", 9, names, "paper").views == (3, 7)
    assert named("No.", 9, names, "paper").stop
