"""What is read from the questions of HVSBench: letters, options, boxes, points."""

import numpy as np
import pytest

from vlmeval_hvs.benchmarks.hvsbench import questions
from vlmeval_hvs.benchmarks.hvsbench.questions import labels_of, options_of
from vlmeval_hvs.benchmarks.hvsbench.replies import MEAN_COUNT, question_of, read_replies


def test_letters_texts_of_options_places_and_examples() -> None:
    for question, labels in (
        ("Please choose one answer from A, B, C, D, E without bracket.\n[A] 0.73,0.54,1.0,1.0\n[B]0.30,0.44", "ABCDE"),
        ("choose one answer from A, B or C.", "ABC"),
        ("please rank (e.g., DCBA)\n[A]0.35,0.41,0.66,0.72\n[B]0.50,0.27\n[C]0.34,0.54", "ABC"),
        ("— [A] the animal [B] the person — please select", "AB"), ("How many salient objects are there?", ""),
        ("[Requirement] Predict ... X = [0.49, 0.57] [Example Output for Another Image]", ""),
        ("[a] the dog [b] the cat", "ab"), ("[1] 0.1,0.2,0.3,0.4\n[2] 0.2,0.3,0.4,0.5\n[3] 0.5,0.5,0.6,0.6", "123"),
        ("See [1] for the definition. Please choose one answer from A, B.", "AB"), ("Is it a dog (B) or a cat?", "")
    ):  # fmt: skip
        assert labels_of(question) == labels, question
    for question, options in (
        ("Which?\n[A] the animal, \n[B] 0.1,0.2,0.3,0.4. Please choose.", {"A": "the animal", "B": "0.1,0.2,0.3,0.4"}),
        ("— [A] cat [B] red door — please select", {"A": "cat", "B": "red door"}), ("see [1] and [3]", {}),
        ("Choose [A] or [B].\n[A] one\n[B]\n[C] three", {"A": "one", "B": ".", "C": "three"}),
        ("[a] the dog [b] the cat", {"a": "the dog", "b": "the cat"}),
    ):  # fmt: skip
        assert options_of(question) == options, question
    assert questions.box_in("(0.1, -0.2,0.3 ,1) 5,6,7,8") == (0.1, -0.2, 0.3, 1.0)
    assert questions.box_in("1,2,3") is None
    assert questions.points_in("(0.1, 0.2) for 90ms, ( 1,0.5 )") == [(0.1, 0.2), (1.0, 0.5)]
    for text, length in (
        ("each containing 14 values", 14), ("of length 6.", 6), ("containing 1234", 0), ("14 values", 0)
    ):  # fmt: skip
        assert questions.asked_length(text) == length
    example = questions.example_in("X = [9] [Example] X = [0.1, 0.2] Y = [0.3, 0.4] T = [5, 6]")
    assert example == ((0.1, 0.2), (0.3, 0.4))
    assert questions.example_in("[Example] X = [0.1, 0.2] Y = [0.3]") == questions.example_in("X = [0.1]") == ((), ())
    shown = ((0.1, 0.2, 0.3), (0.4, 0.5, 0.6))
    for x, y, repeated in (
        ([0.105, 0.2, 0.3], [0.4, 0.5, 0.595], True), ([0.106, 0.2, 0.3], [0.4, 0.5, 0.6], False),
        ([0.1, 0.2, 0.3, 0.9], [0.4, 0.5, 0.6, 0.9], True), ([0.1, 0.2], [0.4, 0.5], False),
    ):  # fmt: skip
        assert questions.repeats(x, y, shown) == repeated, x
    for x, y, stays in (
        ([0.1, 0.105], [0.2, 0.2], True), ([0.1, 0.2], [0.2, 0.2], False), ([0.1, 0.1], [0.2, 0.3], False),
        ([0.1], [0.2], False),
    ):  # fmt: skip
        assert questions.stays(x, y) == stays, (x, y)
    path = {"X": [0.123, 1], "Y": [0, 0.5], "T": []}
    assert questions.scanpath_text(path) == "X = [0.12, 1.00] Y = [0.00, 0.50] T = [200, 200]"
    assert questions.scanpath_text({**path, "T": [99.6, 1]}, 3) == "X = [0.123, 1.000] Y = [0.000, 0.500] T = [100, 1]"


def test_replies_are_read_as_their_questions_ask() -> None:
    def ask(kind, reply, truth="", profile="robust", **cells):
        row = {"question_type": kind, "labels": "ABC", "width": "640", "height": "480", "question": "", **cells}
        table, paths = read_replies([reply], [question_of(row)], [truth], profile)
        return table.iloc[0].to_dict(), paths

    for reply, answer, fallback, error in (
        ("3", "3", False, 1.0), ("1000", "1000", False, 998.0), ("1001", str(MEAN_COUNT), True, MEAN_COUNT - 2),
        ("2", "2", False, 0.0), ("-3", str(MEAN_COUNT), True, MEAN_COUNT - 2),
    ):  # fmt: skip
        found, paths = ask("Q2", reply, "2")
        assert (found["answer"], found["fallback"], paths) == (answer, fallback, [])
        assert (found["error"], found["score"]) == (pytest.approx(error), reply == "2")
        assert (found["rule"] == "impossible_count") == (reply == "1001")
    assert ask("Q2", "1001", "2", "paper")[0]["answer"] == "1001"
    assert ask("Q3", "BCA", "BCA")[0]["score"] == 1
    listed = {"question": "[A] a cat [B] two dogs [C] a tree"}
    assert (ask("Q1", "two dogs", "B", **listed)[0]["score"], ask("Q1", "two dogs", "B")[0]["fallback"]) == (1, True)
    assert question_of({"question_type": "Q1", "labels": "AB", "question": "[A] x [B] y", "finished": False}) == (
        "choice", "AB", ("x", "y"), None, False
    )  # fmt: skip
    asked = question_of({"question_type": "Q9", "labels": "", "width": "640", "height": "480", "finished": None})
    assert asked == ("scanpath", questions.MOST_OPTIONS, None, (640, 480), None)
    found, (path,) = ask("Q9", "X = [0.5, 0.4, 0.1] Y = [0.5, 0.3, 0.2] T = [200, 210, 0]")
    assert (found["durations"], path.t, found["answer"]) == (
        "[200.0, 210.0, 0.0]", (200, 210, 0), "[[0.5, 0.4, 0.1], [0.5, 0.3, 0.2]]"
    )  # fmt: skip
    assert np.isnan([found["score"], found["error"]]).all()
    silent = ask("Q9", "X = [0.5, 0.4, 0.1] Y = [0.5, 0.3, 0.2] T = [0, 0, 0]")[1]
    assert (silent[0].t, silent[0].fallback, ask("Q9", "no")[1][0].fallback) == ((), False, True)
