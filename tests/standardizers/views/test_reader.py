"""Views named in replies: robust reading, the official code's reading, and hostile text."""

import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from standardizers.views import ViewOperations, view_operations, views


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1, 3", (1, 3)),
        ("3,1", (1, 3)),
        ("1.2", (1, 2)),
        ("1 and 3", (1, 3)),
        ("**2**", (2,)),
        ("view 3.", (3,)),
        ("Parts 1-3", (1, 2, 3)),
        ("part one and part three", (1, 3)),
        ("The first and third parts", (1, 3)),
        ("Views 1 and 3, not 2", (1, 3)),
        ("I would choose part 2. Part 3 is not needed.", (2,)),
        ("all parts except part 3", (1, 2, 4)),
        ("all but 2", (1, 3, 4)),
        ("All four parts", (1, 2, 3, 4)),
        ("all", (1, 2, 3, 4)),
        ("I select 2 parts: 1 and 3.", (1, 3)),
        ("I need 2 more views: 2 and 4", (2, 4)),
        ("Part 1 of 4", (1,)),
        ("The selected parts are 1 (upper-left) and 4 (lower-right).", (1, 4)),
        ("upper-left and lower right", (1, 4)),
        ("lowerright, upperleft", (1, 4)),
        ("top left", (1,)),
        ("The bottom half", (2, 4)),
        ("I need to see the lower-right, not the upper-left", (4,)),
        ("左上", (1,)),
        ("１，３", (1, 3)),
        ("<think>1,2,3</think>4", (4,)),
        (r"\boxed{1,3}", (1, 3)),
        ("```json\n[1, 4]\n```", (1, 4)),
        ("{'part': '1'}", (1,)),
        ('{"part": "2, 3", "reason": "4 people"}', (2, 3)),
        ("0, 2, 9", (2,)),
    ],
)
def test_robust_reads_the_selection(text: str, expected: tuple[int, ...]) -> None:
    result = views(text)
    assert result.value == expected
    assert not result.fallback


@pytest.mark.parametrize("text", ["none", "None.", "No zooming is needed", '{"part": "none"}', "No parts are needed."])
def test_robust_none_is_an_answer(text: str) -> None:
    assert views(text)[0] == ()
    assert not views(text).fallback


@pytest.mark.parametrize("text", ["", "   ", None, float("nan"), "I cannot tell", "0", "9", "0, 9", "<think>1, 2"])
def test_robust_nothing_found_is_the_fallback(text: object) -> None:
    assert views(text)[0] == ()
    assert views(text).fallback


def test_robust_number_of_views() -> None:
    assert views("no. 9 and no. 12", n_views=16).value == (9, 12)
    assert views("9, 16", n_views=16).value == (9, 16)
    assert views("upper-left", n_views=9).value == (1,)
    assert views("upper-left", n_views=7).fallback


@pytest.mark.parametrize(
    ("text", "expected", "rule"),
    [
        ("1,2", (1, 2), "pieces"),
        ("2,1,1", (1, 2), "pieces"),
        ("1, 2", (1,), "pieces"),  # a blank before the digit hides it
        ("1.3", (1, 3), "pieces"),
        ("3.", (3,), "pieces"),
        ("upper", (2, 4), "pieces"),  # the code's own mapping, against the picture
        ("left,right", (1, 2, 3, 4), "pieces"),
        ("upperleft part,lowerright", (1, 4), "pieces"),
        ("0,2", (2,), "pieces"),
        ("1 and 2", (), "error"),
        ("lower", (), "error"),
        ("5", (), "error"),
        ("9" * 5000, (), "error"),
        ("The upperleft", (), "default"),
        ("", (), "default"),
    ],
)
def test_paper_is_the_official_selection(text: str, expected: tuple[int, ...], rule: str) -> None:
    result = views(text, profile="paper")
    assert (result.value, result.rule, result.fallback) == (expected, rule, expected == ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"part": "1,2", "reason": "x"}', ViewOperations((1, 2), None, None)),
        ('{"part": [1, "lower-right"]}', ViewOperations((1, 4), None, None)),
        ('{"part": 3}', ViewOperations((3,), None, None)),
        ('{"part": "none"}', ViewOperations((), None, None)),
        ('{"part": "all"}', ViewOperations((1, 2, 3, 4), None, None)),
        ('```json\n{"keep":"1","shift":"2, 3"}\n```', ViewOperations(None, (1,), (2, 3))),
        ('{"zoom_keep": "none", "shift": "4"}', ViewOperations(None, (), (4,))),
        ('{"keep": "1"}', ViewOperations(None, (1,), None)),
        ("{'keep': '1', 'shift': None}", ViewOperations(None, (1,), ())),
        ('First {"part": "1"}, no: {"part": "2"}', ViewOperations((2,), None, None)),
        ('[{"keep": "1"}, {"shift": "4"}]', ViewOperations(None, (1,), (4,))),
        ('{"answer": {"keep": "2", "shift": "none"}}', ViewOperations(None, (2,), ())),
        ("keep: 1\nshift: none", ViewOperations(None, (1,), ())),
        ("part: 1, 2", ViewOperations((1, 2), None, None)),
        ("1, 3", ViewOperations((1, 3), None, None)),
        ("Please zoom into parts 1 and 2", ViewOperations((1, 2), None, None)),
        ("no idea what you want", ViewOperations(None, None, None)),
    ],
)
def test_robust_operations(text: str, expected: ViewOperations) -> None:
    result = view_operations(text)
    assert result.value == expected
    assert result.fallback == (expected == ViewOperations(None, None, None))


