"""Begins or resumes a run, with a ledger: earlier files are continued, moved aside or refused.

The hosts take any prediction file of the right name for this run's, whatever it was made with. Here predictions of
other data, options or another model are moved into a folder of their own before the host looks, and asked again; where
the user asked to reuse them, the run is refused instead. What the run itself left half done is dropped: its ledger
knows every reply, and a file that was torn by a kill would end (or in API mode hang) the host.
"""

from __future__ import annotations

import inspect
import json
import logging
import os
import re
import sys
import zipfile
from dataclasses import dataclass, field, replace
from glob import escape
from pathlib import Path
from typing import Any

from vlmeval_hvs.dataset import HVSDataset
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.host.model_facts import host_facts, machine_facts, model_facts
from vlmeval_hvs.host.probe import probed
from vlmeval_hvs.host.run import Run, close_run, max_failures, open_run
from vlmeval_hvs.names import stems_of
from vlmeval_hvs.results.ledger import LEDGER, Ledger, ends_with_a_line, ledger_path, ledger_paths, read_receipts
from vlmeval_hvs.results.receipt import Receipt

logger = logging.getLogger("vlmeval_hvs")

STALE = "_hvs_stale_"
_ENDINGS = (".xlsx", ".tsv", ".csv", ".json", ".jsonl", ".pkl")
_PARTS = ("_checkpoint.pkl", "_PREV.pkl")
UNKNOWN = "unknown"
RUN_FOLDER = re.compile(r"T\d{8}(-\d{6}|_G[0-9a-fA-F]+)")
"""Names of the folders that hosts make in the folder of a model, one per run."""


@dataclass
class Beginning:
    """What is to be done before the host looks into the folder of a run.

    Attributes:
        folder: The host's working folder.
        stem: ``<model>_<dataset>``.
        why: Why the predictions there are not this run's; "" where they are, or there are none.
        key: Names the run that they belong to.
        stale: Files that are set aside.
        half_done: Files of this run that are dropped.
        proven: Whether a ledger is kept. It is not where the user goes on with predictions that have none.
        also: Ledgers of the same run in other folders of the model, where the user asked to reuse them.
    """

    folder: Path
    stem: str
    why: str = ""
    key: str = ""
    stale: list[Path] = field(default_factory=list)
    half_done: list[Path] = field(default_factory=list)
    proven: bool = True
    also: list[Path] = field(default_factory=list)

    def carry_out(self) -> None:
        """Set stale files aside, with one warning, and drop half-done ones."""
        for path in self.half_done:
            path.unlink(missing_ok=True)
        if not self.stale:
            return
        name = f"{self.stem}{STALE}{self.key}"
        target, number = self.folder / name, 0
        while target.exists():
            number += 1
            target = self.folder / f"{name}-{number}"
        target.mkdir()
        # The ledger goes last: until then a killed run still tells what the other files are.
        for path in sorted(self.stale, key=lambda path: LEDGER in path.name):
            if path.is_symlink():  # the host links files of its run folders here; they stay there
                path.unlink()
            else:
                os.replace(path, target / path.name)
        logger.warning(
            "%s: earlier predictions were made with %s. They are in %s now, and %s",
            *(self.stem, self.why, target),
            "only what the ledgers of other runs do not know is asked again"
            if self.also
            else "everything is asked again",
        )


