"""Options of HVSBench."""

import re
from dataclasses import dataclass
from typing import Any

from vlmeval_hvs.benchmarks.hvsbench.scanpaths import ScanpathRules
from vlmeval_hvs.options import Options, declare, file, flag, one_of, whole

_DRAWN = ("HVSBench", "HVSBench_FreeViewing", "HVSBench_Searching")  # the datasets that have scanpath questions
_PATHS: dict[str, Any] = {"only": _DRAWN, "asks": ()}  # of options that score scanpaths


def _is_screen(value: Any) -> bool:
    return isinstance(value, str) and (value == "image" or bool(re.fullmatch(r"[1-9]\d{0,4}x[1-9]\d{0,4}", value)))


@dataclass(frozen=True, kw_only=True)
class HVSBenchOptions(Options):
    """Options of HVSBench; see `vlmeval_hvs.options`."""

    hint: str = one_of(
        "none", "field", doc="`field` explains salience, ranking or fixation (paper, section E, Table 6)."
    )
    hint_position: str = one_of(
        *("system", "message", "question"),
        doc="Where the hint is put: in the system message, before the image, or before the question. Models without a "
        "system message get it before the image; `hint_sent_as` in the settings of the scores says which it was.",
        when={"hint": ("field",)},
    )
    prompt: str = one_of(
        *("released", "direct", "cot", "few-shot"),
        doc="The question as released, with a request for the bare answer or for reasoning, or after solved examples.",
    )
    shots: int = whole(
        3,
        1,
        16,
        doc="Solved examples: other questions of the same type about other images, drawn by seed and row.",
        when={"prompt": ("few-shot",)},
    )
    caption: str = one_of("none", "short", "detailed", doc="Put a caption of the image before the question (Table 5).")
    caption_file: str | None = file(
        doc="Captions: a TSV or JSON file by row index or image path; null takes those of the set (released: none).",
        when={"caption": ("short", "detailed")},
    )
    explain: bool = flag(
        False,
        doc="Ask in a second turn why the answer was given; the reply is stored with the sample and not scored.",
    )
    scanpath_screen: str = declare(
        "512x320",
        "WIDTHxHEIGHT in px, such as 512x320, or image",
        _is_screen,
        "Screen that relative coordinates are scaled to, or `image` for the size of each image.",
        **_PATHS,
    )
    scanpath_short: str = one_of(
        "pad_one",
        "zero",
        "nan",
        doc="What becomes of scanpaths under 3 fixations: filled up with (1, 1) px, scored 0, or left out.",
        **_PATHS,
    )
    scanpath_crop: int = whole(6, doc="Fixations of a prediction that count; 0 counts all.", **_PATHS)
    scanpath_crop_human: bool = flag(False, doc="Cut human scanpaths likewise.", **_PATHS)
    scanpath_humans: str = one_of(
        "others",
        "all",
        doc="`others` leaves out the human scanpath that a prediction repeats number by number.",
        **_PATHS,
    )
    n_resamples: int = whole(
        1000, 0, 1_000_000, doc="Bootstrap samples behind the intervals; 0 leaves them out.", asks=()
    )

    @property
    def rules(self) -> ScanpathRules:
        """The rules of the scanpath metric."""
        names = ("screen", "short", "crop", "crop_human", "humans")
        return ScanpathRules(**{name: getattr(self, f"scanpath_{name}") for name in names})
