"""Directions in which a reply moves the view, where the question asks for directions instead of view numbers."""

from __future__ import annotations

import re
from functools import lru_cache

from ..text.cleaning import fold, plain
from .notation import unfilled

Directions = tuple[str, ...]

DIRECTIONS = ("left", "right", "up", "down")
_ASKS = re.compile(
    r"\b(?:left|right|up|down)(?:,| or| and|/|\|){1,2}\s?(?:or |and )?(?:left|right|up|down)"
    r"(?:,| or| and|/|\|){1,2}\s?(?:or |and )?(?:left|right|up|down)\b",
    re.IGNORECASE,
)
_WORDS = {
    "left": r"left(?:wards?)?|west|links|gauche|izquierda|esquerda|sinistra|налево|влево|левее"
    r"|слева|лев\w{2,3}|вліво|ліворуч|vänster"
    r"|venstre|links\w*|w lewo|lewo|vlevo|doleva|sola|sol|kiri|trái|αριστερ\w+|שמאלה?|(?:ل)?(?:ال)?يسار|(?:به )?چپ"
    r"|बाए\w*|बाएं|बाईं"
    r"|balra|vasemma\w+|stânga|左|왼|ซ้าย",
    "right": r"right(?:wards?)?|east|rechts\w*|droite|derecha|direita|destra|направо|вправо|правее|справа|прав\w{2,3}"
    r"|праворуч|höger|højre"
    r"|høyre|w prawo|prawo|vpravo|doprava|sağa|sağ|kanan|phải|δεξι\w+|ימינה?|(?:ل)?(?:ال)?يمين|راست|दाए\w*|दाएं"
    r"|दाईं|jobbra|oikea\w+"
    r"|dreapta|右|오른|ขวา",
    "up": r"up(?:wards?)?|upper|above|top|north|higher|oben|hoch|rauf|aufwarts|aufwärts|haut|arriba"
    r"|acima|cima|alto|вверх\w*|наверх\w*"
    r"|верхн\w+|сверху|выше|вгору"
    r"|uppåt|upp|opad|oppover|opp|omhoog|boven|do góry|w górę|górę|nahoru|yukarı\w*|atas|lên|πάνω|επάνω|למעלה|أعلى"
    r"|لأعلى|فوق"
    r"|بالا|ऊपर|fel|felfelé|ylös\w*|上|위|บน|ขึ้น",
    "down": r"down(?:wards?)?|lower|bottom|south|below|unten|runter|abwarts|abwärts|bas|abajo|abaixo|baixo|basso|giù"
    r"|nedad|nedefter|downwards?|вниз\w*|книзу|нижн\w+|снизу|ниже"
    r"|донизу|nedåt|ned|neråt|ner|nedover|omlaag|beneden|onder|w dół|dół|dolů|aşağı\w*|bawah|xuống|κάτω|למטה|أسفل"
    r"|لأسفل|تحت|پایین"
    r"|नीचे|lefelé|alas|下|아래|ล่าง|ลง",
}
_NOTHING = (
    r"none|nothing|nowhere|no|not|n/a|null|stay|keine?|nein|nicht|aucune?|ninguna?|nessuna?|nenhuma?"
    r"|нет|не|无|無|不|なし|없\w*|nie|ingen|geen"
)


def _pattern() -> re.Pattern[str]:
    return re.compile("|".join(rf"(?P<{name}>{_either(words)})" for name, words in _WORDS.items()))


def _either(words: str) -> str:
    return rf"(?<!\w)(?:{_spaced(words)})(?!\w)|{_unspaced(words)}"


def _spaced(words: str) -> str:
    return fold(words).lower()


def _unspaced(words: str) -> str:
    return "|".join(word for word in words.split("|") if word[0] >= "\u0e00" and len(word) < 5)


