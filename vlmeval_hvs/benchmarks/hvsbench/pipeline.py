"""HVSBench's conversations: an answer and why it was given; a crop, and a look at it.

Source: HVSBench paper, section 4.2 (explanations), section 4.4 and figure 5 (prominence enhancement).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from standardizers.text import said
from vlmeval_hvs.benchmarks.hvsbench.enhancement_crops import WHOLE, crop_text
from vlmeval_hvs.benchmarks.hvsbench.enhancement_replies import proposal, shortened
from vlmeval_hvs.benchmarks.hvsbench.enhancement_targets import Box
from vlmeval_hvs.benchmarks.hvsbench.wording import enhancement_revision, why
from vlmeval_hvs.messages import EXPLAIN, EXPLANATION, Message, Pipeline, Turn, image, read_record, text

CROP = "crop"
REVISE = "revise"
"""Steps of prominence enhancement: a first crop, and a look at the crop so far."""
REPLIES = "replies"
"""Key of the record with the replies of all rounds."""

_LONGEST_TOLD = 2000
_LONGEST_KEPT = 4000
"""Characters of an explanation in a record; the ledger has all of it."""


def explained(message: Message) -> Pipeline:
    """Ask a question, then why the answer is what it is.

    The first turn is exactly what is asked without an explanation, and its reply alone is scored. The second turn is a
    request of its own: it shows the question again with the answer, without a trace of reasoning.

    Args:
        message: The question.

    Returns:
        Record with ``answer``, the reply to the question, and `EXPLANATION`.
    """
    reply = yield Turn(message)
    if "declined" in (record := read_record(reply) or {}):
        return record
    told = said(reply).text or reply.strip()
    explanation = yield Turn([*message, text(why(told[:_LONGEST_TOLD]))], step=EXPLAIN)
    return {"answer": reply, EXPLANATION: explanation.strip()[:_LONGEST_KEPT]}


@dataclass(frozen=True)
class Cropping:
    """One picture whose object is to be made prominent.

    Attributes:
        message: The request, with the picture.
        request: Its words.
        picture: The item of the message that shows the picture.
        size: (width, height) of the picture, px.
        rounds: Most turns: the first crop and looks at it.
        joined: Whether the model takes one image, so that picture and crop stand side by side in one.
        cut: Gives the file of a crop, with the whole picture beside it where the second argument says so.
        context: What baselines may know.
    """

    message: Message
    request: str
    picture: dict[str, str]
    size: tuple[int, int]
    rounds: int
    joined: bool
    cut: Callable[[Box, bool], str]
    context: dict[str, float]


def enhanced(task: Cropping) -> Pipeline:
    """Ask for a crop, show what it gives, and let the model correct it until it keeps it.

    Replies are read by the robust reading; a first reply without a crop, or that wants none, ends the conversation.

    Returns:
        Record with ``answer``, the last reply, and `REPLIES`, all of them.
    """
    reply = yield Turn(task.message, step=CROP, context=task.context)
    if "declined" in (said := read_record(reply) or {}):
        return said
    replies = [shortened(reply)]
    crop = proposal(replies[0], "robust", task.size).crop
    while len(replies) < task.rounds and crop is not None and crop != WHOLE:
        shown = [image(task.cut(crop, True))] if task.joined else [task.picture, image(task.cut(crop, False))]
        words = enhancement_revision(task.request, crop_text(crop, 2), task.joined)
        reply = yield Turn([*shown, text(words)], step=REVISE, context=task.context)
        replies.append(shortened(reply))
        again = proposal(replies[-1], "robust", task.size)
        if again.crop is None or again.rule == "keep" or again.crop == crop:
            break
        crop = again.crop
    return {"answer": replies[-1], REPLIES: replies}
