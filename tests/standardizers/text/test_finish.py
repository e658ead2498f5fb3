"""Replies that break off: which part is settled."""

from __future__ import annotations

import pytest

from standardizers.text.finish import settled, settled_reply


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("A is large. B is in the", "B is in the"),
        ("Looking at option A, the bounding box covers the", "Looking at option A, the bounding box covers the"),
        ("Looking at option A.\n\n**Option B", "**Option B"),
        ("It is big. It covers a lot of the image and\n", "It covers a lot of the image and\n"),
        ('```json\n{"answer": "B", "re', '```json\n{"answer": "B", "re'),
        ("(0.3, 0.", "(0.3, 0."),
        ("One sentence here. The second box covers the man near the doo", "The second box covers the man near the doo"),
        ("看图片，A在左边。B在右边的", "B在右边的"),
        ("Let me see:\n1. The man in front.\n2. The", "2. The"),
        ("The order is B, A,", "The order is B, A,"),
    ],
)
def test_an_end_that_breaks_off_is_recognised(text, rest):
    parts = settled(text)
    assert parts.cut
    assert parts.rest == rest
    assert parts.whole == text


@pytest.mark.parametrize(
    "text",
    [
        *("", "B", "The answer is B", "the answer is a", "Answer:", "Option B", "I see it. Answer: **B**"),
        *("1. The woman\n2. The umbrella\n3. The dog", "看图片，A在左边。因此选择B", "There are 3 people. Total: 3"),
        *("**B**\n\nThe dog is larger", "It is in front. 😀", "| a | b |\n|---|---|\n| 1 | 2 |", '{"answer": "B"}'),
        *("He walks.\n\nThe second most salient", "(0.30, 0.40)", "It is in front, I think. (The dog.)"),
    ],
)
def test_an_end_that_is_one_is_left_alone(text):
    assert settled(text) == (text, "", False)
    assert settled(text, finished=True) == (text, "", False)


@pytest.mark.parametrize(
    ("text", "settled_text"),
    [("B", ""), ("B. The dog is", "B. "), ("It is in front.", "It is in front."), ("A is 0.", "")],
)
def test_what_the_caller_knows_counts(text, settled_text):
    assert settled(text, finished=False)[::2] == (settled_text, True)
    assert not settled(text + ", and", finished=True).cut


def test_a_closed_answer_tag_is_finished():
    assert settled_reply("x <answer>B, A and</answer> y", finished=False) == ("B, A and", "", False)
    assert settled_reply("<think>B", finished=None) is None


@pytest.mark.parametrize("text", ["the can", "She is reading the will", "The calendar on the wall shows May"])
def test_a_modal_verb_may_be_a_thing_or_a_name(text):
    assert not settled(text).cut


@pytest.mark.parametrize("text", ["She looks at what the man can", "He turns. They may", "This is Will. He will"])
def test_a_modal_verb_is_no_end(text):
    assert settled(text).cut
