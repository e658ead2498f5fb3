"""What the words around the mention of an option say about it: announced, preferred, rejected, or only mentioned.

The words before a mention are walked backwards from it, over fillers ("option", "the", "most likely"), to the word that
introduces it; what follows it is matched where the mention ends. Both look at a bounded stretch of text only.
"""

from __future__ import annotations

import re
from itertools import pairwise

from .phrases import CONDITIONAL
from .vocabulary import (
    AFTER_MAKES,
    ANSWERS,
    BELIEVES,
    CHOOSES,
    CONCLUDED_AFTER,
    CONCLUDES,
    CONCLUDES_CJK,
    COPULA_AFTER,
    COPULAS,
    CORRECTED_AFTER,
    CORRECTS,
    CUE_CJK,
    DENIED_CJK,
    DENIES,
    DOUBTS,
    FILLERS,
    GAZE,
    GAZE_AT,
    LESS_THAN_CJK,
    LOOKS_ABROAD,
    MAKES,
    MARK_AFTER,
    MOST,
    POINTS,
    PREFERRED_AFTER,
    PREFERRED_AFTER_CJK,
    PREPOSITIONS,
    PROMPTS,
    QUALITIES,
    REJECTED_AFTER,
    REST_EXCLUDED,
    RIGHT_MARKS,
    THAN_AFTER_CJK,
    UNDONE,
    WATCHES,
    WRONG_MARKS,
)

REJECTED, CONTRASTED, MENTIONED, IDENTIFIED, PREFERRED, CONCLUDED, CORRECTED, ANNOUNCED = -2, -1, 0, 1, 2, 3, 4, 5
"""Stances, from "not this one" over "is" ("the dog is B") and "is the most salient" to "the answer is"."""

