"""Names of sets and datasets: demo sets, own sets, labels."""

import json

import pytest

from vlmeval_hvs import names
from vlmeval_hvs.configs import problems
from vlmeval_hvs.errors import DataError, OptionError
from vlmeval_hvs.names import DatasetName, base_name, close_name, did_you_mean, is_demo, model_of, own_name, stems_of
from vlmeval_hvs.registry import card_of, dataset_class


def test_parts_of_a_name_and_both_spellings_of_a_dataset_in_files():
    for name, base, own, demo in (
        ("A_B", "A_B", "", False), ("A_B_DEMO@x", "A_B", "", True), ("A_B@a_DEMO", "A_B", "", False),
        ("A_B:lab.2_c@blurred", "A_B", "lab.2_c", False), ("A_B@a:b", "A_B", "", False),
        ("A_B=lab.2_c@blurred=1", "A_B", "lab.2_c", False),
    ):  # fmt: skip
        assert (base_name(name), own_name(name), is_demo(name)) == (base, own, demo), name
    for name in ("A:", "A:b/c", "A:..", "A:b:c", "A:b_DEMO", "A_DEMO:b", "A=b:c"):
        with pytest.raises(DataError, match="A"):
            own_name(name)
    assert DatasetName.of("A_B:lab.1") == DatasetName.of("A_B=lab.1") == DatasetName("A_B", "lab.1")
    assert DatasetName.of("A_B:lab.1@x=y").in_files == "A_B=lab.1@x=y"
    for stem in ("m_A:b@c", "m_A=b@c"):
        assert (model_of(stem, "A=b@c"), stems_of(stem, "A:b@c")) == ("m", ["m_A=b@c", "m_A:b@c"])
    assert (model_of("m_A", "A"), stems_of("m_A", "A"), model_of("m_A_B", "A")) == ("m", ["m_A"], "m_A_B")
    assert (names.with_colon("A=b@"), names.fit_for_files("org/llava:7b?")) == ("A:b@", "org-llava-7b-")
    assert [names.data_name(name) for name in ("A@x", "A_DEMO@x", "A:b@x")] == ["", "demo", "b"]
    assert [names.is_official(name) for name in ("A@x", "A_DEMO", "A:b")] == [True, False, False]


def test_misspelt_names_get_the_nearest_one():
    known = ["VisualSearch", "VPB", "GazeTarget", "VPB_Stage1"]
    for name, close in (
        ("VP-Bench", "VPB"), ("vp bench_stage1", "VPB_Stage1"), ("ViSioNS", "VisualSearch"),
        ("gaze_target", "GazeTarget"), ("gazetraget", "GazeTarget"), ("visionsx", ""), ("x", ""),
    ):  # fmt: skip
        assert close_name(name, known, 0.75) == close
    assert did_you_mean("vpb_stag1", known) == ", did you mean VPB_Stage1?"
    assert did_you_mean("vpb", ["qqq"], other="; none") == "; none"


REFUSED = {
    "is empty": ("", ".."), "longer than 80 bytes": ("眼" * 27,),
    "file names cannot have": ("../../x", "a\\b", "a\0b", "a:b", "\x1b[31mred", "line\nbreak", "\u202egnp", "\ud800"),
}  # fmt: skip


def test_a_label_stands_in_names_of_files_or_is_refused_before_any_question(tmp_path):
    for label in ("bbox[red]", "with space", "眼睛", "a" * 80):
        names.check_label(f"HVSBench_DEMO@{label}")
        (tmp_path / f"{'m' * 60}_HVSBench_COCOSearch18Absent_Interactive_DEMO@{label}_hvs_scores.json").touch()
    config = tmp_path / "config.json"
    for reason, label in [(reason, label) for reason, labels in REFUSED.items() for label in labels]:
        name = f"HVSBench_Subitizing_DEMO@{label}"
        with pytest.raises(OptionError, match=f"HVSBench_Subitizing_DEMO: the label .*{reason}") as error:
            dataset_class(card_of("HVSBench"))(dataset=name)
        assert (str(error.value).isascii(), str(error.value).isprintable()) == (True, True)
        config.write_text(json.dumps({"model": {}, "data": {name: {"class": "HVSBenchDataset", "dataset": name}}}))
        assert problems(config) == [str(error.value)]
