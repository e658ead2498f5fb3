"""Saliency maps as answers to every question type: from a picture whose map is known, and never from the annotation."""

import json
import re

import cv2
import numpy as np
import pytest
from PIL import Image

from standardizers import choice, scanpath
from vlmeval_hvs.benchmarks.hvsbench.questions import TYPES
from vlmeval_hvs.benchmarks.hvsbench.saliency_answers import NO_ANSWER
from vlmeval_hvs.messages import Prompt, image, read_record, text
from vlmeval_hvs.registry import load_set, set_of
from vlmeval_hvs.responders import respond
from vlmeval_hvs.saliency.sources import using
from vlmeval_hvs.sets import set_folder

DEMO = "HVSBench_DEMO"
MODELS = ("hvs-spectral-residual", "hvs-itti-koch")
BOXES = {"A": "0.60,0.60,0.90,0.95", "B": "0.10,0.10,0.30,0.40", "C": "0.40,0.10,0.55,0.30"}
"""Where the picture below has its second, its first and no spot."""


class Spots:
    """A map with three spots of falling height, in that order: B of the boxes, A, and one in no box."""

    def density(self, path):
        values = np.full((100, 200), 1e-4)
        for (row, column), height in {(25, 40): 3, (78, 150): 2, (90, 20): 1}.items():
            values[row - 3 : row + 4, column - 3 : column + 4] = height
        return values / values.sum()

    def next_density(self, path, before):
        return None


def ask(kind, question, model="hvs-itti-koch", path="unused", dataset=DEMO, **more):
    row = {"index": "7", "question_type": kind, "question": question, **more}
    prompt = Prompt([image(str(path)), text(question)], row=row, benchmark="HVSBench", dataset=dataset)
    return respond(model, prompt, 0)


def listed(labels):
    return "Which one? Please choose one answer from A, B, C.\n" + "\n".join(
        f"[{label}] {BOXES[label]}" for label in labels
    )


@pytest.fixture
def spots():
    with using("itti-koch", Spots()):
        yield


@pytest.mark.parametrize(
    ("kind", "question", "answer"),
    [
        ("Q1", listed("ABC"), "B"),
        ("Q4", listed("AC"), "A"),
        ("Q3", listed("ABC"), "BAC"),
        ("Q2", "How many salient objects are there in the following image?", "3"),
        ("Q6", f"What is the saliency rank of the object within the bounding box {BOXES['B']}?\n[A] The most", "A"),
        ("Q6", f"What is the saliency rank of the object within the bounding box {BOXES['A']}?\n[A] The most", "B"),
        ("Q6", f"What is the saliency rank of the object within the bounding box {BOXES['C']}?\n[A] The most", "C"),
        (
            "Q8",
            "\n[A] (0.5, 0.1) for 186ms, (0.5, 0.5) for 10ms.\n[B] (0.2, 0.25) for 90ms, (0.75, 0.78) for 40ms.",
            "B",
        ),
        ("Q11", "\n[A] (0.2, 0.25) for 90ms, (0.1, 0.9) for 9ms.\n[B] (0.2, 0.25) for 90ms, (0.5, 0.5) for 40ms.", "A"),
        ("Q10", "\n[A](0.10, 0.90)\n[B](0.48, 0.50)\n[C](0.75, 0.78)\n[D](0.20, 0.25)", "D"),
        ("Q13", "\n[A](0.10, 0.90)\n[B](0.48, 0.50)\n[C](0.75, 0.78)\n[D](0.45, 0.25)", "C"),
    ],
)
def test_answers_on_a_known_map(spots, kind, question, answer) -> None:
    assert ask(kind, question) == answer


@pytest.mark.parametrize(("kind", "length"), [("Q9", 14), ("Q12", 6)])
def test_a_scanpath_starts_at_the_centre_and_goes_down_the_peaks(spots, kind, length) -> None:
    reply = ask(kind, f"Predict eye fixation points as three separate lists, each containing {length} values.")
    read = scanpath(reply, profile="paper").value
    assert [len(axis) for axis in read] == [length] * 3
    assert next(zip(read[0], read[1], strict=True)) == (0.5, 0.5)
    assert np.allclose(np.column_stack(read[:2])[1:4], [(0.2, 0.25), (0.75, 0.78), (0.1, 0.9)], atol=0.04)
    assert sum(read[2]) <= 5000


