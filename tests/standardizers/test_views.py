"""Views that replies select, keep and shift to; expected numbers are worked out by hand from the layouts in use."""

from standardizers.views import ViewOperations, view_operations, views

BY_ROWS = "The image has 4 views: 1 is the upper left, 2 the upper right, 3 the lower left and 4 the lower right."
DIRECTED = 'Return "part", "keep", and "shift": the directions (left, right, up, down) in which to move, or "none".'


def test_a_selection_is_read_and_where_there_is_none_the_rule_says_why():
    for reply, selected, rule in (
        ("1, 3", (1, 3), "list"), ("1.2", (1, 2), "list"), ("two and four", (2, 4), "list"),
        ("１，３", (1, 3), "list"), ("0, 2, 9", (2,), "list"),
        ("1, 2\n\nReason: a bench stands in part 1", (1, 2), "list"), ("<think>1, 2, 3</think>**4**", (4,), "list"),
        (r"The clock hangs there. \boxed{1, 3}", (1, 3), "list"), ("all", (1, 2, 3, 4), "all"),
        ("The answer is 2. It shows the bell, and 3 shows a wall.", (2,), "declared"),
        ("Parts to zoom in: 1 and 4", (1, 4), "declared"),
        ("需要放大第3部分", (3,), "wanted"), ("Parts 1-3", (1, 2, 3), "list"),
        ("Part 4, because it shows the van; part 1 shows only grass.", (4,), "named"),
        ("The bottom half", (2, 4), "named"), ("左上", (1,), "named"), ("None. The full image suffices.", (), "none"),
        ('{"part": "2, 3", "reason": "4 people"}', (2, 3), "json"), ("```json\n[1, 4]\n```", (1, 4), "json"),
        ('{"name": "zoom_in", "arguments": {"view_ids": [4]}}', (4,), "json"),
    ):  # fmt: skip
        assert views(reply) == (selected, rule, False)
    for reply, rule in (
        ("", "empty"), (None, "empty"), ("<think>1, 2", "unfinished"),
        ('{"part": "9", "reason": "see part 2"}', "no_answer"), ("The baker holds 3 loaves.", "no_answer"),
        ("Either part 1 or part 2, whichever has the door.", "ambiguous"),
    ):  # fmt: skip
        assert views(reply) == ((), rule, True)


def test_a_reply_that_repeats_the_prompt_or_is_cut_selects_nothing_and_places_follow_the_layout():
    asked = "Which parts do you want? Reply with the numbers 1 to 4, or none."
    assert views("Reply with the numbers 1 to 4, or none.", question=asked).fallback
    assert views("1, 4", question=asked).value == (1, 4)
    # Of a cut reply only a declaration counts.
    assert views("I would zoom into part 3 and", finished=False).fallback
    assert views("The selected parts: 3. I would", finished=False).value == (3,)
    assert view_operations('{"part": "1, 2", "reason": "the ta', finished=False).value.part == (1, 2)
    for n_views, question, place, numbers in (
        (4, None, "the upper-right part", (3,)), (4, BY_ROWS, "the upper-right part", (2,)),
        (9, None, "the middle row", (4, 5, 6)), (9, "2 is the middle-left part", "the top row", (1, 4, 7)),
        (7, None, "the upper-left part", ()),
    ):  # fmt: skip
        assert views(place, n_views, question=question).value == numbers


def test_operations_are_read():
    for reply, operations in (
        ('{"part": [1, "lower-right"]}', ((1, 4), None, None)), ('{"part": "none"}', ((), None, None)),
        ('{"part": "all"}', ((1, 2, 3, 4), None, None)), ('{"part": "9"}', (None, None, None)),
        ('{"part": ""}', (None, None, None)), ('```json\n{"keep": "1", "shift": "2, 3"}\n```', (None, (1,), (2, 3))),
        ('[{"keep": "1"}, {"shift": "4"}]', (None, (1,), (4,))),
        ("**Keep:** 1\n**Shift to:** 2", (None, (1,), (2,))), ("part: 1, 2\nreason: 3 boats", ((1, 2), None, None)),
        ("Keep 1 and 3, and do not shift.", (None, (1, 3), ())),
        ("no idea what you want", (None, None, None)),
    ):  # fmt: skip
        found = view_operations(reply)
        assert (found.value, found.fallback) == (operations, operations == (None, None, None))
    for reply, operations in (  # a question may ask for directions
        ('{"part": "5", "keep": "none", "shift": "up,right"}', ((5,), (), ("right", "up"))),
        ("part=4,5 keep=2 shift=down", ((4, 5), (2,), ("down",))),
    ):
        assert view_operations(reply, 9, question=DIRECTED).value == operations


def test_paper_is_the_official_selection_and_reading_of_operations():
    for reply, selected, rule in (
        ("1,2", (1, 2), "pieces"),
        ("1, 2", (1,), "pieces"),  # a blank before the digit hides it
        ("upper", (2, 4), "pieces"),  # the code's own mapping, against the picture
        ("left,right", (1, 2, 3, 4), "pieces"), ("upperleft part,lowerright", (1, 4), "pieces"),
        ("1 and 2", (), "error"), ("lower", (), "error"), ("5", (), "error"), ("9" * 5000, (), "error"),
        ("The upperleft", (), "default"), ("", (), "default"),
    ):  # fmt: skip
        assert views(reply, profile="paper") == (selected, rule, selected == ())
    for reply, operations, rule in (
        ('{"part": "none"}', ((), None, None), "json"), ('{"part": "7"}', ((), None, None), "out_of_range"),
        ('{"part": "1,x"}', (None, None, None), "default"), ('{"part": [1]}', (None, None, None), "default"),
        ('```json\n{"part": "1"}\n```', (None, None, None), "default"),
        ('{"keep": "1", "shift": "none"}', (None, (1,), ()), "json"),
        ('{"zoom_keep": "2", "shift": "none"}', (None, (2,), ()), "json"),
        ('{"keep": "1", "shift": ""}', (None, None, None), "default"), ("[" * 100_000, (None, None, None), "default"),
    ):  # fmt: skip
        found = view_operations(reply, profile="paper")
        assert (found.value, found.rule) == (ViewOperations(*operations), rule)
