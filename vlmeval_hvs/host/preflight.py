"""Before the first question: is all there that a run needs, and can its replies be scored?

A fault that is found here costs seconds. Found later, it costs the inference, or ends as a score that is none.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from vlmeval_hvs.cache import limit_bytes
from vlmeval_hvs.configs import refuse_wrong
from vlmeval_hvs.dataset import HVSDataset
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.file_check import unsound_files
from vlmeval_hvs.host.arguments import given, is_runner, scores_only, work_folder
from vlmeval_hvs.host.rehearsal import rehearse
from vlmeval_hvs.places import existing, writable

SWITCH = "VLMEVAL_HVS_PREFLIGHT"
"""Environment variable; 0 leaves the preflight out."""

RESERVE = 50_000_000
"""Bytes that stay free for results and logs."""

_NAMED = 5  # damaged files that a message names
_passed: set[tuple[str, str, str]] = set()


def before_the_first_question(dataset: HVSDataset[Any]) -> None:
    """The preflight of a dataset that the host has just made; once for the same dataset, data and options.

    Raises:
        DataError: A run cannot work; the message lists all reasons.
    """
    if os.environ.get(SWITCH) == "0" or scores_only(sys.argv):
        return
    for path in given(sys.argv, "--config"):
        if Path(path).is_file():
            refuse_wrong(Path(path))
    key = (dataset.dataset_name, dataset.manifest.digest, str(sorted(dataset.settings.items())))
    if key not in _passed:
        results = [work_folder(sys.argv)] if is_runner(sys.argv) else []
        preflight(dataset, results, rehearsed=os.environ.get("RANK", "0") == "0")
        _passed.add(key)


def preflight(dataset: HVSDataset[Any], results: list[Path], rehearsed: bool = True) -> None:
    """Look whether a run on a dataset can work.

    Args:
        dataset: The dataset.
        results: Folders where the host will write.
        rehearsed: Whether prompts are made and scored, too.

    Raises:
        DataError: It cannot; the message lists all reasons.
    """
    reasons = [*_data(dataset), *_places(dataset, results)]
    if not reasons and rehearsed:
        try:
            rehearse(dataset)
        except DataError as error:
            reasons = [str(error)]
    if reasons:
        listed = "".join(f"\n  {reason}" for reason in reasons)
        raise DataError(f"{dataset.dataset_name} is not run:{listed}")


def _data(dataset: HVSDataset[Any]) -> Iterator[str]:
    try:
        unsound = unsound_files(dataset.folder, dataset.manifest)
    except DataError as error:
        yield str(error)
        return
    if unsound:
        more = f" and {len(unsound) - _NAMED} more" if len(unsound) > _NAMED else ""
        yield (
            f"{len(unsound)} of {len(dataset.sizes)} files of the set {dataset.set_name} are missing or damaged: "
            f"{', '.join(unsound[:_NAMED])}{more}; `vlmeval-hvs build {dataset.set_name} --force` builds it again"
        )


def _places(dataset: HVSDataset[Any], results: list[Path]) -> Iterator[str]:
    """What keeps pictures and results from being written; sizes on one file system add up."""
    needed: dict[int, tuple[Path, int]] = {}
    kept = [(folder, min(size, limit_bytes())) for folder, size in dataset.keeps()]
    for folder, size in [*kept, *((folder, RESERVE) for folder in results)]:
        if not writable(folder):
            advice = "" if folder in results else "; set XDG_CACHE_HOME to a folder for pictures that are kept"
            yield f"{folder} cannot be written{advice}"
            continue
        device = existing(folder).stat().st_dev
        needed[device] = (folder, size + needed.get(device, (folder, 0))[1])
    for folder, size in needed.values():
        free = shutil.disk_usage(existing(folder)).free
        if free < size:
            yield f"{folder} has {free / 1e9:.2f} GB free; the run needs about {size / 1e9:.2f} GB"
