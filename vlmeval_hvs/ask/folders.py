"""Where a run lies: in the layout of the host, ``<work>/<model>/T<time>/``, with links in the model's folder."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from glob import escape
from pathlib import Path

from vlmeval_hvs.host.begin import RUN_FOLDER, other_ledgers, same_run
from vlmeval_hvs.names import DatasetName
from vlmeval_hvs.results.ledger import ledger_path, read_receipt
from vlmeval_hvs.results.receipt import Receipt

ASKER = "vlmeval-hvs ask"
"""Stands in receipts for the name of the host."""


@dataclass(frozen=True)
class Place:
    """Where a run lies.

    Attributes:
        folder: Its folder.
        stem: ``<model>_<dataset>``.
        also: Ledgers of the same run elsewhere, whose replies are known.
    """

    folder: Path
    stem: str
    also: tuple[Path, ...] = ()


def place_of(home: Path, model: str, receipt: Receipt, now: datetime, fresh: bool = False) -> Place:
    """The place of a run: that of the newest unfinished or finished run of the same kind, else a new one.

    Runs of the host, and of another command, are never written to; their replies are known, too.

    Args:
        home: The model's folder.
        model: The model's name in names of files.
        receipt: Of this run.
        now: The present time.
        fresh: Whether all is asked again, in a new folder.
    """
    stem = f"{model}_{DatasetName.of(receipt.dataset).in_files}"
    if fresh:
        return Place(_new_folder(home, stem, now), stem)
    runs = [path for path in home.iterdir() if RUN_FOLDER.fullmatch(path.name)] if home.is_dir() else []
    own = [folder for folder in sorted(runs) if _continues(folder, stem, receipt)]
    folder = own[-1] if own else _new_folder(home, stem, now)
    return Place(folder, stem, tuple(other_ledgers(folder, stem, receipt)))


def _new_folder(home: Path, stem: str, now: datetime) -> Path:
    """A folder without this run's files; hosts name theirs after the second in which a run begins, too."""
    while (folder := home / now.strftime("T%Y%m%d-%H%M%S")).is_dir() and any(folder.glob(f"{escape(stem)}*")):
        now += timedelta(seconds=1)
    return folder


def _continues(folder: Path, stem: str, receipt: Receipt) -> bool:
    if not ledger_path(folder, stem, 0).is_file() or not same_run(folder, stem, receipt):
        return False
    known = read_receipt(folder, stem)
    return known is not None and known.host.get("name") == receipt.host.get("name")


def link(home: Path, places: Iterable[Place]) -> None:
    """Link the files of runs in the model's folder, as the host does; a real file there stays."""
    for place in places:
        for path in sorted(place.folder.glob(f"{escape(place.stem)}[._]*")):
            name = home / path.name
            if name.exists() and not name.is_symlink():
                continue
            with contextlib.suppress(OSError):  # no links on this file system
                name.unlink(missing_ok=True)
                name.symlink_to(os.path.relpath(path, home))
