"""What the clauses of a reply say about needing more: concepts and negations instead of phrases.

A clause is read as its words' concepts (need, enough, lack, more), whatever the language: a clause that needs or lacks
something wants more, one that has enough does not, and a negation turns either round.
"""

from __future__ import annotations

import re
from functools import cache

from ..text.cleaning import fold
from . import need_words
from .lexicon import CLAUSE, TOKEN, UNSPACED, Lexicon
from .undecided import HEDGES

_FEW = 3
_RELATIVE = re.compile(r"\b(alles|всё|все|wszystko|všechno),(?= (?:was|что|czego|co)\b)")
_ALL_NEEDED = re.compile(
    r"\b(?:alles was|всё что|все что|wszystko czego|všechno co|vše co|todo lo que|tudo (?:o )?(?:que|de que)"
    r"|alles (?:nötige|notwendige|erforderliche|benötigte)|tout le nécessaire|todo lo necesario|tudo o necessário"
    r"|tutto il necessario|всё необходимое|все необходимое|wszystko co potrzebne|al het nodige"
    r"|tutto (?:quello|ciò|quel) (?:che|di)|tout ce (?:qu|dont)|allt (?:jag|som)|alt (?:jeg|hvad))"
)
_CLAUSE_ENDS = re.compile(rf"{CLAUSE.pattern}|:\s")
_TO_BE_SEEN = re.compile(r"\bte (?:zien|lezen)\b")  # Dutch: visible, not a wish
_FINNISH_NOT = re.compile(r"\W*en (?!bas|haut|plus|la\b|el\b|un|het|de\b|ik\b|cette|ce\b)\w{4,}")
_ROMANIAN_NOT = re.compile(  # "nu" is "now" in Dutch and in Scandinavia
    r"\bnu (?:am|ai|are|avem|este|e|sunt|pot|poate|putem|v[ăa]d|vedem|mai|se(?! \w+ nok)|îmi|îl|trebuie|cred"
    r"|ajunge|știu"
    r"|stiu|vreau|doresc|necesit)\b"
)
_REASON = re.compile(  # begins a clause that gives the reason of the one before
    r"\s*(?:because|since|denn|weil|car|parce qu|puisqu|porque|ya que|pois|perché|poiché|want|omdat|aangezien"
    r"|потому|так как|ведь|бо|оскільки|ponieważ|gdyż|bo|protože|neboť|för(?: att)?|eftersom|fordi|çünkü|karena|sebab|vì"
    r"|deoarece|pentru că|mert|koska|sillä|γιατί|επειδή|כי|لأن|چون|क्योंकि)\b"
)
_MOST_CLAUSES = 200
_PHRASES = re.compile("|".join(f"(?P<{name}>{phrases})" for name, phrases in need_words.UNSPACED.items()))
_PIECES = re.compile(r"[.!?;,\n]|\band\b|\bund\b|\bet\b")
_TWO_WORDS = re.compile(
    r"\W*([^\W\d_]{1,8})(?:\s?[,;/&.\u2026-]{1,3}\s?|\s)(?:(?:and|und|et|y|e|ed|en|och|og|i|a|\u0438|\u0438\u043b\u0438|ve|dan|v\u00e0|or|oder|ou|o"
    r"|of)\s)?([^\W\d_]{1,8})(?=\s?(?:[,;/.!\u2026]|-\s|$))"
)
_HEDGED_END = re.compile(r"[.!?;\n\u3002]")
_HEDGED, _HEDGED_PIECES = 80, 3
_JOINING = frozenset(re.findall(r"\S+", "and or und oder et ou que y o e che it is a и или och eller en of nebo"))
_ONE_SIDE = re.compile(need_words.ONE_SIDE)
_SIDES = (  # what the second side's words contain: a fast first look
    *(
        "other",
        "anderer",
        "anderen",
        "autre",
        "otr",
        "outro",
        "altr",
        "друг",
        "іншого",
        "anderzijds",
        "andere",
        "andra",
        "anden",
        "andre",
    ),
    *("yandan", "drugiej", "druh", "lain", "khác", "άλλη", "αλλη", "שני", "أخرى", "दूसरी", "另一", "他方", "다른", "อีก"),
)
_OTHER_SIDE = re.compile(need_words.OTHER_SIDE)
_WEIGHED_END = re.compile(need_words.WEIGHED_END)
_AUXILIARIES = frozenset(
    re.findall(
        r"\S+",
        """
        do does did i'm am and yes no not don't doesn't didn't never
        """,
    )
)


@cache
def _lexicon() -> Lexicon:
    kinds = ("NEED", "ENOUGH", "LACK", "ABLE", "NEEDLESS", "MORE", "ALL", "WITHOUT")
    without = frozenset(need_words.WITHOUT.split())
    other = without | {"en", "nu"}  # told from words of other languages by what follows them
    negations = " ".join(word for word in need_words.NEGATIONS.split() if word not in other)
    return Lexicon({**{kind: getattr(need_words, kind) for kind in kinds}, "NEGATIONS": negations})


@cache
def _leading_words() -> dict[str, str]:
    found = dict.fromkeys(fold(need_words.YES).lower().split(), "yes")
    return found | dict.fromkeys(fold(need_words.NO).lower().split(), "no")


def first_word(text: str) -> str:
    """Return "yes" or "no" when a text begins with that word of any language, as an answer of its own, else ""."""
    match = TOKEN.search(text[:40])
    if match is None or text[: match.start()].strip(" \t\n*\"'([-"):
        return ""
    behind = text[match.end() :].lstrip(" *\"')]")
    if behind and (behind[0] not in ",.!;:-\n" or behind.lstrip(". ")[:1].isdigit()):
        return ""
    return _leading_words().get(match.group(), "")