@pytest.mark.parametrize(
    ("text", "expected", "rule"),
    [
        ('{"part": "2,1"}', ViewOperations((2, 1), None, None), "json"),
        ('{"part": "1, 2"}', ViewOperations((1, 2), None, None), "json"),
        ('{"part": "none"}', ViewOperations((), None, None), "json"),
        ('{"part": "7"}', ViewOperations((), None, None), "out_of_range"),
        ('{"part": "1,x"}', ViewOperations(None, None, None), "default"),
        ('{"part": [1]}', ViewOperations(None, None, None), "default"),
        ('```json\n{"part": "1"}\n```', ViewOperations(None, None, None), "default"),
        ('{"keep": "1", "shift": "none"}', ViewOperations(None, (1,), ()), "json"),
        ('{"zoom_keep": "2", "shift": "none"}', ViewOperations(None, (2,), ()), "json"),
        ('{"keep": "1"}', ViewOperations(None, None, None), "default"),
        ('{"keep": "1", "shift": ""}', ViewOperations(None, None, None), "default"),
        ('"part"', ViewOperations(None, None, None), "default"),
        ("5", ViewOperations(None, None, None), "default"),
    ],
)
def test_paper_operations(text: str, expected: ViewOperations, rule: str) -> None:
    result = view_operations(text, profile="paper")
    assert (result.value, result.rule) == (expected, rule)


def test_unknown_profile_is_an_error() -> None:
    with pytest.raises(ValueError, match="profile"):
        views("1", profile="official")


SCRAPS = st.lists(
    st.sampled_from(
        [
            *("0", "1", "2", "3", "4", "9", ",", ".", ";", ":", '"', "[", "]", "{", "}", "(", ")", "-", "/", " ", "\n"),
            *("part ", "view ", "keep", "shift", "none", "all ", "not ", "and ", "upper", "left", '"part": '),
            *("```json\n", "<think>", "</think>", "except ", "third parts", "\ud800", "²", "٣"),
        ]
    ),
    max_size=60,
).map("".join)


@settings(max_examples=300, deadline=None)
@given(st.one_of(SCRAPS, st.text(max_size=200)), st.sampled_from([4, 6, 9, 16]), st.sampled_from(["paper", "robust"]))
def test_any_text_gives_views_of_the_split(text: str, n_views: int, profile: str) -> None:
    value = views(text, n_views, profile).value
    assert value == tuple(sorted(set(value)))
    assert all(1 <= view <= n_views for view in value)
    for operation in view_operations(text, n_views, profile).value:
        assert operation is None or all(1 <= view <= n_views for view in operation)


@given(st.sets(st.integers(1, 16), min_size=1))
def test_plain_lists_and_json_come_back(wanted: set[int]) -> None:
    listed = ", ".join(map(str, sorted(wanted)))
    assert views(listed, 16).value == tuple(sorted(wanted))
    assert views(listed.replace(" ", ""), 16, "paper").value == tuple(sorted(wanted))
    text = json.dumps({"part": listed})
    assert view_operations(text, 16).value.part == tuple(sorted(wanted))
    assert view_operations(text, 16, "paper").value.part == tuple(sorted(wanted))


