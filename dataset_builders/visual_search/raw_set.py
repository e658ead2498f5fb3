"""One plain structure for a search dataset before preprocessing, which every reader of a release fills."""

import math
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dataset_builders.odd_rows import one_row
from vlmeval_hvs.errors import DataError

PICTURES = (".jpg", ".jpeg", ".png")
Pictures = Mapping[tuple[str, str], Path]
Box = tuple[float, float, float, float]


@dataclass
class RawTrial:
    """One search image: coordinates in px of a frame ``shape``."""

    image: str  # unique within the set
    image_path: Path
    target: str  # name of the target picture
    target_path: Path | None  # None where it has to be cut from the image
    bbox: Box  # first row, first column, last row, last column of the target; `NO_TARGET` where there is none
    shape: tuple[int, int]  # height and width of the frame
    initial: tuple[float, float] | None  # (x, y); None takes the mean of the participants' first fixations
    target_object: str = "TBD"  # category
    # Without a target in the image: another image that shows one, and the box there in shares of its height and width.
    example: tuple[Path, Box] | None = None


@dataclass
class RawScanpath:
    """One participant's fixations on one image, px of a frame ``shape``."""

    subject: str
    image: str
    x: list[float]
    y: list[float]
    shape: tuple[int, int]  # height and width of the frame
    cap: int  # number of fixations at which the participant was stopped, the initial one included
    durations: list[float] = field(default_factory=list)  # ms; not used unless there are as many as fixations
    correct: bool | None = None  # whether the participant said rightly that the target is there, where the source says
    stop: int | None = None  # number of fixations after which the scanpath ends, counted once close ones are merged


@dataclass
class RawSet:
    """A whole dataset before preprocessing."""

    name: str
    receptive: tuple[int, int]  # height and width of the window around a fixation, px of the images' frame
    max_length: int  # longest scanpath that counts, in fixations
    trials: list[RawTrial] = field(default_factory=list)
    scanpaths: list[RawScanpath] = field(default_factory=list)
    oddities: Counter[str] = field(default_factory=Counter)  # how often something had to be tolerated, by what it was
    skipped: list[tuple[str, str]] = field(default_factory=list)  # what was left out, and why
    priors: dict[str, Path] = field(default_factory=dict)  # saliency map by image, where the release has maps
    # When close fixations are merged: the source has done so ("stored"), before scanpaths are cut at the target
    # ("before"), or not before scoring, so that the set keeps them as recorded ("scored").
    lumping: str = "scored"

    def add(self, name: str, make: Callable[..., RawTrial], *arguments: Any) -> RawTrial | None:
        """The trial that a function makes; where that raises an error, the trial is left out with this reason."""
        try:
            with one_row():
                trial = make(*arguments)
        except DataError as error:
            self.skipped.append((name, str(error)))
            return None
        self.trials.append(trial)
        return trial


def index_pictures(folder: Path) -> dict[tuple[str, str], Path]:
    """Picture files below a folder by (name of their folder, file name), and by ("", file name)."""
    known: dict[tuple[str, str], Path] = {}
    for path in sorted(folder.rglob("*")):
        if path.suffix.lower() in PICTURES:
            known.setdefault((path.parent.name, path.name), path)
            known.setdefault(("", path.name), path)
    return known


def number(raw: Any) -> float | None:
    """A finite number, or None for anything else."""
    if isinstance(raw, bool) or raw is None:
        return None
    try:
        value = float(raw)
    except (OverflowError, TypeError, ValueError):
        return None
    return value if math.isfinite(value) else None


def finite(x: list[float], y: list[float], times: list[float]) -> tuple[list[float], list[float], list[float]]:
    """Fixations with finite coordinates, with their durations where there are as many as fixations."""
    timed = len(times) == len(x)
    points = zip(x, y, times if timed else x, strict=False)
    kept = [one for one in points if math.isfinite(one[0]) and math.isfinite(one[1])]
    return [x for x, _, _ in kept], [y for _, y, _ in kept], [t for *_, t in kept] if timed else []


def number_list(raw: Any) -> list[float]:
    """Numbers of a list, NaN for what is none; empty for anything that is no list."""
    if not isinstance(raw, list):
        return []
    return [math.nan if (value := number(item)) is None else value for item in raw]
