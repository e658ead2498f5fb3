"""All items of all runs in one typed table."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from vlmeval_hvs.errors import MissingPackageError, install
from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.results.contract import READ, ScoreReport
from vlmeval_hvs.viewer.samples import items_of, verdict

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

RUN = ("benchmark", "dataset", "model", "digest", "settings", "version", "validity", "reading")
"""Columns that say of which run an item is; ``settings`` is a JSON object."""

OTHER = tuple(f"{name}_other" for name in READ)
"""The columns of `READ` by the reading that is not the headline's."""

CONTRACT = ("index", "verdict", "reply", *READ, *OTHER, "failed")
"""Columns that every benchmark has; ``verdict`` is a key of `vlmeval_hvs.viewer.samples.VERDICTS`."""

FLAGS = ("fallback", "fallback_other", "failed")
NUMBERS = ("score", "score_other")
_NUMBER = re.compile(r"[+-]?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?|\.\d+")


def items_table(results: Sequence[Result]) -> pd.DataFrame:
    """One line per item of every run, all text, empty cells for columns that a benchmark does not have.

    Args:
        results: Runs with their item files.

    Returns:
        The columns `RUN` and `CONTRACT`, then those of the benchmarks in the order in which they come.

    Raises:
        DataError: A run has no item file that can be read.
    """
    import pandas as pd

    tables = []
    for result in results:
        items = items_of(result).reset_index(drop=True)
        other = next((name.removeprefix("answer") for name in items if name in ("answer_paper", "answer_robust")), "")
        items = items.rename(columns={f"{name}{other}": f"{name}_other" for name in READ} if other else {})
        verdicts = [verdict(item) for item in items.to_dict("records")]
        facts = _facts(result)
        head = pd.DataFrame({name: [facts[name]] * len(items) for name in RUN})
        own = [name for name in items if name not in CONTRACT]
        items = items.reindex(columns=[name for name in CONTRACT if name != "verdict"] + own, fill_value="")
        items.insert(1, "verdict", verdicts)
        tables.append(pd.concat([head, items.rename(columns=_distinct(own))], axis=1))
    return pd.concat(tables, ignore_index=True).fillna("")


def _distinct(own: Sequence[str]) -> dict[str, str]:
    """New names for columns of a benchmark that are named as one that says of which run an item is."""
    return {name: f"item_{name}" for name in own if name in RUN}


def _facts(result: Result) -> dict[str, str]:
    scores = result.scores
    settings = json.dumps(scores.get("settings", {}), ensure_ascii=False, sort_keys=True, default=str)
    return {
        "benchmark": result.benchmark,
        "dataset": result.dataset,
        "model": result.model,
        "digest": str(scores.get("digest", "")),
        "settings": settings,
        "version": str(scores.get("version", "")),
        "validity": result.validity,
        "reading": str(scores.get("reading") or ""),
    }


def arrow_table(items: pd.DataFrame) -> pa.Table:
    """The table with a type for every column.

    `FLAGS` are bool, `NUMBERS` float64, names of runs dictionaries of strings. A benchmark's own column is float64
    where every cell that is not empty is written as a number, else string; ``truth`` is always a string. An empty cell
    is null, but in the texts of `CONTRACT`, where "" is a value.

    Raises:
        MissingPackageError: There is no pyarrow.
    """
    try:
        import pyarrow as pa
    except ImportError as error:
        raise MissingPackageError(f"Parquet needs pyarrow: {install('build')}") from error
    columns: dict[str, Any] = {}
    for name in items:
        cells = items[name].tolist()
        if name in FLAGS:
            flags = [None if cell == "" else cell in ("1", "1.0", "True") for cell in cells]
            columns[name] = pa.array(flags, pa.bool_())
        elif name in NUMBERS or (name not in (*RUN, *CONTRACT, "truth") and all(map(_is_number, cells)) and any(cells)):
            columns[name] = pa.array([float(cell) if cell else None for cell in cells], pa.float64())
        elif name in RUN:
            columns[name] = pa.array(cells, pa.string()).dictionary_encode()
        else:
            empty = "" if name in CONTRACT else None
            columns[name] = pa.array([_whole(cell) or empty for cell in cells], pa.string())
    made = pa.table(columns)
    return made.replace_schema_metadata({"vlmeval_hvs_items": str(ScoreReport.SCHEMA)})


def _is_number(cell: str) -> bool:
    return cell == "" or _NUMBER.fullmatch(cell) is not None


def _whole(text: str) -> str:
    """A text that is valid Unicode; half of a surrogate pair becomes a question mark."""
    return text.encode("utf-8", "replace").decode()


def parquet(items: pd.DataFrame) -> bytes:
    """The table as a Parquet file.

    Raises:
        MissingPackageError: There is no pyarrow.
    """
    table = arrow_table(items)
    import pyarrow.parquet as pq

    buffer = io.BytesIO()
    pq.write_table(table, buffer, compression="zstd")
    return buffer.getvalue()


def json_lines(items: pd.DataFrame) -> bytes:
    """One JSON object per item: texts, flags as true or false, numbers, null for an empty flag or number."""
    lines = []
    for item in items.to_dict("records"):
        for name in FLAGS:
            item[name] = None if item[name] == "" else item[name] in ("1", "1.0", "True")
        for name in NUMBERS:
            item[name] = float(item[name]) if item[name] else None
        item["settings"] = json.loads(item["settings"])
        lines.append(json.dumps(item, ensure_ascii=False))
    return "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")
