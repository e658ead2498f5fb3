"""Counts that a discussion leaves open, and those that it settles."""

import pytest

from standardizers import count


@pytest.mark.parametrize(
    "text",
    [
        "The total could be as low as 1 and as high as 6.",
        "Depending on how they are judged, the result can be anything from 3 to 7.",
        "The kids separately: 3 or 4. Kids plus slide: 4 or 5. With ball and dog: 6 or 7.",
        "So there are 9 people. The answer depends on whether the children count.",
        "The largest visible number is 9, but that doesn't mean that all smaller numbers are present.",
        "Let me check each person. So there are 9 people in total: 5 standing and 4 sitting.",
    ],
)
def test_left_open(text):
    assert count(text).fallback


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("I count 4. Depending on how you define salient, it could be 5 or 6.", 4),
        ("It depends on how you count. I count 3.", 3),
        ("There are 3 or 4, depending on whether the dog counts; my answer is 4.", 4),
        ("There are 3 salient objects (depending on the definition the dog may count, too).", 3),
        ("There are 9 people in total: 5 standing and 4 sitting.", 9),
        ("There is a full dozen.", 12),
    ],
)
def test_settled(text, value):
    assert count(text)[::2] == (value, False)


@pytest.mark.parametrize(
    ("text", "question", "value"),
    [
        (
            "Of the eight, six face the camera; the remaining two turn their backs to it.",
            "turning their back to the camera",
            2,
        ),
        ("There are 4 blue arrows in the picture.", "blue arrows", 4),
    ],
)
def test_what_the_question_asks_for(text, question, value):
    assert count(text, question=f"How many people or {question} are there?").value == value


def test_another_colour_than_the_asked_one():
    assert count(
        "There are 3 red bounding boxes in the image.", question="How many green bounding boxes are there?"
    ).fallback


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("トランクは一つ。答えは5です。", 5),
        ("答えは3個ではなく5個です。", 5),
        ("정답은 3이 아니라 4입니다.", 4),
        ("答案不是3，是5。", 5),
        ("不是三个，而是五个。", 5),
        ("答案是5，不是3。", 5),
    ],
)
def test_what_is_denied_in_unspaced_scripts(text, value):
    assert count(text)[::2] == (value, False)
