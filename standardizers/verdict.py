"""Which of the options that a text mentions it gives as its answer: the rules that `choice` and `option` share.

The rules are tried from the most to the least explicit; the last explicit statement wins over earlier ones, since
models correct themselves. Nothing is guessed: two options offered as the answer are none.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import pairwise

from .mentions import MOST_MENTIONS, Mention
from .phrases import (
    BEFORE_LIST,
    CLAUSE_END,
    CONCLUSION,
    CONDITIONAL,
    CUE,
    FILLER,
    LEADING_END,
    NEGATED_AFTER,
    NEGATED_BEFORE,
    OR_ANOTHER,
    PREDICATE,
    REFUSES,
    SENTENCE_START,
    STATES_SOMETHING,
    UNDONE,
    WEAK_CUE,
)

NO_ANSWER = "no_answer"
AMBIGUOUS = "ambiguous"
REFUSAL = "refusal"

_MOST_CUES = 2_000  # the last cues of a text that are looked at
_FAR = 80  # characters that may stand between the beginning of a line and the answer on it


class Verdict:
    """A text, the options that it mentions, and the rules that find its answer among them.

    Args:
        text: Text from `standardizers.text.plain`.
        mentions: All mentions, in the order of their positions, not overlapping.
        n_options: Number of options.
    """

    def __init__(self, text: str, mentions: Sequence[Mention], n_options: int) -> None:
        self.text = text
        self.overflow = len(mentions) > MOST_MENTIONS
        self.all = list(mentions[:MOST_MENTIONS])
        self.negated = {mention.start for mention in self.all if self._is_negated(mention)}
        self.mentions = self._without_restated(n_options)
        self.places = {mention.start: place for place, mention in enumerate(self.all)}
        self.refused = REFUSES.search(text) is not None

    def decide(self) -> tuple[int, str]:
        """Return the option's index and the rule that found it, or -1 and why there is none."""
        for rule, candidates in (
            ("phrase", self._after(CUE)),
            ("conclusion", self._after(CONCLUSION, ends_clause=True)),
        ):
            announced = next(candidates, None)
            if announced is not None:
                return announced.option, rule
        if not self.all:
            return -1, REFUSAL if self.refused else NO_ANSWER
        last, leading = self._last_line(), self._leading()
        if last is not None and leading is not None and last.option != leading.option and self._ends_line(leading):
            return -1, AMBIGUOUS
        if last is not None:
            return last.option, "last_line"
        if self.refused:
            return -1, REFUSAL
        if leading is not None:
            return leading.option, "leading"
        if self.overflow:
            return -1, AMBIGUOUS
        for rule, agreeing in (
            ("predicate", (mention for mention in self.mentions if self._is_predicated(mention))),
            ("copula", self._after(WEAK_CUE, ends_clause=True, weak=True)),
            ("only_mention", (mention for mention in self.mentions if mention.start not in self.negated)),
        ):
            indices = {mention.option for mention in agreeing}
            if len(indices) == 1:
                return indices.pop(), rule
            if len(indices) > 1 and rule != "predicate":
                break
        return -1, AMBIGUOUS

    def _after(self, cue: re.Pattern[str], ends_clause: bool = False, weak: bool = False) -> Iterator[Mention]:
        """Yield the acceptable mentions that directly follow a cue, from the last cue of the text to the first."""
        restated = {mention.start for mention in self.all} - {mention.start for mention in self.mentions}
        for match in reversed(deque(cue.finditer(self.text), _MOST_CUES)):
            filler = FILLER.match(self.text, match.end(), match.end() + 80)
            place = self.places.get(filler.end() if filler else match.end())
            if place is None:
                continue
            mention = self.all[place]
            if mention.start in self.negated or (weak and mention.start in restated):
                continue
            if UNDONE.search(match.group()) or self._is_undone(match.start(), weak):
                continue
            if ends_clause and not self._is_bracketed(mention) and not CLAUSE_END.match(self.text, mention.end):
                continue
            if self._is_accepted(mention):
                yield mention

    def _is_undone(self, start: int, weak: bool) -> bool:
        """Tell whether the sentence up to a cue refuses, asks, or speaks of another option than the answer."""
        before = self.text[max(0, start - 100) : start]
        breaks = [match.end() for match in SENTENCE_START.finditer(before)]
        clause = before[breaks[-1] :] if breaks else before
        if REFUSES.search(clause + self.text[start : start + 20]):
            return True
        return UNDONE.search(clause if weak else clause[-16:]) is not None

    def _is_accepted(self, mention: Mention) -> bool:
        """Tell whether the mention is the answer alone: no alternative, condition, question or other option's name."""
        following = self.text[mention.end : mention.end + 24]
        if CONDITIONAL.match(following):
            return False
        position = self.places[mention.start]
        if position + 1 == len(self.all):
            return True
        neighbour = self.all[position + 1]
        if neighbour.option == mention.option:
            return True
        between = self.text[mention.end : neighbour.start]
        if (
            not mention.by_name
            and neighbour.by_name
            and re.fullmatch(r"[ \t.):,\]}\"'(\[-]{0,6}(?:(?:the|an?)\s)?", between, re.IGNORECASE)
        ):
            return False  # "B. kettle" where B is the bunny
        if not neighbour.by_name and re.fullmatch(r"\s?[\[(]" if mention.by_name else r"\s?:\s{0,3}", between):
            return False  # "kettle (B)" or "A: B"
        alternative = OR_ANOTHER.match(self.text, mention.end)
        if alternative is None or alternative.end() != neighbour.start:
            return True
        return STATES_SOMETHING.match(self.text, neighbour.end) is not None

    def _is_bracketed(self, mention: Mention) -> bool:
        return self.text[mention.start - 1 : mention.start] in ("[", "(", "{") and self.text[
            mention.end : mention.end + 1
        ] in ("]", ")", "}")

    def _is_negated(self, mention: Mention) -> bool:
        before = self.text[max(0, mention.start - 40) : mention.start]
        return NEGATED_BEFORE.search(before) is not None or any(
            pattern.match(self.text, mention.end) for pattern in (NEGATED_AFTER, CONDITIONAL)
        )

    def _is_predicated(self, mention: Mention) -> bool:
        match = None if mention.start in self.negated else PREDICATE.match(self.text, mention.end)
        return match is not None and not UNDONE.search(match.group("between"))

    def _ends_line(self, mention: Mention) -> bool:
        return re.match(r"[\])}.\"' \t]*(?:\n|$)", self.text[mention.end : mention.end + 20]) is not None

    def _last_line(self) -> Mention | None:
        """Return the option that stands alone (or as "B. its text") on the last line of several."""
        lines = self.text.rstrip()
        start = lines.rfind("\n") + 1
        inside = [mention for mention in self.mentions if mention.start >= start and mention.start not in self.negated]
        if start == 0 or not inside or len({mention.option for mention in inside}) > 1:
            return None
        first = inside[0]
        if first.start - start > _FAR:
            return None
        if FILLER.fullmatch(lines, start, first.start) is None or not LEADING_END.match(lines, first.end):
            return None
        return first if self._is_accepted(first) else None

    def _leading(self) -> Mention | None:
        """Return the option with which the text begins, as in "B. Because ..." or "A, not B"."""
        first = self.mentions[0] if self.mentions else None
        if first is None or first.start in self.negated or first.start > _FAR:
            return None
        if FILLER.fullmatch(self.text, 0, first.start) is None or not LEADING_END.match(self.text, first.end):
            return None
        return first if self._is_accepted(first) else None

    def _without_restated(self, n_options: int) -> list[Mention]:
        """Return the mentions that are left when a copy of the question's option list is set aside."""
        kept: list[Mention] = []
        position = 0
        while position < len(self.all):
            length = max(self._list_length(position), self._enumeration_length(position, n_options))
            if length:
                position += length
            else:
                kept.append(self.all[position])
                position += 1
        return kept

    def _list_length(self, position: int) -> int:
        """Return how many mentions from `position` belong to a list such as "A. cat  B. dog" (of at least two)."""
        mark = self._list_mark(self.all[position])
        if self.all[position].option != 0 or self.all[position].by_name or not mark:
            return 0
        if not BEFORE_LIST.search(self.text[max(0, self.all[position].start - 12) : self.all[position].start]):
            return 0
        expected, last, end = 1, position, position + 1
        while end < len(self.all):
            mention = self.all[end]
            if not mention.by_name and mention.option == expected and self._list_mark(mention) == mark:
                expected, last = expected + 1, end
            elif not mention.by_name or mention.option != expected - 1:
                break
            end += 1
        if expected < 2:
            return 0
        end = last + 1
        line_end = self.text.find("\n", self.all[last].end)
        while end < len(self.all) and self.all[end].by_name and (line_end < 0 or self.all[end].start < line_end):
            if self.all[end].option != expected - 1 or end > last + 1:
                break
            end += 1
        return end - position

    def _list_mark(self, mention: Mention) -> str:
        mark = self.text[mention.end : mention.end + 1]
        if not mark or mark not in ".):]}" or STATES_SOMETHING.match(self.text, mention.end):
            return ""
        return mark

    def _enumeration_length(self, position: int, n_options: int) -> int:
        """Return the length of a bare run of all the options, such as "A, B, C or D"."""
        if n_options < 2 or position + n_options > len(self.all):
            return 0
        run = self.all[position : position + n_options]
        if len({mention.option for mention in run}) < n_options:
            return 0
        for one, following in pairwise(run):
            alternative = OR_ANOTHER.match(self.text, one.end)
            if alternative is None or alternative.end() != following.start:
                return 0
        return 0 if STATES_SOMETHING.match(self.text, run[-1].end) else n_options
