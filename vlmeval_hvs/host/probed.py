"""What the probe of a model means for a run: how pictures are sent, or that the run is refused."""

from __future__ import annotations

import logging
import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from vlmeval_hvs.dataset import HVSDataset
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.probe.needs import INTERLEAVED, NONE, SWITCH
from vlmeval_hvs.probe.result import ProbeResult, find_probe, probe_path
from vlmeval_hvs.results.receipt import Receipt

logger = logging.getLogger("vlmeval_hvs")

_SAME = ("class", "path")


@dataclass(frozen=True)
class Probed:
    """What is known of a model from its probe; nothing, where there is none."""

    result: ProbeResult | None = None

    @property
    def interleave(self) -> bool | None:
        """Whether the model sees several pictures in order; None where nothing is known."""
        if self.result is None or self.result.strategy == NONE:
            return None
        return self.result.strategy == INTERLEAVED

    def noted(self, receipt: Receipt) -> Receipt:
        """A receipt with what the probe has shown."""
        if self.result is None:
            return receipt
        return replace(receipt, model={**receipt.model, "probe": self.result.summary()})


def probed(folder: Path, model_name: str, dataset: HVSDataset[Any], receipt: Receipt) -> Probed:
    """What the probe of a run's model has shown.

    Args:
        folder: Folder of the run; the result of the probe lies there or above.
        model_name: Name of the model.
        dataset: What it is asked.
        receipt: The receipt of the run.

    Raises:
        DataError: The dataset cannot be measured with this model; or the result cannot be read.
    """
    if os.environ.get(SWITCH) == "0":
        return Probed()
    path = find_probe(folder, model_name)
    if path is None:
        return Probed()
    result = ProbeResult.read(path)
    for name in _SAME:
        then, now = result.model.get(name), receipt.model.get(name)
        if then and now and then != now:
            logger.warning("%s is of another model (%s %s, now %s); it is not used", path, name, then, now)
            return Probed()
    refuse_unmet(result, path, model_name, dataset)
    return Probed(result)


def refuse_known(folder: Path, model_name: str, dataset: HVSDataset[Any]) -> None:
    """The same before the model is built, from what lies in the working folder of the runs.

    Raises:
        DataError: The dataset cannot be measured with this model; or the result cannot be read.
    """
    path = probe_path(folder, model_name)
    if path.is_file():
        refuse_unmet(ProbeResult.read(path), path, model_name, dataset)


def refuse_unmet(result: ProbeResult, path: Path, model_name: str, dataset: HVSDataset[Any]) -> None:
    """Refuse a dataset that needs what a probe has not shown.

    Raises:
        DataError: It does; the message says what, and how to run all the same.
    """
    unmet = result.unmet(dataset.needs())
    if unmet:
        raise DataError(
            f"{model_name} is not run on {dataset.dataset_name}: {'; '.join(unmet)} (probe of {result.made}, {path}). "
            f"Probe it again where that has changed; `vlmeval-hvs run --no-probe`, or {SWITCH}=0, runs all the same"
        )
