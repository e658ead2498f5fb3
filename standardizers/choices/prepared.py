"""Replies in the shape that selections are read from: odd stops, names in tags, letters beside their names."""

from __future__ import annotations

import re

from ..text.option_lists import without_option_list

_APPOSED = re.compile(  # "The central box, (B), since ..."
    r"\AThe (?!other |least |only other )(?:[a-z-]{3,14} ){0,2}(?:box|point|object|region|option|one|rectangle),?"
    r" ?([(\[][A-Z][)\]])(?=[,.:;]|\s(?:since|because|as|for)\b|\s*\Z)",
    re.IGNORECASE,
)
_SPACED_STOP = re.compile(r"(?<=[a-z]) (?=[.,](?:\s|$))")  # "the snail . she bends down"
_CORRECTS_ITSELF = re.compile(
    r"(?<=\w)\s?(?:\.{2,3}|\u2026|-|\u2013|\u2014|,)\s?sorry,\s(?=\w)"
)  # "Her gaze... sorry, his gaze"
_DENIED_QUESTION = re.compile(
    r"(?:^|(?<=[.!?\n]\s))(?:the |an? |[^\W\d_]{1,4} )?[^.!?,;:\n]{1,40}\?\s{1,3}(?:no|nope|not really|nein|non|não"
    r"|nee|нет)\b[.,!;]\s*",
    re.IGNORECASE,
)
_SO_THAT_ONE = re.compile(  # "The object on the right is larger, so that one."
    r"\A\W*(?P<one>the (?:object|one|box|region|item|thing|person|point|figure) (?:on|in|at"
    r"|to) the [a-z -]{3,24}?)\s(?:is|are|has|looks|stands|seems"
    r"|appears)\b[^.!?\n]{3,120}\b(?:so|hence|therefore|thus),? (?:i (?:choose|pick|take|say) )?(?:that"
    r"|this)(?: one)?\W*\Z",
    re.IGNORECASE,
)
_LETTERED_NOUN = re.compile(  # "[B]海獭": the letter and what it stands for
    r"\A\s?[\[(]?([A-Z])[\])]?\s?(?=[\u30a1-\u30fa\u30fc\u3400-\u9fff]{1,8}\W*\Z)(?!.*[是不比和与與或更最的])"
)
_POINTED = re.compile(r"<points?\s[^<>]{0,400}>([^<>]{1,60})</points?>")


def tidied(text: str) -> str:
    """Return a reply without blanks before its stops, and with the "sorry" of a correction as a "no".

    Example:
        >>> tidied("the snail . she bends down"), tidied("Her gaze... sorry, his gaze")
        ('the snail. she bends down', 'Her gaze, no, his gaze')
    """
    text = _SPACED_STOP.sub("", text) if " ." in text or " ," in text else text
    return _CORRECTS_ITSELF.sub(", no, ", text) if "sorry" in text else text


def reduced(text: str, named: bool) -> str:
    """Return a reply as what it selects, where it says that in a roundabout way.

    Args:
        text: The reply.
        named: Whether the options have names.

    Example:
        >>> reduced("The central box, (B), since it is bright.", True)
        '(B), since it is bright.'
        >>> reduced("The object on the right is larger, so that one.", False)
        'The object on the right.'
    """
    text = _SO_THAT_ONE.sub(r"\g<one>.", without_option_list(text))
    if "<point" in text and named:
        text = _POINTED.sub(lambda match: f" {match[1]} ", text)
    text = _APPOSED.sub(r"\1", text) if text[:4].lower() == "the " else text
    return text if text.isascii() else _LETTERED_NOUN.sub(r"\1. ", text)


def without_denied_questions(text: str) -> str:
    """Return a text without the questions to oneself that it denies.

    Example:
        >>> without_denied_questions("The skier? No. The snow plough is bright.")
        'The snow plough is bright.'
    """
    return _DENIED_QUESTION.sub("", text)
