"""Whether a reply wants to see more: a word, what it says of the views, the views it names, or the answer itself."""

from standardizers.decisions import decision


def test_a_decision_is_read_and_no_decision_says_why():
    for reply, wants, rule in (
        ("**YES**", "yes", "closing"), ("<think>yes yes</think>No.", "no", "closing"),
        ("I see two oxen.\n\nMore views needed: yes", "yes", "declared"),
        ("Yes, because only the roof is shown.", "yes", "leading"), ("NO\n\nThe flag is red.", "no", "leading"),
        ("是的，只看到一半。", "yes", "leading"),
        ("Yes, the views are sufficient.", "no", "stated"),  # what it says of the views counts, as with the next
        ("No, the provided view is not sufficient.", "yes", "stated"),
        ("I need to see the lower half.", "yes", "stated"), ("I cannot determine the number.", "yes", "stated"),
        ("I wanted a closer view, but on second thought I don't need more. The sign is sharp.", "no", "stated"),
        ("upper-right and lower-right", "yes", "views"), ("右上和右下", "yes", "views"),
        ("request_more_views()", "yes", "call"), ("The man holds an umbrella.", "no", "answer"),
        ('{"need_more": true, "reason": "no door"}', "yes", "json"),
        ('```json\n{"sufficient": true}\n```', "no", "json"),
        ('{"name": "request_views", "arguments": {"views": ["upper-right"]}}', "yes", "json"),
    ):  # fmt: skip
        assert decision(reply) == (wants, rule, False)
    for reply, rule in (
        (None, "empty"), ("<think>Perhaps no", "unfinished"), ("Whether this is enough depends on the", "unfinished"),
        ("No, but I need more visual information", "ambiguous"), ("Yes. No.", "ambiguous"),
        ("The image shows a market.", "no_answer"), ("The goat isn't visible.", "no_answer"),
        ('{"need_more": ""}', "no_answer"),
    ):  # fmt: skip
        assert decision(reply) == ("", rule, True)


def test_a_reply_that_repeats_the_prompt_or_is_cut_decides_nothing_unless_it_is_an_option_or_declared():
    asked = "Answer YES or NO first; do not solve it.\nA. I need more visual information.\nB. I can answer now."
    assert decision("Answer YES or NO first; do not solve it.", question=asked).fallback
    assert decision("B. I can answer now.", question=asked).value == "no"
    assert decision("I need to see the lower half and I", finished=False).rule == "unfinished"
    assert decision("Answer: yes. The lower half", finished=False).value == "yes"
    # The paper has the exact word.
    for reply, wants in [("No", "no"), ("yes", "yes"), ("No.", ""), (" no", ""), (None, "")]:
        assert decision(reply, profile="paper") == (wants, "word", wants == "")
