"""Photos in which head and eyes disagree, with what a model answered."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from PIL import Image

from vlmeval_hvs.figures.style import GAZE, HEAD, INK, MUTED, PAGE, PAPER, TEXT, Picture, bare
from vlmeval_hvs.figures.words import legible

N_PHOTOS = 5


def worst(items: pd.DataFrame) -> pd.DataFrame:
    """One row per photo in which head and eyes disagree, the most wrong ones first, views and scenes in turn.

    Args:
        items: Item table; answers at the head and right ones are averaged over the prompts of a photo.
    """
    rows = items[(items["head_pos"] >= 0) & (items["head_pos"] != items["gaze_pos"])]
    rows = rows.assign(
        distance=(rows["head_pos"] - rows["gaze_pos"]).abs(),
        at_head=(rows["choice_pos"] == rows["head_pos"]).astype(float),
    )
    photos = rows.groupby("stimulus_id", sort=True).agg(
        first=("index", "first"),
        view=("view", "first"),
        scene_id=("scene_id", "first"),
        gaze_pos=("gaze_pos", "first"),
        head_pos=("head_pos", "first"),
        distance=("distance", "first"),
        at_head=("at_head", "mean"),
        right=("score", "mean"),
        asked=("score", "size"),
        answer=("answer", _most),
    )
    photos = photos.sort_values(["right", "at_head", "distance"], ascending=[True, False, False], kind="stable")
    photos = photos.drop_duplicates("scene_id")
    turn = photos.groupby("view").cumcount()
    return photos.assign(turn=turn).sort_values(["turn", "right"], kind="stable").head(N_PHOTOS)


def _most(answers: pd.Series) -> str:
    counts = answers.fillna("").astype(str).value_counts()
    return str(counts.index[0])


def strip(
    items: pd.DataFrame, model: str, row_of: Callable[[str], dict[str, str]], path_of: Callable[[str], str]
) -> Picture | None:
    """A row of photos, each with where eyes and head point and what the model said most often.

    Args:
        items: Item table of a run.
        model: Name of the model.
        row_of: Row of the set by index.
        path_of: Absolute path of an image of the set.
    """
    chosen = worst(items)
    if chosen.empty:
        return None
    side, below, above, gap = PAGE / len(chosen), 0.5, 0.26, 0.05
    height = side + below + above
    figure = Figure(figsize=(PAGE, height), facecolor=PAPER)
    axes = [
        figure.add_axes((i / len(chosen) + gap / 2 / PAGE, below / height, (side - gap) / PAGE, (side - gap) / height))
        for i in range(len(chosen))
    ]
    for axis, (_, photo) in zip(axes, chosen.iterrows(), strict=True):
        row = row_of(str(photo["first"]))
        with Image.open(path_of(row["image_path"])) as picture:
            axis.imshow(np.asarray(picture.convert("RGB")))
        bare(axis)
        names = row["objects"].split("+")
        gaze, head = names[int(photo["gaze_pos"])], names[int(photo["head_pos"])]
        said = photo["answer"] or "no object"
        right = photo["right"] * photo["asked"]
        color = HEAD if said == head else (GAZE if said == gaze else MUTED)
        for line, (text, ink, weight) in enumerate(
            (
                (f"eyes: {gaze}", GAZE, "normal"),
                (f"head: {head}", HEAD, "normal"),
                (f"said: {said}, {right:.0f} of {photo['asked']:.0f} right", color, "bold"),
            )
        ):
            axis.text(
                0, -0.08 - 0.1 * line, text, transform=axis.transAxes, fontsize=TEXT - 1.3, color=ink, weight=weight
            )
    figure.text(
        0.006, 1 - 0.18 / height, f"{legible(model)}: head and eyes apart", fontsize=TEXT + 1, color=INK, weight="bold"
    )
    caption = (
        f"{model}: pictures in which head and eyes point at different objects, from each view those that it got wrong "
        "most often, one per scene; below each the commonest answer and the share of right ones over its prompts."
    )
    return Picture("conflicts", figure, caption)
