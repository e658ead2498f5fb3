"""Paired comparison of runs: every row is compared with itself.

Rows of the same data are joined by index. Intervals and tests take images or scenes as units, because questions about
one picture are not independent. P values are corrected within families: the overall differences of all pairs are one
family, the slices and metrics of each pair another. A benchmark declares its units, slices and metrics in its `Design`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.registry import card_of, dataset_class

if TYPE_CHECKING:
    import pandas as pd

Values = Mapping[str, Mapping[str, float]]  # metric to unit (an image, say) to value


@dataclass(frozen=True)
class Design:
    """The design of a benchmark's item tables."""

    cluster: str = ""  # item column of the units, such as the image; "" where every row is a unit
    slices: tuple[str, ...] = ()  # item columns by which a difference is split, the coarsest first
    # Item columns with further measures, each with its name in tables; columns with the suffix of a reading are used
    # for that reading
    metrics: Mapping[str, str] | None = None
    absolute: tuple[str, ...] = ()  # columns of `metrics` whose sign does not matter
    # Weight of every row in the headline, from the item table; a row of weight 0 does not count. None weighs all rows
    # equally
    weights: Callable[[pd.DataFrame], pd.Series] | None = None
    beside: tuple[str, ...] = ()  # options of the scoring that change no score and no metric of a row
    by_unit: Callable[[Mapping[str, Any]], Values] | None = None  # metrics by unit, from the content of a score file


def design_of(dataset: str) -> Design:
    """The design of a dataset's benchmark; an empty one where the benchmark is not known here."""
    try:
        found = dataset_class(card_of(dataset)).DESIGN
    except DataError:
        return Design()
    return found if isinstance(found, Design) else Design()
