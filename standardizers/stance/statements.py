"""What a text says about its mentions of options: whether one is accepted, corrected, an aside or all there is.

`standardizers.stance.verdict` has the rules that decide by it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from .mentions import MOST_MENTIONS, Mention
from .phrases import CLAUSE_END, FILLER, OR_ANOTHER, STATES_SOMETHING
from .stance import is_preferred, stance
from .stance_words import CONTRASTED, CORRECTED, IDENTIFIED, MENTIONED, PREFERRED, REJECTED
from .verdict_phrases import (
    ACTS,
    ADJECTIVE,
    ANALYSES,
    ANSWER_LINE,
    COMES_LATER,
    DESCRIBES,
    ENDS_PICTURE,
    ENDS_TEXT,
    FAR,
    FEW_CHARACTERS,
    FIRST,
    GAP_CONFLICT,
    LABELLED,
    LABELS,
    LATEST,
    LINE,
    OVER,
    OWN_CLAUSE,
    RANGE_BEFORE,
    RELATION,
    ROMANCE_ARTICLE,
    SENTENCES,
    STATED,
    SUBJECT,
    TERMINATED,
    TOP,
    TURNS,
    UNSURE_START,
)
from .vocabulary_patterns import CORRECTION, HEDGES, POSITIVE_AFTER

_LINE_END = re.compile(r"[\])}.\"' \t]*(?:\n|$)")


class Statements:
    """A text, the options that it mentions, and what it says about each of them.

    Args:
        text: Text from `standardizers.text.plain`.
        mentions: All mentions, in the order of their positions, not overlapping.
        n_options: Number of options.
        cut: The text was cut before its end: only its conclusions count.
        has_words: Names are words, not numbers of places or ranks.
    """

    def __init__(
        self, text: str, mentions: Sequence[Mention], n_options: int, cut: bool = False, has_words: bool = True
    ) -> None:
        self.has_words = has_words
        self.text = text
        self.cut = cut
        self.n_options = n_options
        self.overflow = len(mentions) > MOST_MENTIONS
        self.all = list(mentions[:MOST_MENTIONS])
        self.places = {mention.start: place for place, mention in enumerate(self.all)}
        self._stances: dict[int, int] = {}
        self.in_turn = False  # options are told in turn: "A, then B"

    def _stance(self, mention: Mention) -> int:
        known = self._stances.get(mention.start)
        if known is None:
            place = self.places[mention.start]
            known = self._said(place)
            if known >= MENTIONED and place and self._comes_later(place):
                known = CONTRASTED
                self.in_turn = True
            self._stances[mention.start] = known
        return known

    def _said(self, place: int) -> int:
        """Return the stance of a mention by the words around it."""
        mention = self.all[place]
        following = self.all[place + 1] if place + 1 < len(self.all) else None
        stop = following.start if following is not None and following.option != mention.option else None
        known = stance(self.text, mention.start, mention.end, stop)
        if known == MENTIONED and stop is not None and OVER.fullmatch(self.text, mention.end, stop):
            return PREFERRED
        return known

    def _breaks_off_behind(self, mention: Mention) -> bool:
        """Tell whether an analysis goes on behind the sentence of a mention and breaks off."""
        if TERMINATED.search(self.text) is not None or ANALYSES.match(self.text) is None:
            return False
        return SENTENCES.search(self.text, mention.end, len(self.text.rstrip())) is not None

    def _is_set_against(self, mention: Mention) -> bool:
        """Tell whether a sentence says something of one option and then turns to another ("A is large, but ... B")."""
        if SUBJECT.match(self.text, mention.end) is None:
            return False
        end = SENTENCES.search(self.text, mention.end)
        stop = end.start() if end is not None else len(self.text)
        later = [item.start for item in self.all if mention.end < item.start < stop and item.option != mention.option]
        return bool(later) and TURNS.search(self.text, mention.end, later[-1]) is not None

    def _comes_later(self, place: int) -> bool:
        """Tell whether a mention comes after another in what a sentence tells in turn ("A, then B")."""
        before, mention = self.all[place - 1], self.all[place]
        if mention.option == before.option or not 0 < mention.start - before.end < FAR:
            return False
        between = self.text[before.end : mention.start]
        return (
            COMES_LATER.search(between) is not None
            and SENTENCES.search(between) is None
            and self._said(place - 1) > REJECTED
        )

    def _correction(self, place: int) -> Mention | None:
        """Return the last later mention of another option that a correction turns to."""
        chosen = self.all[place]
        if place + 1 == len(self.all):
            return None
        marker = CORRECTION.search(self.text, chosen.end)
        if marker is None:
            return None
        for later in range(len(self.all) - 1, max(place, len(self.all) - 1 - LATEST), -1):
            mention = self.all[later]
            level = self._stance(mention)
            if mention.option == chosen.option:
                if level >= PREFERRED:
                    return None
                continue
            if level in (IDENTIFIED, CORRECTED) and not self._ends_clause(mention):
                level = PREFERRED if is_preferred(self.text, mention.end) else MENTIONED
            if level >= IDENTIFIED and marker.start() < mention.start and self._is_accepted(mention):
                return mention
        return None

    def _is_alternative(self, one: Mention, other: Mention) -> bool:
        alternative = OR_ANOTHER.match(self.text, one.end)
        return alternative is not None and alternative.end() == other.start

    def _is_opinion(self, mention: Mention) -> bool:
        """Tell whether the mention is the subject of a statement that does not prefer it ("I think B is small")."""
        states = STATES_SOMETHING.match(self.text, mention.end)
        if states is None or mention.by_name:
            return False
        before = self.text[max(0, mention.start - 24) : mention.start].lower()
        if not re.search(r"\b(?:think|believe|say|guess|feel|see|that)\b", before):
            return False
        return not is_preferred(self.text, mention.end)

    def _is_aside(self, mention: Mention) -> bool:
        """Tell whether the reply began with another option's letter as its answer and only tells where somebody looks.

        "B. The head is turned toward the kettle, but ..." answers B; "The answer is", said later, counts.
        """
        first = self.all[0]
        if first.start > 3 or first.by_name or first.option == mention.option:
            return False
        if ANSWER_LINE.match(self.text, first.letter_end if first.letter_end >= 0 else first.end) is None:
            return False
        if CORRECTION.search(self.text, first.end, mention.start):
            return False
        clause = self.text[max(0, mention.start - 60) : mention.start]
        return STATED.search(clause) is None

    def _is_accepted(self, mention: Mention) -> bool:
        """Tell whether the mention is the answer alone: no alternative, condition, question or other option's name."""
        position = self.places[mention.start]
        if position and self._is_alternative(self.all[position - 1], mention):
            first = self.all[position - 1]
            if first.option != mention.option and RANGE_BEFORE.search(
                self.text[max(0, first.start - 40) : first.start]
            ):
                return False  # "between first and third"
        if position + 1 >= self.n_options > 2 and self._stance(mention) in (IDENTIFIED, PREFERRED):
            listed = self.all[position + 1 - self.n_options : position + 1]
            if {item.option for item in listed} == set(range(self.n_options)) and all(
                self._is_alternative(one, other) for one, other in pairwise(listed)
            ):
                return False  # "which of A, B, C, D is the most salient"
        if (
            position
            and self._stance(mention) in (IDENTIFIED, PREFERRED)
            and self.all[position - 1].option != mention.option
        ):
            alternative = OR_ANOTHER.match(self.text, self.all[position - 1].end)
            if alternative is not None and alternative.end() == mention.start and "," not in alternative.group():
                return False  # "A or B could be correct"
        if position and mention.by_name and self._is_labelled_otherwise(position):
            return False
        if position + 1 == len(self.all):
            return True
        neighbour = self.all[position + 1]
        if neighbour.option == mention.option:
            return True
        gap = neighbour.start - mention.end
        if gap > 40:
            return True
        between = self.text[mention.end : neighbour.start]
        if (
            not mention.by_name
            and neighbour.by_name
            and GAP_CONFLICT.fullmatch(between)
            and not self._begins_sentence(position)
        ):
            return False  # "B. kettle" where B is the bunny
        if not neighbour.by_name and re.fullmatch(r"\s?[\[(]" if mention.by_name else r"\s?:\s{0,3}", between):
            return False  # "kettle (B)" or "A: B"
        alternative = OR_ANOTHER.match(self.text, mention.end)
        if alternative is None or alternative.end() != neighbour.start:
            return True
        end = neighbour.end
        if between[:1] in ";.":  # "C; D and E are only glances": the list is the subject of what follows
            for one, other in pairwise(self.all[position + 1 : position + 5]):
                if not self._is_alternative(one, other):
                    break
                end = other.end
        return STATES_SOMETHING.match(self.text, end) is not None

    def _is_labelled_otherwise(self, position: int) -> bool:
        """Tell whether a name follows the letter of another option: "B: bunny" where B is the kettle."""
        letter, name = self.all[position - 1], self.all[position]
        if (
            letter.by_name
            or letter.option == name.option
            or self.text[: letter.start].rstrip(" ([*")[-1:] not in ("", "\n")
        ):
            return False
        return LABELS.fullmatch(self.text, letter.end, name.start) is not None

    def _begins_sentence(self, position: int) -> bool:
        """Tell whether the name behind a letter begins the next sentence: "C. The bank and the inn are ..."."""
        letter, name = self.all[position : position + 2]
        if self.text[letter.end : letter.end + 1] != "." or self.n_options < 3:
            return False
        following = self.all[position + 2 : position + 3]
        return any(
            self._is_alternative(name, other)
            and STATES_SOMETHING.match(self.text, other.end)
            and other.option != letter.option
            for other in following
        )

    def _ends_clause(self, mention: Mention) -> bool:
        return (
            self._is_bracketed(mention)
            or CLAUSE_END.match(self.text, mention.end) is not None
            or (self.text[mention.end : mention.end + 2].lstrip()[:1] == ">")
        )

    def _is_bracketed(self, mention: Mention) -> bool:
        return self.text[mention.start - 1 : mention.start] in ("[", "(", "{") and self.text[
            mention.end : mention.end + 1
        ] in ("]", ")", "}")

    def _ends_line(self, mention: Mention) -> bool:
        return _LINE_END.match(self.text[mention.end : mention.end + 20]) is not None

    def _n_sentences(self) -> int:
        return len(SENTENCES.findall(self.text[:4_000].rstrip(" .!?\n"))) + 1

    def _is_only(self, mention: Mention) -> bool:
        """Tell whether the only option of a text is its answer, not the subject of an analysis that goes on."""
        if FIRST.match(self.text, mention.end):
            return True
        if mention.letter_end >= 0 and ENDS_TEXT.match(self.text, mention.end):
            return True  # letter and name agree
        if mention.end < len(self.text) and self.text[mention.end] == "?":
            return UNSURE_START.fullmatch(self.text, 0, mention.start) is not None and bool(HEDGES.search(self.text))
        if mention.by_name and DESCRIBES.search(self.text, 0, mention.start):
            return False
        if mention.by_name and not TERMINATED.search(self.text) and ANALYSES.match(self.text):
            return False  # "To answer this, I compare all three. The baker"
        alone = self._n_sentences() == 1
        before = self.text[max(0, mention.start - 40) : mention.start]
        clause = OWN_CLAUSE.search(before) if ENDS_TEXT.match(self.text, mention.end) else None
        if clause is not None and (
            not mention.by_name or not clause.group().startswith(",") or mention.start <= 16 or len(self.all) > 1
        ):
            return True
        if alone and not self.has_words and POSITIVE_AFTER.match(self.text, mention.end):
            return True
        if not mention.by_name and alone and LABELLED.search(before) and ENDS_TEXT.match(self.text, mention.end):
            return True
        if not mention.by_name:
            return alone and self._is_bracketed(mention) and ENDS_TEXT.match(self.text, mention.end) is not None
        if not alone:
            return False
        if not self.has_words:
            length = len(self.text) - mention.end + mention.start
            if length <= 120 and TOP.search(self.text):
                return True  # "[610, 300, 840, 770]: the most salient object"
            if len(self.text) > 80:
                return False
        if mention.start <= FAR and FILLER.fullmatch(self.text, 0, mention.start):
            if TERMINATED.search(self.text) is None and mention.start:
                named = ROMANCE_ARTICLE.fullmatch(self.text, 0, mention.start) and ADJECTIVE.match(
                    self.text, mention.end
                )
                return named is not None or ENDS_PICTURE.match(self.text, mention.end) is not None
            if ACTS.match(self.text, mention.end):
                return False  # "The lantern hangs from the bow." describes it
        if TERMINATED.search(self.text) is not None or len(self.text) <= FEW_CHARACTERS:
            return True
        ends = ENDS_PICTURE.match(self.text, mention.end) or RELATION.match(self.text, mention.end)
        return self.has_words and len(self.text) <= LINE and ends is not None

    def _is_statement(self, identified: set[int], stances: list[tuple[Mention, int]]) -> bool:
        """Tell whether "is B" answers: in a short text, of the only option, or in the last line of a finished text."""
        if not TERMINATED.search(self.text) and self._n_sentences() > 1:
            return False
        if self._n_sentences() <= 2 or all(mention.option in identified for mention, _ in stances):
            return True
        start = self.text.rstrip().rfind("\n") + 1
        return start > 0 and any(
            level == IDENTIFIED and mention.start > start and mention.option in identified for mention, level in stances
        )
