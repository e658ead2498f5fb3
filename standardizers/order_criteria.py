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
_CRITERION = Cued(  # "In terms of size, C is the largest, followed by A."
    r"(?<![^\W_])(?:in terms of (?:size|area|colou?r|brightness|contrast|position|distance|sharpness)|size-?wise"
    r"|judging by size|(?:der|ihrer) (?:größe|fläche|farbe|helligkeit|lage) nach|was die (?:größe|fläche|farbe)"
    r" (?:angeht|betrifft)|en termes? de (?:taille|couleur|surface)|par la taille"
    r"|en (?:cuanto al?|términos de) (?:tamaño|color)"
    r"|in termini di (?:dimensioni|grandezza|colore)|quanto (?:ao tamanho|à cor)|em termos de (?:tamanho|cor)"
    r"|по (?:размеру|площади|цвету|яркости))(?![^\W_])"
    r"|(?:大きさ|サイズ|面積|色|明るさ)(?:では|で(?:言えば|見ると|は)|的に|に関して)|从?(?:大小|面积|颜色|亮度)(?:上|来看|而言|来说)"
    r"|(?:크기|면적|색)(?:로는|로 보면|만 보면|상)",
    re.IGNORECASE,
)
_ASPECT = r"(?:size|area|colou?r|brightness|luminance|contrast|position|location|sharpness|semantics?|meaning|motion)"
_BY_ASPECTS = Cued(rf"(?<![^\W_])(?:on|in|for|by|through)\s(?:its\s|the\s)?{_ASPECT}(?![^\W_])", re.IGNORECASE)
_SEVERAL = 2  # aspects of a sentence in which different options lead
_ANNOUNCES = re.compile(
    r"rank|\border|reihenfolge|rangfolge|\bordre\b|classement|\borden\b|\bordem\b|ordine|classifica|порядок|顺序|排序|順番|順位|순서|순위",
    re.IGNORECASE,
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
    if _OTHERWISE.search(text) is None and _CRITERION.search(text) is None and _BY_ASPECTS.search(text) is None:
        return text
    return "".join(one for one in _SENTENCES.findall(text) if _SALIENT.search(one) or not _by_another(one))


def _by_another(sentence: str) -> bool:
    if _OTHERWISE.search(sentence) is not None:
        return True
    if len(list(_BY_ASPECTS.finditer(sentence))) >= _SEVERAL and _ANNOUNCES.search(sentence) is None:
        return True  # "The billboard leads on luminance, the crowd on size."
    return _CRITERION.search(sentence) is not None and _ANNOUNCES.search(sentence) is None
