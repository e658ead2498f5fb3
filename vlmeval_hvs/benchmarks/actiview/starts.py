"""Random start views of ActiView's Shifting-R."""

from __future__ import annotations

import random
from functools import lru_cache

from vlmeval_hvs.seeding import rng

RELEASED_ROWS = 325
RELEASED_SEED = 1234


def random_start(index: str, n_views: int, seed: int, total_rows: int) -> int:
    """1-based random start view of a row.

    For the whole released set and the default seed 0 it is the sequence of the official scripts: Python's generator
    seeded with 1234, one draw per question in file order. Otherwise it is a function of (seed, row).

    Args:
        index: Row index; in the released set the 1-based place of the question in the file.
        n_views: Number of views.
        seed: The user's seed.
        total_rows: Rows of the built set, before any limit.
    """
    if total_rows == RELEASED_ROWS and seed == 0 and index.isdigit() and 1 <= int(index) <= RELEASED_ROWS:
        return _released(n_views)[int(index) - 1]
    return int(rng(seed, "ActiView start", index, n_views).integers(1, n_views + 1))


@lru_cache(maxsize=8)
def _released(n_views: int) -> tuple[int, ...]:
    generator = random.Random(RELEASED_SEED)
    return tuple(generator.randint(0, n_views - 1) + 1 for _ in range(RELEASED_ROWS))
