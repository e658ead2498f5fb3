"""Demo sets asked of one scripted server: through a host, and by ``vlmeval-hvs ask``, which needs none."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pandas as pd

from tests.scripted_server import REPLIES, Server

SERVED = "served-model"
ASKED = "asked"


def by_words(body: dict[str, Any]) -> str:
    """A reply drawn by the words of a request: clients do not agree on how an image is sent."""
    parts = [part for message in body["messages"] for part in message["content"]]
    words = "".join(part if isinstance(part, str) else part.get("text", "") for part in parts)
    return REPLIES[hashlib.sha256(words.encode()).digest()[0] % len(REPLIES)]


def server() -> Server:
    """The server; use it in a ``with``."""
    return Server(by_words)


def ask(url: str, names: tuple[str, ...], data: Path, work: Path) -> None:
    """Ask datasets without a host, into a folder ``asked``.

    Raises:
        RuntimeError: It failed; the message is what it said.
    """
    command = [sys.executable, "-m", "vlmeval_hvs.cli", "ask", "--base-url", url, "--model", SERVED]
    command += ["--data", *names, "--work-dir", str(work / ASKED)]
    settings = {"LMUData": str(data), "VLMEVAL_HVS_AUTOLOAD": "0"}
    done = subprocess.run(command, env={**os.environ, **settings}, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"vlmeval-hvs ask ended with {done.returncode}: {done.stderr[-800:]}")


def compared(work: Path, names: tuple[str, ...]) -> dict[str, Any]:
    """How many rows were scored, and which of them differ from those of `ask` in any column.

    Args:
        work: Folder with the results of each dataset in ``served-<name>``, and ``asked``.
        names: The datasets.
    """
    rows, different = 0, []
    for name in names:
        here, there = _items(work / ASKED, name), _items(work / f"served-{name}", name)
        rows += len(here)
        if here.columns.tolist() != there.columns.tolist() or here.index.tolist() != there.index.tolist():
            different.append(f"{name}: other rows or columns")
        else:
            different += [f"{name}: row {index}" for index in here.index[(here != there).any(axis=1)]]
    return {"rows": rows, "different": different}


def _items(folder: Path, name: str) -> pd.DataFrame:
    real = {path.resolve() for path in folder.rglob(f"{SERVED}_{name}_hvs_items.tsv")}
    if len(real) != 1:
        return pd.DataFrame({"index": []}).set_index("index")
    return pd.read_csv(real.pop(), sep="\t", dtype=str, keep_default_na=False).set_index("index")
