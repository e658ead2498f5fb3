"""Cases of a user's own run: written for a person to read, and kept when they are written again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from vlmeval_hvs.dataset import READINGS, HVSDataset
from vlmeval_hvs.errors import DataError, UsageError
from vlmeval_hvs.names import model_of
from vlmeval_hvs.registry import card_of, dataset_class
from vlmeval_hvs.reply_corpus.cases import UNLABELLED, Case, read_cases, write_cases
from vlmeval_hvs.reply_corpus.reading import read
from vlmeval_hvs.results.ledger import LEDGER, read_receipt

_KEPT = ("reading", "reason", "family", "style", "language")
_PREDICTIONS = (".xlsx", ".tsv", ".csv", ".json", ".jsonl")


def prediction_file(run: Path) -> Path:
    """The prediction file of a run, given as that file or as a folder with one run.

    Raises:
        UsageError: The folder has no run, or several; the message names them.
    """
    if run.is_file():
        return run
    ledgers = sorted(run.rglob(f"*{LEDGER}*.jsonl"))
    stems = dict.fromkeys(path.with_name(path.name.rpartition(LEDGER)[0]) for path in ledgers)
    files = [Path(f"{stem}{ending}") for stem in stems for ending in _PREDICTIONS if Path(f"{stem}{ending}").is_file()]
    found = list({file.resolve(): file for file in files}.values())  # the host links every file one folder up
    if len(found) == 1:
        return found[0]
    names = ", ".join(map(str, found)) or "none with a receipt"
    raise UsageError(f"{run}: give the prediction file of one run; there are: {names}")


def dataset_of(file: Path, name: str | None = None) -> HVSDataset[Any]:
    """The dataset that a prediction file answers, with the options of the run.

    Args:
        file: The prediction file.
        name: The dataset's name; needed where the predictions have no receipt.

    Raises:
        UsageError: There is no receipt and no name.
    """
    receipt = read_receipt(file.parent, file.stem)
    if receipt is None and name is None:
        raise UsageError(f"{file} has no receipt: say with --data which dataset it answers")
    dataset = name or (receipt.dataset if receipt else "")
    cls = dataset_class(card_of(dataset))
    given = receipt.settings if receipt and receipt.dataset == dataset else {}
    made: HVSDataset[Any] = cls(
        dataset=dataset, **{key: value for key, value in given.items() if key in cls.OPTIONS.declared()}
    )
    return made


def cases_of(file: Path, dataset: HVSDataset[Any]) -> list[Case]:
    """One unlabelled case per reply of a prediction file; failed and declined rows have none.

    Raises:
        DataError: No reply of this dataset is read as one answer.
    """
    from vlmeval_hvs.results.prediction_files import read_predictions
    from vlmeval_hvs.results.predictions import join_predictions

    predictions = read_predictions(file)
    rows = dataset.rows[dataset.rows["index"].isin(predictions["index"])]
    cases = []
    for row in join_predictions(rows, predictions, file).to_dict("records"):
        known = None if row["failed"] or row["left_out"] else dataset.reply_case(row)
        if known is not None:
            cases.append(_case(model_of(file.stem, dataset.dataset_name), dataset.dataset_name, row, known))
    if not cases:
        raise DataError(f"{file}: no reply to {dataset.dataset_name} is read as one answer of a kind of the corpus")
    return cases


def _case(model: str, dataset: str, row: Mapping[str, Any], known: Mapping[str, Any]) -> Case:
    finished = row.get("finished")
    case = Case(
        id=f"{model}-{dataset}-{row['index']}",
        family=model,
        reply=row["reply"],
        reading=UNLABELLED,
        finished=bool(finished) if finished in (True, False) else None,
        **known,
    )
    return replace(case, ours={profile: read(case, profile)._asdict() for profile in READINGS})


def keep_labels(file: Path, fresh: list[Case]) -> list[Case]:
    """Write cases to a file, with what a person has put into it already; returns all cases of the file."""
    known = {case.id: case for case in read_cases(file)} if file.is_file() else {}
    for case in fresh:
        old = known.get(case.id)
        known[case.id] = case if old is None else replace(case, **{name: getattr(old, name) for name in _KEPT})
        if old is not None and old.reply != case.reply:
            raise DataError(f"{file}: the reply of {case.id} is another one than in the run; give another file")
    write_cases(file, known.values())
    return list(known.values())
