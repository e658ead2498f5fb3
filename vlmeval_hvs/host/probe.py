"""Probes of the host's models, and what a run may do by the result."""

import logging
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from vlmeval_hvs.dataset import HVSDataset
from vlmeval_hvs.errors import DataError, UsageError
from vlmeval_hvs.host.generate import deliver, sent_as
from vlmeval_hvs.host.model_facts import fitted, model_facts
from vlmeval_hvs.messages import Prompt, reply_text
from vlmeval_hvs.probe import SWITCH, Ask, ProbeResult, find_probe, probe
from vlmeval_hvs.results.receipt import Receipt

logger = logging.getLogger("vlmeval_hvs")

DATASET = "HVSBench"
"""Dataset name for a probe: classes choose templates and limits by its type, which all our datasets share."""


def probed(folder: Path, model_name: str, dataset: HVSDataset[Any], receipt: Receipt) -> tuple[bool | None, Receipt]:
    """Whether a run's model sees several pictures in order, by its probe, None if unknown; the receipt with a summary.

    A `DataError` says why the dataset cannot be measured with the model.
    """
    path = find_probe(folder, model_name)
    if path is None or os.environ.get(SWITCH) == "0":
        return None, receipt
    result = ProbeResult.read(path)
    for name in ("class", "path"):
        then, now = result.model.get(name), receipt.model.get(name)
        if then and now and then != now:
            logger.warning("%s is of another model (%s %s, now %s) and is ignored", path, name, then, now)
            return None, receipt
    if unmet := result.unmet(dataset.needs()):
        raise DataError(
            f"{model_name} is not run on {dataset.dataset_name}: {'; '.join(unmet)} (probe of {result.made}, {path}). "
            f"Probe it again if that has changed; `vlmeval-hvs run --no-probe`, or {SWITCH}=0, runs anyway"
        )
    return result.interleave, replace(receipt, model={**receipt.model, "probe": result.summary()})


def asker(model: Any, generate: Callable[[Any, Prompt], Any]) -> Ask:
    """Asks a model one message, as a run asks a turn."""
    return lambda message: reply_text(deliver(model, Prompt(message, dataset=DATASET), generate))


def probe_model(name: str, seed: int = 0) -> ProbeResult:
    """Probe a model of the host's own table."""
    from vlmeval.config import supported_VLM

    if name not in supported_VLM:
        raise UsageError(f"the host has no model {name}; --base-url URL probes a served one")
    model = supported_VLM[name]()

    def generate(asked: Any, turn: Prompt) -> Any:
        return asked.generate(fitted(type(asked), turn).for_model(), dataset=DATASET)

    return probe(asker(model, generate), model_facts(model, name), seed, sent_as(model))
