"""What was said turn by turn: pipelines driven again with the replies that the ledger of their run has."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

from vlmeval_hvs.dataset import HVSDataset
from vlmeval_hvs.host.generate import drive
from vlmeval_hvs.lazy_images import make_file, waits
from vlmeval_hvs.messages import ModelTraits, Prompt
from vlmeval_hvs.results.ledger import Call, iter_calls, prompt_digest

Turns = list[dict[str, Any]]
"""``step``, ``text``, ``images`` (paths), ``reply``, ``seconds`` and ``finish`` of every turn of a row."""


class _NotRecorded(RuntimeError):
    """The ledger has no reply to this very turn."""


def calls_of(folder: Path, stem: str, indices: Collection[str]) -> dict[str, list[Call]]:
    """The calls of some rows of a run that got a reply, by row and in their order; empty where there is no ledger."""
    found: dict[str, list[Call]] = {}
    for call in iter_calls(folder, stem):
        if call.index in indices and call.reply is not None and not call.failed:
            found.setdefault(call.index, []).append(call)
    return found


def transcript(dataset: HVSDataset[Any], index: str, calls: list[Call]) -> Turns:
    """The turns of a row that was asked in several; empty for a row of one turn, or where the calls do not fit.

    Args:
        dataset: The dataset, with the options of the run.
        index: The row.
        calls: Its calls, from `calls_of`.
    """
    by_turn = {call.turn: call for call in calls}
    for interleave in (True, False):  # a ledger does not say how many images the model takes, but its turns do
        turns: Turns = []

        def ask(turn: Prompt, turns: Turns = turns) -> str:
            call = by_turn.get(len(turns))
            if call is None or not _fits(turn, call, ends={0, len(by_turn) - 1}):
                raise _NotRecorded
            told = {"reply": call.reply, "seconds": call.seconds, "finish": call.finish}
            turns.append({"step": turn.step, "text": turn.text, "images": turn.images, **told})
            return str(call.reply)

        prompt = dataset.build_prompt({"index": index})
        driven = drive(prompt, ask, ModelTraits("", interleave))
        if driven is None and len(by_turn) == 1 and _fits(prompt, calls[0], ends={calls[0].turn}):
            return []
        if turns and len(turns) == len(by_turn):
            return turns
    return []


def _fits(turn: Prompt, call: Call, ends: Collection[int]) -> bool:
    """Whether a call asked this turn.

    A turn whose pictures nobody has drawn yet is believed between its neighbours: the last one tells of all replies
    before it.
    """
    if call.turn not in ends and any(map(waits, turn.images)):
        return True
    for image in turn.images:
        make_file(image)
    return call.prompt == prompt_digest(turn)
