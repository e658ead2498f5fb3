"""Seeded subsets of a dataset."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd


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
