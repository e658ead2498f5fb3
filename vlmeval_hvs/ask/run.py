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
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from glob import escape
from pathlib import Path
from typing import Any, TypeVar

from tqdm import tqdm

from vlmeval_hvs import __version__
from vlmeval_hvs.ask.settings import Served
from vlmeval_hvs.dataset import HVSDataset, Judge
from vlmeval_hvs.errors import DataError, HVSError, UsageError
from vlmeval_hvs.files import atomic_file
from vlmeval_hvs.host.generate import answered
from vlmeval_hvs.host.model_facts import machine_facts, own_facts
from vlmeval_hvs.host.models import build_model, own_class
from vlmeval_hvs.host.resume import RUN_FOLDER, other_ledgers, same_run
from vlmeval_hvs.host.run import Run, close_run, max_failures, open_run
from vlmeval_hvs.messages import ANY_FAIL_MARKER, Prompt, clean
from vlmeval_hvs.names import DatasetName
from vlmeval_hvs.results.files import ITEMS, SCORES
from vlmeval_hvs.results.ledger import Ledger, addresses_of, has_replies, ledger_path, read_answers, read_receipt
from vlmeval_hvs.results.receipt import ADDRESS, Receipt
from vlmeval_hvs.store.versions import exclusive_lock

ASKER, RUNNER = "vlmeval-hvs ask", "vlmeval-hvs run"
"""In receipts in place of the host's name: for runs of served models, and of this package's own."""


@dataclass(frozen=True)
class Asked:
    """A dataset and the folder of its run.

    Attributes:
        dataset: The dataset.
        receipt: Of the run.
        folder: The run's folder.
        stem: ``<model>_<dataset>``.
        also: Ledgers of the same run in other folders, whose replies are reused.
    """

    dataset: HVSDataset[Any]
    receipt: Receipt
    folder: Path
    stem: str
    also: tuple[Path, ...] = ()

    @property
    def predictions(self) -> Path:
        """The prediction file."""
        return self.folder / f"{self.stem}.tsv"


def places(
    datasets: Iterable[HVSDataset[Any]],
    served: Served,
    work_dir: Path,
    fresh: bool = False,
    now: datetime | None = None,
    any_address: bool = False,
) -> list[Asked]:
    """Folders for the runs of datasets: an earlier run with the same receipt is resumed, unless ``fresh`` is set.

    Raises:
        UsageError: All earlier replies came from another address.
    """
    home, now = work_dir / served.file_name, now or datetime.now()
    return [_place(dataset, home, served.facts, ASKER, now, fresh, any_address) for dataset in datasets]


def _place(
    dataset: HVSDataset[Any],
    home: Path,
    model: dict[str, Any],
    asker: str,
    now: datetime,
    fresh: bool = False,
    any_address: bool = False,
) -> Asked:
    """The folder of a run: that of the newest run with the same receipt, finished or not, else a new one.

    Runs of the host or of another command are never written to, nor is a result on rows that are not asked now; their
    replies are reused.
    """
    host = {"name": asker, "version": __version__}
    receipt = replace(dataset.receipt, model=model, host=host, machine=machine_facts())
    stem = f"{home.name}_{DatasetName.of(receipt.dataset).in_files}"
    if fresh:
        return Asked(dataset, receipt, _new_folder(home, stem, now), stem)
    rows = set(dataset.rows["index"])
    runs = [path for path in home.iterdir() if RUN_FOLDER.fullmatch(path.name)] if home.is_dir() else []
    own = {folder: _rows(folder, stem) for folder in sorted(runs) if _continues(folder, stem, receipt)}
    fit = [folder for folder, known in own.items() if known <= rows]
    same = [folder for folder in fit if len(own[folder]) in (0, len(rows))]
    folder = (same or fit or [_new_folder(home, stem, now)])[-1]
    anywhere = other_ledgers(folder, stem, receipt.anywhere())
    also = anywhere if any_address else other_ledgers(folder, stem, receipt)
    others = sorted({address for path in anywhere if has_replies(path) for address in addresses_of(path)})
    if others and not own and not also:
        raise UsageError(
            f"earlier replies of {stem} came from {', '.join(others)}, but this run asks {receipt.model[ADDRESS]}: add "
            "--reuse-from-any-address to use them, or --fresh to ask everything again"
        )
    return Asked(dataset, receipt, folder, stem, tuple(also))


