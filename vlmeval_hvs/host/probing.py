"""Probes a model of the host: builds it as a run would, and asks it through the hooks that a run asks it through."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from vlmeval_hvs.configs import read_config
from vlmeval_hvs.errors import UsageError
from vlmeval_hvs.host.model_facts import fitted, model_facts
from vlmeval_hvs.host.run import take
from vlmeval_hvs.host.system_message import deliver, sent_as
from vlmeval_hvs.messages import Message, Prompt, reply_text
from vlmeval_hvs.probe.result import ProbeResult
from vlmeval_hvs.probe.run import Reply, probe_now
from vlmeval_hvs.results.ledger import LENGTH, STOP

DATASET = "HVSBench"
"""The dataset that classes are told: they choose templates and limits by its type, which is that of all of ours."""


def configured_model(name: str, config: Path | None) -> Any:
    """A model by its name in a configuration of the host, or in the host's own table.

    Raises:
        UsageError: There is no such model.
    """
    import vlmeval.api
    import vlmeval.vlm
    from vlmeval.config import supported_VLM

    entries = (read_config(config).get("model") or {}) if config is not None else {}
    if config is not None and name not in entries:
        raise UsageError(f"{config} has no model {name}; it has {', '.join(entries) or 'none'}")
    settings = dict(entries.get(name, {}))
    wanted = settings.pop("class", None)
    if wanted is None:
        if name not in supported_VLM:
            raise UsageError(f"the host has no model {name}; --base-url URL probes a served one")
        return supported_VLM[name](**settings)
    cls = getattr(vlmeval.api, wanted, None) or getattr(vlmeval.vlm, wanted, None)
    if cls is None:
        raise UsageError(f"{config}: the host has no model class {wanted}")
    return cls(**settings)


def _generate(asked: Any, turn: Prompt) -> Any:
    return asked.generate(fitted(type(asked), turn).for_model(), dataset=DATASET)


def asker(model: Any, generate: Callable[[Any, Prompt], Any] = _generate) -> Callable[[Message], Reply]:
    """Asks a model one message, as a run asks a turn.

    Args:
        model: A model of the host by default.
        generate: Asks it one turn.
    """

    def ask(message: Message) -> Reply:
        take()  # what an earlier message of this thread left behind
        text = reply_text(deliver(model, Prompt(message, dataset=DATASET), generate))
        ending = take()
        finish = ending.finish if ending.finish in (STOP, LENGTH) else None
        return Reply(text, finish, (ending.tokens or {}).get("completion"))

    return ask


def probe_model(model: Any, name: str, seed: int = 0) -> ProbeResult:
    """Probe a model of the host.

    Args:
        model: The model.
        name: Its name.
        seed: Decides every question.

    Raises:
        DataError: The model does not answer.
    """
    return probe_now(asker(model), model_facts(model, name), seed, sent_as(model))
