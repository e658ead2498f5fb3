"""The options of all benchmarks: what they refuse, where they act, and which of them decide what is asked."""

import pytest

from vlmeval_hvs.benchmarks.actiview.options import ActiViewOptions
from vlmeval_hvs.benchmarks.gaze.options import GazeTargetOptions
from vlmeval_hvs.benchmarks.hvsbench.options import HVSBenchOptions
from vlmeval_hvs.benchmarks.visual_search.options import VisualSearchOptions
from vlmeval_hvs.benchmarks.vpb.options import VPBOptions
from vlmeval_hvs.errors import OptionError

OPTIONS = {
    "HVSBench": HVSBenchOptions, "ActiView": ActiViewOptions, "GazeTarget": GazeTargetOptions,
    "VisualSearch": VisualSearchOptions, "VPB": VPBOptions,
}  # fmt: skip
POINTS, OVAL = {"answers": "point-l2"}, {"visual_prompt": "oval(red, thin)"}
REFUSED = {
    "HVSBench": (
        ({"hint_position": "question"}, "hint_position='question' has no effect without hint=field"),
        ({"shots": 5}, "shots=5 has no effect without prompt=few-shot"),
        ({"scanpath_screen": "0x0"}, "scanpath_screen='0x0' is not allowed")),
    "ActiView_Full": (({"clue_hints": True, "simple_prompt": True}, "clue_hints has its own template"),),
    "ActiView_Zooming": (
        ({"n_splits": 5}, "n_splits=5 is not allowed; give "), ({"n_splits": "9"}, "n_splits='9' is not allowed"),
        ({"single_image": "drop"}, "single_image='drop' is not allowed")),
    "ActiView_Mixed": (({"revise_turns": 17}, "revise_turns=17 is not allowed"),),
    "ActiView_ShiftingE": (({"n_splits": 9}, "n_splits=4 only"),),
    "GazeTarget": (
        ({"templates": __file__, **POINTS}, "templates=.* has no effect without answers=letter"),
        ({"prompts": [0], **POINTS}, r"prompts=\[0\] has no effect without answers=letter"),
        ({"answer_frame": "pixels"}, "answer_frame='pixels' has no effect without answers=point-l2 or answers"),
        ({"answer_frame": "feet", **POINTS}, "answer_frame='feet' is not allowed"),
        ({"prompts": [30]}, r"prompts=\[30\] is not allowed; give "), ({"prompts": [3, 3]}, "prompts=.* not allowed"),
        ({"human": {"2": 94}}, "human=.* is not allowed; give "), ({"margin": 1.0}, "margin=1.0 is not allowed")),
    "GazeTarget_Psychometric": (({"margin": 0.2}, "margin=0.2 has no effect here"),),
    "VisualSearch_MCS_HSP": (
        ({"sigma": 32}, "sigma=32 has no effect without kernel=fixed"), ({"sigma": -3}, "sigma=-3 is not allowed"),
        ({"uniform": 1.1}, "uniform=1.1 is not allowed"), ({"samples": 65}, "samples=65 is not allowed"),
        ({"hsp_calls": 1.5}, "hsp_calls=1.5 is not allowed"),
        ({"center_bias": "/nowhere.json"}, "center_bias='/nowhere.json' is not allowed")),
    "VPB_Stage1": (({"geometry": "official"}, "geometry='official' has no effect here; it works on VPB_Stage2"),),
    "VPB_Stage2": (
        ({"visual_prompt": "bbox(pink, none, thin)"}, r"visual_prompt='bbox\(pink.* not allowed: .*bbox takes"),
        ({"visual_prompt": 3}, "visual_prompt=3 is not allowed; give a style such as")),
    "VPB_Stage2_TextPrompt": ((OVAL, "has no effect here; it works on VPB_Stage2"),),
}  # fmt: skip
ACTS = (  # option, value, where it acts, where it is refused
    ("n_splits", 9, ("ActiView_Full", "ActiView_Zooming", "ActiView_Mixed"), ("ActiView_TextOnly",)),
    ("single_image", "describe", ("ActiView_Zooming", "ActiView_ShiftingH"), ("ActiView_Full",)),
    ("revise_turns", 3, ("ActiView_Mixed",), ("ActiView_Zooming", "ActiView_ShiftingR")),
    ("clue_hints", True, ("ActiView_Full",), ("ActiView_SingleView",)),
    ("foveated", False, ("VisualSearch_MCS_Interactive",), ("VisualSearch_MCS", "VisualSearch_MCS_HSP")),
    ("durations", True, ("VisualSearch_MCS",), ("VisualSearch_MCS_Interactive", "VisualSearch_MCS_HSP")),
    ("samples", 5, ("VisualSearch_MCS_HSP",), ("VisualSearch_MCS", "VisualSearch_MCS_Interactive")),
    ("description", False, ("VPB_Stage1", "VPB_Stage2"), ("VPB_Stage2_TextPrompt",)),
    ("contrast", "swapped", ("VPB_Stage2",), ("VPB_Stage1", "VPB_Stage1_NoDescription")),
)
ASKED = {
    "HVSBench": "prompt shots hint hint_position caption caption_file explain",
    "ActiView_TextOnly": "profile", "ActiView_Full": "profile n_splits full_image simple_prompt clue_hints",
    "ActiView_Mixed": "profile reading n_splits single_image revise_turns",
    "GazeTarget": "prompts templates answers", "VisualSearch_MCS": "frame one_image stop durations",
    "VisualSearch_MCS_Interactive": "frame one_image stop profile foveated answer_frame answer_axes",
    "VisualSearch_MCS_HSP": "frame one_image stop hsp_calls samples", "VPB_Stage1": "description",
}  # fmt: skip


def read(name, given):
    return OPTIONS[name.split("_")[0]].read(f"{name}_DEMO", given)


@pytest.mark.parametrize("name", REFUSED)
def test_what_makes_no_sense_is_refused_by_name(name) -> None:
    for given, message in REFUSED[name]:
        with pytest.raises(OptionError, match=message):
            read(name, given)


def test_options_act_where_they_have_an_effect_and_are_refused_elsewhere() -> None:
    for option, value, where, elsewhere in ACTS:
        for name in where:
            assert read(name, {option: value}).settings(name)[option] == value
        for name in elsewhere:
            with pytest.raises(OptionError, match=f"{option}={value!r} has no effect here; it works on "):
                read(name, {option: value})
    assert read("VPB_Stage1_NoDescription", {}).settings("VPB_Stage1_NoDescription")["description"] is False


def test_what_is_asked_does_not_depend_on_how_it_is_scored() -> None:
    for name, asked in ASKED.items():
        assert set(read(name, {}).asking(name)) == {"seed", *asked.split()}, name
