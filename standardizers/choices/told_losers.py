"""The option that a comparison names as the one that loses: "L'accordéoniste attire davantage le regard que B".

The winner may be told in another language, whose words no option shares: of two options it is the other one then. An
English noun that names neither option may as well be something else in the picture ("The clown outshines the stand.").
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..stance.mentions import Mention

_LONGEST = 300
_MORE = (
    r"(?:more|rather|\w{3,16}er|plus|davantage|mieux|mehr|eher|más|mejor|mais|melhor|più|meglio|больше|сильнее|заметнее"
    r"|скорее|ярче|більше|сильніше|помітніш\w+|bardziej|więcej|mocniej|meer|mer|mere|více|víc|enemmän|jobban|mai|lebih)"
)
_THAN = (
    r"(?:than|als|que|qu'|do que|di|del|dello|della|dell'|dei|delle|degli|чем|нежели|ніж|niż|od|než|dan|än|end|enn|kuin"
    r"|mint|decât|daripada|dibanding(?:kan)?|ketimbang|hơn|so với)"
)
_BEATS = (
    r"(?:outshin|overshadow|outrank|eclips|upstag|outdo|outcompet|beat|trump|dwarf|übertr[iu]ff|überstrahl|übertön"
    r"|surpass|éclips|devanc|supera|ofusc|opac|затмева|превосход|przyćmiewa|przewyższa|overtreff|overtræff|overträff"
    r"|överglänse)\w{0,4}"
)
_ARTICLES = (
    r"(?:(?:the|an?|der|die|das|dem|den|des|le|la|les|l'|el|los|las|lo|il|i|gli|o|os|as|de|het|that of|does"
    r"|do)\s?){0,2}"
)
_COMPARED = re.compile(
    rf"\b(?:{_MORE}\b[^.;:!?\n]{{0,70}}?\s{_THAN}|{_BEATS})\s?{_ARTICLES}(?:[\w'-]{{2,14}}\s){{0,2}}[\[(\"']{{0,2}}$",
    re.IGNORECASE,
)
_DENIED = re.compile(
    r"\b(?:not|no|nothing|nobody|none|neither|never|hardly|nor|nicht|nichts|kein\w{0,2}|kaum|pas|rien|aucun\w?|ne|non"
    r"|nulla|nessun\w?|nada|ning[uú]n\w?|nunca|não|nenhum\w?|не|ничто|ничего|нет|nie|nic|żaden|niets|geen|niet|inget|inte"
    r"|ikke|just|only|merely)\b|n't\b",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[.!?;\n](?=\s|$)")
_COMPARED_TO = re.compile(r"比\s?[\[(\"']{0,2}$")
_AT_HAND = re.compile(r"[\])\"']{0,2}\s?(?:より|보다|से (?:अधिक|ज़्यादा|ज्यादा)|['’]?[dt][ae]n daha)")


_ENGLISH = re.compile(r"\b(?:the|than|more|is)\b", re.IGNORECASE)


def in_plain_english(text: str) -> bool:
    """Tell whether a comparison is told in English, in which what wins would have been named as the option is."""
    return text.isascii() and len(_ENGLISH.findall(text)) > 1


def told_loser(text: str, mentions: Sequence[Mention]) -> int:
    """Return the only option that a text mentions where it is what something else is compared with and beats, or -1.

    Args:
        text: Text from `standardizers.text.plain`.
        mentions: Its mentions of options.

    Example:
        >>> told_loser("The piper draws more attention than the booth.", [Mention(40, 45, 1, True)])
        1
        >>> told_loser("Nothing draws more attention than the booth.", [Mention(38, 43, 1, True)])
        -1
    """
    if len(text) > _LONGEST or len({one.option for one in mentions}) != 1:
        return -1
    first = mentions[0]
    ends = [found.end() for found in _SENTENCE.finditer(text, 0, first.start)]
    before = text[ends[-1] if ends else 0 : first.start]
    if not before.strip() or _DENIED.search(before) is not None:
        return -1
    if _COMPARED.search(before) is not None or _COMPARED_TO.search(before) is not None:
        return first.option
    return first.option if len(mentions) == 1 and _AT_HAND.match(text, first.end) is not None else -1
