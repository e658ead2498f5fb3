"""Replies to positions, by both readings."""

from vlmeval_hvs.benchmarks.gaze import answers

CASES = (  # reply, position by the robust and by the literal reading
    ("A", 2, 2),
    ("b", 0, -1),
    ("C.", 1, 1),
    ("A bunny", 1, 2),  # the article, not the letter
    ("bunny", 1, 1),
    ("He is looking at the kettle.", 2, -1),
    ("The answer is (B).", 0, 0),
    ("the bunny, not the kettle", 1, -1),
    ("He looks at the camera.", -1, -1),
    ("His head is turned toward the bottle", -1, -1),
    ("The head faces the bottle, but the eyes look at the kettle.", 2, -1),
    ("Her head is turned to the bottle. Answer: C", 1, 1),
    ("I cannot determine that.", -1, -1),
    ("", -1, -1),
    ("A", -1, -1),  # this one failed
)


def test_replies():
    """They are about bottle, bunny, kettle (table order), offered as A kettle, B bottle, C bunny."""
    import pandas as pd

    rows = pd.DataFrame({"index": range(len(CASES)), "reply": [reply for reply, *_ in CASES]})
    rows["failed"] = [*[False] * (len(CASES) - 1), True]
    found = answers.match(rows.assign(objects="bottle+bunny+kettle", option_order="201")).by_reading
    for place, (reply, *positions) in enumerate(CASES):
        assert [found[reading][place].position for reading in ("robust", "paper")] == positions, reply
    rules = [answer.rule for answer in found["robust"]]
    assert [rules[9], *rules[-3:]] == ["head", "refusal", "empty", "failed"]
    assert rules[8] not in ("head", "refusal", "empty", "failed")
    assert [answer.rule for answer in found["paper"]][-3:] == ["no_answer", "no_answer", "failed"]
