"""What lmms-eval asks of a task: words, images, messages, turns, and scores of our datasets.

The task files that `lmms_files` writes name these functions. A document of lmms-eval has the columns ``dataset``,
``options`` (JSON), ``index``, ``one_image``, ``rounds`` (whether its task asks in rounds) and ``target``; everything
else comes from the dataset itself.
"""

from __future__ import annotations

import ast
import contextlib
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from PIL import Image

from vlmeval_hvs.errors import DataError, InferenceStopped
from vlmeval_hvs.harness.scoring import Prediction, dataset_of, score_all, score_row
from vlmeval_hvs.host.generate import drive
from vlmeval_hvs.messages import ModelTraits, Prompt, clean

Document = Mapping[str, Any]
Message = dict[str, Any]


class _Needed(InferenceStopped):
    """The next turn has no reply yet: what ends a pipeline that is played with the replies so far."""

    def __init__(self, turn: Prompt) -> None:
        super().__init__("no reply yet")
        self.turn = turn


def played(document: Document, replies: Sequence[str]) -> Prompt | str:
    """A row after these replies: the next turn, or the prediction where all has been asked.

    Pipelines are deterministic, so that they are played from their beginning each time and no state is kept.

    Args:
        document: The row.
        replies: Replies to its turns so far.
    """
    left = iter(replies)

    def ask(turn: Prompt) -> str:
        for reply in left:
            return reply
        raise _Needed(turn)

    dataset = dataset_of(document["dataset"], document["options"])
    prompt = dataset.build_prompt({"index": str(document["index"])})
    try:
        driven = drive(prompt, ask, ModelTraits("lmms_eval", interleave=not document["one_image"]))
        return driven[0] if driven else str(clean(ask(prompt.in_one_turn())))
    except _Needed as need:
        return need.turn


def doc_to_visual(document: Document) -> list[Image.Image]:
    """Images of the first turn, in the order of the message."""
    return _pictures(_first(document))


def doc_to_text(
    document: Document,
    lmms_eval_specific_kwargs: Any = None,
    previous_output: Sequence[Any] = (),
    round_idx: int | None = None,
    previous_round_info: Any = None,
) -> Any:
    """Words of the first turn, words for the system first; of later ones what a model that asks in rounds takes.

    Args:
        document: The row.
        lmms_eval_specific_kwargs: Not used.
        previous_output: Replies so far.
        round_idx: Number of the turn; None and 0 are the first.
        previous_round_info: Not used.

    Returns:
        The words; for a later turn images, words, whether nothing is left to ask, the replies, and None.
    """
    if not round_idx:
        return _words(_first(document))
    turn = played(document, previous_output)
    if isinstance(turn, str):
        return None, None, True, list(previous_output), None
    return _pictures(turn), _words(turn), False, list(previous_output), None


def doc_to_messages(
    document: Document,
    round_idx: int | None = None,
    previous_output: Sequence[str] = (),
    previous_round_info: Any = None,
) -> Any:
    """The message of a turn, images and words in their order.

    Args:
        document: The row.
        round_idx: Number of the turn; None and 0 are the first.
        previous_output: Replies so far.
        previous_round_info: Not used.

    Returns:
        The message; for a later turn also whether nothing is left to ask, the replies, and None.
    """
    if not round_idx:
        return _messages(_first(document))
    turn = played(document, previous_output)
    if isinstance(turn, str):
        return None, True, list(previous_output), None
    return _messages(turn), False, list(previous_output), None


def process_results(document: Document, results: Sequence[Any]) -> dict[str, Any]:
    """The row's own score, None where it has no right answer, and what the metrics of all rows need.

    Args:
        document: The row.
        results: One element: the reply, or all replies of a model that asks in rounds.

    Raises:
        DataError: Not all turns were asked: the model does not ask in rounds.
    """
    replies = _rounds(results[0]) if document["rounds"] else [results[0]]
    prediction = played(document, replies)
    if not isinstance(prediction, str):
        raise DataError(
            f"{document['dataset']} asks row {document['index']} in several turns, and this model gave "
            f"{len(replies)} replies and was not asked on; it needs a model whose generate_until_multi_round asks"
        )
    dataset = dataset_of(document["dataset"], document["options"])
    scored = score_row(dataset, str(document["index"]), Prediction(prediction))
    value = None if math.isnan(scored.value) else scored.value
    kept = {name: document[name] for name in ("dataset", "options", "index")}
    return {"row_score": value, "Overall": {**kept, "prediction": prediction}}


def row_score(values: Iterable[float | None]) -> float:
    """The mean over rows that have a right answer; NaN where none has."""
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else math.nan


def overall(rows: Sequence[Mapping[str, Any]]) -> float:
    """``Overall`` as ``vlmeval-hvs score`` computes it from all rows together; NaN where the result is invalid."""
    dataset = dataset_of(rows[0]["dataset"], rows[0]["options"])
    found = score_all(dataset, {str(row["index"]): Prediction(row["prediction"]) for row in rows})
    value = found["Overall"] if found["validity"] != "invalid" else None
    return math.nan if value is None else float(value)


def _rounds(result: Any) -> list[str]:
    """Replies of all rounds: classes of the kind `simple` give a tuple, which lmms-eval makes a text of."""
    if isinstance(result, str):
        with contextlib.suppress(ValueError, SyntaxError, MemoryError, RecursionError):
            read = ast.literal_eval(result)
            if isinstance(read, tuple) and all(isinstance(reply, str) for reply in read):
                return list(read)
        return [result]
    return list(result)


def _first(document: Document) -> Prompt:
    turn = played(document, ())
    if isinstance(turn, str):
        raise DataError(f"row {document['index']} of {document['dataset']} asks nothing: {turn[:300]}")
    return turn


def _words(turn: Prompt) -> str:
    texts = sorted((item for item in turn if item["type"] == "text"), key=lambda item: item.get("role") != "system")
    return "\n".join(item["value"] for item in texts)


def _pictures(turn: Prompt) -> list[Image.Image]:
    return [_picture(path) for path in turn.images]


def _picture(path: str) -> Image.Image:
    with Image.open(path) as picture:
        return picture.convert("RGB")


def _messages(turn: Prompt) -> list[Message]:
    parts: dict[str, list[Message]] = {"system": [], "user": []}
    for item in turn:
        role = "system" if item.get("role") == "system" else "user"
        shown = {"url": _picture(item["value"])} if item["type"] == "image" else {"text": item["value"]}
        parts[role].append({"type": item["type"], **shown})
    return [{"role": role, "content": content} for role, content in parts.items() if content]
