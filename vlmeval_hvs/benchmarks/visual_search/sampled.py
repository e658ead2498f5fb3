"""Several answers to one next-fixation prompt: each is asked for afresh, and their points together make the density.

The pipeline asks the same prompt in turns that know nothing of each other. Whether the answers differ is up to the
model: at temperature 0 they are all alike, which the scores then say.
"""

from __future__ import annotations

import json
from collections import Counter

from vlmeval_hvs.answer_frames import FrameDecision
from vlmeval_hvs.benchmarks.visual_search.answers import Priority, read_priority
from vlmeval_hvs.benchmarks.visual_search.trials import Trial
from vlmeval_hvs.messages import Message, Pipeline, Turn

MOST = 64
"""Most answers to one prompt: the driver of pipelines allows no more turns."""
_KEY = "samples"


def sampled_answers(message: Message, samples: int) -> Pipeline:
    """Ask one prompt several times.

    Args:
        message: The prompt.
        samples: How often it is asked.

    Returns:
        Record with ``answer``, a JSON object with all replies.
    """
    replies = []
    for number in range(samples):
        reply = yield Turn(message, step=f"sample {number + 1}", context={"sample": number})
        replies.append(reply)
    return {"answer": json.dumps({_KEY: replies}, ensure_ascii=False)}


def read_samples(
    text: str,
    trial: Trial,
    frame: str,
    profile: str,
    decision: FrameDecision | None = None,
    question: str | None = None,
) -> Priority:
    """The prediction in the reply to a prompt, or in the replies to one that was asked several times.

    Every reply counts alike, however many points it gives; replies without a point do not count.

    Args:
        text: The reply, or what `sampled_answers` made of several.
        trial: The trial that was asked about.
        frame: Coordinates that were asked for: "unit", "thousand" or "pixels".
        profile: The reading: "robust" or "paper".
        decision: The frame of all replies of the model; without it every reply alone decides.
        question: What was asked; a reply that only repeats the positions named there answers nothing.
    """
    replies = _replies(text)
    if replies is None:
        return read_priority(text, trial, frame, profile, decision, question)
    answers = [read_priority(reply, trial, frame, profile, decision, question) for reply in replies]
    usable = [answer for answer in answers if answer.kind == "points"]
    if not usable:
        return answers[0] if answers else Priority("none", rule=_KEY)
    points = [
        (x, y, weight / sum(point[2] for point in answer.points)) for answer in usable for x, y, weight in answer.points
    ]
    rule = Counter(answer.rule for answer in usable).most_common(1)[0][0]
    return Priority("points", tuple(points), rule=rule, outside=sum(answer.outside for answer in answers))


def single_replies(text: str) -> list[str]:
    """The replies that `sampled_answers` packed, or the one reply of a prompt that was asked once."""
    replies = _replies(text)
    return [text] if replies is None else replies


def distinct_replies(text: str) -> int | None:
    """How many of several replies differ; None for a prompt that was asked once."""
    replies = _replies(text)
    return None if replies is None else len(set(replies))


def _replies(text: str) -> list[str] | None:
    """The replies that `sampled_answers` packed; None for any other text."""
    if not text.lstrip().startswith(f'{{"{_KEY}"'):
        return None
    try:
        listed = json.loads(text)[_KEY]
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    return [str(reply) for reply in listed] if isinstance(listed, list) else None
