"""What the words around the mention of an option say about it: announced, preferred, rejected, or only mentioned.

The words before a mention are walked backwards from it, over fillers ("option", "the", "most likely"), to the word that
introduces it; what follows it is matched where the mention ends. Both look at a bounded stretch of text only.
"""

from __future__ import annotations

from .introductions import clause_before, introduced, introduced_abroad
from .phrases import CONDITIONAL
from .stance_words import (
    ALL,
    AMONG_DENIED,
    ANNOUNCED,
    ASIDE,
    ASSERTED_IF,
    BACK,
    BUT,
    COMPARING,
    CONCLUDED,
    CONTRASTED,
    COPULAS_ABROAD,
    CORRECTED,
    COUNTERFACTUAL_AFTER,
    COUNTERFACTUAL_BEFORE,
    ENDED,
    FIRST_THOUGHTS,
    LEAST_BEFORE,
    LESS,
    MENTIONED,
    NEAR,
    NEGATES,
    NOBODY,
    NONE_THERE,
    PREFERRED,
    RANKS,
    REJECTED,
    SENTENCE_ENDS,
    SKIPPED,
    SUPPOSED,
    SURPASSED,
    THAN,
    TOKEN,
)
from .vocabulary import CHOOSES, DENIES, FILLERS, MOST, UNDONE
from .vocabulary_patterns import (
    AFTER_MAKES,
    BESIDE_AFTER_CJK,
    CLEFT_BEFORE,
    CLEFT_BEHIND,
    CONCLUDED_AFTER,
    COPULA_AFTER,
    CORRECTED_AFTER,
    DENIED_ABROAD,
    DENIED_CJK,
    LESS_THAN_CJK,
    MAKES,
    MARK_AFTER,
    PREFERRED_AFTER,
    PREFERRED_AFTER_CJK,
    REJECTED_AFTER,
    REST_EXCLUDED,
    RIGHT_MARKS,
    THAN_AFTER_CJK,
    WRONG_MARKS,
)


def stance(text: str, start: int, end: int, stop: int | None = None) -> int:
    """Return what a text says about the option that it mentions at [start, end).

    Args:
        text: Text from `standardizers.text.plain`.
        start: Where the mention starts.
        end: Where it ends.
        stop: Where the next mention of another option starts: what follows that is not about this one.
    """
    stop = len(text) if stop is None else stop
    before = text[start - BACK if start > BACK else 0 : start]
    sentence = before.rfind(". ")
    if sentence > 4 and before[sentence - 1].islower() and before[sentence - 2].islower():
        before = before[sentence:]
    if not before.isascii() and LESS_THAN_CJK.search(before, max(0, len(before) - 12)):
        return PREFERRED
    if LEAST_BEFORE.search(before, max(0, len(before) - 60)):
        return REJECTED
    if DENIED_ABROAD.search(before, max(0, len(before) - 44)):
        return REJECTED
    foreign = not before.isascii() and DENIED_CJK.search(before, max(0, len(before) - 12)) is not None
    tokens = TOKEN.findall(before.lower())
    if "if" in tokens and _is_conditional(tokens):
        return CONTRASTED
    if not NOBODY.isdisjoint(tokens) and _is_nobodys(tokens):
        return REJECTED
    if "no" in tokens and NONE_THERE.search(before):
        return REJECTED
    denied = CONTRASTED if foreign else _denied(tokens)
    if denied:
        return PREFERRED if _is_exception(tokens) and REST_EXCLUDED.match(text, end, stop) else denied
    aside = ASIDE.match(text, end) if text[end : end + 1] in "])}\"'," else None
    end = aside.end() if aside is not None else end
    ended = text[end : end + 1] in ENDED
    if not ended and REJECTED_AFTER.match(text, end, stop):
        return PREFERRED if _is_exception(tokens) else REJECTED
    if not foreign and not before.isascii() and BESIDE_AFTER_CJK.match(text, end):
        return CONTRASTED
    if not foreign and THAN_AFTER_CJK.match(text, end):
        return CONTRASTED
    if not ended and (CONDITIONAL.match(text, end) or SUPPOSED.match(text, end, stop)):
        return CONTRASTED
    if "have" in tokens and COUNTERFACTUAL_BEFORE.search(before) and COUNTERFACTUAL_AFTER.match(text, end):
        return CONTRASTED
    if not ended and CORRECTED_AFTER.match(text, end):
        return CORRECTED
    if not ended and _is_made(tokens) and AFTER_MAKES.match(text, end):
        return ANNOUNCED
    if CLEFT_BEFORE.search(before, max(0, len(before) - 40)) and CLEFT_BEHIND.match(text, end):
        return ANNOUNCED
    copula = text[start : start + 5].lower().startswith(RANKS)
    copula = copula or (not before.isascii() and COPULA_AFTER.match(text, end) is not None)
    level = introduced(tokens, copula)
    if level >= CORRECTED:
        return level
    if not before.isascii() and (found := introduced_abroad(before)) > level:
        level = found
    if level >= CONCLUDED:
        return level
    if not ended and CONCLUDED_AFTER.match(text, end):
        return CONCLUDED
    marked = _marked(text, end, tokens)
    if level < PREFERRED and not FIRST_THOUGHTS.isdisjoint(tokens[-NEAR:]) and "things" not in tokens:
        return CONTRASTED
    return marked or max(level, PREFERRED if not ended and is_preferred(text, end, stop) else level)


