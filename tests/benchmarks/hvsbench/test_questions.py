import pytest

from vlmeval_hvs.benchmarks.hvsbench.questions import (
    FIELDS,
    TYPES,
    box_in,
    labels_of,
    options_of,
    points_in,
    scanpath_text,
)
from vlmeval_hvs.files import bundled


def test_thirteen_types_in_five_fields() -> None:
    assert list(TYPES) == [f"Q{number}" for number in range(1, 14)]
    assert FIELDS == ("Prominence", "Subitizing", "Prioritizing", "FreeViewing", "Searching")
    assert [kind for kind in TYPES if TYPES[kind].kind == "scanpath"] == ["Q9", "Q12"]


def test_every_type_has_a_hint_and_a_template() -> None:
    hints = bundled("vlmeval_hvs.benchmarks.hvsbench", "hints.json")
    templates = bundled("dataset_builders.hvsbench", "templates.json")
    for kind, (_, _, hint) in TYPES.items():
        assert len(hints[hint]) > 400
        assert templates[kind]
    assert not any("[" in text for name, text in hints.items() if not name.startswith("_"))  # no citation marks


@pytest.mark.parametrize(
    ("question", "labels"),
    [
        ("Please choose one answer from A, B, C, D, E without bracket.\n[A] 0.73,0.54,1.0,1.0\n[B]0.30,0.44", "ABCDE"),
        ("Please choose one answer from A, B without bracket or explanation.", "AB"),
        ("choose one answer from A, B or C.", "ABC"),
        ("please rank (e.g., DCBA)\n[A]0.35,0.41,0.66,0.72\n[B]0.50,0.27\n[C]0.34,0.54", "ABC"),
        ("— [A] the animal [B] the person — please select", "AB"),
        ("How many salient objects are there?", ""),
        ("[Requirement] Predict ... X = [0.49, 0.57] [Example Output for Another Image]", ""),
        ("from the image, I see", ""),
    ],
)
def test_letters_that_are_offered(question: str, labels: str) -> None:
    assert labels_of(question) == labels


def test_options_boxes_and_points() -> None:
    question = "Which?\n[A] 0.73,0.54,1.0,1.0\n[B]0.30,0.44,0.42,0.81\n"
    assert {key: box_in(text) for key, text in options_of(question).items()} == {
        "A": (0.73, 0.54, 1.0, 1.0),
        "B": (0.30, 0.44, 0.42, 0.81),
    }
    assert box_in("no box") is None
    assert points_in("[A] (0.50, 0.51) for 186ms, (0.52, 0.66) for 162ms...") == [(0.5, 0.51), (0.52, 0.66)]


def test_scanpaths_are_written_as_asked_for() -> None:
    path = {"X": [0.5, 0.254], "Y": [0.5, 1], "T": [200.4, 150]}
    assert scanpath_text(path) == "X = [0.50, 0.25] Y = [0.50, 1.00] T = [200, 150]"
    assert scanpath_text({"X": [0.5], "Y": [0.5], "T": []}, 3) == "X = [0.500] Y = [0.500] T = [200]"
