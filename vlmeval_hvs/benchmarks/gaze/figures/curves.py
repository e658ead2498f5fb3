"""Psychometric curves of several models."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from vlmeval_hvs.benchmarks.gaze.psychometric import CUES, levels_of
from vlmeval_hvs.figures.looks import looks
from vlmeval_hvs.figures.style import (
    FAINT,
    INK,
    MOST_SERIES,
    MUTED,
    PAGE,
    TEXT,
    Picture,
    sheet,
    title,
)
from vlmeval_hvs.figures.words import legible
from vlmeval_hvs.metrics.psychometric import weibull
from vlmeval_hvs.results.charts import Series


def psychometric(
    results: Sequence[tuple[str, dict[str, Any]]], known: Mapping[str, int] | None = None
) -> Picture | None:
    """Accuracy by separation for every cue, and head answers by distance; (model, details) pairs.

    More models than colours cannot be told apart: the first ones are shown, and the caption says so.
    """
    shown = results[:MOST_SERIES]
    colors = [look.color for look in looks([Series(model, "run", ()) for model, _ in shown], known)]
    cues = [cue for cue in ("both", "eyes", "head") if any(cue in details["curves"] for _, details in shown)]
    if not cues:
        return None
    figure, axes = sheet(1, len(cues) + 1, PAGE, 2.5, sharey=True)
    for axis, cue in zip(axes, cues, strict=False):
        chance = None
        for number, (color, (_, details)) in enumerate(zip(colors, shown, strict=False)):
            if cue not in details["curves"]:
                continue
            curve = details["curves"][cue]
            chance = curve["chance"]
            x, y, interval = levels_of(details["curves"], cue)
            # Side by side, so that the intervals of several models can be seen.
            beside = x * 1.035 ** (number - (len(shown) - 1) / 2)
            axis.errorbar(beside, y, np.abs(interval.T - y), fmt="o", ms=3.2, color=color, lw=0.8, capsize=0)
            _drawn(axis, curve, x, y, color)
        if chance is not None:
            axis.axhline(chance, color=MUTED, lw=0.7, ls=(0, (2, 2)))
            axis.text(
                0.98,
                chance - 0.06,
                "guessing",
                fontsize=TEXT - 2,
                color=MUTED,
                ha="right",
                transform=axis.get_yaxis_transform(),
            )
        title(axis, CUES[cue])
        axis.set(xlabel="degrees apart", xscale="log", ylim=(-0.02, 1.04))
        ticks = sorted(
            {float(x) for _, details in shown if cue in details["curves"] for x in levels_of(details["curves"], cue)[0]}
        )
        axis.set_xticks(ticks, [f"{tick:g}" for tick in ticks])
        axis.minorticks_off()
        axis.grid(axis="y", color=FAINT, lw=0.5)
    _conflict(axes[-1], shown, colors)
    axes[0].set_ylabel("share of answers")
    figure.legend(
        handles=[
            axes[0].plot([], [], "o-", color=color, ms=4, lw=1.5, label=legible(model))[0]
            for color, (model, _) in zip(colors, shown, strict=False)
        ],
        loc="outside upper left",
        ncols=min(5, len(shown)),
        frameon=False,
        fontsize=TEXT - 0.5,
        labelcolor=INK,
        handlelength=1.4,
        columnspacing=1.2,
    )
    left = f" {len(results) - len(shown)} more models are not shown." if len(results) > len(shown) else ""
    trials = sum(level["trials"] for cue in cues for level in shown[0][1]["curves"].get(cue, {}).get("levels", []))
    caption = (
        "Right answers by the angle between neighbouring objects, seen from the eyes, with fitted Weibull functions "
        "(none where nothing rises above guessing); right: answers at the head target where head and eyes disagree. "
        f"Bars are 95 % intervals over scenes; {trials} answers per model in the first panels.{left}"
    )
    return Picture("psychometric", figure, caption)


def _drawn(axis: Any, curve: dict[str, Any], x: np.ndarray, y: np.ndarray, color: str) -> None:
    """Draw the fitted function, or a thin line where there is none."""
    fit = curve.get("fit")
    if fit is None:
        axis.plot(x, y, color=color, lw=0.7, alpha=0.5)
        return
    fine = np.geomspace(x[0], x[-1], 60)
    height = fit["guess"] + (1 - fit["guess"] - fit["lapse"]) * weibull(fine, fit["threshold"], fit["slope"])
    axis.plot(fine, height, color=color, lw=1.7)


def _conflict(axis: Any, shown: Sequence[tuple[str, dict[str, Any]]], colors: Sequence[str]) -> None:
    for number, (color, (_, details)) in enumerate(zip(colors, shown, strict=False)):
        rows = details["conflict_by_degrees"]
        if rows:
            # Side by side, as in the other panels.
            x = np.array([row["degrees"] for row in rows]) * 1.02 ** (number - (len(shown) - 1) / 2)
            y = np.array([row["head"] for row in rows])
            ends = np.array([row["head_interval"] for row in rows], dtype=float)
            axis.errorbar(x, y, np.abs(ends.T - y), fmt="o-", ms=3.2, lw=0.8, capsize=0, color=color)
    title(axis, "head, eyes elsewhere")
    axis.set_xlabel("degrees between them")
    axis.grid(axis="y", color=FAINT, lw=0.5)
