"""What was said: a reply without markup, reasoning, and turns that the model made up.

Nothing here raises on any text, and everything runs in time linear in the text's length: regular expressions have
bounded repeats where two of them could compete for the same characters.
"""

import re
import unicodedata
from typing import NamedTuple

from .common import EMPTY, SERVER_ERROR, UNFINISHED

_HTML_TAG = re.compile(
    r"</?(?:b|i|u|em|strong|p|br|hr|span|div|center|code|pre|sup|sub|ol|ul|li|mark|font|table|tr|td|th"
    r"|h[1-6])\b[^<>]{0,80}>",
    re.IGNORECASE,
)
_STRUCK_OUT = re.compile(r"~~[^~\n]{1,200}~~|<(?:s|del|strike)>[^<>\n]{1,200}</(?:s|del|strike)>", re.IGNORECASE)
_FENCE = re.compile(r"```[ \t]{0,3}[\w+#.-]{0,20}")
_HEADING = re.compile(r"^[ \t]{0,3}(?:#{1,6}(?=\s)|>(?=\s))", re.MULTILINE)
_EMPHASIS = re.compile(r"[*`]+|(?<!\w)_+(?=[^\W_])|(?<=[^\W_])_+(?![^\W_])")
_LATEX_NAMED = re.compile(
    r"\\(rightarrow|Rightarrow|longrightarrow|implies|to|succ|gt|left|right|quad|qquad|[lc]?dots|%|[,;:! ])(?![A-Za-z])"
)
_LATEX_MEANING = {
    **dict.fromkeys(("rightarrow", "Rightarrow", "longrightarrow", "implies", "to"), " -> "),
    **dict.fromkeys(("succ", "gt"), " > "),
    **dict.fromkeys(("ldots", "dots", "cdots"), "..."),
    **{"left": "", "right": "", "%": "%"},
}
_LATEX_WRAPPER = re.compile(
    r"\\(?:text(?:bf|it|rm|sf|tt|normal)?|math(?:bf|it|rm|sf|tt|cal|bb)?|boldsymbol|bm|fbox|boxed|emph|large|Large|bf"
    r"|rm)(?![A-Za-z])"
)
_LATEX_MATH = re.compile(r"\$+|\\[()\[\]]")
_PUNCTUATION = {
    **dict.fromkeys("“”„‟«»〝〞＂「『」』", '"'),
    **dict.fromkeys("‘’‚‛′´", "'"),
    **dict.fromkeys("【〔〖〘〚《〈⟨⟦", "["),
    **dict.fromkeys("】〕〗〙〛》〉⟩⟧", "]"),
    **dict.fromkeys("。．｡।॥।۔", "."),
    **dict.fromkeys("、､،﹐﹑", ","),
    **dict.fromkeys("∶։", ":"),
    **dict.fromkeys("‐‑‒–−﹣－", "-"),
    **dict.fromkeys("—―⸺", " - "),
    **dict.fromkeys("→⇒⟶⟹➔➜➝➞➡⇨►▶⭢↦", "->"),
    **dict.fromkeys("≻›❯⟩＞≫⪢", ">"),
    **dict.fromkeys("≺‹❮＜≪", "<"),
    **dict.fromkeys("\u2028\u2029\x85\r", "\n"),
    **{"؛": ";", "؟": "?", "٪": "%", "٫": ".", "🔟": "10", "∞": "Infinity", "×": "x"},
}
_ENCLOSED = ((0x1F170, 0x1F189), (0x1F150, 0x1F169), (0x1F1E6, 0x1F1FF))  # 🅱 🅑 🇧 have no decomposition


def as_text(value: object) -> str:
    """Return what a cell of predictions holds as text: str as it is, None and NaN as "", anything else by `str()`.

    Args:
        value: Any object, such as the float NaN that a spreadsheet gives for an empty cell. Bytes are decoded as UTF-8.

    Returns:
        The text; "" also for an object that cannot be printed.
    """
    if isinstance(value, str):
        return value
    if value is None or (isinstance(value, float) and value != value):
        return ""
    if isinstance(value, (bytes, bytearray)):
        return bytes(value).decode("utf-8", "replace")
    try:
        return str(value)
    except Exception:  # an integer past the interpreter's digit limit, or a foreign __str__
        return ""


class _Folding(dict[int, str]):
    """Character-by-character folding for `str.translate`, filled as characters are met.

    Whole-string NFKC reorders combining marks by insertion sort, which is quadratic on hostile text; one character at
    a time is not.
    """

    def __missing__(self, code: int) -> str:
        folded = self[code] = _fold_character(chr(code))
        return folded


def _fold_character(character: str) -> str:
    if character in _PUNCTUATION:
        return _PUNCTUATION[character]
    if character in "\n\t":
        return character
    code = ord(character)
    for first, last in _ENCLOSED:
        if first <= code <= last:
            return chr(65 + code - first)
    category = unicodedata.category(character)
    if category == "Nd":
        return str(unicodedata.decimal(character))
    if category == "Cf" or character in "\ufe0e\ufe0f\u20e3":  # zero-width marks, emoji variation, key-cap frame
        return ""
    if category in ("Cc", "Zs"):
        return " "
    if unicodedata.decomposition(character).startswith(("<super>", "<sub>", "<fraction>")):
        return character
    normal = unicodedata.normalize("NFKC", character)
    return normal if len(normal) <= 8 else character


