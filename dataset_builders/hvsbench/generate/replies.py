"""What a model should reply: letters and digits as they are, and a person's scanpath as the prompt asks for it.

The prompts ask for 14 or 6 values, and for durations of at most 5 seconds together. Fixations outside the image are
left out, as in the code that the paper refers to; a longer recording gives its first values; a person with fewer
fixations, with longer durations or without durations cannot be written as asked for and is not trained on.
"""

from __future__ import annotations

from typing import NamedTuple

from dataset_builders.hvsbench.answers import Scanpath
from dataset_builders.hvsbench.generate.training_rows import Question, is_scanpath
from vlmeval_hvs.benchmarks.hvsbench.questions import asked_length, scanpath_text
from vlmeval_hvs.rewards.scanpaths import LONGEST
from vlmeval_hvs.seeding import rng

SCANPATHS = ("one", "all")
"""Whose scanpath stands for a picture: one person's, drawn, or everybody's in turn."""


class Reply(NamedTuple):
    """A reply to train on.

    Attributes:
        text: The reply.
        participant: Whose scanpath it is; "" for other answers.
    """

    text: str
    participant: str = ""


def replies(question: Question, scanpaths: str, seed: int) -> tuple[list[Reply], str]:
    """The replies to a question.

    Args:
        question: The question.
        scanpaths: A member of `SCANPATHS`.
        seed: Seed of the draw, which is a function of it and the row.

    Returns:
        The replies, and why there are none where there are none.
    """
    if not is_scanpath(question):
        return [Reply(question.truth)], ""
    asked = asked_length(question.text)
    if not asked:
        return [], "the question does not say how many fixations it asks for"
    found, reasons = [], []
    for path, participant in zip(question.people, question.participants, strict=True):
        written, reason = as_asked(path, asked)
        if written is None:
            reasons.append(reason)
        else:
            found.append(Reply(scanpath_text(written), participant))
    if not found:
        return [], max(sorted(set(reasons)), key=reasons.count)
    if scanpaths == "one":
        found = [found[int(rng(seed, "training", question.index).integers(len(found)))]]
    return found, ""


def as_asked(path: Scanpath, asked: int) -> tuple[Scanpath | None, str]:
    """A person's scanpath with as many values as asked for, and why not where that cannot be.

    Args:
        path: ``X`` and ``Y`` relative to the image, ``T`` in ms.
        asked: Number of values.
    """
    if len(path["T"]) != len(path["X"]):
        return None, "no durations"
    points = zip(path["X"], path["Y"], path["T"], strict=True)
    kept = [(x, y, t) for x, y, t in points if 0 <= x <= 1 and 0 <= y <= 1][:asked]
    if len(kept) < asked:
        return None, "fewer fixations than asked for"
    if min(round(t) for _, _, t in kept) <= 0:
        return None, "a duration of 0 ms"
    if sum(round(t) for _, _, t in kept) > LONGEST:
        return None, "durations of more than 5 seconds together"
    return {axis: [point[place] for point in kept] for place, axis in enumerate("XYT")}, ""
