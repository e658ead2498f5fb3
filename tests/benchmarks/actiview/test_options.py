"""The options of ActiView: what they refuse and where they act."""

import pytest

from vlmeval_hvs.benchmarks.actiview.dataset import KINDS
from vlmeval_hvs.benchmarks.actiview.options import ActiViewOptions
from vlmeval_hvs.errors import OptionError

STEERED = ("Zooming", "ZoomingGT", "Mixed", *(f"Shifting{level}" for level in "REMH"))


def test_options_act_on_some_data_sets_only() -> None:
    for option, value, wrong, where in (
        ("n_splits", 9, (5, "9", 9.0, True), ("Full", "SingleView", "Zooming", "ShiftingR", "Mixed")),
        ("single_image", "describe", ("drop",), STEERED), ("revise_turns", 3, (0, 17), ("Mixed",)),
        ("simple_prompt", True, (1,), ("Full", "SingleView")), ("clue_hints", True, (), ("Full",)),
    ):  # fmt: skip
        for name in KINDS:
            if name.removeprefix("ActiView_") in where:
                options = ActiViewOptions.read(f"{name}_DEMO", {option: value})
                assert options.settings(name)[option] == value
                assert option in options.asking(name)
                for other in wrong:
                    with pytest.raises(OptionError, match=f"{option}=.* is not allowed; give "):
                        ActiViewOptions.read(name, {option: other})
            else:
                with pytest.raises(OptionError, match=f"{option}={value!r}.*(has no effect here|n_splits=4 only)"):
                    ActiViewOptions.read(f"{name}_DEMO", {option: value})
    for name in KINDS:
        asking = ActiViewOptions.read(name, {}).asking(name)
        assert ("profile" in asking, "n_resamples" in asking) == (True, False)
        assert ("reading" in asking) == (name.removeprefix("ActiView_") in STEERED), name
    with pytest.raises(OptionError, match="clue_hints has its own template"):
        ActiViewOptions.read("ActiView_Full", {"clue_hints": True, "simple_prompt": True})