_FOLDING = _Folding()


def fold(text: str) -> str:
    """Fold compatibility characters to ASCII where they have a counterpart there.

    Full-width, circled and bold letters, digits of all scripts, quotation marks, brackets, dashes, arrows and
    sentence punctuation; zero-width characters vanish.
    """
    if text.isascii():
        return text.replace("\r", "\n") if "\r" in text else text
    return text.translate(_FOLDING)


def plain(text: str) -> str:
    r"""Return text as a reader sees it: folded, without markdown, code fences, HTML tags and LaTeX wrappers.

    `\text{B}` becomes `{B}`: braces stay as one more kind of bracket. Struck-out text goes with its marks. Line
    breaks stay.
    """
    text = fold(text)
    if "<" in text or "~~" in text:
        text = _HTML_TAG.sub(" ", _STRUCK_OUT.sub(" ", text))
    if "`" in text:
        text = _FENCE.sub("\n", text)
    if "\\" in text:
        text = _LATEX_NAMED.sub(lambda match: _LATEX_MEANING.get(match.group(1), " "), text)
        text = _LATEX_WRAPPER.sub("", text)
        text = _LATEX_MATH.sub(" ", text).replace("\\\\", "\n").replace("\\", "")
    elif "$" in text:
        text = text.replace("$", " ")
    if "#" in text or ">" in text:
        text = _HEADING.sub("", text)
    if "*" in text or "`" in text or "_" in text:
        text = _EMPHASIS.sub("", text)
    return text


_LONGEST = 20_000
"""Characters of a reply that are read: more is a model that never stopped, not an answer."""

_THOUGHT = r"think(?:ing)?|thoughts?|reason(?:ing)?|analysis|reflection|rethink|scratchpad|seed:think"
# One alternative per dialect: XML-like tags (DeepSeek-R1, Qwen3, GLM-V), Kimi's triangles, Magistral's brackets,
# open-thought tokens, the channels of gpt-oss, and MedGemma's unused tokens.
_OPENS_THOUGHT = re.compile(
    rf"<\s?(?:{_THOUGHT})\s?>|◁\s?think\s?▷|\[THINK\]|<\|begin_of_thought\|>|<unused94>"
    r"|<\|channel\|>(?:analysis|commentary)<\|message\|>",
    re.IGNORECASE,
)
_CLOSES_THOUGHT = re.compile(
    rf"<\s?/\s?(?:{_THOUGHT})\s?>|◁\s?/\s?think\s?▷|\[/THINK\]|<\|end_of_thought\|>|<unused95>"
    r"|<\|channel\|>final<\|message\|>|assistantfinal",
    re.IGNORECASE,
)
_ANSWER = r"final[_ ]?answer|answer|ans|conclusion|final"
_ANSWER_TAG = re.compile(
    rf"(?P<open><\s?(?:{_ANSWER})\s?>|<\|begin_of_box\|>)|(?P<close><\s?/\s?(?:{_ANSWER})\s?>|<\|end_of_box\|>)",
    re.IGNORECASE,
)
# What ends a reply for good; text after it is another turn that the model invented.
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
    r"|bad gateway|internal server error|service unavailable|too many requests|gateway time-?out|cuda out of memory"
    r"|traceback \(most recent call last\))",
    re.IGNORECASE,
)
_HTTP_ERROR = re.compile(
    r"\W{0,8}(?:http(?:/[\d.]{1,4})?\s?(?:error|status)?:?\s?[45]\d\d\b"
    r"|[45]\d\d (?:client|server|bad|too many|internal|service))",
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
        value: The reply; see `as_text` for other values than text.
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
    found = _ERROR.match(text) or _HTTP_ERROR.match(text) or _ERROR_OBJECT.match(text)
    return found is not None and _DECLARES.search(text, found.end()) is None


def _without_reasoning(text: str) -> str | None:
    """Return the text outside reasoning traces, or None when a trace was opened and not closed.

    A closing tag without its opening one ends a trace that began in the prompt's template, so everything before it
    is removed. The text after the last trace is the answer, or where that is blank the text before a trace.
    """
    if "<" not in text and "◁" not in text and "[" not in text and "assistantfinal" not in text:
        return text
    kept: list[str] = []
    start, inside = 0, False
    opening = [(tag.start(), tag.end(), True) for tag in _OPENS_THOUGHT.finditer(text)]
    closing = [(tag.start(), tag.end(), False) for tag in _CLOSES_THOUGHT.finditer(text)]
    for begin, end, opens in sorted(opening + closing):
        if opens:
            if not inside:
                kept.append(text[start:begin])
            inside = True
        else:
            if not inside:
                kept.clear()
            inside, start = False, end
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
