"""Finds the answer among the two objects of a scene-graph question, so that a prompt marks the other one only.

A scene graph has relations between a subject and an object: the cup (subject) is *on* the saucer (object). The release
has the boxes of both, but the question of the paper's Table 10 has one placeholder: "What is the object that is on the
thing highlighted by the <color> <VP>?". It points at the saucer and asks for the cup, so a mark on the cup would give
the answer away. Two sources show which object is the answer:

1. The labels of subject and object (``meta_annotation``), where a row has them: the right option names the answer.
2. The grammar of the question. With the placeholder at the end of its clause the answer is the subject ("What is on
   <VP>?"); with words after it the answer is the object ("What is <VP> standing on?"). Questions with "by", which may
   be a passive, sentences of another form, and questions that follow the sentence with the placeholder, are undecided.

Questions for the name or a property of the marked object ("What is the name of <VP>?") are undecided too, whatever the
labels. Questions about the relation itself, or with two placeholders, ask for neither object.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from vlmeval_hvs.benchmarks.vpb.wording import fill, placeholders

SIDES = ("subject", "object")
NEITHER = "neither"


def _words(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


_MARK = "VPMARK"
_HIGHLIGHTED = r"(?:highlighted|marked|indicated|designated|outlined|labelled|labeled|pointed (?:to|at))"
_NOUN = r"(?:thing|object|item|region|area|entity|one)"
_THING = rf"(?:(?:the|an?|this)\s+)?(?:{_NOUN}\s+)?"
_HOLDS = rf"{_THING}(?:(?:that|which)\s+is\s+)?{_HIGHLIGHTED}\s+(?:by|with|in|using)\s+|{_NOUN}\s+(?:inside|within)\s+"
_BE = r"(?:is|are|was|were|be|been|being)"
_IN = r"(?:in|inside|within)"
_NAMED = _words(rf"(?:{_HOLDS})?(?:(?:the|an?|this)\s+)?\b{_MARK}\b(?:\s+{_NOUN})?")
_UNNAMED = _words(rf"{_THING}(?:(?:that|which)\s+is\s+)?\b{_HIGHLIGHTED}\b")
_SCENE = _words(r"\b(?:in|of|from|within) (?:the|this) (?:image|picture|photo|photograph|scene)\b")
_ASKS = _words(r"\b(?:what|which|who|whom|identify|name|find|select|choose|tell)\b")
_ABOUT_RELATION = _words(r"\b(?:relation|relationship|related|interact\w*|how|where)\b")
_QUESTION = _words(r"\b(?:what|which|who|whom|whose)\b")
_PRONOUN = _words(r"\b(?:it|its|they|them|their|he|him|his|she|her)\b")
_SENTENCE_END = r"[.?!:;](?:\s+|$)"
_BY = _words(r"\bby\b")
_ACTS = _words(rf"(?:^|\b(?:{_BE}|do|does|did|has|have|can|that|which))(?:\s*\b(?:the|an?|this) (?:\w+ )?\w+ {_IN})?$")
_NAMES_ANOTHER = _words(r"\b(?:the|an?|this) (?:\w+ )?\w+$")
_WHAT_IS_IN = _words(rf"^(?:what|who|which) {_BE} (?:the|an?) (?:\w+ )?\w+ {_IN}$")
_COPULA = _words(r"(?:^|\s)(?:is|are|was|were|be|what|which|who|does|do|that)$")
_MARKS = _words(
    r"(?:highlight|mark|indicat|refer|denot|point|designat|represent|call|nam(?:e|ing)|know|classif|label|categor)\w*\b"
    r"|(?:doing|made of|used (?:for|to)|supposed|likely)\b|(?:is|are|was|were)$"
)
_NO_RELATION = _words(
    rf"\b(?:what|which|who|whom|identify|names?|find|select|choose|tell|describe|recogni[sz]e|classify|determine|label"
    rf"|detect|say|give|state|guess|please|me|us|you|we|i|can|could|do|does|did|see|seen|shown|visible|depicted"
    rf"|displayed|contained|located|present|there|{_BE}|the|an?|this|that|exactly|{_NOUN}|kind|type|sort|class|category"
    rf"|entity|of|{_IN})\b|\W"
)
"""Words of questions for the marked object itself, which state no relation to another one."""
_PROPERTY = _words(
    r"\b(?!(?:front|top|left|right|sides?|ahead|inside|outside|out|parts?|edge|bottom|back|end|middle|cent(?:er|re)|corner"
    r"|rear|north|south|east|west|full|hold|because)\b)\w+ of$"
)
"""The name of, the colour of: not in front of, on top of."""


def answered(question: str, answer: str, annotation: Any = None) -> str:
    """The object of a scene graph that a question asks for.

    Returns:
        ``subject`` or ``object``; ``neither`` where the question asks for something else; "" where it is undecided.
    """
    if placeholders(question) > 1 or _ABOUT_RELATION.search(question):
        return NEITHER
    before, clause = _around(question)
    # The answer is the marked object or a property of it: "What is the name of <VP>?", "What does <VP> mark?".
    itself = (
        _MARKS.match(clause) if clause else before and (not _NO_RELATION.sub("", before) or _PROPERTY.search(before))
    )
    if itself:
        return ""
    labels = _labels(annotation)
    same = [side for side in SIDES if labels and _plain(labels[side]) == _plain(answer)]
    return same[0] if len(same) == 1 else _by_grammar(before, clause)


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


def _around(question: str) -> tuple[str, str]:
    """The words before and after the placeholder in its clause; "" where they are not the question."""
    text, found = (_NAMED if placeholders(question) else _UNNAMED).subn(_MARK, fill(question, [_MARK]), count=1)
    before, _, after = _SCENE.sub(" ", text).partition(_MARK)
    before = re.split(_SENTENCE_END, before)[-1]
    after, *later = re.split(_SENTENCE_END, after, maxsplit=1)
    clause, *rest = re.split(r",|\band\b", after, maxsplit=1)
    sentence, rest_of_it = f"{before} {clause}", " ".join([*rest, *later])
    asks_there = _ASKS.search(rest_of_it) and not _QUESTION.search(sentence)
    elsewhere = asks_there or _QUESTION.search(rest_of_it) or _PRONOUN.search(rest_of_it)
    if not found or elsewhere or not _ASKS.search(sentence):
        return "", ""
    return " ".join(before.split()).strip(" ,"), " ".join(clause.split()).strip(" ,")


def _by_grammar(before: str, clause: str) -> str:
    if _BY.search(f"{before} {clause}"):
        return ""
    if clause:  # "What is <VP> standing on?"
        another = _NAMES_ANOTHER.search(clause) and not _QUESTION.search(clause)
        return "object" if _ACTS.search(before) and not another else ""
    # "What is on <VP>?"; "What is <VP>?" asks for neither side of a relation
    unlike = not before or _COPULA.search(before) or _WHAT_IS_IN.search(before) or _PRONOUN.search(before)
    return "" if unlike else "subject"
