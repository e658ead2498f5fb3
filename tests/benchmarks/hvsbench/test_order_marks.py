"""The order that a model gave stands on the boxes of the objects."""

from vlmeval_hvs.benchmarks.hvsbench.marks import answer_marks

QUESTION = "Rank the objects.\n[A] 0.20,0.13,0.36,0.44\n[B] 0.73,0.21,0.79,0.43\n[C] 0.30,0.30,0.50,0.45"


def test_every_object_has_the_rank_that_the_model_gave_it() -> None:
    row = {"question": QUESTION, "question_type": "Q3", "truth": "ACB"}
    found = answer_marks(row, {"answer": "BCA"})
    assert [(mark.x, mark.label, mark.role) for mark in found] == [
        (0.20, "model: 3rd", "answer"),
        (0.73, "model: 1st", "answer"),
        (0.30, "model: 2nd", "answer"),
    ]
    assert answer_marks(row, {"answer": ""}) == []