_BACK = 110  # characters before a mention that are looked at
# Letters of all scripts with their vowel signs and accents, which "\\w" lacks.
_LETTER = r"[A-Za-z\u00c0-\u1fff\u2c00-\u2fff\u3040-\ud7ff\uf900-\ufaff]"
_TOKEN = re.compile(rf"i\.e\.|\d+(?:[.,]\d+)*%?|{_LETTER}+(?:'{_LETTER}+)?|->|\.{{2,}}|[^\w\s]|\n|\w")
_BREAKS = frozenset((".", "!", "?", ";", "\n", "but", "however", "aber", "pero", "although", "though"))
_SKIPPED = frozenset(("(", "[", "{", "<", '"', "'", "-", "*", "..", "...", "~", "#", "|"))
_AMONG_DENIED = FILLERS | frozenset(
    re.findall(
        r"\S+",
        """
        likely necessarily only even simply be at on in towards looking it is its either or choice for of
        about ( [ { " ' le la mit
        """,
    )
)
_THAN = frozenset(("than", "als", "que", "чем", "che", "niż", "än", "dan", "como", "wie"))
_LESS = frozenset(
    ("less", "fewer", "weniger", "moins", "menos", "meno", "менее", "lower", "smaller", "shorter", "lesser")
)
_COMPARES = {"of": "instead", "to": "compared", "with": "compared", "for": "except", "out": "ruled"}
_COMPARING = frozenset(
    (
        "instead",
        "compared",
        "compare",
        "comparing",
        "except",
        "opposed",
        "contrast",
        "relative",
        "ruled",
        "ruling",
        "rule",
        "rules",
        "unlike",
        "against",
        "prior",
        "similar",
        "comparison",
        "anstelle",
        "statt",
    )
)
_PRONOUNS = frozenset(("it", "it's", "that", "this", "that's", "c'est"))
# An answer's noun that needs no "is" before the letter ("answer B"); others do ("the choice B covers" says nothing).
_NOT_ADJACENT = frozenset(
    re.findall(
        r"\S+",
        """
        choice selection pick result output final solution response decision guess wahl choix
        """,
    )
)
_IS = frozenset(("is", "are", "be", "was"))
_ALL = frozenset(("all", "every", "everything", "each", "both", "others"))
_BUT = frozenset(("but", "except", "excluding", "besides", "than", "apart"))
_SEVERAL = frozenset(("two", "three", "four", "five", "points", "options", "boxes", "objects", "lists"))
_RANKS = ("rank", "come", "place", "platz", "rang")
_WHAT = frozenset(("what", "what's", "all", "only", "that's", "which"))
_WAS = frozenset(("was", "were", "had"))
_CONTRACTED = frozenset(("it's", "that's", "c'est", "there's"))
_TENTATIVE = frozenset(
    (
        "thought",
        "instinct",
        "impression",
        "initial",
        "initially",
        "originally",
        "almost",
        "tempted",
        "previously",
        "earlier",
    )
)
_SENTENCE_ENDS = frozenset((".", "!", "?", ";", "\n", ":"))
_SECONDARY = frozenset(("runner", "secondary", "distractor", "backup"))
_NEAR = 6
_ENDED = ("", ".", ":")  # behind these nothing is said about the mention itself
_NO = frozenset(("no", "non", "não", "ne", "n'", "не", "nicht"))
_NEGATES = frozenset(
    [
        "no",
        "não",
        "nao",
        "non",
        "không",
        "nem",
        "nie",
        "ne",
        "inte",
        "ikke",
        "ikkje",
        "niet",
        "tidak",
        "bukan",
        "jangan",
        "nu",
        "en",
        "δεν",
        "לא",
        "لا",
        "не",
        "nicht",
    ]
)
_COPULAS_ABROAD = frozenset(
    ["es", "é", "è", "est", "ist", "sei", "fosse", "jest", "är", "er", "on", "adalah", "είναι", "era", "fue", "foi"]
)
_ASSERTED_IF = frozenset(
    [
        "forced",
        "pressed",
        "force",
        "press",
        "must",
        "have",
        "had",
        "asked",
        "ask",
        "insist",
        "required",
        "need",
        "needed",
        "choose",
        "pick",
        "select",
        "guess",
        "any",
    ]
)
_SOMEONE = frozenset(["i", "you", "one", "we", "someone", "some", "people", "others"])
_SUPPOSES = frozenset(("could", "might", "may", "would"))
_OTHERS = frozenset(("some", "others", "people", "many"))
_WHERE = frozenset(("for", "with", "at", "in", "by", "around", "inside", "within", "en", "bei", "à", "em", "ved"))


def stance(text: str, start: int, end: int, stop: int | None = None) -> int:
    """Return what a text says about the option that it mentions at [start, end).

    Args:
        text: Text from `standardizers.text.plain`.
        start: Where the mention starts.
        end: Where it ends.
        stop: Where the next mention of another option starts: what follows that is not about this one.
    """
    stop = len(text) if stop is None else stop
    before = text[start - _BACK if start > _BACK else 0 : start]
    sentence = before.rfind(". ")
    if sentence > 4 and before[sentence - 1].islower() and before[sentence - 2].islower():
        before = before[sentence:]
    if not before.isascii() and LESS_THAN_CJK.search(before, max(0, len(before) - 12)):
        return PREFERRED
    foreign = not before.isascii() and DENIED_CJK.search(before, max(0, len(before) - 12)) is not None
    tokens = _TOKEN.findall(before.lower())
    if "if" in tokens and _is_conditional(tokens):
        return CONTRASTED
    denied = CONTRASTED if foreign else _denied(tokens)
    if denied:
        return PREFERRED if _is_exception(tokens) and REST_EXCLUDED.match(text, end, stop) else denied
    ended = text[end : end + 1] in _ENDED
    if not ended and REJECTED_AFTER.match(text, end, stop):
        return PREFERRED if _is_exception(tokens) else REJECTED
    if not foreign and THAN_AFTER_CJK.match(text, end):
        return CONTRASTED
    if not ended and CONDITIONAL.match(text, end):
        return CONTRASTED
    if not ended and CORRECTED_AFTER.match(text, end):
        return CORRECTED
    if not ended and _is_made(tokens) and AFTER_MAKES.match(text, end):
        return ANNOUNCED
    copula = text[start : start + 5].lower().startswith(_RANKS)
    copula = copula or (not before.isascii() and COPULA_AFTER.match(text, end) is not None)
    level = _introduced(tokens, copula)
    if level >= CORRECTED:
        return level
    if not before.isascii() and (found := _introduced_abroad(before)) > level:
        level = found
    if level >= CONCLUDED:
        return level
    if not ended and CONCLUDED_AFTER.match(text, end):
        return CONCLUDED
    marked = _marked(text, end, tokens)
    return marked or max(level, PREFERRED if not ended and is_preferred(text, end, stop) else level)


