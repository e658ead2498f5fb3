"""Which part of a reply is settled: a sentence that a token limit cut off is no answer.

How readers use it::

    reply = settled_reply(text, finished)      # cleans like `final_answer_text`
    if reply is None:                          # a reasoning trace that never ends
        return Standardized(default, "unclosed_reasoning", True)
    if reply.cut:
        # The end is missing. Only conclusions in `reply.text` are answers: an explicit announcement ("the answer
        # is"), a box, a closed JSON object, or an answer with which the reply begins (`reply.whole` shows how it
        # begins). What is only listed, described or mentioned is still under discussion.
    else:
        # The reply ended by itself: `reply.text` is all of it and `reply.rest` is "".

`reply.text + reply.rest == reply.whole`, so positions in `text` are positions in `whole`. A text that is already
cleaned goes to `settled` instead.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from .cleaning import answer_part
from .cued import Cued


class Settled(NamedTuple):
    """A reply in two parts.

    Attributes:
        text: The reply up to the end of its last complete sentence, line or literal; all of it unless `cut`.
        rest: The unterminated end, "" unless `cut`.
        cut: The reply lacks its end, because the caller says so or because it visibly breaks off.
    """

    text: str
    rest: str
    cut: bool

    @property
    def whole(self) -> str:
        """The reply with its unterminated end."""
        return self.text + self.rest


_WINDOW = 4_000  # characters at the end in which the beginning of the last sentence is sought
_CLOSERS = r"[)\]}\"'*_`”’»」』】）]{0,6}"
# A full stop ends a sentence only before a space; a number such as "2." at the beginning of a line ends none.
_SENTENCE_END = Cued(rf"(?:(?<!\d)[.!?…]|(?<=\d\d)[.!?]|(?<=\w\d)[.!?]|[!?]){_CLOSERS}(?=\s)|[。！？｡।؟]{_CLOSERS}|\n")
_TERMINATED = re.compile(rf"(?:(?<!\b0)[.!?…。！？｡।؟;；]|[^\w\s.,:;(\[{{<，、：；（【+=/&-]){_CLOSERS}\s*$")
_BRACKETS = re.compile(r"[()\[\]{}（）【】]")
_OPENS = ("(", "[", "{", "**")
_OPENS_WIDE = re.compile("[（【]")
_PAIR = dict(zip(")]}）】", "([{（【", strict=True))
_DANGLING_MARKS = frozenset(",([{<，、（【+=/&:：的和与與在是而且比因为但をはがのにとでも")
_DANGLING_WORDS = frozenset(
    re.findall(
        r"\S+",
        """
        therefore thus hence because although
        the an of and or but with to in on at by for from is are was were be been being that which while
        whereas as than its their his her this these those because since if when where whether between into
        it also has have had would could should might may can will very such due so not there they we my our
        your der die das den dem des ein eine einen einem einer und oder mit von zu ist sind im am auf für
        weil dass le les un une du et ou est sont avec dans pour que qui sur el los las una y del es son con
        en por il lo gli di per che è os um uma do da é são com em para и в на с что это как или но
        """,
    )
)
_RATED = re.compile(r"\b[A-Z]\s?[:|]?\s?[+-]{1,5}[\s,]{1,3}[A-Z]\s?[:|]?\s?[+-]{1,5}\s*$")  # "A: +, B: -"
_OBJECTS = frozenset(("it", "there", "so", "not", "this", "these", "those", "her", "us"))
_CONJUNCTIONS = frozenset(("because", "and", "but", "that", "which", "as", "since", "if", "when", "while", "or", "so"))
_NOUNS = frozenset(("can", "will", "may", "might"))
_ARTICLES = frozenset(("the", "a", "this", "his"))
_PARTICLE_VERBS = frozenset(("blend", "blends", "blending", "zoom", "zoomed", "fits", "fit", "fills"))
_LAST_WORD = re.compile(r"(\S{1,14}\s)?([^\W\d_]{1,10})\s*$")
_LONGEST_END = 25  # characters of what the pattern above finds, without blanks at the end
_BEFORE_LETTER = ("option", "choice", "letter", "answer", "choose", "pick", "select")
_ANNOUNCES = re.compile(
    r"\b(?:answer|choice|choose|pick|select|go with|opt for|therefore|thus|hence|conclusion|final|result|total|order"
    r"|ranking|lean|antwort|réponse|respuesta|resposta|risposta|ответ)\b|答案|选择|選擇|因此|所以|总共|共有|正解|答え|정답|따라서",
    re.IGNORECASE,
)
_ENDS_IN_VALUE = re.compile(r"[^\W\d_]{2}\s?[:=]\s?\*{0,2}(?:\d{1,3}|[A-Z])\*{0,2}\s*$")  # "so just the dog: 1"
_ENDS_IN_POINT = re.compile(
    r":\s?[(\[]-?\d{0,4}\.?\d{1,4}\s?,\s?-?\d{0,4}\.?\d{1,4}[)\]]\s*$"
)  # "the lid: (0.62, 0.48)"
_PAIR_LINE = re.compile(r"[ \t]{0,8}[\w-]{2,20}:\s[^\n]{1,200}")
_PAIRS_BEFORE = re.compile(r"(?:^|\n)[ \t]{0,8}[\w-]{2,20}:[^.!?\n]{0,60}\n\Z")
_WORDS = re.compile(r"[^\W\d_]{2,}|[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]{1,2}")
_FEW = 4  # words that make a sentence
_SHORT = 40  # characters of a reply that is one sentence at most
_SHORT_LINE = 6  # words of a last line that may be an answer on its own

_EITHER_OBJECT = re.compile(
    r"\}[\s`]{0,9}(?:or|oder|ou|o|или|або|lub|albo|of|eller|veya|atau|hoặc|nebo|alternatively|または|或者?|또는)[,:]?"
    r"[\s`]{0,9}(?:json)?\s{0,3}\{",
    re.IGNORECASE,
)


def settled_reply(value: object, finished: bool | None = None) -> Settled | None:
    """Return the settled and the unterminated part of a reply, or None when its reasoning trace never ends.

    Args:
        value: The prediction; see `standardizers.text.as_text` for values that are not text.
        finished: False when a token limit cut the reply, True when it ended by itself, None when unknown. An answer
            tag that is closed was finished, whatever came behind it.
    """
    part = answer_part(value)
    if part is None:
        return None
    text, closed = part
    if "}" in text and _EITHER_OBJECT.search(text) is not None:  # of two objects none is the answer
        text = f"{text[: text.index('{')]} or {text[text.rindex('}') + 1 :]}"
    return settled(text, True if closed else finished)


def settled(text: str, finished: bool | None = None) -> Settled:
    """Divide a text into what is settled and an unterminated end.

    With `finished=None` the end counts as unterminated only where it shows: a bracket, a code fence or a bold mark is
    open, the last word cannot be the last ("the", "and", a comma), or complete sentences are followed by one that
    breaks off and announces nothing.

    Args:
        text: Text from `standardizers.text.final_answer_text`.
        finished: See `settled_reply`.

    Example:
        >>> settled("A is large. B is in the")
        Settled(text='A is large. ', rest='B is in the', cut=True)
        >>> settled("The answer is B")
        Settled(text='The answer is B', rest='', cut=False)
    """
    if finished or not text:
        return Settled(text, "", False)
    if finished is None and not _breaks_off(text):
        return Settled(text, "", False)
    start = len(text) if _is_terminated(text) else _last_start(text)
    return Settled(text[:start], text[start:], True)


def _is_terminated(text: str) -> bool:
    return _TERMINATED.search(text, max(0, len(text) - 12)) is not None and _open_from(text) < 0


def _breaks_off(text: str) -> bool:
    if _open_from(text) >= 0:
        return True
    dangles = _dangles(text)
    if not dangles and len(text) < _SHORT and "\n" not in text:
        return False  # a short reply on one line
    if not dangles and _TERMINATED.search(text, max(0, len(text) - 12)):
        return False
    start = _last_start(text)
    last = text[start:]
    words = len(_WORDS.findall(last[:400]))
    if dangles and (words > 1 or start):
        return True
    if (
        start == 0
        or words < _FEW
        or _ANNOUNCES.search(last[:400])
        or _ENDS_IN_VALUE.search(last[-40:])
        or _ENDS_IN_POINT.search(last[-40:])
    ):
        return False
    line = text.rfind("\n", 0, start) + 1
    if _PAIR_LINE.fullmatch(text[line:].rstrip()) and _PAIRS_BEFORE.search(text, max(0, line - 200), line):
        return False  # keys and values, as in YAML, end without a full stop
    # Lines of a list, headings and short answers on a line of their own do not end in a full stop.
    return text[start - 1] != "\n" or (words > _SHORT_LINE and _follows_sentence(text, start))


def _dangles(text: str) -> bool:
    """Tell whether the last mark or word cannot be the last: a comma, "the", "and"."""
    last = text.rstrip()[-1:]
    if last in ("+", "-") and _RATED.search(text, max(0, len(text) - 40)):
        return False
    if last in _DANGLING_MARKS:
        return True
    if last == "-":
        return text.rstrip()[-2:-1].isspace()
    if not last.isalpha():
        return False
    match = _LAST_WORD.search(text, max(0, len(text) - 40, len(text.rstrip()) - _LONGEST_END))
    if match is None:
        return False
    word = match.group(2)
    if word == "a":
        before = text[max(0, match.start(2) - 30) : match.start(2)].lower()
        return not any(noun in before for noun in _BEFORE_LETTER)
    lowered = word.lower()
    if lowered == "in" and (match.group(1) or "").strip().lower() in _PARTICLE_VERBS:
        return False
    if lowered in _OBJECTS and text[: max(0, match.start())].strip():
        # "She is taking a picture of it" is complete, "because it" is not.
        return (match.group(1) or "").strip().lower() in _CONJUNCTIONS
    if lowered in _NOUNS and _is_noun(word, (match.group(1) or "").strip().lower()):
        return False
    return lowered in _DANGLING_WORDS and not (word.isupper() and len(word) == 1)


def _is_noun(word: str, before: str) -> bool:
    """Tell whether a modal verb's name is a thing or a name: "the can", "a will", "It shows May"."""
    return before in _ARTICLES or (word[0].isupper() and before[-1:].isalpha() and before not in _CONJUNCTIONS)


