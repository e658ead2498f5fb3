"""Points that a reply rules out: "not the shelf at (0.8, 0.2)", "rather than (0.8, 0.2)", "(0.8, 0.2) is not it"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .thirds import Point
from .words import may_hold

_NEGATION = (
    r"\b(?:not|cannot|never|neither|nor|\w{2,8}n't)\b(?! (?:only|just|sure|certain|exact|exactly|precise\w*|far|long"
    r"|possible|able|stay for|too|necessarily|entirely|necessary|surprising\w*|predict|see|determine|know)\b)"
    r"|\b(?:rather than|instead of|unlike|except|excluding|excludes?|no longer|away from|rul(?:e|ed|es"
    r"|ing) out|avoid\w*"
    r"|skip|ignor\w+|discard\w*|reject\w*|dismiss\w*|nicht|statt|kein\w*|pas|plutôt que|nobody|no one|niemand|nadie"
    r"|ninguém|nessuno|никто|en lugar de|no es|não é|non è"
    r"|не|вместо)\b|\[ ?\](?=\s)|[❌✗✘🚫]|不是|而不是|并非|不会|ではな|じゃな|아니"
)
_NEGATING = frozenset(
    [
        "nobody",
        "one",
        "niemand",
        "nadie",
        "nessuno",
        "not",
        "cannot",
        "never",
        "neither",
        "nor",
        "t",
        "rather",
        "instead",
        "unlike",
        "except",
        "excluding",
        "exclude",
        "excludes",
        "excluded",
        "longer",
        "away",
        "rule",
        "ruled",
        "rules",
        "ruling",
        "avoid",
        "avoids",
        "avoiding",
        "skip",
        "ignore",
        "ignores",
        "ignoring",
        "ignored",
        "discard",
        "discarded",
        "discarding",
        "reject",
        "rejected",
        "rejecting",
        "dismiss",
        "dismissed",
        "dismissing",
        "nicht",
        "statt",
        "kein",
        "keine",
        "keinen",
        "keiner",
        "pas",
        "en",
        "no",
        "unlikely",
        "after",
        "already",
        "previous",
        "previously",
        *("anulada", "anulado", "descartada", "descartado", "void", "withdrawn", "cancelled", "canceled", "verworfen"),
        *("ungültig", "annulé", "annulée", "annullato", "annullata"),
    ]
)
_WITHDRAWN = (
    r"(?:anulad[ao]|descartad[ao]|void|withdrawn|cancell?ed|ungültig|verworfen|annulée?|annullat[ao]|отмен\w+"
    r"|作废|无效)"
)
_ANY = re.compile(
    _NEGATION + rf"|{_WITHDRAWN}" + r"|unlikely|excluded|\bno\b|\b(?:after|already|previous\w*)\b", re.IGNORECASE
)
_BEFORE = re.compile(rf"(?:{_NEGATION})[^.;:!?\n,]{{0,80}}$", re.IGNORECASE)
_AND = re.compile(r"\s{0,3},?\s{0,2}(?:and|und|et|y|e|,)?\s{0,3}")
_PAST = re.compile(
    r"\b(?:after(?! (?:that|this|which|it)\b)|already (?:looked|fixated|seen|visited)(?: at)?"
    r"|previously fixated)\b[^.;:!?\n,()]{0,30}$",
    re.IGNORECASE,
)
_OR = re.compile(r"\s{0,3},?\s{0,2}(?:or|nor|and not|oder|noch|ou|ni|ни|或)\b[^.;:!?\n,]{0,60}", re.IGNORECASE)
_BEHIND = re.compile(
    rf"\s{{0,3}},?\s?(?:(?:is|was|now|hereby|queda|es|está|fica|é|est|ist|è|wird|wurde)\s){{0,2}}"
    rf"{_WITHDRAWN}(?!\w)|"
    r"\s{0,3}(?:(?:is|are|was|seems|ist|est|es|é)\s)?(?:(?:definitely|clearly|certainly|probably)\s)?"
    r"(?:not?\b(?! only)|unlikely\b|ruled out|excluded|discarded|nicht\b|no longer|✗|✘|❌)(?=[^()]{0,40}(?:[.;,\n]|$))",
    re.IGNORECASE,
)
_LONG_STAY = re.compile(r"\bnot (?:stay|linger|remain|rest)\b", re.IGNORECASE)


def without_ruled_out(points: Sequence[Point], text: str, start_counts: bool = False) -> list[Point]:
    """Return the points that a text does not rule out: negation reaches to the next point in the same clause.

    Args:
        points: Points in the order of the text.
        text: The text in which they are.
        start_counts: A point at which the eyes "do not stay" is one of the answer, as in a path.
    """
    if not (may_hold(text, _NEGATING) or "[ ]" in text) or not _ANY.search(text):
        return list(points)
    kept = []
    end, negated = 0, False
    for place, point in enumerate(points):
        gap = text[max(end, point.start - 100) : point.start]
        carried = negated and (_OR.fullmatch(gap) or _AND.fullmatch(gap)) is not None
        negated = carried or _negates(gap, start_counts) or (not start_counts and _PAST.search(gap) is not None)
        after = points[place + 1].start if place + 1 < len(points) else point.end + 60
        if not negated and not _BEHIND.match(text, point.end, after):
            kept.append(point)
        end = point.end
    return kept


def _negates(gap: str, start_counts: bool) -> bool:
    return _BEFORE.search(gap) is not None and not (start_counts and _LONG_STAY.search(gap))
