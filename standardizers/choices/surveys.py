"""Analyses that have just begun: what stands first in a list of all options is no answer yet."""

from __future__ import annotations

import re

from ..stance.plans import PLANS, discusses
from ..text.cleaning import plain
from .question import Question

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
_LONGEST_LINE = 100
_HEAD = 40  # characters at the beginning of a line that name what the line is about
_DISCUSSION = 120  # letters from which on what stands before the last line may discuss options
_FRAME = r"[ \t>*_#\[(\u2022+-]{0,8}(?:[^\W\d_]{2,12}[ \t]{1,2}[*_\[(\"']{0,3})?"
_LABEL = r"(?P<label>[^\W\d_a-z])(?![\w'])"
_BEGINS_LINE = re.compile(rf"^{_FRAME}{_LABEL}", re.MULTILINE)
_LAST_LINE = re.compile(rf"(?:^|\n)(?P<line>{_FRAME}{_LABEL}[\])*_.:,\"']{{0,5}}(?P<more>[ \t][^\n.!?]{{0,24}})?)\s*\Z")
_NOUN = re.compile(r"[^\W\d_]{2,12}[ \t]")
_HEADINGS = re.compile(r"\s*(?:(?:#{1,6}[ \t][^\n]{1,80}|\*\*[^\n*]{1,80}\*\*)\s{1,4}){1,3}")
_BULLETS = frozenset(("- ", "* ", "\u2022 ", "+ "))
_INTRODUCES = re.compile(r"\s*[^\n]{3,300}[:：]\s{0,4}")


def only_begun(text: str, question: Question) -> bool:
    r"""Tell whether a text announces a look at every option and breaks off before it came to the last one.

    Args:
        text: A reply of which nobody knows whether it ended by itself.
        question: The options.

    Example:
        >>> from standardizers.choices.question import question
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


_ANSWER_HEADING = re.compile(  # "### Final answer", above the last line
    r"(?:^|\n)[\W_]{0,6}(?:(?:my|the|final|best) ){0,2}(?:answer|choice|pick|verdict|conclusion|decision|result"
    r"|selection)[\W_]{0,6}\s*\Z",
    re.IGNORECASE,
)


def begins_item(text: str, question: Question) -> bool:
    r"""Tell whether the last line of an analysis is the heading of what comes next rather than an answer.

    A label stands alone under a mere heading, it continues a series of paragraphs that begin with other labels, or it
    is the first that a plan comes to.

    Args:
        text: A reply of which nobody knows whether it ended by itself.
        question: The options.

    Example:
        >>> from standardizers.choices.question import question
        >>> asked = question(("A", "B", "C"), None)
        >>> begins_item("A is a dog. It barks.\n\nB is a cat, which sleeps.\n\nC", asked)
        True
        >>> begins_item("A is a dog. It barks.\n\nB is a cat, which sleeps.\n\nB", asked)
        False
    """
    if _begins_by_name(text, question):
        return True
    last = _LAST_LINE.search(text, max(0, len(text) - _LONGEST_LINE))
    if last is None or last["label"] not in question.labels or not last.start("line"):
        return False
    line, before = last["line"], text[: last.start("line")]
    if _CONCLUDES.search(line) is not None:
        return False
    if _ANSWER_HEADING.search(before) is not None:
        return False
    if _HEADINGS.fullmatch(before) is not None or (line.lstrip()[:2] in _BULLETS and _INTRODUCES.fullmatch(before)):
        return _CONCLUDES.search(before) is None
    option = question.labels.index(last["label"])
    if any(one.by_name and one.option == option for one in question.mentions(plain(before))):
        return False  # "... the piglet is in focus.\n\nB": it has been told before
    begun = {match["label"] for match in _BEGINS_LINE.finditer(before)} & {*question.labels}
    if last["label"] not in begun and begun:
        return True
    if _NOUN.search(line[: last.start("label") - last.start("line")]) is None or PLANS.match(before) is None:
        return False
    return not question.mentions(plain(before))


def _begins_by_name(text: str, question: Question) -> bool:
    """Tell whether the last line is nothing but an option that a discussion of others has not come to before."""
    start = text.rstrip().rfind("\n") + 1
    line = text[start:].strip()
    if not start or len(line) > _LONGEST_LINE or _ENDED.search(line) is not None or len(line.split()) > _FEW_WORDS:
        return False
    before = text[:start]
    if _CONCLUDES.search(line) is not None:
        return False
    if PLANS.match(before) is None and _SURVEYS.search(before) is None:
        return False
    if not discusses(before, _DISCUSSION) or _CONCLUDES.search(before.rstrip()[-_LONGEST_LINE:]) is not None:
        return False
    options = {one.option for one in question.mentions(plain(line))}
    if len(options) != 1 or not options.isdisjoint(one.option for one in question.mentions(plain(before))):
        return False
    heads = (plain(head)[:_HEAD] for head in before.split("\n"))
    return any(len({one.option for one in question.mentions(head)}) == 1 for head in heads)


def without_begun_word(text: str) -> str:
    """Return a text without the one small letter that it breaks off with: the beginning of a word, not an option.

    Example:
        >>> without_begun_word("Saliency in this picture is d"), without_begun_word("answer: d")
        ('Saliency in this picture is ', 'answer: d')
    """
    if _BEGUN_WORD.search(text) is None or len(text.split()) <= _FEW_WORDS or _CALLED.search(text[-60:]):
        return text
    return text[:-1]
