"""Builds every prompt of a run again and compares it with what the ledger says was asked.

Pipelines are driven with the recorded replies: the next turn has to be the recorded one, and the record that comes out
has to be the answer that the host was given.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from vlmeval_hvs.dataset import HVSDataset
from vlmeval_hvs.host.generate import drive
from vlmeval_hvs.messages import ANY_FAIL_MARKER, ModelTraits, Prompt, clean
from vlmeval_hvs.results.ledger import Call, RunRecord, finished_of, iter_calls
from vlmeval_hvs.results.prompt_digest import prompt_digest

_TRAITS = (True, False)
"""Whether the model takes several images; a receipt does not say, but the prompts do."""


class NoSuchCall(RuntimeError):
    """The ledger has no reply to a prompt."""


def first_difference(
    dataset: HVSDataset[Any], indices: Iterable[str], record: RunRecord, folder: Path, stem: str
) -> tuple[str, int]:
    """Compare the prompts and answers of rows with a ledger.

    Args:
        dataset: The dataset that was asked.
        indices: Rows that were asked.
        record: What the ledger says.
        folder: Folder of the ledger.
        stem: ``<model>_<dataset>``.

    Returns:
        The first difference, "" when there is none; and the number of prompts that were compared.
    """
    calls: dict[str, list[Call]] = {}
    for call in iter_calls(folder, stem):
        calls.setdefault(call.index, []).append(call)
    name, compared = str(record.receipt.model.get("class", "")), 0
    order = list(_TRAITS)
    for index in indices:
        answer = record.answers.get(index)
        replays = []
        for interleave in order:
            replay = _Replay(dataset, index, calls.get(index, []), ModelTraits(name, interleave))
            replays.append(replay)
            if not replay.difference(answer):
                order = [interleave, not interleave]
                break
        else:
            # The way of asking that went further is the run's own.
            return max(replays, key=lambda replay: len(replay.asked)).difference(answer), compared
        compared += len(replays[-1].asked)
    return "", compared


class _Replay:
    """One row, asked again with the recorded replies."""

    def __init__(self, dataset: HVSDataset[Any], index: str, calls: Sequence[Call], traits: ModelTraits) -> None:
        self.index, self._calls = index, calls
        self.asked: list[Call] = []
        self._problem = ""
        self._turn = 0
        prompt = dataset.build_prompt({"index": index})
        driven = drive(prompt, self._ask, traits, self._finished)
        try:
            self.given = driven[0] if driven else clean(self._ask(prompt.in_one_turn()))
        except NoSuchCall as error:
            self.given = f"{ANY_FAIL_MARKER}: {error}"

    def difference(self, answer: str | None) -> str:
        """The first difference from what the ledger says, "" when there is none."""
        failed = answer is None or ANY_FAIL_MARKER in answer
        if self._problem and not (failed and self._missing_only):
            return f"row {self.index}, turn {self._turn}: {self._problem}"
        if failed:
            return ""  # there is no reply that could be compared
        return "" if self.given == answer else f"row {self.index}: the replies do not give the recorded answer"

    def _ask(self, turn: Prompt) -> str:
        number, self._turn = self._turn, self._turn + 1
        digest = prompt_digest(turn)
        here = [call for call in self._calls if call.turn == number]
        same = [call for call in here if call.prompt == digest]
        replied = [call for call in same if not call.failed and call.reply is not None]
        if not replied:
            self._missing_only = not here or bool(same)
            self._problem = "no reply is recorded" if self._missing_only else "another prompt was asked"
            self._turn = number
            raise NoSuchCall(self._problem)
        self.asked.append(replied[-1])
        return str(replied[-1].reply)

    def _finished(self) -> bool | None:
        return finished_of(self.asked[-1].finish) if self.asked else None

    _missing_only = True
