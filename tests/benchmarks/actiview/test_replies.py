"""Readings of replies in the middle of ActiView's pipelines, and the official answer matching."""

from vlmeval_hvs.benchmarks.actiview import replies


def test_official_answer_matching() -> None:
    for reply, choice in {
        "A. Yes;": 0, "A": 0, "Answer: B. No": 1, "yes": 0, "  NO ": 1, "A: Yes": -1, "(A)": -1, "The answer is A": -1,
        " A": -1, "A Yes": -1, "Z": -1, "H. x": 7, "": -1, "Answer:": -1,
    }.items():  # fmt: skip
        assert replies.official_choice(reply, ["Yes", "No"]) == choice, reply
