"""Whom the answers follow: shares of head answers by distance, choices by target, and bars by number of objects."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import pandas as pd
from matplotlib.patches import Rectangle

from vlmeval_hvs.benchmarks.gaze.figures.style import (
    FAINT,
    GAZE,
    HEAD,
    INK,
    MUTED,
    OTHER,
    PAGE,
    TEXT,
    Picture,
    frame,
    heading,
    sheet,
    spread,
    title,
)
from vlmeval_hvs.metrics import cluster_bootstrap
from vlmeval_hvs.metrics.characterization.agents import AGENTS, full_design, simulate

IDEALS = ("human", "random", "head-only", "head-dominant", "coin-flip")
"""Simulated observers of the five categories."""
BY_CATEGORY = {
    "human": "1 human-level",
    "random": "2 guessing",
    "head-only": "3 head-only",
    "head-dominant": "4 head-dominant",
    "coin-flip": "5 coin flip",
}
COMBINATIONS = 24
"""Combinations of objects that the simulated observers see; with three views and three proximities each."""


def controlled(items: pd.DataFrame) -> pd.DataFrame:
    """Matched answers to photos in which the head pose was controlled, with ``distance`` and ``at_head``."""
    rows = items[(items["head_pos"] >= 0) & (items["choice_pos"] >= 0)]
    return rows.assign(
        distance=(rows["gaze_pos"] - rows["head_pos"]).abs(),
        at_head=(rows["choice_pos"] == rows["head_pos"]).astype(float),
        at_gaze=(rows["choice_pos"] == rows["gaze_pos"]).astype(float),
    )


@lru_cache(maxsize=4)
def ideal(n: int) -> dict[str, tuple[float, ...]]:
    """Share of head answers by distance 0 .. n-1 of each simulated observer."""
    found = {}
    for number, name in enumerate(IDEALS):
        photos = simulate(AGENTS[name], full_design({n: COMBINATIONS}), np.random.default_rng([26, number]), prompts=4)
        rows = (photos.condition > 0) & (photos.matched > 0)
        distance = np.abs(photos.gaze - photos.head)[rows]
        share = (photos.at_head / np.maximum(photos.matched, 1))[rows]
        found[name] = tuple(float(share[distance == step].mean()) for step in range(n))
    return found


def head_share(items: pd.DataFrame, model: str) -> Picture | None:
    """Share of answers at the head target by eye-head distance, beside the five ideal curves."""
    rows = controlled(items)
    numbers = [int(n) for n in sorted(rows["n_objects"].unique()) if n > 2]
    if not numbers:
        return None
    figure, axes = sheet(1, len(numbers), min(PAGE, 3.4 * len(numbers) + 0.2), 2.7, sharey=True)
    for axis, n in zip(axes, numbers, strict=True):
        curves = ideal(n)
        heights = spread([curves[name][-1] for name in IDEALS], 0.075)
        for name, height in zip(IDEALS, heights, strict=True):
            axis.plot(range(n), curves[name], color=MUTED, lw=0.9, ls=(0, (3, 2)), zorder=2)
            axis.plot([n - 1, n - 0.86], [curves[name][-1], height], color=FAINT, lw=0.6, clip_on=False)
            axis.text(n - 0.83, height, BY_CATEGORY[name], fontsize=TEXT - 1.5, color=MUTED, va="center")
        part = rows[rows["n_objects"] == n]
        steps = sorted(part["distance"].unique())
        means = np.array([part[part["distance"] == step]["at_head"].mean() for step in steps])
        ends = np.array([_interval(part[part["distance"] == step], "at_head") for step in steps])
        axis.errorbar(steps, means, np.abs(ends.T - means), color=HEAD, lw=2, marker="o", ms=5, capsize=2.5, zorder=4)
        axis.set(
            xlim=(-0.2, n + 0.05), ylim=(-0.03, 1.03), xticks=range(n), xlabel="distance between eyes and head, objects"
        )
        scenes = part["scene_id"].nunique()
        title(axis, f"{n} objects ({len(part)} answers, {scenes} scenes)")
        axis.grid(axis="y", color=FAINT, lw=0.5)
    axes[0].set_ylabel("share of answers at the head target")
    heading(figure, model, HEAD)
    caption = (
        f"{model}: share of answers that name the head target, by the distance between gaze and head target; bars are "
        "95 % intervals over scenes. Dashed: simulated observers of the five categories."
    )
    return Picture("head_share", figure, caption)


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


def bars(tables: Sequence[tuple[str, pd.DataFrame]]) -> Picture | None:
    """Head, gaze and other answers by number of objects, where head and eyes disagree; (model, items) pairs."""
    lines: list[tuple[str, int, tuple[float, float, float], int]] = []
    for model, items in tables:
        rows = controlled(items)
        rows = rows[rows["distance"] > 0]
        for n, part in rows.groupby("n_objects"):
            head, gaze = part["at_head"].mean(), part["at_gaze"].mean()
            lines.append((model, int(n), (head, gaze, max(0.0, 1 - head - gaze)), len(part)))
    if not lines:
        return None
    models = list(dict.fromkeys(line[0] for line in lines))
    figure, (axis,) = sheet(1, 1, PAGE * 0.78, 0.55 + 0.21 * len(lines) + 0.16 * len(models))
    height, labels = 0.0, []
    for model in models:
        top = height
        for _, n, shares, count in (line for line in lines if line[0] == model):
            left = 0.0
            for share, color in zip(shares, (HEAD, GAZE, OTHER), strict=True):
                axis.barh(height, share, left=left, height=0.78, color=color, edgecolor="w", lw=1)
                if share > 0.06:
                    ink = "w" if color != OTHER else INK
                    text = f"{100 * share:.0f}"
                    axis.text(left + share / 2, height, text, ha="center", va="center", fontsize=TEXT - 1.5, color=ink)
                left += share
            axis.text(1.01, height, f"{n} objects, n = {count}", va="center", fontsize=TEXT - 1.5, color=MUTED)
            height += 1
        labels.append(((top + height - 1) / 2, model))
        height += 0.7
    frame(axis)
    axis.set(xlim=(0, 1), ylim=(height - 0.7, -0.7), yticks=[place for place, _ in labels])
    axis.set_yticklabels([model for _, model in labels], color=INK)
    axis.set_xticks([0, 0.25, 0.5, 0.75, 1.0], ["0", "25", "50", "75", "100 %"])
    axis.spines["left"].set_visible(False)
    axis.tick_params(axis="y", length=0)
    for place, word, color in (
        (0.0, "at the head target", HEAD),
        (0.38, "at the gaze target", GAZE),
        (0.76, "other", MUTED),
    ):
        axis.text(place, 1.02, word, transform=axis.transAxes, fontsize=TEXT, color=color, weight="bold", va="bottom")
    caption = "Answers where head and eyes point at different objects, by number of objects; n counts answers."
    return Picture("head_gaze_other", figure, caption)


def _interval(rows: pd.DataFrame, column: str) -> tuple[float, float]:
    return cluster_bootstrap(rows[column].to_numpy(float), rows["scene_id"].to_numpy(str))


def _box(x: float, y: float, width: float, height: float, color: str, style: str = "-") -> Rectangle:
    return Rectangle((x, y), width, height, fill=False, edgecolor=color, lw=1.3, ls=style, zorder=5)
