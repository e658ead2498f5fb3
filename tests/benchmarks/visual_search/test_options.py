"""The options of the visual-search datasets: what they refuse and where they act."""

import pytest

from vlmeval_hvs.benchmarks.visual_search.options import VisualSearchOptions
from vlmeval_hvs.errors import OptionError

KINDS = {"whole": "VisualSearch_MCS", "interactive": "VisualSearch_MCS_Interactive", "hsp": "VisualSearch_MCS_HSP"}


def test_wrong_values_are_named():
    for option, values in {
        "hsp_calls": (-1, 1.5, "20", True),
        "sigma": (0, -3, "32", True, float("nan"), float("inf")),
        "uniform": (0, -0.1, 1.1, "0.1", None),
        "center_part": (-0.1, 1, True),
        "samples": (0, 65, 2.5),
        "center_bias": ("/nowhere.json", "", 3),
    }.items():
        for value in values:
            with pytest.raises(OptionError, match=f"{option}=.* is not allowed; give "):
                VisualSearchOptions.read(KINDS["hsp"], {option: value})


def test_options_act_on_some_data_sets_only():
    for option, value, kind in (
        ("foveated", False, "interactive"),
        ("durations", True, "whole"),
        ("samples", 5, "hsp"),
    ):
        for other, name in KINDS.items():
            if other == kind:
                assert VisualSearchOptions.read(f"{name}_DEMO", {option: value}).settings(name)[option] == value
            else:
                with pytest.raises(OptionError, match=f"{option}={value!r} has no effect here; it works on "):
                    VisualSearchOptions.read(f"{name}_DEMO", {option: value})
    for option, value in (("sigma", 32), ("uniform", 1), ("center_part", 0.3)):
        with pytest.raises(OptionError, match=f"{option}={value!r} has no effect without kernel=fixed"):
            VisualSearchOptions.read(KINDS["hsp"], {option: value})


def test_what_is_asked_does_not_depend_on_how_it_is_scored():
    common = {"seed", "frame", "one_image", "stop"}
    assert {kind: set(VisualSearchOptions.read(name, {}).asking(name)) for kind, name in KINDS.items()} == {
        "whole": common | {"durations"},
        "interactive": common | {"profile", "foveated", "answer_frame", "answer_axes"},
        "hsp": common | {"hsp_calls", "samples"},
    }
