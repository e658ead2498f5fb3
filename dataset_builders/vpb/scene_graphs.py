"""Which of the two objects of a scene-graph question is its answer.

A scene graph says that a subject stands in a relation to an object: the cup (subject) is *on* the saucer (object). The
release has the boxes of both, but the question of the paper's Table 10 has one placeholder only: "What is the object
that is on the thing highlighted by the <color> <VP>?". Somebody who asks this points at the saucer and wants to hear
"cup"; a mark on the cup would be the answer. So the placeholder names the object that is asked *from*, and the other
one, the answer, is neither drawn nor given in words. Which one that is follows from two things:

1. The labels of subject and object, where the row has them (``meta_annotation``): the one that the right option names
   is the answer.
2. The grammar of the question. A placeholder at the end of its clause is what something else stands in relation to,
   so it is the object and the answer is the subject ("What is on <VP>?"); a placeholder with words after it is what
   stands in the relation ("What is <VP> standing on?"), and the answer is the object. A passive turns both around
   ("What is held by <VP>?").

Questions about the relation itself, or with two placeholders, ask for neither object; both are named then.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from vlmeval_hvs.benchmarks.vpb.wording import fill, placeholders

SIDES = ("subject", "object")
NEITHER = "neither"

_MARK = "VPMARK"
_HIGHLIGHTED = r"(?:highlighted|marked|indicated|designated|outlined|labelled|labeled|pointed (?:to|at))"
_NOUN = r"(?:thing|object|item|region|area|entity|one)"
_THING = rf"(?:(?:the|an?|this)\s+)?(?:{_NOUN}\s+)?"
_HOLDS = rf"{_THING}(?:(?:that|which)\s+is\s+)?{_HIGHLIGHTED}\s+(?:by|with|in|using)\s+|{_NOUN}\s+(?:inside|within)\s+"
_NAMED = re.compile(rf"(?:{_HOLDS})?(?:(?:the|an?|this)\s+)?\b{_MARK}\b(?:\s+{_NOUN})?", re.IGNORECASE)
_UNNAMED = re.compile(rf"{_THING}(?:(?:that|which)\s+is\s+)?\b{_HIGHLIGHTED}\b", re.IGNORECASE)
_SCENE = re.compile(r"\b(?:in|of|from|within) (?:the|this) (?:image|picture|photo|photograph|scene)\b", re.IGNORECASE)
_ASKS = re.compile(r"\b(?:what|which|who|whom|identify|name|find|select|choose|tell)\b", re.IGNORECASE)
_ABOUT_RELATION = re.compile(r"\b(?:relation|relationship|related|interact\w*|how|where)\b", re.IGNORECASE)
_PASSIVE = re.compile(r"\b(?!\w+ing\b)(?!(?:is|are|was|were|be|been|being)\b)\w+ by\b", re.IGNORECASE)
_MARKS = re.compile(r"(?:highlight|mark|indicat|refer|denot|point|designat|represent)\w*\b", re.IGNORECASE)
_COPULA = re.compile(r"(?:^|\s)(?:is|are|was|were|be|what|which|who|does|do|that)$", re.IGNORECASE)


def answered(question: str, answer: str, annotation: Any = None) -> str:
    """Which object of a scene graph a question asks for.

    Args:
        question: The question with its placeholder, as released.
        answer: Text of the right option.
        annotation: ``meta_annotation`` of the row, with the labels of ``subject`` and ``object`` somewhere in it.

    Returns:
        ``subject`` or ``object``; ``neither`` where the question asks for something else; "" where it cannot be told.
    """
    if placeholders(question) > 1 or _ABOUT_RELATION.search(question):
        return NEITHER
    return _by_label(answer, annotation) or _by_grammar(question)


def _by_label(answer: str, annotation: Any) -> str:
    labels = _labels(annotation)
    same = [side for side in SIDES if labels and _plain(labels[side]) == _plain(answer)]
    return same[0] if len(same) == 1 else ""


def _labels(annotation: Any) -> Mapping[str, Any] | None:
    """The innermost mapping that has a text for both sides."""
    if not isinstance(annotation, Mapping):
        return None
    if all(isinstance(annotation.get(side), str) for side in SIDES):
        return annotation
    return next((found for value in annotation.values() if (found := _labels(value))), None)


def _plain(label: str) -> str:
    """A label without article, punctuation, and the endings that panoptic data adds to merged classes."""
    words = re.sub(r"[^\w\s-]", " ", label.lower()).split()
    words = words[1:] if words and words[0] in ("a", "an", "the") else words
    return re.sub(r"-(?:merged|other|stuff)\b", "", " ".join(words)).replace("-", " ")


def _by_grammar(question: str) -> str:
    text = fill(question, [_MARK])
    text, found = (_NAMED if placeholders(question) else _UNNAMED).subn(_MARK, text, count=1)
    if not found or not _ASKS.search(text):
        return ""
    before, _, after = _SCENE.sub(" ", text).partition(_MARK)
    clause = re.split(r"[,;.?!]|\band\b", after)[0].strip()
    if _MARKS.match(clause):
        return ""  # "What does <VP> mark?" asks for what is marked
    if clause:
        return "subject" if _PASSIVE.search(clause) else "object"
    before = re.sub(r"[\s,]+$", "", before)
    if not before or _COPULA.search(before):
        return ""  # "What is <VP>?" asks for neither side of a relation
    return "object" if _PASSIVE.search(before) and before.endswith(" by") else "subject"
