"""Rewards of letters, orders and counts."""

from __future__ import annotations

import re
from itertools import combinations
from typing import NamedTuple

from standardizers import choice, count, order
from vlmeval_hvs.rewards.rows import Asked

PARTLY = 0.5
"""The most that an order gets that is not the right one."""

_WORD = re.compile(r"\w+")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_NUMBERS_ONLY = re.compile(r"[\d\s.,;:/|()\[\]{}-]+")


class Judged(NamedTuple):
    """The reward of a reply.

    Attributes:
        value: From 0 to 1.
        reason: Why, in a word: ``right``, ``wrong``, ``partly``, ``unread`` (no answer in it), ``several`` (several
            answers), ``too_long``, ``format``; of scanpaths also ``copy`` (of the prompt's example), ``one_point``,
            ``fixed`` (no better than a fixed path) and ``looked`` (better).
    """

    value: float
    reason: str


def of_choice(reply: str, question: Asked) -> Judged:
    """1 for the right letter, 0 for every other reply; a bare list of letters is no answer."""
    if len(_letters(reply, question.labels)) > 1:
        return Judged(0.0, "several")
    found = choice(reply, labels=question.labels, options=question.options)
    if found.fallback:
        return Judged(0.0, "unread")
    return Judged(1.0, "right") if found.value == question.truth else Judged(0.0, "wrong")


def of_order(reply: str, question: Asked) -> Judged:
    """1 for the right order; `PARTLY` times Kendall's tau where that is above 0; 0 for what is no order of all.

    Tau is the share of pairs of options in the right order minus that of the others. Every guess without a look has 0
    on average before it is cut at 0, so that no order is a better guess than another one.
    """
    found = order(reply, labels=question.labels, options=question.options)
    if found.fallback:
        return Judged(0.0, "unread")
    said = str(found.value)
    if sorted(said) != sorted(question.truth):
        return Judged(0.0, "format")
    if said == question.truth:
        return Judged(1.0, "right")
    pairs = list(combinations(question.truth, 2))
    tau = sum(1 if said.index(one) < said.index(other) else -1 for one, other in pairs) / len(pairs)
    return Judged(PARTLY * tau, "partly") if tau > 0 else Judged(0.0, "wrong")


def of_count(reply: str, question: Asked) -> Judged:
    """``1 / (1 + error) ** 2``: 1 for the right number, 1/4 when it is one off, 1/9 when it is two off."""
    if _NUMBERS_ONLY.fullmatch(reply) and len(_NUMBER.findall(reply)) > 1:
        return Judged(0.0, "several")
    found = count(reply, question=question.text)
    if found.fallback:
        return Judged(0.0, "unread")
    error = abs(float(found.value) - int(question.truth))
    if error == 0:
        return Judged(1.0, "right")
    return Judged(1 / (1 + error) ** 2, "partly") if float(found.value).is_integer() else Judged(0.0, "format")


def _letters(reply: str, labels: str) -> set[str]:
    """The labels in a reply that is nothing but labels, each a word of its own; empty for every other reply."""
    words = set(_WORD.findall(reply))
    return words if words and words <= set(labels) else set()