def is_small_word(word: str) -> bool:
    """Tell whether a lower-case word is one with which a sentence does not end as a rule ("the", "can")."""
    return word in _DANGLING_WORDS


def _follows_sentence(text: str, start: int) -> bool:
    before = text[max(0, start - 12) : start].rstrip()
    return before.endswith((".", "!", "?", "。", "！", "？"))


def _last_start(text: str) -> int:
    """Return where the last sentence, line or open literal of a text begins."""
    opened = _open_from(text)
    limit = opened if opened >= 0 else len(text.rstrip())
    low = max(0, limit - _WINDOW)
    start = low if low else 0
    for match in _SENTENCE_END.finditer(text, low, limit):
        start = match.end()
    while start < limit and text[start].isspace():
        start += 1
    return start


def _open_from(text: str) -> int:
    """Return where an open code fence, bracket or bold mark of the last lines begins, or -1."""
    if "```" in text and text.count("```") % 2:
        return text.rfind("```")
    if not any([mark in text for mark in _OPENS]) and (text.isascii() or _OPENS_WIDE.search(text) is None):
        return -1
    line = text.rfind("\n", 0, len(text.rstrip())) + 1
    braces = "{" in text
    start = max(0, len(text) - _WINDOW) if braces else max(line, len(text) - _WINDOW)
    stack: list[int] = []
    for match in _BRACKETS.finditer(text, start):
        mark = match.group()
        if mark not in _PAIR:
            if not braces or mark in "{[" or match.start() >= line:
                stack.append(match.start())
        elif stack and text[stack[-1]] == _PAIR[mark]:
            stack.pop()
    if stack:
        return stack[0]
    last = text[max(line, len(text) - _WINDOW) :]
    if last.count("**") % 2:
        return len(text) - len(last) + last.rfind("**")
    return -1
