"""What the replies to a probe say, read by the readers that read the benchmarks' replies."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from standardizers import option
from standardizers.literals import json_values
from standardizers.text import said
from vlmeval_hvs.probe.bounds import lower_bound, shown
from vlmeval_hvs.probe.trials import ColourTrial

IN_ORDER = "in order"

READINGS = {
    IN_ORDER: lambda place, count: place,
    "reversed": lambda place, count: count - 1 - place,
    "first only": lambda place, count: 0,
    "last only": lambda place, count: count - 1,
}
"""Ways in which pictures may arrive: which one a question about a place is answered from."""

_NUMBER = re.compile(r"\d+")


def colour_of(reply: str, trial: ColourTrial) -> str:
    """The colour that a reply chooses; "" where it chooses none."""
    read = option(reply, trial.options)
    return "" if read.fallback else trial.options[read.value]


def arrival(trials: Sequence[ColourTrial], replies: Sequence[str]) -> dict[str, object]:
    """How pictures arrived: hits and bounds of every way, and the one that the replies show.

    A way is shown where the lower bound of its share of hits is over one half; luck alone hits one in six. Only one
    way can be shown where there are several pictures, because ways differ at half of the places or more, and with one
    picture all are the same.

    Args:
        trials: Questions about the same number of pictures.
        replies: The replies, in that order.
    """
    count, n = len(trials[0].colours), len(trials)
    read = [colour_of(reply, trial) for trial, reply in zip(trials, replies, strict=True)]
    ways = READINGS if count > 1 else {IN_ORDER: READINGS[IN_ORDER]}
    hits = {
        name: sum(seen == trial.colours[way(trial.place, count)] for seen, trial in zip(read, trials, strict=True))
        for name, way in ways.items()
    }
    best = max(hits, key=lambda name: hits[name])
    return {
        "pictures": count,
        "trials": n,
        "hits": hits,
        "low": {name: round(lower_bound(number, n), 4) for name, number in hits.items()},
        "unread": read.count(""),
        "arrived": best if shown(hits[best], n) else "not measurable",
    }


def keeps_json(reply: str, wanted: Mapping[str, object]) -> tuple[bool, bool]:
    """Whether a reply holds the JSON object that was asked for, and whether it holds nothing else."""
    words = said(reply).text
    found = [value for value in json_values(words) if isinstance(value, dict)]
    right = any({str(key): value for key, value in each.items()} == dict(wanted) for each in found)
    return right, right and words.startswith("{") and words.endswith("}")


def honours(reply: str, word: str) -> bool:
    """Whether a reply has the word that the system message asks for."""
    return word.lower() in said(reply).text.lower()


def counted(reply: str) -> tuple[int, bool]:
    """How far a reply counts from 1 without a gap, and whether it ends there."""
    numbers = [int(number[:9]) for number in _NUMBER.findall(said(reply).text)]
    reached = 0
    for number in numbers:
        if number != reached + 1:
            break
        reached = number
    # A cut may go through the last number.
    left = numbers[reached:]
    return reached, not left or (len(left) == 1 and str(reached + 1).startswith(str(left[0])))
