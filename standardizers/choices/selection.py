"""Which option of a question a reply selects: the steps that `choice` and `option` share."""

from __future__ import annotations

import re

from ..stance.asserted import without_plans
from ..stance.need_words import OPEN as OPEN_REPLIES
from ..stance.taken_back import taken_back
from ..stance.undecided import assertions, clarifies
from ..stance.verdict import AMBIGUOUS, NO_ANSWER, REFUSAL, Verdict
from ..stance.vocabulary_patterns import CORRECTION
from ..text.cleaning import as_text, final_answer_text, plain
from ..text.decimal_commas import with_decimal_points
from ..text.fields import option_fields
from ..text.finish import Settled, settled_reply
from ..text.option_lists import only_lists
from ..text.standing import stands
from ..text.tool_calls import without_looks
from ..text.totals import with_totals
from ..words.option_classes import DOUBTS, OPEN, YES, meant, opposes_itself, taken_back_at_end
from .against_others import against_others
from .asked_rank import asked_rank
from .asked_through import asked_through
from .brief import briefly
from .captions import describes_picture, is_caption, reads_as_caption, tells_who_has
from .checked_lists import checked
from .clauses import given, in_ordinals, with_latin_letters
from .clock_times import in_digits
from .closings import both_chosen, by_own_names, closing, followed, forced, more_than, tied, winner
from .eliminated import not_listed_out, remaining, unnamed
from .headed_rank import headed_rank, is_no_rank
from .landmarks import all_landmarks, without_landmarks, without_neighbours
from .last_sentences import CONCLUDES, last_sentence, once
from .left_places import left_place
from .no_option import is_none, none_fits
from .objects import heaviest_option, odd_field, without_lists
from .otherwise import pointed_out, unmentioned
from .pointed_items import pointed_rank
from .prepared import reduced, tidied, without_denied_questions
from .question import Question
from .rejected import left_over
from .replaced import replaced
from .restatements import restates
from .retracted import introduced_answer, withdrawn
from .score_tables import best_row
from .seen_first import seen_first
from .surveys import begins_item, only_begun, without_begun_word
from .terse import terse_letter
from .told_losers import in_plain_english, told_loser
from .unmatched import level, may_be_level, may_choose_none, none_chosen, under_conditions, unequalled
from .wordings import plainly_told, without_weighing
from .yes_tables import right_row

NONE_OF_OPTIONS = "none_of_options"
RESTATED = "restated"
_ROMAN = re.compile(r"\W{0,3}(?:(?:[Oo]ption|[Aa]nswer|[Cc]hoice|[Ll]ist|[Ss]canpath)\W{1,3})?(III?|IV)\W{0,3}")
_PLAIN_NAME = re.compile(r"[A-Za-z][A-Za-z' -]+\.?")
_ASKS = re.compile(r"[^.!?,;:\n]{1,40}\?\s{1,3}(?=\S)")
"""A question with which a reply begins ("Honestly? The woman."), to itself or as it was asked."""
_WEIGHED = frozenset((AMBIGUOUS, "copula", "only_mention", "predicate", "comparison", "elimination"))
"""Rules that weigh what a text says, which may be about another object than the one asked for."""
_IS_WHERE = re.compile(  # "The first box contains a dog": what is there, not whether it is the answer
    r"\s(?:is|are|was|lies|sits|starts|begins|contains|shows|has|covers|holds)\s(?:at|in|on|near|an?|up|down"
    r"|the (?:left|right|cent\w+))\b",
    re.IGNORECASE,
)
_EXPLICIT = frozenset(("phrase", "conclusion", "correction"))
_WEAK = _WEIGHED | {"last", "last_line", "clause", "score", "marks", "ranking", "asked", "words"}
"""Rules that take what a text says for an answer, although it does not call it one."""
_SCORED = frozenset(("marks", "score", "ranking"))
"""Rules that read one line for each option."""
_NAMED = frozenset(("whole", "whole_text", "leading", "number"))
"""Rules that read an option which stands alone."""
_NAMING = frozenset(("only_mention", "predicate", "leading"))
"""Rules that a sentence meets which names an option and says nothing of it."""
_SENTENCES = re.compile(r"[.!?][\])*_\"']{0,3}\s+\S.*[.!?]\s+\S", re.DOTALL)
_OVERRULED = frozenset(("only_mention", "predicate"))
"""Rules whose answer the last clause outweighs ("..., hence the second one.")."""
_ASIDE = re.compile(r"(?<=[.!?\s])\([A-Z][^()]{12,}[.!]\)")  # a sentence of its own in brackets
_TURNS = re.compile(
    r"\W*(?:however|but|yet|still|nevertheless|aber|jedoch|mais|cependant|pero|sin embargo|mas|ma"
    r"|però|но|однако|但|しかし)\b",
    re.IGNORECASE,
)
_ROWS_ALONE = re.compile(r"\s*(?:`{3}\w*\s*)?\[\s*\{")
_OPEN = re.compile(r"[\[({][^\])}]{0,400}$")
_ARROW = re.compile(
    r"[^\s>\u2192-](?<!\s[A-Z])\s{1,3}(?:->|=>"
    r"|[\u2192\u21d2\u27f6\u27f9\u2234])\s{0,3}([^>\u2192\u21d2\n]{1,60})\s{0,9}\Z"
)
_ROWS = re.compile(r"(?:->|=>|[\u2192\u21d2\u27f6\u27f9])[^;\n]{1,60}[;\n]")  # "eyes -> cup; head -> jug"
_LEFT = re.compile(r"\b(?:that leaves|this leaves|leaving|(?:is|are) left|remain(?:s|ing))\b", re.IGNORECASE)
_LONGEST_WHOLE = 400
_TURNED = 20
_LONGEST_NAME = 60


