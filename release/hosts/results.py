"""What runs of a host left behind, and whether two runs left the same."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pandas as pd

RUN = re.compile(r"T\d{8}(-\d{6}|_G[0-9a-fA-F]*)|(RUN_)?\d{14}")
TIME = re.compile(r"\d{4}-?\d\d-?\d\d([T _-]?\d\d:?\d\d:?\d\d(\.\d+)?)?")


def differences(one: Path, other: Path) -> list[str]:
    """Names of files that two folders of results do not have in common, or that say other things.

    Times, and the names of folders that are made of them, count as equal; tables are compared cell by cell.
    """
    first, second = dict(_files(one)), dict(_files(other))
    found = sorted(first.keys() ^ second.keys())
    found += [
        name for name in sorted(first.keys() & second.keys()) if _said(first[name], one) != _said(second[name], other)
    ]
    return found


def _files(folder: Path) -> Iterator[tuple[str, Path]]:
    for path in sorted(folder.rglob("*")):
        name = RUN.sub("RUN", path.relative_to(folder).as_posix())
        if path.is_file() and not path.name.startswith("log"):
            yield name, path


def _said(path: Path, root: Path) -> Any:
    if path.suffix == ".xlsx":
        return pd.read_excel(path, dtype=str).to_csv()
    if path.suffix == ".pkl":  # threads put in what they have as it comes; the tables made of it are compared
        return ""
    text = RUN.sub("RUN", path.read_bytes().decode("utf-8", "replace"))
    if path.suffix == ".json":
        text = re.sub(r'"(elapsed\w*|\w*time\w*|duration\w*)": [^,\n}]+', "", text)
    return TIME.sub("TIME", text.replace(str(root), ""))


def scores(folder: Path) -> dict[str, Any]:
    """The plugin's score file below a folder; empty where there is none."""
    real = {path.resolve() for path in folder.rglob("*_hvs_scores.json")}
    newest = max(real, key=lambda path: path.stat().st_mtime, default=None)
    return json.loads(newest.read_text(encoding="utf-8")) if newest else {}


def predictions(folder: Path, stem: str) -> dict[str, str]:
    """Predictions of the host's file by index; empty where there is none."""
    real = {path.resolve() for ending in ("xlsx", "tsv") for path in folder.rglob(f"{stem}.{ending}")}
    newest = max(real, key=lambda path: path.stat().st_mtime, default=None)
    if newest is None:
        return {}
    read = pd.read_excel(newest, dtype=str) if newest.suffix == ".xlsx" else pd.read_csv(newest, sep="\t", dtype=str)
    return dict(zip(read["index"], read["prediction"], strict=True))


def counted_calls(folder: Path) -> int:
    """Calls of the model in all ledgers below a folder; what one run takes over from another's counts once."""
    real = {path.resolve() for path in folder.rglob("*_hvs_ledger_*.jsonl")}
    count = 0
    for line in {line for path in real for line in path.read_text(encoding="utf-8").splitlines()}:
        with suppress(ValueError):  # a kill tears a line
            count += json.loads(line).get("kind") == "call"
    return count
