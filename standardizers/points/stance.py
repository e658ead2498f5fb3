"""Which points a reply asserts: not those of alternatives it leaves open, of first thoughts, or of its questions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from ..stance.undecided import assertions
from .thirds import Point

_MOST = 20
_TOKEN = "Pq{}z"
_LEFT_OPEN = re.compile(
    r"\b(?:either|(?:could|may|might|can) (?:also |first |well |either )?(?:be|look|gaze|start|land|fixate)"
    r"|(?:torn|toss-up|undecided|(?:decide|choose|hesitate\w*|choice"
    r"|coin)(?: it)?)"
    r" between)\b[^.!?;\n]{0,60}?Pq\d+z[^.!?;\n]{0,80}?\b(?:or|and|could|may|might)\b[^.!?;\n]{0,40}?Pq\d+z"
    r"[^.!?;\n]{0,60}[.!?;]?",
    re.IGNORECASE,
)
_FIRST_THOUGHT = re.compile(
    r"\b(?:initially|at first|(?:first|initial) (?:guess|thought|impression|instinct|idea|glance|sight|reading)"
    r"|(?:would|'d|could) have (?:said|guessed|thought|picked|chosen)|(?:one|you|i) (?:might|could|may|would)"
    r" (?:think|say|expect|guess)|i (?:was going to|wanted to|considered|thought)|looked right|seemed right"
    r"|on the face of it)\b",
    re.IGNORECASE,
)
_BUT = re.compile(
    r"\b(?:but|however|though|yet|although|still|instead|on (?:reflection|closer)|looking)\b", re.IGNORECASE
)
_BETWEEN = re.compile(r"^\W{0,4}(?:somewhere |anywhere )?between\s$", re.IGNORECASE)
_TAKES_LAST = re.compile(
    r"\b(?:(?:use|take|go with|going with|pick|choose|prefer|trust) (?:that|this|it|these)\b"
    r"|that(?:'s| is| one is) (?:my|the) (?:\w+ )?(?:answer|point|choice|pick|prediction))",
    re.IGNORECASE,
)

_BODY = (
    r"(?:eyes?|head|face|pupils?|nose|augen?|kopf|gesicht|yeux|t[êe]te|visage|ojos|cabeza|cara|olhos|cabeça|rosto"
    r"|occhi|testa"
    r"|viso|глаз\w*|голов\w+|ogen|hoofd|oczy|oczu|głow\w+)"
)
_STARTS = (
    r"(?:start(?:s|ed|ing)?|begin(?:s|ning)?|origin(?:ates?)?|beginn\w*|starte|ausgeh\w*|part(?:ant|ir|endo|iendo)"
    r"|parts?(?= (?:de|du|des|d'|da|do|dos|das|dal|dai)\b)"
    r"|commenc\w*|empiez\w*|comenz\w*|começ\w*|inizi\w*|начина\w*|zaczyna\w*)"
)
_FOLLOWS = (
    r"(?:follow(?:s|ing|ed)?|from (?:there|here)|extend(?:s|ing)?|trac(?:e|es|ing)|von dort|von da|folg\w*"
    r"|de là|à partir"
    r" de|suiv\w*|suis|desde (?:ahí|allí)|sig(?:o|ue|uiendo)|daí|dali|seguindo|da lì|seguo|seguendo|оттуда|stamtąd)"
)
_ORIGIN = re.compile(  # where the line of sight begins
    rf"(?:\b{_STARTS}\b"
    rf"(?:(?!\b(?:whose|dessen|deren|dont|cuy[oa]s?|cuj[oa]s?|il cui|la cui|чь[её])\b)[^.;\n\d]){{0,40}}\b{_BODY}\b"
    rf"(?:(?!\b(?:and|und|et|y|e|и|to|i)\b)[^.;\n\d]){{0,50}}[\d.]+"
    rf"|\b{_BODY}\b[^.;\n\d]{{0,40}}[(\[][^()\[\]]{{3,24}}[)\]][^\n]{{0,30}}\b{_FOLLOWS}\b)",
    re.IGNORECASE,
)

_EQUAL = re.compile(  # "Both are equally likely.", behind the last point
    r"^[^\n]{0,200}?\b(?:both|either|equally|beide[s]?|gleich|gleichermaßen|(?:las|los) dos|ambas|ambos|les deux"
    r"|as duas"
    r"|os dois|le due|entrambe|entrambi|обе|оба|одинаково|igual(?:mente)? de|igualmente|également|autant|ugualmente)\b"
    r"[^.\n\d]{0,40}?\b(?:likely|plausible|possible|probable[s]?|wahrscheinlich|möglich|plausibel|prov[áa]ve(?:l|is)"
    r"|possíve(?:l|is)|probabil[ei]|possibil[ei]|вероятн\w+|возможн\w+)\b"
    r"|^[^\n]{0,200}?\b(?:leave (?:it|this|that|the (?:question|choice)) open|lasse (?:es|das) offen"
    r"|lege mich nicht fest"
    r"|dejo la cuestión abierta|deixo (?:a questão |isso )?em aberto|laisse la question ouverte|lascio aperta"
    r"|(?:can(?:not|'t)|could not|couldn't) (?:say|tell|decide|choose|pick)|no puedo (?:decidir|elegir)"
    r"|ne (?:peux|saurais|sais) pas (?:trancher|choisir|dire)|kann mich nicht entscheiden"
    r"|non so (?:decidere|scegliere)|não consigo (?:decidir|escolher)|не могу (?:выбрать|решить))\b",
    re.IGNORECASE,
)
_CHOOSES = re.compile(
    r"\b(?:but|so|still|however|if i (?:must|have to|had to)|forced)\b[^.\n]{0,30}\b(?:i(?:'d| would| will)?|my)\b"
    r"|\b(?:choose|pick|prefer|go with|final|answer|tippe|nehme|wähle|elijo|choisis|escolho|scelgo|выбираю)\b",
    re.IGNORECASE,
)
_FIRST_OF = re.compile(
    r"\b(?:first|zuerst|zunächst|d'abord|en premier|primero|primeiro|prima|per primo|сначала)\b[^.;\n\d]{0,80}$",
    re.IGNORECASE,
)
_THEN = re.compile(
    r"[^.\n]{0,60}?\b(?:then|afterwards|after that|followed by|before moving|dann|danach|anschließend|puis|ensuite"
    r"|luego|después|depois|em seguida|poi|dopo|затем|потом)\b",
    re.IGNORECASE,
)
_BESIDE = re.compile(
    r"\b(?:next to|beside|near|close to|left of|right of|above|below|behind|in front of|under|opposite|adjacent to)"
    r" (?:the|an?|his|her|its) (?:[a-z-]+ ){1,3}(?:\(?at |around |near )?[(\[]?$",
    re.IGNORECASE,
)

_FROM_BODY = re.compile(rf"\b{_STARTS}\b[^.;\n\d]{{0,40}}\b{_BODY}\b[^.;,\n\d]{{0,30}}[(\[]?$", re.IGNORECASE)
_BODY_PLACE = re.compile(
    r"(?:^|[.;\n]\s?)(?:the|his|her|their|both|die|der|seine|ihre|les|la|sus|los|os|seus|gli|i suoi)\s(?:\w+'s\s)?"
    r"(?:eyes|head|pupils|augen|kopf|yeux|tête|ojos|cabeza|olhos|cabeça|occhi|testa)\s(?:is|are|lies?|ist|sind"
    r"|befinde[nt]\w* sich|liegen|est|sont|se trouvent|están?|se encuentran|estão|está|sono|si trovano)\s"
    r"(?:located |positioned |centred "
    r"|centered )?(?:at|near|around|about|bei|en|em|à|a)\s(?:about |around |roughly |etwa |environ |unos )?(?:[(\[]"
    r"|(?=0?\.\d))",
    re.IGNORECASE,
)
_WATCHES = re.compile(
    r"\b(?:look|gaz|star(?:es?|ing)|fixat|watch|direct|glanc|point|turn|towards?|blick|schau|sieht|regard|mira|olha"
    r"|guard)",
    re.IGNORECASE,
)
_LATER = re.compile(
    r"[\])]?,?\s(?:(?:is|would be|comes?) )?(?:only )?(?:the |my |a )?(?:close )?(?:runner-?up|second choice"
    r"|second[- ]best|alternative|less likely|fallback)\b"
    r"|[^.;\n\d]{0,40}\b(?:(?:looked at|noticed|seen|fixated|viewed|come|comes|follows?|visited)\s(?:only\s)?|only\s)"
    r"(?:later|afterwards|second|after that)\b",
    re.IGNORECASE,
)


def is_origin(text: str) -> bool:
    """Tell whether the point that a text names is only where the line of sight begins.

    Example:
        >>> is_origin("I start from the eyes, which are near (0.31, 0.22), and follow the head.")
        True
    """
    if _ORIGIN.search(text) is not None:
        return True
    placed = _BODY_PLACE.search(text)
    return placed is not None and _WATCHES.search(text[: placed.end()]) is None


def first_looked_at(points: Sequence[Point], text: str) -> bool:
    """Tell whether a text says that its first point is looked at first and all others then."""
    if len(points) < 2 or _FIRST_OF.search(text[: points[0].start]) is None:
        return False
    return all(_THEN.match(text, one.end, other.start) for one, other in pairwise(points))


def asserted(points: Sequence[Point], text: str) -> list[Point] | None:
    """Return the points that a text asserts where it leaves others open; None when it asserts all that it names.

    Args:
        points: Points in the order of the text, two or more.
        text: The text in which they are.
    """
    if len(points) > _MOST or not any(map(str.isalpha, text[: points[-1].start])):
        return None
    behind = text[points[-1].end :]
    if len(behind) > 8 and _TAKES_LAST.search(behind):
        return [points[-1]]
    if len(points) == 2 and _FROM_BODY.search(text[: points[0].start]) is not None:
        return [points[1]]  # "The gaze starts at the eyes (0.4, 0.2) and lands on the screen at (0.5, 0.3)."
    first = _FIRST_THOUGHT.search(text[: points[1].start])
    if first is not None and _BUT.search(text, points[0].end, points[1].start):
        return [*points[1:]]
    if (
        len(points) == 2
        and _BETWEEN.search(text[: points[0].start])
        and text[points[0].end : points[1].start] == " and "
    ):
        return []
    if _EQUAL.search(behind) is not None and _CHOOSES.search(behind) is None:
        return []
    main = [point for point in points if _BESIDE.search(text[max(0, point.start - 60) : point.start]) is None]
    if 0 < len(main) < len(points) and main[0] is points[0] and points[0].third is None:
        return main
    later = [_LATER.match(text, point.end) is not None for point in points]
    if any(later[1:]) and not later[0]:
        return [point for point, comes_later in zip(points, later, strict=True) if not comes_later]
    pieces, end = [], 0
    for place, point in enumerate(points):
        pieces += [text[end : point.start], _TOKEN.format(place)]
        end = point.end
    masked = "".join([*pieces, text[end:]])
    stated = assertions(_LEFT_OPEN.sub(" ", masked))
    if stated is masked:
        return None
    kept = [point for place, point in enumerate(points) if _TOKEN.format(place) in stated]
    return kept if len(kept) < len(points) else None
