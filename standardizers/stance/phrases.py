"""The phrases by which replies announce, join, deny and refuse answers: data for `standardizers.stance.verdict`.

All patterns are applied to text from `standardizers.text.plain`; repeats are bounded so that matching is linear.
"""

from __future__ import annotations

import re

from ..text.cued import Cued

FILLER = re.compile(
    r"""(?:[\s:=\[({<>"'|-]|\.{3}"""
    r"|(?:that|it(?:'s)?|is|be|would|should|must|will|most|likely|probably|definitely|clearly|therefore|thus"
    r"|simply|just"
    r"|actually|indeed|the|as|option|options|choice|answer|letter|label|number|object|item|region|bounding|box"
    r"|point|view|image"
    r"|list|scanpath|subject|candidate"
    r"|选项|選項|选择|lettre|opción|opção|opzione|вариант|buchstabe|la|el|le|die|der)(?![\w]))*",
    re.IGNORECASE,
)
CONDITIONAL = re.compile(
    r"[\])}\"']*\s?\?|[\])}\"']*\s{1,2}(?:only )?if\b(?! (?:i|forced|any|pressed|you|we)\b)", re.IGNORECASE
)
OR_ANOTHER = re.compile(
    r"[\])}\"']*\s{0,3}(?:,?\s{0,2}(?:\b(?:or|and|y|ou|o|et|und|oder)\b|[&/、和或及])\s{0,3}"
    r"|[,;]\s{0,3}|[ \t]{1,3}(?=[A-Z]\b))"
    r"(?:(?:option|choice|object|the|an?|on|in|at|to|near|by|with|from|toward|towards)"
    r"\s{1,2}){0,3}[\[({\"']*",
    re.IGNORECASE,
)
STATES_SOMETHING = re.compile(
    r"[\])}\"']*\s{0,2}(?:\([^()\n]{0,60}\)\s{0,2})?"
    r"(?:is|was|are|has|have|seems?|appears?|looks?|would|could|does|will|might|may)\b",
    re.IGNORECASE,
)
CLAUSE_END = re.compile(
    r"[\])}\"'*]*\s{0,2}(?:[.,;:!\n)]|\(|-\s|$|because\b|since\b|as\b|due\b|with\b|for\b|based\b)", re.IGNORECASE
)
LEADING_END = re.compile(
    r"[\])}\"'*]*(?:[.,;:!)\n]|\s{0,2}(?:$|\n|\(|-\s|because\b|since\b|as\b|due\b|for sure\b|definitely\b"
    r"|obviously\b|clearly\b"
    r"|probably\b|i (?:think|believe|guess|would)\b|i'd\b|by far\b|hands down\b|without\b)"
    r"|(?<=[\])])\s(?:which|that)\b|$)",
    re.IGNORECASE,
)
REFUSES = Cued(
    r"\b(?:sorry|apologi[sz]e|unable to|not able to|i (?:do not|don't) know|impossible to|not possible to|no way to"
    r"|insufficient|as an ai|not sure|unclear"
    r"|(?:can(?:not|'t| not)|could(?:n't| not)) (?:\w{1,20} ){0,2}?"
    r"(?:determine|tell|say|see|help|identify|assist|answer|provide|be determined|view|analy[sz]e|comply|count|rank"
    r"|fulfill|recogni[sz]e|give|choose|decide(?! (?:the|this|that) (?:matter|question|issue|case|contest)\b)|be sure"
    r"|be answered|make|confirm|process)|(?:i|we) (?:can(?:not|'t| not)|could(?:n't| not)) (?:\w{1,20} ){0,2}?decide)\b"
    r"|无法|無法|抱歉|不能确定|申し訳|わかりません|분석할 수 없|죄송|lo siento|désolé|tut mir leid|извините|не могу",
    re.IGNORECASE,
)
