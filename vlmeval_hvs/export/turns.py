"""What was said in a sample, turn by turn, for exported logs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from vlmeval_hvs.dataset import HVSDataset
from vlmeval_hvs.messages import EXPLAIN, Message
from vlmeval_hvs.results.ledger import Call
from vlmeval_hvs.viewer.transcripts import transcript


@dataclass
class Said:
    """One turn.

    Attributes:
        asked: What went to the model; images as paths.
        reply: What came back.
        call: Its call in the ledger, or None where there is none.
    """

    asked: Message = field(default_factory=list)
    reply: str = ""
    call: Call | None = None


def turns_of(dataset: HVSDataset[Any] | None, index: str, reply: str, calls: Sequence[Call]) -> list[Said]:
    """The turns of a sample.

    Args:
        dataset: The dataset with the options of the run; None where it cannot be had, and nothing is known of what was
            asked.
        index: The row.
        reply: What the model said last, from the item table.
        calls: The row's calls with a reply, in their order.

    Raises:
        HVSError, OSError: The prompt cannot be made.
    """
    last = calls[-1] if calls else None
    if dataset is None:
        return [Said([], str(call.reply), call) for call in calls] or [Said([], reply)]
    told = transcript(dataset, index, list(calls)) if calls else []
    if told:
        by_turn = {call.turn: call for call in calls}
        return [
            Said(
                [
                    *({"type": "image", "value": path} for path in turn["images"]),
                    {"type": "text", "value": turn["text"]},
                ],
                turn["reply"],
                by_turn.get(number),
            )
            for number, turn in enumerate(told)
        ]
    first = dataset.first_turn(dataset.row({"index": index}))
    return [Said(first, str(last.reply) if last else reply, last)]


def answering(turns: Sequence[Said]) -> Said:
    """The turn whose reply the answer is read from: the last one that does not ask why."""
    return next((turn for turn in reversed(turns) if turn.call is None or turn.call.step != EXPLAIN), turns[-1])
