"""Analyses that have just begun: what stands first in a list of all options is no answer yet."""

from __future__ import annotations

import re

from .question import Question
from .text import plain

_SURVEYS = re.compile(
    r"\b(?:each(?! other)|every|one by one|in turn|candidates|options?:|option in|cada|una por una|uno por uno"
    r"|jede[nrs]?|einzeln|der reihe nach|nacheinander|chaque|tour à tour|une par une|un par un|ogni|ciascun\w*"
    r"|кажд\w+|по очереди)\b"
    r"[^\n.:]{0,80}(?:[:.]|\n)\s*"
    r"|(?:各|逐|每个|每一个|依次|それぞれ|順番に|각각|하나씩|차례로)[^\n]{0,40}[：:。.]?\s*\n",
    re.IGNORECASE,
)
_CONCLUDES = re.compile(
    r"answer|therefore|thus|\bso\b|hence|final|conclu|choose|pick|antwort|daher|also|réponse|donc|respuesta"
    r"|por (?:lo )?tanto|risposta|quindi|resposta|portanto|ответ|поэтому|答|因此|所以|したがって|よって|따라서|정답",
    re.IGNORECASE,
)
_ENDED = re.compile(r"[.!?。！？][)\]}*_`\"'”»」]{0,4}\s*$")
_BEGUN_WORD = re.compile(r"(?<=[\s,:])[a-z]$")
_CALLED = re.compile(
    r"\b(?:answer|option|choice|letter|antwort|réponse|respuesta|opción|risposta|resposta)\b", re.IGNORECASE
)
_FEW_WORDS = 4


def only_begun(text: str, question: Question) -> bool:
    r"""Tell whether a text announces a look at every option and breaks off before it came to the last one.

    Args:
        text: A reply of which nobody knows whether it ended by itself.
        question: The options.

    Example:
        >>> from standardizers.question import question
        >>> asked = question(("A", "B", "C"), None)
        >>> only_begun("Let me check each option:\n\n**A - the skateboarder**", asked)
        True
        >>> only_begun("I checked each option. The answer is\n\n**A - the skateboarder**", asked)
        False
    """
    if "{" in text or _ENDED.search(text) is not None:
        return False
    found = _SURVEYS.search(text)
    items = text[found.end() :] if found is not None else ""
    if not items.strip() or _CONCLUDES.search(items) is not None:
        return False
    return len({one.option for one in question.mentions(plain(items))}) < question.size


def without_begun_word(text: str) -> str:
    """Return a text without the one small letter that it breaks off with: the beginning of a word, not an option.

    Example:
        >>> without_begun_word("Saliency in this picture is d"), without_begun_word("answer: d")
        ('Saliency in this picture is ', 'answer: d')
    """
    if _BEGUN_WORD.search(text) is None or len(text.split()) <= _FEW_WORDS or _CALLED.search(text[-60:]):
        return text
    return text[:-1]
