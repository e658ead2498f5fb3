"""Replies to positions: rules and judge."""

import pandas as pd
import pytest

from vlmeval_hvs.benchmarks.gaze.answers import JUDGE_PROMPT, match


def items(*replies, order="201", failed=()):
    """Rows over bottle, bunny, kettle (table order), offered as A kettle, B bottle, C bunny."""
    return pd.DataFrame(
        {
            "index": [str(i) for i in range(len(replies))],
            "reply": list(replies),
            "failed": [i in failed for i in range(len(replies))],
            "objects": "bottle+bunny+kettle",
            "option_order": order,
        }
    )


def robust(found):
    """Positions by the robust reading."""
    return [answer.position for answer in found.by_reading["robust"]]


def rules(found):
    """Rules of the robust reading."""
    return [answer.rule for answer in found.by_reading["robust"]]


@pytest.mark.parametrize(
    ("reply", "position"),
    [
        ("A", 2),
        ("b", 0),
        ("C.", 1),
        ("A bunny", 1),  # the article, not the letter
        ("bunny", 1),
        ("He is looking at the kettle.", 2),
        ("The answer is (B).", 0),
        ("the bunny, not the kettle", 1),
        ("He looks at the camera.", -1),
        ("I'm sorry, but I can't help with that.", -1),
        ("", -1),
        ("the object to the right of the bottle", -1),
        ("His head is turned toward the bottle", -1),
        ("Her face is directed at the kettle.", -1),
        ("The head faces the bottle, but the eyes look at the kettle.", 2),
        ("Her head is turned to the bottle. Answer: C", 1),
        ("The head is facing the kettle, so A", 2),
        ("Probably the bottle. However, on closer look, the bunny.", 1),
    ],
)
def test_replies(reply, position):
    assert robust(match(items(reply))) == [position]


def test_refusals_are_told_from_unmatched_replies():
    found = match(items("I cannot determine that.", "the camera", "", "A", failed=(3,)))
    assert rules(found)[0] == "refusal"
    assert rules(found)[1] not in ("refusal", "empty", "failed")
    assert rules(found)[2:] == ["empty", "failed"]
    assert robust(found) == [-1, -1, -1, -1]


def test_the_judge_is_asked_about_heads_and_landmarks():
    found = match(items("His head is turned toward the bottle.", "next to the bottle"), lambda prompt: "A")
    assert robust(found) == [2, 2]


def test_the_judge_is_asked_only_where_rules_fail():
    asked = []

    def judge(prompt):
        asked.append(prompt)
        return "C" if "ears" in prompt else "Z"

    found = match(items("A", "the one with long ears", "the camera", "I can't answer that, sorry."), judge)
    assert robust(found) == [2, 1, -1, -1]
    assert rules(found)[1] == rules(found)[2] == "judge"
    assert found.judged == 2
    assert len(asked) == 2
    assert asked[0] == JUDGE_PROMPT.format(options="A. kettle\nB. bottle\nC. bunny", reply="the one with long ears")


def test_a_failing_judge_costs_only_its_own_replies():
    def judge(prompt):
        raise RuntimeError("down")

    found = match(items("A", "the one with long ears"), judge)
    assert robust(found) == [2, -1]
    assert found.judge_failures == 1


def test_the_two_readings_of_a_reply_stand_side_by_side():
    found = match(items("b", "A", "The answer is B."))
    assert robust(found) == [0, 2, 0]
    literal = found.by_reading["paper"]
    assert [answer.position for answer in literal] == [-1, 2, 0]
    assert literal[0].rule == "no_answer"


def test_the_judge_decides_the_literal_reading_only_where_it_found_nothing():
    # The literal rule reads a letter that the robust one does not take for an answer.
    found = match(items("A lamp", "the one with long ears"), lambda prompt: "C")
    assert robust(found) == [1, 1]
    assert [answer.position for answer in found.by_reading["paper"]] == [2, 1]
    assert [answer.rule for answer in found.by_reading["paper"]] == ["standalone_letter", "judge"]
