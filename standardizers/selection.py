"""Which option of a question a reply selects: the steps that `choice` and `option` share."""

from __future__ import annotations

import re

from .choice_clauses import given
from .fields import best_key, option_fields, other_fields, yes_fields
from .finish import Settled, settled_reply
from .question import Question, whole_letter
from .text import as_text, plain
from .verdict import AMBIGUOUS, NO_ANSWER, REFUSAL, Verdict

NONE_OF_OPTIONS = "none_of_options"
_TERSE = re.compile(
    r"\s*(?:(?:the |my )?(?:final |correct |best |right )?(?:answer|option"
    r"|choice)(?: is)?\s?:?\s?(?:option )?)?[(\[*\"<]{0,3}((?-i:[^\W_a-z]))[)\].:*\">]{0,4}\s*",
    re.IGNORECASE,
)
_NONE = frozenset(
    (
        "z",
        "none",
        "none of the above",
        "none of these",
        "none of them",
        "neither",
        "n/a",
        "na",
        "no answer",
        "null",
        "none of the options",
    )
)
_NONE_FITS = re.compile(
    r"\b(?:none of (?:the|these|those|them)\b(?! (?:other|others))|no (?:option|answer|choice)\b|neither (?:of|is"
    r"|one)\b|not (?:listed|among|one of|any of|in the (?:list|options))\b"
    r"|isn't (?:listed|among)|keine der|keines der|aucune? des|ninguna? de|nessuna? de|nenhuma? d)"
    r"|以上都不|都不是|都不正确|どれも|いずれでもな|해당 없음",
    re.IGNORECASE,
)
_OPEN = re.compile(r"[\[({][^\])}]{0,400}$")
_LONGEST_WHOLE = 400
_SENTENCE = re.compile(r"[^.!?\n]+(?:[.!?]+|\n|$)")


def select(reply: object, question: Question, finished: bool | None = None) -> tuple[int, str]:
    """Return the index of the option that a reply selects and the rule, or -1 and the reason.

    Args:
        reply: The reply; see `standardizers.text.as_text`.
        question: The options.
        finished: See `standardizers.finish.settled_reply`.
    """
    text = as_text(reply)
    if len(text) <= 48:
        terse = _TERSE.fullmatch(text)
        if terse is not None and terse.group(1) in question.labels:
            return question.labels.index(terse.group(1)), "whole"
    if question.copied and (copied := question.verbatim(text)) >= 0:
        return copied, "whole_text"
    parts = settled_reply(text, finished)
    if parts is None:
        return -1, "unclosed_reasoning"
    whole = parts.whole
    if not whole.strip():
        return -1, "empty"
    stated, rest = option_fields(whole)
    for answer, rule in stated:
        index, _ = _read(plain(answer), question)
        if index >= 0:
            return index, rule
    if stated and any(_is_none(plain(answer)) for answer, _ in stated):
        return -1, NONE_OF_OPTIONS
    if rest is not whole:
        index = _odd_field(whole, question)
        if index < 0 and question.places is not None:
            placed = {mention.option for mention in question.places.mentions(whole)}
            index = placed.pop() if len(placed) == 1 else -1
        if index >= 0:
            return index, "json"
        parts = Settled(rest, "", parts.cut)
    return _read_cut(parts, question) if parts.cut else _read(plain(parts.text), question)


def _odd_field(text: str, question: Question) -> int:
    """Return the option that exactly one field of an object names, else -1."""
    best = best_key(text, question.size)
    if best and (index := whole_letter(best, question.labels)) >= 0:
        return index
    for values in (*yes_fields(text), *other_fields(text)):
        found = {
            index for value in values if len(value) <= 200 and (index := _whole_or_only(plain(value), question)) >= 0
        }
        if len(found) == 1:
            return found.pop()
    return -1


def _whole_or_only(text: str, question: Question) -> int:
    index, _ = question.whole(text)
    if index >= 0 or not text.strip():
        return index
    options = {mention.option for mention in question.mentions(text)}
    return options.pop() if len(options) == 1 else -1


def _read_cut(parts: Settled, question: Question) -> tuple[int, str]:
    whole = plain(parts.whole)
    index, rule = question.whole(whole) if len(whole) <= _LONGEST_WHOLE and _OPEN.search(whole) is None else (-1, "")
    if index >= 0:
        return index, rule
    text = plain(parts.text)
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    if len(lines) > 1 and len(set(lines)) == 1:
        return _read(lines[0], question)  # the same answer over and over
    found = _conclusion(text, question) if text.strip() else (-1, NO_ANSWER)
    if found[0] >= 0:
        return found
    leading = Verdict(whole, question.mentions(whole), question.size, True, question.has_words).leading()
    return (leading, "leading") if leading >= 0 else (-1, "unfinished")


def _conclusion(text: str, question: Question) -> tuple[int, str]:
    mentions = question.mentions(text)
    found = Verdict(text, mentions, question.size, True, question.has_words).decide()
    if found[0] < 0 and (listed := question.listed(text, mentions)):
        return Verdict(text, listed, question.size, True, question.has_words).decide()
    return found


def _read(text: str, question: Question) -> tuple[int, str]:
    index, rule = question.whole(text) if question.copied or len(text) <= _LONGEST_WHOLE else (-1, "")
    if index >= 0:
        return index, rule
    if _is_none(text, question):
        return -1, NONE_OF_OPTIONS
    mentions = question.mentions(text)
    found = Verdict(text, mentions, question.size, False, question.has_words).decide()
    if found[0] < 0 and (listed := question.listed(text, mentions)):
        found = Verdict(text, listed, question.size, False, question.has_words).decide()
    if found[0] < 0 and (loose := question.loosely(text, mentions)):
        found = Verdict(text, loose, question.size, False, question.has_words).decide()
    if found[0] < 0 and found[1] != REFUSAL:
        index = given(text, question.labels, [mention for mention in mentions if mention.by_name])
        if index >= 0:
            return index, "clause"
    if found[0] < 0 and found[1] == NO_ANSWER and (index := question.reworded(text)) >= 0:
        return index, "reworded"
    if found[0] == -1 and found[1] == AMBIGUOUS and (once := _once(text)) is not None:
        return _read(once, question)
    if found[0] < 0 and found[1] != REFUSAL and _NONE_FITS.search(text[:2_000]):
        return -1, NONE_OF_OPTIONS
    return found


def _once(text: str) -> str | None:
    """Return the text without the sentences that it repeats, or None when it repeats none."""
    sentences = _SENTENCE.findall(text)
    kept = list(dict.fromkeys(sentence.strip() for sentence in sentences))
    return " ".join(kept) if len(kept) < len(sentences) and kept else None


def _is_none(text: str, question: Question | None = None) -> bool:
    whole = text[:60].strip(" .,;:!?\"'`*()[]{}\n").lower()
    if whole in _NONE:
        return True
    return whole.startswith(("z.", "z)", "z:")) and (question is None or "Z" not in question.labels)


__all__ = ["AMBIGUOUS", "NONE_OF_OPTIONS", "NO_ANSWER", "REFUSAL", "select"]
