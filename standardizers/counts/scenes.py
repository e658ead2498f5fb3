"""Descriptions of a scene: the beginning of an analysis names things and numbers, but counts nothing yet."""

from __future__ import annotations

import re

from ..stance.pictures import begins_with_picture

_WEAK = frozenset(("only_number", "enumeration", "sum"))
_SCENE = re.compile(
    r"\s*(?:#{1,4} [^\n]{1,40}\n+\s*)?(?:"
    r"(?:looking at this (?:image|picture|photo), )?(?:the|this) (?:image|picture|photo|photograph|scene|setting)"
    r" (?:is|shows|depicts|features|captures|displays|presents)\b"
    r"|das (?:bild|foto) zeigt\b|auf dem (?:bild|foto) (?:ist|sind|sieht)\b"
    r"|l['’]image (?:montre|représente)\b|sur l['’]image\b"
    r"|la (?:imagen|foto) muestra\b|en la (?:imagen|foto)\b|a (?:imagem|foto) mostra\b|na (?:imagem|foto)\b"
    r"|l['’]immagine mostra\b|nell['’]immagine\b|на (?:изображении|фотографии|картинке|снимке|фото)\b"
    r"|(?:这张|这幅)?(?:图片|图像|照片|画面)(?:展示|显示|呈现|描绘)|画像には|写真には|(?:이미지|사진)에는 )",
    re.IGNORECASE,
)
_ONE = re.compile(
    r"\b(?:1|one|single|only|just|uno|una sola|un solo|sólo|solo|apenas|somente|soltanto|eins|nur|genau|seul|seule"
    r"|seulement|один|одна|одно|только)\b|一[只隻匹人头頭辆輛台架艘位名朵棵张張]|ひとつ|一人|1|하나|한 |只有|だけ|뿐",
    re.IGNORECASE,
)
_ENDED = re.compile(r"[.!?…。！？।؟)\]}*`\"'”»」]\s*$")
_TABLE = re.compile(r"\|\s?:?-{3}")
_COLUMN = re.compile(r"\|\s{0,3}\*{0,2}\d{1,4}\*{0,2}\s{0,3}\|")
_WIDE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
_EARLIER = re.compile(r"[。！？]\s*[^。！？]*$")
_TOTAL = re.compile(
    r"[。！？](?:所以|因此|答案|共|一共|总共|合計|よって|따라서)?\D{0,6}\d{1,3}\s?\w?\s*$"
)  # "...。3个"
_PARTIAL = re.compile(r"en (?:la|el|las|los)\b[^.\n]{0,20}$", re.IGNORECASE)  # "en" is no article there
_SOME = r"(?:\d{1,3}|[^\W\d_]{2,9})"
_PART_OF = re.compile(  # "a market with 3 stalls, 2 of which sell fruit": what a place has, and some of that
    rf"(?:^|[.!]\s|\b(?:is|shows|depicts|features|captures|displays|presents|see)\s|\bzeigt\s|\bmontre\s|\bmuestra\s"
    rf"|\bmostra\s)(?:an?|the|eine?n?|une?|una?|um|uma|uno)\s(?:[\w-]{{2,20}}\s){{1,4}}?(?:with|mit|avec|con|com)\s"
    rf"(?:\w{{2,12}}\s){{0,2}}?{_SOME}\s(?:[\w-]{{2,20}}\s){{0,2}}?[\w-]{{2,20}},?\s"
    rf"(?:{_SOME}\sof (?:which|whom|them)\b"
    rf"|(?:von denen|davon|dont|de (?:los|las) cuales|d[oa]s quais|de[il]l?[ei]? quali)\s{_SOME})",
    re.IGNORECASE,
)
_WITH = re.compile(
    r"[^.!?;:\n,]{6,80}\s(?:an?|the)\s[^.!?;:\n,]{3,60}?\swith\s[^.!?;:\n]{3,120}[.!]?\s*$", re.IGNORECASE
)
_PARTS = ("of which", "of whom", "of them", "von denen", "davon", "dont", "cuales", "quais", "quali")
_FEW = 8  # words of a terse reply ("The picture shows a group of 10 people")
_BEHIND_TABLE = re.compile(r"\|[ \t]*\n\s*\n[^|\n]{3,160}[.!]\s*\Z")


def only_describes(text: str, value: int, rule: str, finished: bool | None) -> bool:
    """Tell whether a number that a reply does not announce stands in a description that goes on, or counts a part.

    Args:
        text: The reply.
        value: What was read.
        rule: How it was read; only the weak rules are doubted.
        finished: True when the reply is known to have ended by itself.

    Example:
        >>> only_describes("The image shows a market with around 20", 20, "only_number", None)
        True
        >>> only_describes("Two people and a car.", 3, "sum", None)
        False
    """
    if finished is not True and rule in (*_WEAK, "whole") and "|" in text and _TABLE.search(text):
        # Whole rows may be the answer where a column holds numbers.
        ended = text.rstrip().endswith("|") or (rule == "enumeration" and _BEHIND_TABLE.search(text) is not None)
        return not ended or (rule == "only_number" and _COLUMN.search(text) is None)
    if rule not in _WEAK:
        return False
    text = text[text.rfind("</think>") + len("</think>") :] if "</think>" in text else text
    scene = _SCENE.match(text) is not None or begins_with_picture(text)
    if scene and value == 1 and rule == "only_number" and _ONE.search(text) is None:
        return True  # an article: "La imagen muestra un campo."
    if scene and rule == "enumeration" and _WITH.match(text) is not None:
        return True  # "The image features a fairground with lights and a carousel."
    if any([part in text for part in _PARTS]) and _PART_OF.search(text) is not None:
        return True
    if finished is True:
        return False
    if scene and rule != "only_number" and len(text.split(". ", 2)) > 1:
        return True  # "Two planes and a tower. The tower is grey." adds up what is in view
    if _ENDED.search(text):
        return False
    if scene:
        return len(text.split()) > _FEW or " with " in text or value == 1
    if _PARTIAL.match(text):
        return True
    last = _EARLIER.search(text)
    return last is not None and _WIDE.search(text) is not None and _TOTAL.search(last.group()) is None
