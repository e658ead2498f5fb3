"""A served model: asking it, checking its server before a run, and probing what it takes in."""

import json
from collections.abc import Mapping
from contextlib import closing
from difflib import get_close_matches
from typing import Any
from urllib.parse import urlsplit

from vlmeval_hvs.ask.request import MOST_TOKENS, RequestFailed, Served, request_of, response_format
from vlmeval_hvs.ask.wire import Wire
from vlmeval_hvs.dataset import HVSDataset
from vlmeval_hvs.errors import InferenceStopped, UsageError
from vlmeval_hvs.host.generate import answer, deliver, sent_as
from vlmeval_hvs.host.probe import asker
from vlmeval_hvs.host.run import noting
from vlmeval_hvs.messages import ModelTraits, Prompt
from vlmeval_hvs.probe import ProbeResult, probe
from vlmeval_hvs.terminal import printable

FOR_QUESTIONS = 8192  # tokens of the context that are left for the question, if the context has at least twice as many
# Names of the context length: of vLLM and SGLang, OpenRouter, Groq.
_LENGTHS = ("max_model_len", "context_length", "context_window")
_NAMED = 5


class ServedModel:
    """Answers prompts, from any number of threads at once."""

    def __init__(self, served: Served, wire: Wire, datasets: Mapping[str, HVSDataset[Any]] | None = None) -> None:
        self.system_prompt: str | None = None  # system message of a call; `deliver` sets it on a copy
        self._served, self._wire, self._datasets = served, wire, datasets or {}
        self._replied: list[bool] = []  # not empty after the first reply; shared by copies of this model

    def answer(self, prompt: Prompt) -> str:
        """Ask about one row, in one turn or several; every call goes through the ledger of the open run."""
        traits = ModelTraits(self._served.facts["class"], self._served.several_images)
        return answer(prompt, lambda turn: deliver(self, turn, ServedModel.ask), traits)

    def ask(self, turn: Prompt) -> str:
        """The reply to one turn; `InferenceStopped` where the server refuses the schema of the first reply."""
        dataset = self._datasets.get(turn.dataset) if self._served.structured else None
        case = None if dataset is None else dataset.turn_case(turn.row, turn.step, turn.text)
        form = None if case is None else response_format(case)
        try:
            reply = self._post(request_of(turn, self.system_prompt, self._served, form))[1]
        except RequestFailed as error:
            if form is not None and error.refused and not self._replied:
                words = f"the server refuses response_format; ask without --structured ({error})"
                raise InferenceStopped(words) from None
            raise
        self._replied[:] = [True]
        return str(reply)

    @noting
    def _post(self, body: bytes) -> tuple[int, str, Any]:
        """Code, reply and log, as the host's classes return them; the log says how the reply ended."""
        return 0, *self._wire.post(body)


def look(served: Served, variable: str) -> int | None:
    """Check a server by its list of models; gives the context length of the model in tokens, None if it is not known.

    A `UsageError` says that no server answers, its models are listed at another address, it refuses the key (of the
    environment variable), or it does not list the model. A server without a list passes.
    """
    address = served.address
    with closing(Wire(served)) as wire:
        try:
            status, content = wire.get(f"{address}/models")
            models = _models(status, content)
            if not models and status in (200, 404, 405):
                _refuse_wrong_path(wire, address)
        except RequestFailed as error:
            raise UsageError(f"{address}: no server answers there ({error}); start it or correct the address") from None
    if status == 401:
        wants = f"wants a key; set the environment variable {variable}"
        what = f"refuses the key in {variable}" if served.key else wants
        raise UsageError(f"{address}: the server {what} (HTTP {status}: {wire.shown(content)})")
    if not models:
        return None
    entry = next((entry for name, entry in models.items() if _plain(name) == _plain(served.model)), None)
    if entry is None:
        close = get_close_matches(served.model, models, _NAMED) if len(models) > _NAMED else []
        names = close or list(models)[:_NAMED]
        more = f" and {len(models) - len(names)} more" if len(models) > len(names) else ""
        raise UsageError(f"{address}: no model {served.model}; served there: {printable(', '.join(names))}{more}")
    return next((entry[name] for name in _LENGTHS if type(entry.get(name)) is int and entry[name] > 0), None)


def tokens_within(context: int | None) -> int:
    """Default for the longest reply, in tokens, given the context length if it is known."""
    return MOST_TOKENS if context is None else min(MOST_TOKENS, max(context // 2, context - FOR_QUESTIONS, 1))


def _refuse_wrong_path(wire: Wire, address: str) -> None:
    parts = urlsplit(address)
    for other in dict.fromkeys((f"{address}/v1", f"{parts.scheme}://{parts.netloc}/v1")):
        if other != address and _models(*wire.get(f"{other}/models")):
            raise UsageError(f"{address}: the models are listed at {other}; give that address")


def _models(status: int, content: bytes) -> dict[str, dict[str, Any]]:
    """Entries of a server's list of models, by name; empty if there is no such list."""
    try:
        listed = json.loads(content)["data"] if status == 200 else []
        return {entry["id"]: entry for entry in listed if isinstance(entry["id"], str)}
    except (ValueError, KeyError, TypeError, RecursionError):
        return {}


def _plain(name: str) -> str:
    """A name as servers compare it: with the beginning of Google's and without the ending of Ollama's."""
    return name.lower().removeprefix("models/").removesuffix(":latest")


def probe_served(served: Served, seed: int = 0) -> ProbeResult:
    """Probe a served model."""
    with closing(Wire(served)) as wire:
        model = ServedModel(served, wire)
        return probe(asker(model, ServedModel.ask), served.facts, seed, sent_as(model))
