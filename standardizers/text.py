"""Text as a reader sees it: folded characters, no markdown, HTML or LaTeX commands.

Nothing here raises on any text, and everything runs in time linear in the text's length: regular expressions have
bounded repeats where two of them could compete for the same characters.
"""

from __future__ import annotations

import re
import unicodedata

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
