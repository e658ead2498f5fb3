"""Orders by something else than saliency: the alphabet, size, or from left to right."""

from __future__ import annotations

import re

from .cued import Cued

_NO_SALIENCY = (
    r"(?:alphabet\w*|(?:from )?left to right|right to left|top to bottom|by (?:size|area|name|letter|position"
    r"|colou?r)|as given"
    r"|(?:in )?(?:some|any|no particular|random|the given|the listed|listing) order|in the order (?:given|listed)"
    r"|nach (?:größe|fläche|farbe|namen|dem alphabet)|von links nach rechts|par (?:taille|ordre alphabétique)"
    r"|de gauche à droite"
    r"|por (?:tamaño|orden alfabético)|de izquierda a derecha|按(?:大小|面积|字母|颜色)|从左到右|大きさ順|左から右)"
)
_OTHERWISE = Cued(rf"(?<![^\W_]){_NO_SALIENCY}(?![^\W_])", re.IGNORECASE)
_SALIENT = re.compile("salien|auff[äa]ll|saillan|显著|目立", re.IGNORECASE)
_SENTENCES = re.compile(r"[^.!?\n]*[.!?\n]?")


def without_other_orders(text: str) -> str:
    """Return a text without the sentences that order things by something else than saliency.

    Example:
        >>> without_other_orders("By alphabet: A, B, C. The order is CAB.")
        ' The order is CAB.'
    """
    if _OTHERWISE.search(text) is None:
        return text
    return "".join(one for one in _SENTENCES.findall(text) if _SALIENT.search(one) or not _OTHERWISE.search(one))
