"""Runs a pipeline generator with any ``ask(turn) -> reply`` function and packs its record into one string.

The prediction is a single compact JSON string, because the host keeps strings unharmed where it drops, splits or
stringifies everything else (structured records are lost on re-runs and in API mode).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from vlmeval_hvs.errors import InferenceStopped
from vlmeval_hvs.messages import (
    ANY_FAIL_MARKER,
    EXPLAIN,
    FAIL_MARKER,
    ModelTraits,
    Pipeline,
    Prompt,
    Turn,
    pack,
    reply_text,
)

TURN_LIMIT = 64
"""More turns than any pipeline needs; a pipeline that asks for more has a defect."""


class TurnFailed(RuntimeError):
    """The model gave no reply to a turn: it raised, or returned the host's failure text."""


def drive(
    prompt: Prompt,
    ask: Callable[[Turn], Any],
    traits: ModelTraits,
    finished: Callable[[], bool | None] = lambda: None,
    fault: Callable[[Exception], None] = lambda error: None,
) -> tuple[str, list[dict[str, Any]]] | None:
    """Answer ``prompt`` by its pipeline; None where one turn is enough for this row and this model.

    Args:
        prompt: The prompt of one row.
        ask: Sends one turn to the model. May raise, or return anything the host's models return.
        traits: Facts about the model that the pipeline may use.
        finished: Called after each turn: whether the reply ended by itself, None when unknown.
        fault: Called with what ended the sample too early.

    Returns:
        The prediction, compact JSON with at least ``answer`` and ``calls``; and the transcript, one
        ``{"step", "images", "text", "reply"}`` per turn. Where a reply was cut at its token limit, the turn has
        ``finished: false``, and so has the prediction where it was the last one before an explanation. When a turn
        fails, the JSON has ``answer: ""`` and an ``error`` that starts with the host's failure sentence, so that a
        re-run asks this sample again.

    Raises:
        InferenceStopped: No more calls are made.
    """
    if prompt.pipeline is None:
        return None
    transcript: list[dict[str, Any]] = []
    try:
        pipeline = prompt.pipeline(traits)
        if pipeline is None:
            return None
        record = {"answer": "", **_run(pipeline, prompt, ask, transcript, finished)}
        deciding = [turn for turn in transcript if turn["step"] != EXPLAIN]
        cut = {"finished": False} if deciding and deciding[-1].get("finished") is False else {}
        return pack({**record, "calls": len(transcript), **cut}), transcript
    except InferenceStopped:
        raise
    except Exception as error:  # one sample must never end the host's run; the record says what happened
        fault(error)
        reason = f"{FAIL_MARKER} {type(error).__name__}: {error}"[:2000]
        return pack({"answer": "", "error": reason, "calls": len(transcript)}), transcript


def _run(
    pipeline: Pipeline,
    prompt: Prompt,
    ask: Callable[[Turn], Any],
    transcript: list[dict[str, Any]],
    finished: Callable[[], bool | None],
) -> dict[str, Any]:
    try:
        turn = next(pipeline)
        for _ in range(TURN_LIMIT):
            turn = turn.of(prompt)
            entry: dict[str, Any] = {"step": turn.step, "images": turn.images, "text": turn.text, "reply": None}
            transcript.append(entry)
            reply = reply_text(ask(turn))
            entry["reply"] = reply
            if finished() is False:
                entry["finished"] = False
            if ANY_FAIL_MARKER in reply:
                raise TurnFailed(f"no reply to turn {len(transcript)} ({turn.step}): {reply[:300]}")
            turn = pipeline.send(reply)
        raise TurnFailed(f"the pipeline asked for more than {TURN_LIMIT} turns")
    except StopIteration as stop:
        return stop.value or {}
    finally:
        pipeline.close()
