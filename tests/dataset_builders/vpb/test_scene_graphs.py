"""Which object of a scene graph a question asks for."""

from dataset_builders.vpb.scene_graphs import answered
from vlmeval_hvs.benchmarks.vpb.wording import wording

# A cup (subject) is on a saucer (object); a man (subject) holds a racket (object).
QUESTIONS = [
    (wording()["tasks"]["SGG"]["template"], "subject"),  # the paper's Table 10
    ("What is the object that is on the thing highlighted by the <color> <VP>?", "subject"),
    ("What is on the <color> <VP>?", "subject"),
    ("What is on <VP> in the image?", "subject"),
    ("In the image, what is standing on the object marked with the <color> <VP>?", "subject"),
    ("Which object is beside the region inside the <color> <VP>?", "subject"),
    ("Who is holding the thing highlighted by the <VP>?", "subject"),
    ("Identify the object hanging from the <color> <VP>.", "subject"),
    ("What is standing by the <color> <VP>?", "subject"),
    ("What is by the <VP>?", "subject"),
    ("Which thing is leaning on the <VP> region?", "subject"),
    ("What is parked on the thing highlighted by the <color> <VP> in this picture?", "subject"),
    ("What is on the highlighted?", "subject"),
    ("What is the thing highlighted by the <color> <VP> standing on?", "object"),
    ("What does the <color> <VP> hold?", "object"),
    ("What is the <VP> holding in the image?", "object"),
    ("What is the object that the <color> <VP> is on?", "object"),
    ("Which object has the <VP> on it?", "object"),
    ("The thing highlighted by the <VP> is on what?", "object"),
    ("What is held by the thing highlighted by the <color> <VP>?", "object"),
    ("What is the object worn by the <VP>?", "object"),
    ("The <VP> is held by which person, and why?", "subject"),
    ("What is the highlighted object on?", "object"),
    ("What is the relation between the <VP> and the <VP>?", "neither"),
    ("How is the thing highlighted by the <VP> related to the cup?", "neither"),
    ("What is the relationship of the <VP> to the table?", "neither"),
    ("What is the <color> <VP>?", ""),
    ("What does the <VP> highlight?", ""),
    ("Describe the scene.", ""),
    ("What is being ridden by the person in the <color> <VP>?", "object"),
    ("What is surrounded by the <VP>?", "object"),
    ("What is the man in the <color> <VP> holding?", "object"),
    ("What is the <VP> parked by?", "object"),
    ("What is parked by the <color> <VP>?", "subject"),
    ("What is the object by the <VP>?", "subject"),
    ("What is on the plate in the <VP>?", "subject"),
    ("What is on the <VP>? Choose from the options.", "subject"),
    ("Look at the image. What is on the <VP>?", "subject"),
    ("Look at the <color> <VP>. What is it standing on?", ""),
    ("Consider the object marked by the <color> <VP>. What is it attached to?", ""),
    ("Find the <VP>, then name the thing under it.", ""),
    ("Find the <VP>. Name the thing below.", ""),
    ("Given the <VP>, what is beside?", ""),
    ("What is placed by the <VP>?", ""),
    ("What is held by the man on the <VP>?", ""),
    ("What is the cup in the <VP>?", ""),
    ("What is standing on the <VP> at the left?", ""),
    ("What is the <VP> next to the cup?", ""),
    ("What is in front of the <VP>?", "subject"),
    ("What is on top of the thing highlighted by the <color> <VP>?", "subject"),
    ("What is attached to the side of the <VP>?", "subject"),
    ("Name the object on the <color> <VP>.", "subject"),
    ("What kind of animal is standing on the <VP>?", "subject"),
]
NAMING = [
    "What is the name of the object highlighted by the <color> <VP>?",
    "What is the label of the thing highlighted by the <color> <VP>?",
    "What is the color of the <VP>?",
    "What category is the object marked by the <color> <VP>?",
    "Identify the object highlighted by the <color> <VP>.",
    "Name the <color> <VP>.",
    "Can you tell me what the <VP> is?",
    "What can be seen in the <color> <VP>?",
    "What is inside the <VP>?",
    "What kind of object is in the <color> <VP>?",
    "Which object is shown in the <VP>?",
    "What is the object highlighted by the <color> <VP> called?",
    "What is the <VP> made of?",
    "What is the person in the <color> <VP> doing?",
    "What is the <color> <VP>?",
]


def test_labels_decide_before_the_grammar_and_no_side_names_what_is_marked():
    for question, side in QUESTIONS:
        assert answered(question, "something") == side, question
    labels = {"subject": "cup", "object": "saucer"}
    for question in NAMING:  # a mark on the other object would be asked about with the wrong answer
        assert answered(question, "cup", None) == answered(question, "cup", labels) == "", question
    for annotation, answer, side in (
        (labels, "the cup", "subject"), (labels, "Saucer.", "object"), (labels, "plate", "subject"),
        ({"a.png": {"subject": "tree-merged", "object": "wall-other-merged"}}, "tree", "subject"),
        ({"subject": "person", "object": "person"}, "person", "subject"),  # equal labels tell nothing
        ({"default": "cup"}, "cup", "subject"), ("cup", "cup", "subject"),
    ):  # fmt: skip
        assert answered("What is on the <color> <VP>?", answer, annotation) == side, annotation
