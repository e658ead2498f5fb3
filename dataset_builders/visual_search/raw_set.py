"""One plain structure for a search dataset before preprocessing, which every reader of a release fills."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from vlmeval_hvs.errors import DataError

PICTURES = (".jpg", ".jpeg", ".png")

Lumping = Literal["stored", "before", "after", "scored"]
"""When close fixations of a set are merged: the source has done so (``stored``); before its scanpaths are cut at the
target, or after; or not before scoring, so that the set keeps them as recorded (``scored``)."""


@dataclass
class RawTrial:
    """One search image: coordinates in px of a frame ``shape`` (height, width).

    Attributes:
        image: Name of the image, unique within the set.
        image_path: The image file.
        target: Name of the target picture.
        target_path: The target's picture; None where it has to be cut from the image.
        bbox: First row, first column, last row and last column of the target; `NO_TARGET` where there is none.
        shape: Height and width of the frame.
        initial: Initial fixation (x, y); None takes the mean of the participants' first fixations.
        target_object: Category, or "TBD".
        example: Where there is no target in the image: another image that shows one, and the box there in shares of its
            height and width.
        resize: Whether the image is stored at the size of the frame; otherwise the file stays as it is.
    """

    image: str
    image_path: Path
    target: str
    target_path: Path | None
    bbox: tuple[float, float, float, float]
    shape: tuple[int, int]
    initial: tuple[float, float] | None
    target_object: str = "TBD"
    example: tuple[Path, tuple[float, float, float, float]] | None = None
    resize: bool = False


@dataclass
class RawScanpath:
    """One participant's fixations on one image.

    Attributes:
        subject: The participant.
        image: Name of the image.
        x: Columns of the fixations, px of a frame ``shape``.
        y: Rows of the fixations, px of that frame.
        shape: Height and width of the frame.
        cap: Number of fixations at which the participant was stopped, the initial one included.
        durations: Durations of the fixations, ms; not used unless there are as many as fixations.
        correct: Whether the participant said rightly that the target is there or not, where the source says.
        stop: Number of fixations after which the scanpath ends, counted once close ones are merged; None for no end.
    """

    subject: str
    image: str
    x: list[float]
    y: list[float]
    shape: tuple[int, int]
    cap: int
    durations: list[float] = field(default_factory=list)
    correct: bool | None = None
    stop: int | None = None


@dataclass
class RawSet:
    """A whole dataset before preprocessing.

    Attributes:
        name: Name of the dataset.
        trials: Its images.
        scanpaths: Its scanpaths.
        receptive: Height and width of the window around a fixation, px of the images' frame.
        max_length: Longest scanpath that counts, in fixations.
        oddities: How often something had to be tolerated, by what it was.
        skipped: What was left out, and why.
        priors: Saliency map by image, where the release has maps.
        lumping: When close fixations are merged, as in the published preprocessing of the set.
    """

    name: str
    trials: list[RawTrial]
    scanpaths: list[RawScanpath]
    receptive: tuple[int, int]
    max_length: int
    oddities: Counter[str] = field(default_factory=Counter)
    skipped: list[tuple[str, str]] = field(default_factory=list)
    priors: dict[str, Path] = field(default_factory=dict)
    lumping: Lumping = "scored"


def participant(file: Path, taken: dict[str, Path]) -> str:
    """The participant that a file is about, by the number in its name: "01" for ``subj1_scanpaths.json``.

    Args:
        file: The file; without a number in front of the first underscore, its whole stem is the name.
        taken: File of every participant so far; the new one is added.

    Raises:
        DataError: Another file is about the same participant.
    """
    digits = "".join(character for character in file.stem.split("_")[0] if character.isdigit())
    name = f"{int(digits):02d}" if digits else file.stem
    if name in taken:
        raise DataError(f"{taken[name]} and {file.name} are both of participant {name}: put them into one file")
    taken[name] = file
    return name


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


def number_list(raw: Any) -> list[float]:
    """Numbers of a list, NaN for what is none; empty for anything that is no list."""
    if not isinstance(raw, list):
        return []
    return [math.nan if (value := number(item)) is None else value for item in raw]
