"""Statements of many languages that nothing is to be enlarged ("Man muss nichts vergrößern.")."""

from __future__ import annotations

import re
from functools import cache

from ..stance.lexicon import CLAUSE, UNSPACED, Lexicon
from ..text.cleaning import fold

_NOTHING = """
nothing none nichts rien nada nulla niente ничего ничто
нічого нищо niets inget ingenting intet nic niczego ničeho semmit
semmi mitään nimic τίποτα כלום أي هیچ hiçbir* kein
keine keinen keiner keines aucun aucune ninguna ninguno ningún nenhuma
nenhum nessuna nessuno nessun никакую żadnej žádnou geen ingen inga nikde nulle
"""
_ZOOM = """
zoom* inzoomen gezoomt heranzoom* heranzuzoom* hineinzoom* vergrößer* vergrösser*
agrandi* amplia* amplie* amplía* amplío amplio ingrandi* увелич* збільш* прибли*
vergrot* vergroot* förstor* forstørr* forstør* powięks* przybliż* zvětš*
zvětšovat přiblíž* zväčš* büyüt* yakınlaştır* perbesar* memperbesar diperbesar nagyít*
felnagyít* suurenta* suurennet* mări* mărit* μεγεθύν* μεγέθυν* להגדיל הגדלה تكبير بزرگ‌نمایی enlarg* magnif*
"""
_NOT = """
nicht pas no non não nao не niet inte ikke nie není tidak không değil ei nem nu לא لا नहीं brauchst
"""
_NEED = """
nötig notwendig erforderlich muss müssen braucht brauche brauchen nécessaire besoin faut utile necesario necesaria
necesidad falta preciso precisa necessário necessária necessario necessaria serve occorre bisogno нужно надо требуется
необходимо треба потрібно nodig hoeft behövs behöver nödvändigt nødvendig nødvendigt trzeba potrzeba potrzebne potrzebny
třeba nutné potřeba perlu cần gerek gerekmiyor tarvitse tarpeen szükséges kell nevoie necesar צריך צורך حاجة ضروري
ज़रूरत आवश्यक
"""
_WITHOUT_ZOOM = (
    "ohne sans sin sem senza без zonder utan uden uten bez tanpa fără nélkül ilman bezpośrednio χωρίς ללא بدون"
)
_ABLE = """
beantwortbar beantworten lesbar erkennbar sichtbar kann lässt répondre peut lisible visible responder puede puedo pode
posso legible legível leggibile rispondere può можно ответить видно beantwoorden kan leesbaar svara läsa odpowiedzieć
można
odpovědět lze menjawab cevaplanabilir mogelijk möglich possible posible possível possibile
"""
_ZOOM_UNSPACED = "phóng to|拡大[^\\W\\d]{0,3}|放大|확대[^\\W\\d]{0,3}|ขยาย|zoom"
_ZOOM_ABROAD = re.compile(
    r"\bzoom(?:er|erais|erei|erebbe|aria|aría|eria|ería|ez|e|en|ons|a|ar|are|o|ować|uj\w{0,3}|ni)\b"
)
_MOST_WORDS, _FEWEST_WORDS = 12, 3
_CLEAR_ENOUGH = re.compile(  # "la imagen es suficientemente clara"
    r"^\s?(?:(?:la|el|das|die|l'|a|o|il|het|de|само )\s?)?(?:imagen|foto|bild|aufnahme|image|photo|imagem|immagine"
    r"|изображение"
    r"|afbeelding|bilden|zdjęcie)\s(?:es|ist|est|é|è|is|är|jest|достаточно)\s(?:\w+ )?(?:(?:suficientemente"
    r"|suficiente|assez"
    r"|suffisamment|hinreichend|abbastanza|sufficientemente|voldoende|tillräckligt|wystarczająco|bastante)\s\w+"
    r"|\w+ genug|ausreichend|ausreichend \w+|suffisante|ч[её]ткое)\W*$"
)
_ELIDED = re.compile(r"\b[dln]'")


@cache
def _lexicon() -> Lexicon:
    return Lexicon({"NOTHING": _NOTHING, "ZOOM": _ZOOM})


@cache
def _needs() -> Lexicon:
    return Lexicon({"ZOOM": _ZOOM, "NOT": _NOT, "NEED": _NEED, "WITHOUT": _WITHOUT_ZOOM, "ABLE": _ABLE})


def enlarges_nothing(text: str) -> bool:
    """Tell whether a lower-case text without numbers says in one clause that nothing is to be enlarged.

    Example:
        >>> enlarges_nothing("il ne faut rien agrandir."), enlarges_nothing("ohne zoom beantwortbar.")
        (True, True)
    """
    if len(text) > 200 or any(map(str.isdigit, text)) or UNSPACED.search(text) or "?" in text:
        return False
    clauses = [clause for clause in CLAUSE.split(_ELIDED.sub("", text)) if clause and clause.strip()]
    for clause in clauses[:4]:
        said, n_words = _lexicon().clause(clause)
        if n_words <= _MOST_WORDS and said == {"NOTHING", "ZOOM"} and not _without(clause):
            return True
        said, n_words = _needs().clause(clause)
        if n_words <= _MOST_WORDS and said - {"ABLE"} == {"NOT", "NEED", "ZOOM"} and not _except(clause):
            return True
        if n_words <= _MOST_WORDS and said == {"WITHOUT", "ZOOM", "ABLE"}:
            return True
        if n_words <= _FEWEST_WORDS and said == {"NOT", "ZOOM"}:  # "pas de zoom"
            return True
        if _CLEAR_ENOUGH.search(clause):
            return True
    return False


@cache
def _zooming() -> re.Pattern[str]:
    words = "|".join(fold(word).lower().replace("*", r"\w*") for word in _ZOOM.split() if word != "zoom*")
    return re.compile(rf"(?<!\w)(?:{words})(?!\w)|{_ZOOM_UNSPACED}(?!\w)")


def in_zooms(text: str) -> str:
    """Return lower-case text with the verbs of zooming of other languages as "zoom".

    Example:
        >>> in_zooms("ampliar la 4")
        'zoom la 4'
    """
    text = _ZOOM_ABROAD.sub("zoom", text) if "zoom" in text else text
    return _zooming().sub(lambda match: " zoom " if UNSPACED.search(match.group()) else "zoom", text)


_EXCEPT = frozenset(
    ["sauf", "salvo", "excepto", "tranne", "кроме", "behalve", "utom", "außer", "except", "but", "unless"]
)
_WITHOUT = _EXCEPT | frozenset(
    [
        "ohne",
        "sans",
        "sin",
        "sem",
        "senza",
        "без",
        "zonder",
        "utan",
        "uden",
        "uten",
        "bez",
        "without",
        "can",
        "kann",
        "lässt",
        "peut",
        "puede",
        "pode",
        "può",
        "можно",
        "kan",
        "more",
        "mehr",
        "other",
        "plus",
        "más",
        "mais",
    ]
)


def _without(clause: str) -> bool:
    """Tell whether a clause names an exception, or what is seen without zooming."""
    return not _WITHOUT.isdisjoint(clause.split())


def _except(clause: str) -> bool:
    """Tell whether a clause names an exception to what is not needed."""
    return not _EXCEPT.isdisjoint(clause.split())