_LONGEST_CONDITIONS = 600
_CONDITIONAL = re.compile(
    r"(?<![^\W_])(?:if|when|wenn|falls|si|se|если|als|om|jeśli|eğer|jika|nếu)\s[^.;!?\n]{2,80}?[,:]\s?(?:then "
    r"|dann |alors |entonces |então |allora |то )?"
    r"(?:the answer is |it(?:'s| is) (?:an? )?|i(?:'d| would) say )?[\"']?(?P<word>[^\W\d_]{2,4})[\"']?(?=\W|$)"
)


def yes_and_no(text: str) -> bool:
    """Tell whether a text begins with a yes and a no at once ("Ja, nein, schwer zu sagen.", "s\u00ed y no").

    A reply that takes its first word back ("No, wait, yes") is a correction instead.
    """
    match = _TWO_WORDS.match(text[:40])
    if match is None or "\n" in match.group():
        return False
    words = _leading_words()
    return {words.get(match[1]), words.get(match[2])} == {"yes", "no"}


def under_two_conditions(text: str) -> bool:
    """Tell whether a text says yes under one condition and no under another ("If it is empty, no; if not, yes.")."""
    said = [*_CONDITIONAL.finditer(text[:_LONGEST_CONDITIONS])]
    return len({_leading_words().get(match["word"]) for match in said}) > 1


def perhaps_either(text: str) -> bool:
    """Tell whether a text begins with a hedged yes and a hedged no ("maybe yes, maybe no")."""
    sentence = _HEDGED_END.split(text[:_HEDGED], maxsplit=1)[0]
    pieces = [piece.strip(" ,.-:'\"") for piece in HEDGES.split(sentence)]
    if len(pieces) != _HEDGED_PIECES or pieces[0]:
        return False
    words = [{word for word in TOKEN.findall(piece) if word not in _JOINING} for piece in pieces[1:]]
    if all(len(found) == 1 for found in words):
        one, other = (_leading_words().get(min(found)) for found in words)
        if {one, other} == {"yes", "no"}:
            return True
    return pieces[2] == "\u4e0d" + pieces[1]


def unweighed(text: str) -> str:
    """Return a text without what it weighs ("on the one hand ..., on the other hand ..."); conclusions stay.

    Example:
        >>> unweighed("on the one hand it is small, on the other hand it is sharp. so no.")
        'so no.'
    """
    first = _ONE_SIDE.search(text) if any([word in text for word in _SIDES]) else None
    other = _OTHER_SIDE.search(text, first.end()) if first is not None else None
    if first is None or other is None:
        return text
    ends = _WEIGHED_END.search(text, other.end())
    return text[: first.start()] + (text[ends.end() :] if ends is not None else "")


def stated_in_clauses(text: str) -> str:
    """Return "yes" when the clauses of a lower-case text want more, "no" when they have enough; the last counts.

    Example:
        >>> stated_in_clauses("Mir fehlt der untere Teil.".lower())
        'yes'
    """
    found = ""
    if UNSPACED.search(text):
        for match in _PHRASES.finditer(text):
            found = "yes" if match.lastgroup in ("not_enough", "needed") else "no"
    for clause in _clauses(text):
        if not found or _REASON.match(clause) is None:
            found = _clause(clause) or found
    return found


def stated_first(text: str) -> str:
    """Return what the first clause says that says either, as `stated_in_clauses` does.

    Example:
        >>> stated_first("ich brauche mehr, denn der hafen reicht weiter.")
        'yes'
    """
    return next((said for clause in _clauses(text) if (said := _clause(clause))), "")


def _clauses(text: str) -> list[str]:
    text = _TO_BE_SEEN.sub(" ", text) if " te " in text else text
    clauses = _CLAUSE_ENDS.split(_RELATIVE.sub(r"\1", text))[:_MOST_CLAUSES]
    return [clause for clause in clauses if clause and clause.strip()]


def _clause(clause: str) -> str:
    said, n_words = _lexicon().clause(clause)
    denied = "NEGATIONS" in said or _FINNISH_NOT.match(clause) is not None
    denied = denied or (" nu " in f" {clause}" and _ROMANIAN_NOT.search(clause) is not None)
    if "WITHOUT" in said:  # "cannot answer without the rest", "can answer without"
        if denied or said & {"ABLE", "ENOUGH", "MORE"}:
            return "yes" if denied else "no"
        denied = True
    if "NEEDLESS" in said:
        return "yes" if denied else "no"
    if "ALL" in said and "NEED" in said and _ALL_NEEDED.search(clause):
        return "yes" if denied else "no"  # "that is all I need"
    if "LACK" in said or "NEED" in said:
        return "no" if denied else "yes"
    if "ENOUGH" in said or "ABLE" in said:
        return "yes" if denied else "no"
    if "MORE" in said and n_words <= _FEW:
        return "no" if denied else "yes"
    return ""


def contradicts(text: str) -> bool:
    """Tell whether a short text says the same thing with and without a negation ("I need more. I need no more.")."""
    if len(text) > 200 or ("no" not in text and "n't" not in text and "never" not in text):
        return False
    said: dict[frozenset[str], bool] = {}
    for piece in _PIECES.split(text):
        words = piece.replace("n't", " not").split()
        key = frozenset(words) - _AUXILIARIES
        denied = bool({"not", "no", "never"} & {*words})
        if len(key) > 1 and said.setdefault(key, denied) != denied:
            return True
    return False
