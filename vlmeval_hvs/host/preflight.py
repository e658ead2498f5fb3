"""Before the first question: is all there that a run needs, and can its replies be scored?

A fault that is found here costs seconds. Found later, it costs the inference, or ends as a score that is none. In a
rehearsal a few prompts are made, answered without a model, and scored as a run is scored.
"""

from __future__ import annotations

import copy
import io
import json
import logging
import os
import shutil
import sys
import tempfile
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stdout, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pandas as pd

from vlmeval_hvs.cache import existing, limit_bytes, writable
from vlmeval_hvs.configs import refuse_wrong
from vlmeval_hvs.dataset import HVSDataset
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import check_image
from vlmeval_hvs.host.arguments import is_runner, scores_only, values_of, work_folder
from vlmeval_hvs.host.generate import drive
from vlmeval_hvs.messages import INTERLEAVED, Prompt
from vlmeval_hvs.responders import respond
from vlmeval_hvs.results.files import SCORES
from vlmeval_hvs.sets import unsound_files

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
    for path in values_of(sys.argv, "--config"):
        if Path(path).is_file():
            refuse_wrong(Path(path))
    key = (dataset.dataset_name, dataset.manifest.digest, str(sorted(dataset.settings.items())))
    if key not in _passed:
        results = [work_folder(sys.argv)] if is_runner(sys.argv) else []
        preflight(dataset, results, rehearsed=os.environ.get("RANK", "0") == "0")
        _passed.add(key)


def preflight(dataset: HVSDataset[Any], results: list[Path], rehearsed: bool = True) -> None:
    """Look whether a run on a dataset can work.

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
        unsound = unsound_files(dataset.manifest)
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
    kept = [(folder, min(size, limit_bytes())) for folder, size in dataset.cache_folders()]
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


ROWS = 3
"""Rows that are rehearsed, from all over the dataset."""

TRIES = 12
"""Rows that are tried until so many prompts could be made: single rows may well be impossible to show."""

logger = logging.getLogger("vlmeval_hvs")


def rehearse(dataset: HVSDataset[Any]) -> None:
    """Make three prompts with all their pictures, answer them, and score the answers; nothing of it is kept.

    The first reply is empty, the others are right ones. Where a row takes several turns, all are asked.

    Raises:
        DataError: Most rows cannot be asked, or the answers cannot be scored; the message says why.
    """
    predictions: dict[int, str] = {}
    failures: list[str] = []
    for position in _spread(len(dataset)):
        row = dataset.row(position)
        try:
            predictions[position] = _answered(dataset, row, silent=not predictions)
        except Exception as error:  # whatever a benchmark raises, it is told in one line
            failures.append(f"row {row['index']} cannot be asked: {_said(error)}")
        if len(predictions) == min(ROWS, len(dataset)):
            break
    else:
        raise DataError(f"{len(failures)} of {len(failures) + len(predictions)} rows: {failures[0]}")
    for failure in failures:
        logger.warning("%s: %s", dataset.dataset_name, failure)
    try:
        _score(dataset, predictions)
    except Exception as error:
        raise DataError(f"{len(predictions)} synthetic replies cannot be scored: {_said(error)}") from error


def _spread(count: int) -> list[int]:
    """Positions of the rows to try: first, last, middle, and then others in between."""
    steps = (0.0, 1.0, 0.5, *(number / TRIES for number in range(1, TRIES)))
    return list(dict.fromkeys(round(step * (count - 1)) for step in steps))[:TRIES]


def _answered(dataset: HVSDataset[Any], row: Mapping[str, str], silent: bool) -> str:
    """The prediction of one row, whose pictures are all decoded."""
    pipeline: Any = partial(dataset.pipeline, row)
    prompt = Prompt([], row=row, benchmark=dataset.BENCHMARK, dataset=dataset.dataset_name, pipeline=pipeline)

    def reply(turn: Prompt) -> str:
        for path in turn.images:
            check_image(Path(path).read_bytes(), os.path.basename(path))
        return "" if silent else _reply(turn)

    def fault(error: Exception) -> None:
        raise error

    driven = drive(prompt, reply, INTERLEAVED, fault=fault)
    return driven[0] if driven else reply(prompt.of_items(dataset.messages(row)))


def _reply(turn: Prompt) -> str:
    """The right reply where the benchmark has one, which ends a search soonest; else a drawn one, else a letter."""
    for model in ("hvs-oracle", "hvs-random"):
        with suppress(LookupError):
            return respond(model, turn, seed=0)
    return "A"


def _score(dataset: HVSDataset[Any], predictions: Mapping[int, str]) -> None:
    probe = copy.copy(dataset)  # scoring may change the settings of a dataset to those of the predictions
    probe.data = dataset.data.iloc[sorted(predictions)]  # as the host's own --limit leaves it
    table = pd.DataFrame({"index": probe.data["index"], "prediction": [predictions[at] for at in sorted(predictions)]})
    with tempfile.TemporaryDirectory() as folder, _quiet():
        file = Path(folder) / f"rehearsal_{dataset.dataset_name}.tsv"
        table.to_csv(file, sep="\t", index=False)
        probe.score_file(file)
        scores = json.loads(file.with_name(f"{file.stem}{SCORES}").read_text(encoding="utf-8"))
    errors = scores["counts"].get("reader_errors")
    if errors:  # a row that a reader fails on costs that row alone, but these replies are as plain as can be
        raise DataError(f"the reader fails on {errors} of them")


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep what scoring prints and warns to itself: it is about the synthetic replies."""
    level = logger.level
    logger.setLevel(logging.CRITICAL)
    try:
        with redirect_stdout(io.StringIO()), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logger.setLevel(level)


def _said(error: Exception) -> str:
    text = " ".join(str(error).split()) or "no message"
    return text if isinstance(error, DataError) else f"{type(error).__name__}: {text}"
