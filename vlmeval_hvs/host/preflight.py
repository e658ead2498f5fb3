"""Checks before the first question: data, folders and space. A fault found later costs the inference."""

import os
import shutil
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from vlmeval_hvs.cache import existing, writable
from vlmeval_hvs.configs import refuse_wrong
from vlmeval_hvs.dataset import HVSDataset
from vlmeval_hvs.errors import DataError, HVSError, UsageError, first_ten
from vlmeval_hvs.host.runner import Arguments
from vlmeval_hvs.sets import unsound_files

SWITCH = "VLMEVAL_HVS_PREFLIGHT"  # environment variable; 0 skips the checks
RESERVE = 50_000_000  # bytes that stay free for results and logs
_passed: set[tuple[str, str, str]] = set()


def before_the_first_question(dataset: HVSDataset[Any]) -> None:
    """Check a dataset that the host has just made, once for the same data and options."""
    arguments = Arguments(sys.argv)
    if os.environ.get(SWITCH) == "0" or arguments.mode == "eval":
        return
    for path in arguments.configs:
        refuse_wrong(path)
    key = (dataset.dataset_name, dataset.manifest.digest, str(sorted(dataset.settings.items())))
    if key not in _passed:
        preflight(dataset, [arguments.work_folder] if arguments["--data"] or arguments["--config"] else [])
        _passed.add(key)


def preflight_all(datasets: Iterable[HVSDataset[Any]], work_dir: Path) -> None:
    """Check whether runs can work; a `UsageError` lists those that cannot."""
    problems = []
    for dataset in datasets:
        try:
            preflight(dataset, [work_dir])
        except (HVSError, OSError) as error:
            problems.append(str(error))
    if problems:
        raise UsageError("\n".join(problems) + "\n--no-preflight runs anyway")


def preflight(dataset: HVSDataset[Any], results: list[Path]) -> None:
    """Check whether a run on a dataset can work; a `DataError` lists all reasons why it cannot."""
    if reasons := list(_obstacles(dataset, results)):
        listed = "".join(f"\n  {reason}" for reason in reasons)
        raise DataError(f"{dataset.dataset_name} is not run:{listed}")


def _obstacles(dataset: HVSDataset[Any], results: list[Path]) -> Iterator[str]:
    """Damaged files, and folders for pictures or results that cannot be written."""
    if unsound := unsound_files(dataset.manifest):
        yield (
            f"{len(unsound)} of {len(dataset.sizes)} files of the set {dataset.set_name} are missing or damaged: "
            f"{first_ten(unsound)}; `vlmeval-hvs build {dataset.set_name} --force` builds it again"
        )
    for folder, size in [*dataset.cache_folders(), *((folder, RESERVE) for folder in results)]:
        free = shutil.disk_usage(existing(folder)).free
        if not writable(folder):
            advice = "" if folder in results else "; set XDG_CACHE_HOME to a folder for kept pictures"
            yield f"{folder} cannot be written{advice}"
        elif free < size:
            yield f"{folder} has {free / 1e9:.2f} GB free; the run needs about {size / 1e9:.2f} GB"
