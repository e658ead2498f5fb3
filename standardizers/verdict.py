"""Which of the options that a text mentions it gives as its answer: the rules that `choice` and `option` share.

The rules are tried from the most to the least explicit; the last explicit statement wins over earlier ones, since
models correct themselves. Nothing is guessed: two options offered as the answer are none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from .mentions import MOST_MENTIONS, Mention
from .phrases import BEFORE_LIST, CLAUSE_END, FILLER, LEADING_END, OR_ANOTHER, REFUSES, STATES_SOMETHING
from .stance import ANNOUNCED, CONCLUDED, CONTRASTED, CORRECTED, IDENTIFIED, MENTIONED, PREFERRED, REJECTED, is_preferred, stance
from .vocabulary import CORRECTION

NO_ANSWER = "no_answer"
AMBIGUOUS = "ambiguous"
REFUSAL = "refusal"

_FAR = 80  # characters that may stand between the beginning of a line and the answer on it
_LATEST = 600  # the last mentions that are looked at for announcements
_GAP_CONFLICT = re.compile(r"[ \t.):,\]}\"'(\[-]{0,6}(?:(?:the|an?)\s)?", re.IGNORECASE)
_SENTENCES = re.compile(r"[.!?。](?:\s|$)|\n")
_CONCLUDING = re.compile(r"\b(?:overall|therefore|thus|so|hence|in conclusion|ultimately|finally|all in all|in the end|taken together)\b", re.I)
_RELATION = re.compile(
    r"[\])}\"']{0,3}\s(?:next to|near|beside|besides|on|in|under|behind|above|below|at|with|to the|closest|close to|left of|right of|over|from"
    r"|that|which|who)\b",
    re.IGNORECASE,
)


class Verdict:
    """A text, the options that it mentions, and the rules that find its answer among them.

    Args:
        text: Text from `standardizers.text.plain`.
        mentions: All mentions, in the order of their positions, not overlapping.
        n_options: Number of options.
        cut: The text was cut before its end: only its conclusions count.
    """

    def __init__(self, text: str, mentions: Sequence[Mention], n_options: int, cut: bool = False) -> None:
        self.text = text
        self.cut = cut
        self.n_options = n_options
        self.overflow = len(mentions) > MOST_MENTIONS
        self.all = list(mentions[:MOST_MENTIONS])
        self.places = {mention.start: place for place, mention in enumerate(self.all)}
        self._stances: dict[int, int] = {}

    def decide(self) -> tuple[int, str]:
        """Return the option's index and the rule that found it, or -1 and why there is none."""
        if not self.all:
            return -1, REFUSAL if REFUSES.search(self.text) else NO_ANSWER
        place, rule = self._announced()
        if place >= 0:
            return self.all[place].option, rule
        self.mentions = self._without_restated()
        leading = self._leading()
        last = None if self.cut else self._last_line()
        if last is not None and leading is not None and last.option != leading.option and self._ends_line(leading):
            return -1, AMBIGUOUS
        if last is not None:
            return last.option, "last_line"
        if leading is not None:
            corrected = self._correction(self.places[leading.start])
            if corrected is not None:
                return corrected.option, "correction"
        if not self.cut or leading is None:
            if REFUSES.search(self.text):
                return -1, REFUSAL
        if leading is not None:
            return leading.option, "leading"
        if self.overflow or self.cut:
            return -1, AMBIGUOUS if self.overflow else NO_ANSWER
        return self._weighed()

    def leading(self) -> int:
        """Return the option with which the text begins, or -1."""
        self.mentions = self._without_restated()
        first = self._leading()
        return -1 if first is None else first.option

    def _stance(self, mention: Mention) -> int:
        known = self._stances.get(mention.start)
        if known is None:
            known = self._stances[mention.start] = stance(self.text, mention.start, mention.end)
        return known

    def _announced(self) -> tuple[int, str]:
        """Return the place of the last announced mention, or of one that corrects it, and the rule."""
        for place in range(len(self.all) - 1, max(-1, len(self.all) - 1 - _LATEST), -1):
            mention = self.all[place]
            level = self._stance(mention)
            if level < CONCLUDED:
                continue
            if level < ANNOUNCED and not self._ends_clause(mention):
                continue
            if level == CORRECTED and place == 0:
                continue
            if level == ANNOUNCED and self._is_opinion(mention):
                continue
            if not self._is_accepted(mention):
                continue
            corrected = self._correction(place)
            if corrected is not None:
                return self.places[corrected.start], "correction"
            return place, "phrase" if level == ANNOUNCED else "conclusion" if level == CONCLUDED else "correction"
        return -1, ""

    def _is_opinion(self, mention: Mention) -> bool:
        """Tell whether the mention is the subject of a statement that does not prefer it ("I think B is small")."""
        states = STATES_SOMETHING.match(self.text, mention.end)
        if states is None or mention.by_name:
            return False
        before = self.text[max(0, mention.start - 24) : mention.start].lower()
        if not re.search(r"\b(?:think|believe|say|guess|feel|see|that)\b", before):
            return False
        return not is_preferred(self.text, mention.end)

    def _correction(self, place: int) -> Mention | None:
        """Return the last later mention of another option that a correction turns to."""
        chosen = self.all[place]
        for later in range(len(self.all) - 1, place, -1):
            mention = self.all[later]
            if mention.option == chosen.option:
                if self._stance(mention) >= PREFERRED:
                    return None
                continue
            level = self._stance(mention)
            if level < PREFERRED and not (level == IDENTIFIED and self._ends_clause(mention)):
                continue
            marker = CORRECTION.search(self.text, chosen.end, mention.end + 40)
            if marker is not None and marker.start() < mention.start and self._is_accepted(mention):
                return mention
        return None

    def _weighed(self) -> tuple[int, str]:
        """Decide by what the text says about each option it mentions."""
        stances = [(mention, self._stance(mention)) for mention in self.mentions]
        preferred = [mention for mention, level in stances if level >= PREFERRED and self._is_accepted(mention)]
        options = {mention.option for mention in preferred}
        if len(options) == 1:
            return options.pop(), "predicate"
        if options:
            return self._last_preferred(preferred)
        rejected = {mention.option for mention, level in stances if level == REJECTED}
        remaining = set(range(self.n_options)) - rejected
        if rejected and self.n_options > 1 and len(remaining) == 1:
            return remaining.pop(), "elimination"
        identified = {
            mention.option
            for mention, level in stances
            if level == IDENTIFIED and self._ends_clause(mention) and self._is_accepted(mention)
        }
        if len(identified) == 1 and not self._is_discussion():
            return identified.pop(), "copula"
        if identified:
            return -1, AMBIGUOUS
        left = [mention for mention, level in stances if level >= MENTIONED]
        if len({mention.option for mention in left}) == 1 and self._is_only(left):
            return left[0].option, "only_mention"
        return -1, AMBIGUOUS

    def _last_preferred(self, preferred: list[Mention]) -> tuple[int, str]:
        last = preferred[-1]
        clause = self.text[max(0, last.start - 100) : last.start]
        begin = [match.end() for match in _SENTENCES.finditer(clause)]
        if _CONCLUDING.search(clause, begin[-1] if begin else 0):
            return last.option, "conclusion"
        if CORRECTION.search(self.text, preferred[0].end, last.start):
            return last.option, "correction"
        return -1, AMBIGUOUS

    def _is_discussion(self) -> bool:
        """Tell whether the text is an analysis of several sentences."""
        return len(_SENTENCES.findall(self.text[:4_000].strip())) > 2

    def _is_only(self, left: list[Mention]) -> bool:
        if not self._is_discussion():
            return True
        body = self.text.rstrip()
        start = 0
        for match in _SENTENCES.finditer(body, max(0, len(body) - 400), len(body) - 2):
            start = match.end()
        return any(
            mention.start >= start and (mention.by_name or self._ends_clause(mention)) and not self._list_mark(mention)
            for mention in left
        )

    def _is_accepted(self, mention: Mention) -> bool:
        """Tell whether the mention is the answer alone: no alternative, condition, question or other option's name."""
        position = self.places[mention.start]
        if position + 1 == len(self.all):
            return True
        neighbour = self.all[position + 1]
        if neighbour.option == mention.option:
            return True
        gap = neighbour.start - mention.end
        if gap > 40:
            return True
        between = self.text[mention.end : neighbour.start]
        if not mention.by_name and neighbour.by_name and _GAP_CONFLICT.fullmatch(between):
            return False  # "B. kettle" where B is the bunny
        if not neighbour.by_name and re.fullmatch(r"\s?[\[(]" if mention.by_name else r"\s?:\s{0,3}", between):
            return False  # "kettle (B)" or "A: B"
        alternative = OR_ANOTHER.match(self.text, mention.end)
        if alternative is None or alternative.end() != neighbour.start:
            return True
        return STATES_SOMETHING.match(self.text, neighbour.end) is not None

    def _ends_clause(self, mention: Mention) -> bool:
        return self._is_bracketed(mention) or CLAUSE_END.match(self.text, mention.end) is not None

    def _is_bracketed(self, mention: Mention) -> bool:
        return self.text[mention.start - 1 : mention.start] in ("[", "(", "{") and self.text[
            mention.end : mention.end + 1
        ] in ("]", ")", "}")

    def _ends_line(self, mention: Mention) -> bool:
        return re.match(r"[\])}.\"' \t]*(?:\n|$)", self.text[mention.end : mention.end + 20]) is not None

    def _last_line(self) -> Mention | None:
        """Return the option that stands alone (or as "B. its text") on the last line of several."""
        lines = self.text.rstrip()
        start = lines.rfind("\n") + 1
        if start == 0:
            return None
        inside = [mention for mention in self.mentions if mention.start >= start and self._stance(mention) >= MENTIONED]
        if not inside or len({mention.option for mention in inside}) > 1:
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
        if first is None or first.start > _FAR or FILLER.fullmatch(self.text, 0, first.start) is None:
            return None
        if self._stance(first) < MENTIONED:
            return None
        ends = LEADING_END.match(self.text, first.end)
        if ends is None and not (first.by_name and _RELATION.match(self.text, first.end)):
            return self._leads_cut(first)
        if self.cut and first.option == 0 and self._list_mark(first) and "\n" not in self.text[first.end : first.end + 3]:
            return None  # perhaps the first item of a list
        return first if self._is_accepted(first) else None

    def _leads_cut(self, first: Mention) -> Mention | None:
        """Return the first mention of a cut text when its sentence is complete and makes it the answer."""
        return first if self.cut and self._stance(first) >= PREFERRED and self._is_accepted(first) else None

    def _without_restated(self) -> list[Mention]:
        """Return the mentions that are left when a copy of the question's option list is set aside."""
        kept: list[Mention] = []
        position = 0
        while position < len(self.all):
            length = max(self._list_length(position), self._enumeration_length(position))
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

    def _enumeration_length(self, position: int) -> int:
        """Return the length of a bare run of all the options, such as "A, B, C or D"."""
        if self.n_options < 2 or position + self.n_options > len(self.all):
            return 0
        run = self.all[position : position + self.n_options]
        if len({mention.option for mention in run}) < self.n_options:
            return 0
        for one, following in pairwise(run):
            alternative = OR_ANOTHER.match(self.text, one.end)
            if alternative is None or alternative.end() != following.start:
                return 0
        return 0 if STATES_SOMETHING.match(self.text, run[-1].end) else self.n_options
