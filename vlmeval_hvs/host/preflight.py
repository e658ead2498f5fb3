"""Checks before the first question: data, folders and space, and a rehearsal.

A fault found here costs seconds; found later, it costs the inference. In the rehearsal a few prompts are made, answered
without a model, and scored as in a run.
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
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, redirect_stdout, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pandas as pd

from vlmeval_hvs.cache import existing, limit_bytes, writable
from vlmeval_hvs.configs import refuse_wrong
from vlmeval_hvs.dataset import HVSDataset
from vlmeval_hvs.errors import DataError, HVSError, UsageError, first_ten
from vlmeval_hvs.files import check_image
from vlmeval_hvs.host.arguments import Arguments
from vlmeval_hvs.host.generate import drive
from vlmeval_hvs.messages import INTERLEAVED, Prompt
from vlmeval_hvs.responders import respond
from vlmeval_hvs.results.files import SCORES
from vlmeval_hvs.sets import unsound_files

SWITCH = "VLMEVAL_HVS_PREFLIGHT"
"""Environment variable; 0 skips the checks."""

RESERVE = 50_000_000
"""Bytes that stay free for results and logs."""

_passed: set[tuple[str, str, str]] = set()
logger = logging.getLogger("vlmeval_hvs")


def before_the_first_question(dataset: HVSDataset[Any]) -> None:
    """Check a dataset that the host has just made, once for the same data and options."""
    arguments = Arguments(sys.argv)
    if os.environ.get(SWITCH) == "0" or arguments.mode == "eval":
        return
    for path in arguments.configs:
        refuse_wrong(path)
    key = (dataset.dataset_name, dataset.manifest.digest, str(sorted(dataset.settings.items())))
    if key not in _passed:
        results = [arguments.work_folder] if arguments["--data"] or arguments["--config"] else []
        preflight(dataset, results, rehearsed=os.environ.get("RANK", "0") == "0")
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


def preflight(dataset: HVSDataset[Any], results: list[Path], rehearsed: bool = True) -> None:
    """Check whether a run on a dataset can work; a `DataError` lists all reasons why it cannot."""
    reasons = list(_obstacles(dataset, results))
    if not reasons and rehearsed:
        try:
            rehearse(dataset)
        except DataError as error:
            reasons = [str(error)]
    if reasons:
        listed = "".join(f"\n  {reason}" for reason in reasons)
        raise DataError(f"{dataset.dataset_name} is not run:{listed}")


def _obstacles(dataset: HVSDataset[Any], results: list[Path]) -> Iterator[str]:
    """Damaged files, and folders for pictures or results that cannot be written."""
    if unsound := unsound_files(dataset.manifest):
        yield (
            f"{len(unsound)} of {len(dataset.sizes)} files of the set {dataset.set_name} are missing or damaged: "
            f"{first_ten(unsound)}; `vlmeval-hvs build {dataset.set_name} --force` builds it again"
        )
    kept = [(folder, min(size, limit_bytes())) for folder, size in dataset.cache_folders()]
    for folder, size in [*kept, *((folder, RESERVE) for folder in results)]:
        free = shutil.disk_usage(existing(folder)).free
        if not writable(folder):
            advice = "" if folder in results else "; set XDG_CACHE_HOME to a folder for kept pictures"
            yield f"{folder} cannot be written{advice}"
        elif free < size:
            yield f"{folder} has {free / 1e9:.2f} GB free; the run needs about {size / 1e9:.2f} GB"


def rehearse(dataset: HVSDataset[Any]) -> None:
    """Make three prompts with all their pictures, answer them, and score the answers; nothing is kept.

    The first reply is empty, the others are right. A `DataError` says why no row can be asked, or none be scored.
    """
    predictions: dict[int, str] = {}
    failures: list[str] = []
    last = len(dataset) - 1
    for position in sorted({0, last // 2, last}):
        row = dataset.row(position)
        try:
            predictions[position] = _answered(dataset, row, silent=not predictions)
        except Exception as error:  # a benchmark may raise anything
            failures.append(f"row {row['index']} cannot be asked: {_in_words(error)}")
    if not predictions:
        raise DataError("; ".join(failures))
    for failure in failures:
        logger.warning("%s: %s", dataset.dataset_name, failure)
    try:
        _score(dataset, predictions)
    except Exception as error:
        raise DataError(f"{len(predictions)} synthetic replies cannot be scored: {_in_words(error)}") from error


def _answered(dataset: HVSDataset[Any], row: Mapping[str, str], silent: bool) -> str:
    """The prediction of one row; all its pictures are decoded."""
    pipeline: Any = partial(dataset.pipeline, row)
    prompt = Prompt([], row=row, benchmark=dataset.BENCHMARK, dataset=dataset.dataset_name, pipeline=pipeline)

    def reply(turn: Prompt) -> str:
        for path in turn.images:
            check_image(Path(path).read_bytes(), os.path.basename(path))
        for model in () if silent else ("hvs-oracle", "hvs-random"):  # the right reply ends a search soonest
            with suppress(LookupError):
                return respond(model, turn, seed=0)
        return "" if silent else "A"

    def fault(error: Exception) -> None:
        raise error

    driven = drive(prompt, reply, INTERLEAVED, fault=fault)
    return driven[0] if driven else reply(prompt.of_items(dataset.messages(row)))


def _score(dataset: HVSDataset[Any], predictions: Mapping[int, str]) -> None:
    probe = copy.copy(dataset)  # scoring may change the dataset's settings to those of the predictions
    probe.data = dataset.data.iloc[sorted(predictions)]  # as the host's own --limit leaves it
    table = pd.DataFrame({"index": probe.data["index"], "prediction": [predictions[at] for at in sorted(predictions)]})
    with tempfile.TemporaryDirectory() as folder, _quiet():
        file = Path(folder) / f"rehearsal_{dataset.dataset_name}.tsv"
        table.to_csv(file, sep="\t", index=False)
        probe.score_file(file)
        scores = json.loads(file.with_name(f"{file.stem}{SCORES}").read_text(encoding="utf-8"))
    errors = scores["counts"].get("reader_errors")
    if errors:  # in a run this costs single rows, but these replies are simple
        raise DataError(f"the reader fails on {errors} of them")


@contextmanager
def _quiet() -> Iterator[None]:
    """Suppress what scoring prints about the synthetic replies."""
    level = logger.level
    logger.setLevel(logging.CRITICAL)
    try:
        with redirect_stdout(io.StringIO()), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logger.setLevel(level)


def _in_words(error: Exception) -> str:
    text = " ".join(str(error).split()) or "no message"
    return text if isinstance(error, DataError) else f"{type(error).__name__}: {text}"
