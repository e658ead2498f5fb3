"""The beginning of a run: its receipt is written, or the predictions already there are found to be others."""

from __future__ import annotations

import logging
from pathlib import Path

from vlmeval_hvs.results.receipt import Receipt, read_receipt, write_receipt

logger = logging.getLogger("vlmeval_hvs")

_PREDICTIONS = (".xlsx", ".tsv", ".json", "_checkpoint.pkl")


def begin_run(folder: Path, stem: str, receipt: Receipt) -> None:
    """Note what is asked in this run, before the first question.

    Args:
        folder: The host's working folder of the run.
        stem: ``<model>_<dataset>``.
        receipt: The receipt of this run.

    Raises:
        DataError: The folder holds predictions that were made on other data or with other options, which the host
            would take for those of this run.
    """
    known = read_receipt(folder, stem)
    if known is not None:
        known.refuse_unless(receipt, folder)
    elif any((folder / f"{stem}{ending}").is_file() for ending in _PREDICTIONS):
        logger.warning("%s: the predictions in %s have no receipt; it is unknown how they were made", stem, folder)
    else:
        write_receipt(folder, stem, receipt)
