"""Statements of many languages that nothing is to be enlarged ("Man muss nichts vergrößern.")."""

from __future__ import annotations

import re
from functools import cache

from .lexicon import CLAUSE, UNSPACED, Lexicon
from .text import fold

_NOTHING = """
nothing none nichts rien nada nulla niente ничего ничто
нічого нищо niets inget ingenting intet nic niczego ničeho semmit
semmi mitään nimic τίποτα כלום أي هیچ hiçbir* kein
keine keinen keiner keines aucun aucune ninguna ninguno ningún nenhuma
nenhum nessuna nessuno nessun никакую żadnej žádnou geen ingen inga nikde nulle
"""
_ZOOM = """
zoom* gezoomt heranzoom* heranzuzoom* hineinzoom* vergrößer* vergrösser*
agrandi* amplia* amplía* amplio ingrandi* увелич* збільш* прибли*
vergrot* vergroot* förstor* forstørr* forstør* powięks* przybliż* zvětš*
zvětšovat přiblíž* zväčš* büyüt* yakınlaştır* perbesar* memperbesar diperbesar nagyít*
felnagyít* suurenta* suurennet* mări* mărit* μεγεθύν* μεγέθυν* להגדיל הגדלה تكبير بزرگ‌نمایی enlarg* magnif*
"""
_ZOOM_UNSPACED = "phóng to|拡大[^\\W\\d]{0,3}|放大|확대[^\\W\\d]{0,3}|ขยาย|zoom"
_ZOOM_ABROAD = re.compile(r"\bzoom(?:er|ez|e|en|ons|a|ar|are|o|ować|uj\w{0,3}|ni)\b")
_MOST_WORDS = 12
_ELIDED = re.compile(r"\b[dln]'")


@cache
def _lexicon() -> Lexicon:
    return Lexicon({"NOTHING": _NOTHING, "ZOOM": _ZOOM})


def enlarges_nothing(text: str) -> bool:
    """Tell whether a lower-case text without numbers says in one clause that nothing is to be enlarged.

    Example:
        >>> enlarges_nothing("il ne faut rien agrandir.")
        True
    """
    if len(text) > 200 or any(map(str.isdigit, text)) or UNSPACED.search(text) or "?" in text:
        return False
    clauses = [clause for clause in CLAUSE.split(_ELIDED.sub("", text)) if clause and clause.strip()]
    for clause in clauses[:4]:
        said, n_words = _lexicon().clause(clause)
        if n_words <= _MOST_WORDS and said == {"NOTHING", "ZOOM"} and not _without(clause):
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


_WITHOUT = frozenset(
    (
        *(
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
            "except",
            "außer",
        ),
        *(
            "sauf",
            "salvo",
            "excepto",
            "tranne",
            "кроме",
            "behalve",
            "utom",
            "but",
            "unless",
            "can",
            "kann",
            "lässt",
            "peut",
        ),
        *("puede", "pode", "può", "можно", "kan", "more", "mehr", "other", "plus", "más", "mais"),
    )
)


def _without(clause: str) -> bool:
    """Tell whether a clause names an exception, or what is seen without zooming."""
    return not _WITHOUT.isdisjoint(clause.split())
