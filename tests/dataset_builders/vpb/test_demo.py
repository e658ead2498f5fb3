"""The demo sets of both stages."""

from dataset_builders.vpb import demo as demo_vpb
from dataset_builders.vpb.plans import QUESTION_TYPES
from vlmeval_hvs.sets import read_set


def test_demo_sets(tmp_path):
    first = demo_vpb.build("VPB_Stage1_DEMO", None, tmp_path / "a")
    rows, _ = read_set("VPB_Stage1_DEMO", tmp_path / "a")
    ordinary = rows[~rows["debias"].str.endswith("_control")]
    assert len(ordinary) == rows["vp_style"].nunique() == 255
    assert first.rows == len(rows) > 255
    assert set(rows["question_type"]) == set(QUESTION_TYPES)
    assert set(rows["debias"]) == {"", "absent", "absent_control", "none_correct", "none_correct_control"}
    second = demo_vpb.build("VPB_Stage2_DEMO", None, tmp_path / "a")
    rows, _ = read_set("VPB_Stage2_DEMO", tmp_path / "a")
    assert sorted(set(rows["task"])) == ["Emotic", "MIA", "MapillaryVistas", "SD-100", "SGG", "SeeClick"]
    assert not second.skipped
    assert not second.warnings
    assert demo_vpb.build("VPB_Stage2_DEMO", None, tmp_path / "b").digest == second.digest
