"""Operations under headings, before dashes and in brackets, of the zoomed views, and forms that nobody filled in."""

import pytest

from standardizers.views import ViewOperations, view_operations

KEEPS = (
    "1 is the upper-left part, 2 is the lower-left part, 3 is the upper-right part, and 4 is the lower-right part. You"
    ' have chosen to zoom into these parts: 1, 2. Return a json dict with two fields: "keep": str, "shift": str.'
)
DIRECTED = 'Fields "part" (numbers), "keep" (numbers) and "shift" (left, right, up or down, or none).'


@pytest.mark.parametrize(
    ("text", "keep", "shift"),
    [
        ("### Keep\nPart 2 shows the plate.\n\n### Shift\nNone.", (2,), ()),
        ("**Keep**\n1\n\n**Shift**\n4", (1,), (4,)),
        ("- **keep** – part 2, it shows the plate\n- **shift** – none", (2,), ()),
        ("keep:\n  - 2\nshift:\n  - 3\n  - 4", (2,), (3, 4)),
        ("I keep part 2 (keep: 2) and move on to part 4 (shift: 4).", (2,), (4,)),
        ("I keep the upper one and shift to the upper-right part.", (1,), (3,)),
        ("Keep: all\nShift: none", (1, 2), ()),  # all that are zoomed
        ("Both zoomed parts should be kept. There is no need to shift.", (1, 2), ()),
        ("Neither 1 nor 2 is useful. Shift to 3.", (), (3,)),
        ("Keep 1... no, keep 2. Shift to 4.", (2,), (4,)),
        ("Replace part 1 by part 3 and keep part 2.", (2,), (3,)),
        ("Move from part 2 to part 4, keep part 1.", (1,), (4,)),
        ("Part 2 is enough. No shift.", (2,), ()),
        ("Ich behalte beide Teile, verschieben ist nicht nötig.", (1, 2), ()),
        ("Je conserve la partie 2 et j'ajoute la partie 4.", (2,), (4,)),
    ],
)
def test_keeping_and_shifting(text: str, keep: tuple[int, ...], shift: tuple[int, ...]) -> None:
    assert view_operations(text, 4, question=KEEPS).value == ViewOperations(None, keep, shift)


@pytest.mark.parametrize(
    ("text", "part", "keep", "shift"),
    [
        ("Zoom into part 3, keep none, shift down.", (3,), (), ("down",)),
        ("Part 3 should be zoomed, nothing is to be kept, and the view should be shifted up.", (3,), (), ("up",)),
        ("### Part\n1 and 2, because of the plate.\n### Keep\nNone.\n### Shift\nLeft.", (1, 2), (), ("left",)),
        ("Nothing further to zoom (part: none), keep 2, and shift the view up.", (), (2,), ("up",)),
    ],
)
def test_three_operations(text: str, part: tuple[int, ...], keep: tuple[int, ...], shift: tuple[str, ...]) -> None:
    assert view_operations(text, 4, question=DIRECTED).value == ViewOperations(part, keep, shift)


@pytest.mark.parametrize(
    "text",
    [
        '{"keep": "<numbers of the zoomed parts or none>", "shift": "<numbers of others>"}',
        '{"keep": "...", "shift": "..."}',
        '{"keep": str, "shift": str}',
    ],
)
def test_an_unfilled_form_is_no_answer(text: str) -> None:
    assert view_operations(text, 4, question=KEEPS).fallback


def test_none_beside_an_unfilled_value_counts() -> None:
    assert view_operations('{"keep": "none", "shift": "..."}', 4, question=KEEPS).value.keep == ()
