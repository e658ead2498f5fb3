"""Replies that end a search, and replies that do not."""

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
    '```json\n[[0.1, 0.2], "absent"]\n```',
    "There is no cup in this image.",
    "Target not found.",
]
GOING_ON = [
    "",
    "[[0.3, 0.4], [0.5, 0.5]]",
    "The target might be absent, but I look at [0.3, 0.4].",
    "The target is not at the centre. [0.2, 0.2]",
    "It is not absent.",
    "If the target is not in the scene I would stop: [0.4, 0.4]",
    "present",
    "The target is not found yet",
    "There is no cup in this part of the image: [0.7, 0.2]",
]


def test_who_ends_the_search_in_which_reading():
    for texts, ends in ((LITERAL, (True, True)), (SAID, (True, False)), (GOING_ON, (False, False))):
        for text in texts:
            assert (says_absent(text, "robust"), says_absent(text, "paper")) == ends, text


def test_the_list_is_left_without_the_stop():
    for text, left in (
        ('["absent"]', "[]"),
        ("[[0.1, 0.2]]", "[[0.1, 0.2]]"),
        ('[[0.1, 0.2], [0.3, 0.4], "Absent" ]\n', "[[0.1, 0.2], [0.3, 0.4]]"),
        ("I cannot say", "I cannot say"),
    ):
        assert without_stop(text) == left
