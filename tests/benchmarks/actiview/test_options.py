"""The options of ActiView: what they refuse and where they act."""

import pytest

from vlmeval_hvs.benchmarks.actiview.dataset import KINDS
from vlmeval_hvs.benchmarks.actiview.options import ActiViewOptions
from vlmeval_hvs.errors import OptionError

STEERED = ("ActiView_Zooming", "ActiView_ZoomingGT", "ActiView_Mixed", *(f"ActiView_Shifting{x}" for x in "REMH"))


@pytest.mark.parametrize(
    ("option", "value"),
    [
        *(("profile", value) for value in ("strict", "", None, 1)),
        *(("reading", value) for value in ("strict", "loose", "official", None)),
        *(("n_splits", value) for value in (5, 0, -4, "9", 9.0, True, None)),
        *(("single_image", value) for value in ("drop", "", True)),
        *(("revise_turns", value) for value in (0, 17, 1.5, "2", True)),
        *(("simple_prompt", value) for value in ("false", 1, None)),
        *(("n_resamples", value) for value in (-1, 0.5, "all", True)),
        *(("limit", value) for value in (0, True)),
        ("seed", "x"),
    ],
)
def test_wrong_values_are_named(option: str, value: object) -> None:
    for name in ("ActiView_Mixed", "ActiView_Full_DEMO@mine"):
        with pytest.raises(OptionError, match=f"{option}=.* is not allowed; give "):
            ActiViewOptions.read(name, {option: value})


@pytest.mark.parametrize(
    ("option", "value", "where"),
    [
        ("n_splits", 9, ("Full", "SingleView", "Zooming", "ShiftingR", "Mixed")),
        ("single_image", "describe", tuple(name.removeprefix("ActiView_") for name in STEERED)),
        ("revise_turns", 3, ("Mixed",)),
        ("simple_prompt", True, ("Full", "SingleView")),
    ],
)
def test_options_act_on_some_data_sets_only(option: str, value: object, where: tuple[str, ...]) -> None:
    for name in KINDS:
        if name.removeprefix("ActiView_") in where:
            options = ActiViewOptions.read(f"{name}_DEMO", {option: value})
            assert options.settings(name)[option] == value
            assert option in options.asking(name)
        else:
            with pytest.raises(OptionError, match=f"{option}={value!r}.*(has no effect here|n_splits=4 only)"):
                ActiViewOptions.read(f"{name}_DEMO", {option: value})


@pytest.mark.parametrize("name", ["ZoomingGT", "ShiftingE", "ShiftingM", "ShiftingH"])
def test_annotated_views_exist_for_four_views_only(name: str) -> None:
    with pytest.raises(OptionError, match="clue views and start levels are annotated for n_splits=4 only"):
        ActiViewOptions.read(f"ActiView_{name}", {"n_splits": 9})
    assert ActiViewOptions.read(f"ActiView_{name}", {"n_splits": 4}).settings(f"ActiView_{name}")["n_splits"] == 4


def test_the_reading_changes_the_turns_where_replies_steer_them() -> None:
    for name in KINDS:
        asking = ActiViewOptions.read(name, {}).asking(name)
        assert "profile" in asking
        assert ("reading" in asking) == (name in STEERED), name
        assert "n_resamples" not in asking
