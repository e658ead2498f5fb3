"""Evidence that a model answers in pixels of a picture that was resized before it saw it.

Nothing in a reply tells the size of the picture that a model saw. Its hits do: read in the right frame, many more
positions lie on the target. Sizes are tried, and one that fits far better than the frame in use is reported; it is
never taken by itself, because a score may not choose the reading that is best for it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from vlmeval_hvs.answer_frames import CANDIDATES, FrameDecision, Written, frame_size
from vlmeval_hvs.benchmarks.visual_search.trials import Trial

Floats = NDArray[np.float64]

_SIDES = np.geomspace(200, 4000, 302)  # widths of the resized picture, 1 % apart
_MORE_HITS = 10
_DEVIATIONS = 4.0  # hundreds of sizes are tried


class TargetFit(NamedTuple):
    """How often positions lie on the target under several frames.

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
            f"answers seem to be in pixels of a picture of about {width} x {height}: {self.hits} of {self.replies} "
            f"replies with bare numbers then have a position on the target, {self.on_target[decision.frame]} as they "
            f"are read ({decision.frame}); if the model saw the image resized so, give answer_frame={width}x{height}"
        ]


def target_fit(replies: Sequence[tuple[Written, Trial]], decision: FrameDecision) -> TargetFit:
    """Hits of a model's positions under the known frames and under pictures of other sizes.

    Args:
        replies: Positions as written with their trials; only replies with bare numbers count.
        decision: The frame in use.
    """
    known = [(written, trial) for written, trial in replies if written.bare and not math.isnan(trial.bbox[0])]
    frames = dict.fromkeys((*CANDIDATES, decision.frame))
    hits = {name: _hits(known, name) for name in frames}
    counts = {name: int(found.sum()) for name, found in hits.items()}
    best: tuple[int, tuple[int, int] | None] = (0, None)
    if known:
        shape = known[0][1].shape
        for square in (False, True):
            table = np.array([_resized(written, trial, square) for written, trial in known])
            column = int(np.argmax(table.sum(axis=0)))
            if _far_better(table[:, column], hits[decision.frame]) and table[:, column].sum() > best[0]:
                width = round(float(_SIDES[column]))
                size = width, width if square else round(width * shape[0] / shape[1])
                best = int(table[:, column].sum()), size
    return TargetFit(len(known), counts, best[1], best[0])


def _far_better(new: NDArray[np.bool_], old: NDArray[np.bool_]) -> bool:
    gained, lost = int((new & ~old).sum()), int((old & ~new).sum())
    return gained - lost >= max(_MORE_HITS, _DEVIATIONS * math.sqrt(gained + lost))


def _bounds(trial: Trial) -> tuple[Floats, Floats]:
    """Lowest and highest x and y, as shares of the image, from which the window meets the target."""
    half = np.array([trial.receptive[1] // 2, trial.receptive[0] // 2])
    size = np.array([trial.shape[1], trial.shape[0]])
    first, last = np.array([trial.bbox[1], trial.bbox[0]]), np.array([trial.bbox[3], trial.bbox[2]])
    return (first - half) / size, (last + half) / size


def _hits(replies: Sequence[tuple[Written, Trial]], frame: str) -> NDArray[np.bool_]:
    """Which replies have a position on the target, ``(n,)``."""
    found = np.zeros(len(replies), dtype=bool)
    for number, (written, trial) in enumerate(replies):
        shares = np.array([point[:2] for point in written.points]) / frame_size(frame, trial.shape)
        low, high = _bounds(trial)
        found[number] = bool(((shares >= low) & (shares <= high)).all(axis=1).any())
    return found


def _resized(written: Written, trial: Trial, square: bool) -> NDArray[np.bool_]:
    """Whether a reply has a position on the target, for every width of the picture, ``(sizes,)``."""
    points = np.array([point[:2] for point in written.points])
    if not square:
        points = points * (1.0, trial.shape[1] / trial.shape[0])  # y in units of the width
    low, high = _bounds(trial)
    shares = points[:, None, :] / _SIDES[None, :, None]
    return np.asarray(((shares >= low) & (shares <= high)).all(axis=2).any(axis=0))
