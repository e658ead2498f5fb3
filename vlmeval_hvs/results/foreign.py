"""Finds prediction files that belong to other rows or datasets, by what the files themselves carry.

A file without a ledger proves nothing, but it may disprove: hosts write the columns of the rows beside the replies,
name the file after the dataset, and pipelines note in their records how they asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.names import base_name, is_demo
from vlmeval_hvs.registry import all_cards
from vlmeval_hvs.results.predictions import some
from vlmeval_hvs.results.same_text import same_text

if TYPE_CHECKING:
    import pandas as pd

_OURS = ("index", "prediction", "finished")
_SHOWN = 60


def refuse_other_name(path: Path, dataset: str) -> None:
    """Refuse a file that is named after another dataset; labels (``@label``) do not count.

    Raises:
        DataError: Names both datasets.
    """
    stem = path.stem.split("@", 1)[0]
    forms = {form for card in all_cards() for name in card.datasets for form in (name, f"{name}_DEMO")}
    named = max((form for form in forms if stem == form or stem.endswith(f"_{form}")), key=len, default="")
    if named and (base_name(named), is_demo(named)) != (base_name(dataset), is_demo(dataset)):
        raise DataError(
            f"{path} is named after {named}, not {dataset}: score it with the dataset that it was made for, or "
            "rename it if the name means nothing"
        )


def refuse_other_rows(rows: pd.DataFrame, predictions: pd.DataFrame, source: str | Path) -> None:
    """Refuse a file whose columns are those of other rows.

    Args:
        rows: The rows that were asked, all text.
        predictions: The table that `read_predictions` returns; its indices fit.
        source: Name of the file in an error.

    Raises:
        DataError: Names the column, the rows, and one cell of both sides.
    """
    ours = rows.set_index("index")
    theirs = predictions.set_index("index").reindex(ours.index)
    for name in (name for name in predictions if name in ours and name not in _OURS):
        pairs = zip(ours.index, ours[name], theirs[name], strict=True)
        # An empty cell is no evidence: a format may have emptied it.
        unlike = [index for index, own, found in pairs if found != "" and not same_text(own, found)]
        if unlike:
            first = unlike[0]
            raise DataError(
                f"{source} was made with other rows: its column {name} differs at index {some(unlike)}, for example "
                f"{_short(theirs[name][first])} there and {_short(ours[name][first])} in the data at index {first}. "
                "Score it with the dataset that it was made for; drop the column if it means something else"
            )


def refuse_other_records(items: pd.DataFrame, mismatch: Callable[[Mapping[str, Any]], str], source: str | Path) -> None:
    """Refuse a file with records of pipelines that asked something else.

    Args:
        items: The joined rows, as `join_predictions` returns them.
        mismatch: Why an answered row cannot be an answer to this dataset's; "" where it can.
        source: Name of the file in an error.

    Raises:
        DataError: Names the rows, and why the first one does not fit.
    """
    found: list[tuple[str, str]] = []
    for row in items.to_dict("records"):
        record = row["record"] or {}
        answered = (row["reply"] or record) and "declined" not in record
        why = mismatch(row) if answered and not row["failed"] and not row["left_out"] else ""
        if why:
            found.append((str(row["index"]), why))
    if found:
        indices: Sequence[str] = [index for index, _ in found]
        raise DataError(
            f"{source} is not of this dataset or these options: {found[0][1]}; at index {some(list(indices))}"
        )


def _short(text: str) -> str:
    line = " ".join(text.split())
    return repr(line if len(line) <= _SHOWN else f"{line[: _SHOWN - 3]}...")
