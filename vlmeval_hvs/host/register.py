"""Tells the host about our datasets and models: called as each of the host's modules has been imported.

The host's lists are changed in place, because its other modules hold the same objects; a name that the host already
has is never taken over.
"""

from __future__ import annotations

import functools
import logging
import os
import warnings
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from vlmeval_hvs.dataset import HVSDataset
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.host.generate import hook_class, hook_subclasses, wrap_once
from vlmeval_hvs.host.journal import close_journal, finish_journals, journal_name, open_journal
from vlmeval_hvs.host.run import begin_run
from vlmeval_hvs.registry import Card, all_cards, model_cards
from vlmeval_hvs.results.cut import CUT
from vlmeval_hvs.results.receipt import RECEIPT

logger = logging.getLogger("vlmeval_hvs")


class NameClash(UserWarning):
    """The host already has something of this name; the plugin's is left out."""


def on_import(name: str, module: ModuleType) -> None:
    """Extend a host module that has just been imported.

    Args:
        name: The host module's full name.
        module: The module.
    """
    action = _ACTIONS.get(name)
    if action:
        action(module)


def add_datasets(module: ModuleType) -> None:
    """Add our dataset classes to ``vlmeval.dataset``: to its two lists, and as attributes for ``--config``.

    One benchmark that cannot be imported does not take the others along. One from another package is left out with a
    warning.

    Raises:
        ImportError: Benchmarks of this package could not be imported.
    """
    failures = []
    for card in all_cards():
        try:
            _add_dataset_class(module, card)
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
            if card.entry_point:
                logger.warning("the benchmark %s (%s) is left out: %s", card.entry_point, card.package, reason)
            else:
                failures.append(f"{card.name} ({reason})")
    if failures:
        raise ImportError(f"benchmarks that could not be imported: {'; '.join(failures)}")


def _add_dataset_class(module: ModuleType, card: Card) -> None:
    # Not at the top: the module may be the one whose import made the host's import begin.
    from vlmeval_hvs.host.datasets import host_class

    cls = host_class(card)
    if cls in module.DATASET_CLASSES:
        return
    if hasattr(module, card.class_name):
        _warn_of_clash("the dataset class", card.class_name)
        return
    clashes = [name for name in cls.supported_datasets() if name in module.SUPPORTED_DATASETS]
    for clash in clashes:
        _warn_of_clash("the dataset", clash)
        cls.left_out = cls.left_out | {clash}
    module.DATASET_CLASSES.append(cls)
    module.SUPPORTED_DATASETS.extend(cls.supported_datasets())
    setattr(module, card.class_name, cls)


def add_model_class(module: ModuleType) -> None:
    """Make our model classes attributes of ``vlmeval.vlm``, where ``--config`` looks for them, and hook all models."""
    from vlmeval_hvs.host.models import class_paths, host_model

    for cls in map(host_model, class_paths()):
        known = getattr(module, cls.__name__, cls)
        if known is not cls:
            _warn_of_clash("the model class", cls.__name__)
        else:
            setattr(module, cls.__name__, cls)
    hook_exported(module)


def add_models(module: ModuleType) -> None:
    """Add our models to ``supported_VLM``."""
    from vlmeval_hvs.host.models import build_model

    for name in model_cards():
        entry = functools.partial(build_model, name)
        known = module.supported_VLM.setdefault(name, entry)
        if known is not entry and getattr(known, "func", None) is not build_model:
            _warn_of_clash("the model", name)


def hook_base(module: ModuleType, name: str) -> None:
    """Hook one of the host's two model base classes."""
    hook_subclasses(getattr(module, name))


def hook_exported(module: ModuleType) -> None:
    """Hook model classes that have no common base (some of the host's stand alone)."""
    for value in list(vars(module).values()):
        if isinstance(value, type) and callable(getattr(value, "generate", None)):
            hook_class(value)


def keep_samples(module: ModuleType) -> None:
    """Write the receipt of a local run, and keep a journal so that a killed run loses no finished pipeline sample."""
    wrap_once(module, "infer_data", _with_journal, required=True)


def _with_journal(original: Any) -> Any:
    def infer_data(model: Any, model_name: str, work_dir: str, dataset: Any, *args: Any, **kwargs: Any) -> Any:
        if not isinstance(dataset, HVSDataset):
            return original(model, model_name, work_dir, dataset, *args, **kwargs)
        name, rank = dataset.dataset_name, int(os.environ.get("RANK", 0))
        begin_run(Path(work_dir), f"{model_name}_{name}", dataset.receipt)
        open_journal(name, work_dir, model_name, rank)
        try:
            result = original(model, model_name, work_dir, dataset, *args, **kwargs)
        finally:
            close_journal(name)
        if int(os.environ.get("WORLD_SIZE", 1)) == 1:  # otherwise other ranks may still be writing: evaluate() does it
            finish_journals(work_dir, f"{model_name}_{name}")
        return result

    return infer_data


def reuse_journals(module: ModuleType) -> None:
    """Name our journals among the files that the host takes along from an interrupted run with ``--reuse``."""
    wrap_once(module, "get_infer_aux_file_names", _with_journal_names)  # older hosts continue in the same folder


def _with_journal_names(original: Any) -> Any:
    def names(model_name: str, dataset_name: str, *args: Any, **kwargs: Any) -> set[str]:
        ranks = range(int(os.environ.get("WORLD_SIZE", 1)))
        ours = {journal_name(f"{model_name}_{dataset_name}", rank) for rank in ranks}
        stem = f"{model_name}_{dataset_name}"
        return set(original(model_name, dataset_name, *args, **kwargs)) | ours | {stem + RECEIPT, stem + CUT}

    return names


def keep_api_samples(module: ModuleType) -> None:
    """The same for the host's API mode, which saves every sample itself: here it is about the transcripts."""
    wrap_once(module.APIEvalPipeline, "_produce_image_tasks", _with_api_journal, required=True)


def _with_api_journal(original: Any) -> Any:
    async def produce(self: Any, cfg: Any, *args: Any, **kwargs: Any) -> Any:
        if isinstance(cfg.dataset_obj, HVSDataset):
            try:
                stem = f"{cfg.model_name}_{cfg.dataset_name}"
                begin_run(Path(cfg.work_dir), stem, cfg.dataset_obj.receipt)
            except DataError as error:  # an exception would end the runs on the other datasets too
                logger.error("%s: %s", cfg.dataset_name, error)
                return 0
            open_journal(cfg.dataset_name, cfg.work_dir, cfg.model_name)
        return await original(self, cfg, *args, **kwargs)

    return produce


def _warn_of_clash(kind: str, name: str) -> None:
    warnings.warn(
        f"vlmeval_hvs: the host already has {kind} {name}; the host's is used and the plugin's is left out",
        NameClash,
        stacklevel=2,
    )


_ACTIONS: dict[str, Callable[[ModuleType], None]] = {
    "vlmeval.dataset": add_datasets,
    "vlmeval.config": add_models,
    "vlmeval.vlm": add_model_class,
    "vlmeval.api": hook_exported,
    "vlmeval.vlm.base": functools.partial(hook_base, name="BaseModel"),
    "vlmeval.api.base": functools.partial(hook_base, name="BaseAPI"),
    "vlmeval.inference": keep_samples,
    "vlmeval.inference_api": keep_api_samples,
    "vlmeval.smp.file": reuse_journals,
}
