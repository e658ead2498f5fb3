"""The coordinate frame of a model's scanpaths, and evidence that it answers in another one.

No reply states the size of the picture that a model saw. The hits reveal it: in the right frame, many more positions
are on the target. Sizes are tried, and one that fits far better than the frame in use is reported; it is
never taken by itself, because a score may not choose the reading that is best for it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from vlmeval_hvs.answer_frames import CANDIDATES, Aim, FrameDecision, Written, as_written, frame_size, seem_swapped
from vlmeval_hvs.benchmarks.visual_search.answers import decide_answers
from vlmeval_hvs.benchmarks.visual_search.pipeline import decide_searches, said_in
from vlmeval_hvs.benchmarks.visual_search.scoring import SearchScoring
from vlmeval_hvs.benchmarks.visual_search.trials import Trial
from vlmeval_hvs.results.guard import guarded
from vlmeval_hvs.sets import records

Floats = NDArray[np.float64]
Replies = Sequence[tuple[Written, Trial]]

_SIDES = np.geomspace(200, 4000, 302)  # widths of the resized picture, 1 % apart
_MORE_HITS = 10
_DEVIATIONS = 4.0  # hundreds of sizes are tried


class FrameReport(NamedTuple):
    """The frame of a model's answers, what it rests on (for the score file), and warnings."""

    decision: FrameDecision
    details: dict[str, Any]
    warnings: list[str]


def answer_frame(items: pd.DataFrame, trials: Mapping[str, Trial], scoring: SearchScoring) -> FrameReport:
    """Decide in which frame a model answers, over all of its replies."""
    rows = records(items)
    single = [(row["reply"], trials[row["image_name"]]) for row in rows if row["record"] is None]
    if rows and not single:
        searches = [(row["record"], trials[row["image_name"]].shape) for row in rows]
        decision, warnings = decide_searches(searches, scoring.frame, scoring.answer_frame)
        return FrameReport(decision, decision.details(), warnings)
    decision = decide_answers(single, "scanpath", scoring.frame, scoring.answer_frame, scoring.answer_axes)
    details, warnings = decision.details(), decision.warnings()
    if decision.points:
        fit = target_fit(_written(items, trials, decision.axes), decision)
        details["on_target"] = fit.details()
        warnings += fit.warnings(decision)
    return FrameReport(decision, details, scoring.frame_warnings(warnings))


def follow_targets_swapped(
    items: pd.DataFrame, trials: Mapping[str, Trial], axes: str, decision: FrameDecision
) -> bool:
    """Whether the answers follow the targets with x and y exchanged."""
    aims = []
    for written, trial in _written(items, trials, axes):
        x, y = trial.target
        aims.append(Aim(written, trial.shape, (x / trial.shape[1], y / trial.shape[0]), trial.image))
    return seem_swapped(aims, decision)


def _written(items: pd.DataFrame, trials: Mapping[str, Trial], axes: str) -> list[tuple[Written, Trial]]:
    """Positions of replies as written, and of every turn of the searches that went step by step."""
    found: list[tuple[Written, Trial]] = []
    for row in records(items):
        trial, record = trials[row["image_name"]], row["record"]
        if record is None:
            found.append((guarded(Written(), as_written, row["reply"], "scanpath", axes=axes), trial))
        else:
            found += ((written, trial) for written, _ in said_in(record, trial.shape))
    return found


class TargetFit(NamedTuple):
    """How often positions are on the target under several frames.

    Attributes:
        replies: Replies with bare numbers about an image with a target.
        on_target: By frame, how many of them have a position on the target.
        size: Width and height of a picture under which far more have one; ``None`` without such a size.
        hits: How many have one then.
    """

    replies: int
    on_target: dict[str, int]
    size: tuple[int, int] | None
    hits: int

    def details(self) -> dict[str, Any]:
        """For the score file."""
        size = None if self.size is None else {"width": self.size[0], "height": self.size[1], "on_target": self.hits}
        return {"replies": self.replies, "on_target": self.on_target, "resized_picture": size}

    def warnings(self, decision: FrameDecision) -> list[str]:
        """A sentence for the user when another size fits far better."""
        if self.size is None:
            return []
        width, height = self.size
        return [
            f"answers seem to be in pixels of a picture of about {width} x {height}: read so, {self.hits} of "
            f"{self.replies} replies with bare numbers have a position on the target, and "
            f"{self.on_target[decision.frame]} as they are read now ({decision.frame}); if the model saw the image at "
            f"that size, set answer_frame={width}x{height}"
        ]


def target_fit(replies: Replies, decision: FrameDecision) -> TargetFit:
    """Hits of a model's positions under the known frames and under pictures of other sizes."""
    known = [(written, trial) for written, trial in replies if written.bare and trial.present]
    hits = {name: _hits_in_frame(known, name) for name in dict.fromkeys((*CANDIDATES, decision.frame))}
    size, most = None, 0
    for square in (False, True) if known else ():
        table = np.array([_hits_by_width(written, trial, square) for written, trial in known])
        best = int(np.argmax(table.sum(axis=0)))
        count = int(table[:, best].sum())
        if count > most and _far_better(table[:, best], hits[decision.frame]):
            height, width = known[0][1].shape
            across = round(float(_SIDES[best]))
            size, most = (across, across if square else round(across * height / width)), count
    return TargetFit(len(known), {name: int(found.sum()) for name, found in hits.items()}, size, most)


def _far_better(new: NDArray[np.bool_], old: NDArray[np.bool_]) -> bool:
    gained, lost = int((new & ~old).sum()), int((old & ~new).sum())
    return gained - lost >= max(_MORE_HITS, _DEVIATIONS * math.sqrt(gained + lost))


def _on_target(shares: Floats, trial: Trial) -> Any:
    """Which points ``(..., 2)``, x and y as shares of the image, are where the window meets the target."""
    half = np.array([trial.receptive[1] // 2, trial.receptive[0] // 2])
    size = np.array([trial.shape[1], trial.shape[0]])
    top, left, bottom, right = trial.bbox
    low, high = (np.array([left, top]) - half) / size, (np.array([right, bottom]) + half) / size
    return ((shares >= low) & (shares <= high)).all(axis=-1)


def _hits_in_frame(replies: Replies, frame: str) -> NDArray[np.bool_]:
    """Which replies have a position on the target, ``(n,)``."""
    return np.array(
        [
            _on_target(np.array([point[:2] for point in written.points]) / frame_size(frame, trial.shape), trial).any()
            for written, trial in replies
        ],
        dtype=bool,
    )


def _hits_by_width(written: Written, trial: Trial, square: bool) -> NDArray[np.bool_]:
    """Whether a reply has a position on the target, for every width of the picture, ``(sizes,)``."""
    points = np.array([point[:2] for point in written.points])
    if not square:
        points = points * (1.0, trial.shape[1] / trial.shape[0])  # y in units of the width
    return np.asarray(_on_target(points[:, None, :] / _SIDES[None, :, None], trial).any(axis=0))
