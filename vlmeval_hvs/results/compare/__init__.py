"""Paired comparison of runs: every row is compared with itself.

Rows are joined by their index on the same data; intervals and tests take images or scenes as the units, because
questions about one picture are not independent; p values are corrected within families: the overall
differences of all pairs are one, the slices and metrics of each pair another.

What a benchmark has to say for it is its `Design`: what its rows share, how they differ, what else they measure.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.registry import card_of, dataset_class

if TYPE_CHECKING:
    import pandas as pd

Values = Mapping[str, Mapping[str, float]]
"""Metric to unit (an image, say) to value."""


@dataclass(frozen=True)
class Design:
    """The design of a benchmark's item tables.

    Attributes:
        cluster: Item column that names what rows share, such as the image; "" where rows share nothing.
        slices: Item columns by which a difference is split, the coarsest first.
        metrics: Item columns with other measures than the score, each with its name in tables. Of a column with the
            ending of the other reading, that reading's is taken.
        absolute: Those of them whose sign does not matter.
        weights: Weight of every row in the headline, from the item table; rows of weight 0 are not in it. None where
            all rows count alike.
        beside: Options of the scoring that change no score and no metric of a row.
        by_unit: Metrics that score files hold by unit, from the content of a score file.
    """

    cluster: str = ""
    slices: tuple[str, ...] = ()
    metrics: Mapping[str, str] | None = None
    absolute: tuple[str, ...] = ()
    weights: Callable[[pd.DataFrame], pd.Series] | None = None
    beside: tuple[str, ...] = ()
    by_unit: Callable[[Mapping[str, Any]], Values] | None = None


def design_of(dataset: str) -> Design:
    """The design of a dataset's benchmark; an empty one where the benchmark is not known here."""
    try:
        found = dataset_class(card_of(dataset)).DESIGN
    except DataError:
        return Design()
    return found if isinstance(found, Design) else Design()
