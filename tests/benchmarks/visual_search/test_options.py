"""The options of the visual-search datasets: what they refuse and where they act."""

import pytest

from vlmeval_hvs.benchmarks.visual_search.options import VisualSearchOptions
from vlmeval_hvs.errors import OptionError

KINDS = {"whole": "VisualSearch_MCS", "interactive": "VisualSearch_MCS_Interactive", "hsp": "VisualSearch_MCS_HSP"}


def test_options_act_on_some_data_sets_only_and_wrong_values_are_named():
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
    for option, value, message in (
        ("sigma", 32, "sigma=32 has no effect without kernel=fixed"),
        ("sigma", -3, "sigma=-3 is not allowed; give "), ("uniform", 1.1, "uniform=1.1 is not allowed"),
        ("hsp_calls", 1.5, "hsp_calls=1.5 is not allowed"), ("samples", 65, "samples=65 is not allowed"),
        ("center_bias", "/nowhere.json", "center_bias=.* is not allowed"),
    ):  # fmt: skip
        with pytest.raises(OptionError, match=message):
            VisualSearchOptions.read(KINDS["hsp"], {option: value})


def test_what_is_asked_does_not_depend_on_how_it_is_scored():
    common = {"seed", "frame", "one_image", "stop"}
    assert {kind: set(VisualSearchOptions.read(name, {}).asking(name)) for kind, name in KINDS.items()} == {
        "whole": common | {"durations"},
        "interactive": common | {"profile", "foveated", "answer_frame", "answer_axes"},
        "hsp": common | {"hsp_calls", "samples"},
    }
