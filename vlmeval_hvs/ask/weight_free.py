"""A run of this package's own models without the host: its questions, ledger and result files, row after row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from tqdm import tqdm

from vlmeval_hvs import __version__
from vlmeval_hvs.ask.folders import link, place_of
from vlmeval_hvs.ask.run import Asked, Scored, begin, score
from vlmeval_hvs.dataset import HVSDataset
from vlmeval_hvs.errors import HVSError
from vlmeval_hvs.host.generate import answered
from vlmeval_hvs.host.model_facts import machine_facts, own_facts
from vlmeval_hvs.host.models import build_model, own_class
from vlmeval_hvs.messages import Prompt

RUNNER = "vlmeval-hvs run"
"""Stands in receipts for the name of the host."""


def run_models(names: Iterable[str], datasets: Iterable[HVSDataset[Any]], work_dir: Path) -> Iterator[Scored]:
    """Ask every model about every dataset and score it; a run that was ended goes on.

    Args:
        names: Names of this package's models.
        datasets: The datasets.
        work_dir: Where results go.

    Yields:
        What became of each pair, as soon as it is known.

    Raises:
        HVSError: A model lacks what it needs.
    """
    models = [(name, build_model(name, own_class)) for name in dict.fromkeys(names)]
    own, now = list(datasets), datetime.now()
    for name, model in models:
        for dataset in own:
            yield _run(name, model, dataset, work_dir / name, now)


def _run(name: str, model: Any, dataset: HVSDataset[Any], home: Path, now: datetime) -> Scored:
    runner = {"name": RUNNER, "version": __version__}
    receipt = replace(dataset.receipt, model=own_facts(name), host=runner, machine=machine_facts())
    run = Asked(dataset, place_of(home, name, receipt, list(dataset.rows["index"]), now), receipt)

    def ask(asked: Any, turn: Prompt) -> Any:
        return asked.generate_inner(turn, dataset=dataset.dataset_name)

    try:
        with ExitStack() as stack:
            begin(run, stack)
            for row in tqdm(range(len(dataset)), desc=run.place.stem, unit="row", disable=None, leave=False):
                answered(model, dataset.build_prompt(row), ask)
    except HVSError as error:
        found = Scored(dataset.dataset_name, "invalid", str(error), None, len(dataset), run.predictions)
    else:
        found = score(run)
    link(home, [run.place])
    return replace(found, model=name)
