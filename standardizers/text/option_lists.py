"""Replies that only write down the list of the options, with or without an announcement."""

from __future__ import annotations

import re
from collections.abc import Sequence

_WORD = re.compile(r"[^\W_]+")
_MARKED = re.compile(  # ticks, arrows, bold names
    r"\*\*|[^\w\s.,;:()\[\]\"'/|*\u2022\u3002\u3001\uff0c\uff1a-]|(?<!\w) [xX](?!\w)"
)
_LONGEST = 1_000
_BEGINNINGS = ("die ", "zur ", "les ", "las ", "le o", "de o", "opcj", "pili")
_ARTICLES = (["a"], ["an"], ["the"])
_LABELS = 2  # characters of a label: "a", "10"
_ANNOUNCED = re.compile(
    r"\W*(?:(?:the|this|your) question (?:is|asks|wants)\b[^.\n]{0,160}[.\n]\s{0,2})?"
    r"(?:(?:and |here are |these are )?(?:the |my |your )?(?:possible |given |available |answer |following )*"
    r"(?:options|choices|candidates|answers|alternatives)(?: are| given are| (?:are )?as follows"
    r"| to choose from(?: are)?)?"
    r"|optionen|die optionen sind|les options sont|las opciones son|as opções são|le opzioni sono|варианты"
    r"|选项(?:有|是|为|如下)?|選択肢は?)?\W*",
    re.IGNORECASE,
)


_OPTIONS_ARE = re.compile(
    r"\A\W*(?:die (?:möglichen )?optionen sind|zur auswahl stehen|les options (?:sont|possibles sont)|las opciones son"
    r"|as opções são|le opzioni sono|de opties zijn|opcje to|варианты(?: ответа)?|варіанти|các lựa chọn là|các lựa chọn"
    r"|pilihannya(?: adalah)?|pilihan(?: yang ada| jawaban)?(?: adalah)?|seçenekler|alternativen är|alternativerne er"
    r"|选项(?:有|是|为|如下)|選択肢は|선택지는|विकल्प हैं|الخيارات هي"
    r"|האפשרויות הן)\s?:?\s[^.!?\n\u3002]{3,300}[.!?\n\u3002]\s{0,3}",
    re.IGNORECASE,
)


def without_option_list(text: str) -> str:
    """Return a text without a first sentence, not in English, that lists the options.

    Example:
        >>> without_option_list("Các lựa chọn là: chuông cửa, con chó. Người đưa thư đứng đó.")
        'Người đưa thư đứng đó.'
    """
    return text if text.isascii() and text[:4].lower() not in _BEGINNINGS else _OPTIONS_ARE.sub("", text)


def only_lists(text: str, names: Sequence[str]) -> bool:
    r"""Tell whether a text is nothing but the list of all the options' names, in their order.

    Args:
        text: The text.
        names: The options' names.

    Example:
        >>> only_lists("- in the top-left\n- in the center", ["in the top-left", "in the center"])
        True
        >>> only_lists("The options are A. a cat; B. a dog. It is the dog.", ["a cat", "a dog"])
        False
    """
    if len(names) < 2 or len(text) > _LONGEST:
        return False
    lowered = text.lower()
    wanted = [_WORD.findall(name.lower()) for name in names]
    if (
        _MARKED.search(text)
        or not all(wanted)
        or lowered.find(wanted[0][0]) < 0
        or wanted[-1][-1] not in lowered[-len(wanted[-1][-1]) - 8 :]
    ):
        return False
    opening = _ANNOUNCED.match(lowered)
    said = _WORD.findall(lowered[opening.end() :] if opening is not None else lowered)
    at = 0
    for place, words in enumerate(wanted):
        if said[at : at + len(words)] != words and at < len(said) and len(said[at]) <= _LABELS:
            if said[at] != chr(ord("a") + place) and said[at] != str(place + 1):
                return False
            at += 1
        if said[at : at + 1] != words[:1] and said[at : at + 1] in _ARTICLES:
            at += 1
        if said[at : at + len(words)] != words:
            return False
        at += len(words)
    return at == len(said)