_DIRECTION = _pattern()
_JOIN = re.compile(
    r"(?:[\s,/&+|'\"\[\]-]|\b(?:and|then|also|to|the|towards?|a bit|further|y|et|und|e|и|en|og|och|i|ve|dan|và|la|die"
    r"|der|a|à|nach|vers|hacia|para|verso|le|lo|el|al|alla|alto|åt|mot|mod|naar|do|na|w|в|на|ke|sang|dann|danach|auch"
    r"|puis|ensuite|luego|después|poi|потом|затем|after that|afterwards)\b|l'){1,12}|[和与跟と、과와및]{1,2}\s?|.{0}"
)
_OR = re.compile(
    r"[\s,/]{0,3}(?:or|oder|ou|o|или|або|of|eller|lub|nebo|veya|atau|hoặc|ή|או|أو|یا|या|或者?|または|또는"
    r"|หรือ)(?: (?:to |the |nach |à |a |la )*)?\s?"
)
_DENIED = re.compile(
    r"(?:\b(?:not|nor|never|n't|instead of|rather than|without|nicht|pas|no|не|nie)(?:\s(?:to|the|further|more"
    r"|nach|para|vers|hacia|verso|à|a|la|на)){0,3}\s{0,2})$"
)
_MOST_SENTENCES = 200
_SENTENCE = re.compile(r"[.;!?](?=\s|$)\s*|\n+")
_MOVES = re.compile(
    r"\b(?:shift(?:ing|ed|s)?(?: to(?! none)| towards?)?|mov(?:e|ed|es|ing)|pan(?:ning)?|scroll(?:ing)?|slid(?:e"
    r"|ing)|go(?:ing)?|(?:(?<=window )|(?<=view )|(?<=frame ))goes|turn(?:ing)?|look(?:ing)?)\b"
)
_OTHER_VERB = re.compile(r"\b(?:keep|kept|zoom|drop|discard|remove|stays?|parts? \d)\w*\b|,? (?:because|since|as) ")
_STAYS = re.compile(
    r"\W*(?:\bto\s)?(?:\b(?:is|ist|est|es|är|er)\s)?(?:\b(?:no(?!\s?\d)|not|none|nothing|nowhere|never|without|n't|neither|nor|unnecessary|needless"
    r"|needs? not|is not needed)\b|n't\b)"
)
_BEFORE_VERB = re.compile(
    r",\s(?:and|then|but)?|[;:|]|\b(?:none|nothing) (?:of \w+ )?and\b"
    r"|\b(?:none|no (?:other|more|further|additional|new))(?: (?!shift|mov)\w+){0,2} and\b"  # "zoom into no other and"
)
_DENIED_BEHIND = re.compile(r"\W*(?:(?!and\b|but\b)[^\W\d_]+\s){1,4}?(?:not|nicht|pas|niet|inte|ikke)\b")
_A_SENTENCE = 80
_BARE_DIRECTION = re.compile(
    rf"(?:(?:direction|shift|move|answer|view|to|the|towards?|further|nach|vers|la|le|à|a|hacia|向|往)\s?){{0,4}}"
    rf"(?:{'|'.join(_either(words) for words in _WORDS.values())})(?:\s(?:side|direction|edge))?"
)
_STILL = re.compile(
    r"\b(?:nothing|no) (?:else|more|further) (?:is )?(?:needed|required|to do)\b|\b(?:window|view) (?:can |should "
    r"|may )?(?:stays?|remains?)\b|\bleave the (?:window|view) (?:where|as) it is\b|\bno movement\b"
)
_ANY_DIRECTION = (
    rf"(?:(?:to|the|towards?|nach|vers|la|le|à|a|alla|hacia|al?|para|verso|naar|åt|mot|till|til|ke|w|v|na|в|на|further|weiter"
    rf"|and|then|afterwards|after that|first|und|dann|zuerst|et|puis|y|luego|e|poi|и|потом)\s){{0,5}}"
    rf"(?:{'|'.join(_either(words) for words in _WORDS.values())})"
)
_WINDOW_TO = re.compile(  # "keep 4, window to the right"
    r"(?:^|[,;:]\s|\b(?:and|und|et|y|e|и|en|och|og)\s)(?:the |das |la |el |il |a |o |het )?(?:window|view(?:port)?"
    r"|frame|fenster|ausschnitt|fenêtre|ventana|finestra|janela|окно|вікно|venster|fönstret|vinduet|okno)\s?[:,]?\s"
    rf"(?P<to>{_ANY_DIRECTION}(?:,?\s{_ANY_DIRECTION})?)(?=\s?[,.;]|\s?$)"
)
_NUMBERED = re.compile(r"\d|\"(?:zoom_)?keep\"|\"part\"")
_CLAUSES = re.compile(r"[,.;:!?]\s|\s(?:-|–|—|->|→|because|since|as)\s|\n")
_CONCLUDES = re.compile(r"\b(?:so|hence|thus|therefore|also|donc|por eso|quindi|dus)\b,?|(?:->|→|:|=)\s")
_NONE = re.compile(rf"\W*(?:{_NOTHING})(?!\w)")
_EMPTY = re.compile(rf"{_NONE.pattern}|[^\w?]*$")


@lru_cache(256)
def asks_directions(question: str | None) -> bool:
    """Tell whether a prompt lets the view be moved left, right, up or down."""
    return question is not None and _ASKS.search(question) is not None


@lru_cache(256)
def asks_only_directions(question: str | None) -> bool:
    """Tell whether a prompt asks for directions and for no parts or views by their numbers.

    Example:
        >>> asks_only_directions("Where should the view move: left, right, up or down?")
        True
    """
    return question is not None and asks_directions(question) and _NUMBERED.search(question) is None


