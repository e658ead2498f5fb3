"""Answers that a reply takes back ("Scratch that."), and those that it gives behind a correction or under pressure."""

from __future__ import annotations

import re
from collections import deque

from ..stance.weighing import AMBIGUOUS
from .question import Question

_WITHDRAWS = re.compile(
    r"\b(?:scratch that|strike that|(?:that|it) was (?:a mistake|wrong|not right|an error|nonsense)"
    r"|i take (?:that|it) back|forget that"
    r"|that can't be right|that(?:'s| is) not right|my mistake)\b",
    re.IGNORECASE,
)
_INTRODUCES = re.compile(
    r"\b(?P<corrects>correction|corrected (?:answer|choice)|korrektur|corrección|correzione"
    r"|correção)\b[^.:!?\n]{0,40}:\s"
    r"|\bif (?:i|we) (?:(?:have|had|need) to|must) (?:commit|choose|pick|guess|decide|answer"
    r"|settle)\b[^.:,!?\n]{0,24}[:,]\s"
    r"|\b(?:if|when) (?:forced|pressed|pushed)(?: to \w+)?[:,]\s",
    re.IGNORECASE,
)
_SENTENCE_ENDS = re.compile(r"[.!?](?:\s|$)|\n")
_LAST_CLAUSE = re.compile(r"[^.!?:;\n]+[.!?]?\s*$")


def introduced_answer(text: str, question: Question) -> int:
    """Return the only option of the sentence that says "Correction: ..." or "if I have to commit: ...", else -1.

    Args:
        text: Text from `standardizers.text.plain`.
        question: The options.

    Example:
        >>> from standardizers.choices.question import question as known
        >>> introduced_answer("Hard to say, but if I have to commit: B. A shows a wall.", known(("A", "B"), None))
        1
    """
    if _INTRODUCES.search(text) is None:
        return -1
    mentions = question.mentions(text)
    for cue in reversed([*_INTRODUCES.finditer(text)]):
        end = _SENTENCE_ENDS.search(text, cue.end())
        stop = end.start() if end is not None else len(text)
        inside = {one.option for one in mentions if cue.end() <= one.start < stop}
        behind = {one.option for one in mentions if one.start >= stop and one.by_name is False}
        if len(inside) == 1 and (cue["corrects"] is None or behind <= inside):
            return inside.pop()
    return -1


def withdrawn(text: str, question: Question) -> tuple[int, str] | None:
    """Return what a text says behind its last withdrawal of an answer ("... Scratch that. Rain."), None without one.

    Behind it an option may be said in other words; the option that was taken back is none any more.

    Args:
        text: Text from `standardizers.text.plain`.
        question: The options.

    Returns:
        The option's index and the rule, or -1 and why there is none; None when nothing is withdrawn.
    """
    found = deque(_WITHDRAWS.finditer(text), 1)
    if not found or not question.mentions(text[: found[0].start()]):
        return None
    behind = text[found[0].end() :].strip(" .,:;!-\n")
    if not any(map(str.isalpha, behind)):
        return (-1, AMBIGUOUS) if len({one.option for one in question.mentions(text)}) == 1 else None
    if question.mentions(behind):
        return None
    final = _LAST_CLAUSE.search(behind)
    index = question.reworded(final.group().strip(" .,:;!\n") if final is not None else behind)
    return (index, "correction") if index >= 0 else (-1, AMBIGUOUS)
