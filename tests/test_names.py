"""Names of sets and datasets: demo sets, own sets, labels."""

import json

import pytest

from vlmeval_hvs.configs import problems
from vlmeval_hvs.errors import DataError, OptionError
from vlmeval_hvs.names import base_name, check_label, folder_name, is_demo, is_official, own_name, own_names, with_own
from vlmeval_hvs.registry import all_cards, dataset_class


@pytest.mark.parametrize(
    ("name", "base", "own", "demo"),
    [
        ("A_B", "A_B", "", False),
        ("A_B_DEMO", "A_B", "", True),
        ("A_B_DEMO@x", "A_B", "", True),
        ("A_B:lab-1", "A_B", "lab-1", False),
        ("A_B:lab.2_c@blurred", "A_B", "lab.2_c", False),
        ("A_B@a:b", "A_B", "", False),
        ("A_B=lab.2_c@blurred=1", "A_B", "lab.2_c", False),
        ("A_B@sigma=2", "A_B", "", False),
    ],
)
def test_parts_of_a_name(name, base, own, demo):
    assert (base_name(name), own_name(name), is_demo(name)) == (base, own, demo)
    assert is_official(name) == (not own and not demo)


@pytest.mark.parametrize(
    "name", ["A:", "A:b/c", "A:..", "A:b c", "A:b:c", "A:b_DEMO", "A_DEMO:b", "A:=b", "A=b:c", "A=b=c"]
)
def test_what_cannot_name_a_set_is_refused(name):
    with pytest.raises(DataError, match="A"):
        own_name(name)


def test_folders_have_no_colon_and_give_the_names_back():
    name = with_own("A_B", "lab.1")
    assert name == "A_B:lab.1"
    assert folder_name(name) == folder_name("A_B=lab.1") == "A_B=lab.1"
    assert folder_name("A_B:lab.1@x:y") == "A_B=lab.1@x:y"
    assert own_names("A_B", ["A_B", "A_B=z", "A_B_C=x", folder_name(name)]) == ["lab.1", "z"]
    assert with_own("A_B", "") == "A_B"


@pytest.mark.parametrize(
    "label", ["x", "bbox[red]", "sigma=2", "a:b", "with space", "眼睛", "v1.2", "é" * 40, "a" * 80]
)
def test_labels_that_can_stand_in_names_of_files(label, tmp_path):
    check_label(f"HVSBench_DEMO@{label}")
    (tmp_path / f"{'m' * 60}_HVSBench_COCOSearch18Absent_Interactive_DEMO@{label}_hvs_scores.json").touch()


HOSTILE_LABELS = {
    "": "names nothing",
    " ": "names nothing",
    "..": "names nothing",
    "../../x": "cannot stand in the name of a file",
    "a/b": "cannot stand in the name of a file",
    "a\\b": "cannot stand in the name of a file",
    "a\0b": "cannot stand in the name of a file",
    "\x1b[31mred": "cannot stand in the name of a file",
    "line\nbreak": "cannot stand in the name of a file",
    "\u202egnp": "cannot stand in the name of a file",
    "\ud800": "cannot stand in the name of a file",
    "x" * 300: "longer than 80 bytes",
    "眼" * 27: "longer than 80 bytes",
}


@pytest.mark.parametrize(("label", "reason"), HOSTILE_LABELS.items())
def test_a_label_that_cannot_is_refused_before_any_question_in_one_short_line(label, reason, tmp_path):
    card = next(card for card in all_cards() if card.name == "HVSBench")
    name = f"HVSBench_Subitizing_DEMO@{label}"
    with pytest.raises(OptionError, match=f"HVSBench_Subitizing_DEMO: the label .*{reason}") as error:
        dataset_class(card)(dataset=name)
    assert str(error.value).isascii()
    assert str(error.value).isprintable()
    assert len(str(error.value)) < 250
    config = tmp_path / "config.json"
    config.write_text(json.dumps({"model": {}, "data": {name: {"class": "HVSBenchDataset", "dataset": name}}}))
    assert problems(config) == [str(error.value)]
