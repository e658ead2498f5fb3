"""Wordings that hide what a reply says of the options, put plainly: asides, idioms that deny nothing, aspects."""

from __future__ import annotations

import re

from ..stance.aspects import favoured, may_favour, without_favours, without_labels
from .question import Question

_BETWEEN_DASHES = re.compile(  # "C - the face - is"
    r" - (?:the|an?|his|her|its|their) (?:[\w']{2,16} ?){1,3}- (?=(?:is|has|was|gets?|draws?|attracts?)\b)"
)
_NO_DOUBT = re.compile(  # denies no option
    r"(^|[.!;\n] ?)(?:without (?:a |any )?doubt|no doubt|undoubtedly|без (?:всякого )?сомнения|несомненно"
    r"|без сумніву|ohne (?:jeden )?zweifel"
    r"|sans (?:aucun )?doute|sin (?:ninguna )?duda|sem (?:qualquer )?dúvida|senza (?:alcun )?dubbio"
    r"|zonder (?:enige )?twijfel|bez wątpienia"
    r"|utan tvekan|uten tvil|uden tvivl|epäilemättä|bez pochyby|fără îndoială|şüphesiz|tanpa ragu"
    r"|毫无疑问|毫無疑問|無疑|无疑)\s?[,:]?\s?",
    re.IGNORECASE,
)
_ARROWED = re.compile(  # "Most salient -> C"
    r"^([^\n\u2192>]{3,40}?)\s?(?:\u2192|[-=]>)\s?(?=[\[(]?[A-Z][\])]?\s*$)",
    re.MULTILINE,
)


def plainly_told(text: str, question: Question) -> str:
    r"""Return a text without what hides its verdict.

    Args:
        text: Text from `standardizers.text.plain`.
        question: The options.

    Example:
        >>> from standardizers.choices.question import question
        >>> plainly_told("Without a doubt, B. Most salient -> B\nLeast salient -> A", question(("A", "B"), None))
        'B. Most salient: B\nLeast salient: A'
    """
    text = _NO_DOUBT.sub(r"\1", without_weighing(text, question))
    text = _BETWEEN_DASHES.sub(" ", text) if text.count(" - ") > 1 else text
    return _ARROWED.sub(r"\1: ", text) if "\n" in text and len(_ARROWED.findall(text)) > 1 else text


def without_weighing(text: str, question: Question) -> str:
    """Return a text without what different aspects of the picture favour, where they do not agree, or head.

    Args:
        text: Text from `standardizers.text.plain`.
        question: The options.
    """
    text = without_labels(text)
    if may_favour(text) and len({one.option for one in favoured(text, question.mentions(text))}) > 1:
        return without_favours(text)
    return text
