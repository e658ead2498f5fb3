"""A served model: asking it, checking its server before a run, and probing what it takes in."""

from __future__ import annotations

import json
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any
from urllib.parse import urlsplit

from vlmeval_hvs.ask.request import DataUrls, request_of, response_format
from vlmeval_hvs.ask.settings import MOST_TOKENS, Served
from vlmeval_hvs.ask.wire import RequestFailed, Wire
from vlmeval_hvs.dataset import HVSDataset
from vlmeval_hvs.errors import InferenceStopped, UsageError
from vlmeval_hvs.host.generate import answer
from vlmeval_hvs.host.probe import asker
from vlmeval_hvs.host.run import noting
from vlmeval_hvs.host.system_message import deliver, sent_as
from vlmeval_hvs.messages import ModelTraits, Prompt
from vlmeval_hvs.probe import ProbeResult, probe
from vlmeval_hvs.terminal import printable

FOR_QUESTIONS = 8192
"""Tokens of the context that are left for the question, if the context has at least twice as many."""

_LENGTHS = ("max_model_len", "context_length", "context_window")
"""Names of the context length: of vLLM and SGLang, OpenRouter, Groq."""

_NAMED = 5


class ServedModel:
    """Answers prompts, from any number of threads at once.

    Attributes:
        system_prompt: Text of the system message of a call; `deliver` sets it on a copy.
    """

    def __init__(self, served: Served, wire: Wire, datasets: Mapping[str, HVSDataset[Any]] | None = None) -> None:
        self.system_prompt: str | None = None
        self._served, self._wire = served, wire
        self._urls, self._datasets = DataUrls(served.images), datasets or {}
        self._replied: list[bool] = []  # not empty after the first reply; shared by copies of this model

    def answer(self, prompt: Prompt) -> str:
        """Ask about one row, in one turn or several; every call goes through the ledger of the open run.

        Raises:
            InferenceStopped: Too many calls failed.
            Interrupted: The connection was closed.
        """
        traits = ModelTraits(self._served.facts["class"], self._served.images.several)
        return answer(prompt, lambda turn: deliver(self, turn, ServedModel.ask), traits)

    def ask(self, turn: Prompt) -> str:
        """The reply to one turn.

        Raises:
            RequestFailed: There is none.
            InferenceStopped: The server refuses the schema of the first reply.
        """
        form = self._form(turn)
        try:
            reply = self._post(request_of(turn, self.system_prompt, self._served, self._urls, form))[1]
        except RequestFailed as error:
            if form is not None and error.refused and not self._replied:
                raise InferenceStopped(
                    f"the server refuses response_format; ask without --structured ({error})"
                ) from None
            raise
        self._replied[:] = [True]
        return str(reply)

    def _form(self, turn: Prompt) -> dict[str, Any] | None:
        """The field ``response_format`` for a turn; None for a free reply."""
        dataset = self._datasets.get(turn.dataset) if self._served.structured else None
        if dataset is None:
            return None
        case = dataset.turn_case(turn.row, turn.step, turn.text)
        return None if case is None else response_format(case)

    @noting
    def _post(self, body: bytes) -> tuple[int, str, Any]:
        """Send a request; the whole answer is returned for how the reply ended and its tokens."""
        found = self._wire.post(body)
        return 0, found.reply, found.whole


def look(served: Served, variable: str) -> int | None:
    """Check a server before a run by its list of models; a server without a list passes.

    Returns:
        The context length of the model in tokens; None if the server does not give it.

    Raises:
        UsageError: No server answers, its models are listed at another address, it refuses the key, or it does not
            list the model.
    """
    wire = Wire(served, 1)
    try:
        return _look(wire, served, variable)
    except RequestFailed as error:
        raise UsageError(
            f"{served.address}: no server answers there ({error}); start it, or correct the address"
        ) from None
    finally:
        wire.close()


def tokens_within(context: int | None) -> int:
    """Default for the longest reply, in tokens, given the context length if it is known."""
    return MOST_TOKENS if context is None else min(MOST_TOKENS, max(context // 2, context - FOR_QUESTIONS, 1))


def _look(wire: Wire, served: Served, variable: str) -> int | None:
    status, content = wire.get(f"{served.address}/models")
    models = _models(content) if status == 200 else {}
    if status == 401 or (status == 403 and not served.key):
        said = f"HTTP {status}: {wire.shown(content)}"
        if served.key:
            raise UsageError(f"{served.address}: the server refuses the key in {variable} ({said})")
        raise UsageError(f"{served.address}: the server wants a key; set the environment variable {variable} ({said})")
    if not models and status in (200, 404, 405):
        _refuse_wrong_path(wire, served.address)
    if not models:
        return None
    known = {_plain(name): entry for name, entry in models.items()}
    entry = known.get(_plain(served.model))
    if entry is None:
        names = (get_close_matches(served.model, models, _NAMED) if len(models) > _NAMED else []) or list(models)[
            :_NAMED
        ]
        more = f" and {len(models) - len(names)} more" if len(models) > len(names) else ""
        raise UsageError(
            f"{served.address}: no model {served.model}; served there: {printable(', '.join(names))}{more}"
        )
    return next((entry[name] for name in _LENGTHS if type(entry.get(name)) is int and entry[name] > 0), None)


def _refuse_wrong_path(wire: Wire, address: str) -> None:
    parts = urlsplit(address)
    for other in dict.fromkeys((f"{address}/v1", f"{parts.scheme}://{parts.netloc}/v1")):
        if other != address:
            status, content = wire.get(f"{other}/models")
            if status == 401 or (status == 200 and _models(content)):
                raise UsageError(f"{address}: the models are listed at {other}; give that address")


def _models(content: bytes) -> dict[str, dict[str, Any]]:
    """Entries of a server's list of models, by name; empty if there is no such list."""
    try:
        listed = json.loads(content)["data"]
        return {entry["id"]: entry for entry in listed if isinstance(entry["id"], str)}
    except (ValueError, KeyError, TypeError, RecursionError):
        return {}


def _plain(name: str) -> str:
    """A name as servers compare it: with the beginning of Google's and without the ending of Ollama's."""
    return name.lower().removeprefix("models/").removesuffix(":latest")


def probe_served(served: Served, seed: int = 0) -> ProbeResult:
    """Probe a served model.

    Raises:
        DataError: The model does not answer.
    """
    wire = Wire(served, 1)
    try:
        model = ServedModel(served, wire)
        return probe(asker(model, ServedModel.ask), served.facts, seed, sent_as(model))
    finally:
        wire.close()