def is_preferred(text: str, end: int, stop: int | None = None) -> bool:
    """Tell whether what follows a mention's end makes it the answer ("is the most salient", "stands out")."""
    match = PREFERRED_AFTER.match(text, end, len(text) if stop is None else stop)
    if match is not None:
        between = f"{match['between'] or ''} {match['abroad'] or ''} {match['seems'] or ''}".lower()
        return UNDONE.isdisjoint(TOKEN.findall(between))
    ahead = text[end : end + 30]
    return not ahead.isascii() and PREFERRED_AFTER_CJK.match(text, end) is not None


def _is_nobodys(tokens: list[str]) -> bool:
    """Tell whether the sentence of a mention says that nobody looks at it."""
    begin = next((place for place in range(len(tokens), 0, -1) if tokens[place - 1] in SENTENCE_ENDS), 0)
    found = [place for place in range(begin, len(tokens)) if tokens[place] in NOBODY]
    return bool(found) and "," not in tokens[found[0] :]


def _is_conditional(tokens: list[str]) -> bool:
    """Tell whether the sentence of a mention begins with a condition that may not hold ("If size counts, A")."""
    begin = len(tokens)
    while begin > 0 and tokens[begin - 1] not in SENTENCE_ENDS:
        begin -= 1
    opening = [word for word in tokens[begin : begin + 8] if word not in ("(", "and", "but")]
    end = opening.index(",") if "," in opening[1:] else len(opening)
    return opening[:1] == ["if"] and ASSERTED_IF.isdisjoint(opening[1:end])


def _is_made(tokens: list[str]) -> bool:
    """Tell whether the mention is what something makes the answer: "that makes B the focus"."""
    place = len(tokens) - 1
    while place >= 0 and (tokens[place] in FILLERS or tokens[place] in SKIPPED):
        place -= 1
    return place >= 0 and tokens[place] in MAKES and UNDONE.isdisjoint(clause_before(tokens, place))


def _is_exception(tokens: list[str]) -> bool:
    """Tell whether the mention is what is left of all options ("all but the kettle can be excluded")."""
    context = tokens[-8:]
    return not ALL.isdisjoint(context) and not BUT.isdisjoint(context)


def _marked(text: str, end: int, tokens: list[str]) -> int:
    """Read a tick or cross, or "correct" or "wrong", at the option."""
    mark = MARK_AFTER.match(text, end)
    for token in reversed(tokens[-3:]):
        if token in RIGHT_MARKS:
            return MENTIONED if mark is not None and mark["wrong"] else ANNOUNCED
        if token in WRONG_MARKS:
            break  # it belongs to the option before, or to this one: a tick elsewhere decides
        if token not in SKIPPED and token not in FILLERS:
            break
    if mark is None:
        return MENTIONED
    return PREFERRED if mark["right"] else REJECTED


_TAKES = frozenset(("choose", "pick", "select", "take", "prefer", "go", "opt"))


def _denied(tokens: list[str]) -> int:
    """Return REJECTED, CONTRASTED or PREFERRED ("less salient than B") for a denied mention, else 0."""
    place = len(tokens) - 1
    stop = max(-1, place - 9)
    while place > stop:
        token = tokens[place]
        if token in THAN:
            context = tokens[max(0, place - 7) : place]
            if not LESS.isdisjoint(context) or ("not" in context and "as" in context):
                return PREFERRED
            if token == "than" or not MOST.isdisjoint(context) or any(word.endswith("er") for word in context):
                return CONTRASTED
            if token in ("que", "che", "como", "wie", "als"):
                return MENTIONED
        if token == "by" and place and tokens[place - 1] in SURPASSED:
            return PREFERRED  # "A is outshone by B"
        if token == "but" and place and tokens[place - 1] in ("anything", "anyone"):
            return REJECTED  # "anything but the pigeon"
        if token in DENIES or (token.endswith("n't") and token != "don't"):
            return REJECTED
        if token in ("of", "to", "with", "for", "out") and place and tokens[place - 1] in COMPARING:
            return REJECTED if token == "out" else CONTRASTED
        if token in ("compared", "besides", "beside", "versus", "vs", ">"):
            return CONTRASTED
        if token in _TAKES and place and (tokens[place - 1] in ("not", "never") or tokens[place - 1].endswith("n't")):
            return REJECTED  # "I would not choose A"; "I would not say A" only doubts it
        if token in COPULAS_ABROAD or token in CHOOSES:
            return REJECTED if place and tokens[place - 1] in NEGATES else MENTIONED
        if token not in AMONG_DENIED and not (token == "with" and place and tokens[place - 1] == "go"):
            return MENTIONED
        place -= 1
    return MENTIONED
