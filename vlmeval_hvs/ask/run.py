"""Runs without the host: of served models and of this package's own, each with a ledger.

Folders have the host's layout, ``<work>/<model>/T<time>/``, with links in the model's folder.
"""

from __future__ import annotations

import csv
import io
import json
import os
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import replace
from datetime import datetime, timedelta
from glob import escape
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from tqdm import tqdm

from vlmeval_hvs import __version__
from vlmeval_hvs.ask.request import request_of
from vlmeval_hvs.ask.served import ServedModel
from vlmeval_hvs.ask.settings import Served
from vlmeval_hvs.ask.wire import Wire
from vlmeval_hvs.dataset import HVSDataset, Judge
from vlmeval_hvs.errors import DataError, HVSError
from vlmeval_hvs.files import atomic_file
from vlmeval_hvs.host.generate import answered
from vlmeval_hvs.host.model_facts import machine_facts, own_facts
from vlmeval_hvs.host.models import build_model, own_class
from vlmeval_hvs.host.resume import RUN_FOLDER, other_ledgers, same_run
from vlmeval_hvs.host.run import Run, close_run, max_failures, open_run
from vlmeval_hvs.messages import ANY_FAIL_MARKER, Prompt, clean
from vlmeval_hvs.names import DatasetName
from vlmeval_hvs.results.files import ITEMS, SCORES
from vlmeval_hvs.results.ledger import Ledger, read_answers, read_receipt
from vlmeval_hvs.results.receipt import Receipt
from vlmeval_hvs.store.versions import exclusive_lock

ASKER, RUNNER = "vlmeval-hvs ask", "vlmeval-hvs run"
"""In receipts in place of the host's name: for runs of served models, and of this package's own."""


class Asked(NamedTuple):
    """A dataset and its run: the receipt, the folder, ``<model>_<dataset>``, and ledgers whose replies are reused."""

    dataset: HVSDataset[Any]
    receipt: Receipt
    folder: Path
    stem: str
    also: Sequence[Path] = ()


def places(datasets: Iterable[HVSDataset[Any]], served: Served, work_dir: Path, fresh: bool = False) -> list[Asked]:
    """Folders for the runs of datasets: an earlier run with the same receipt is resumed, unless ``fresh`` is set."""
    now = datetime.now()
    return [_place(dataset, served.facts, ASKER, work_dir / served.file_name, now, fresh) for dataset in datasets]


def _place(
    dataset: HVSDataset[Any], model: dict[str, Any], asker: str, home: Path, now: datetime, fresh: bool = False
) -> Asked:
    """The folder of a run: that of the newest run with the same receipt, finished or not, else a new one.

    Runs of the host or of another command are never written to, nor is a result on rows that are not asked now; their
    replies are reused.
    """
    host = {"name": asker, "version": __version__}
    receipt = replace(dataset.receipt, model=model, host=host, machine=machine_facts())
    stem = f"{home.name}_{DatasetName.of(receipt.dataset).in_files}"
    while (new := home / now.strftime("T%Y%m%d-%H%M%S")).is_dir() and any(new.glob(f"{escape(stem)}*")):
        now += timedelta(seconds=1)
    if fresh:
        return Asked(dataset, receipt, new, stem)
    rows = set(dataset.rows["index"])
    runs = sorted(path for path in home.iterdir() if RUN_FOLDER.fullmatch(path.name)) if home.is_dir() else []
    own = {folder: _rows(folder, stem) for folder in runs if _continues(folder, stem, receipt)}
    fit = [folder for folder, known in own.items() if known <= rows]
    same = [folder for folder in fit if len(own[folder]) in (0, len(rows))]
    folder = (same or fit or [new])[-1]
    return Asked(dataset, receipt, folder, stem, other_ledgers(folder, stem, receipt))


def _rows(folder: Path, stem: str) -> set[str]:
    """Indices of the rows of the result in a folder; empty if there is none."""
    try:
        with (folder / f"{stem}{ITEMS}").open(encoding="utf-8", newline="") as file:
            return {row["index"] for row in csv.DictReader(file, delimiter="\t")}
    except (OSError, ValueError, KeyError, csv.Error):
        return set()


def _continues(folder: Path, stem: str, receipt: Receipt) -> bool:
    """Whether a folder holds this run, by the same command."""
    if not same_run(folder, stem, receipt):
        return False
    known = read_receipt(folder, stem)
    return known is not None and known.host.get("name") == receipt.host["name"]


def ask(runs: Sequence[Asked], served: Served, concurrency: int) -> list[str]:
    """Ask about every row that has no reply yet; returns how many replies are reused, in a sentence per dataset.

    Raises:
        InferenceStopped: Too many calls failed in a row.
    """
    rows = sum(len(run.dataset) for run in runs)
    with ExitStack() as stack:
        ledgers = [begin(run, stack) for run in runs]
        wire = stack.enter_context(closing(Wire(served)))
        model = ServedModel(served, wire, {run.dataset.dataset_name: run.dataset for run in runs})
        shown = stack.enter_context(tqdm(total=rows, unit="row", disable=None, leave=False, desc=served.file_name))
        failed = 0

        def one(job: tuple[HVSDataset[Any], int]) -> None:
            nonlocal failed
            if ANY_FAIL_MARKER in model.answer(job[0].build_prompt(job[1])):
                failed += 1
                shown.set_postfix(failed=failed, refresh=False)
            shown.update()

        jobs = ((run.dataset, position) for run in runs for position in range(len(run.dataset)))
        work(jobs, one, min(concurrency, rows), wire.close)
        return [
            f"{run.dataset.dataset_name}: {ledger.used} of {ledger.used + ledger.asked} replies are reused"
            for run, ledger in zip(runs, ledgers, strict=True)
            if ledger.used
        ]


