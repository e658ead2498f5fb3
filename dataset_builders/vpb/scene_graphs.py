"""Finds the answer among the two objects of a scene-graph question, so that a prompt marks the other one only.

A scene graph has relations between a subject and an object: the cup (subject) is *on* the saucer (object). The release
has the boxes of both, but the question of the paper's Table 10 has one placeholder: "What is the object that is on the
thing highlighted by the <color> <VP>?". It points at the saucer and asks for the cup, so a mark on the cup would give
the answer away. Two sources show which object is the answer:

1. The labels of subject and object (``meta_annotation``), where a row has them: the right option names the answer.
2. The grammar of the question. With the placeholder at the end of its clause the answer is the subject ("What is on
   <VP>?"); with words after it the answer is the object ("What is <VP> standing on?"). A passive reverses both ("What
   is held by <VP>?"), but not where "by" means next to ("What is parked by <VP>?"). Sentences of another form, and
   questions that follow the sentence with the placeholder, are left undecided.

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
_QUESTION = re.compile(r"\b(?:what|which|who|whom|whose)\b", re.IGNORECASE)
_PRONOUN = re.compile(r"\b(?:it|its|they|them|their|he|him|his|she|her)\b", re.IGNORECASE)
_SENTENCE_END = r"[.?!:;](?:\s+|$)"
_BE = r"(?:is|are|was|were|be|been|being)"
_BESIDE = r"(?:parked|located|situated|positioned|seated|stationed|docked|moored|anchored|perched|huddled|\w+ing)"
_DONE = (
    r"(?!(?:placed|planted|stacked|stopped|gathered|grouped|posted|tied|lined)\b)"  # by somebody, or next to something
    r"(?:\w+(?:ed|en|wn|rn)|held|led|fed|kept|built|made|caught|cut|hit|lit|read|swung|bound)"
)
_IN = r"(?:in|inside|within)"
_BY = re.compile(r"\bby\b", re.IGNORECASE)
_IS_BESIDE = re.compile(rf"(?:\b(?:{_BE}|{_NOUN}|{_BESIDE})\s+|^)(?:{_BESIDE}\s+)?by\b", re.IGNORECASE)
_PASSIVE = re.compile(rf"(?:\b(?:{_BE}|{_NOUN})\s+|^)(?!{_BESIDE}\b)(?!{_BE}\b){_DONE} by\b", re.IGNORECASE)
_BY_THE_MARK = re.compile(rf"\bby(?: (?:the|an?|this) (?:\w+ )?\w+ {_IN})?$", re.IGNORECASE)
_ACTS = re.compile(
    rf"(?:^|\b(?:{_BE}|do|does|did|has|have|can|that|which))(?:\s*\b(?:the|an?|this) (?:\w+ )?\w+ {_IN})?$",
    re.IGNORECASE,
)
_NAMES_ANOTHER = re.compile(r"\b(?:the|an?|this) (?:\w+ )?\w+$", re.IGNORECASE)
_WHAT_IS_IN = re.compile(rf"^(?:what|who|which) {_BE} (?:the|an?) (?:\w+ )?\w+ {_IN}$", re.IGNORECASE)
_MARKS = re.compile(
    r"(?:highlight|mark|indicat|refer|denot|point|designat|represent|call|nam(?:e|ing)|know|classif|label|categor)\w*\b"
    r"|(?:doing|made of|used (?:for|to)|supposed|likely)\b|(?:is|are|was|were)$",
    re.IGNORECASE,
)
_NO_RELATION = re.compile(
    rf"\b(?:what|which|who|whom|identify|names?|find|select|choose|tell|describe|recogni[sz]e|classify|determine|label|detect"
    rf"|say|give|state|guess|please|me|us|you|we|i|can|could|do|does|did|see|seen|shown|visible|depicted|displayed"
    rf"|contained|located|present|there|{_BE}|the|an?|this|that|exactly|{_NOUN}|kind|type|sort|class|category|entity|of"
    rf"|{_IN})\b|\W",
    re.IGNORECASE,
)
"""Words of questions for the marked object itself, which state no relation to another one."""
_PROPERTY = re.compile(
    r"\b(?!(?:front|top|left|right|sides?|ahead|inside|outside|out|parts?|edge|bottom|back|end|middle|cent(?:er|re)|corner"
    r"|rear|north|south|east|west|full|hold|because)\b)\w+ of$",
    re.IGNORECASE,
)
"""The name of, the colour of: not in front of, on top of."""
_COPULA = re.compile(r"(?:^|\s)(?:is|are|was|were|be|what|which|who|does|do|that)$", re.IGNORECASE)


def answered(question: str, answer: str, annotation: Any = None) -> str:
    """The object of a scene graph that a question asks for.

    Returns:
        ``subject`` or ``object``; ``neither`` where the question asks for something else; "" where it is undecided.
    """
    if placeholders(question) > 1 or _ABOUT_RELATION.search(question):
        return NEITHER
    if _names_the_mark(question):
        return ""
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
    before, clause = _around(question)
    return _of_acting(before, clause) if clause else _of_last(before)


def _names_the_mark(question: str) -> bool:
    """Whether the answer is the marked object or a property of it: "What is the name of <VP>?"."""
    before, clause = _around(question)
    if clause:
        return bool(_MARKS.match(clause))  # "What does <VP> mark?"
    return bool(before) and (not _NO_RELATION.sub("", before) or bool(_PROPERTY.search(before)))


def _around(question: str) -> tuple[str, str]:
    """The words before and after the placeholder in its clause; "" where they are not the question."""
    text = fill(question, [_MARK])
    text, found = (_NAMED if placeholders(question) else _UNNAMED).subn(_MARK, text, count=1)
    before, _, after = _SCENE.sub(" ", text).partition(_MARK)
    before = re.split(_SENTENCE_END, before)[-1]
    after, *later = re.split(_SENTENCE_END, after, maxsplit=1)
    clause, *rest = re.split(r",|\band\b", after, maxsplit=1)
    if not found or not _asks_here(f"{before} {clause}", " ".join([*rest, *later])):
        return "", ""
    before, clause = (" ".join(part.split()).strip(" ,") for part in (before, clause))
    return before, clause


def _asks_here(sentence: str, later: str) -> bool:
    """Whether the words around the placeholder are the question, and no later ones."""
    if not _ASKS.search(sentence) or _QUESTION.search(later) or _PRONOUN.search(later):
        return False
    return bool(_QUESTION.search(sentence)) or not _ASKS.search(later)


def _of_acting(before: str, clause: str) -> str:
    """The answer where words follow the placeholder, as in "What is <VP> standing on?"."""
    asked = _QUESTION.search(clause)
    if not _ACTS.search(before) or (_NAMES_ANOTHER.search(clause) and not asked):
        return ""
    by = _BY.search(clause)
    return "object" if not by or _IS_BESIDE.search(clause) else "subject" if _PASSIVE.search(clause) else ""


def _of_last(before: str) -> str:
    """The answer where the placeholder ends its clause, as in "What is on <VP>?"."""
    if not before or _COPULA.search(before) or _WHAT_IS_IN.search(before) or _PRONOUN.search(before):
        return ""  # "What is <VP>?" asks for neither side of a relation
    if not _BY.search(before) or _IS_BESIDE.search(before):
        return "subject"
    return "object" if _PASSIVE.search(before) and _BY_THE_MARK.search(before) else ""
