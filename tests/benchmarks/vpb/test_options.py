"""Options have an effect on the dataset they are given for, or are refused."""

import pytest

from vlmeval_hvs.benchmarks.vpb.options import VPBOptions
from vlmeval_hvs.errors import OptionError

STAGE_1, WITHOUT, DRAWN, WORDS = "VPB_Stage1", "VPB_Stage1_NoDescription", "VPB_Stage2", "VPB_Stage2_TextPrompt"


def test_options_that_have_an_effect_are_settings():
    for prompt in ("oval(red, thin)", "r-bvp"):
        given = {"visual_prompt": prompt, "geometry": "official", "contrast": "swapped", "description": False}
        assert VPBOptions.read(DRAWN, given).settings(DRAWN).items() >= given.items()
    for dataset, described in ((STAGE_1, True), (WITHOUT, False), (DRAWN, True)):
        for given, wanted in (({}, described), ({"description": not described}, not described)):
            assert VPBOptions.read(dataset, given).settings(dataset)["description"] is wanted
    assert set(VPBOptions.read(WORDS, {}).settings(WORDS)) == {"seed", "limit", "profile", "max_failed"}
    assert set(VPBOptions.read(STAGE_1, {}).asking(STAGE_1)) == {"seed", "description"}


def test_values_that_make_no_sense():
    oval = {"visual_prompt": "oval(red, thin)"}
    for dataset, given, message in (
        (DRAWN, {"visual_prompt": "bbox(pink, none, thin)"}, r"visual_prompt='bbox\(pink.* not allowed: .*bbox takes"),
        (DRAWN, {"visual_prompt": 3}, "visual_prompt=3 is not allowed; give a style such as"),
        (STAGE_1, {"geometry": "official"}, "geometry='official' has no effect here; it works on VPB_Stage2"),
        *((name, oval, "has no effect here; it works on VPB_Stage2") for name in (STAGE_1, WITHOUT, WORDS)),
    ):
        with pytest.raises(OptionError, match=message):
            VPBOptions.read(f"{dataset}_DEMO", given)
