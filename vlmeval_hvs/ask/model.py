"""A served model as the rest of the package sees a model."""

from __future__ import annotations

from typing import Any

from vlmeval_hvs.ask.images import DataUrls
from vlmeval_hvs.ask.request import request_of
from vlmeval_hvs.ask.settings import Served
from vlmeval_hvs.ask.wire import Wire
from vlmeval_hvs.host.finish import noting
from vlmeval_hvs.host.generate import answer
from vlmeval_hvs.host.system_message import deliver
from vlmeval_hvs.messages import ModelTraits, Prompt


class ServedModel:
    """Answers prompts, from any number of threads at once.

    Args:
        served: The model.
        wire: The connection to its server.

    Attributes:
        system_prompt: Words of the system message of a call; `deliver` fills it in on a copy.
    """

    def __init__(self, served: Served, wire: Wire) -> None:
        self.system_prompt: str | None = None
        self._served, self._wire = served, wire
        self._urls = DataUrls(served.images)

    def answer(self, prompt: Prompt) -> str:
        """Ask about one row, in one turn or several; every call goes through the ledger of the run under way.

        Raises:
            InferenceStopped: So many calls failed that no more are made.
            Interrupted: The connection was closed.
        """
        traits = ModelTraits(self._served.facts["class"], self._served.images.several)
        return answer(prompt, lambda turn: deliver(self, turn, ServedModel.ask), traits)

    def ask(self, turn: Prompt) -> str:
        """The reply to one turn.

        Raises:
            RequestFailed: There is none.
        """
        _, reply, _ = self._post(request_of(turn, self.system_prompt, self._served, self._urls))
        return str(reply)

    @noting
    def _post(self, body: bytes) -> tuple[int, str, Any]:
        """Ask the server; the ledger learns from its answer how the reply ended and what it cost."""
        found = self._wire.post(body)
        return 0, found.reply, found.whole
