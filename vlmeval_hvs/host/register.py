"""Registers our datasets and models with the host, module by module as each is imported.

The host's lists are changed in place, because its other modules hold them; a name that the host has is never replaced.
"""

import functools
import logging
import sys
import warnings
from collections.abc import Callable
from types import ModuleType
from typing import Any

from vlmeval_hvs.host.generate import hook_class, hook_subclasses, wrap_once
from vlmeval_hvs.host.resume import adding_ledgers, recording, recording_api, unless_refused
from vlmeval_hvs.host.source import refuse_unfit
from vlmeval_hvs.registry import Card, all_cards, model_cards

logger = logging.getLogger("vlmeval_hvs")


class NameClash(UserWarning):
    """The host already has this name; the plugin's entry is left out."""


def on_import(name: str, module: ModuleType) -> None:
    """Extend a host module that has just been imported; a host that is too old is left unchanged (`HostUnfit`)."""
    if action := _ACTIONS.get(name):
        refuse_unfit()
        action(module)


def add_datasets(module: ModuleType) -> None:
    """Add our dataset classes to the lists of ``vlmeval.dataset``; one of another package may fail alone."""
    for card in all_cards():
        try:
            _add_dataset_class(module, card)
        except Exception as error:
            if not card.entry_point:
                raise
            reason = f"{type(error).__name__}: {error}"
            logger.warning("the benchmark %s (%s) is left out: %s", card.entry_point, card.package, reason)


def _add_dataset_class(module: ModuleType, card: Card) -> None:
    # Not at the top: the import of that module may have started the host's.
    from vlmeval_hvs.host.datasets import host_class

    cls = host_class(card)
    if cls in module.DATASET_CLASSES:
        return
    if hasattr(module, card.class_name):
        return _warn_of_clash("the dataset class", card.class_name)
    for clash in [name for name in cls.supported_datasets() if name in module.SUPPORTED_DATASETS]:
        _warn_of_clash("the dataset", clash)
        cls.left_out = cls.left_out | {clash}
    module.DATASET_CLASSES.append(cls)
    module.SUPPORTED_DATASETS.extend(cls.supported_datasets())
    setattr(module, card.class_name, cls)


def add_model_class(module: ModuleType) -> None:
    """Add our model classes to ``vlmeval.vlm``, where ``--config`` looks for them, and hook all models."""
    from vlmeval_hvs.host.datasets import host_model, model_paths

    for cls in map(host_model, model_paths()):
        if vars(module).setdefault(cls.__name__, cls) is not cls:
            _warn_of_clash("the model class", cls.__name__)
    hook_exported(module)


def add_models(module: ModuleType) -> None:
    """Add our models to ``supported_VLM``."""
    from vlmeval_hvs.host.datasets import build_model

    for name in model_cards():
        known = module.supported_VLM.setdefault(name, functools.partial(build_model, name))
        if getattr(known, "func", None) is not build_model:
            _warn_of_clash("the model", name)


def hook_exported(module: ModuleType) -> None:
    """Hook model classes without a common base."""
    for value in list(vars(module).values()):
        if isinstance(value, type) and callable(getattr(value, "generate", None)):
            hook_class(value)


def keep_ledger(module: ModuleType) -> None:
    """Keep the ledger of every run of `infer_data_job`."""
    original = module.infer_data_job
    wrap_once(module, "infer_data_job", recording)
    for other in list(sys.modules.values()):  # the host's run.py may have been imported before this package
        if isinstance(other, ModuleType) and vars(other).get("infer_data_job") is original:
            vars(other)["infer_data_job"] = module.infer_data_job


def keep_api_ledger(module: ModuleType) -> None:
    """Keep the ledger of every run in the host's API mode."""
    wrap_once(module.APIEvalPipeline, "_load_checkpoint", recording_api)
    wrap_once(module.APIEvalPipeline, "_produce_image_tasks", unless_refused)


def _warn_of_clash(kind: str, name: str) -> None:
    words = f"vlmeval_hvs: the host already has {kind} {name} and uses it; the plugin's is left out"
    warnings.warn(words, NameClash, stacklevel=2)


_ACTIONS: dict[str, Callable[[ModuleType], Any]] = {
    "vlmeval.dataset": add_datasets,
    "vlmeval.config": add_models,
    "vlmeval.vlm": add_model_class,
    "vlmeval.api": hook_exported,
    "vlmeval.vlm.base": lambda module: hook_subclasses(module.BaseModel),
    "vlmeval.api.base": lambda module: hook_subclasses(module.BaseAPI),
    "vlmeval.inference": keep_ledger,
    "vlmeval.inference_api": keep_api_ledger,
    "vlmeval.smp.file": lambda module: wrap_once(module, "get_infer_aux_file_names", adding_ledgers),
}