def begin(run: Asked, stack: ExitStack) -> Ledger:
    """Open the ledger of a run, which records its calls until the stack is closed."""
    name = run.dataset.dataset_name
    run.folder.mkdir(parents=True, exist_ok=True)
    stack.enter_context(exclusive_lock(run.folder / f".{run.stem}.lock", f"asks about {name}"))
    ledger = Ledger(run.folder, run.stem, also=run.also)
    open_run(name, Run(run.stem, ledger, raises=True, most=max_failures(), quiet=True))
    stack.callback(close_run, name)
    ledger.begin(run.receipt)
    return ledger


class Scored(NamedTuple):
    """The result of a run: its prediction file, and validity, reason and headline as in the score file."""

    run: Asked
    path: Path
    validity: str
    reason: str = ""
    overall: float | None = None


def score(run: Asked, judge: Judge | None = None) -> Scored:
    """Write the prediction file of a finished run and score it; a judge reads what rules leave unread."""
    path = run.folder / f"{run.stem}.tsv"
    try:
        record = read_answers(run.folder, run.stem)
        if record is None:
            raise DataError(f"{run.folder} has no ledger of {run.stem}")
        write_predictions(run.dataset, record.answers, path)
        run.dataset.score_file(path, judge)
        scores = json.loads(path.with_name(f"{path.stem}{SCORES}").read_text(encoding="utf-8"))
    except HVSError as error:
        return Scored(run, path, "invalid", " ".join(str(error).split()))
    return Scored(run, path, scores["validity"], scores["validity_reason"] or "", scores["Overall"])


def finish(runs: Sequence[Asked], judge: Judge | None = None) -> list[Scored]:
    """Score all runs and link their files in the model's folder."""
    found = [score(run, judge) for run in runs]
    for run in runs:
        link(run)
    return found


def run_models(names: Iterable[str], datasets: Iterable[HVSDataset[Any]], work_dir: Path) -> Iterator[Scored]:
    """Ask every model of this package about every dataset and score the replies; an interrupted run is resumed.

    Raises:
        HVSError: A model lacks what it needs.
    """
    models = [(name, build_model(name, own_class)) for name in dict.fromkeys(names)]
    own, now = list(datasets), datetime.now()
    for name, model in models:
        for dataset in own:
            yield _run_own(model, _place(dataset, own_facts(name), RUNNER, work_dir / name, now))


def _run_own(model: Any, run: Asked) -> Scored:
    def ask_once(asked: Any, turn: Prompt) -> Any:
        return asked.generate_inner(turn, dataset=run.dataset.dataset_name)

    try:
        with ExitStack() as stack:
            begin(run, stack)
            for row in tqdm(range(len(run.dataset)), desc=run.stem, unit="row", disable=None, leave=False):
                answered(model, run.dataset.build_prompt(row), ask_once)
        found = score(run)
    except HVSError as error:
        found = Scored(run, run.folder / f"{run.stem}.tsv", "invalid", str(error))
    link(run)
    return found


def link(run: Asked) -> None:
    """Link the files of a run in the model's folder, as the host does, but replace no real file or larger result."""
    home = run.folder.parent
    if len(_rows(home, run.stem)) > len(_rows(run.folder, run.stem)):
        return
    for path in sorted(run.folder.glob(f"{escape(run.stem)}[._]*")):
        name = home / path.name
        if not name.exists() or name.is_symlink():
            with suppress(OSError):  # no links on this file system
                name.unlink(missing_ok=True)
                name.symlink_to(os.path.relpath(path, home))


@contextmanager
def judge_of(served: Served, workers: int) -> Iterator[Judge]:
    """A served model as the judge of replies that rules leave unread (`vlmeval_hvs.results.judging`)."""
    with closing(Wire(served)) as wire:

        def judge(prompt: str) -> str:
            return wire.post(request_of([{"type": "text", "value": prompt}], None, served))[0]

        judge.model, judge.workers = served.model, workers  # type: ignore[attr-defined]
        yield judge


T = TypeVar("T")


def work(jobs: Iterable[T], do: Callable[[T], None], workers: int, stop: Callable[[], None]) -> None:
    """Do all jobs in their order, several at once, until one raises; ``stop`` lets jobs that still wait give up.

    Raises:
        BaseException: The first that a job raised.
    """
    left, lock = iter(jobs), threading.Lock()
    ended = threading.Event()

    def loop() -> None:
        while not ended.is_set():
            with lock:
                job = next(left, None)
            if job is None:
                return
            do(job)

    with ThreadPoolExecutor(workers) as pool:
        try:
            for done in as_completed([pool.submit(loop) for _ in range(workers)]):
                done.result()
        finally:
            ended.set()
            stop()


def write_predictions(dataset: HVSDataset[Any], answers: Mapping[str, str], path: Path) -> None:
    """Write what the host would have written: its columns of the rows, and the predictions."""
    with atomic_file(path) as file:
        text = io.TextIOWrapper(file, encoding="utf-8", errors="replace", newline="", write_through=True)
        table = csv.writer(text, delimiter="\t", lineterminator="\n", quoting=csv.QUOTE_ALL)
        table.writerow([*dataset.data.columns, "prediction"])
        for row in dataset.data.itertuples(index=False, name=None):
            table.writerow([*row, clean(answers[str(row[0])])])
        text.detach()
