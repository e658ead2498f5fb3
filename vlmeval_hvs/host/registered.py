"""What the host has registered, asked of the host itself: imported in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import vlmeval_hvs
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.host.fitness import host_folder

_SECONDS = 600
_MARK = "vlmeval_hvs registered: "
_CODE = f"""
import json, os, sys
for place in (sys.argv[2], sys.argv[1]):
    if place and place not in sys.path:
        sys.path.insert(0, place)
import vlmeval_hvs
from vlmeval.config import supported_VLM
from vlmeval.dataset import SUPPORTED_DATASETS
print({_MARK!r} + json.dumps([list(map(str, SUPPORTED_DATASETS)), list(map(str, supported_VLM))]), flush=True)
os._exit(0)
"""


class Registered(NamedTuple):
    """Names that the host knows: of datasets and of models."""

    datasets: frozenset[str]
    models: frozenset[str]


def registered() -> Registered:
    """Import the host, which takes a quarter of a minute, and read its lists.

    Raises:
        DataError: The host cannot be imported; the message ends with the last line of its traceback.
    """
    folder = host_folder()
    places = [str(Path(vlmeval_hvs.__file__).parents[1]), str(folder.parent) if folder else ""]
    try:
        done = subprocess.run(
            [sys.executable, "-c", _CODE, *places], capture_output=True, text=True, check=False, timeout=_SECONDS
        )
    except subprocess.TimeoutExpired:
        raise DataError(f"the host was not imported within {_SECONDS} s") from None
    told = [line for line in done.stdout.splitlines() if line.startswith(_MARK)]
    if not told:
        last = (done.stderr.strip().splitlines() or ["it ended without a word"])[-1]
        raise DataError(f"the host cannot be imported: {last[:300]}")
    datasets, models = json.loads(told[-1].removeprefix(_MARK))
    return Registered(frozenset(datasets), frozenset(models))
