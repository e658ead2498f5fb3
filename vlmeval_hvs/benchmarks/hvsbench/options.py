"""Options of HVSBench."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from vlmeval_hvs.benchmarks.hvsbench.scanpaths import ScanpathRules
from vlmeval_hvs.options import Options, declare, file, flag, one_of, whole

_DRAWN = ("HVSBench", "HVSBench_FreeViewing", "HVSBench_Searching")
"""The datasets that have scanpath questions."""


def _is_screen(value: Any) -> bool:
    return isinstance(value, str) and (value == "image" or bool(re.fullmatch(r"[1-9]\d{0,4}x[1-9]\d{0,4}", value)))


@dataclass(frozen=True, kw_only=True)
class HVSBenchOptions(Options):
    """Options of HVSBench; see `vlmeval_hvs.options`."""

    hint: str = one_of(
        "none", "field", doc="`field` tells what salience, ranking or fixation means (paper, section E, Table 6)."
    )
    # The paper says both. The host has no system message that reaches every model, and that of its API classes grows
    # from sample to sample, so `system` is the first text of the user's message.
    hint_position: str = one_of(
        "system",
        "question",
        doc="Where the hint stands: before the image, or before the question.",
        when={"hint": ("field",)},
    )
    caption: str = one_of("none", "short", "detailed", doc="Put a caption of the image before the question (Table 5).")
    caption_file: str | None = file(
        doc="TSV or JSON with captions by row index or image path; null takes those of the set (the release has none).",
        when={"caption": ("short", "detailed")},
    )
    scanpath_screen: str = declare(
        "512x320",
        "WIDTHxHEIGHT in px, such as 512x320, or image",
        _is_screen,
        "Screen that relative coordinates are scaled to, or `image` for the size of each image.",
        only=_DRAWN,
        asks=(),
    )
    scanpath_short: str = one_of(
        "pad_one",
        "zero",
        "nan",
        doc="What becomes of scanpaths under 3 fixations: filled up with (1, 1) px, scored 0, or left out.",
        only=_DRAWN,
        asks=(),
    )
    scanpath_crop: int = whole(6, doc="Fixations of a prediction that count; 0 counts all.", only=_DRAWN, asks=())
    scanpath_crop_human: bool = flag(False, doc="Cut human scanpaths likewise.", only=_DRAWN, asks=())
    scanpath_humans: str = one_of(
        "others",
        "all",
        doc="`others` leaves out the human scanpath that a prediction repeats number by number.",
        only=_DRAWN,
        asks=(),
    )
    scanpath_engine: str = one_of(
        "own",
        "multimatch-gaze",
        doc="What computes MultiMatch: the plugin's batched code, or the reference package (equal to 1e-9, slower).",
        only=_DRAWN,
        asks=(),
    )
    n_resamples: int = whole(
        1000, 0, 1_000_000, doc="Bootstrap samples behind the intervals; 0 leaves them out.", asks=()
    )

    @property
    def rules(self) -> ScanpathRules:
        """The rules of the scanpath metric."""
        return ScanpathRules(
            self.scanpath_screen,
            self.scanpath_short,
            self.scanpath_crop,
            self.scanpath_crop_human,
            self.scanpath_humans,
            self.scanpath_engine,
        )
