"""The last rules of a verdict: no option is announced, and what the text says about each of them is weighed."""

from __future__ import annotations

import re

from .comparisons import highest_score
from .mentions import Mention
from .stance_words import CONTRASTED, IDENTIFIED, MENTIONED, PREFERRED, REJECTED
from .statements import Statements
from .verdict_phrases import CONCLUDING, SENTENCES, TERMINATED, THERE_IS
from .vocabulary_patterns import COMPARED_AFTER, CORRECTION, PLAYED_DOWN

_LAST_DESCRIBED = re.compile(
    r"\b(?:finally|lastly),?\s(?:the\s|an?\s|option\s|box\s|point\s|object\s)?\W{0,3}$", re.IGNORECASE
)
NO_ANSWER = "no_answer"
AMBIGUOUS = "ambiguous"


class Weighing(Statements):
    """Decides by all that a text says about its options; see `Statements`."""

    mentions: list[Mention]

    def _weighed(self) -> tuple[int, str]:
        """Decide by what the text says about each option it mentions."""
        stances = [(mention, self._stance(mention)) for mention in self.mentions]
        preferred = [
            mention
            for mention, level in stances
            if level >= PREFERRED and self._is_accepted(mention) and not self._is_last_described(mention)
        ]
        if preferred and self._breaks_off_behind(preferred[-1]):
            return -1, AMBIGUOUS
        options = {mention.option for mention in preferred}
        if len(options) > 1:
            surpassed = {mention.option for mention, level in stances if level == CONTRASTED}
            options = options - surpassed or options
        if len(options) == 1:
            return options.pop(), "predicate"
        if options:
            return self._last_preferred(preferred)
        compared = self._compared(stances)
        if compared >= 0:
            return compared, "comparison"
        rejected = self._rejected(stances)
        remaining = set(range(self.n_options)) - rejected
        if rejected and self.n_options > 1 and len(remaining) == 1:
            return remaining.pop(), "elimination"
        identified = {
            mention.option
            for mention, level in stances
            if level == IDENTIFIED
            and self._ends_clause(mention)
            and self._is_accepted(mention)
            and not self._is_listed(mention)
            and not (self._ends_line(mention) and "\n" in self.text[mention.end : mention.end + 12].rstrip())
        }
        if len(identified) == 1 and self._is_statement(identified, stances):
            return identified.pop(), "copula"
        scored = highest_score(self.text, self.all, self.n_options)
        if scored >= 0:
            return scored, "score"
        if identified:
            return -1, AMBIGUOUS
        told = {mention.option for mention, level in stances if level >= MENTIONED}
        if self.in_turn and len(told) == 1 and TERMINATED.search(self.text):
            return told.pop(), "ranking"
        left = [item for item, level in stances if level >= MENTIONED or self.text[item.end : item.end + 1] == "?"]
        if rejected and len({mention.option for mention in left} - rejected) < 1:
            return -1, AMBIGUOUS
        if len({mention.option for mention in left}) == 1 and any(self._is_only(mention) for mention in left):
            return left[0].option, "only_mention"
        return -1, AMBIGUOUS

    def _is_last_described(self, mention: Mention) -> bool:
        """Tell whether a mention is the last of several that a text describes ("Finally, the lighthouse rises ...").

        "Finally, the lighthouse." begins such a description, too, where the others had theirs and this one had none.
        """
        before = self.text[max(0, mention.start - 24) : mention.start]
        if _LAST_DESCRIBED.search(before) is None:
            return False
        earlier = {one.option for one in self.all if one.start < mention.start}
        return not self._ends_clause(mention) or (mention.option not in earlier and len(earlier) == self.n_options - 1)

    def _is_listed(self, mention: Mention) -> bool:
        """Tell whether a name is the first of a list of what there is: "There is a banana, a mug and a car."."""
        if not mention.by_name or THERE_IS.search(self.text[max(0, mention.start - 40) : mention.start]) is None:
            return False
        end = SENTENCES.search(self.text, mention.end)
        stop = end.start() if end is not None else len(self.text)
        return any(mention.end < one.start < stop and one.option != mention.option for one in self.all)

    def _compared(self, stances: list[tuple[Mention, int]]) -> int:
        """Return the only option that wins a comparison, against options played down or at the end, or -1."""
        winners = {}
        others = set()
        for mention, level in stances:
            found = COMPARED_AFTER.match(self.text, mention.end) if level >= MENTIONED else None
            if found is not None:
                winners[mention.option] = found
            elif level < MENTIONED or PLAYED_DOWN.match(self.text, mention.end):
                others.add(mention.option)
        if len(winners) != 1:
            return -1
        ((option, found),) = winners.items()
        if {mention.option for mention, _ in stances} - others == {option} and others:
            return option
        rest = self.text[found.end() :].strip(" .!\n")
        ended = (
            (self.has_words or not found["rest"].strip(" .!")) and not rest and TERMINATED.search(self.text) is not None
        )
        return option if ended and len(found["rest"]) <= 16 and self.n_options == 2 else -1

    def _rejected(self, stances: list[tuple[Mention, int]]) -> set[int]:
        """Return the rejected options, with those that share the verdict of their neighbour ("B and C are wrong")."""
        rejected = set()
        for mention, level in stances:
            if level != REJECTED:
                continue
            rejected.add(mention.option)
            place = self.places[mention.start]
            while place and self._is_alternative(self.all[place - 1], self.all[place]):
                place -= 1
                rejected.add(self.all[place].option)
            rejected |= self._rejected_with(self.places[mention.start])
        return rejected

    def _rejected_with(self, place: int) -> set[int]:
        """Return the options of a list that a denial opens ("not A, B or D")."""
        found: set[int] = set()
        joined = False
        while place + 1 < len(self.all) and self._is_alternative(self.all[place], self.all[place + 1]):
            between = self.text[self.all[place].end : self.all[place + 1].start].lower()
            joined = any(word in between for word in (" or ", " and ", " nor ", "&"))
            place += 1
            found.add(self.all[place].option)
            if joined:
                break
        return found if joined else set()

    def _last_preferred(self, preferred: list[Mention]) -> tuple[int, str]:
        last = preferred[-1]
        clause = self.text[max(0, last.start - 100) : last.start]
        begin = [match.end() for match in SENTENCES.finditer(clause)]
        if CONCLUDING.search(clause, begin[-1] if begin else 0):
            return last.option, "conclusion"
        if CORRECTION.search(self.text, preferred[0].end, last.start):
            return last.option, "correction"
        return -1, AMBIGUOUS