@pytest.mark.parametrize(
    "piece", ["1,", "part ", "not ", "[1", "1-", "{", "none ", "answer is ", ". ", "9", '"', "\n", "all of the ", "[1,"]
)
def test_a_megabyte_is_read_in_linear_time(piece: str) -> None:
    text = piece * (1_000_000 // len(piece))
    began = time.perf_counter()
    for profile in ("paper", "robust"):
        views(text, profile=profile)
        view_operations(text, profile=profile)
    assert time.perf_counter() - began < 60  # quadratic reading takes many minutes


@pytest.mark.parametrize(
    "reply", ["1, 2, 3, and/or 4", "1,2,3 und/oder 4", "Parts 1, 2, 3 and/or 4", "The image has 4 parts: 1, 2, 3, 4."]
)
def test_the_form_of_an_answer_is_none(reply):
    assert views(reply, 4).fallback
    assert views("2 and/or 3", 4).value == (2, 3)


THREE = 'Return a dict with "part" (zoom), "keep" and "shift" (left, right, up, down, or "none").'


@pytest.mark.parametrize(
    ("reply", "wanted"),
    [
        ("I'd like to see parts 2 and 3 in detail; nothing to keep, no shift.", ((2, 3), (), ())),
        ("I want part 1 enlarged and keep part 4.", ((1,), (4,), None)),
        ("Zoomer sur la partie 2 et garder la partie 1.", ((2,), (1,), None)),
        ("3番を拡大し、1番は残します。", ((3,), (1,), None)),
        ("Magnify all four parts. Keep: none. Shift: none.", ((1, 2, 3, 4), (), ())),
        ("Keep none of them, and shift to the left.", (None, (), ("left",))),
        ("I'd either zoom into part 2 or shift up, and I cannot decide which.", (None, None, None)),
        ("The first assistant picked part 2 and kept part 3.", (None, None, None)),
        ("I can't find any zoomed parts. Could you attach them again?", (None, None, None)),
        ('{"keep": "?", "shift": "?"}', (None, None, None)),
    ],
)
def test_operations_told_in_prose(reply, wanted):
    assert tuple(view_operations(reply, 4, question=THREE).value) == wanted


def test_many_empty_lines_before_the_last_one_are_read_in_linear_time() -> None:
    reply = " ".join(f"look at the left view {number % 7}, or ( [" for number in range(300)) + "\n" * 9_000 + "x"
    began = time.process_time()
    views(reply, 6)
    assert time.process_time() - began < 10  # a quadratic step takes half a minute


@pytest.mark.parametrize(
    "reply",
    [
        "L'image est divisée en 6 parties, trois en haut et trois en bas. Je vais d'abord chercher la porte.",
        "The six parts are numbered in reading order.",
        "I see more than one. Which one do you mean?",
        "To find them, this has to be done:\n\n1. locate the door;\n2. find out which parts it covers;\n3. list them.",
        "The runners wait along the centre line.",
        "I haven't decided on any parts yet.",
        "Let me go on. Part 1: sky. Part 2: roof. Part 3: lamp. Part 4: kerb.",
        '{"parts": ""}',
        "Each of the views shows a part of the fair.",
    ],
)
def test_layouts_plans_and_empty_forms_select_nothing(reply):
    assert views(reply, 6).fallback


@pytest.mark.parametrize(
    ("reply", "selected"),
    [
        ("Since the image is divided into 6 parts, I need part 3.", (3,)),
        ("Saya perlu memperbesar petak 5.", (5,)),
        ("Potrzebuję widoków 1 i 3.", (1, 3)),
        ("拡大は不要です(none)。", ()),
    ],
)
def test_wishes_in_other_languages(reply, selected):
    assert views(reply, 6)[::2] == (selected, False)


@pytest.mark.parametrize(
    ("reply", "part"),
    [("part: none reason: clear", ()), ("Part: 2,5 Reason: birds", (2, 5)), ('{"part": "", "reason": ""}', None)],
)
def test_fields_on_one_line(reply, part):
    assert view_operations(reply, 9).value.part == part
