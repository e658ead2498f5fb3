"""The coordinate frame of a model's scanpaths, and evidence that it answers in another one.

No reply states the size of the picture that a model saw. The hits reveal it: in the right frame, many more positions
are on the target. Sizes are tried, and one that fits far better than the frame in use is reported; it is
never taken by itself, because a score may not choose the reading that is best for it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from vlmeval_hvs.answer_frames import (
    CANDIDATES,
    Aim,
    FrameDecision,
    Written,
    as_written,
    axes_warning,
    frame_size,
    seem_swapped,
)
from vlmeval_hvs.benchmarks.visual_search.answers import decide_answers
from vlmeval_hvs.benchmarks.visual_search.pipeline import decide_searches, said_in
from vlmeval_hvs.benchmarks.visual_search.scoring import SearchScoring
from vlmeval_hvs.benchmarks.visual_search.trials import Trial
from vlmeval_hvs.results.guard import guarded
from vlmeval_hvs.sets import records

Replies = Sequence[tuple[Written, Trial]]

_SIDES = np.geomspace(200, 4000, 302)  # widths of the resized picture, 1 % apart
_MORE_HITS = 10
_DEVIATIONS = 4.0  # hundreds of sizes are tried


def answer_frame(
    items: pd.DataFrame, trials: Mapping[str, Trial], scoring: SearchScoring
) -> tuple[FrameDecision, dict[str, Any], list[str]]:
    """The frame in which a model answers, decided over all of its replies; what it rests on; and warnings."""
    rows = records(items)
    replies = [(row["reply"], trials[row["image_name"]]) for row in rows if row["record"] is None]
    searched = bool(rows) and not replies
    if searched:
        searches = [(row["record"], trials[row["image_name"]].shape) for row in rows]
        decision, warnings = decide_searches(searches, scoring.frame, scoring.answer_frame)
    else:
        decision = decide_answers(replies, "scanpath", scoring.frame, scoring.answer_frame, scoring.answer_axes)
        warnings = decision.warnings()
    details, written = decision.details(), _written(rows, trials, scoring.answer_axes)
    if decision.points and not searched:
        details["on_target"], resized = target_fit(written, decision)
        warnings += resized
    aims = [
        Aim(one, trial.shape, (trial.target[0] / trial.shape[1], trial.target[1] / trial.shape[0]), trial.image)
        for one, trial in written
    ]
    if seem_swapped(aims, decision):
        placed = "prompts of later turns named other places than the model answered"
        effect = placed if searched else "most positions are then not where they are looked for"
        warnings.append(axes_warning(scoring.answer_axes, effect, again=searched))
    return decision, details, warnings if searched else scoring.frame_warnings(warnings)


def _written(rows: Sequence[Mapping[str, Any]], trials: Mapping[str, Trial], axes: str) -> list[tuple[Written, Trial]]:
    """Positions of replies as written, and of every turn of the searches that went step by step."""
    found: list[tuple[Written, Trial]] = []
    for row in rows:
        trial, record = trials[row["image_name"]], row["record"]
        if record is None:
            found.append((guarded(Written(), as_written, row["reply"], "scanpath", axes=axes), trial))
        else:
            found += ((written, trial) for written, _ in said_in(record, trial.shape))
    return found


def target_fit(replies: Replies, decision: FrameDecision) -> tuple[dict[str, Any], list[str]]:
    """Hits of a model's positions under the known frames, and a warning where a picture of another size has far more.

    Returns:
        ``replies`` with bare numbers about an image with a target; how many have a position ``on_target`` in each
        frame; ``resized_picture``: width, height and hits, or None.
    """
    known = [(written, trial) for written, trial in replies if written.bare and trial.present]
    names = list(dict.fromkeys((*CANDIDATES, decision.frame)))
    frames = _on_target(known, [[frame_size(name, trial.shape) for name in names] for _, trial in known])
    hits = dict(zip(names, (frames.sum(axis=0) if known else [0] * len(names)), strict=True))
    resized: dict[str, int] | None = None
    for square in (False, True) if known else ():
        ratios = [1.0 if square else trial.shape[0] / trial.shape[1] for _, trial in known]
        table = _on_target(known, [np.stack([_SIDES, _SIDES * ratio], axis=1) for ratio in ratios])
        best = int(np.argmax(table.sum(axis=0)))
        new, old = table[:, best], frames[:, names.index(decision.frame)]
        gained, lost, count = int((new & ~old).sum()), int((old & ~new).sum()), int(new.sum())
        better = gained - lost >= max(_MORE_HITS, _DEVIATIONS * math.sqrt(gained + lost))
        if better and (resized is None or count > resized["on_target"]):
            width = round(float(_SIDES[best]))
            resized = {"width": width, "height": round(width * ratios[0]), "on_target": count}
    details = {
        "replies": len(known),
        "on_target": {name: int(n) for name, n in hits.items()},
        "resized_picture": resized,
    }
    if resized is None:
        return details, []
    size = f"{resized['width']}x{resized['height']}"
    return details, [
        f"answers seem to be in pixels of a picture of about {size}: read so, {resized['on_target']} of {len(known)} "
        f"replies with bare numbers have a position on the target, and {hits[decision.frame]} as they are read now "
        f"({decision.frame}); if the model saw the image at that size, set answer_frame={size}"
    ]


def _on_target(replies: Replies, sizes: Sequence[Any]) -> NDArray[np.bool_]:
    """Which replies have a position where the window meets the target, by size of the picture, ``(n, sizes)``."""
    found = []
    for (written, trial), widths in zip(replies, sizes, strict=True):
        shares = np.array([point[:2] for point in written.points])[:, None, :] / np.asarray(widths)
        half, size = np.array(trial.receptive[::-1]) // 2, np.array(trial.shape[::-1])
        top, left, bottom, right = trial.bbox
        low, high = (np.array([left, top]) - half) / size, (np.array([right, bottom]) + half) / size
        found.append(((shares >= low) & (shares <= high)).all(axis=2).any(axis=0))
    return np.array(found)
