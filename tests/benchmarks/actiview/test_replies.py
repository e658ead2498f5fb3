"""Readings of replies in the middle of ActiView's pipelines, and the official answer matching."""

from vlmeval_hvs.benchmarks.actiview import replies
from vlmeval_hvs.benchmarks.actiview.wording import read_wording


def test_official_answer_matching() -> None:
    for reply, choice in {
        "A. Yes;": 0, "A": 0, "Answer: B. No": 1, "yes": 0, "  NO ": 1, "A: Yes": -1, "(A)": -1, "The answer is A": -1,
        " A": -1, "A Yes": -1, "Z": -1, "H. x": 7, "": -1, "Answer:": -1,
    }.items():  # fmt: skip
        assert replies.official_choice(reply, ["Yes", "No"]) == choice, reply


def test_named_views() -> None:
    names = read_wording("paper").data["names"]
    for reply, stop, seen in (
        ("NO", True, ()), ("upper-right and lower-right", False, (3, 4)), ("", False, ()),
        ("I need the upper right part.", False, (3,)),
    ):  # fmt: skip
        decision = replies.named(reply, 4, names, "robust")
        assert (decision.stop, decision.views) == (stop, seen), reply
    nine = [f"no. {number}" for number in range(1, 10)]
    for reading in ("robust", "paper"):
        assert replies.named("no. 3, no. 7", 9, nine, reading).views == (3, 7)
    assert replies.named("No.", 9, nine, "paper").stop
