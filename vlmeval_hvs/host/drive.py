"""Runs a pipeline generator with any ``ask(turn) -> reply`` function and packs its record into one string.

The prediction is a single compact JSON string, because the host keeps strings unharmed where it drops, splits or
stringifies everything else (structured records are lost on re-runs and in API mode).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator
from typing import Any

from vlmeval_hvs.host.prompt import ModelTraits, Prompt, Turn

Pipeline = Generator[Turn, str, dict[str, Any]]

FAIL_MARKER = "Failed to obtain answer via API."
"""The host retries exactly the predictions that contain this sentence (``vlmeval.inference.FAIL_MSG``)."""

ANY_FAIL_MARKER = "Failed to obtain answer"
"""Start of every failure text of the host, those it never retries included (``vlmeval.smp.file.INFER_FAIL_MSG``)."""

TURN_LIMIT = 64
"""More turns than any pipeline needs; a pipeline past it is a defect, not a patient model."""


class TurnFailed(RuntimeError):
    """The model gave no reply to a turn: it raised, or returned the host's failure text."""


def drive(prompt: Prompt, ask: Callable[[Turn], Any], traits: ModelTraits) -> tuple[str, list[dict[str, Any]]]:
    """Answer ``prompt`` by its pipeline.

    Args:
        prompt: A prompt with a pipeline.
        ask: Sends one turn to the model. May raise, or return anything the host's models return.
        traits: What the pipeline may know about the model.

    Returns:
        The prediction, compact JSON with at least ``answer`` and ``calls``; and the transcript, one
        ``{"step", "images", "text", "reply"}`` per turn. When a turn fails, the JSON has ``answer: ""`` and an
        ``error`` that starts with the host's failure sentence, so that a re-run asks this sample again.
    """
    if prompt.pipeline is None:
        raise ValueError("this prompt has no pipeline")
    transcript: list[dict[str, Any]] = []
    try:
        record = {"answer": "", **_run(prompt.pipeline(traits), prompt, ask, transcript)}
        return pack({**record, "calls": len(transcript)}), transcript
    except Exception as error:  # one sample must never end the host's run; the record says what happened
        reason = f"{FAIL_MARKER} {type(error).__name__}: {error}"[:2000]
        return pack({"answer": "", "error": reason, "calls": len(transcript)}), transcript


def _run(
    pipeline: Pipeline, prompt: Prompt, ask: Callable[[Turn], Any], transcript: list[dict[str, Any]]
) -> dict[str, Any]:
    try:
        turn = next(pipeline)
        for _ in range(TURN_LIMIT):
            turn = turn.of(prompt)
            entry = {"step": turn.step, "images": turn.images, "text": turn.text, "reply": None}
            transcript.append(entry)
            reply = reply_text(ask(turn))
            entry["reply"] = reply
            if ANY_FAIL_MARKER in reply:
                raise TurnFailed(f"no reply to turn {len(transcript)} ({turn.step}): {reply[:300]}")
            turn = pipeline.send(reply)
        raise TurnFailed(f"the pipeline asked for more than {TURN_LIMIT} turns")
    except StopIteration as stop:
        return stop.value or {}
    finally:
        pipeline.close()


def reply_text(reply: Any) -> str:
    """The text of whatever a host model returned (agents return ``{"prediction", "extra_records"}``)."""
    if isinstance(reply, dict) and "prediction" in reply:
        reply = reply["prediction"]
    return "" if reply is None else str(reply)


def pack(record: dict[str, Any]) -> str:
    """A record as the compact JSON string that survives the host's files and its options.

    ``<`` is escaped, because the host cuts predictions at ``</think>`` when SPLIT_THINK is set.
    """
    text = json.dumps(_clean(record), ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c")


def _clean(value: Any) -> Any:
    """``value`` with lone surrogates replaced: no file format of the host survives them."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, dict):
        return {str(key): _clean(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_clean(item) for item in value]
    return value


def read_record(prediction: str) -> dict[str, Any] | None:
    """The record inside a prediction made by `drive`, or None when the text is not one."""
    try:
        record = json.loads(prediction)
    except (ValueError, RecursionError):
        return None
    return record if isinstance(record, dict) and "calls" in record and "answer" in record else None
