"""What the words before the mention of an option introduce it as: the answer, a conclusion, the subject of a copula."""

from __future__ import annotations

from itertools import pairwise

from .stance_words import (
    ALL,
    ANNOUNCED,
    ASPECTS,
    BREAKS,
    CONCLUDED,
    CONTRACTED,
    CONTRASTED,
    CORRECTED,
    FAVOURS,
    IDENTIFIED,
    IS,
    LISTS,
    MENTIONED,
    NEAR,
    NO,
    NOT_ADJACENT,
    OTHERS,
    PREFERRED,
    PRONOUNS,
    REJECTED,
    SECONDARY,
    SEVERAL,
    SKIPPED,
    SOMEONE,
    SUPPOSES,
    TENTATIVE,
    WAS,
    WHAT,
    WHERE,
    WITHOUT_COPULA,
)
from .vocabulary import (
    ANSWERS,
    BELIEVES,
    CHOOSES,
    CONCLUDES,
    COPULAS,
    CORRECTS,
    DOUBTS,
    FILLERS,
    GAZE,
    GAZE_AT,
    LOOKS_ABROAD,
    MOST,
    POINTS,
    PREPOSITIONS,
    PROMPTS,
    QUALITIES,
    UNDONE,
    WATCHES,
)
from .vocabulary_patterns import CONCLUDES_CJK, CUE_CJK

_LETTER_OF = frozenset(("option", "choice", "answer", "letter"))
_ARTICLES = frozenset(("el", "la", "los", "las", "il", "lo", "le", "gli", "i", "l", "un", "una"))


def introduced(tokens: list[str], copula: bool = False) -> int:
    """Return the stance that the words before a mention give it.

    Args:
        tokens: The words and marks before it, in lower case.
        copula: A copula stands behind it, as some languages have it.
    """
    place = len(tokens) - 1
    if not SECONDARY.isdisjoint(tokens[-NEAR:]) and _is_runner_up(tokens):
        return CONTRASTED
    if tokens[-3:-1] == ["which", "is"] and tokens[-1] in _LETTER_OF:
        before = clause_before(tokens, len(tokens) - 3)
        if not CONCLUDES.isdisjoint(before) and DOUBTS.isdisjoint(before) and NO.isdisjoint(before):
            return CONCLUDED  # "Hence it takes third place, which is option A."
    pronoun = noun = line = where = False
    while place >= 0:
        token = tokens[place]
        if token in COPULAS:
            copula = True
        elif token in ANSWERS:
            noun = True
            if not copula and token in CHOOSES and token not in ("answer", "choice"):
                break
            if copula or token not in NOT_ADJACENT or line:
                break
        elif token == "\n":
            if line or not place:
                break
            line = True
            if tokens[place - 1] not in (":", "\n", *ANSWERS):
                break
        elif token in PRONOUNS:
            pronoun = True
            copula = copula or token in CONTRACTED
        elif token in WHERE and not copula and not where and _is_place(token, tokens[max(0, place - 4) : place]):
            where = True
        elif token not in FILLERS and token not in SKIPPED:
            break
        place -= 1
    else:
        if where:
            return MENTIONED
        if copula and "are" in tokens and not LISTS.isdisjoint(tokens):
            return MENTIONED  # "The options are A: a dog, ..."
        return PREFERRED if copula and pronoun else IDENTIFIED if copula else MENTIONED
    token = tokens[place]
    clause = clause_before(tokens, place)
    if where:
        if "," in clause:
            clause = clause[len(clause) - clause[::-1].index(",") :]
        if token == ",":
            return MENTIONED
        if noun and copula:
            return ANNOUNCED
        if token in MOST:
            return PREFERRED
        words = (*clause, token)
        said = copula or not IS.isdisjoint(clause) or not WITHOUT_COPULA.isdisjoint(words)
        superlative = not MOST.isdisjoint(words) and said
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
    if token in ("no", "non") and _ARTICLES.issuperset(tokens[place + 1 :]):
        return REJECTED  # "definitely no puddle", "no el libro"
    if token in CORRECTS or (token == "," and place and tokens[place - 1] in CORRECTS):
        return CORRECTED
    if token == "," and place and tokens[place - 1] in CONCLUDES:
        return CONCLUDED
    if not copula:
        if token in ("left", "remains", "remaining") and not WHAT.isdisjoint(clause):
            return CONCLUDED
        return MENTIONED
    if not SECONDARY.isdisjoint((*clause, token)):
        return CONTRASTED
    if token in ("left", "remains", "remaining") and not WHAT.isdisjoint(clause):
        return CONCLUDED
    if token in BREAKS:
        return PREFERRED if pronoun else IDENTIFIED
    clause = [*clause, token]
    if not UNDONE.isdisjoint(clause) or not DOUBTS.isdisjoint(clause):
        return MENTIONED
    if not CONCLUDES.isdisjoint(clause):
        return CONCLUDED
    if _is_tentative(clause):
        return MENTIONED
    if "are" in tokens[place:] and not SEVERAL.isdisjoint(clause):
        return MENTIONED
    return PREFERRED if not MOST.isdisjoint(clause) else IDENTIFIED


