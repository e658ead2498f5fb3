"""Options have an effect on the dataset they are given for, or are refused."""

import pytest
from later import later

from vlmeval_hvs.errors import OptionError

with later():
    from vlmeval_hvs.benchmarks.vpb.options import VPBOptions

STAGE_1, WITHOUT, DRAWN, WORDS = "VPB_Stage1", "VPB_Stage1_NoDescription", "VPB_Stage2", "VPB_Stage2_TextPrompt"
OVAL = {"visual_prompt": "oval(red, thin)"}


def test_allowed_values():
    for dataset, given in (
        (DRAWN, OVAL),
        (DRAWN, {"visual_prompt": "r-bvp"}),
        (DRAWN, {"geometry": "official", "contrast": "swapped", "description": False}),
        (STAGE_1, {"description": False}),
        (WITHOUT, {"description": True}),
        (WORDS, {"visual_prompt": "R-BVP", "description": None}),
    ):
        options = VPBOptions.read(dataset, given)
        assert all(getattr(options, name) == value for name, value in given.items())
    for dataset, described in ((STAGE_1, True), (WITHOUT, False), (DRAWN, True)):
        for given, wanted in (({}, described), ({"description": not described}, not described)):
            assert VPBOptions.read(dataset, given).settings(dataset)["description"] is wanted
    assert set(VPBOptions.read(WORDS, {}).settings(WORDS)) == {"seed", "limit", "profile", "max_failed"}
    assert set(VPBOptions.read(STAGE_1, {}).asking(STAGE_1)) == {"seed", "description"}


def test_values_that_make_no_sense():
    for dataset, given, message in (
        (DRAWN, {"visual_prompt": "bbox(pink, none, thin)"}, r"visual_prompt='bbox\(pink.* not allowed: .*bbox takes"),
        (DRAWN, {"visual_prompt": "star(red)"}, "visual_prompt='star"),
        (DRAWN, {"visual_prompt": 3}, "visual_prompt=3 is not allowed; give a style such as"),
        (DRAWN, {"visual_prompt": None}, "visual_prompt=None"),
        (DRAWN, {"geometry": "huge"}, "geometry='huge' is not allowed; give one of scaled, official"),
        (DRAWN, {"contrast": "x"}, "contrast='x' is not allowed; give one of lab, swapped"),
        (DRAWN, {"description": "false"}, "description='false' is not allowed; give true or false or null"),
        (DRAWN, {"description": 0}, "description=0"),
        (STAGE_1, {"geometry": "official"}, "geometry='official' has no effect here; it works on VPB_Stage2"),
        (STAGE_1, {"contrast": "swapped"}, "contrast='swapped' has no effect here"),
        *((name, OVAL, "has no effect here; it works on VPB_Stage2") for name in (STAGE_1, WITHOUT, WORDS)),
        (WORDS, {"geometry": "official"}, "has no effect here"),
        (WORDS, {"description": False}, "description=False has no effect here; it works on VPB_Stage1"),
        (DRAWN, {"visual_prompts": "R-BVP"}, "unknown option visual_prompts, did you mean visual_prompt"),
    ):
        with pytest.raises(OptionError, match=message):
            VPBOptions.read(f"{dataset}_DEMO", given)
