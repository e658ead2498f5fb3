"""Replies to prompts that ask for a direction and for no numbers of views."""

import pytest

from standardizers import view_operations

ASKED = "The view shows one part of a picture. Where should it move: left, right, up or down?"


@pytest.mark.parametrize(
    ("text", "shift"),
    [
        ("left", ("left",)),
        ("Down, since the feet are cut off.", ("down",)),
        ("The dog's tail is cut off at the left edge, so left.", ("left",)),
        ("Shift right and then down", ("right", "down")),
        ("right -> there may be more people on the left", ("right",)),
        ("I need to see what's on the right side of the image.", ("right",)),
        ('{"direction": "up"}', ("up",)),
        ("nach links", ("left",)),
        ("向右", ("right",)),
        ("Not left but right.", ("right",)),
        ("No shift is needed.", ()),
        ("None", ()),
        ('{"direction": null}', ()),
        ("The sky is blue.", None),
        ("I am sorry, I cannot see the image.", None),
        ("Left or right.", None),
        ("", None),
    ],
)
def test_the_direction_of_a_whole_reply(text: str, shift: tuple[str, ...] | None) -> None:
    found = view_operations(text, question=ASKED)
    assert found.value.shift == shift
    assert found.fallback == (shift is None)
    assert found.value.part is None


def test_a_prompt_with_numbers_of_views_is_read_as_before() -> None:
    numbered = "The view is split into 4 parts, numbered from 1 to 4. Shift it left, right, up or down?"
    assert view_operations("left", question=numbered).value.part == (1, 2)


def test_a_cut_reply_moves_nothing() -> None:
    assert view_operations("To find the door, the view has to be moved to the", question=ASKED, finished=False).fallback