def is_preferred(text: str, end: int, stop: int | None = None) -> bool:
    """Tell whether what follows a mention's end makes it the answer ("is the most salient", "stands out")."""
    match = PREFERRED_AFTER.match(text, end, len(text) if stop is None else stop)
    if match is not None:
        between = f"{match['between'] or ''} {match['abroad'] or ''}".lower()
        return UNDONE.isdisjoint(_TOKEN.findall(between))
    ahead = text[end : end + 30]
    return not ahead.isascii() and PREFERRED_AFTER_CJK.match(text, end) is not None


def _is_conditional(tokens: list[str]) -> bool:
    """Tell whether the sentence of a mention begins with a condition that may not hold ("If size counts, A")."""
    begin = len(tokens)
    while begin > 0 and tokens[begin - 1] not in _SENTENCE_ENDS:
        begin -= 1
    opening = [word for word in tokens[begin : begin + 8] if word not in ("(", "and", "but")]
    end = opening.index(",") if "," in opening[1:] else len(opening)
    return opening[:1] == ["if"] and _ASSERTED_IF.isdisjoint(opening[1:end])


def _is_made(tokens: list[str]) -> bool:
    """Tell whether the mention is what something makes the answer: "that makes B the focus"."""
    place = len(tokens) - 1
    while place >= 0 and (tokens[place] in FILLERS or tokens[place] in _SKIPPED):
        place -= 1
    return place >= 0 and tokens[place] in MAKES and UNDONE.isdisjoint(_clause(tokens, place))


def _is_exception(tokens: list[str]) -> bool:
    """Tell whether the mention is what is left of all options ("all but the kettle can be excluded")."""
    context = tokens[-8:]
    return not _ALL.isdisjoint(context) and not _BUT.isdisjoint(context)


def _marked(text: str, end: int, tokens: list[str]) -> int:
    """Read a tick or cross, or "correct" or "wrong", at the option."""
    mark = MARK_AFTER.match(text, end)
    for token in reversed(tokens[-3:]):
        if token in RIGHT_MARKS:
            return MENTIONED if mark is not None and mark["wrong"] else ANNOUNCED
        if token in WRONG_MARKS:
            break  # it belongs to the option before, or to this one: a tick elsewhere decides
        if token not in _SKIPPED and token not in FILLERS:
            break
    if mark is None:
        return MENTIONED
    return PREFERRED if mark["right"] else REJECTED


def _denied(tokens: list[str]) -> int:
    """Return REJECTED, CONTRASTED or PREFERRED ("less salient than B") for a denied mention, else 0."""
    place = len(tokens) - 1
    stop = max(-1, place - 9)
    while place > stop:
        token = tokens[place]
        if token in _THAN:
            context = tokens[max(0, place - 7) : place]
            if not _LESS.isdisjoint(context) or ("not" in context and "as" in context):
                return PREFERRED
            if token == "than" or not MOST.isdisjoint(context) or any(word.endswith("er") for word in context):
                return CONTRASTED
            if token in ("que", "che", "como", "wie", "als"):
                return MENTIONED
        if token in DENIES or (token.endswith("n't") and token != "don't"):
            return REJECTED
        if token in ("of", "to", "with", "for", "out") and place and tokens[place - 1] in _COMPARING:
            return REJECTED if token == "out" else CONTRASTED
        if token in ("compared", "besides", "beside", "versus", "vs", ">"):
            return CONTRASTED
        if token in _COPULAS_ABROAD or token in CHOOSES:
            return REJECTED if place and tokens[place - 1] in _NEGATES else MENTIONED
        if token not in _AMONG_DENIED:
            return MENTIONED
        place -= 1
    return MENTIONED