def look(folder: Path, stem: str, dataset: str, receipt: Receipt) -> Beginning:
    """Look what lies in the folder of a run that begins; nothing is changed yet.

    Raises:
        DataError: The user asked to reuse predictions that were made with something else; the message says what.
    """
    parts = _half_done(folder, stem, dataset)
    known: list[Receipt] = []
    try:
        known = read_receipts(folder, stem)
        why = "; ".join(dict.fromkeys(words for each in known for words in each.differences(receipt)))
    except DataError as error:
        why = f"a ledger that cannot be read ({error})"
    reuse = reuse_asked(folder)
    also = other_ledgers(folder, stem, receipt.anywhere()) if reuse else []
    if not why and known:
        return Beginning(folder, stem, half_done=[*parts, *_unreadable(folder, stem)], also=also)
    predictions = [path for ending in _ENDINGS if _there(path := folder / f"{stem}{ending}")] + parts
    if not why and not predictions:
        return Beginning(folder, stem, also=also)
    if reuse and not also:  # with these, the host has copied the predictions without their ledger
        if known:
            known[0].refuse_unless(receipt, folder)
        if why:
            raise DataError(f"the predictions of {stem} in {folder} cannot be reused: they were made with {why}")
        logger.warning("%s: the predictions in %s have no ledger; it is unknown how they were made", stem, folder)
        return Beginning(folder, stem, proven=False)
    key = known[0].key if known else UNKNOWN
    stale = [*predictions, *ledger_paths(folder, stem), *folder.glob(f"{escape(stem)}_hvs_*")]
    files = [path for path in dict.fromkeys(stale) if path.is_symlink() or path.is_file()]
    return Beginning(folder, stem, why or "unknown data and options (they have no ledger)", key, files, also=also)


def reuse_asked(folder: Path) -> bool:
    """Whether the user asked the host to reuse predictions: the host's status file tells, else the command line."""
    try:
        status = json.loads((folder / "status.json").read_text(encoding="utf-8"))
        return bool(status["reuse"])
    except (OSError, ValueError, KeyError, TypeError):
        return "--reuse" in sys.argv


def other_ledgers(folder: Path, stem: str, receipt: Receipt) -> list[Path]:
    """Ledgers of the same run in the model's other folders; hosts use the model's folder, or one per run in there."""
    model = folder.parent if RUN_FOLDER.fullmatch(folder.name) else folder
    runs = [path for path in model.iterdir() if RUN_FOLDER.fullmatch(path.name)] if model.is_dir() else []
    places = [(path, name) for path in sorted([model, *runs]) for name in stems_of(stem, receipt.dataset)]
    others = [place for place in places if place != (folder, stem) and same_run(*place, receipt)]
    found = {path.resolve(): path for other in others for path in ledger_paths(*other)}  # the host makes links
    own = {path.resolve() for path in ledger_paths(folder, stem)}
    return [path for real, path in found.items() if real not in own]


def same_run(folder: Path, stem: str, receipt: Receipt) -> bool:
    """Whether the ledgers in a folder are of the run that a receipt describes."""
    try:
        known = read_receipts(folder, stem)
    except DataError:
        return False
    return bool(known) and not any(each.differences(receipt) for each in known)


def _half_done(folder: Path, stem: str, dataset: str) -> list[Path]:
    """Files that the host keeps while a run is under way: of all ranks, and of API mode."""
    ranks = re.compile(r"\d+_" + re.escape(dataset) + r"\.pkl")
    names = {f"{stem}{part}" for part in _PARTS}
    found = list(folder.iterdir()) if folder.is_dir() else []
    return sorted(path for path in found if path.name in names or ranks.fullmatch(path.name))


def _unreadable(folder: Path, stem: str) -> list[Path]:
    """Prediction files that the host cannot go on with: torn by a kill, or JSON, which it does not read back."""
    xlsx, tsv, other = (folder / f"{stem}{ending}" for ending in (".xlsx", ".tsv", ".json"))
    torn = [xlsx] if xlsx.is_file() and not zipfile.is_zipfile(xlsx) else []
    torn += [tsv] if tsv.is_file() and not ends_with_a_line(tsv) else []
    return [*torn, *([other] if _there(other) else [])]


def _there(path: Path) -> bool:
    return path.is_symlink() or path.is_file()


_MOST_RANKS = 1024
_REFUSED = "_vlmeval_hvs_refused"


