"""Options in the objects and lists of a reply: fields with odd names, weights, lists of all options."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..text.cleaning import plain
from ..text.field_weights import heaviest, weights_in
from ..text.fields import foremost_fields, other_fields, yes_fields
from .question import Question

_BRACKETED = re.compile(r"\[[^\[\]\n]{0,2000}\]")


def without_lists(text: str, names: Sequence[str]) -> str:
    """Return text without bracketed lists that repeat all options."""
    return _BRACKETED.sub(
        lambda match: " " if len(names) > 1 and all(name in match.group().lower() for name in names) else match.group(),
        text,
    )


def heaviest_option(text: str, question: Question) -> int | None:
    """Return the option to which an object gives the highest weight, -1 for ties, None where none weighs options."""
    for weights in weights_in(text):
        if question.names is None and len(weights) < question.size:
            continue
        named = [_whole_or_only(plain(name), question) for name in weights]
        if len(set(named)) == len(named) and min(named) >= 0:
            best = heaviest(weights)
            return named[[*weights].index(best)] if best else -1
    return None


def odd_field(text: str, question: Question) -> int:
    """Return the option that exactly one field of an object names, else -1."""
    for values in (foremost_fields(text), *yes_fields(text), *other_fields(text)):
        found = {
            index for value in values if len(value) <= 200 and (index := _whole_or_only(plain(value), question)) >= 0
        }
        if len(found) == 1:
            return found.pop()
    best = heaviest_option(text, question)
    return -1 if best is None else best


def _whole_or_only(text: str, question: Question) -> int:
    """Return the option that a text is, or the only one that it names, else -1."""
    index, _ = question.whole(text)
    if index >= 0 or not text.strip():
        return index
    options = {mention.option for mention in question.mentions(text)}
    return options.pop() if len(options) == 1 else -1