def _introduced(tokens: list[str], copula: bool = False) -> int:
    place = len(tokens) - 1
    if not _SECONDARY.isdisjoint(tokens[-_NEAR:]) and _is_runner_up(tokens):
        return CONTRASTED
    pronoun = noun = line = where = False
    while place >= 0:
        token = tokens[place]
        if token in COPULAS:
            copula = True
        elif token in ANSWERS:
            noun = True
            if not copula and token in CHOOSES and token not in ("answer", "choice"):
                break
            if copula or token not in _NOT_ADJACENT or line:
                break
        elif token == "\n":
            if line or not place:
                break
            line = True
            if tokens[place - 1] not in (":", "\n", *ANSWERS):
                break
        elif token in _PRONOUNS:
            pronoun = True
            copula = copula or token in _CONTRACTED
        elif token in _WHERE and not copula and not where and _is_place(token, tokens[max(0, place - 4) : place]):
            where = True
        elif token not in FILLERS and token not in _SKIPPED:
            break
        place -= 1
    else:
        if where:
            return MENTIONED
        return PREFERRED if copula and pronoun else IDENTIFIED if copula else MENTIONED
    token = tokens[place]
    clause = _clause(tokens, place)
    if where:
        if "," in clause:
            clause = clause[len(clause) - clause[::-1].index(",") :]
        if token == ",":
            return MENTIONED
        if noun and copula:
            return ANNOUNCED
        if token in MOST:
            return PREFERRED
        superlative = not MOST.isdisjoint((*clause, token)) and (copula or not _IS.isdisjoint(clause))
        undone = not UNDONE.isdisjoint(clause) or not DOUBTS.isdisjoint(clause)
        return PREFERRED if superlative and not undone else MENTIONED
    if pronoun and copula and token == ",":
        return PREFERRED
    strong = noun or _is_cue(token, tokens, place, copula)
    if strong or (copula and not ANSWERS.isdisjoint(clause)) or (copula and not QUALITIES.isdisjoint((token, *clause))):
        if not DOUBTS.isdisjoint(clause) or not UNDONE.isdisjoint((*clause[-3:], token)) or _is_unsure(clause):
            return MENTIONED
        if _is_tentative(clause) or (noun and not copula and not strong):
            return MENTIONED
        return ANNOUNCED
    if token in CONCLUDES:
        return CONCLUDED
    if token == "no" and place == len(tokens) - 1:
        return REJECTED  # "definitely no puddle"
    if token in CORRECTS or (token == "," and place and tokens[place - 1] in CORRECTS):
        return CORRECTED
    if token == "," and place and tokens[place - 1] in CONCLUDES:
        return CONCLUDED
    if not copula:
        if token in ("left", "remains", "remaining") and not _WHAT.isdisjoint(clause):
            return CONCLUDED
        return MENTIONED
    if not _SECONDARY.isdisjoint((*clause, token)):
        return CONTRASTED
    if token in ("left", "remains", "remaining") and not _WHAT.isdisjoint(clause):
        return CONCLUDED
    if token in _BREAKS:
        return PREFERRED if pronoun else IDENTIFIED
    clause = [*clause, token]
    if not UNDONE.isdisjoint(clause) or not DOUBTS.isdisjoint(clause):
        return MENTIONED
    if not CONCLUDES.isdisjoint(clause):
        return CONCLUDED
    if _is_tentative(clause):
        return MENTIONED
    if "are" in tokens[place:] and not _SEVERAL.isdisjoint(clause):
        return MENTIONED
    return PREFERRED if not MOST.isdisjoint(clause) else IDENTIFIED


