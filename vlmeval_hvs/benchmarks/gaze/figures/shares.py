"""Choices by gaze and head target."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.patches import Rectangle

from vlmeval_hvs.benchmarks.gaze.followed import controlled
from vlmeval_hvs.figures.style import GAZE, HEAD, INK, PAGE, TEXT, Picture, heading, sheet, title


def choices(items: pd.DataFrame, model: str) -> Picture | None:
    """Choice against gaze target, for every head target."""
    rows = controlled(items)
    if rows.empty:
        return None
    n = int(rows["n_objects"].max())
    rows = rows[rows["n_objects"] == n]
    figure, axes = sheet(1, n, min(PAGE, 1.75 * n), 2.6, sharey=True)
    for head, axis in enumerate(axes):
        part = rows[rows["head_pos"] == head]
        table = np.zeros((n, n))
        np.add.at(table, (part["gaze_pos"].astype(int), part["choice_pos"].astype(int)), 1.0)
        shares = table / np.maximum(table.sum(axis=1, keepdims=True), 1.0)
        axis.imshow(shares, cmap="Blues", vmin=0, vmax=1)
        for gaze in range(n):
            for choice in range(n):
                dark = shares[gaze, choice] > 0.55
                text = f"{100 * shares[gaze, choice]:.0f}"
                axis.text(choice, gaze, text, ha="center", va="center", fontsize=TEXT - 1, color="w" if dark else INK)
        axis.add_patch(_box(head - 0.5, -0.5, 1, n, HEAD))
        for gaze in range(n):
            axis.add_patch(_box(gaze - 0.46, gaze - 0.46, 0.92, 0.92, GAZE, ":"))
        axis.set(xticks=range(n), yticks=range(n), xlabel="chosen")
        axis.set_xticklabels([str(i + 1) for i in range(n)])
        axis.set_yticklabels([str(i + 1) for i in range(n)])
        title(axis, f"head at {head + 1}", HEAD)
        for side in axis.spines.values():
            side.set_visible(False)
    axes[0].set_ylabel("eyes at", color=GAZE)
    heading(figure, model)
    caption = (
        f"{model}: of all answers with {n} objects ({len(rows)}), the percentage that names each position (columns) "
        "for each gaze target (rows) and head target (panels). Orange column: the head target; blue diagonal: the gaze "
        "target. Eyes only: the diagonal is dark; head only: the column is."
    )
    return Picture("choices", figure, caption)


def _box(x: float, y: float, width: float, height: float, color: str, style: str = "-") -> Rectangle:
    return Rectangle((x, y), width, height, fill=False, edgecolor=color, lw=1.3, ls=style, zorder=5)
