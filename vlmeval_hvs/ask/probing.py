"""Probes a served model, with the requests of `vlmeval-hvs ask`."""

from __future__ import annotations

from vlmeval_hvs.ask.model import ServedModel
from vlmeval_hvs.ask.settings import Served
from vlmeval_hvs.ask.wire import Wire
from vlmeval_hvs.host.probing import asker
from vlmeval_hvs.host.system_message import sent_as
from vlmeval_hvs.probe.result import ProbeResult
from vlmeval_hvs.probe.run import probe_now


def probe_served(served: Served, seed: int = 0) -> ProbeResult:
    """Probe a served model.

    Args:
        served: The model.
        seed: Decides every question.

    Raises:
        DataError: The model does not answer.
    """
    wire = Wire(served, 1)
    try:
        model = ServedModel(served, wire)
        return probe_now(asker(model, ServedModel.ask), served.facts, seed, sent_as(model))
    finally:
        wire.close()
