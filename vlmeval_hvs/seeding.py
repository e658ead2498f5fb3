"""Random numbers and draws of rows that depend on names, not on the order in which things run."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import pandas as pd


def rng(seed: int, *keys: object) -> np.random.Generator:
    """Random generator that is a function of ``(seed, *keys)`` only.

    Threads, torchrun ranks and resumed runs therefore draw the same numbers for the same row. Keys, such as the row's
    index and the name of the choice, are compared by their text: ``7`` and ``"7"`` name the same draw.
    """
    text = "\x1f".join([str(int(seed)), *(str(key) for key in keys)])
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
    return np.random.Generator(np.random.PCG64(int.from_bytes(digest[:16], "big")))


def stratified(rows: pd.DataFrame, limit: int, column: str, seed: int) -> pd.DataFrame:
    """Draw ``limit`` rows, as even over the values of ``column`` (if there) as their numbers allow, in the rows' order.

    The draw of a row depends on (seed, index) only, so a larger limit keeps the rows of a smaller one.
    """
    if limit >= len(rows):
        return rows
    import pandas as pd

    order = [hashlib.sha256(f"{seed}\x1f{index}".encode()).hexdigest() for index in rows["index"]]
    groups = rows[column] if column in rows else pd.Series("", index=rows.index)
    frame = pd.DataFrame({"group": list(groups), "draw": order, "position": range(len(rows))})
    frame["turn"] = frame.sort_values("draw").groupby("group").cumcount()
    chosen = frame.sort_values(["turn", "draw"]).head(limit)["position"].sort_values()
    return rows.iloc[list(chosen)]
