"""Folders of runs: the host's layout, ``<work>/<model>/T<time>/``, with links in the model's folder."""

from __future__ import annotations

import contextlib
import csv
import os
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from glob import escape
from pathlib import Path
from typing import Any

from vlmeval_hvs.dataset import HVSDataset
from vlmeval_hvs.errors import UsageError
from vlmeval_hvs.host.resume import RUN_FOLDER, other_ledgers, same_run
from vlmeval_hvs.names import DatasetName
from vlmeval_hvs.results.files import ITEMS
from vlmeval_hvs.results.ledger import addresses_of, has_replies, ledger_path, read_receipt
from vlmeval_hvs.results.receipt import ADDRESS, Receipt


@dataclass(frozen=True)
class Asked:
    """A dataset and the folder of its run.

    Attributes:
        dataset: The dataset.
        receipt: Of the run.
        folder: The run's folder.
        stem: ``<model>_<dataset>``.
        also: Ledgers of the same run in other folders, whose replies are reused.
    """

    dataset: HVSDataset[Any]
    receipt: Receipt
    folder: Path
    stem: str
    also: tuple[Path, ...] = ()

    @property
    def predictions(self) -> Path:
        """The prediction file."""
        return self.folder / f"{self.stem}.tsv"


def place(
    dataset: HVSDataset[Any],
    home: Path,
    receipt: Receipt,
    now: datetime,
    fresh: bool = False,
    any_address: bool = False,
) -> Asked:
    """The folder of a run: that of the newest run with the same receipt, finished or not, else a new one.

    Runs of the host or of another command are never written to, nor is a result on rows that are not asked now; their
    replies are reused.

    Raises:
        UsageError: All earlier replies came from another address.
    """
    stem = f"{home.name}_{DatasetName.of(receipt.dataset).in_files}"
    if fresh:
        return Asked(dataset, receipt, _new_folder(home, stem, now), stem)
    rows = set(dataset.rows["index"])
    runs = [path for path in home.iterdir() if RUN_FOLDER.fullmatch(path.name)] if home.is_dir() else []
    own = {folder: _rows(folder, stem) for folder in sorted(runs) if _continues(folder, stem, receipt)}
    fit = [folder for folder, known in own.items() if known <= rows]
    same = [folder for folder in fit if len(own[folder]) in (0, len(rows))]
    folder = (same or fit or [_new_folder(home, stem, now)])[-1]
    anywhere = other_ledgers(folder, stem, receipt.anywhere())
    also = anywhere if any_address else other_ledgers(folder, stem, receipt)
    others = sorted({address for path in anywhere if has_replies(path) for address in addresses_of(path)})
    if others and not own and not also:
        raise UsageError(
            f"earlier replies of {stem} came from {', '.join(others)}, but this run asks {receipt.model[ADDRESS]}: add "
            "--reuse-from-any-address to use them, or --fresh to ask everything again"
        )
    return Asked(dataset, receipt, folder, stem, tuple(also))


def _rows(folder: Path, stem: str) -> set[str]:
    """Indices of the rows of the result in a folder; empty if there is none."""
    try:
        with (folder / f"{stem}{ITEMS}").open(encoding="utf-8", newline="") as file:
            return {row["index"] for row in csv.DictReader(file, delimiter="\t")}
    except (OSError, ValueError, KeyError, csv.Error):
        return set()


def _new_folder(home: Path, stem: str, now: datetime) -> Path:
    """A folder without this run's files, named after a second as the host's are."""
    while (folder := home / now.strftime("T%Y%m%d-%H%M%S")).is_dir() and any(folder.glob(f"{escape(stem)}*")):
        now += timedelta(seconds=1)
    return folder


def _continues(folder: Path, stem: str, receipt: Receipt) -> bool:
    if not ledger_path(folder, stem, 0).is_file() or not same_run(folder, stem, receipt):
        return False
    known = read_receipt(folder, stem)
    return known is not None and known.host.get("name") == receipt.host.get("name")


def link(home: Path, runs: Iterable[Asked]) -> None:
    """Link the files of runs in the model's folder, as the host does, but replace no real file or larger result."""
    for run in runs:
        if len(_rows(home, run.stem)) > len(_rows(run.folder, run.stem)):
            continue
        for path in sorted(run.folder.glob(f"{escape(run.stem)}[._]*")):
            name = home / path.name
            if not name.exists() or name.is_symlink():
                with contextlib.suppress(OSError):  # no links on this file system
                    name.unlink(missing_ok=True)
                    name.symlink_to(os.path.relpath(path, home))