def _rows(folder: Path, stem: str) -> set[str]:
    """Indices of the rows of the result in a folder; empty if there is none."""
    try:
        with (folder / f"{stem}{ITEMS}").open(encoding="utf-8", newline="") as file:
            return {row["index"] for row in csv.DictReader(file, delimiter="\t")}
    except (OSError, ValueError, KeyError, csv.Error):
        return set()


def _new_folder(home: Path, stem: str, now: datetime) -> Path:
    """A folder without this run's files, named after a second as the host's are."""
    while (folder := home / now.strftime("T%Y%m%d-%H%M%S")).is_dir() and any(folder.glob(f"{escape(stem)}*")):
        now += timedelta(seconds=1)
    return folder


def _continues(folder: Path, stem: str, receipt: Receipt) -> bool:
    if not ledger_path(folder, stem, 0).is_file() or not same_run(folder, stem, receipt):
        return False
    known = read_receipt(folder, stem)
    return known is not None and known.host.get("name") == receipt.host.get("name")


def ask(runs: Sequence[Asked], served: Served, concurrency: int) -> list[str]:
    """Ask about every row that has no reply yet.

    Returns:
        For every dataset with earlier replies, a sentence that says how many are reused, and where they are from.

    Raises:
        InferenceStopped: Too many calls failed in a row.
    """
    from vlmeval_hvs.ask.served import ServedModel  # needs a package that runs of other models do not need
    from vlmeval_hvs.ask.wire import Wire

    rows = sum(len(run.dataset) for run in runs)
    with ExitStack() as stack:
        ledgers = [begin(run, stack) for run in runs]
        wire = Wire(served, concurrency)
        stack.callback(wire.close)
        model = ServedModel(served, wire, {run.dataset.dataset_name: run.dataset for run in runs})
        shown = stack.enter_context(tqdm(total=rows, unit="row", disable=None, leave=False, smoothing=0.05))
        failed, current = 0, ""

        def one(job: tuple[HVSDataset[Any], int]) -> None:
            nonlocal failed, current
            if current != job[0].dataset_name:
                current = job[0].dataset_name
                shown.set_description(f"{served.file_name}, {current}", refresh=False)
            if ANY_FAIL_MARKER in model.answer(job[0].build_prompt(job[1])):
                failed += 1
                shown.set_postfix(failed=failed, refresh=False)
            shown.update()

        jobs = ((run.dataset, position) for run in runs for position in range(len(run.dataset)))
        work(jobs, one, min(concurrency, rows), wire.close)
        named = zip(runs, ledgers, strict=True)
        return [f"{run.dataset.dataset_name}: {_reused(ledger)}" for run, ledger in named if ledger.used]


def _reused(ledger: Ledger) -> str:
    """How many earlier replies a run reuses, and where they are from."""
    places = dict.fromkeys(address for path in sorted(ledger.used_of) for address in addresses_of(path))
    first, last = (datetime.fromtimestamp(time).date() for time in ledger.used_times)
    when = f"on {first}" if first == last else f"from {first} to {last}"
    where = f"from {' and '.join(places)}, " if places else ""
    total = ledger.used + ledger.asked
    return f"{ledger.used} of {total} replies are reused ({where}received {when}); {ledger.asked} are new"


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


@dataclass(frozen=True)
class Scored:
    """The result of a run.

    Attributes:
        model: Name of the model.
        dataset: Name of the dataset.
        rows: Number of rows.
        path: The prediction file.
        validity: As in the score file; ``invalid`` if nothing could be scored.
        reason: Why it is not valid, "" if it is.
        overall: The headline, None if there is none.
    """

    model: str
    dataset: str
    rows: int
    path: Path
    validity: str
    reason: str
    overall: float | None


def _scored(run: Asked, validity: str, reason: str, overall: float | None) -> Scored:
    model, dataset = str(run.receipt.model["name"]), run.dataset.dataset_name
    return Scored(model, dataset, len(run.dataset), run.predictions, validity, reason, overall)


def score(run: Asked, judge: Judge | None = None) -> Scored:
    """Write the prediction file of a finished run and score it; a judge reads what rules leave unread."""
    path = run.predictions
    try:
        record = read_answers(path.parent, path.stem)
        if record is None:
            raise DataError(f"{path.parent} has no ledger of {path.stem}")
        write_predictions(run.dataset, record.answers, path)
        run.dataset.score_file(path, judge)
        scores = json.loads(path.with_name(f"{path.stem}{SCORES}").read_text(encoding="utf-8"))
    except HVSError as error:
        return _scored(run, "invalid", " ".join(str(error).split()), None)
    return _scored(run, scores["validity"], scores["validity_reason"] or "", scores["Overall"])


