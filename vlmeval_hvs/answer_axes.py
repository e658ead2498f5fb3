"""Evidence that a model writes the vertical position first: ``[y, x]``, or boxes ``[ymin, xmin, ymax, xmax]``.

A pair of numbers does not say which of them is x. Many pairs beside the places that they were to be near do: they
follow those places with x and y exchanged. That is told, with the score under either reading, and never taken by
itself, because a score may not choose the reading that is best for it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from vlmeval_hvs.answer_frames import AXES, FrameDecision, Shape, Written, frame_size

_FEWEST = 10  # replies
_CORRELATION = 0.3
_DEVIATIONS = 3.5


class Aim(NamedTuple):
    """A reply and the place that it was to be near.

    Attributes:
        written: Its positions as written.
        shape: Height and width of the image.
        target: The place, (x, y) as shares of the image.
        picture: Name of the picture; replies about one picture count as one piece of evidence.
    """

    written: Written
    shape: Shape
    target: tuple[float, float]
    picture: str


def seem_swapped(aims: Iterable[Aim], decision: FrameDecision) -> bool:
    """Whether the last positions of replies follow the targets with x and y exchanged, and do not as they are read.

    Both are correlations, so that neither a wrong scale nor a place that a model always names is taken for it.
    """
    pairs, pictures = [], set()
    for written, shape, target, picture in aims:
        if written.points and all(map(math.isfinite, target)):
            size = np.array(frame_size(decision.of(written), shape))
            place = np.clip(written.points[-1][:2], 0, 2 * size.max())  # the other axis may be the longer one
            pairs.append((place / size.max(), target * size / size.max()))
            pictures.add(picture)
    if len(pictures) < _FEWEST:
        return False
    answers, targets = np.array(pairs).transpose(1, 0, 2)
    answers, targets = answers - answers.mean(axis=0), targets - targets.mean(axis=0)
    spread = float(np.linalg.norm(answers) * np.linalg.norm(targets))
    if not spread:
        return False
    swapped, read = ((one * targets).sum() / spread for one in (answers[:, ::-1], answers))
    return bool(swapped > _CORRELATION and (swapped - read) * math.sqrt(len(pictures)) > _DEVIATIONS)


def other_axes(axes: str) -> str:
    """The other order of x and y."""
    return AXES[1 - AXES.index(axes)]


def axes_warning(axes: str, scores: str, again: bool = False) -> str:
    """The sentence for the user.

    Args:
        axes: The order in which positions are read.
        scores: What the score is under either reading, or why it cannot be told.
        again: Whether the model has to be asked again.
    """
    other = other_axes(axes)
    return (
        f"answers seem to be written as [{', '.join(other)}], and are read as [{', '.join(axes)}]: {scores}; if the "
        f"model answers so, give answer_axes={other}{', and run it again' * again}"
    )
