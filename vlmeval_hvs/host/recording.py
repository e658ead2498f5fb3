"""Wraps the host's two ways of asking, so that every run begins properly and keeps its ledger."""

from __future__ import annotations

import logging
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

from vlmeval_hvs.dataset import HVSDataset
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.host.begin import Beginning, look
from vlmeval_hvs.host.binding import reader
from vlmeval_hvs.host.model_facts import host_facts, machine_facts, model_facts
from vlmeval_hvs.host.probed import probed
from vlmeval_hvs.host.run import Run, close_run, max_failures, open_run
from vlmeval_hvs.results.ledger import Ledger, ledger_path
from vlmeval_hvs.results.receipt import Receipt

logger = logging.getLogger("vlmeval_hvs")

_MOST_RANKS = 1024
_REFUSED = "_vlmeval_hvs_refused"


def receipt_of_run(dataset: HVSDataset[Any], model: Any, model_name: str) -> Receipt:
    """What is asked, of which model, and where."""
    model_part = model_facts(model, model_name)
    return replace(dataset.receipt, model=model_part, host=host_facts(), machine=machine_facts())


def recording(original: Any) -> Any:
    """Wrap ``infer_data_job``: the host's local mode, on one process or several ranks."""
    read = reader(original)

    def infer_data_job(*args: Any, **kwargs: Any) -> Any:
        given = read(args, kwargs)
        dataset = given.get("dataset")
        if not isinstance(dataset, HVSDataset):
            return original(*args, **kwargs)
        rank, world = int(os.environ.get("RANK", 0)), int(os.environ.get("WORLD_SIZE", 1))
        name = str(dataset.dataset_name)
        folder, stem = _place(given["work_dir"], given["model_name"], name)
        receipt = receipt_of_run(dataset, given["model"], given["model_name"])
        beginning = _begin(folder, stem, name, receipt, rank, world)
        seen = probed(folder, given["model_name"], dataset, receipt)
        ledger = Ledger(folder, stem, rank, world, beginning.also) if beginning.proven else None
        _barrier(world)  # every rank has read what the others knew before the first one writes
        run = Run(stem, ledger, raises=world == 1, most=max_failures(), interleave=seen.interleave)
        _open(name, run, seen.noted(receipt))
        try:
            return original(*args, **kwargs)
        finally:
            close_run(name)

    return infer_data_job


def recording_api(original: Any) -> Any:
    """Wrap ``_load_checkpoint``, with which API mode looks what is already there."""
    read = reader(original)

    def load_checkpoint(self: Any, *args: Any, **kwargs: Any) -> Any:
        dataset_name = str(read((self, *args), kwargs).get("dataset_name"))
        cfg: Any = getattr(self, "states", {}).get(dataset_name)
        dataset = getattr(cfg, "dataset_obj", None)
        if not isinstance(dataset, HVSDataset) or not getattr(self, "run_infer", True):
            return original(self, *args, **kwargs)
        try:
            folder, stem = _place(cfg.work_dir, cfg.model_name, dataset_name)
            receipt = receipt_of_run(dataset, cfg.model_obj, cfg.model_name)
            beginning = _begin(folder, stem, dataset_name, receipt)
            seen = probed(folder, cfg.model_name, dataset, receipt)
            ledger = Ledger(folder, stem, also=beginning.also) if beginning.proven else None
            run = Run(stem, ledger, raises=False, most=max_failures(), interleave=seen.interleave)
            _open(dataset_name, run, seen.noted(receipt))
        except Exception as error:  # an exception would end the runs on the other datasets too
            logger.error("%s: %s", dataset_name, error)
            vars(cfg)[_REFUSED] = True
            return {}
        return original(self, *args, **kwargs)

    return load_checkpoint


def unless_refused(original: Any) -> Any:
    """Wrap ``_produce_image_tasks``: a run that was refused asks nothing."""
    read = reader(original)

    async def produce(self: Any, *args: Any, **kwargs: Any) -> Any:
        refused = getattr(read((self, *args), kwargs).get("cfg"), _REFUSED, False)
        return 0 if refused else await original(self, *args, **kwargs)

    return produce


def naming_ledgers(original: Any) -> Any:
    """Wrap ``get_infer_aux_file_names``: the ledgers belong to these files, of however many ranks the run had."""
    read = reader(original)

    def names(*args: Any, **kwargs: Any) -> Any:
        found, given = original(*args, **kwargs), read(args, kwargs)
        if not isinstance(found, set) or not {"model_name", "dataset_name"} <= given.keys():
            return found
        stem = f"{given['model_name']}_{given['dataset_name']}"
        return found | {ledger_path(Path(), stem, rank).name for rank in range(_MOST_RANKS)}

    return names


def _place(work_dir: str, model_name: str, dataset: str) -> tuple[Path, str]:
    """Folder and start of the name of the host's prediction file; a slash in a model's name makes a folder."""
    path = Path(work_dir, f"{model_name}_{dataset}")
    return path.parent, path.name


def _begin(folder: Path, stem: str, dataset: str, receipt: Receipt, rank: int = 0, world: int = 1) -> Beginning:
    """Set the folder of a run in order.

    All ranks come to the same end, an error included: they look at the same files, and only the first one acts.
    """
    beginning = look(folder, stem, dataset, receipt)
    _barrier(world)
    if rank == 0:
        try:
            beginning.carry_out()
        except OSError as error:
            logger.error("%s: what lies in %s cannot be set aside (%s)", stem, folder, error)
    _barrier(world)
    if look(folder, stem, dataset, receipt).stale:
        raise DataError(f"{folder} holds predictions of {stem} that were made with {beginning.why}; move them away")
    return beginning


def _open(dataset: str, run: Run, receipt: Receipt) -> None:
    open_run(dataset, run)
    if run.ledger:
        run.ledger.begin(receipt)


def _barrier(world: int) -> None:
    if world > 1:
        from torch import distributed

        if distributed.is_initialized():
            distributed.barrier()
