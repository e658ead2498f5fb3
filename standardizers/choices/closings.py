"""What a reply closes with when nothing in it announces an answer: what is left over, and what follows at the end.

"A is too dark and D is cut off. That leaves one." and "..., also doch der Radfahrer." answer by their last clause.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..stance import closing_words as words
from ..stance.mentions import Mention
from ..stance.verdict_phrases import TERMINATED
from .question import Question

_LONGEST = 4_000
_NEAR = 24  # characters between "loses to" and the option
_FILLERS = 30  # characters of a closing clause besides the option
_ENDS = re.compile(r"(?<=[.!?;])\s+|\n+|(?<=[。！？])")
_CLAUSE = re.compile(r"[,:;、，]\s?|\s[-–—]\s|(?:->|=>)\s?")
_FOLLOWS = re.compile(
    rf"\W*(?:(?:and|und|et|y|e|и|but|aber|mais|pero|mas|ma|но)\s)?"
    r"(?:(?:het|es|dat|das|dit|it|that) (?:is|ist|wordt|wird)\s|(?:c'est|è|é|es|sarà|será|jest to|det (?:är|er"
    r"|blir))\s)?"
    rf"(?:(?:{words.CONCLUDES})\b|{words.CONCLUDES_UNSPACED})",
    re.IGNORECASE,
)
_SO_TOO = re.compile(
    r"\W*(?:could|might|may|would|does|do|did|is|are|was|were|has|have|can|much|far|many)\b", re.IGNORECASE
)
_IN_TURN = re.compile(r"\W*(?:and\s)?then\b", re.IGNORECASE)
_RANKS = re.compile(r"\bfollowed by\b|\bfirst\b|\bmost\b|\bthen\b", re.IGNORECASE)
_LEAVES = re.compile(rf"\b(?:{words.LEAVES})(?!\w)|{words.LEAVES_UNSPACED}", re.IGNORECASE)
_OTHER = re.compile(
    rf"\W*(?:(?:{words.CONCLUDES}|it's|it is|i choose|i pick|i take|take|ist es|es|c'est|è|é|это)\W+){{0,3}}"
    rf"(?:{words.OTHER}|{words.OTHER_UNSPACED})(?:\W+(?:{words.CONCLUDES}|it is|it must be|です|だ|이다|입니다))?\W*",
    re.IGNORECASE,
)
_LOSES = re.compile(rf"\b(?:{words.LOSES})\s", re.IGNORECASE)
_NAMES = re.compile(words.NAMES, re.IGNORECASE)
_DENIES = re.compile(words.NOTHING_WON, re.IGNORECASE)
_MARKS = re.compile(r"[\W_]+")
_BOTH = re.compile(rf"\b(?:{words.BOTH})\s(?:\w{{1,5}}\s)?[\[(\"']?$", re.IGNORECASE)
_FORCED = re.compile(rf"\b(?:{words.FORCED})\b", re.IGNORECASE)
_NEEDS = re.compile(  # what a choice would still depend on
    r"\b(?:need|have to see|want to see|like to see|depends?|rather not|bräuchte|müsste ich|il me faudrait|necesitaría"
    r"|depende|dépend)\b|\b(?:can|could|would)(?:not|n't)\b",
    re.IGNORECASE,
)
_CONCEDES = re.compile(  # what follows says something of another option: "B, but D is bright too"
    r",?\s(?:but|(?:even )?though|although|while|whereas|aber|auch wenn|obwohl|mais|même si|bien qu\w{0,2}|pero|aunque"
    r"|mas|embora|ma|anche se|но|хотя|ale|choć|maar)\s",
    re.IGNORECASE,
)
_OR = re.compile(r"\b(?<!more )(?:or|oder|ou|o|или|albo|lub|eller)\b(?! (?:not|less|rather)\b)", re.IGNORECASE)
_MORE_ABROAD = re.compile(words.MORE_ABROAD)
_ONE = re.compile(words.ONE, re.IGNORECASE)
_NOT_MORE = re.compile(r"않|못|아니|ない|ません|不|没")
_JOINED = re.compile(rf"[\])\"']?,?\s(?:{words.AND})\s(?:\w{{1,5}}\s)?[\[(\"']?", re.IGNORECASE)
_ENUMERATED = re.compile(rf"[\])\"']?,\s(?:(?:{words.AND})\s)?[\[(\"']?", re.IGNORECASE)
_WHY_BOTH = re.compile(
    r"[\])\"']?,?\s(?:because|since|as|weil|denn|car|parce qu'\w+|porque|perché|poiché)\s"
    r"(?:they\s|sie\s|ils\s|elles\s)?(?:are\s|have\s)?(?:both|beide|tous les deux|ambos|ambas|entrambi|all)\b",
    re.IGNORECASE,
)
_COMPARES = re.compile(words.COMPARES, re.IGNORECASE)
_LABEL = re.compile(
    r"[\])}]?\s?(?:[:=,-]|->|\bis\b)\s?((?:[^\W\d_][\w'-]*(?:\s|(?![\w'-]))){1,16})"
    r"(?:[.;]?[ \t]*(?=\n|$)|,[^\n]{0,200})"
)
_BEHIND_NAME = re.compile(r"\s(?:in|on|at|with|near|of|by|under|behind|beside|from|to|for|that|which|who)\s.*")
_WORD = re.compile(r"[^\W\d_]+")
_SENTENCE = re.compile(r"\S[^\n]*?(?:[.!?;。！？]+(?=\s|$)|(?=\n)|$)")


_NEAR_END = 160
_MORE_THAN = re.compile(  # "..., so it is more salient than the first."
    r"\b(?:it|this|that|this one|that one)(?: is|'s| looks| seems) (?:clearly |far |much "
    r"|a lot )?more (?:\w+ly )?\w+ than (?P<loser>[^.,;:!?\n]{2,60})\W*$",
    re.IGNORECASE,
)


def closing(text: str, question: Question, mentions: Sequence[Mention]) -> int:
    """Return the option with which a text closes, or -1.

    Args:
        text: Text from `standardizers.text.plain` of which no rule found an answer.
        question: The options.
        mentions: Its mentions of options.
    """
    if len(text) > _LONGEST or not mentions or TERMINATED.search(text) is None:
        return -1
    *_, final = _SENTENCE.finditer(text)
    start, last = final.start(), final.group()
    if "?" in last:
        return -1
    named = question.mentions(last) or question.listed(last, [])
    if _LEAVES.search(last) is not None:
        index = _left(last, named, [one for one in mentions if one.start < start], question)
        if index >= 0:
            return index
    if question.size == 2 and _OTHER.fullmatch(last) is not None:
        before = {one.option for one in mentions if one.start < start}
        return 1 - before.pop() if len(before) == 1 else -1
    if _FORCED.search(last) is not None:
        return pressed(last, question)
    if len({one.option for one in named}) == 1 and len(named) == 1:
        around = f"{last[: named[0].start]}\0{last[named[0].end :]}"
        if _NAMES.fullmatch(around) is not None:
            return named[0].option  # "I would therefore name the jug."
    more = [one for one in mentions if not text.isascii() and _MORE_ABROAD.match(text, one.end)]
    if len(more) == 1 and question.size == 2 and _NOT_MORE.search(text, more[0].end) is None:
        return more[0].option
    return _followed(last, question)


def more_than(text: str, question: Question) -> int:
    """Return the option of two that the end of a text calls more salient than the other, which it names, or -1."""
    found = _MORE_THAN.search(text[-_NEAR_END:])
    if found is None or _DENIES.search(found.group()) is not None:
        return -1
    loser = found["loser"]
    options = {one.option for one in [*question.mentions(loser), *question.listed(loser, [])]}
    return 1 - options.pop() if len(options) == 1 else -1


def forced(text: str, question: Question) -> int:
    """Return the only option that the last sentence gives under protest ("If I must commit: the latter, D."), or -1."""
    if len(text) > _LONGEST or not text.strip():
        return -1
    *_, final = _SENTENCE.finditer(text)
    last = final.group()
    if "?" in last or _DENIES.search(last) is not None:
        return -1
    return pressed(last, question)


def pressed(last: str, question: Question) -> int:
    """Return the only option to which a sentence commits where pressed, behind these words or else before them, or -1.

    "D is bright, but if I have to commit to one, it's the man in the second box." "Stapler, if you force me."
    """
    cue = _FORCED.search(last)
    if cue is None:
        return -1
    behind, before = last[cue.end() :], last[: cue.start()]
    if _NEEDS.search(behind) is not None or _OR.search(behind) is not None:
        return -1
    for part in (*_CONCEDES.split(behind), before):
        mentions = question.mentions(part)
        options = {one.option for one in [*mentions, *question.listed(part, mentions)]}
        if options:
            return options.pop() if len(options) == 1 else -1
    return -1


def followed(text: str, question: Question) -> int:
    """Return the only option of a last clause that follows from what was said ("..., also der Radfahrer"), or -1."""
    if len(text) > _LONGEST or TERMINATED.search(text) is None:
        return -1
    *_, final = _SENTENCE.finditer(text)
    return _followed(final.group(), question)


def _left(last: str, named: Sequence[Mention], before: Sequence[Mention], question: Question) -> int:
    """Return the option that a last sentence leaves over: the one it names, or the only one that was not named."""
    options = {one.option for one in named}
    if len(options) == 1 and len({one.option for one in before}) > 1:
        return options.pop()
    others = set(range(question.size)) - {one.option for one in before}
    if _ONE.search(last) is None:
        return -1
    return others.pop() if not options and len(others) == 1 and (before or question.size > 2) else -1


def _followed(last: str, question: Question) -> int:
    """Return the only option of a last clause that follows from what was said, and says nothing else."""
    begins = [0, *(match.end() for match in _CLAUSE.finditer(last))]
    for begin in reversed(begins):
        clause = last[begin:]
        cue = _FOLLOWS.match(clause)
        if cue is None:
            continue
        if _IN_TURN.match(cue.group()) is not None and _RANKS.search(last[:begin]) is not None:
            return -1  # "C comes first, followed by A, then B."
        rest = clause[cue.end() :]
        if _SO_TOO.match(rest) is not None:
            return -1  # "..., but so could the jug"
        found = question.mentions(rest) or question.loosely(rest, []) or question.listed(rest, [])
        if len({one.option for one in found}) != 1 or _DENIES.search(rest) is not None:
            return -1
        named = sum(one.end - one.start for one in found)
        return found[0].option if len(_MARKS.sub(" ", rest).strip()) - named <= _FILLERS else -1
    return -1


def winner(text: str, mentions: Sequence[Mention]) -> int:
    """Return the option to which the last comparison of a text says that another one loses, or -1.

    Example:
        >>> winner("The van still loses to the cyclist.", [Mention(4, 7, 2, True), Mention(23, 34, 1, True)])
        1
    """
    lowered = text.lower()
    if len(text) > _LONGEST or TERMINATED.search(text) is None or not any([part in lowered for part in words.MAY_LOSE]):
        return -1
    found = [*_LOSES.finditer(text)]
    last = found[-1] if found else None
    if last is None or _DENIES.search(text, max(0, last.start() - 12), last.start()) is not None:
        return -1
    behind = [
        one for one in mentions if 0 <= one.start - last.end() <= _NEAR and "," not in text[last.end() : one.start]
    ]
    rest = [one for one in mentions if behind and one.start > behind[0].start]
    return behind[0].option if behind and not rest else -1


def by_own_names(text: str, question: Question, mentions: Sequence[Mention]) -> int:
    """Return the option whose own name, which a list of the text gave it, alone stands in the last sentence, or -1.

    "(0.48, 0.47) - chest / (0.77, 0.35) - sign / ... Text holds the gaze, so the sign it is."
    """
    if (
        len(text) > _LONGEST
        or "\n" not in text
        or TERMINATED.search(text) is None
        or len({one.option for one in mentions}) < question.size
    ):
        return -1
    names: dict[int, str] = {}
    end = 0
    for one in mentions:
        label = _LABEL.match(text, one.end)
        if one.option in names or label is None:
            break
        names[one.option] = _BEHIND_NAME.sub("", label[1].lower()).split()[-1]
        end = label.end()
    if len(names) < question.size or len(set(names.values())) < len(names):
        return -1
    tail = text[end:].strip()
    last = _ENDS.split(tail)[-1].lower() if tail else ""
    if "?" in last or _DENIES.search(last) is not None:
        return -1
    said = set(_WORD.findall(last))
    found = [option for option, name in names.items() if name in said]
    return found[0] if len(found) == 1 else -1


def both_chosen(text: str, one: Mention, two: Mention) -> bool:
    """Tell whether a text begins with two options and says why both ("B, C because both stand out").

    Args:
        text: The text.
        one: Its first mention of an option.
        two: Its second one.
    """
    begins = one.option != two.option and not text[: one.start].strip(" \"'([*-")
    if not begins or _WHY_BOTH.match(text, two.end) is None:
        return False
    return any(form.fullmatch(text, one.end, two.start) is not None for form in (_JOINED, _ENUMERATED))


def tied(text: str, question: Question, mentions: Sequence[Mention]) -> bool:
    """Tell whether a sentence says the same of both options, and nothing sets one of them above the other."""
    if question.size != 2 or len({one.option for one in mentions}) < 2 or _COMPARES.search(text) is not None:
        return False
    one, two = mentions[:2]
    before = text[max(0, one.start - 20) : one.start]
    return (
        one.option != two.option
        and _BOTH.search(before) is not None
        and _JOINED.fullmatch(text, one.end, two.start) is not None
        and len(_ENDS.split(text.strip())) == 1
    )