def finish(runs: Sequence[Asked], work_dir: Path, served: Served, judge: Judge | None = None) -> list[Scored]:
    """Score all runs and link their files in the model's folder."""
    found = [score(run, judge) for run in runs]
    link(work_dir / served.file_name, runs)
    return found


def run_models(names: Iterable[str], datasets: Iterable[HVSDataset[Any]], work_dir: Path) -> Iterator[Scored]:
    """Ask every model about every dataset and score the replies; an interrupted run is resumed.

    Yields:
        The result of each pair, as soon as it is known.

    Raises:
        HVSError: A model lacks what it needs.
    """
    models = [(name, build_model(name, own_class)) for name in dict.fromkeys(names)]
    own, now = list(datasets), datetime.now()
    for name, model in models:
        for dataset in own:
            yield _run_own(name, model, dataset, work_dir / name, now)


def _run_own(name: str, model: Any, dataset: HVSDataset[Any], home: Path, now: datetime) -> Scored:
    run = _place(dataset, home, own_facts(name), RUNNER, now)

    def ask_once(asked: Any, turn: Prompt) -> Any:
        return asked.generate_inner(turn, dataset=dataset.dataset_name)

    try:
        with ExitStack() as stack:
            begin(run, stack)
            for row in tqdm(range(len(dataset)), desc=run.stem, unit="row", disable=None, leave=False):
                answered(model, dataset.build_prompt(row), ask_once)
        found = score(run)
    except HVSError as error:
        found = _scored(run, "invalid", str(error), None)
    link(home, [run])
    return found


def link(home: Path, runs: Iterable[Asked]) -> None:
    """Link the files of runs in the model's folder, as the host does, but replace no real file or larger result."""
    for run in runs:
        if len(_rows(home, run.stem)) > len(_rows(run.folder, run.stem)):
            continue
        for path in sorted(run.folder.glob(f"{escape(run.stem)}[._]*")):
            name = home / path.name
            if not name.exists() or name.is_symlink():
                with suppress(OSError):  # no links on this file system
                    name.unlink(missing_ok=True)
                    name.symlink_to(os.path.relpath(path, home))


@contextmanager
def judge_of(served: Served, workers: int) -> Iterator[Judge]:
    """A served model as the judge of replies that rules leave unread (`vlmeval_hvs.results.judging`)."""
    from vlmeval_hvs.ask.request import DataUrls, request_of
    from vlmeval_hvs.ask.wire import Wire

    wire, urls = Wire(served, workers), DataUrls(served.images)

    def judge(prompt: str) -> str:
        return wire.post(request_of([{"type": "text", "value": prompt}], None, served, urls)).reply

    judge.model, judge.workers = served.model, workers  # type: ignore[attr-defined]
    try:
        yield judge
    finally:
        wire.close()


T = TypeVar("T")

_LOOK = 0.2  # seconds after which the main thread looks for Ctrl-C


def work(jobs: Iterable[T], do: Callable[[T], None], workers: int, stop: Callable[[], None]) -> None:
    """Do all jobs, in their order, several at once.

    Args:
        jobs: Taken one by one, never more than are being done.
        do: Does a job.
        workers: Number of threads.
        stop: Called at the end, also after an error, so that a job that still waits gives up.

    Raises:
        BaseException: The first that a job raised.
    """
    left, lock, ended = iter(jobs), threading.Lock(), threading.Event()

    def loop() -> None:
        while not ended.is_set():
            with lock:
                job = next(left, None)
            if job is None:
                return
            do(job)

    with ThreadPoolExecutor(workers) as pool:
        pending = {pool.submit(loop) for _ in range(workers)}
        faults: list[BaseException] = []
        try:
            while pending and not faults:
                done, pending = wait(pending, _LOOK, FIRST_EXCEPTION)
                faults = [fault for one in done if (fault := one.exception())]
        finally:
            ended.set()
            stop()
    if faults:
        raise faults[0]


def write_predictions(dataset: HVSDataset[Any], answers: Mapping[str, str], path: Path) -> None:
    """Write what the host would have written: its columns of the rows, and the predictions.

    Raises:
        KeyError: A row has no prediction.
    """
    with atomic_file(path) as file:
        text = io.TextIOWrapper(file, encoding="utf-8", errors="replace", newline="", write_through=True)
        table = csv.writer(text, delimiter="\t", lineterminator="\n", quoting=csv.QUOTE_ALL)
        table.writerow([*dataset.data.columns, "prediction"])
        for row in dataset.data.itertuples(index=False, name=None):
            table.writerow([*row, clean(answers[str(row[0])])])
        text.detach()