def direction_answered(text: str) -> Directions | None:
    """Return the directions that a whole reply answers with, () when the view stays; None when it does not say.

    Args:
        text: The reply to a prompt that asks for directions only, in lower case and English words for verbs.

    Example:
        >>> direction_answered("down, since the feet are cut off."), direction_answered("the sky is blue.")
        (('down',), None)
    """
    lowered = text.strip(" .!\"'")
    first, *more = _CLAUSES.split(lowered)
    if _BARE_DIRECTION.fullmatch(first.strip(" \"'")) is not None:
        return directions_in(first if more and said_directions(lowered) == said_directions(first) else lowered)
    if (found := moved(lowered)) is not None:
        return found
    ends = [part for part in _CONCLUDES.split(lowered)[1:] if part.strip()]
    if ends and (found := said_directions(ends[-1])) is not None:
        return found
    if len(named := directions_named(lowered)) == 1:
        return tuple(named)
    if len(lowered) > _A_SENTENCE:
        return None
    return () if _NONE.fullmatch(lowered) else said_directions(lowered)


def directions_in(value: object) -> Directions | None:
    """Return the directions of one JSON value (a text or a list), in a fixed order; None when it has none.

    Example:
        >>> directions_in("up, left"), directions_in("none"), directions_in("3")
        (('left', 'up'), (), None)
    """
    if value is None or value is False or value == []:
        return ()
    if isinstance(value, list):
        value = ", ".join(str(item) for item in value[:20])
    if isinstance(value, dict):
        value = ", ".join(str(key) for key, item in value.items() if item not in (False, None, 0, "", "no", "none"))
    if not isinstance(value, str):
        return None
    if unfilled(value[:220].strip(" \"'")):
        return None
    text = plain(value[:200]).lower().strip(" \"'")
    if _EMPTY.match(text) and not re.match(r"\W*no,", text):
        return ()
    return said_directions(text)


def directions_named(text: str) -> frozenset[str]:
    """Return all directions that lower-case words name, empty when a word denies one."""
    found = list(_DIRECTION.finditer(text))
    if any(_DENIED.search(text, max(0, one.start() - 30), one.start()) for one in found):
        return frozenset()
    return frozenset(one.lastgroup or "" for one in found)


def said_directions(text: str, last: bool = False) -> Directions | None:
    """Return the directions that lower-case words list first (or last), in a fixed order; None when they list none.

    Example:
        >>> said_directions("to the right, since the sign is cut off on the left")
        ('right',)
    """
    runs: list[set[str]] = []
    end = -1
    offered = False
    for match in _DIRECTION.finditer(text):
        if _DENIED.search(text, max(0, match.start() - 30), match.start()):
            continue
        offered = offered or (end >= 0 and _OR.fullmatch(text, end, match.start()) is not None)
        if not runs or _JOIN.fullmatch(text, end, match.start()) is None:
            runs.append(set())
        runs[-1].add(match.lastgroup or "")
        end = match.end()
    if not runs or offered:
        return None
    found = runs[-1 if last else 0]
    return tuple(name for name in DIRECTIONS if name in found)


def moved(text: str) -> Directions | None:
    """Return the directions in which lower-case prose moves the view, () when it stays; None when it does not say.

    Args:
        text: Prose whose verbs are English (`standardizers.views.languages.in_english`).

    Example:
        >>> moved("i keep part 4 on the left. then shift up"), moved("no shift is needed"), moved("part 1")
        (('up',), (), None)
    """
    found: Directions | None = None
    for sentence in _SENTENCE.split(text)[-_MOST_SENTENCES:]:
        verbs = list(_MOVES.finditer(sentence))[:10]
        for place, verb in enumerate(verbs):
            ahead = _OTHER_VERB.split(sentence[verbs[place - 1].end() if place else 0 : verb.start()])[-1]
            near = _BEFORE_VERB.split(ahead)[-1][-20:]
            behind = _OTHER_VERB.split(
                sentence[verb.end() : verbs[place + 1].start() if place + 1 < len(verbs) else len(sentence)], 1
            )[0]
            told = said_directions(behind) or said_directions(ahead, last=True)
            stays = _STAYS.match(behind) is not None or (
                said_directions(behind) is None and _DENIED_BEHIND.match(behind) is not None
            )
            if told is not None and _STAYS.search(near) is None and not stays:
                found = told if found is None or place == 0 else tuple(one for one in DIRECTIONS if one in found + told)
            elif stays or _STAYS.search(near):
                found = ()
        if found is None and not verbs:
            window = _WINDOW_TO.search(sentence)
            found = () if _STILL.search(sentence) else said_directions(window["to"]) if window is not None else None
    return found
