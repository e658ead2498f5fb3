"""Random numbers and draws of rows that depend on names, not on the order in which things run."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import pandas as pd


def rng(seed: int, *keys: object) -> np.random.Generator:
    """Random generator that is a function of ``(seed, *keys)`` only.

    Threads, torchrun ranks and resumed runs therefore draw the same numbers for the same row.

    Args:
        seed: The user's seed.
        *keys: Whatever names the draw, for example the row's index and the name of the choice. Keys are compared by
            their text, so ``7`` and ``"7"`` name the same draw.

    Returns:
        A fresh PCG64 generator.

    Example:
        >>> int(rng(0, "row", 7).integers(100)) == int(rng(0, "row", "7").integers(100))
        True
    """
    text = "\x1f".join([str(int(seed)), *(str(key) for key in keys)])
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
    return np.random.Generator(np.random.PCG64(int.from_bytes(digest[:16], "big")))


def stratified(rows: pd.DataFrame, limit: int, column: str, seed: int) -> pd.DataFrame:
    """Draw ``limit`` rows, as even over the values of ``column`` as their numbers allow, in the rows' order.

    The draw of a row depends on (seed, index) only, so a larger limit keeps the rows of a smaller one.

    Args:
        rows: Rows with a text column ``index``.
        limit: Number of rows to keep.
        column: Category column; ignored when the rows have none.
        seed: Seed of the draw.
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
