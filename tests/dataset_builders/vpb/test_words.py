"""Words of the release: shapes, styles, question types, tasks."""

import numpy as np

from dataset_builders.vpb.words import as_list, question_type, shape_in, shape_of, style_of, task_of, vocabulary


def test_code_vocabulary_turns_mask_into_contour():
    assert vocabulary(["bounding_box", "mask"]) == "code"
    assert vocabulary(["bbox", "mask"]) == "paper"
    assert vocabulary(["mask", "arrow"]) == "undecided"
    assert vocabulary(["bbox", "circle"]) == "mixed"
    assert (shape_of("mask", "code"), shape_of("mask", "paper")) == ("contour", "mask")
    assert (shape_of("fill_contour", "code"), shape_of("circle", "code")) == ("mask", "oval")
    assert shape_of("star", "paper") == ""
    assert style_of("number_label", ["red", "circle", "big"], "code") == "tag(digit, red, round, large)"
    assert style_of("mask", ["red", "contour", "thin"], "code") == "contour(red, contour, thin)"
    assert style_of("bbox(contrast, none, medium)", [], "paper") == "bbox(contrast, none, medium)"
    assert style_of("bbox", ["red"], "paper") == ""


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


def test_words():
    assert as_list("['red', 'thin']") == as_list(["red", ["thin"]]) == as_list("red; thin") == ["red", "thin"]
    assert as_list(np.array(["red"])) == ["red"]
    assert as_list(None) == as_list("") == as_list("[]") == []
    assert as_list("[red, thin") == ["[red", "thin"]
    assert shape_in("How many green bounding boxes?") == "bbox"
    assert shape_in("What is this?") == ""
    names = dict(see_click="SeeClick", PSG_val="SGG", RoomSpace="SD-100", MIA="MIA", emotic="Emotic", x="")
    assert {name: task_of(name) for name in names} == names
