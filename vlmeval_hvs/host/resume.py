"""Starts or resumes a run with its ledger: earlier files are used, moved aside or refused.

Hosts use any prediction file with the right name, whatever made it. Here predictions of other data, options or another
model are moved into a folder of their own before the host looks for them, and their rows are asked again; with
``--reuse`` the run is refused instead. Unfinished files of the same run are deleted: its ledger has every reply, and a
file torn by a kill would end (or in API mode hang) the host.
"""

import inspect
import json
import logging
import os
import re
import sys
import zipfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from glob import escape
from itertools import product
from pathlib import Path
from typing import Any

from vlmeval_hvs.dataset import HVSDataset
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.host.model_facts import machine_facts, model_facts
from vlmeval_hvs.host.probe import probed
from vlmeval_hvs.host.run import Run, close_run, max_failures, open_run
from vlmeval_hvs.host.source import host_version
from vlmeval_hvs.names import stems_of
from vlmeval_hvs.results.ledger import LEDGER, Ledger, ends_with_a_line, ledger_path, ledger_paths, read_receipts
from vlmeval_hvs.results.receipt import Receipt

logger = logging.getLogger("vlmeval_hvs")

STALE = "_hvs_stale_"
_ENDINGS = (".xlsx", ".tsv", ".csv", ".json", ".jsonl", ".pkl")
_RUN_FOLDER = re.compile(r"T\d{8}(-\d{6}|_G[0-9a-fA-F]+)")  # hosts make one per run in the folder of a model
_MOST_RANKS = 1024
_REFUSED = "_vlmeval_hvs_refused"


@dataclass
class Plan:
    """What has to be done in a folder before the host looks for ``<model>_<dataset>`` there."""

    folder: Path
    stem: str
    why: str = ""  # what differs in the run that made the predictions there
    stale: Sequence[Path] = ()  # to move aside
    unfinished: Sequence[Path] = ()  # of this run, to delete
    also: Sequence[Path] = ()  # ledgers of this run in other folders, with ``--reuse``

    def carry_out(self) -> None:
        """Move stale files aside with one warning, and delete unfinished ones."""
        for path in self.unfinished:
            path.unlink(missing_ok=True)
        if not self.stale:
            return
        number = 0
        while (target := self.folder / f"{self.stem}{STALE}{number}").exists():
            number += 1
        target.mkdir()
        # The ledger last: after a kill it still says what made the other files.
        for path in sorted(self.stale, key=lambda path: LEDGER in path.name):
            if path.is_symlink():  # the host's link to a file in the folder of a run
                path.unlink()
            else:
                os.replace(path, target / path.name)
        logger.warning("%s: earlier predictions were made with %s; they are now in %s", self.stem, self.why, target)


def plan(folder: Path, stem: str, dataset: str, receipt: Receipt, aside: str = "") -> Plan:
    """Decide what to do with the files in the folder of a run that starts; nothing is changed yet.

    With a reason ``aside``, an earlier run is moved whatever it is; predictions of another run that the user asked to
    reuse are a `DataError`.
    """
    try:
        known = read_receipts(folder, stem)
        why = "; ".join(dict.fromkeys(words for each in known for words in each.differences(receipt)))
        why = why or (aside if known else "")
    except DataError as error:
        known, why = [], f"a ledger that cannot be read ({error})"
    reuse = reuse_asked(folder)
    also = other_ledgers(folder, stem, receipt.anywhere()) if reuse else []
    # Files that the host keeps only during a run: of all ranks, and of API mode.
    name = rf"\d+_{re.escape(dataset)}\.pkl|{re.escape(stem)}(_checkpoint|_PREV)\.pkl"
    parts = sorted(path for path in folder.glob("*.pkl") if re.fullmatch(name, path.name))
    if known and not why:
        return Plan(folder, stem, unfinished=[*parts, *_unreadable(folder, stem)], also=also)
    predictions = [path for ending in _ENDINGS if _there(path := folder / f"{stem}{ending}")] + parts
    if not why and not predictions:
        return Plan(folder, stem, also=also)
    if reuse and why and not also:  # with these, the host has copied the predictions without their ledger
        raise DataError(f"the predictions of {stem} in {folder} cannot be reused: they were made with {why}")
    stale = [*predictions, *ledger_paths(folder, stem), *folder.glob(f"{escape(stem)}_hvs_*")]
    files = [path for path in dict.fromkeys(stale) if _there(path)]
    return Plan(folder, stem, why or "unknown data and options (they have no ledger)", files, also=also)


def reuse_asked(folder: Path) -> bool:
    """Whether the user asked the host to reuse predictions, by the host's status file or else the command line."""
    try:
        return bool(json.loads((folder / "status.json").read_text(encoding="utf-8"))["reuse"])
    except (OSError, ValueError, KeyError, TypeError):
        return "--reuse" in sys.argv


def other_ledgers(folder: Path, stem: str, receipt: Receipt) -> list[Path]:
    """Ledgers of the same run in the model's other folders: hosts use one per run; others were moved aside."""
    model, names = folder.parent if _RUN_FOLDER.fullmatch(folder.name) else folder, f"{stem}{STALE}"
    runs = [path for path in model.glob("*") if _RUN_FOLDER.fullmatch(path.name) or path.name.startswith(names)]
    own = {path.resolve() for path in ledger_paths(folder, stem)}  # the host links files
    found: dict[Path, Path] = {}
    for place, name in product(sorted([model, *runs]), stems_of(stem, receipt.dataset)):
        with suppress(DataError):
            known = read_receipts(place, name)
            if known and not any(each.differences(receipt) for each in known):
                found |= {path.resolve(): path for path in ledger_paths(place, name)}
    return [path for real, path in found.items() if real not in own]