def recording(original: Any) -> Any:
    """Wrap ``infer_data_job``: the host's local mode, on one process or several ranks."""

    def infer_data_job(*args: Any, **kwargs: Any) -> Any:
        asked = arguments_of(original, *args, **kwargs)
        dataset = asked.get("dataset")
        if not isinstance(dataset, HVSDataset):
            return original(*args, **kwargs)
        rank, world = int(os.environ.get("RANK", 0)), int(os.environ.get("WORLD_SIZE", 1))
        begin_run(dataset, asked["model"], asked["model_name"], asked["work_dir"], rank, world, raises=world == 1)
        try:
            return original(*args, **kwargs)
        finally:
            close_run(str(dataset.dataset_name))

    return infer_data_job


def recording_api(original: Any) -> Any:
    """Wrap ``_load_checkpoint``, with which API mode looks what is already there."""

    def load_checkpoint(self: Any, *args: Any, **kwargs: Any) -> Any:
        name = arguments_of(original, self, *args, **kwargs).get("dataset_name")
        cfg: Any = getattr(self, "states", {}).get(name)
        dataset = getattr(cfg, "dataset_obj", None)
        if not isinstance(dataset, HVSDataset) or not getattr(self, "run_infer", True):
            return original(self, *args, **kwargs)
        try:
            begin_run(dataset, cfg.model_obj, cfg.model_name, cfg.work_dir, raises=False)
        except Exception as error:  # an exception would end the runs on the other datasets too
            logger.error("%s: %s", name, error)
            vars(cfg)[_REFUSED] = True
            return {}
        return original(self, *args, **kwargs)

    return load_checkpoint


def unless_refused(original: Any) -> Any:
    """Wrap ``_produce_image_tasks``: a run that was refused asks nothing."""

    async def produce(self: Any, *args: Any, **kwargs: Any) -> Any:
        refused = getattr(arguments_of(original, self, *args, **kwargs).get("cfg"), _REFUSED, False)
        return 0 if refused else await original(self, *args, **kwargs)

    return produce


def naming_ledgers(original: Any) -> Any:
    """Wrap ``get_infer_aux_file_names``: the ledgers belong to these files, of however many ranks the run had."""

    def names(*args: Any, **kwargs: Any) -> Any:
        found, asked = original(*args, **kwargs), arguments_of(original, *args, **kwargs)
        if not isinstance(found, set) or not {"model_name", "dataset_name"} <= asked.keys():
            return found
        stem = f"{asked['model_name']}_{asked['dataset_name']}"
        return found | {ledger_path(Path(), stem, rank).name for rank in range(_MOST_RANKS)}

    return names


def arguments_of(function: Any, /, *args: Any, **kwargs: Any) -> dict[str, Any]:
    """The arguments of a call by name: hosts of other ages give the same function other parameters.

    Empty where the call does not fit: the original is called all the same, and says so.
    """
    try:
        bound = inspect.signature(function).bind(*args, **kwargs)
    except (TypeError, ValueError):
        return {}
    bound.apply_defaults()
    return dict(bound.arguments)


def begin_run(
    dataset: HVSDataset[Any], model: Any, model_name: str, work_dir: str, rank: int = 0, world: int = 1, *, raises: bool
) -> None:
    """Let the calls of a dataset go through a ledger: set its folder in order, and look at the model's probe."""
    name = str(dataset.dataset_name)
    path = Path(work_dir, f"{model_name}_{name}")  # a slash in a model's name makes a folder
    folder, stem = path.parent, path.name
    facts = model_facts(model, model_name)
    receipt = replace(dataset.receipt, model=facts, host=host_facts(), machine=machine_facts())
    beginning = _begin(folder, stem, name, receipt, rank, world)
    interleave, receipt = probed(folder, model_name, dataset, receipt)
    ledger = Ledger(folder, stem, rank, world, beginning.also) if beginning.proven else None
    _barrier(world)  # every rank has read what the others knew before the first one writes
    open_run(name, Run(stem, ledger, raises=raises, most=max_failures(), interleave=interleave))
    if ledger:
        ledger.begin(receipt)


def _begin(folder: Path, stem: str, dataset: str, receipt: Receipt, rank: int, world: int) -> Beginning:
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


def _barrier(world: int) -> None:
    if world > 1:
        from torch import distributed

        if distributed.is_initialized():
            distributed.barrier()
