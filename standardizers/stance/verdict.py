"""Which of the options that a text mentions it gives as its answer: the rules that `choice` and `option` share.

The rules are tried from the most to the least explicit; the last explicit statement wins over earlier ones, since
models correct themselves. Nothing is guessed: two options offered as the answer are none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from .comparisons import highest_level, highest_rating, highest_score, is_scored, judged, ranked_first, scores_tie
from .item_marks import NO_LIST, marked_item
from .lists import OptionLists
from .mentions import Mention
from .phrases import FILLER, LEADING_END, REFUSES, STATES_SOMETHING
from .stance_words import ANNOUNCED, CONCLUDED, CORRECTED, MENTIONED, PREFERRED
from .verdict_phrases import (
    COORDINATES,
    CUT_LEADING,
    DEPENDS,
    ENDS_TEXT,
    FAR,
    HEADING_LABEL,
    INDEFINITE,
    ITEM,
    LATEST,
    LOOKING,
    MAY_FAIL,
    MAY_REFUSE,
    NAMED_VERDICT,
    OR_POSSIBLY,
    OWN_CLAUSE,
    OWN_SENTENCE,
    RANGE_BEFORE,
    RELATION,
    SENTENCES,
    TAKES_IT,
)
from .vocabulary_patterns import CORRECTION, FAILS, HEDGES, MARK_AFTER, MARK_BEFORE, MARKS
from .weighing import AMBIGUOUS, NO_ANSWER, Weighing

_BEGS_PARDON = re.compile(  # "no, sorry, it is the second one"
    r"\b(?:(?:no|oops|wait|ah|oh|hm+|ups|nein|non|perdón)\W{1,3}){1,2}(?:i'?m )?(?:sorry|apologies|désolé"
    r"|tut mir leid|lo siento)"
    r"[,.;:!\s-]{1,4}(?!(?:but )?(?:i|we|this|ich|je|no)\b)",
    re.IGNORECASE,
)
_NO_BEHIND = re.compile(  # "Trumpet, no -"
    r"[\])\"']{0,2}\s?(?:,|\.{2,3}|-|\?)\s?(?:no|nope|nein|non|nee|нет|não)\b(?=\s{0,3}[,.!\u2013\u2014-])",
    re.IGNORECASE,
)
_AROUND_CUE = " \n\t.:;,()[]{}\"'*-="
REFUSAL = "refusal"


def refuses(text: str, answered: bool = False) -> bool:
    """Tell whether a text says that it cannot answer; where it answered, that it is not sure takes nothing back."""
    if answered:
        text = HEDGES.sub(" ", text)
    lowered = text.lower()
    if "sorry" in lowered or not text.isascii():
        text = _BEGS_PARDON.sub(" ", text)
    if (not text.isascii() or _holds(lowered, MAY_REFUSE)) and REFUSES.search(text) is not None:
        return True
    return _holds(lowered, MAY_FAIL) and FAILS.search(text) is not None


def _holds(text: str, parts: Sequence[str]) -> bool:
    for part in parts:  # noqa: SIM110 - a third of the time of any()
        if part in text:
            return True
    return False


class Verdict(Weighing):
    """The rules that find the answer of a text among the options that it mentions; see `Weighing` and `Statements`."""

    def decide(self) -> tuple[int, str]:
        """Return the option's index and the rule that found it, or -1 and why there is none."""
        if not self.all:
            return -1, REFUSAL if refuses(self.text) else NO_ANSWER
        place, rule = self._announced()
        if place >= 0 and is_scored(self.text, self.all[place]):  # "I would estimate: A 180 ms, B 420 ms"
            scored = highest_score(self.text, self.all, self.n_options)
            if scored >= 0:
                return scored, "score"
        if self._depends(self.all[place].start if place >= 0 else len(self.text)):
            return -1, AMBIGUOUS
        if place >= 0:
            return (-1, AMBIGUOUS) if self._is_contradicted(place) else (self.all[place].option, rule)
        if not self.cut:
            ranked = ranked_first(self.text, self.all, self.n_options)
            if ranked >= 0:
                return ranked, "ranking"
            rated = highest_rating(self.text, self.all, self.n_options)
            if rated >= 0:
                return rated, "score"
            if (approved := judged(self.text, self.all, self.n_options)) >= 0:
                return approved, "marks"
            if (highest := highest_level(self.text, self.all, self.n_options)) >= 0:
                return highest, "score"
            if ("%" in self.text or "0." in self.text) and (
                scored := highest_score(self.text, self.all, self.n_options)
            ) >= 0:
                return scored, "score"
            if "0." in self.text and scores_tie(self.text, self.all, self.n_options):
                return -1, AMBIGUOUS
        self.mentions = self._outside_lists()
        leading = self._leading()
        if not self.cut:
            marked = marked_item(self.text, self.all, self.n_options)
            if marked == -1:
                return -1, AMBIGUOUS
            if marked == NO_LIST:
                marked = self._marked()
            if marked >= 0:
                return marked, "marks"
            final = self._final(leading)
            if final is not None:
                return final.option, "last"
        last = None if self.cut else self._last_line()
        if last is not None and leading is not None and last.option != leading.option and self._ends_line(leading):
            return -1, AMBIGUOUS
        if last is not None:
            return last.option, "last_line"
        if leading is not None:
            corrected = self._correction(self.places[leading.start])
            if corrected is not None:
                return corrected.option, "correction"
        if (not self.cut or leading is None) and refuses(self.text, leading is not None):
            return -1, REFUSAL
        if leading is not None:
            return leading.option, "leading"
        if self.overflow or self.cut:
            return -1, AMBIGUOUS if self.overflow else NO_ANSWER
        found = self._weighed()
        if found[0] < 0 and (taken := self._taken()) >= 0:
            return taken, "phrase"
        return found

    def _taken(self) -> int:
        """Return the option to which "I'd choose that one" refers: the one that the words before name last, or -1."""
        if " that" not in self.text and " this" not in self.text:
            return -1
        found = TAKES_IT.search(self.text)
        before = [one for one in self.all if found is not None and one.end <= found.start()]
        if found is None or not before or len(before) < len(self.all):
            return -1
        last = before[-1]
        return -1 if len(before) > 1 and self._is_alternative(before[-2], last) else last.option

    def leading(self) -> int:
        """Return the option with which the text begins, or -1."""
        self.mentions = self._outside_lists()
        first = self._leading()
        return -1 if first is None else first.option

    def _outside_lists(self) -> list[Mention]:
        return self._lists().others()

    def _lists(self) -> OptionLists:
        return OptionLists(self.text, self.all, self.n_options, lambda mention: self._stance(mention) < MENTIONED)

    def _announced(self) -> tuple[int, str]:
        """Return the place of the last announced mention, or of one that corrects it, and the rule."""
        for place in range(len(self.all) - 1, max(-1, len(self.all) - 1 - LATEST), -1):
            mention = self.all[place]
            level = self._stance(mention)
            if level < CONCLUDED:
                continue
            if level < ANNOUNCED and not self._ends_clause(mention):
                continue
            if level == CORRECTED and place == 0:
                continue
            if level == ANNOUNCED and (self._is_opinion(mention) or self._is_aside(mention)):
                continue
            if not self._is_accepted(mention) or self._is_last_described(mention):
                continue
            corrected = self._correction(place)
            if corrected is not None:
                return self.places[corrected.start], "correction"
            return place, "phrase" if level == ANNOUNCED else "conclusion" if level == CONCLUDED else "correction"
        return -1, ""

    def _depends(self, stop: int) -> bool:
        """Tell whether a text says of several options that it depends which one it is, and concludes nothing then."""
        found = DEPENDS.search(self.text, 0, stop) if len({mention.option for mention in self.all}) > 1 else None
        if found is None:
            return False
        return stop == len(self.text) or SENTENCES.search(self.text, found.end(), stop) is None

    def _is_contradicted(self, place: int) -> bool:
        """Tell whether the same words announce another option right before ("Answer: A", "Answer: C")."""
        if not place or self.all[place - 1].option == self.all[place].option:
            return False
        before, mention = self.all[place - 1], self.all[place]
        cue = self.text[before.end : mention.start].strip(_AROUND_CUE).lower()
        earlier = self.text[max(0, before.start - len(cue) - 12) : before.start].strip(_AROUND_CUE).lower()
        return 3 < len(cue) <= 60 and earlier.endswith(cue)

    def _marked(self) -> int:
        """Return the only option that is marked as right where others are marked as wrong, or -1."""
        if len(self.all) < 2 or not MARKS.search(self.text):
            return -1
        first = self.all[0]
        leads = MARK_BEFORE.search(self.text[max(0, first.start - 8) : first.start]) is not None
        right: set[int] = set()
        wrong: set[int] = set()
        for mention in self.all[-LATEST:]:
            after = MARK_AFTER.match(self.text, mention.end)
            before = MARK_BEFORE.search(self.text[max(0, mention.start - 8) : mention.start])
            mark = (before or after) if leads else (after or before)
            if mark is not None:
                (right if mark["right"] else wrong).add(mention.option)
        if len(right) == 1 and (wrong or len({mention.option for mention in self.all}) > 1):
            return right.pop()
        remaining = set(range(self.n_options)) - wrong
        return remaining.pop() if not right and len(wrong) > 1 and len(remaining) == 1 else -1

    def _final(self, leading: Mention | None) -> Mention | None:
        """Return the letter with which the text ends as a sentence of its own ("... comes third. C")."""
        last = self.all[-1]
        if last is not self.mentions[-1] if self.mentions else True:
            return None
        if self._stance(last) < MENTIONED:
            return None
        ends = ENDS_TEXT.match(self.text, last.end)
        if last.by_name and last.letter_end < 0:
            own = ends and OWN_SENTENCE.search(self.text[max(0, last.start - 40) : last.start])
            if not own or leading is None or leading.option == last.option:
                return None
            return last if CORRECTION.search(self.text, leading.end, last.start) else None
        if ends and last.by_name and all(item.option == last.option for item in self.mentions[-2:]):
            return last  # name and letter agree at the end: "... Thailand (C)"
        own = ends and OWN_SENTENCE.search(self.text[max(0, last.start - 40) : last.start])
        if not own or not ends:
            clause = ends and OWN_CLAUSE.search(self.text[max(0, last.start - 40) : last.start])
            if clause and len(self.all) == 3 and self._is_alternative(self.all[0], self.all[1]):
                offered = RANGE_BEFORE.search(self.text[max(0, self.all[0].start - 40) : self.all[0].start])
                return last if offered and last.option in (self.all[0].option, self.all[1].option) else None
            marked = clause and CORRECTION.search(self.text, self.mentions[0].end, last.start)
            return last if marked and not last.by_name else None
        if own.group()[0] in ".!?" and "." not in ends.group() and any(not item.by_name for item in self.all[:-1]):
            return None  # perhaps the next sentence begins here
        before = self.all[-3:-1]
        if (
            len(before) == 2
            and self._is_alternative(before[0], before[1])
            and last.option in (before[0].option, before[1].option)
        ):
            return None  # "A, B and C are visible. B."
        if leading is not None and leading is not last and leading.option != last.option:
            return last if CORRECTION.search(self.text, leading.end, last.start) else None
        return last

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
        if first.start - start > FAR:
            return None
        if FILLER.fullmatch(lines, start, first.start) is None or not ENDS_TEXT.match(lines, inside[-1].end):
            return None
        if lines[start] in " -|•" or (first.option == 0 and lines[:start].rstrip().endswith(":")):
            return None  # an item of a list that breaks off
        if not first.by_name and first.option and self._follows_item(lines, start):
            return None
        return first if self._is_accepted(first) else None

    @staticmethod
    def _follows_item(lines: str, start: int) -> bool:
        """Tell whether the line before `start` is an item of a list of the options ("A - a tall tree")."""
        if lines[start - 2 : start - 1] == "\n":
            return False
        before = lines[lines.rfind("\n", 0, start - 1) + 1 : start - 1]
        return ITEM.match(before) is not None and len(before) > 12

    def _leading(self) -> Mention | None:
        """Return the option with which the text begins, as in "B. Because ..." or "A, not B"."""
        first = self.mentions[0] if self.mentions else None
        if first is None or first.start > FAR or self._stance(first) < MENTIONED:
            return None
        if _NO_BEHIND.match(self.text, first.end) is not None and len({one.option for one in self.all}) > 1:
            return None
        if (
            self.cut
            and self._stance(first) >= PREFERRED
            and self._ends_clause(first)
            and not SENTENCES.search(self.text, 0, first.start)
        ):
            return first if self._is_accepted(first) else None
        if FILLER.fullmatch(self.text, 0, first.start) is None and not self._has_article(first):
            looking = LOOKING.fullmatch(self.text, 0, first.start) if first.by_name else None
            if looking is None:
                return None
        if first.option == 0 and HEADING_LABEL.match(
            self.text, max(first.letter_end, first.end if first.letter_end < 0 else 0)
        ):
            return None  # the heading of a discussion of the first option
        against = self._is_set_against(first) or self._wavers(first)
        if against or (first.option == 0 and self._lists().goes_through()):
            return None
        end = first.letter_end if first.letter_end >= 0 and not first.by_name else first.end
        ends = LEADING_END.match(self.text, end)
        states = self.text[end : end + 1] in (")", "]") and STATES_SOMETHING.match(self.text, end) is not None
        if states and self._stance(first) < PREFERRED:
            return None  # "(A) is the first fixation, ..."
        places = COORDINATES.match(self.text, end)
        if places is not None and self.n_options > 2 and len({item.option for item in self.all}) == self.n_options:
            return None  # a list of all the options with their places
        ends = ends or places
        if ends is None and not (first.by_name and RELATION.match(self.text, first.end)):
            return self._leads_cut(first)
        named = first.letter_end >= 0 and not first.by_name and NAMED_VERDICT.match(self.text, first.end)
        if self.cut and not named and not CUT_LEADING.match(self.text, end):
            return self._leads_cut(first)  # else perhaps the first item of a list
        return first if self._is_accepted(first) else None

    def _wavers(self, first: Mention) -> bool:
        """Tell whether another option may be meant as well: "A plate, or possibly a cover? Hmm."."""
        place = self.places[first.start]
        if place + 1 >= len(self.all) or self.all[place + 1].option == first.option:
            return False
        return OR_POSSIBLY.fullmatch(self.text, first.end, self.all[place + 1].start) is not None

    def _has_article(self, first: Mention) -> bool:
        """Tell whether nothing but an indefinite article stands before a name ("A fire hydrant, since ...")."""
        if not first.by_name or not self.has_words:
            return False
        article = INDEFINITE.search(self.text, max(0, first.start - FAR), first.start)
        return article is not None and FILLER.fullmatch(self.text, 0, article.start()) is not None

    def _leads_cut(self, first: Mention) -> Mention | None:
        """Return the first mention of a cut text when its sentence is complete and makes it the answer."""
        return first if self.cut and self._stance(first) >= PREFERRED and self._is_accepted(first) else None