def _is_runner_up(tokens: list[str]) -> bool:
    """Tell whether the mention is called the second best since the last comma."""
    begin = max(
        (place for place, token in enumerate(tokens) if token in (",", ";", "(") or token in BREAKS), default=-1
    )
    return not SECONDARY.isdisjoint(tokens[begin + 1 :])


_NEAR_CUE = 4  # tokens before a preposition that hold its verb
_STOPS = frozenset(".!?;\n")


_MERE_WORDS = frozenset(("also", "just", "equally", "still", "even", "perhaps", "easily", "similarly", "likewise"))


def _is_tentative(clause: list[str]) -> bool:
    clause = [token for token in clause if token not in _MERE_WORDS]
    if not OTHERS.isdisjoint(clause[-4:]) and not SUPPOSES.isdisjoint(clause[-3:]):
        return True  # "some would say A"
    if (
        not SUPPOSES.isdisjoint(set(clause[-2:]) - {"would"})
        and not SOMEONE.isdisjoint(clause[-4:])
        and "if" not in clause
    ):
        return True  # "one could argue for A"
    if clause[:2] == ["at", "first"]:
        return True  # "At first I was drawn to A."
    return not TENTATIVE.isdisjoint(clause) or ("going" in clause and not WAS.isdisjoint(clause))


def _is_place(token: str, context: list[str]) -> bool:
    """Tell whether a preposition says where ("is at B"), not what is looked at or chosen ("go with B")."""
    return GAZE.isdisjoint(context) and PREPOSITIONS.get(token, NO).isdisjoint(context)


def _is_cue(token: str, tokens: list[str], place: int, copula: bool) -> bool:
    begin = max(0, place - _NEAR_CUE)
    ends = [at for at in range(begin, place) if tokens[at] in _STOPS]
    context = tokens[ends[-1] + 1 if ends else begin : place]  # "C speaks for B. For A there is nothing."
    if token in CHOOSES or token in BELIEVES:
        return not (token in FAVOURS and _is_aspect(tokens, place))
    verbs = PREPOSITIONS.get(token)
    if verbs is not None and not verbs.isdisjoint(context):
        return FAVOURS.isdisjoint(context) or not _is_aspect(tokens, place)
    if token in GAZE_AT and not GAZE.isdisjoint(context):
        return _is_gaze(tokens, place)
    if token == "of" and place > 1 and tokens[place - 1] == "out" and not GAZE.isdisjoint(context):
        return _is_gaze(tokens, place - 1)
    if token in WATCHES:
        return NO.isdisjoint(tokens[max(0, place - 2) : place]) and _has_subject(tokens, place)
    if token in POINTS or (token in ("to", "at", "on") and place and tokens[place - 1] in POINTS):
        subjects = clause_before(tokens, place)
        return not PROMPTS.isdisjoint(subjects) and NO.isdisjoint(subjects) and UNDONE.isdisjoint(subjects)
    abroad = LOOKS_ABROAD.get(token)
    return abroad is not None and not abroad.isdisjoint(context)


def _is_aspect(tokens: list[str], place: int) -> bool:
    """Tell whether what favours an option is one of its aspects only ("Size alone favours B")."""
    clause = clause_before(tokens, place)
    if "," in clause:
        clause = clause[len(clause) - clause[::-1].index(",") :]
    clause = clause[1:] if clause[:1] == ["and"] else clause
    return not ASPECTS.isdisjoint(clause) and ALL.isdisjoint(clause) and "and" not in clause


def _is_gaze(tokens: list[str], place: int) -> bool:
    clause = clause_before(tokens, place)
    return UNDONE.isdisjoint(clause[-4:]) and _has_subject(tokens, place)


def _has_subject(tokens: list[str], place: int) -> bool:
    """Tell whether somebody looks, other than the one who analyses: "Looking at option A, ..." says nothing."""
    clause = clause_before(tokens, place + 1)
    for index, token in enumerate(clause):
        if token in GAZE or token in WATCHES:
            words = [
                word for word in clause[:index] if word not in (",", "by", "when", "first", "upon", "after", "now")
            ]
            if not words:
                return not token.endswith("ing") or token == clause[0] == "facing"
            return words[-1] not in ("i", "we", "let's", "us", "i'll", "let", "me", "start", "begin")
    return True


def clause_before(tokens: list[str], place: int) -> list[str]:
    """Return the words of the clause before `place`."""
    begin = place
    closed = False
    while begin > 0 and tokens[begin - 1] not in BREAKS:
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


def introduced_abroad(before: str) -> int:
    """Return the stance that Chinese, Japanese and Korean text before a mention gives it."""
    tail = before[-40:]
    if CUE_CJK.search(tail):
        return ANNOUNCED
    return CONCLUDED if CONCLUDES_CJK.search(tail) else MENTIONED
