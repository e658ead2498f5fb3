"""Notations of points made uniform: markup, quotes, fractions, marks of approximation, intervals, lists down a page."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from itertools import islice, pairwise

from .axes import with_axes

_PLAIN_NUMBER = r"(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30})"
_MOST = 20_000

_CELL = re.compile(r"\s{0,40}</t[dh]\s?>\s{0,40}<t[dh]\b[^<>]{0,80}>\s{0,40}", re.IGNORECASE)
_ROW = re.compile(r"\s{0,40}<tr\b[^<>]{0,80}>\s{0,40}(?:<t[dh]\b[^<>]{0,80}>)?\s{0,40}", re.IGNORECASE)
_ROW_END = re.compile(r"\s{0,40}(?:</t[dh]\s?>\s{0,40})?</tr\s?>\s{0,40}", re.IGNORECASE)
_ELEMENT = re.compile(
    r"<\s?(?P<name>x|y|t|w|p|(?:fixation_?|dwell_?)?(?:durations?|times?)|weights?|prob(?:s|ability"
    r"|abilities)?)(?:_ms)?"
    r"\s?>[\s\[(]{0,9}(?P<value>[^<>\[\]()]{1,20000})[\s\])]{0,9}<\s?/\s?(?P=name)(?:_ms)?\s?>",
    re.IGNORECASE,
)

_INDEX_MARK = re.compile(r"(?<=[A-Za-z])[\u2080-\u2089\u00b9\u00b2\u00b3\u2070\u2074-\u2079]{1,3}")
_VULGAR = re.compile(r"(?<!\d)[\u00bc-\u00be\u2150-\u215e]")
_ABOUT = re.compile(
    r"(?<!\b[XYTxyt])(?<!\b[XYTxyt]\s)[~≈≃∼]\s?(?=\.?\d)"
    r"|(?<=[(\[,;])\s{0,2}(?:about|approx\.|approximately|roughly|around|circa)\s(?=\.?\d)|\bca\.\s?(?=\.?\d)"
)
_TOLERANCE = re.compile(
    rf"\(\s?(?:±|\+/-)\s?{_PLAIN_NUMBER}\s?%?\s?\)|\s?(?:±|\+/-)\s?{_PLAIN_NUMBER}\s?%?(?=[\s,;)\]]|$)"
)
_QUOTED = re.compile(r"""(["'])(?=[\s\[(]{0,4}[-+]?\.?\d)([^"'A-Za-z]{1,4000})\1""")
_COMMENT = re.compile(
    r"(?<=[\d,\]])[ \t]{0,12}(?:(?:#|//)[ \t]{0,4}[^\W\d][^\n]{0,400}|/[ \t](?=[^\W\d])[^/\n]{0,200}/)"
)
_REMARK = re.compile(
    r"(?<=\d)\s?\((?!(?:px|pixels?|percent|m?s|milli|seconds?)\b)[^\W\d][^()\d\n]{0,40}\)(?=\s?[,\]])", re.IGNORECASE
)
_FRACTION = re.compile(r"(?<=[(\[,;=:])\s?(\d{1,5})\s?/\s?(\d{1,5})(?=\s?[)\],;\n]|\s?$|\sof\b|\s(?:and|y)\b)")
_FRACTION_WEIGHT = re.compile(
    r"(?<![A-Za-z])((?:prob(?:ability)?|weight|chance|likelihood|confidence|p|w)\s?(?:of|is|="
    r"|:)?)\s(\d{1,3})\s?/\s?(\d{1,3})"
    r"(?![\d/]|\.\d)",
    re.IGNORECASE,
)
_LATEX_FRACTION = re.compile(r"\\?[dt]?frac\{(\d{1,5})\}\{(\d{1,5})\}")
_DESCRIBED = re.compile(
    r"(?<![A-Za-z])([XYTWPxytwp])\s?[=:-]\s?(?:the|a|this|list|all|normali[sz]ed)\b[^\n=:\[]{0,160}:\s", re.IGNORECASE
)
_EXTENT = re.compile(
    rf"\b(?:(?P<between>between)\s|from\s|at\s|)(?P<axis>[xy])\s?[=:]\s?{_PLAIN_NUMBER}\s?(?:to|(?(between)and|to))\s"
    rf"(?:(?P=axis)\s?[=:]\s?)?{_PLAIN_NUMBER}",
    re.IGNORECASE,
)
_INTERVAL = re.compile(
    rf"(?<![\w.,/-])(?:from\s)?({_PLAIN_NUMBER})\s?(ms|s)?\s{{0,2}}(?:-{{1,2}}|\bto\b|->)\s{{0,2}}({_PLAIN_NUMBER})"
    r"\s?(ms|milliseconds|s|seconds)\b"
)
_SHORTEST_MS = 20  # nobody fixates for less
_BOTH_AXES = re.compile(  # "x 90 / y 910", "x ..... 420", "x-coordinate 480"
    r"(?<![\w.])(?<!\d )(?P<axis>[xy])(?:[ -]?(?:coordinate|coord|value|position|pos|坐标|座標|좌표))?"
    r"(?:[ ]?(?:为|是|は|는|은|이|가)| (?:vale|vaut|beträgt|wynosi"
    r"|равен|равно|равна|đạt|adalah))?(?:[ \t]?(?:\.{2,60}|_{2,60})[ \t]?|[ \t]"
    r"|(?<=[\u3040-\ud7a3]))"
    r"(?=\d{1,5}(?:\.\d{1,6})?(?:\s?(?:px|%))?(?:[\s,;/|&.)、\u3040-\ud7a3]|$|and\b)(?![\t ,;]{0,3}[-\d.]))",
    re.IGNORECASE,
)
_DOT_BETWEEN = re.compile(r"(?<=[\ds%])[ \t][·•∙⋅‧][ \t](?=[-+]?\.?\d)")
_DECIMAL_DOT = re.compile(r"(?<![\w.·])([01])·(?=\d)")
_COLON_PAIR = re.compile(r"(?<![\w.:])(0?\.\d{1,6}):(0?\.\d{1,6})(?![\d.:])")
_TABULAR = re.compile(r"(?<!\\)\s?&\s?(?!=|\w{1,8};)")
_RULE = re.compile(
    r"\\(?:begin|end)\{[a-z*]{1,12}\}(?:\{[^{}\n]{0,40}\})?|\\(?:hline|(?:top|mid|bottom)rule|c(?:mid)?(?:line"
    r"|rule)\s?\{[^{}\n]{0,12}\})"
)
_ROW_BREAK = re.compile(r"\s?\\\\(?:\[[^\[\]\n]{0,12}\])?[ \t]{0,4}\n?")
_FRAMES = {code: "|" if chr(code) in "│┃║" else "-" for code in range(0x2500, 0x2580)}
_BEHIND_POINT = re.compile(r"[)\]][^\d()\[\]\n]{0,14}$")

_HEADING = re.compile(
    r"^[^\w\n]{0,6}((?:x|y|t|times?|(?:fixation |viewing |dwell )?durations?|dwell times?|weights?|probabilit(?:y|ies))"
    r"(?![A-Za-z])(?:[ _-](?:coordinates?|coords?|values?|positions?))?(?:[_ ]?(?:ms|s|px))?"
    r"(?:\s?\([^()\n]{0,24}\))?)\s{0,3}:?[ \t]{0,3}\n+(?=[ \t\[(]{0,6}[-+]?\.?\d)",
    re.IGNORECASE | re.MULTILINE,
)
_VERTICAL = re.compile(
    r"(?<=[\ds%])[,;]?[ \t]{0,4}\n(?=[ \t]{0,4}[-+]?\d{0,6}\.?\d{1,10}[ \t]{0,2}(?:ms|s|%|px)?[,;]?[ \t]{0,4}(?:\n|$))"
)
_BULLET = re.compile(
    r"^[ \t]{0,12}(?:[-+•]|\d{1,2}[.)])[ \t]{1,4}(?=[-+]?\.?\d[\d.]{0,12}[ \t]?(?:ms|s|%|px)?[,;]?[ \t]*$)",
    re.MULTILINE,
)


def without_markup(text: str) -> str:
    """Return text with HTML tables as rows of "|" and XML elements such as `<x>0.4</x>` as labels."""
    if "\\begin{" in text:
        text = _TABULAR.sub(" | ", _ROW_BREAK.sub("\n", _RULE.sub("", text))).replace("\\#", "No")
    if "<" not in text:
        return text
    if "<tr" in text or "<TR" in text:
        text = _ROW.sub("\n| ", _ROW_END.sub(" |\n", _CELL.sub(" | ", text)))
    return _ELEMENT.sub(_labelled, text) if "</" in text else text


def _labelled(element: re.Match[str]) -> str:
    value = element.group("value").strip()
    return f" {element.group('name')}: {value}" + ("\n" if re.search(r"\d[\s,;]+[-+.\d]", value) else "; ")


def uniform_numbers(text: str) -> str:
    """Return text with plain numbers: no quotes, marks of approximation, fractions, comments or intervals.

    Args:
        text: Text from `standardizers.text.plain`.
    """
    if not text.isascii():
        text = text.translate(_FRAMES) if "│" in text else text
        if "·" in text or "•" in text or "∙" in text or "⋅" in text:
            text = _DECIMAL_DOT.sub(r"\1.", _DOT_BETWEEN.sub(", ", text))
        text = _VULGAR.sub(_decimal, _INDEX_MARK.sub("", text))
    for signs, pattern, new in _STEPS:
        for sign in signs:
            if sign in text:
                text = pattern.sub(new, text)
                break
    if ":0." in text or ":." in text:
        text = _COLON_PAIR.sub(r"\1/\2", text)
    if ("x" in text or "X" in text) and ("y" in text or "Y" in text):
        axes = [match["axis"].lower() for match in _BOTH_AXES.finditer(text)]
        if axes and axes.count("x") == axes.count("y"):
            text = _BOTH_AXES.sub(r"\g<axis> = ", text)
    return _without_intervals(with_axes(text))


def _decimal(vulgar: re.Match[str]) -> str:
    return f"{unicodedata.numeric(vulgar.group()):.6f}"


def _share(fraction: re.Match[str]) -> str:
    part, whole = int(fraction.group(1)), int(fraction.group(2))
    return f" {part / whole:.6f}" if whole > 0 and part <= whole else fraction.group()


def _weight_share(fraction: re.Match[str]) -> str:
    part, whole = int(fraction.group(2)), int(fraction.group(3))
    return f"{fraction.group(1)} {part / whole:.6f}" if 0 < whole >= part else fraction.group()


_STEPS: tuple[tuple[tuple[str, ...], re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = (
    (("±", "+/-"), _TOLERANCE, ""),
    (("~", "≈", "≃", "∼", "ca.", "about", "approx", "roughly", "around", "circa"), _ABOUT, ""),
    (('"', "'"), _QUOTED, r"\2"),
    (("#", "//", "/ "), _COMMENT, ""),
    (("),", ")]", ") ]"), _REMARK, ""),
    (("frac",), _LATEX_FRACTION, _share),
    (("/",), _FRACTION, _share),
    (("/",), _FRACTION_WEIGHT, _weight_share),
    (("the", "The", "list", "List", "ormali", "all"), _DESCRIBED, r"\1 = "),
    ((" to ", "etween "), _EXTENT, " "),
)


def _without_intervals(text: str) -> str:
    """Return text with "0-200 ms" and "200-450 ms" as how long they last, and other ranges as their middle."""
    if "s" not in text or ("-" not in text and " to " not in text):
        return text
    found = [one for one in islice(_INTERVAL.finditer(text), _MOST) if not _is_coordinate(one)]
    if not found:
        return text
    chained = len(found) > 1 and all(
        abs(float(one.group(3)) - float(other.group(1))) <= 0.01 * float(one.group(3)) for one, other in pairwise(found)
    )
    pieces, end = [], 0
    for interval in found:
        pieces.append(text[end : interval.start()])
        end = interval.end()
        first, last = float(interval.group(1)), float(interval.group(3))
        unit = "ms" if interval.group(4).startswith("m") else "s"
        if chained or first == 0:
            pieces.append(f"{last - first:g} {unit}")
        elif _BEHIND_POINT.search(text[max(0, interval.start() - 24) : interval.start()]):
            pieces.append(f"{(first + last) / 2:g} {unit}")
    if len(found) == 1 and not _BEHIND_POINT.search(text[max(0, found[0].start() - 24) : found[0].start()]):
        return text[: found[0].start()] + text[found[0].end() :]
    return "".join(pieces) + text[end:]


def _is_coordinate(interval: re.Match[str]) -> bool:
    """Tell whether the first number is the coordinate before a duration: "0.51 - 220 ms"."""
    first, last = interval.group(1), float(interval.group(3))
    return "." in first and float(first) <= 1 and last >= _SHORTEST_MS and interval.group(4).startswith("m")


def in_lists(text: str) -> str:
    """Return text with headings as labels ("### X" over numbers) and numbers one below the other as a list."""
    if "\n" not in text:
        return text
    headed, labels = _HEADING.subn(lambda match: f"{match[1]}: ", _BULLET.sub("", text))
    return _VERTICAL.sub(", ", headed) if labels else text


_AXIS_WORDS = (
    r"(?P<x>x|horizontal(?:ly|e[nrs]?|es)?|waagerecht|across|left-right|по горизонтали|poziomo|yatay|ngang|mendatar)"
    r"|(?P<y>y|vertical(?:ly|e[nrs]?|es)?|vertikal|senkrecht|down|top-down|по вертикали|pionowo|dikey|dọc|tegak)"
    r"|(?P<t>t|durations?|(?:fixation|viewing|dwell|gaze) (?:times?|durations?)|dwells?|times?)"
)
_AND_ABROAD = re.compile(r"(?<=\d)\s(?:et|und|y|e|и|i|og|och|en|ve|dan|và)\s(?=\.?\d)")
_UNMARKED = re.compile(
    rf"(?<![\w.])(?:{_AXIS_WORDS})(?:[ -](?:coordinates?|coords?|values?|positions?|locations?|places?|list))?"
    r"(?:,? (?:\(|in )(?P<unit>ms|milliseconds|s|seconds|percent|%|px|pixels)\)?)?"
    rf"(?:\s?[:=]\s?|\s(?:are |is |of |von |je |de |di |van |av |af |på )?)(?=[\[(]?\s?{_PLAIN_NUMBER}\s?(?:%"
    rf"|ms\b|s\b|px\b)?\s?(?:,|;|->"
    rf"|and\b)\s?{_PLAIN_NUMBER})",
    re.IGNORECASE,
)


_AND_BETWEEN = re.compile(r"(?<=[)\]])\s(?:et|und|y|e|и|i|og|och|en|ve|dan|và)\s(?=[(\[]\s?\.?\d)")
_X = re.compile(r"\bx\b", re.IGNORECASE)


def with_labels(text: str) -> str:
    """Return text with the words for axes and durations before lists as labels.

    Example:
        >>> with_labels("horizontal 0.5, 0.6; dwell time in seconds 0.2, 0.3")
        'X = 0.5, 0.6; T (s) = 0.2, 0.3'
    """

    def label(match: re.Match[str]) -> str:
        axis = "X" if match["x"] else "Y" if match["y"] else "T"
        unit = (match["unit"] or "").lower()
        return f"{axis} ({'s' if unit == 'seconds' else unit}) = " if unit else f"{axis} = "

    if not _X.search(text):
        text = _AND_BETWEEN.sub(" and ", text)  # "(320, 360) y (448, 96)" has no axis
    return _UNMARKED.sub(label, _AND_ABROAD.sub(" and ", text))
