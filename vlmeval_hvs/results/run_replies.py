"""The replies of a run: what its ledger says, with the host's prediction file only checked against it.

A prediction file without a ledger was made elsewhere. Its replies are taken as they are, and the scores say so; what
the file itself carries must not belong to other rows or another dataset.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.messages import ANY_FAIL_MARKER, clean
from vlmeval_hvs.names import model_of
from vlmeval_hvs.registry import BASELINE, model_cards
from vlmeval_hvs.results.files import file_digests
from vlmeval_hvs.results.foreign import refuse_other_name, refuse_other_records, refuse_other_rows
from vlmeval_hvs.results.harness_files import by_index
from vlmeval_hvs.results.ledger import RunRecord, ledger_paths, read_answers
from vlmeval_hvs.results.prediction_files import cut_cells, read_predictions
from vlmeval_hvs.results.predictions import join_predictions, some
from vlmeval_hvs.results.same_text import same_text

if TYPE_CHECKING:
    import pandas as pd

    from vlmeval_hvs.results.receipt import Receipt

logger = logging.getLogger("vlmeval_hvs")

LEDGER, NONE = "ledger", "none"
"""Where the replies come from: the ledger of a run, or a file of unknown origin."""


class Asked(Protocol):
    """What the replies have to fit: a dataset (`vlmeval_hvs.dataset.HVSDataset`)."""

    dataset_name: str

    @property
    def receipt(self) -> Receipt:
        """What a run of it would ask."""

    def mismatch(self, item: Mapping[str, Any]) -> str:
        """Why an answered row of a file without a ledger is no answer to its row; "" where it can be one."""


@dataclass(frozen=True)
class RunReplies:
    """The replies of a run beside the rows that were asked.

    Attributes:
        items: As `join_predictions` returns them.
        provenance: `LEDGER` or `NONE`.
        receipt: The receipt of the run; None without a ledger.
        cut: Number of replies that the file format cut; none are lost where there is a ledger.
        files: SHA-256 of the files that this rests on, by name.
    """

    items: pd.DataFrame
    provenance: str
    receipt: Receipt | None
    cut: int
    files: dict[str, str]


def replies_of_run(dataset: Asked, rows: pd.DataFrame, path: Path) -> RunReplies:
    """Read the replies of a run.

    Args:
        dataset: The dataset that was asked.
        rows: Its rows that were asked.
        path: The prediction file; the ledgers lie beside it.

    Raises:
        DataError: The predictions were made with other data or options, are not of these rows, or are not those of
            the ledger beside them; the message says what differs and names the rows.
    """
    predictions = read_predictions(path)
    record = read_answers(path.parent, path.stem)
    files = file_digests([path, *ledger_paths(path.parent, path.stem)])
    if record is None:
        predictions = by_index(predictions, list(rows["index"]))
        refuse_other_name(path, dataset.dataset_name)
        own = model_of(path.stem, dataset.dataset_name) in model_cards()
        items = join_predictions(rows, predictions, path, own)
        refuse_other_rows(rows, predictions, path)
        refuse_other_records(items, dataset.mismatch, path)
        return RunReplies(items, NONE, None, cut_cells(path, predictions), files)
    if record.conflicts:
        raise DataError(f"the ledgers of {path} are of different runs: {'; '.join(record.conflicts)}")
    record.receipt.refuse_unless(dataset.receipt, path)
    own = str(record.receipt.model.get("class", "")) in _own_classes()
    items = join_predictions(rows, proven(predictions, record, path), path, own)
    return RunReplies(items, LEDGER, record.receipt, 0, files)


def _own_classes() -> set[str]:
    """Names of the classes of the models of this package."""
    return {card.get("class", BASELINE).rpartition(":")[2] for card in model_cards().values()}


def proven(predictions: pd.DataFrame, record: RunRecord, source: str | Path) -> pd.DataFrame:
    """The replies of the ledger in place of those of the file, which has to carry the same ones.

    A failure of the host that no call of a model stands behind stays a failure.

    Args:
        predictions: The table that `read_predictions` returns.
        record: What the ledger says.
        source: Name of the file in an error.

    Raises:
        DataError: Rows carry another reply than their own; the message names them.
    """
    import pandas as pd

    pairs = list(zip(predictions["index"], predictions["prediction"], strict=True))
    unknown = [index for index, found in pairs if index not in record.answers and ANY_FAIL_MARKER not in found]
    if unknown:
        raise DataError(f"{source} has replies to index {some(unknown)} that the ledger beside it does not have")
    answers = {index: clean(reply) for index, reply in record.answers.items()}
    changed = {
        index: found
        for index, found in pairs
        # The host keeps a failure that was mended later until it writes its file again.
        if index in answers and ANY_FAIL_MARKER not in found and not same_text(answers[index], found)
    }
    # One odd reply can make the host's writer of workbooks give up, which leaves the cells behind it empty.
    emptied = [index for index, found in changed.items() if not found.strip()]
    changed = {index: found for index, found in changed.items() if found.strip()}
    if emptied:
        logger.warning("%s: cells are empty at index %s; the ledger's replies are scored", source, some(emptied))
    if changed:
        raise DataError(
            f"{source} does not carry the replies of its run (the ledger has them): {_told(changed, answers)}"
        )
    return pd.DataFrame(
        {
            "index": predictions["index"],
            "prediction": [answers.get(index, found) for index, found in pairs],
            "finished": [record.finished.get(index) for index, _ in pairs],
            "refused": [index in record.refused for index, _ in pairs],
        },
        dtype=object,
    )


def _told(changed: Mapping[str, str], answers: Mapping[str, str]) -> str:
    """Which rows carry another row's reply, and which a reply that no row got."""
    owner = {reply: index for index, reply in answers.items()}
    owner |= {answers[index]: index for index in changed}  # of equal replies rather one that is gone from its row
    swapped = [f"{index} that of {owner[found]}" for index, found in changed.items() if found in owner]
    edited = [index for index, found in changed.items() if found not in owner]
    words = []
    if swapped:
        words.append(f"rows carry another row's reply: index {some(swapped)}")
    if edited:
        words.append(f"replies were edited at index {some(edited)}")
    return "; ".join(words)
