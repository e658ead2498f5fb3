"""Replies that end a search, and replies that do not."""

import pytest

from vlmeval_hvs.benchmarks.visual_search.stopping import says_absent, without_stop

LITERAL = [
    "absent",
    "Absent.",
    '"absent"',
    "**absent**",
    '["absent"]',
    '[[0.1, 0.2], [0.5, 0.6], "absent"]',
    "<think>[0.2, 0.3] might be it, but no.</think>\nabsent",
]
SAID = [
    "The target is not in the scene.",
    "I looked at [0.2, 0.3] and [0.8, 0.9]. The target is absent.",
    "There is no target here.",
    "The object isn't present in the image.",
    "The scene does not contain it, so: absent",
    '```json\n[[0.1, 0.2], "absent"]\n```',
    "I am sure the target is not present",
    "There is no cup in this image.",
    "There\u2019s no clock anywhere",
    "Target not found.",
    "The microwave could not be found in the image",
    "I can't find it. Last was [0.5, 0.5]. Absent.",
    '{"x": 0.5, "y": 0.5} was the last place. The target is absent.',
]
GOING_ON = [
    "",
    "[0.3, 0.4]",
    "[[0.3, 0.4], [0.5, 0.5]]",
    "The target might be absent, but I look at [0.3, 0.4].",
    "The target is not at the centre. [0.2, 0.2]",
    "It is not absent.",
    "I cannot tell whether it is absent.",
    "If the target is not in the scene I would stop: [0.4, 0.4]",
    "The target is not visible in the blurred part, so next: (0.7, 0.1)",
    "present",
    "The target is not found yet",
    "I am not sure that the cup is absent",
    "There is no cup in this part of the image: [0.7, 0.2]",
    "The cup is not there; I look at x=0.3, y=0.4",
    "not in the image's left half, so (40%, 50%)",
    '{"x": 0.4, "y": 0.3, "note": "the cup is not visible here"}',
    'It does not appear on the left. {"x": 0.4, "y": 0.3}',
]


@pytest.mark.parametrize("text", LITERAL)
def test_the_answer_as_asked_for_ends_the_search_in_both_readings(text):
    assert says_absent(text, "paper")
    assert says_absent(text, "robust")


@pytest.mark.parametrize("text", SAID)
def test_sentences_end_it_in_the_robust_reading_only(text):
    assert says_absent(text, "robust")
    assert not says_absent(text, "paper")


@pytest.mark.parametrize("text", GOING_ON)
def test_other_replies_go_on(text):
    assert not says_absent(text, "robust")
    assert not says_absent(text, "paper")


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ('[[0.1, 0.2], "absent"]', "[[0.1, 0.2]]"),
        ('["absent"]', "[]"),
        ("[[0.1, 0.2]]", "[[0.1, 0.2]]"),
        ('[[0.1, 0.2], [0.3, 0.4], "Absent" ]\n', "[[0.1, 0.2], [0.3, 0.4]]"),
        ("I cannot say", "I cannot say"),
    ],
)
def test_the_list_is_left_without_the_stop(text, left):
    assert without_stop(text) == left
