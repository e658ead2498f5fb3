"""The options of the visual-search datasets: what they refuse and where they act."""

from pathlib import Path

import pytest

from vlmeval_hvs.benchmarks.visual_search.options import VisualSearchOptions
from vlmeval_hvs.errors import OptionError

KINDS = {"whole": "VisualSearch_MCS", "interactive": "VisualSearch_MCS_Interactive", "hsp": "VisualSearch_MCS_HSP"}


@pytest.mark.parametrize(
    ("option", "value"),
    [
        *(("profile", value) for value in ("official", "", None)),
        *(("frame", value) for value in ("inch", "", None, 1000)),
        *(("one_image", value) for value in ("false", 1, None)),
        *(("foveated", value) for value in ("true", 0)),
        *(("stop", value) for value in ("true", 1)),
        *(("durations", value) for value in ("ms", None)),
        *(("label_maps", value) for value in ("/nowhere", 3)),
        *(("hsp_calls", value) for value in (-1, 1.5, "20", True, None)),
        *(("sigma", value) for value in (0, -3, "32", True, float("nan"), float("inf"))),
        *(("uniform", value) for value in (0, -0.1, 1.1, "0.1", None, float("nan"))),
        *(("center_part", value) for value in (-0.1, 1, "0.1", None, True)),
        *(("samples", value) for value in (0, 65, 2.5, "3")),
        *(("kernel", value) for value in ("free", None)),
        *(("center_bias", value) for value in ("/nowhere.json", "", 3)),
        *(("limit", value) for value in (0, "3")),
        ("seed", 0.5),
    ],
)
def test_wrong_values_are_named(option, value):
    for name in (*KINDS.values(), "VisualSearch_MCS_HSP_DEMO@mine"):
        with pytest.raises(OptionError, match=f"{option}=.* is not allowed; give "):
            VisualSearchOptions.read(name, {option: value})


@pytest.mark.parametrize(
    ("option", "value", "kinds"),
    [
        ("frame", "pixels", ("whole", "interactive", "hsp")),
        ("one_image", True, ("whole", "interactive", "hsp")),
        ("foveated", False, ("interactive",)),
        ("stop", True, ("whole", "interactive", "hsp")),
        ("durations", True, ("whole",)),
        ("label_maps", str(Path(__file__).parent), ("whole", "interactive")),
        ("hsp_calls", 0, ("hsp",)),
        ("samples", 5, ("hsp",)),
        ("kernel", "fixed", ("hsp",)),
        ("center_bias", __file__, ("hsp",)),
    ],
)
def test_options_act_on_some_data_sets_only(option, value, kinds):
    for kind, name in KINDS.items():
        if kind in kinds:
            assert VisualSearchOptions.read(f"{name}_DEMO", {option: value}).settings(name)[option] == value
        else:
            with pytest.raises(OptionError, match=f"{option}={value!r} has no effect here; it works on "):
                VisualSearchOptions.read(f"{name}_DEMO", {option: value})


@pytest.mark.parametrize(("option", "value"), [("sigma", 32), ("uniform", 1), ("center_part", 0.3)])
def test_widths_and_shares_are_stated_for_a_fixed_kernel_only(option, value):
    name = KINDS["hsp"]
    assert VisualSearchOptions.read(name, {"kernel": "fixed", option: value}).settings(name)[option] == value
    with pytest.raises(OptionError, match=f"{option}={value!r} has no effect without kernel=fixed"):
        VisualSearchOptions.read(name, {option: value})
    with pytest.raises(OptionError, match="has no effect here"):
        VisualSearchOptions.read(KINDS["whole"], {"kernel": "fixed", option: value})


def test_what_is_asked_does_not_depend_on_how_it_is_scored():
    asking = {kind: set(VisualSearchOptions.read(name, {}).asking(name)) for kind, name in KINDS.items()}
    common = {"seed", "frame", "one_image", "stop"}
    assert asking["whole"] == common | {"durations"}
    assert asking["interactive"] == common | {"profile", "foveated", "answer_frame"}
    assert asking["hsp"] == common | {"hsp_calls", "samples"}
