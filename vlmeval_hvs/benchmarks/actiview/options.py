"""Options of ActiView."""

from dataclasses import dataclass

from vlmeval_hvs.benchmarks.actiview.wording import GRIDS
from vlmeval_hvs.errors import OptionError
from vlmeval_hvs.options import Options, declare, flag, one_of, whole
from vlmeval_hvs.registry import base_name

_ANNOTATED = ("ActiView_ZoomingGT", "ActiView_ShiftingE", "ActiView_ShiftingM", "ActiView_ShiftingH")
"""Datasets that need annotations of views, which exist for four views only."""
_MANY_IMAGES = ("ActiView_Zooming*", "ActiView_Shifting*", "ActiView_Mixed")
"""Datasets that show several views; their replies steer what is asked next."""


@dataclass(frozen=True, kw_only=True)
class ActiViewOptions(Options):
    """Options of ActiView; see `vlmeval_hvs.options`."""

    # The profile also chooses wording and flow, so it changes what is asked.
    profile: str = one_of(
        "robust",
        "official",
        "paper",
        doc="Flow and wording: `robust` and `official` follow the released code, `paper` Appendix I; "
        "`robust` reads the replies robustly, the other two take them as the released code does. `official` needs "
        "the texts of that code (`vlmeval-hvs actiview wording CHECKOUT`).",
        asks=("*",),
    )
    reading: str = one_of(
        "",
        "robust",
        "paper",
        doc="Reading of all replies, whatever the profile; '' is the profile's own.",
        asks=_MANY_IMAGES,
    )
    n_splits: int = declare(
        4,
        f"one of {', '.join(map(str, GRIDS))}",
        lambda value: type(value) is int and value in GRIDS,
        "Number of views that an image is split into.",
        only=("ActiView_Full", "ActiView_SingleView", *_MANY_IMAGES),
    )
    single_image: str = one_of(
        "concat",
        "describe",
        doc="What models get that take one image per message: views side by side, or the model's own descriptions of "
        "all but the last view (Appendix G.3).",
        only=_MANY_IMAGES,
    )
    revise_turns: int = whole(
        1,
        1,
        16,
        doc="Most turns in which views are kept or shifted; the released code has one.",
        only=("ActiView_Mixed",),
    )
    simple_prompt: bool = flag(
        False,
        doc="Ask with the short template that the paper gives to SEAL and MGM.",
        only=("ActiView_Full", "ActiView_SingleView"),
    )
    full_image: str = one_of(
        "tile",
        "original",
        doc="Size of the full image: that of one view, as in the released code, or the original (section 4.1).",
        only=("ActiView_Full",),
    )
    clue_hints: bool = flag(
        False,
        doc="Show the image with its annotated clues marked, and each clue, and say so (Appendix H.2).",
        only=("ActiView_Full",),
    )
    n_resamples: int = whole(
        1000, 0, 1_000_000, doc="Bootstrap samples behind the intervals; 0 leaves them out.", asks=()
    )

    def check(self, dataset: str) -> None:
        """Raise an `OptionError` for other splits where views are annotated, and for hints with what they replace."""
        if self.n_splits != 4 and base_name(dataset) in _ANNOTATED:
            raise OptionError(
                f"{dataset}: n_splits={self.n_splits} is not allowed; clue views and start levels are annotated for "
                "n_splits=4 only"
            )
        if self.clue_hints and (self.simple_prompt or self.full_image != "tile"):
            raise OptionError(
                f"{dataset}: clue_hints has its own template and image; leave out simple_prompt and full_image"
            )
