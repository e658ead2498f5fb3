"""Words of the release: shapes, styles, question types, tasks."""

import numpy as np

from dataset_builders.vpb.words import as_list, question_type, shape_in, shape_of, style_of, task_of, vocabulary


def test_shapes_and_styles_in_both_vocabularies():
    for words, whose in (
        (["bounding_box", "mask"], "code"), (["bbox", "mask"], "paper"), (["mask", "arrow"], "undecided"),
        (["bbox", "circle"], "mixed"),
    ):  # fmt: skip
        assert vocabulary(words) == whose
    for shape, words, whose, style in (
        ("mask", ["red", "contour", "thin"], "code", "contour(red, contour, thin)"),
        ("fill_contour", ["red", "fill_only", "thin"], "code", "mask(red, fill, thin)"),
        ("number_label", ["red", "circle", "big"], "code", "tag(digit, red, round, large)"),
        ("bbox(contrast, none, medium)", [], "paper", "bbox(contrast, none, medium)"),
        ("bbox", ["red"], "paper", ""), ("star", ["red"], "paper", ""),
    ):  # fmt: skip
        assert style_of(shape, words, whose) == style
    assert (shape_of("mask", "paper"), shape_of("star", "paper")) == ("mask", "")
    assert (shape_in("How many green bounding boxes?"), shape_in("What is this?")) == ("bbox", "")


def test_question_types():
    for question, options, kind in (
        ("Is there any red arrow in the image?", ["Yes", "No"], "existence"), ("Hm?", ["cat", "dog"], ""), ("", [], ""),
        ("Does the picture show a red arrow?", ["Yes, it does.", "No, it does not."], "existence"),
        ("What quantity of red arrows is shown?", ["There are three", "There is one", "There are two"], "enumeration"),
        ("In which part of the image can the arrow be found?", ["top-left", "bottom right"], "location"),
        ("Which object is pointed out by the blue tag?", ["cat", "dog"], "reference"),
        ("What does the arrow located at the center highlight?", ["cat", "dog"], "reference"),
    ):  # fmt: skip
        assert question_type(question, options) == kind, question


def test_lists_and_tasks():
    for cell in ("['red', 'thin']", '["red", "thin"]', ["red", ["thin"]], "red; thin", np.array(["red", "thin"])):
        assert as_list(cell) == ["red", "thin"]
    assert as_list(None) == as_list("") == as_list("[]") == []
    assert as_list("[red, thin") == ["[red", "thin"]
    names = dict(see_click="SeeClick", PSG_val="SGG", RoomSpace="SD-100", MIA="MIA", emotic="Emotic", x="")
    assert {name: task_of(name) for name in names} == names
