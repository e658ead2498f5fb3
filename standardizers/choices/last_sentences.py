"""What the last of several sentences says when nothing before it is an answer: an option alone, or a conclusion."""

from __future__ import annotations

import re

from ..stance.verdict import Verdict
from .question import Question

_LONGEST_TEXT = 4_000
_LONGEST_NAME = 60
CONCLUDES = re.compile(
    r"\W{0,4}(?:(?:so|thus|hence|therefore|consequently|in the end|all in all|final(?:ly)?|overall|accordingly)\b,?\s?"
    r"(?:(?:it|this|that|h\d) (?:is|must be|would be|it is),?\s?|(?:the )?(?:answer|choice)(?: is)?:?\s?)?|=+>\s?"
    r"|->\s?|(?:it|that|this) (?:must be|has to be|can only be)\s|(?:it|that)'s (?:got to|gotta) be\s)",
    re.IGNORECASE,
)
_ENDED = re.compile(r"(?<=[.!?])\s+|\n+|(?<=\.\.\.)")
_ARTICLE = re.compile(r"\b(?:an?|the|on|in|at|der|die|das|le|la|el|il|it|is)\b", re.IGNORECASE)
_SENTENCE = re.compile(r"[^.!?\n]+(?:[.!?]+|\n|$)")


def last_sentence(text: str, question: Question) -> int:
    """Return the option that is all that the last of several sentences says, or that it concludes, else -1."""
    if len(text) > _LONGEST_TEXT or question.names is None:
        return -1
    sentences = [one.strip() for one in _ENDED.split(text) if one.strip(" .!?*\n")]
    if len(sentences) < 2 or sentences[-1].endswith("?"):
        return -1
    concludes = CONCLUDES.match(sentences[-1])
    last = sentences[-1][concludes.end() :] if concludes else sentences[-1]
    if last[-1:] not in (".", "!", "*") and concludes is None and "\n" not in text.rstrip()[-len(last) - 2 :]:
        return -1  # perhaps it goes on
    index = _only(last, question)
    if index < 0 and concludes is not None:
        index = Verdict(last, question.mentions(last), question.size, False, question.has_words).leading()
    return index if concludes is not None or _only(sentences[-2], question) < 0 else -1


def _only(sentence: str, question: Question) -> int:
    """Return the option that a sentence names and of which it says nothing, or -1."""
    sentence = sentence.strip(" .!*\n\"'")
    if not sentence or len(sentence) > _LONGEST_NAME:
        return -1
    index = question.names.whole(sentence) if question.names is not None else -1
    if index >= 0:
        return index
    named = question.mentions(sentence)
    if (
        len(named) == 1
        and named[0].by_name
        and not _ARTICLE.sub("", sentence[: named[0].start] + sentence[named[0].end :]).strip(" ,.:-")
    ):
        return named[0].option
    return -1


def once(text: str) -> str | None:
    """Return the text without the sentences that it repeats, or None when it repeats none."""
    sentences = _SENTENCE.findall(text)
    kept = list(dict.fromkeys(sentence.strip() for sentence in sentences))
    return " ".join(kept) if len(kept) < len(sentences) and kept else None
