"""Where a run lies: in the layout of the host, ``<work>/<model>/T<time>/``, with links in the model's folder."""

from __future__ import annotations

import contextlib
import csv
import os
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from glob import escape
from pathlib import Path

from vlmeval_hvs.errors import UsageError
from vlmeval_hvs.host.resume import RUN_FOLDER, other_ledgers, same_run
from vlmeval_hvs.names import DatasetName
from vlmeval_hvs.results.files import ITEMS
from vlmeval_hvs.results.ledger import addresses_of, has_replies, ledger_path
from vlmeval_hvs.results.receipt import ADDRESS, Receipt
from vlmeval_hvs.results.run_record import read_receipt

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


def place_of(
    home: Path,
    model: str,
    receipt: Receipt,
    rows: Collection[str],
    now: datetime,
    fresh: bool = False,
    any_address: bool = False,
) -> Place:
    """The place of a run: that of the newest unfinished or finished run of the same kind, else a new one.

    Runs of the host, and of another command, are never written to, nor is a result on rows that are not asked now;
    their replies are known, too.

    Args:
        home: The model's folder.
        model: The model's name in names of files.
        receipt: Of this run.
        rows: Index of every row that is asked.
        now: The present time.
        fresh: Whether all is asked again, in a new folder.
        any_address: Whether replies count that the same model gave behind another address.

    Raises:
        UsageError: All replies that are there were given behind another address.
    """
    stem = f"{model}_{DatasetName.of(receipt.dataset).in_files}"
    if fresh:
        return Place(_new_folder(home, stem, now), stem)
    runs = [path for path in home.iterdir() if RUN_FOLDER.fullmatch(path.name)] if home.is_dir() else []
    own = {folder: _rows(folder, stem) for folder in sorted(runs) if _continues(folder, stem, receipt)}
    fit = [folder for folder, known in own.items() if known <= set(rows)]
    same = [folder for folder in fit if len(own[folder]) in (0, len(rows))]
    folder = (same or fit or [_new_folder(home, stem, now)])[-1]
    also = other_ledgers(folder, stem, receipt.anywhere() if any_address else receipt)
    if not own and not also:
        _refuse_other_addresses(other_ledgers(folder, stem, receipt.anywhere()), stem, receipt)
    return Place(folder, stem, tuple(also))


def _rows(folder: Path, stem: str) -> set[str]:
    """Index of every row of the result in a folder; empty where there is none."""
    try:
        with (folder / f"{stem}{ITEMS}").open(encoding="utf-8", newline="") as file:
            return {row["index"] for row in csv.DictReader(file, delimiter="\t")}
    except (OSError, ValueError, KeyError, csv.Error):
        return set()


def _refuse_other_addresses(ledgers: Iterable[Path], stem: str, receipt: Receipt) -> None:
    given = sorted({address for path in ledgers if has_replies(path) for address in addresses_of(path)})
    if given:
        raise UsageError(
            f"the replies of {stem} that are there came from {', '.join(given)}, and {receipt.model[ADDRESS]} is asked "
            "now: --reuse-from-any-address uses them, --fresh asks again"
        )


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
    """Link the files of runs in the model's folder, as the host does; a real file or a larger result there stays."""
    for place in places:
        if len(_rows(home, place.stem)) > len(_rows(place.folder, place.stem)):
            continue
        for path in sorted(place.folder.glob(f"{escape(place.stem)}[._]*")):
            name = home / path.name
            if name.exists() and not name.is_symlink():
                continue
            with contextlib.suppress(OSError):  # no links on this file system
                name.unlink(missing_ok=True)
                name.symlink_to(os.path.relpath(path, home))
