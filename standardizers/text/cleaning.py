"""Cleaning of a model's raw text: what every standardizer reads is decided here once.

Nothing in this module raises on any text and everything runs in time linear in the text's length: regular expressions
have bounded repeats where two of them could compete for the same characters.
"""

from __future__ import annotations

import re
import unicodedata
from html import unescape

_THOUGHT = r"think(?:ing)?|thoughts?|reason(?:ing)?|analysis|reflection|rethink|scratchpad|seed:think"
# One alternative per dialect: XML-like tags (DeepSeek-R1, Qwen3, GLM-V), Kimi's triangles, Magistral's brackets,
# open-thought tokens, the channels of gpt-oss, and MedGemma's unused tokens.
_REASONING = re.compile(
    rf"(?P<open><\s?(?:{_THOUGHT})\s?>|◁\s?think\s?▷|\[THINK\]|<\|begin_of_thought\|>|<unused94>"
    r"|<\|channel\|>(?:analysis|commentary)<\|message\|>)"
    rf"|(?P<close><\s?/\s?(?:{_THOUGHT})\s?>|◁\s?/\s?think\s?▷|\[/THINK\]|<\|end_of_thought\|>|<unused95>"
    r"|<\|channel\|>final<\|message\|>|assistantfinal)",
    re.IGNORECASE,
)
_ANSWER_TAG = re.compile(
    r"(?P<open><\s?(?:final[_ ]?answer|answer|ans|conclusion|final|choice|result|prediction|selection"
    r"|selected)\s?>|<\|begin_of_box\|>|\[(?:final )?answer\]|\\begin\s?\{(?:final)?answer\})"
    r"|(?P<close>\[/(?:final )?answer\]|\\end\s?\{(?:final)?answer\}|<\s?/\s?(?:final[_ ]?answer|answer|ans"
    r"|conclusion|final|choice|result"
    r"|prediction|selection|selected)\s?>|<\|end_of_box\|>)",
    re.IGNORECASE,
)
_SPECIAL_TOKEN = re.compile(
    r"<\|[^<>|\n]{1,40}\|>|<｜[^<>｜\n]{1,40}｜>|</?s>|<(?:eos|bos|pad|unk|end_of_turn|start_of_turn"
    r"|end_of_utterance)>|\[/?INST\]|<</?SYS>>"
)
# A model that runs on begins the next turn of its chat template.
_TEMPLATE_TURN = re.compile(
    r"(?<=\S)\s{0,8}(?:<\|(?:im_end|eot_id|end|endoftext|return)\|>\s{0,8})?<\|(?:im_start|start_header_id|start)\|>"
    r"\s{0,3}(?:user|system|human)\b|(?<=\S)\s{0,8}<(?:start_of_turn>user|\|user\|>)",
    re.IGNORECASE,
)
# The role that a template writes before a reply.
_OWN_ROLE = re.compile(
    r"\s{0,8}(?:<\|(?:im_start|start_header_id|start)\|>\s{0,3})?(?:assistant|bot|model)\s?(?:<\|end_header_id\|>|:|\n)"
    r"\s{0,8}(?=\S)|\s{0,8}#{2,4}\s?(?:response|assistant|output)\s?:?\s{0,3}\n\s{0,8}(?=\S)",
    re.IGNORECASE,
)
# What a small model writes on as the user behind its answer.
_USER_TURN = re.compile(r"(?<=\S)\s{0,8}\n\s{0,3}(?:#{1,4} ?)?(?:\*\*)?(?:[Uu]ser|USER|[Hh]uman):")
_NEXT_TURN = re.compile(
    r"(?<=\S)\s{0,9}(?:#{2,3}\s?(?:Human|User|Instruction|Question)|\n(?:Human|User|USER|HUMAN)):\s{0,9}\Z"
)
_HTML_TAG = re.compile(
    r"</?(?:b|i|u|em|strong|p|br|hr|span|div|center|code|pre|sup|sub|ol|ul|li|mark|font|table|tr|td|th"
    r"|h[1-6])\b[^<>]{0,80}>",
    re.IGNORECASE,
)
_STRUCK_OUT = re.compile(r"~~[^~\n]{1,200}~~|<(?:s|del|strike)>[^<>\n]{1,200}</(?:s|del|strike)>", re.IGNORECASE)
_FENCE = re.compile(r"```[ \t]{0,3}[\w+#.-]{0,20}")
_HEADING = re.compile(r"^[ \t]{0,3}(?:#{1,6}(?=\s)|>(?=\s))", re.MULTILINE)
_EAST_ASIAN = re.compile("[\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
_ENTITY = re.compile(r"&(?:gt|lt|amp|quot|apos|nbsp|rarr|#39|#62|#60);")
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
_BOXED = re.compile(r"\\(?:boxed|fbox)\s?\{")


_LONGEST = 20_000  # characters of a reply that are read: more is a model that never stopped, not an answer


class _Folding(dict[int, str]):
    """Character-by-character folding for `str.translate`, filled as characters are met.

    Whole-string NFKC reorders combining marks by insertion sort, which is quadratic on hostile text; one character at
    a time is not.
    """

    def __missing__(self, code: int) -> str:
        folded = _fold_character(chr(code))
        self[code] = folded
        return folded


_PUNCTUATION = {
    **dict.fromkeys("“”„‟«»〝〞＂「『」』", '"'),
    **dict.fromkeys("‘’‚‛′´", "'"),
    **dict.fromkeys("【〔〖〘〚《〈⟨⟦", "["),
    **dict.fromkeys("】〕〗〙〛》〉⟩⟧", "]"),
    **dict.fromkeys("。．｡।॥።۔", "."),
    **dict.fromkeys("、､،﹐﹑", ","),
    **dict.fromkeys("∶։", ":"),
    **dict.fromkeys("‐‑‒–−﹣－", "-"),
    **dict.fromkeys("—―⸺", " - "),
    **dict.fromkeys("→⇒⟶⟹➔➜➝➞➡⇨►▶⭢↦", "->"),
    **dict.fromkeys("≻›❯⟩＞≫⪢", ">"),
    **dict.fromkeys("≺‹❮＜≪", "<"),
    **dict.fromkeys("\u2028\u2029\x85", "\n"),
    **{"؛": ";", "؟": "?", "٪": "%", "٫": ".", "🔟": "10", "∞": "Infinity", "×": "x"},
}


def _fold_character(character: str) -> str:
    if character in _PUNCTUATION:
        return _PUNCTUATION[character]
    if character in "\n\t\r":
        return character if character != "\r" else "\n"
    code = ord(character)
    for first, last, base in (
        (0x1F170, 0x1F189, 65),
        (0x1F150, 0x1F169, 65),
        (0x1F1E6, 0x1F1FF, 65),
    ):  # 🅱 🅑 🇧: no decomposition
        if first <= code <= last:
            return chr(base + code - first)
    category = unicodedata.category(character)
    if category == "Nd":
        return str(unicodedata.decimal(character))
    if category == "Cf" or character in "\ufe0e\ufe0f\u20e3":  # zero-width marks, emoji variation, key-cap frame
        return ""
    if category == "Cc":
        return " "
    if category == "Zs":
        return " "
    if unicodedata.decomposition(character).startswith(("<super>", "<sub>", "<fraction>")):
        return character
    normal = unicodedata.normalize("NFKC", character)
    return normal if len(normal) <= 8 else character


_FOLDING = _Folding()
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


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


def breadth(text: str) -> int:
    """Length of a text in Latin letters; a sign of the East Asian scripts says as much as two of them.

    Example:
        >>> breadth("abc"), breadth("中央 A")
        (3, 6)
    """
    return len(text) if text.isascii() else len(text) + len(_EAST_ASIAN.findall(text))


def fold(text: str) -> str:
    """Return the text with compatibility characters folded to ASCII where they have a counterpart there.

    These are full-width, circled and bold letters, digits of all scripts, quotation marks, brackets, dashes, arrows and
    sentence punctuation. Zero-width characters vanish, control characters become spaces.

    The text is folded character by character (NFKC without reordering), so that lone surrogates pass and the time is
    linear.
    """
    if text.isascii() and (text.isprintable() or not _CONTROL.search(text)):
        return text
    return text.replace("\r\n", "\n").translate(_FOLDING)


def strip_reasoning(text: str) -> str | None:
    """Return the text without its reasoning traces.

    A closing tag without its opening one ends a trace that began in the prompt template, so everything before it
    goes. The text behind the last trace is the answer; only when that is blank does the text before a trace count.

    Returns:
        The text outside traces, or None when a trace was opened and not closed: the reply was cut before its answer.
    """
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
    """Return the content of the last non-blank answer tag and whether it is closed, or the text itself and False."""
    begin: int | None = None
    found, closed = "", False
    for tag in _ANSWER_TAG.finditer(text):
        if tag.lastgroup == "open":
            begin = tag.end()
        elif begin is not None:
            content = text[begin : tag.start()].strip()
            if content:
                found, closed = content, True
            begin = None
    if begin is not None:
        content = text[begin:].strip()
        if content:
            found, closed = content, False
    return (found, closed) if found else (text, False)


def _may_hold_reasoning(text: str) -> bool:
    if "<" in text or "◁" in text or "assistantfinal" in text:
        return True
    if "[" not in text:
        return False
    lowered = text.lower()
    return not text.isascii() or "think]" in lowered or "assistantfinal" in lowered


def answer_part(value: object) -> tuple[str, bool] | None:
    """Return the text of `final_answer_text` and whether a closed answer tag held it, or None for an endless trace."""
    text = as_text(value)
    if _may_hold_reasoning(text):
        kept = strip_reasoning(text)
        if kept is None:
            return None
        text = kept
    text, closed = _last_answer_tag(text) if "<" in text or "[/" in text or "\\end" in text else (text, False)
    text = text.strip()
    if len(text) > _LONGEST:
        text = f"{text[: _LONGEST // 2]}\n{text[-_LONGEST // 2 :]}"
    if "<" in text:
        turn = _TEMPLATE_TURN.search(text)
        text = text[: turn.start()] if turn is not None else text
    role = _OWN_ROLE.match(text)
    text = text[role.end() :] if role is not None else text
    if "<" in text or "INST]" in text:
        text = _SPECIAL_TOKEN.sub(" ", text).strip()
    if "ser:" in text or "uman:" in text or "SER:" in text:
        turn = _USER_TURN.search(text)
        text = text[: turn.start()].rstrip() if turn is not None else text
    return (_NEXT_TURN.sub("", text) if text.endswith(":") else text), closed


def final_answer_text(value: object) -> str | None:
    """Return the part of a reply that holds its answer, still with its markdown, code fences and JSON.

    Reasoning traces go, the content of `<answer>`-like tags is preferred, special tokens (`<|im_end|>`, `</s>`) go.
    Of a text of more than 20,000 characters the first and the last 10,000 are read.

    Args:
        value: The prediction; see `as_text` for values that are not text.

    Returns:
        The text (stripped, possibly ""), or None when an unclosed reasoning trace means that there is no answer.
    """
    part = answer_part(value)
    return None if part is None else part[0]


def plain(text: str) -> str:
    r"""Return text as a reader sees it: folded, without markdown, code fences, HTML tags and LaTeX wrappers.

    `\text{B}` becomes `{B}`: braces stay as one more kind of bracket. Struck-out text goes with its marks. Line
    breaks stay.
    """
    text = _STRUCK_OUT.sub(" ", text) if "~~" in text or "</" in text else text
    text = fold(text)
    if "`" in text:
        text = _FENCE.sub("\n", text)
    if "<" in text:
        text = _HTML_TAG.sub(" ", text)
    if "&" in text:
        text = _ENTITY.sub(lambda match: unescape(match.group()), text)
    if "\\" in text:
        text = _LATEX_NAMED.sub(lambda match: _LATEX_MEANING.get(match.group(1), " "), text)
        text = _LATEX_WRAPPER.sub("", text)
        text = _LATEX_MATH.sub(" ", text).replace("\\\\", "\n").replace("\\", "")
    elif "$" in text:
        text = text.replace("$", " ")
    if "#" in text or ">" in text:
        text = _HEADING.sub("", text)
    if "_" in text:
        return _EMPHASIS.sub("", text)
    return text.replace("*", "").replace("`", "") if "*" in text or "`" in text else text


def boxed(text: str) -> str | None:
    r"""Return the content of the last non-blank `\boxed{...}` (braces balanced, to the end when unclosed), or None."""
    found: str | None = None
    behind = 0
    for match in _BOXED.finditer(text):
        if match.start() < behind:
            continue  # nested in the one before: it stays part of that content
        behind = _closing_brace(text, match.end())
        content = text[match.end() : behind]
        if content.strip(" \t\n{}$"):
            found = content
    return found


_BRACE = re.compile(r"[{}]")


def _closing_brace(text: str, start: int) -> int:
    depth = 1
    for match in _BRACE.finditer(text, start):
        depth += 1 if match.group() == "{" else -1
        if depth == 0:
            return match.start()
    return len(text)
