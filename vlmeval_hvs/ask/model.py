"""A served model as the rest of the package sees a model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vlmeval_hvs.ask.request import DataUrls, request_of, response_format
from vlmeval_hvs.ask.settings import Served
from vlmeval_hvs.ask.wire import RequestFailed, Wire
from vlmeval_hvs.dataset import HVSDataset
from vlmeval_hvs.errors import InferenceStopped
from vlmeval_hvs.host.generate import answer
from vlmeval_hvs.host.run import noting
from vlmeval_hvs.host.system_message import deliver
from vlmeval_hvs.messages import ModelTraits, Prompt


class ServedModel:
    """Answers prompts, from any number of threads at once.

    Args:
        served: The model.
        wire: The connection to its server.
        datasets: The datasets by name, where replies are held to a schema.

    Attributes:
        system_prompt: Words of the system message of a call; `deliver` fills it in on a copy.
    """

    def __init__(self, served: Served, wire: Wire, datasets: Mapping[str, HVSDataset[Any]] | None = None) -> None:
        self.system_prompt: str | None = None
        self._served, self._wire = served, wire
        self._urls, self._datasets = DataUrls(served.images), datasets or {}
        self._held: list[bool] = []  # shared by copies of this model: not empty once a reply came

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
        InferenceStopped: The server does not take the schema of the first reply.
        """
        form = self._form(turn)
        try:
            _, reply, _ = self._post(request_of(turn, self.system_prompt, self._served, self._urls, form))
        except RequestFailed as error:
            if form is not None and error.refused and not self._held:
                raise InferenceStopped(
                    f"the server takes no response_format; ask without --structured ({error})"
                ) from None
            raise
        if not self._held:
            self._held.append(True)
        return str(reply)

    def _form(self, turn: Prompt) -> dict[str, Any] | None:
        """What the reply to a turn has to look like; None where it is free."""
        dataset = self._datasets.get(turn.dataset) if self._served.structured else None
        if dataset is None:
            return None
        case = dataset.turn_case(turn.row, turn.step, turn.text)
        return None if case is None else response_format(case)

    @noting
    def _post(self, body: bytes) -> tuple[int, str, Any]:
        """Ask the server; the ledger learns from its answer how the reply ended and what it cost."""
        found = self._wire.post(body)
        return 0, found.reply, found.whole