def _unreadable(folder: Path, stem: str) -> list[Path]:
    """Prediction files from which the host cannot resume: torn by a kill, or JSON, which it does not read back."""
    sound = {".xlsx": zipfile.is_zipfile, ".tsv": ends_with_a_line, ".json": lambda path: False}
    paths = {folder / f"{stem}{ending}": check for ending, check in sound.items()}
    return [path for path, check in paths.items() if path.is_file() and not check(path)]


def _there(path: Path) -> bool:
    return path.is_symlink() or path.is_file()


def recording(original: Any) -> Any:
    """Wrap ``infer_data_job``: the host's local mode, in one process or several ranks."""

    def infer_data_job(*args: Any, **kwargs: Any) -> Any:
        asked = arguments_of(original, *args, **kwargs)
        dataset = asked.get("dataset")
        if not isinstance(dataset, HVSDataset):
            return original(*args, **kwargs)
        rank, world = int(os.environ.get("RANK", 0)), int(os.environ.get("WORLD_SIZE", 1))
        _begin(dataset, asked["model"], asked["model_name"], asked["work_dir"], rank, world, raises=world == 1)
        try:
            return original(*args, **kwargs)
        finally:
            close_run(str(dataset.dataset_name))

    return infer_data_job


def recording_api(original: Any) -> Any:
    """Wrap ``_load_checkpoint``, by which API mode finds earlier replies."""

    def load_checkpoint(self: Any, *args: Any, **kwargs: Any) -> Any:
        name = arguments_of(original, self, *args, **kwargs).get("dataset_name")
        cfg: Any = getattr(self, "states", {}).get(name)
        dataset = getattr(cfg, "dataset_obj", None)
        if not isinstance(dataset, HVSDataset) or not getattr(self, "run_infer", True):
            return original(self, *args, **kwargs)
        try:
            _begin(dataset, cfg.model_obj, cfg.model_name, cfg.work_dir, raises=False)
        except Exception as error:  # an exception would end the runs on the other datasets too
            logger.error("%s: %s", name, error)
            vars(cfg)[_REFUSED] = True
            return {}
        return original(self, *args, **kwargs)

    return load_checkpoint


def unless_refused(original: Any) -> Any:
    """Wrap ``_produce_image_tasks``: a refused run asks nothing."""

    async def produce(self: Any, *args: Any, **kwargs: Any) -> Any:
        refused = getattr(arguments_of(original, self, *args, **kwargs).get("cfg"), _REFUSED, False)
        return 0 if refused else await original(self, *args, **kwargs)

    return produce


def adding_ledgers(original: Any) -> Any:
    """Wrap ``get_infer_aux_file_names``: add the ledgers of all ranks to the files."""

    def names(*args: Any, **kwargs: Any) -> Any:
        found, asked = original(*args, **kwargs), arguments_of(original, *args, **kwargs)
        if not isinstance(found, set) or not {"model_name", "dataset_name"} <= asked.keys():
            return found
        stem = f"{asked['model_name']}_{asked['dataset_name']}"
        return found | {ledger_path(Path(), stem, rank).name for rank in range(_MOST_RANKS)}

    return names


def arguments_of(function: Any, /, *args: Any, **kwargs: Any) -> dict[str, Any]:
    """The arguments of a call by name, because hosts declare a function differently; empty if the call does not fit."""
    try:
        bound = inspect.signature(function).bind(*args, **kwargs)
    except (TypeError, ValueError):
        return {}
    bound.apply_defaults()
    return dict(bound.arguments)


def _begin(
    dataset: HVSDataset[Any], model: Any, model_name: str, work_dir: str, rank: int = 0, world: int = 1, *, raises: bool
) -> None:
    """Start the host's run of a model on a dataset, as the model's probe allows."""
    name = str(dataset.dataset_name)
    path = Path(work_dir, f"{model_name}_{name}")  # a slash in a model's name makes a folder
    facts = model_facts(model, model_name)
    host, version = host_version()
    made_by = {"name": host, "version": version or "unknown"}
    receipt = replace(dataset.receipt, model=facts, host=made_by, machine=machine_facts())
    interleave, receipt = probed(path.parent, model_name, dataset, receipt)
    # All ranks see the same files and raise the same errors; the first one changes them.
    made = plan(path.parent, path.name, name, receipt)
    _barrier(world)
    if rank == 0:
        try:
            made.carry_out()
        except OSError as error:
            logger.error("%s: the files in %s cannot be moved aside (%s)", made.stem, made.folder, error)
    _barrier(world)
    if any(_there(path) for path in made.stale):
        raise DataError(f"{made.folder} holds predictions of {made.stem} made with {made.why}; move them away")
    ledger = Ledger(made.folder, made.stem, rank, world, made.also)
    _barrier(world)  # every rank reads the ledgers before the first one writes
    open_run(name, Run(made.stem, ledger, raises=raises, most=max_failures(), interleave=interleave))
    ledger.begin(receipt)


def _barrier(world: int) -> None:
    if world > 1:
        from torch import distributed

        if distributed.is_initialized():
            distributed.barrier()
