"""Sentences that say what has to be ranked."""

import pytest

from standardizers import order

NAMES = ["the pumpkin", "the broom", "the door"]


@pytest.mark.parametrize(
    "text",
    [
        "We need to rank three items in the scene: pumpkin, broom and door.",
        "The task is to order the pumpkin, the broom and the door by saliency.",
        "Wir müssen Kürbis, Besen und Tür nach Auffälligkeit ordnen: pumpkin, broom, door.",
        "Нужно упорядочить по заметности следующие объекты: тыква, метла и дверь.",
        "我们需要对南瓜、扫帚和门进行排序。",
        "With free viewing it would be BAC, whereas with a search it would be CAB.",
        "C, D, A",
    ],
)
def test_no_ranking(text):
    assert order(text, labels="ABC", options=NAMES).fallback


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (
            "We need to rank three items: pumpkin, broom and door. The door leads, then the broom, then the pumpkin.",
            "CBA",
        ),
        ("C < B < A, that is, read the other way round, ABC.", "ABC"),
        ("I would rank them: broom, door, pumpkin.", "BCA"),
        ("It would be BAC.", "BAC"),
    ],
)
def test_a_ranking_stays_one(text, value):
    assert order(text, labels="ABC", options=NAMES)[::2] == (value, False)
