"""Runs without the host: of served models and of this package's own, each with a ledger in ``<work>/<model>/``."""

import csv
import json
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from glob import escape
from itertools import product
from pathlib import Path
from pkgutil import resolve_name
from typing import Any, NamedTuple, TypeVar

from tqdm import tqdm

from vlmeval_hvs import __version__
from vlmeval_hvs.ask.request import Served, request_of
from vlmeval_hvs.ask.served import ServedModel
from vlmeval_hvs.ask.wire import Wire
from vlmeval_hvs.dataset import HVSDataset, Judge
from vlmeval_hvs.errors import DataError, HVSError
from vlmeval_hvs.files import atomic_file
from vlmeval_hvs.host.datasets import build_model
from vlmeval_hvs.host.generate import answered
from vlmeval_hvs.host.model_facts import machine_facts, own_facts
from vlmeval_hvs.host.resume import other_ledgers, plan
from vlmeval_hvs.host.run import Run, close_run, max_failures, open_run
from vlmeval_hvs.messages import ANY_FAIL_MARKER, Prompt, clean
from vlmeval_hvs.names import DatasetName
from vlmeval_hvs.results.files import ITEMS, SCORES
from vlmeval_hvs.results.ledger import Ledger, read_answers
from vlmeval_hvs.results.receipt import Receipt
from vlmeval_hvs.store.versions import exclusive_lock

# In receipts in place of the host's name: for runs of served models, and of this package's own.
ASKER, RUNNER = "vlmeval-hvs ask", "vlmeval-hvs run"
T = TypeVar("T")


class Asked(NamedTuple):
    """A dataset and its run."""

    dataset: HVSDataset[Any]
    receipt: Receipt
    folder: Path  # of the model
    stem: str  # ``<model>_<dataset>``


def run_of(dataset: HVSDataset[Any], model: dict[str, Any], asker: str, work_dir: Path) -> Asked:
    """The run of a model, of which the facts are given, on a dataset."""
    host = {"name": asker, "version": __version__}
    receipt = replace(dataset.receipt, model=model, host=host, machine=machine_facts())
    name = str(model["name"])
    return Asked(dataset, receipt, work_dir / name, f"{name}_{DatasetName.of(receipt.dataset).in_files}")


def ask(runs: Sequence[Asked], served: Served, concurrency: int, fresh: bool = False) -> list[str]:
    """Ask about every row that has no reply yet; returns how many replies are reused, in a sentence per dataset.

    An `InferenceStopped` says that too many calls failed in a row.
    """
    rows = sum(len(run.dataset) for run in runs)
    with ExitStack() as stack:
        ledgers = [begin(run, stack, fresh) for run in runs]
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
        pairs = [(run.dataset.dataset_name, one) for run, one in zip(runs, ledgers, strict=True) if one.used]
        return [f"{name}: {one.used} of {one.used + one.asked} replies are reused" for name, one in pairs]


def begin(run: Asked, stack: ExitStack, fresh: bool = False) -> Ledger:
    """Open the ledger of a run, which records its calls until the stack is closed.

    Earlier replies of the same run are reused unless ``fresh`` is set; a result of another run, or on rows that are not
    asked now, is moved aside.
    """
    name = run.dataset.dataset_name
    run.folder.mkdir(parents=True, exist_ok=True)
    stack.enter_context(exclusive_lock(run.folder / f".{run.stem}.lock", f"asks about {name}"))
    for path in run.folder.glob(f"{escape(run.stem)}[._]*"):
        if path.is_symlink():  # the host's link to a run in a folder of its own, which stays as it is
            path.unlink()
    other = not _rows(run) <= set(run.dataset.rows["index"])
    aside = "the same settings (--fresh)" if fresh else "other rows" if other else ""
    plan(run.folder, run.stem, name, run.receipt, aside).carry_out()
    also = [] if fresh else other_ledgers(run.folder, run.stem, run.receipt)
    ledger = Ledger(run.folder, run.stem, also=also)
    open_run(name, Run(run.stem, ledger, most=max_failures(), quiet=True))
    stack.callback(close_run, name)
    ledger.begin(run.receipt)
    return ledger


def _rows(run: Asked) -> set[str]:
    """Indices of the rows of the result in the folder; empty if there is none."""
    try:
        with (run.folder / f"{run.stem}{ITEMS}").open(encoding="utf-8", newline="") as file:
            return {row["index"] for row in csv.DictReader(file, delimiter="\t")}
    except (OSError, ValueError, KeyError, csv.Error):
        return set()


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


def run_models(names: Iterable[str], datasets: Iterable[HVSDataset[Any]], work_dir: Path) -> Iterator[Scored]:
    """Ask every model of this package about every dataset and score the replies; an interrupted run is resumed.

    An `HVSError` says what a model lacks.
    """
    models = [(name, build_model(name, resolve_name)) for name in dict.fromkeys(names)]
    for (name, model), dataset in product(models, list(datasets)):
        run = run_of(dataset, own_facts(name), RUNNER, work_dir)
        try:
            with ExitStack() as stack:
                begin(run, stack)
                for row in tqdm(range(len(dataset)), desc=run.stem, unit="row", disable=None, leave=False):
                    answered(model, dataset.build_prompt(row), _ask_once)
            yield score(run)
        except HVSError as error:
            yield Scored(run, run.folder / f"{run.stem}.tsv", "invalid", str(error))


def _ask_once(model: Any, turn: Prompt) -> Any:
    return model.generate_inner(turn, dataset=turn.dataset)


@contextmanager
def judge_of(served: Served, workers: int) -> Iterator[Judge]:
    """A served model as the judge of replies that rules leave unread (`vlmeval_hvs.results.judging`)."""
    with closing(Wire(served)) as wire:

        def judge(prompt: str) -> str:
            return wire.post(request_of([{"type": "text", "value": prompt}], None, served))[0]

        judge.model, judge.workers = served.model, workers  # type: ignore[attr-defined]
        yield judge


def work(jobs: Iterable[T], do: Callable[[T], None], workers: int, stop: Callable[[], None]) -> None:
    """Do all jobs in their order, several at once, until one raises, which is raised again.

    ``stop`` lets jobs that still wait give up.
    """
    ended = threading.Event()

    def unless_ended(job: T) -> None:
        if not ended.is_set():
            try:
                do(job)
            except BaseException:
                ended.set()
                raise

    with ThreadPoolExecutor(workers) as pool:
        try:
            for done in as_completed([pool.submit(unless_ended, job) for job in jobs]):
                done.result()
        finally:
            ended.set()
            stop()


def write_predictions(dataset: HVSDataset[Any], answers: Mapping[str, str], path: Path) -> None:
    """Write what the host would have written: its columns of the rows, and the predictions."""
    table = dataset.data.assign(prediction=[clean(answers[str(index)]) for index in dataset.data["index"]])
    with atomic_file(path) as file:
        table.to_csv(file, sep="\t", index=False, lineterminator="\n", quoting=csv.QUOTE_ALL)
