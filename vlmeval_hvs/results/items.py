"""The item table of a run, as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.results.contract import READ
from vlmeval_hvs.results.files import ITEMS, SCORES

if TYPE_CHECKING:
    import pandas as pd

NEEDED = ("reply", *READ, "failed")
"""Columns that every item table has, beside the index."""


def items_of(result: Result) -> pd.DataFrame:
    """The item table of a result, all text, by index.

    Raises:
        DataError: There is none, or it cannot be read.
    """
    import pandas as pd

    path = result.path.with_name(result.path.name.removesuffix(SCORES) + ITEMS)
    try:
        table = pd.read_csv(path, sep="\t", dtype=str, keep_default_na=False).set_index("index", drop=False)
        missing = [name for name in NEEDED if name not in table]
        if missing or not table.index.is_unique:
            raise ValueError(f"the column {missing[0]} is missing" if missing else "a row stands twice")
        pd.to_numeric(table["score"].replace("", "0"))
    except (OSError, ValueError, KeyError) as error:
        raise DataError(f"{path}: no table of items ({error})") from error
    return table.rename_axis(None)
