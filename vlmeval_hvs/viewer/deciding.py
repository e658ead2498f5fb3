"""The words of a reply from which its answer was read.

Readers give an answer and a rule, not a place. The place is found from outside: the last run of sentences, and in it of
words, that the same reader reads alone as the same answer by the same rule. Where a rule needs the whole reply, the
last run of sentences with the same answer is taken, unless the reply is code, whose parts have no say.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from vlmeval_hvs.dataset import HVSDataset
from vlmeval_hvs.reply_corpus.cases import UNLABELLED, Case
from vlmeval_hvs.reply_corpus.reading import Reading, read
from vlmeval_hvs.results.ledger_lines import LENGTH, STOP

READINGS = 160
"""Readings of parts that a reply may cost; then the best place so far is taken."""

_TAG = r"<[^<>\s]{1,40}>"
_SENTENCE = re.compile(
    rf"{_TAG}|(?:(?!{_TAG})[^\n.!?;。！？；])*(?:[.!?](?=\s|$|[*\"')\]<])|[;。！？；\n]|[.!?]|$|(?=<))"
)
_CLAUSE = re.compile(rf"(?:{_TAG}|[^<,;:–—，；：]|<)+[,;:–—，；：]?|[,;:–—，；：]")
_WORD = re.compile(rf"{_TAG}|<|[^\s<]+")

Read = Callable[[str], Reading]


class Span(NamedTuple):
    """A part of a reply: the characters from ``start`` up to ``end``."""

    start: int
    end: int


def of_answer(
    dataset: HVSDataset[Any], row: Mapping[str, str], item: Mapping[str, str], finish: str | None
) -> list[int] | None:
    """The deciding words of a line of an item file, in JavaScript's units; None where nothing was read, or not here.

    Args:
        dataset: The dataset, with the options of the run.
        row: The row.
        item: Its line of the item file, all text.
        finish: How the reply ended, from the ledger.
    """
    facts = dataset.reply_case(row) if item["fallback"] == "0" else None
    return None if facts is None else _of(item["reply"], facts, dataset.reading, finish, item["rule"])


def of_turn(dataset: HVSDataset[Any], row: Mapping[str, str], turn: Mapping[str, Any]) -> list[int] | None:
    """The same for a turn of a pipeline, as `vlmeval_hvs.viewer.transcripts.transcript` gives it."""
    facts = dataset.turn_case(row, turn["step"], turn["text"])
    return None if facts is None else _of(turn["reply"], facts, dataset.reading, turn["finish"], None)


def _of(reply: str, facts: dict[str, Any], profile: str, finish: str | None, rule: str | None) -> list[int] | None:
    finished = {STOP: True, LENGTH: False}.get(finish or "")
    span = deciding_words(reply, reader(facts, profile, finished), rule)
    return None if span is None else in_utf16(reply, span)


def reader(facts: dict[str, Any], profile: str, finished: bool | None = None) -> Read:
    """Reads texts as replies to one question.

    Args:
        facts: What the reader of the question knows, as `HVSDataset.reply_case` gives it.
        profile: ``robust`` or ``paper``.
        finished: False when the reply was cut by a token limit, None when unknown.
    """
    known: dict[str, Any] = {"id": "", "reading": UNLABELLED, "finished": finished, **facts}
    return lambda text: read(Case(reply=text, **known), profile)


def deciding_words(reply: str, read_text: Read, rule: str | None = None, most: int = READINGS) -> Span | None:
    """The part of a reply from which its answer was read.

    Args:
        reply: The reply, as the model gave it.
        read_text: Reads a text as a reply to the same question.
        rule: The rule that read the answer, where it is on record; another rule here means that something else decided
            (a judge model, say), and nothing is claimed.
        most: Readings of parts at most.

    Returns:
        A part that reads alone as the same answer; None where nothing was read.
    """
    whole = read_text(reply)
    if whole.value is None or (rule is not None and rule != whole.rule):
        return None
    search = _Search(reply, read_text, whole, most)
    span = search.back(search.front(Span(0, len(reply)), _SENTENCE), _SENTENCE)
    if len(list(_pieces(_SENTENCE, reply, span))) == 1:
        # Where no rule is told, nothing holds a word such as "left" to the place that it has in its sentence.
        return search.back(search.front(span, _WORD), _CLAUSE) if whole.rule else span
    if span.end - span.start >= len(reply.strip()) and not re.search(r"[{\[|]", reply):
        search.by_rule = False
        return search.back(search.front(span, _SENTENCE), _SENTENCE)
    return span


def in_utf16(reply: str, span: Span) -> list[int]:
    """Both ends in the units in which JavaScript counts."""
    return [len(reply[:end].encode("utf-16-le", "surrogatepass")) // 2 for end in span]


class _Search:
    """Cuts a reply down as long as it reads the same."""

    def __init__(self, reply: str, read_text: Read, whole: Reading, most: int) -> None:
        self.reply, self.read, self.whole, self.left = reply, read_text, whole, most
        self.known: dict[str, Reading] = {}
        self.by_rule = True

    def same(self, span: Span) -> bool:
        text = self.reply[span.start : span.end]
        if text not in self.known:
            if self.left <= 0:
                return False
            self.left -= 1
            self.known[text] = self.read(text)
        found = self.known[text]
        return found.value == self.whole.value and (found.rule == self.whole.rule or not self.by_rule)

    def front(self, span: Span, pattern: re.Pattern[str]) -> Span:
        """Without pieces at the front: the fewest that read the same, from the end of the text."""
        pieces = list(_pieces(pattern, self.reply, span))
        sizes = (n for n in _growing(len(pieces)) if self.same(Span(pieces[-n].start, span.end)))
        size = next(sizes, None)
        if size is None:
            return span
        first = self._drop(lambda n: Span(pieces[n].start, span.end), len(pieces) - size, len(pieces) - 1)
        return Span(pieces[first].start, span.end)

    def back(self, span: Span, pattern: re.Pattern[str]) -> Span:
        """Without pieces at the back."""
        pieces = list(_pieces(pattern, self.reply, span))[::-1]
        place = self._drop(lambda n: Span(span.start, pieces[n].end), -1, len(pieces) - 1)
        return span if place < 0 else Span(span.start, pieces[place].end)

    def _drop(self, part: Callable[[int], Span], place: int, last: int) -> int:
        """The last place up to which dropping goes: many at once while that works, then one by one."""
        step = 1
        while place < last:
            step = min(step, last - place)
            if self.same(part(place + step)):
                place, step = place + step, step * 2
            elif step == 1:
                return place
            else:
                step = 1
        return place


def _growing(count: int) -> Iterator[int]:
    """1, 2, 3, 4, 6, 9, ... up to a count, which comes last."""
    size = 1
    while size < count:
        yield size
        size = max(size + 1, size * 3 // 2)
    if count:
        yield count


def _pieces(pattern: re.Pattern[str], text: str, span: Span) -> Iterator[Span]:
    """The pieces of a part of a text, without the blanks at their ends."""
    for found in pattern.finditer(text, span.start, span.end):
        words = found.group()
        inner = words.strip()
        if inner:
            start = found.start() + words.index(inner)
            yield Span(start, start + len(inner))
