"""Which rows a limited run asks: whole scenes with one prompt first, because the tests compare photos within scenes."""

from __future__ import annotations

import hashlib

import pandas as pd


def by_scene(rows: pd.DataFrame, limit: int, seed: int) -> pd.DataFrame:
    """Draw ``limit`` rows scene by scene, in the rows' order.

    All photos of a scene are asked with one and the same prompt before the next scene follows, taking turns over the
    numbers of objects; when every photo was asked once, the second prompt of each scene follows, and so on. The 16
    prompts of a photo are nearly one observation, and a photo says most beside the other photos of its scene. The order
    depends on the seed and the names of scenes and prompts only, so a larger limit keeps the rows of a smaller one.

    Args:
        rows: Rows with the text columns ``scene_id``, ``prompt_id``, ``n_objects`` and ``index``.
        limit: Number of rows to keep; the last scene may be cut.
        seed: Seed of the draw.
    """
    if limit >= len(rows):
        return rows

    def drawn(*parts: str) -> str:
        return hashlib.sha256("\x1f".join((str(seed), *parts)).encode()).hexdigest()

    scenes = rows[["scene_id", "n_objects"]].drop_duplicates("scene_id")
    scenes = scenes.assign(draw=[drawn(scene) for scene in scenes["scene_id"]]).sort_values("draw")
    scenes["turn"] = scenes.groupby("n_objects").cumcount()
    order = scenes.sort_values(["turn", "n_objects"])["scene_id"]
    place = dict(zip(order, range(len(order)), strict=True))
    asked = rows[["scene_id", "prompt_id"]].drop_duplicates()
    pairs = zip(asked["scene_id"], asked["prompt_id"], strict=True)
    asked = asked.assign(draw=[drawn(scene, prompt) for scene, prompt in pairs]).sort_values("draw")
    asked["turn"] = asked.groupby("scene_id").cumcount()
    turn = dict(zip(zip(asked["scene_id"], asked["prompt_id"], strict=True), asked["turn"], strict=True))
    frame = pd.DataFrame(
        {
            "turn": [turn[pair] for pair in zip(rows["scene_id"], rows["prompt_id"], strict=True)],
            "scene": [place[scene] for scene in rows["scene_id"]],
            "draw": [drawn(index) for index in rows["index"]],
            "position": range(len(rows)),
        }
    )
    chosen = frame.sort_values(["turn", "scene", "draw"]).head(limit)["position"].sort_values()
    return rows.iloc[list(chosen)]
