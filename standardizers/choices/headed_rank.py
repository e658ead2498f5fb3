"""A rank under a heading ("Rank: third place. The dog and the girl come before it."), and what is no single rank."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..stance.mentions import Mention
from .rank_words import ORDINALS, SPELLED_CARDINALS

_HEADING = (
    r"(?:saliency |salience |my |the |its |final )?(?:rank(?:ing)?|place|position|rang(?:platz|position)?|platz"
    r"|platzierung"
    r"|classement|place|position|puesto|posición|lugar|rango|posição|posto|colocação|posizione|classifica|место|позиция"
    r"|ранг"
    r"|plaats|positie|plats|plass|plads|miejsce|pozycja|sıra|peringkat)"
)
_NOUN = (
    r"(?:place|rank|position|spot|platz|stelle|rang|place|lugar|puesto|posto|posición|posição|posizione|место|plaats"
    r"|plats|plass|plads|miejsce|sırada|most salient|overall)"
)
_HEADED = re.compile(
    rf"\W{{0,4}}{_HEADING}\s?[:=]\s{{0,3}}(?:the |le |la |el |il |o |a |der |die |das |den |het |de )?"
    rf"(?P<rank>[^\W\d_]{{3,16}})(?: {_NOUN})?\s?(?:[.!;\n]|\Z)",
    re.IGNORECASE,
)
_SPREADS = re.compile(  # "somewhere between the second and the fourth place"
    r"\b(?:between|zwischen|entre|tra|fra|между|tussen|mellan|mellem|mellom|między)\s(?:[^\W\d_]{1,4} )?"
    r"(?P<one>[^\W\d_]{3,16})(?: [^\W\d_]{4,10})?"
    r" (?:and|und|et|y|e|и|en|och|og|i|a) (?:[^\W\d_]{1,4} )?(?P<other>[^\W\d_]{3,16})\b",
    re.IGNORECASE,
)
_FROM_SIDE = re.compile(  # "on the third place from the left": where it stands in a row
    r"[^\W\d_]{0,10}(?: [^\W\d_]{4,10})?,? (?:(?:counted|counting|gezählt|en partant|empezando|contando|contand\w)? ?"
    r"(?:from (?:the )?(?:left|right|top|bottom|front|back)|von (?:links|rechts|oben|unten|vorne?|hinten)"
    r"|(?:à partir )?de(?:puis)? la (?:gauche|droite)|(?:desde|por) (?:la )?(?:izquierda|derecha)"
    r"|da(?:lla)? (?:sinistra|destra)|da (?:esquerda|direita)|слева|справа|сверху|снизу))\b",
    re.IGNORECASE,
)
_TURNS = re.compile(
    r"\b(?:or|oder|ou|o|или|no|wait|actually|rather|nein|doch|non|sino|maybe|perhaps|vielleicht|eher|plutôt)\b",
    re.IGNORECASE,
)


def headed_rank(text: str) -> int:
    """Return the rank that a text gives under a heading in its first sentence and does not take back, else 0.

    Example:
        >>> headed_rank("Rang: vierter Platz. Vor dem Traktor kommen der Bauer und das Pferd.")
        4
        >>> headed_rank("Rank: third place. Or rather the second.")
        0
    """
    head = _HEADED.match(text)
    if head is None:
        return 0
    rank = _rank(head["rank"])
    rest = text[head.end() :]
    if not rank or (_TURNS.search(rest) is not None and any(_rank(word) for word in re.findall(r"[^\W\d_]+", rest))):
        return 0
    return rank


def is_no_rank(text: str, mentions: Sequence[Mention]) -> bool:
    """Tell whether what looks like a rank spreads over several ones, or tells a place in a row of the picture.

    Args:
        text: Text from `standardizers.text.plain`.
        mentions: Its mentions of options, which are ranks.

    Example:
        >>> is_no_rank("Der Traktor steht auf dem dritten Platz von links.", [Mention(24, 37, 2, True)])
        True
        >>> is_no_rank("Rang: dritter Platz.", [Mention(6, 19, 2, True)])
        False
    """
    spread = _SPREADS.search(text)
    if spread is not None and _rank(spread["one"]) and _rank(spread["other"]):
        return True
    return len(mentions) == 1 and _FROM_SIDE.match(text, mentions[0].end) is not None


def _rank(word: str) -> int:
    """Return the number of an ordinal in any of its forms ("dritte", "dritten"), 0 for other words."""
    lowered = word.lower()
    for form in (lowered, *(lowered[:-1] + end for end in ("", "r", "s", "n"))):
        if form in ORDINALS and form not in SPELLED_CARDINALS:
            return ORDINALS[form]
    return 0