def _is_runner_up(tokens: list[str]) -> bool:
    """Tell whether the mention is called the second best since the last comma."""
    begin = max(
        (place for place, token in enumerate(tokens) if token in (",", ";", "(") or token in _BREAKS), default=-1
    )
    return not _SECONDARY.isdisjoint(tokens[begin + 1 :])


def _is_tentative(clause: list[str]) -> bool:
    if not _OTHERS.isdisjoint(clause[-4:]) and not _SUPPOSES.isdisjoint(clause[-3:]):
        return True  # "some would say A"
    if (
        not _SUPPOSES.isdisjoint(set(clause[-2:]) - {"would"})
        and not _SOMEONE.isdisjoint(clause[-4:])
        and "if" not in clause
    ):
        return True  # "one could argue for A"
    return not _TENTATIVE.isdisjoint(clause) or ("going" in clause and not _WAS.isdisjoint(clause))


def _is_place(token: str, context: list[str]) -> bool:
    """Tell whether a preposition says where ("is at B"), not what is looked at or chosen ("go with B")."""
    return GAZE.isdisjoint(context) and PREPOSITIONS.get(token, _NO).isdisjoint(context)


def _is_cue(token: str, tokens: list[str], place: int, copula: bool) -> bool:
    if token in CHOOSES or token in BELIEVES:
        return True
    context = tokens[max(0, place - 4) : place]
    verbs = PREPOSITIONS.get(token)
    if verbs is not None and not verbs.isdisjoint(context):
        return True
    if token in GAZE_AT and not GAZE.isdisjoint(context):
        return _is_gaze(tokens, place)
    if token == "of" and place > 1 and tokens[place - 1] == "out" and not GAZE.isdisjoint(context):
        return _is_gaze(tokens, place - 1)
    if token in WATCHES:
        return _NO.isdisjoint(tokens[max(0, place - 2) : place]) and _has_subject(tokens, place)
    if token in POINTS or (token in ("to", "at", "on") and place and tokens[place - 1] in POINTS):
        subjects = _clause(tokens, place)
        return not PROMPTS.isdisjoint(subjects) and _NO.isdisjoint(subjects) and UNDONE.isdisjoint(subjects)
    abroad = LOOKS_ABROAD.get(token)
    return abroad is not None and not abroad.isdisjoint(context)


def _is_gaze(tokens: list[str], place: int) -> bool:
    clause = _clause(tokens, place)
    return UNDONE.isdisjoint(clause[-4:]) and _has_subject(tokens, place)


def _has_subject(tokens: list[str], place: int) -> bool:
    """Tell whether somebody looks, other than the one who analyses: "Looking at option A, ..." says nothing."""
    clause = _clause(tokens, place + 1)
    for index, token in enumerate(clause):
        if token in GAZE or token in WATCHES:
            words = [
                word for word in clause[:index] if word not in (",", "by", "when", "first", "upon", "after", "now")
            ]
            if not words:
                return not token.endswith("ing") or token == clause[0] == "facing"
            return words[-1] not in ("i", "we", "let's", "us", "i'll", "let", "me", "start", "begin")
    return True


def _clause(tokens: list[str], place: int) -> list[str]:
    """Return the words of the clause before `place`."""
    begin = place
    closed = False
    while begin > 0 and tokens[begin - 1] not in _BREAKS:
        closed = closed or tokens[begin - 1] == ")"
        if tokens[begin - 1] == "(" and not closed:
            break  # what stands in brackets is a clause of its own
        begin -= 1
    return tokens[begin:place]


def _is_unsure(clause: list[str]) -> bool:
    for one, two in pairwise(clause):
        if one == "not" and two in ("sure", "able", "possible", "clear", "certain", "know"):
            return True
        if one == "don't" and two == "know":
            return True
    return False


def _introduced_abroad(before: str) -> int:
    tail = before[-40:]
    if CUE_CJK.search(tail):
        return ANNOUNCED
    return CONCLUDED if CONCLUDES_CJK.search(tail) else MENTIONED
