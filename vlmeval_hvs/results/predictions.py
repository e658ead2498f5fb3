"""The replies of a run: those of its ledger, with which the host's prediction file has to agree.

A prediction file without a ledger was made elsewhere. Its replies are used as they are, with a warning in the scores,
and refused where its name, columns or records are those of other rows or another dataset.
"""

from __future__ import annotations

import logging
import math
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pandas as pd

from vlmeval_hvs.errors import DataError, first_ten, shortened
from vlmeval_hvs.messages import ANY_FAIL_MARKER, clean, read_record, reply_text
from vlmeval_hvs.names import base_name, is_demo, model_of
from vlmeval_hvs.registry import BASELINE, all_cards, model_cards
from vlmeval_hvs.results.files import file_digests
from vlmeval_hvs.results.ledger import RunRecord, ledger_paths, read_answers
from vlmeval_hvs.results.prediction_files import XLSX_CELL_LIMIT, cut_cells, read_predictions
from vlmeval_hvs.sets import each_record

if TYPE_CHECKING:
    from vlmeval_hvs.results.receipt import Receipt

LEDGER, NONE = "ledger", "none"
"""Origin of the replies: the ledger of a run, or a file without one."""

_LINK_LIMIT = 2079  # the writer of workbooks leaves a cell empty that starts with a longer link
_LINK = re.compile(r"\s*((https?|ftp)://|mailto:)")
_MISSING = frozenset(
    ("", "#n/a", "#n/a n/a", "#na", "-1.#ind", "-1.#qnan", "-nan", "1.#ind", "1.#qnan", "<na>", "n/a", "na")
).union(("null", "nan", "none"))
"""Texts that readers of tables take for missing cells."""
_REWRITTEN = ("internal:", "external:", "file:")
_SPACE = re.compile(r"_x00[01][0-9A-Fa-f]_|[\s\x00-\x20\x7f]+")
_SHOWN = 60

logger = logging.getLogger("vlmeval_hvs")


class RunReplies(NamedTuple):
    """The replies of a run with the rows that were asked."""

    items: pd.DataFrame  # as `join_predictions` returns them
    provenance: str  # `LEDGER` or `NONE`
    receipt: Receipt | None  # the receipt of the run; None without a ledger
    cut: int  # number of replies that the file format cut; 0 with a ledger, which holds them whole
    files: dict[str, str]  # SHA-256 of the files that were read, by name


def replies_of_run(dataset: Any, rows: pd.DataFrame, path: Path) -> RunReplies:
    """Read the replies of a run on a dataset (`vlmeval_hvs.dataset.HVSDataset`).

    A `DataError` names the rows and the difference where the predictions were made with other data or options, are not
    of these rows, or differ from their ledger.
    """
    predictions, record = read_predictions(path), read_answers(path.parent, path.stem)
    files = file_digests([path, *ledger_paths(path.parent, path.stem)])
    if record is None:
        _refuse_other_name(path, dataset.dataset_name)
        own = model_of(path.stem, dataset.dataset_name) in model_cards()
        items = join_predictions(rows, predictions, path, own)
        _refuse_other_rows(rows, predictions, path)
        _refuse_other_records(items, dataset.mismatch, path)
        return RunReplies(items, NONE, None, cut_cells(path, predictions), files)
    if record.conflicts:
        raise DataError(f"the ledgers of {path} are of different runs: {'; '.join(record.conflicts)}")
    receipt = record.receipt
    if differences := receipt.differences(dataset.receipt):
        raise DataError(
            f"{path}: the predictions were made with {'; '.join(differences)}. Give the options of the run, or "
            f"name the variant ({receipt.dataset.split('@', 1)[0]}@LABEL) and run it again"
        )
    classes = {card.get("class", BASELINE).rpartition(":")[2] for card in model_cards().values()}
    own = str(receipt.model.get("class", "")) in classes
    items = join_predictions(rows, _checked_against_ledger(predictions, record, path), path, own)
    return RunReplies(items, LEDGER, receipt, 0, files)


def join_predictions(
    rows: pd.DataFrame, predictions: pd.DataFrame, source: str | Path = "the file", may_decline: bool = False
) -> pd.DataFrame:
    """Join predictions (of `read_predictions`) to the rows that were asked, which have a text column ``index``.

    ``may_decline``: whether the model is one of this package, which may decline rows. From another model the same words
    are a reply without an answer, so that no model chooses its own questions. A `DataError` names indices that are
    missing, occur twice, or are not of this dataset, and the ``source``.

    Returns:
        ``rows`` plus ``reply`` (text, of several turns the last; "" where there is none), ``record`` (the result of a
        pipeline, else None), ``finished`` (False for a truncated reply, True for a whole one, None when unknown),
        ``failed`` (the host got no reply), ``refused`` and ``left_out`` (a weight-free model declined the row).
    """
    asked, answered = rows["index"].tolist(), predictions["index"]
    problems = {
        "has no prediction for": rows.loc[~rows["index"].isin(answered), "index"].tolist(),
        "has predictions that are not of this dataset:": answered[~answered.isin(asked)].tolist(),
        "has several predictions for": sorted(set(answered[answered.duplicated()])),
    }
    for problem, indices in problems.items():
        if indices:
            raise DataError(
                f"{source} {problem} index {first_ten(indices)}. Only whole runs are scored; finish the run "
                "(same command with --reuse), or give the dataset the `limit` of the run."
            )
    given = predictions.set_index("index").reindex(asked)
    lines = []
    for raw, ended, refusal in zip(
        given["prediction"], given.get("finished", [None] * len(asked)), given.get("refused", [False] * len(asked)),
        strict=True,
    ):  # fmt: skip
        record, failed = _record(raw), ANY_FAIL_MARKER in raw
        reply = raw if record is None else reply_text(record["answer"])
        finished = False if (record or {}).get("finished") is False else ended
        declined = may_decline and record is not None and "declined" in record and not record["answer"]
        lines.append(("" if failed else reply, record, finished, failed, bool(refusal) and record is None, declined))
    names = ("reply", "record", "finished", "failed", "refused", "left_out")
    joined = pd.DataFrame(lines, columns=names, index=rows.index, dtype=object)
    return rows.assign(**joined.astype(dict.fromkeys(names[3:], bool)))


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
    before, after = (_SPACE.sub("", text).replace("\ufffd", "?") for text in (original, found))  # "?": of codecs
    if before == after or before == f"mailto:{after}" or before.startswith(_REWRITTEN):
        return True
    if before.startswith(("=", "{=")) and after in ("0", ""):
        return True
    if not after:
        link = len(original) > _LINK_LIMIT and _LINK.match(original)
        return bool(link) or original.strip().lower() in _MISSING or math.isinf(_number(before) or 0.0)
    if len(found) >= XLSX_CELL_LIMIT - 1 and before.startswith(after):
        return True
    if "</think>" in before and before.endswith(after):
        return True  # the host's option SPLIT_THINK keeps only the text after the reasoning
    numbers = _number(before), _number(after)
    # Workbooks keep 16 digits.
    return None not in numbers and math.isclose(*numbers, rel_tol=1e-12)  # type: ignore[arg-type]


