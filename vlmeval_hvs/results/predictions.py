"""The replies of a run: those of its ledger, with which the host's prediction file has to agree.

A prediction file without a ledger was made elsewhere. Its replies are used as they are, with a warning in the scores,
and refused where its name, columns or records are those of other rows or another dataset.
"""

from __future__ import annotations

import logging
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import pandas as pd

from vlmeval_hvs.errors import DataError, first_ten, shortened
from vlmeval_hvs.messages import ANY_FAIL_MARKER, clean, read_record, reply_text
from vlmeval_hvs.names import base_name, is_demo, model_of
from vlmeval_hvs.registry import BASELINE, all_cards, model_cards
from vlmeval_hvs.results.files import file_digests
from vlmeval_hvs.results.ledger import RunRecord, ledger_paths, read_answers
from vlmeval_hvs.results.prediction_files import XLSX_CELL_LIMIT, by_index, cut_cells, read_predictions
from vlmeval_hvs.sets import each_record

if TYPE_CHECKING:
    from vlmeval_hvs.results.receipt import Receipt

LINK_LIMIT = 2079
"""The writer of workbooks leaves a cell empty that starts with a longer link."""

# Texts that readers of tables take for missing cells.
_MISSING = frozenset(
    ("", "#n/a", "#n/a n/a", "#na", "-1.#ind", "-1.#qnan", "-nan", "1.#ind", "1.#qnan", "<na>", "n/a", "na")
).union(("null", "nan", "none"))

_REWRITTEN = ("internal:", "external:", "file:")

_LINK = re.compile(r"(https?|ftp)://|mailto:")

_SPACE = re.compile(r"_x00[01][0-9A-Fa-f]_|[\s\x00-\x20\x7f]+")

_THOUGHT = "</think>"

_OURS = ("index", "prediction", "finished")

_SHOWN = 60

logger = logging.getLogger("vlmeval_hvs")

LEDGER, NONE = "ledger", "none"
"""Origin of the replies: the ledger of a run, or a file without one."""


def join_predictions(
    rows: pd.DataFrame, predictions: pd.DataFrame, source: str | Path = "the file", may_decline: bool = False
) -> pd.DataFrame:
    """Join predictions to the rows that were asked.

    Args:
        rows: The rows that were asked, with a text column ``index``.
        predictions: The table that `read_predictions` returns.
        source: Name of the file in errors.
        may_decline: Whether the model is one of this package, which may decline rows. From another model the same words
            are a reply without an answer, so that no model chooses its own questions.

    Returns:
        ``rows`` plus ``reply`` (text, of several turns the last; "" where there is none), ``record`` (the result of a
        pipeline, else None), ``failed`` (the host got no reply), ``left_out`` (a weight-free model declined the row),
        ``finished`` (False for a truncated reply, True for a whole one, None when unknown) and ``refused`` (a refusal
        by the form of the message or by its ledger).

    Raises:
        DataError: Indices are missing, occur twice, or are not of this dataset; the message names them.
    """
    asked, answered = rows["index"].tolist(), predictions["index"].tolist()
    known, seen = set(asked), set(answered)
    twice = sorted({index for index in seen if answered.count(index) > 1}) if len(seen) < len(answered) else []
    problems = {
        "has no prediction for": [index for index in asked if index not in seen],
        "has predictions that are not of this dataset:": [index for index in answered if index not in known],
        "has several predictions for": twice,
    }
    for problem, indices in problems.items():
        if indices:
            raise DataError(
                f"{source} {problem} index {first_ten(indices)}. Only whole runs are scored; finish the run "
                "(same command with --reuse), or give the dataset the `limit` of the run."
            )
    text = dict(zip(answered, predictions["prediction"], strict=True))
    raw = [text[index] for index in asked]
    failed = [ANY_FAIL_MARKER in answer for answer in raw]
    records = [_record(answer) for answer in raw]
    replies = [
        "" if bad else answer if record is None else reply_text(record["answer"])
        for answer, record, bad in zip(raw, records, failed, strict=True)
    ]
    refusals = dict(zip(answered, predictions.get("refused", [False] * len(answered)), strict=True))
    ended = dict(zip(answered, predictions.get("finished", [None] * len(answered)), strict=True))
    finished = [
        False if (record or {}).get("finished") is False else ended[index]
        for index, record in zip(asked, records, strict=True)
    ]
    columns = {"reply": replies, "record": records, "finished": finished}
    return rows.assign(
        **{name: pd.Series(c, index=rows.index, dtype=object) for name, c in columns.items()},
        failed=failed,
        refused=[refusals[index] and record is None for index, record in zip(asked, records, strict=True)],
        left_out=[
            may_decline and record is not None and "declined" in record and not record["answer"] for record in records
        ],
    )


