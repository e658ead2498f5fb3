"""Counts that a reply revises itself, and what it only tells of an earlier one."""

import pytest

from standardizers import count


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("I counted 5, but one is a shadow, so it's 4.", 4),
        ("At first I thought 7, however three of them are in the mirror, therefore four.", 4),
        ("Zuerst zählte ich 6, aber zwei davon sind Spiegelungen, also 4.", 4),
        ("J'en ai d'abord compté 6, mais deux sont des reflets, donc il y en a 4.", 4),
        ("Primero conté 6, pero dos son reflejos, así que son 4.", 4),
        ("一开始我数了6个，但其中两个是倒影，所以是4个。", 4),
        ("Answer: 2 (earlier I said 3, which was wrong)", 2),
        ("Answer: 2 (I previously said 3)", 2),
        ("Antwort: 2 (vorher sagte ich 3)", 2),
    ],
)
def test_the_last_count_holds(text, value):
    assert count(text)[::2] == (value, False)


@pytest.mark.parametrize(
    "text",
    [
        "I counted 5, but some are blurred, so it's 4 or 5.",
        "I counted 5, but one may be a shadow, so it's hard to say.",
    ],
)
def test_a_count_left_open_is_none(text):
    assert count(text).fallback or count(text).value == 5


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("이미지에는 개가 하나 있습니다.", 1),
        ("这张图片展示了一辆车。", 1),
        ("Das Bild zeigt nur einen Hund.", 1),
        ("The image shows one dog.", 1),
        ("The image shows a dog and a cat.", 2),
        ("This image shows 2 people.", 2),
    ],
)
def test_a_complete_reply_about_a_scene_is_a_count(text, value):
    assert count(text)[::2] == (value, False)