def _number(text: str) -> float | None:
    if text.lower() in ("true", "false"):
        return float(text.lower() == "true")
    try:
        return float(text) if len(text) < 400 and "_" not in text else None
    except ValueError:
        return None


def _refuse_other_name(path: Path, dataset: str) -> None:
    """Refuse a file that is named after another dataset; labels (``@label``) do not count."""
    stem = path.stem.split("@", 1)[0]
    forms = {form for card in all_cards() for name in card.datasets for form in (name, f"{name}_DEMO")}
    named = max((form for form in forms if stem == form or stem.endswith(f"_{form}")), key=len, default="")
    if named and (base_name(named), is_demo(named)) != (base_name(dataset), is_demo(dataset)):
        raise DataError(
            f"{path} is named after {named}, not {dataset}: score it with the dataset that it was made for, or "
            "rename the file"
        )


def _refuse_other_rows(rows: pd.DataFrame, predictions: pd.DataFrame, source: Path) -> None:
    """Refuse a file with columns of other rows than those that were asked, with one differing cell."""
    asked = rows.set_index("index")
    given = predictions.set_index("index").reindex(asked.index)
    for name in (name for name in given if name in asked and name not in ("prediction", "finished")):
        pairs = zip(asked.index, asked[name], given[name], strict=True)
        # An empty cell proves nothing: a format may have emptied it.
        unlike = [(index, own, found) for index, own, found in pairs if found != "" and not same_text(own, found)]
        if unlike:
            first, here, there = unlike[0]
            raise DataError(
                f"{source} was made with other rows: its column {name} differs at index "
                f"{first_ten([index for index, _, _ in unlike])}, for example {shortened(there, _SHOWN)!r} there and "
                f"{shortened(here, _SHOWN)!r} in the data at index {first}. Score it with the dataset that it was made "
                "for; drop the column if it means something else"
            )


def _refuse_other_records(items: pd.DataFrame, mismatch: Callable[[Mapping[str, Any]], str], source: Path) -> None:
    """Refuse a file whose joined rows cannot be answers to this dataset, as ``mismatch`` says of each in words."""
    asked = each_record(items[~(items["failed"] | items["left_out"])])
    rows = [row for row in asked if "declined" not in (row["record"] or {}) and (row["reply"] or row["record"])]
    if found := {str(row["index"]): why for row in rows if (why := mismatch(row))}:
        why = next(iter(found.values()))
        raise DataError(
            f"{source} was not made with this dataset and these options: {why}; at index {first_ten(list(found))}"
        )


def _checked_against_ledger(predictions: pd.DataFrame, record: RunRecord, source: Path) -> pd.DataFrame:
    """The replies of the ledger in place of those of the file, which must be the same.

    A failure of the host without a call in the ledger stays a failure.
    """
    answers = {index: clean(reply) for index, reply in record.answers.items()}
    given = dict(zip(predictions["index"], predictions["prediction"], strict=True))
    # The host keeps a failure, which a later call has replaced, until it writes its file again.
    replied = {index: found for index, found in given.items() if ANY_FAIL_MARKER not in found}
    if unknown := [index for index in replied if index not in answers]:
        raise DataError(f"{source} has replies to index {first_ten(unknown)} that its ledger lacks; run them again")
    changed = [index for index, found in replied.items() if not same_text(answers[index], found)]
    # One unusual reply can stop the host's writer of workbooks, which leaves the following cells empty.
    emptied = [index for index in changed if not replied[index].strip()]
    if emptied:
        logger.warning("%s: cells are empty at index %s; the ledger's replies are scored", source, first_ten(emptied))
    if edited := [index for index in changed if index not in emptied]:
        raise DataError(f"{source} has other replies than its ledger at index {first_ten(edited)}")
    indices = predictions["index"]
    found = [answers.get(*pair) for pair in zip(indices, predictions["prediction"], strict=True)]
    finished, refused = list(map(record.finished.get, indices)), [index in record.refused for index in indices]
    columns = {"index": indices, "prediction": found, "finished": finished, "refused": refused}
    return pd.DataFrame(columns, dtype=object)