def _record(answer: str) -> dict[str, Any] | None:
    record = read_record(answer)
    try:
        return None if record is None else clean(record)  # escapes in JSON can spell lone surrogates
    except RecursionError:
        return None  # a model wrote it: no pipeline nests so deep


def same_text(original: str, found: str) -> bool:
    """Whether ``found`` may be ``original`` after one of the hosts' file formats.

    White space and control characters do not count, numbers are compared by value, and cells that a format empties,
    cuts or rewrites are equal: a different text was edited.
    """
    if original == found:
        return True
    before, after = _bare(original), _bare(found)
    if before == after:
        return True
    if before.startswith(_REWRITTEN) or (before.startswith(("=", "{=")) and after in ("0", "")):
        return True
    if not after:
        link = len(original) > LINK_LIMIT and _LINK.match(original.lstrip())
        return bool(link) or original.strip().lower() in _MISSING or math.isinf(_number(before) or 0.0)
    if len(found) >= XLSX_CELL_LIMIT - 1 and before.startswith(after):
        return True
    if _THOUGHT in before and before.endswith(after):
        return True  # the host's option SPLIT_THINK keeps only the text after the reasoning
    if before == f"mailto:{after}":
        return True
    numbers = _number(before), _number(after)
    # Workbooks keep 16 digits.
    return None not in numbers and math.isclose(*numbers, rel_tol=1e-12)  # type: ignore[arg-type]


def _bare(text: str) -> str:
    # Codecs write a question mark for a character that they cannot encode.
    return _SPACE.sub("", text).replace("\ufffd", "?")


def _number(text: str) -> float | None:
    if text.lower() in ("true", "false"):
        return float(text.lower() == "true")
    try:
        return float(text) if len(text) < 400 and "_" not in text else None
    except ValueError:
        return None


def refuse_other_name(path: Path, dataset: str) -> None:
    """Refuse a file that is named after another dataset; labels (``@label``) do not count.

    Raises:
        DataError: Names both datasets.
    """
    stem = path.stem.split("@", 1)[0]
    forms = {form for card in all_cards() for name in card.datasets for form in (name, f"{name}_DEMO")}
    named = max((form for form in forms if stem == form or stem.endswith(f"_{form}")), key=len, default="")
    if named and (base_name(named), is_demo(named)) != (base_name(dataset), is_demo(dataset)):
        raise DataError(
            f"{path} is named after {named}, not {dataset}: score it with the dataset that it was made for, or "
            "rename the file"
        )


def refuse_other_rows(rows: pd.DataFrame, predictions: pd.DataFrame, source: str | Path) -> None:
    """Refuse a file with columns of other rows.

    Args:
        rows: The rows that were asked, all text.
        predictions: The table that `read_predictions` returns, with the same indices.
        source: Name of the file in errors.

    Raises:
        DataError: Names the column, the rows, and one differing cell.
    """
    asked = rows.set_index("index")
    given = predictions.set_index("index").reindex(asked.index)
    for name in (name for name in predictions if name in asked and name not in _OURS):
        pairs = zip(asked.index, asked[name], given[name], strict=True)
        # An empty cell proves nothing: a format may have emptied it.
        unlike = [index for index, own, found in pairs if found != "" and not same_text(own, found)]
        if unlike:
            first = unlike[0]
            there, here = (shortened(table[name][first], _SHOWN) for table in (given, asked))
            raise DataError(
                f"{source} was made with other rows: its column {name} differs at index {first_ten(unlike)}, "
                f"for example {there!r} there and {here!r} in the data at index {first}. Score it with the dataset "
                "that it was made for; drop the column if it means something else"
            )


def refuse_other_records(items: pd.DataFrame, mismatch: Callable[[Mapping[str, Any]], str], source: str | Path) -> None:
    """Refuse a file with records of other pipelines.

    Args:
        items: The joined rows, as `join_predictions` returns them.
        mismatch: Why an answered row cannot be an answer to this dataset's; "" where it can.
        source: Name of the file in errors.

    Raises:
        DataError: Names the rows, and why the first one does not fit.
    """
    found: list[tuple[str, str]] = []
    asked = items[~(items["failed"].astype(bool) | items["left_out"].astype(bool))]
    for row in each_record(asked):
        record = row["record"] or {}
        why = mismatch(row) if (row["reply"] or record) and "declined" not in record else ""
        if why:
            found.append((str(row["index"]), why))
    if found:
        indices: Sequence[str] = [index for index, _ in found]
        raise DataError(
            f"{source} was not made with this dataset and these options: {found[0][1]}; at index {first_ten(indices)}"
        )


