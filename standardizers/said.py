"""What was said: the part of a reply that holds its answer, or why there is none."""

from __future__ import annotations

import re
from typing import NamedTuple

from .common import EMPTY, SERVER_ERROR, UNFINISHED
from .text import as_text, fold

_LONGEST = 20_000
"""Characters of a reply that are read: more is a model that never stopped, not an answer."""

_THOUGHT = r"think(?:ing)?|thoughts?|reason(?:ing)?|analysis|reflection|rethink|scratchpad|seed:think"
# One alternative per dialect: XML-like tags (DeepSeek-R1, Qwen3, GLM-V), Kimi's triangles, Magistral's brackets,
# open-thought tokens, the channels of gpt-oss, and MedGemma's unused tokens.
_OPENS_THOUGHT = (
    rf"<\s?(?:{_THOUGHT})\s?>|◁\s?think\s?▷|\[THINK\]|<\|begin_of_thought\|>|<unused94>"
    r"|<\|channel\|>(?:analysis|commentary)<\|message\|>"
)
_CLOSES_THOUGHT = (
    rf"<\s?/\s?(?:{_THOUGHT})\s?>|◁\s?/\s?think\s?▷|\[/THINK\]|<\|end_of_thought\|>|<unused95>"
    r"|<\|channel\|>final<\|message\|>|assistantfinal"
)
_REASONING = re.compile(rf"(?P<open>{_OPENS_THOUGHT})|(?P<close>{_CLOSES_THOUGHT})", re.IGNORECASE)
_ANSWER = r"final[_ ]?answer|answer|ans|conclusion|final"
_ANSWER_TAG = re.compile(
    rf"(?P<open><\s?(?:{_ANSWER})\s?>|<\|begin_of_box\|>)|(?P<close><\s?/\s?(?:{_ANSWER})\s?>|<\|end_of_box\|>)",
    re.IGNORECASE,
)
# What ends a reply for good; text behind it is another turn that the model made up.
_END = re.compile(
    r"</s>|<(?:eos|eoa|end_of_turn|end_of_utterance)>|<\|(?:im_end|eot_id|end|endoftext|end_of_text|assistant_end)\|>"
)
_SPECIAL_TOKEN = re.compile(r"<\|[^<>|\n]{1,40}\|>|<s>|<(?:bos|pad|unk|start_of_turn|eoe|eoh)>")
_NEXT_TURN = re.compile(
    r"\n[ \t#*]{0,8}(?:(?:next |new |another )?(?:question|problem|example|exercise)(?: \d{1,3})?|human|user"
    r"|instruction|q\d{0,3})[ \t*]{0,4}(?::|\n[ \t#*]{0,8}(?=\w))|\n[ \t]{0,4}\[INST\]",
    re.IGNORECASE,
)
_ERROR = re.compile(
    r"\W{0,8}(?:failed to obtain answer|(?:[a-z_.]{0,60}(?:error|exception|timeout))(?: code)?\s?[:(]"
    r"|http(?:/[\d.]{1,4})?\s?(?:error|status)?:?\s?[45]\d\d\b|[45]\d\d (?:client|server|bad|too many|internal|service)"
    r"|bad gateway|internal server error|service unavailable|too many requests|gateway time-?out"
    r"|cuda out of memory|traceback \(most recent call last\))",
    re.IGNORECASE,
)
_ERROR_OBJECT = re.compile(
    r"[\s`]{0,8}(?:json\s{0,3})?\{\s{0,9}['\"](?:error|errors|fault|exception|detail|object['\"]:\s?['\"]error"
    r"|error_code|err_msg|errmsg)['\"]\s{0,3}[:,]\s{0,3}(?!null|none|false|0\b|['\"]['\"])",
    re.IGNORECASE,
)
_DECLARES = re.compile(r"\b(?:answer|final|choose|therefore|I (?:would|think|see|count))\b|答案")


class Said(NamedTuple):
    """The part of a reply that holds its answer.

    Attributes:
        text: Still with its markdown, code fences and JSON; "" where there is nothing to read.
        tagged: The text is the content of an answer's tag, such as `<answer>`.
        problem: Why there is nothing to read: "empty", "unfinished" (a reasoning trace that never ends) or
            "server_error"; "" otherwise.
    """

    text: str
    tagged: bool
    problem: str


def said(value: object) -> Said:
    """Return what a reply says, without reasoning traces, special tokens and turns that the model made up.

    The content of `<answer>`-like tags is preferred. Of a text of more than 20,000 characters the first and the last
    10,000 are read.

    Args:
        value: The reply; see `as_text` for values that are no text.
    """
    given = as_text(value)
    text = _without_reasoning(given)
    if text is None:
        return Said("", False, UNFINISHED)
    text, tagged = _last_answer_tag(text)
    if len(text) > _LONGEST:
        text = f"{text[: _LONGEST // 2]}\n{text[-_LONGEST // 2 :]}"
    text = _first_turn(text).strip()
    if not text:
        return Said("", tagged, EMPTY)
    if is_error(text):
        return Said("", tagged, SERVER_ERROR)
    return Said(text, tagged, "")


def is_error(text: str) -> bool:
    """Tell whether a text is the error message of a server, a client or a program.

    Example:
        >>> is_error('{"error": {"code": 400, "message": "The prompt triggered policy B."}}')
        True
        >>> is_error('{"answer": "B", "error": null}')
        False
    """
    found = _ERROR.match(text) or _ERROR_OBJECT.match(text)
    return found is not None and _DECLARES.search(text, found.end()) is None


def _without_reasoning(text: str) -> str | None:
    """Return the text outside reasoning traces, or None when a trace was opened and not closed.

    A closing tag without its opening one ends a trace that began in the prompt's template, so everything before it
    goes. The text behind the last trace is the answer; only when that is blank does the text before a trace count.
    """
    if "<" not in text and "◁" not in text and "[" not in text and "assistantfinal" not in text:
        return text
    kept: list[str] = []
    start, inside = 0, False
    for tag in _REASONING.finditer(text):
        if tag.lastgroup == "open":
            if not inside:
                kept.append(text[start : tag.start()])
            inside = True
        else:
            if not inside:
                kept.clear()
            inside, start = False, tag.end()
    if inside:
        return None
    last = text[start:]
    return last if last.strip() or not kept else "\n".join(kept)


def _last_answer_tag(text: str) -> tuple[str, bool]:
    """Return the content of the last answer tag that is not blank, or the text itself when there is none."""
    if "<" not in text:
        return text, False
    begin: int | None = None
    found = ""
    for tag in _ANSWER_TAG.finditer(text):
        if tag.lastgroup == "open":
            begin = tag.end()
        elif begin is not None:
            found = text[begin : tag.start()].strip() or found
            begin = None
    if begin is not None:
        found = text[begin:].strip() or found
    return (found, True) if found else (text, False)


def _first_turn(text: str) -> str:
    """Return the text up to an end token or a next turn, and without other special tokens."""
    if "<" in text:
        for end in _END.finditer(text):
            if text[: end.start()].strip():
                text = text[: end.start()]
                break
        text = _END.sub(" ", _SPECIAL_TOKEN.sub(" ", text))
    text = text.lstrip()
    if "\n" in text:
        for turn in _NEXT_TURN.finditer(text):
            if any(map(str.isalnum, text[: turn.start()])):
                return text[: turn.start()]
    return text


def folded_start(text: str, length: int = 400) -> str:
    """Return the first characters of a text, folded and in lower case."""
    return fold(text[:length]).lower()