def select(reply: object, question: Question, finished: bool | None = None) -> tuple[int, str]:
    """Return the index of the option that a reply selects and the rule, or -1 and the reason.

    Args:
        reply: The reply; see `standardizers.text.as_text`.
        question: The options.
        finished: See `standardizers.text.finish.settled_reply`.
    """
    text = as_text(reply)
    text = tidied(text)
    index, rule = _select(text, question, finished)
    if index >= 0 and finished is None and (rule in _WEAK or (rule in _NAMED and "\n" in text)):
        answer = final_answer_text(text) or text
        if rule not in _SCORED and begins_item(answer, question):
            return -1, "unfinished"
        if (
            rule in _WEAK
            and not (rule == "elimination" and _is_left(answer))
            and not stands(answer, index, lambda part: _select(part, question, True)[0])
        ):
            return -1, "unfinished"
    return index, rule


def _is_left(text: str) -> bool:
    """Tell whether a text, behind its first quarter, says what is left ("The remaining point falls on the face.")."""
    return _LEFT.search(text, len(text) // 4) is not None


def _select(text: str, question: Question, finished: bool | None) -> tuple[int, str]:
    if letter := terse_letter(text, question.labels):
        return question.labels.index(letter), "whole"
    if question.names is not None and len(text) <= question.names.longest and _PLAIN_NAME.fullmatch(text):
        named = question.names.whole(text)
        if named >= 0:
            return named, "whole_text"
    if question.copied and (copied := question.verbatim(text)) >= 0:
        return copied, "whole_text"
    if question.names is not None and only_lists(text, question.names.names):
        return -1, RESTATED
    text = reduced(text, question.names is not None)
    if "{" in text and (text := without_looks(text)) and not text.strip():
        return -1, NO_ANSWER
    arrow = _ARROW.search(text)
    if (
        arrow is not None
        and _ROWS.search(text, 0, arrow.start()) is None
        and question.whole(plain(text[: arrow.start()]))[0] < 0
    ):
        index, _ = question.whole(plain(arrow[1]))
        if index >= 0:
            return index, "conclusion"
    parts = settled_reply(text, finished)
    if parts is None:
        return -1, "unclosed_reasoning"
    whole = parts.whole
    if parts.cut and finished is None and question.ends_with_option(parts.rest):
        parts = Settled(whole, "", False)
    if not whole.strip():
        return -1, "empty"
    if question.names is not None and "[" in whole:
        names = question.names.names
        rows = whole if "{" in whole and not parts.cut else ""
        parts = Settled(without_lists(parts.text, names), without_lists(parts.rest, names), parts.cut)
        whole = parts.whole
        alone = _ROWS_ALONE.match(rows) is not None or (rows != whole and not option_fields(whole)[0])
        if rows and alone and (best := heaviest_option(rows, question)) is not None:
            return (best, "json") if best >= 0 else (-1, AMBIGUOUS)
    stated, rest = option_fields(whole)
    for answer, rule in stated:
        index, _ = _read(plain(answer), question)
        if index >= 0:
            return index, rule
    if stated and any(is_none(plain(answer)) for answer, _ in stated):
        return -1, NONE_OF_OPTIONS
    if rest is not whole:
        index = odd_field(whole, question)
        if index < 0 and question.places is not None:
            placed = {mention.option for mention in question.places.mentions(whole)}
            index = placed.pop() if len(placed) == 1 else -1
        if index >= 0:
            return index, "json"
        parts = Settled(rest, "", parts.cut)
    if parts.cut:
        return _read_cut(parts, question)
    if finished is None and only_begun(parts.text, question):
        return -1, "unfinished"
    return _read(plain(parts.text if finished else without_begun_word(parts.text)), question)


def _read_cut(parts: Settled, question: Question) -> tuple[int, str]:
    whole = plain(parts.whole)
    index, rule = question.whole(whole) if len(whole) <= _LONGEST_WHOLE and _OPEN.search(whole) is None else (-1, "")
    if index >= 0:
        return index, rule
    if _TURNS.match(parts.rest) is not None and len(parts.rest) > _TURNED:
        return -1, "unfinished"  # what was said before it is about to be taken back
    text = without_weighing(plain(parts.text), question)
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    if len(lines) > 1 and len(set(lines)) == 1:
        return _read(lines[0], question)  # the same answer over and over
    found = _conclusion(text, question) if text.strip() else (-1, NO_ANSWER)
    if found[0] >= 0:
        return found
    cue = CONCLUDES.match(parts.rest)
    if cue is not None and question.names is not None and parts.rest[cue.end() :].startswith(":"):
        index = question.names.whole(plain(parts.rest[cue.end() + 1 :]))
        if index >= 0:
            return index, "conclusion"  # "So: the third most salient", without a full stop
    leading = Verdict(whole, question.mentions(whole), question.size, True, question.has_words).leading()
    return (leading, "leading") if leading >= 0 else (-1, "unfinished")


def _conclusion(text: str, question: Question) -> tuple[int, str]:
    mentions = question.mentions(text)
    found = Verdict(text, mentions, question.size, True, question.has_words).decide()
    if found[0] < 0 and (listed := question.listed(text, mentions)):
        return Verdict(text, listed, question.size, True, question.has_words).decide()
    return found


def _read(text: str, question: Question) -> tuple[int, str]:
    text = whole = with_decimal_points(text) if "," in text and question.places is not None else text
    text = plainly_told(with_totals(with_latin_letters(text)), question)
    if question.times:
        text = in_digits(text)
    if "\u2248" in text:
        text = text.replace("\u2248", "=")
    if "|" in text and question.names is not None and YES not in question.classes:
        row = right_row(text, question.mentions(text), question.size)
        if row is not None:
            return (row, "marks") if row >= 0 else (-1, AMBIGUOUS)
    if question.names is not None and (marked := checked(text, question.names.names)) is not None:
        return (marked, "marks") if marked >= 0 else (-1, AMBIGUOUS)
    if (index := _corrected(text, question)) >= 0:
        return index, "correction"
    if "?" in text and (through := asked_through(text, question.labels)) is not None:
        return (through, "marks") if through >= 0 else (-1, AMBIGUOUS)
    if (kept := withdrawn(text, question)) is not None:
        return kept
    if (plainly := introduced_answer(text, question)) >= 0:
        return plainly, "phrase"
    if "?" in text and clarifies(text):
        return -1, AMBIGUOUS
    if (opening := _ASKS.match(text)) is not None and not question.mentions(opening[0]):
        text = text[opening.end() :]
    if "?" in text and (bare := without_denied_questions(text)) != text and question.mentions(bare):
        text = bare
    unplanned = without_plans(text)
    planned, stated = unplanned != text, assertions(unplanned)
    if stated is not text and not stated.strip(" .,;:!?"):
        undecided = meant(text.lower(), question.classes) if OPEN in question.classes else -1
        return (undecided, "meaning") if undecided >= 0 else (-1, AMBIGUOUS)
    text = stated
    if len(text) < _LONGEST_NAME and (roman := _ROMAN.fullmatch(text)) is not None:
        place = len(roman[1]) if roman[1] != "IV" else 4
        if place <= question.size and not {"I", "V"} & {*question.labels} and question.whole(text)[0] < 0:
            return place - 1, "number"
    found = _among(text, question)
    if (
        found[1] in _NAMING
        and question.size > 1
        and (describes_picture(text) or is_caption(text, question.mentions(text)))
    ):
        return -1, AMBIGUOUS
    if found[1] == "leading" and _tells_of_each(text, question):
        return -1, AMBIGUOUS
    if planned and found[1] == "leading" and _SENTENCES.search(text) is not None:
        last = _among(text.rstrip().rsplit("\n", 1)[-1], question)  # the first item of what was planned is no answer
        return (last[0], "last") if last[0] >= 0 else (-1, AMBIGUOUS)
    if found[0] >= 0 and may_be_level(whole) and level(whole, found[0], question.mentions(whole)):
        return -1, AMBIGUOUS
    if found[0] >= 0 and may_choose_none(whole) and none_chosen(whole, question.mentions(whole)):
        return -1, AMBIGUOUS
    if question.classes:
        lowered = text.lower()
        if lowered.strip(" .,!") in OPEN_REPLIES or (DOUBTS.match(lowered) and found[0] in question.classes.values()):
            return -1, AMBIGUOUS
        if (ending := taken_back_at_end(lowered)) and ending in question.classes:
            return question.classes[ending], "correction"
        if (found[0] < 0 or found[0] in question.classes.values()) and opposes_itself(lowered):
            return -1, AMBIGUOUS
        if found[0] < 0 and (index := meant(lowered, question.classes)) >= 0:
            return index, "meaning"
    if found[1] in _WEIGHED and question.ranks is not None and "?" not in text:
        asked = asked_rank(text, question.ranks.mentions(text))
        if asked >= 0:
            return asked, "asked"
    if found[0] < 0 and found[1] in (AMBIGUOUS, NO_ANSWER) and (index := last_sentence(text, question)) >= 0:
        return index, "last"
    if found[0] >= 0:
        return found
    if found[1] == NO_ANSWER:
        return unmentioned(text, question) or found
    return (pointed_out(text, question) if found[1] == AMBIGUOUS else None) or found


def _tells_of_each(text: str, question: Question) -> bool:
    """Tell whether a text says something of each option behind its name and a colon."""
    named = [one.option for one in question.mentions(text) if text[one.end : one.end + 1] == ":"]
    return question.size > 1 and sorted(named) == [*range(question.size)]


def _corrected(text: str, question: Question) -> int:
    """Return the option with which a short reply corrects another one that it named, else -1."""
    parts = taken_back(text)
    if parts is None:
        return -1
    before, behind = ({mention.option for mention in question.mentions(part)} for part in parts)
    if before and not behind:  # "... it is clearly the second option in your list"
        behind = {mention.option for mention in question.listed(parts[1], [])}
    return behind.pop() if len(behind) == 1 and before and not behind <= before and len(before | behind) == 2 else -1


def _among(text: str, question: Question) -> tuple[int, str]:
    index, rule = question.whole(text) if question.copied or len(text) <= _LONGEST_WHOLE else (-1, "")
    if index >= 0:
        return index, rule
    if is_none(text, question):
        return -1, NONE_OF_OPTIONS
    mentions = without_neighbours(text, question.mentions(text))
    if (against := against_others(text, mentions, question.size)) >= 0:
        return against, "comparison"
    if all_landmarks(text, mentions):
        other = -1 if reads_as_caption(text) else question.of_kind_beside(text, mentions)
        return (other, "reworded") if other >= 0 else (-1, AMBIGUOUS)
    if (left := left_place(text, mentions, question.size)) >= 0:
        return left, "elimination"
    if ":" in text and (left := not_listed_out(text, mentions, question.size)) >= 0:
        return left, "elimination"
    if question.size == 2 and (won := more_than(text, question)) >= 0:
        return won, "comparison"
    if len(mentions) > 1 and under_conditions(text, mentions):
        return -1, AMBIGUOUS
    if len(mentions) > 1 and both_chosen(text, mentions[0], mentions[1]):
        return -1, AMBIGUOUS
    if (best := unequalled(text, mentions)) >= 0:
        return best, "comparison"
    if (later := replaced(text, mentions)) >= 0:
        return later, "correction"
    if (won := winner(text, mentions)) >= 0:
        return won, "comparison"
    if tied(text, question, mentions):
        return -1, AMBIGUOUS
    found = Verdict(text, mentions, question.size, False, question.has_words).decide()
    corrected = found[1] == "leading" and CORRECTION.search(text) is not None
    listed = question.listed(text, mentions) if found[0] < 0 or corrected else []
    if listed:
        by_place = Verdict(text, listed, question.size, False, question.has_words).decide()
        if by_place[1] == "only_mention" and any(_IS_WHERE.match(text, one.end) for one in listed):
            by_place = (-1, AMBIGUOUS)
        found = by_place if by_place[1] in _EXPLICIT or not corrected else found
    if found[0] < 0 and (loose := question.loosely(text, mentions)):
        found = Verdict(text, loose, question.size, False, question.has_words).decide()
    if restates(text, mentions, question.size):
        return -1, RESTATED
    if found[0] < 0 and question.size == 2 and (rest := left_over(text, mentions or in_ordinals(text, 2))) >= 0:
        return rest, "elimination"
    if found[0] < 0 and found[1] != REFUSAL:
        if (other := followed(text, question)) >= 0:
            return other, "closing"
        named = [mention for mention in mentions if mention.by_name]
        if question.ranks is None:
            named += in_ordinals(text, question.size)
        index = given(text, question.labels, named)
        if index >= 0:
            return index, "clause"
    if found[0] < 0 and found[1] == NO_ANSWER and (index := question.reworded(text)) >= 0:
        return index, "reworded"
    if found[0] < 0 and (own := by_own_names(text, question, mentions)) >= 0:
        return own, "closing"
    if found[0] == -1 and found[1] == AMBIGUOUS and (kept := once(text)) is not None:
        return _read(kept, question)
    if found[1] in _OVERRULED and (other := forced(text, question)) >= 0:
        return other, "closing"
    told_last = found[1] in _OVERRULED or (found[1] == "leading" and ". " in text)
    if told_last and (other := followed(text, question)) >= 0:
        return other, "closing"
    if found[1] == AMBIGUOUS and "(" in text and (bare := _ASIDE.sub(" ", text)) != text and bare.strip():
        return _among(bare, question)
    if found[1] in (AMBIGUOUS, NO_ANSWER) and found[0] < 0:
        if (first := seen_first(text, mentions)) >= 0:
            return first, "comparison"
        closed = closing(text, question, listed or mentions)
        if closed >= 0:
            return closed, "closing"
    if found[0] < 0 and found[1] == REFUSAL and (despite := forced(text, question)) >= 0:
        return despite, "closing"
    if found[1] == "only_mention" and question.ranks is not None and is_no_rank(text, mentions):
        return -1, AMBIGUOUS
    if found[1] == "elimination" and tells_who_has(text):
        return -1, AMBIGUOUS
    if found[1] in _OVERRULED and (lost := told_loser(text, mentions)) >= 0:
        other = question.size == 2 and not in_plain_english(text)
        return (1 - lost, "comparison") if other else (-1, AMBIGUOUS)
    if found[0] < 0 and found[1] in (AMBIGUOUS, NO_ANSWER):
        if (best := best_row(text, mentions, question.size)) >= 0:
            return best, "score"
        pointed = (pointed_rank(text) or headed_rank(text)) if question.ranks is not None else 0
        if question.ranks is not None and pointed in question.ranks.index:
            return question.ranks.index[pointed], "ranking"
    if found[0] < 0 and found[1] == AMBIGUOUS and (only := briefly(text, mentions)) >= 0:
        return only, "only_mention"
    if found[0] < 0 and found[1] in (AMBIGUOUS, NO_ANSWER) and (rest := remaining(text, mentions, question.size)) >= 0:
        return rest, "elimination"
    if found[0] < 0 and found[1] == AMBIGUOUS and (rest := unnamed(text, mentions, question.size)) >= 0:
        return rest, "elimination"
    if found == (-1, AMBIGUOUS) and (main := without_landmarks(text, mentions)):
        found = Verdict(text, main, question.size, False, question.has_words).decide()
    if found[0] < 0 and found[1] != REFUSAL and none_fits(text):
        return -1, NONE_OF_OPTIONS
    return found


__all__ = ["AMBIGUOUS", "NONE_OF_OPTIONS", "NO_ANSWER", "REFUSAL", "select"]