class Asked(Protocol):
    """The dataset that was asked (`vlmeval_hvs.dataset.HVSDataset`)."""

    dataset_name: str

    @property
    def receipt(self) -> Receipt:
        """The receipt of a run on it."""

    def mismatch(self, item: Mapping[str, Any]) -> str:
        """Why a reply from a file without a ledger cannot answer its row; "" where it can."""


@dataclass(frozen=True)
class RunReplies:
    """The replies of a run with the rows that were asked.

    Attributes:
        items: As `join_predictions` returns them.
        provenance: `LEDGER` or `NONE`.
        receipt: The receipt of the run; None without a ledger.
        cut: Number of replies that the file format cut; 0 with a ledger, which holds them whole.
        files: SHA-256 of the files that were read, by name.
    """

    items: pd.DataFrame
    provenance: str
    receipt: Receipt | None
    cut: int
    files: dict[str, str]


def replies_of_run(dataset: Asked, rows: pd.DataFrame, path: Path) -> RunReplies:
    """Read the replies of a run.

    Raises:
        DataError: The predictions were made with other data or options, are not of these rows, or differ from their
            ledger; the message names the difference and the rows.
    """
    predictions = read_predictions(path)
    record = read_answers(path.parent, path.stem)
    files = file_digests([path, *ledger_paths(path.parent, path.stem)])
    if record is None:
        predictions = by_index(predictions, rows["index"].tolist())
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
    items = join_predictions(rows, checked_against_ledger(predictions, record, path), path, own)
    return RunReplies(items, LEDGER, record.receipt, 0, files)


def _own_classes() -> set[str]:
    """Names of the classes of the models of this package."""
    return {card.get("class", BASELINE).rpartition(":")[2] for card in model_cards().values()}


def checked_against_ledger(predictions: pd.DataFrame, record: RunRecord, source: str | Path) -> pd.DataFrame:
    """The replies of the ledger in place of those of the file, which must be the same.

    A failure of the host without a call in the ledger stays a failure.

    Args:
        predictions: The table that `read_predictions` returns.
        record: The content of the ledger.
        source: Name of the file in errors.

    Raises:
        DataError: Rows have other replies than in the ledger; the message names them.
    """
    pairs = list(zip(predictions["index"], predictions["prediction"], strict=True))
    unknown = [index for index, found in pairs if index not in record.answers and ANY_FAIL_MARKER not in found]
    if unknown:
        raise DataError(f"{source} has replies to index {first_ten(unknown)} that its ledger lacks; run them again")
    answers = {index: clean(reply) for index, reply in record.answers.items()}
    changed = {
        index: found
        for index, found in pairs
        # The host keeps a failure, which a later call has replaced, until it writes its file again.
        if index in answers and ANY_FAIL_MARKER not in found and not same_text(answers[index], found)
    }
    # One unusual reply can stop the host's writer of workbooks, which leaves the following cells empty.
    emptied = [index for index, found in changed.items() if not found.strip()]
    changed = {index: found for index, found in changed.items() if found.strip()}
    if emptied:
        logger.warning("%s: cells are empty at index %s; the ledger's replies are scored", source, first_ten(emptied))
    if changed:
        raise DataError(
            f"{source} does not have the replies of its run, which are in the ledger: "
            f"{_changes_in_words(changed, answers)}"
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


def _changes_in_words(changed: Mapping[str, str], answers: Mapping[str, str]) -> str:
    """Which rows have another row's reply, and which an edited one."""
    owner = {reply: index for index, reply in answers.items()}
    owner |= {answers[index]: index for index in changed}  # of equal replies prefer one that is missing from its row
    swapped = [f"{index} that of {owner[found]}" for index, found in changed.items() if found in owner]
    edited = [index for index, found in changed.items() if found not in owner]
    words = []
    if swapped:
        words.append(f"rows have another row's reply: index {first_ten(swapped)}")
    if edited:
        words.append(f"replies were edited at index {first_ten(edited)}")
    return "; ".join(words)
