"""Replies that cannot see where somebody looks, or say that it is outside the picture."""

from __future__ import annotations

import re

from .placings import speaks_of_looking

_OUTSIDE = (
    r"\b(?:look\w*|gaz\w+|star(?:es?|ing)|glanc\w+|peer\w*)\b[^.;!?\n\d]{0,40}\b(?:outside|out of|beyond|off)(?: of)?"
    r" (?:the |this )?(?:\w+ of the )?(?:image|picture|photo|frame|scene|camera|screen)\b"
    r"|\b(?:schaut|blickt|sieht|blick)\b[^.;!?\n\d]{0,40}\b(?:aus dem bild|außerhalb des (?:bild|foto)\w*)"
    r"|\bregarde\w*\b[^.;!?\n\d]{0,40}\b(?:hors (?:du cadre|de l'image|champ)|en dehors (?:du cadre|de l'image))"
    r"|\b(?:mira|olha)\w*\b[^.;!?\n\d]{0,40}\b(?:fuera de la (?:imagen|foto)|fuera del (?:cuadro|encuadre)"
    r"|fora d[ao] (?:imagem|foto|quadro|enquadramento))"
    r"|\bguarda\w*\b[^.;!?\n\d]{0,40}\bfuori (?:dall'|dal|d')\s?(?:immagine|inquadratura|quadro|campo)"
    r"|\bсмотр\w+\b[^.;!?\n\d]{0,40}\b(?:за (?:пределы|рамки|кадр)|за пределами)|画面の?外"
    r"|画面之外|画面以外|화면 밖|사진 밖"
)
_NOT_TOLD = (
    r"\b(?:can(?:not|'t| not)|could(?: not|n't)|unable to|impossible to|not possible to|don't|do not|doesn't|isn't"
    r"|is not)\s(?:\w+ly )?(?:tell|see|say|determine|make out|know|show|clear|visible)\b[^.;!?\n\d]{0,20}"
    r"\b(?:where|what|who|which way)\b[^.;!?\n\d]{0,30}\b(?:look|gaz|star)\w*"
    r"|\b(?:nicht (?:zu )?(?:erkenn|sag|seh)\w*|unklar),? (?:wohin|worauf)\b"
    r"|\b(?:kann|lässt sich) nicht (?:erkennen|sagen),"
    r" (?:wohin|worauf)\b"
    r"|\b(?:ne (?:voit|sait|peut)|impossible de)\b[^.;!?\n\d]{0,30}\b(?:où|ce qu'\w+) (?:il|elle|la personne) regarde"
    r"|\bno (?:se )?(?:ve|sé|puedo|distingo)\b[^.;!?\n\d]{0,30}\b(?:adónde|a dónde|hacia dónde|dónde|qué) mira"
    r"|\bnon (?:si )?(?:vede|capisce|so)\b[^.;!?\n\d]{0,30}\b(?:dove|cosa) (?:guard|sta guard)\w+"
    r"|\bnão (?:dá|se|sei|consigo)\b[^.;!?\n\d]{0,30}\b(?:onde|o que) (?:ela |ele )?(?:está )?olha"
    r"|\b(?:не (?:видно|ясно|понятно|могу))\b[^.;!?\n\d]{0,20}\b(?:куда|на что)\b[^.;!?\n\d]{0,20}\bсмотр\w+"
    r"|看不(?:出|清)[^.;!?\n\d]{0,8}(?:看|目光|视线)[^.;!?\n\d]{0,6}|どこを見て[^.;!?\n\d]{0,8}(?:わかりません|分かりません|不明)"
    r"|어디를 보[^.;!?\n\d]{0,12}(?:알 수 없|모르)"
)
_PATTERN = re.compile(f"{_OUTSIDE}|{_NOT_TOLD}", re.IGNORECASE)
_LONGEST = 600


def looks_unseen(text: str) -> bool:
    """Tell whether a text says that it cannot see what is looked at, and else names places without a word of looking.

    Args:
        text: The reply in plain words, its places as numbers.

    Example:
        >>> looks_unseen("She stands at (0.3, 0.5), but I can't tell where she looks.")
        True
        >>> looks_unseen("Her gaze goes to (0.9, 0.4), but I can't tell what she looks at there.")
        False
    """
    if len(text) > _LONGEST or not text.lstrip()[:1].isalpha():
        return False
    found = _PATTERN.search(text)
    if found is None or any(map(str.isdigit, text[found.end() :])):
        return False
    return not speaks_of_looking(text[: found.start()])
