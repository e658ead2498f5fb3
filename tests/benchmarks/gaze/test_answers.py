"""Replies to positions."""

from later import later

with later():
    import pandas as pd

    from vlmeval_hvs.benchmarks.gaze import answers


def read(*replies, failed=()):
    """Replies about bottle, bunny, kettle (table order), offered as A kettle, B bottle, C bunny; and both readings."""
    rows = pd.DataFrame({"index": [str(i) for i in range(len(replies))], "reply": list(replies)})
    rows["failed"] = [i in failed for i in range(len(replies))]
    rows = rows.assign(objects="bottle+bunny+kettle", option_order="201")
    found = answers.match(rows)
    readings = [found.by_reading[name] for name in ("robust", "paper")]
    return found, *([(answer.position, answer.rule) for answer in reading] for reading in readings)


def test_replies():
    for reply, position in (
        ("A", 2),
        ("b", 0),
        ("C.", 1),
        ("A bunny", 1),  # the article, not the letter
        ("bunny", 1),
        ("He is looking at the kettle.", 2),
        ("The answer is (B).", 0),
        ("the bunny, not the kettle", 1),
        ("He looks at the camera.", -1),
        ("", -1),
        ("His head is turned toward the bottle", -1),
        ("The head faces the bottle, but the eyes look at the kettle.", 2),
        ("Her head is turned to the bottle. Answer: C", 1),
    ):
        assert read(reply)[1][0][0] == position, reply
    _, robust, literal = read("b", "A", "The answer is B.")
    assert [position for position, _ in robust] == [0, 2, 0]
    assert [position for position, _ in literal] == [-1, 2, 0]
    assert literal[0][1] == "no_answer"


def test_refusals_are_told_from_unmatched_replies():
    _, robust, _ = read("I cannot determine that.", "the camera", "", "A", failed=(3,))
    assert [position for position, _ in robust] == [-1] * 4
    refusal, unmatched, *rest = [rule for _, rule in robust]
    assert (refusal, rest) == ("refusal", ["empty", "failed"])
    assert unmatched not in ("refusal", "empty", "failed")
