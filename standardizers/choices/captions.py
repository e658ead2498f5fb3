"""Sentences that tell what a picture shows and choose nothing of it, whatever options they name."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..stance.mentions import Mention
from ..stance.pictures import begins_with_picture
from ..stance.vocabulary_patterns import SALIENT

_SHOWS_NONE = re.compile(  # "B shows a face and A does not": what is there, no verdict
    r"\b(?:shows?|has|contains?|holds?|bears|carries|includes?|displays?)\s[^.;,!?\n]{2,40}?,?\s(?:and|while|but|whereas)\s(?:(?:option|object|box|the)\s)?"
    r"[\w-]{1,16} (?:does|do)(?: not|n't)\b(?=\s?[.,;!]|\s?$)",
    re.IGNORECASE,
)
_CAPTION = re.compile(  # "A fisherman in yellow is hauling a crab pot over the rail."
    r"\W{0,3}(?:an?|two|three|several|some|eine?|une?|una?|um|uma|een|en|ett)\s[^.!?;:\n]{20,400}\.?\W{0,3}",
    re.IGNORECASE,
)
_IS_PICTURE = re.compile(  # "A close-up photo of a harbour pier, with a coil of rope"
    r"\W{0,3}(?:this is |here is |it is )?an? (?:[\w-]{3,14} ){0,3}(?:photo|photograph|picture|image|shot|scene"
    r"|painting|drawing|snapshot|view)"
    r" (?:of|showing|with|featuring|depicting|from)\s[^.!?\n]{12,400}\.?\W{0,3}$"
    r"|\W{0,3}(?:图片(?:中|里|上)|图中|圖中|画面(?:中|里)|照片(?:中|里)|这张(?:图|照片)|(?:この)?(?:画像|写真)に?は|(?:이미지|사진)(?:에는|은|에서)"
    r"|(?:das|auf dem) bild\b|(?:sur )?l'image\b|sur (?:la photo|l'image)\b|(?:en )?la (?:imagen|foto)\b|(?:a"
    r"|na) imagem\b|(?:l'|nell')immagine\b"
    r"|(?:une|ein|eine|una|uma|en|een) (?:photo(?:graphie)?|foto(?:grafie|grafía|grafia)?|image|bild|imagen|imagem"
    r"|immagine|vue|szene|scène|escena|cena|scena)\b"
    r"|на (?:изображении|фото|картинке|снимке)\b)[^!?\n]{8,400}$",
    re.IGNORECASE,
)
_SPEAKS_OF_CHOICE = re.compile(
    r"\b(?!dan\b)(?:than|most|more|first|main|focus|focal|dominat|domin|stand|contrast|bright|cent|large|becaus|since|due|draw|attract|catch|grab|eye|option|answer"
    r"|weil|da|denn|car|parce|porque|perché|so)\w{0,5}\b|[([]",
    re.IGNORECASE,
)
_SALIENT_ABROAD = re.compile(
    r"最|显著|顯著|突出|醒目|吸引|注意|首先|答案|目立|顕著|注目|目を引|눈에|두드러|시선|가장|auffäll|blick|sticht|aufmerksam|antwort|saillant|attire|l'attention"
    r"|destaca|llama|salta|atra[ei]|chama|salient|risalta|spicca|attir|colpisce|заметн|выделя|привлека|внимани",
    re.IGNORECASE,
)
_SALIENT = re.compile(rf"\b(?:{SALIENT})\b", re.IGNORECASE)


def is_caption(text: str, mentions: Sequence[Mention]) -> bool:
    """Tell whether a text is one sentence that tells what the picture shows, with several of the options in it.

    Args:
        text: Text from `standardizers.text.plain`.
        mentions: Its mentions of options.

    Example:
        >>> named = [Mention(2, 11, 1, True), Mention(26, 34, 0, True)]
        >>> is_caption("A fisherman is hauling a crab pot over the rail.", named)
        True
        >>> is_caption("A fisherman stands out from the crab pot.", named)
        False
    """
    if len({one.option for one in mentions}) < 2 or not all(one.by_name for one in mentions):
        return False
    if _CAPTION.fullmatch(text) is None:
        return False
    for one in mentions:
        text = text[: one.start] + " " * (one.end - one.start) + text[one.end :]
    return not _speaks_of_choice(text)


def reads_as_caption(text: str) -> bool:
    """Tell whether a text is one sentence that begins with an indefinite article and speaks of no choice.

    Example:
        >>> reads_as_caption("A fisherman is hauling a crab pot."), reads_as_caption("The fisherman.")
        (True, False)
    """
    return _CAPTION.fullmatch(text) is not None and not _speaks_of_choice(text)


def describes_picture(text: str) -> bool:
    """Tell whether a text says that it describes a picture, and nothing of what stands out in it.

    Example:
        >>> describes_picture("A close-up photo of a pier at dusk, with a coil of rope.")
        True
    """
    told = _IS_PICTURE.match(text) is not None or begins_with_picture(text)
    return told and not _speaks_of_choice(text)


def tells_who_has(text: str) -> bool:
    """Tell whether a text says that one option has something and another has not: no verdict.

    Example:
        >>> tells_who_has("B shows a face and A does not.")
        True
    """
    return _SHOWS_NONE.search(text) is not None


def _speaks_of_choice(text: str) -> bool:
    return any(pattern.search(text) is not None for pattern in (_SPEAKS_OF_CHOICE, _SALIENT, _SALIENT_ABROAD))
