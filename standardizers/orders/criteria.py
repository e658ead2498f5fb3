"""Orders by something else than saliency: the alphabet, size, or from left to right."""

from __future__ import annotations

import re

from ..text.cued import Cued

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
_HEADING = re.compile(  # a line with the name of one aspect: what stands below is by that aspect
    rf"[^\w\n]{{0,6}}(?:\d{{1,2}}[.)]\s)?(?:(?:relative|visual|local|spatial|overall)\s)?{_ASPECT}(?:\s?(?:and|&|/)\s?{_ASPECT})?[^\w\n]{{0,4}}",
    re.IGNORECASE,
)
_LABELLED = re.compile(rf"\W{{0,6}}(?:\d{{1,2}}[.)]\s)?(?P<aspect>{_ASPECT})\s?:", re.IGNORECASE)
_CONCLUDES = re.compile(
    r"\W{0,6}(?:(?:so|thus|therefore|hence|overall|final\w*|combin\w+|tak\w+|conclu\w+|altogether|in (?:sum"
    r"|short|total|the end)|all"
    r"|answer|ranking|order|result|summary|weighing|putting|considering|based|given|the (?:final|overall"
    r"|resulting))\b|[A-Z](?:[\s,>]{1,4}[A-Z]){1,16}\W*$)",
    re.IGNORECASE,
)
_IF = re.compile(
    r"\W{0,4}(?:if|when|suppos\w+|assuming|under|wenn|falls|geht man|si|se|если|om|als|jeśli|eğer|jika|nếu)\b"
    r"|\W{0,4}(?:如果|若|假如|もし|만약)",
    re.IGNORECASE,
)
_CHAIN = re.compile(r"(?<![^\W_])[A-Z](?:[\s,>(/-]{1,4}[A-Z](?![^\W_])){1,16}")
_SENTENCES = re.compile(r"[^.!?\n]*[.!?\n]?")


def without_other_orders(text: str) -> str:
    """Return a text without the sentences that order things by something else than saliency.

    Example:
        >>> without_other_orders("By alphabet: A, B, C. The order is CAB.")
        ' The order is CAB.'
    """
    text = _without_suppositions(_without_aspects(text))
    if _OTHERWISE.search(text) is None and _CRITERION.search(text) is None and _BY_ASPECTS.search(text) is None:
        return text
    return "".join(one for one in _SENTENCES.findall(text) if _SALIENT.search(one) or not _by_another(one))


def _by_another(sentence: str) -> bool:
    if _OTHERWISE.search(sentence) is not None:
        return True
    if len(list(_BY_ASPECTS.finditer(sentence))) >= _SEVERAL and _ANNOUNCES.search(sentence) is None:
        return True  # "The billboard leads on luminance, the crowd on size."
    return _CRITERION.search(sentence) is not None and _ANNOUNCES.search(sentence) is None


def _without_aspects(text: str) -> str:
    """Return a text without its sections under the name of an aspect, and without lines of several aspects."""
    lines = text.split("\n")
    if len(lines) < _SEVERAL:
        return text
    labels = {match["aspect"].lower() for line in lines if (match := _LABELLED.match(line)) is not None}
    kept: list[str] = []
    inside = False
    for line in lines:
        if _HEADING.fullmatch(line) is not None:
            inside = True
        elif inside and _CONCLUDES.match(line) is not None:
            inside = False
        if not inside and not (len(labels) >= _SEVERAL and _LABELLED.match(line) is not None):
            kept.append(line)
    return text if len(kept) == len(lines) else "\n".join(kept)


def _without_suppositions(text: str) -> str:
    """Return a text without rankings under conditions of which it gives several ("If a child looks: A, B. If ...")."""
    pieces = [piece for piece in _SENTENCES.findall(text) if piece]
    supposed = [piece for piece in pieces if _IF.match(piece) is not None and _CHAIN.search(piece) is not None]
    if len(supposed) < _SEVERAL:
        return text
    return "".join(piece for piece in pieces if piece not in supposed)
