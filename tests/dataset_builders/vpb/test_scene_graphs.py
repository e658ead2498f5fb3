"""Which object of a scene graph a question asks for."""

from dataset_builders.vpb.scene_graphs import answered
from vlmeval_hvs.benchmarks.vpb.wording import wording

# A cup (subject) is on a saucer (object); a man holds a racket. The first is of the paper (Table 10).
QUESTIONS = {
    "subject": [
        wording()["tasks"]["SGG"]["template"], "What is on <VP> in the image?", "What is on the highlighted?",
        "In the image, what is standing on the object marked with the <color> <VP>?",
        "Identify the object hanging from the <VP>.", "What is on the plate in the <VP>?",
        "What is on the <VP>? Choose from the options.", "Look at the image. What is on the <VP>?",
    ],
    "object": [
        "What is the thing highlighted by the <color> <VP> standing on?", "What does the <color> <VP> hold?",
        "Which object has the <VP> on it?", "What is the man in the <color> <VP> holding?",
    ],
    "neither": [
        "What is the relation between the <VP> and the <VP>?", "How is the <VP> related to the cup?",
    ],
    "": [
        "Describe the scene.", "Look at the <color> <VP>. What is it standing on?", "What is the <VP> parked by?",
        "What is held by the man on the <VP>?", "What is the cup in the <VP>?", "What is by the <VP>?",
    ],
}  # fmt: skip
NAMING = [
    "What is the name of the object highlighted by the <color> <VP>?", "What is the color of the <VP>?",
    "Name the <color> <VP>.", "Can you tell me what the <VP> is?", "What is inside the <VP>?",
    "What is the <VP> made of?", "What is the person in the <color> <VP> doing?", "What is the <color> <VP>?",
]  # fmt: skip


def test_labels_decide_before_the_grammar_and_no_side_names_what_is_marked():
    for side, questions in QUESTIONS.items():
        assert {question: answered(question, "something") for question in questions} == dict.fromkeys(questions, side)
    labels = {"subject": "cup", "object": "saucer"}
    for question in NAMING:  # a mark on the other object would be asked about with the wrong answer
        assert answered(question, "cup", None) == answered(question, "cup", labels) == "", question
    for annotation, answer, side in (
        (labels, "the cup", "subject"), (labels, "Saucer.", "object"), (labels, "plate", "subject"),
        ({"a.png": {"subject": "tree-merged", "object": "wall-other-merged"}}, "wall", "object"),
        ({"subject": "person", "object": "person"}, "person", "subject"),  # equal labels tell nothing
        ({"default": "cup"}, "cup", "subject"), ("cup", "cup", "subject"),
    ):  # fmt: skip
        assert answered("What is on the <color> <VP>?", answer, annotation) == side, annotation