@pytest.mark.parametrize(
    ("kind", "question"),
    [
        ("Q5", "Between these two objects — [A] cat [B] red door — please choose one answer from A, B."),
        ("Q7", "What is the saliency rank of cat among all?\n[A] The most\n[B] The second most\n[C] The third most"),
        ("Q1", "Which one?\n[A] 0.1,0.1,0.2,0.2\n[B] the cat"),
        ("Q6", "What is the saliency rank of the cat?\n[A] The most"),
        ("Q8", "Which of these two?"),
    ],
)
def test_names_without_boxes_have_no_answer(spots, kind, question) -> None:
    assert ask(kind, question) == NO_ANSWER
    for profile in ("robust", "paper"):
        read = choice(
            NO_ANSWER, labels="ABC", profile=profile, options=("The most", "The second most", "The third most")
        )
        assert read.value == ""
        assert read.fallback


def test_captions_are_declined() -> None:
    record = read_record(ask("Q1", "Describe the image.", dataset="HVSBench_Captions_DEMO"))
    assert "describes nothing" in record["declined"]


@pytest.fixture(scope="module")
def demo_rows(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LMUData", str(tmp_path_factory.mktemp("LMUData")))
        rows = load_set(DEMO)[0]
        folder = set_folder(set_of(DEMO))
        yield [(row, folder / row["image_path"]) for row in rows.groupby("question_type").head(3).to_dict("records")]


@pytest.mark.parametrize("model", MODELS)
def test_the_annotation_is_never_looked_at(demo_rows, model) -> None:
    """A row whose annotation is something else, or missing, gets the same reply."""
    answered = {name for name in TYPES}
    for row, path in demo_rows:
        prompt = [image(str(path)), text(row["question"])]
        reply = respond(model, Prompt(prompt, row=row, benchmark="HVSBench", dataset=DEMO), 0)
        spoilt = {**row, "answer": "Z", "truth": "Z", "scanpaths": json.dumps([{"X": [0], "Y": [0], "T": [1]}])}
        spoilt |= {"human_answers": '["Z"]', "caption_short": "Z"}
        bare = {name: row[name] for name in ("index", "question", "question_type")}
        for other in (spoilt, bare):
            assert respond(model, Prompt(prompt, row=other, benchmark="HVSBench", dataset=DEMO), 0) == reply
        if reply == NO_ANSWER:
            answered.discard(row["question_type"])
        else:
            assert _fits(row, reply)
    assert answered == set(TYPES) - {"Q5", "Q7"}


def _fits(row, reply):
    kind = TYPES[row["question_type"]].kind
    if kind == "scanpath":
        return len(re.findall(r"\[[^\]]+\]", reply)) == 3
    if kind == "count":
        return int(reply) >= 1
    return sorted(reply) == sorted(row["labels"]) if kind == "order" else reply in row["labels"]


def test_the_picture_decides(tmp_path) -> None:
    """The same question about a mirrored picture has the mirrored answer."""
    picture = np.full((240, 320, 3), 120, np.uint8)
    cv2.circle(picture, (64, 60), 18, (220, 40, 40), -1)
    cv2.rectangle(picture, (240, 50), (260, 70), (126, 126, 126), -1)
    question = "Which?\n[A] 0.10,0.10,0.30,0.40\n[B] 0.70,0.10,0.90,0.40"
    for name, pixels in (("as_is", picture), ("mirrored", picture[:, ::-1])):
        Image.fromarray(np.ascontiguousarray(pixels)).save(tmp_path / f"{name}.png")
    for model in MODELS:
        assert ask("Q4", question, model, tmp_path / "as_is.png") == "A"
        assert ask("Q4", question, model, tmp_path / "mirrored.png") == "B"
