"""The phrases by which replies announce, join, deny and refuse answers: data for `standardizers.verdict`.

All patterns are applied to text from `standardizers.text.plain`; repeats are bounded so that matching is linear.
"""

from __future__ import annotations

import re

from .text import fold

_NOUN = (
    r"(?:answer|solution|conclusion|verdict|choice|selection|pick|response|result|output|prediction|guess|decision"
    r"|(?:correct|right|best|chosen|selected|appropriate|final) (?:option|letter|one|label|object|image|view|list|box"
    r"|region))"
)
_COPULA = r"(?:\b(?:is|are|be|was)\b|[:=]|->)"
_STRONG = (
    rf"\b{_NOUN}\b[^.:=\n;?!>]{{0,60}}?{_COPULA}",
    r"\b(?:final answer|answer|go(?:ing)? with|opt(?:ing)? for"
    r"|(?:choose|chose|pick(?:ed)?|select(?:ed)?|choosing|picking|selecting)"
    r"|i(?:'d| would|'ll| will)? (?:say|guess|answer|think|believe)|prefer|vote for)\b",
    r"\b(?:look(?:s|ing)?|gaz(?:es|ing)|star(?:es|ing)|glanc(?:es|ing)) (?:directly |straight |down |up |over "
    r"|intently )?(?:at|towards?|to)\b",
    r"\bcorrect:",
)
_OTHER_LANGUAGES = (
    r"答案(?:应该|應該)?(?:就)?(?:是|为|為|选|選)?|正确(?:选项|答案)(?:是|为)?|正確(?:選項|答案)(?:是|為)?|回答(?:は|是)?|答え?(?:は|:)"
    r"|正解(?:は)?|解答(?:は)?|[选選](?:择|擇|择了)?(?![项項])|정답(?:은|는)?|답(?:변)?(?:은|는|:)"
)
_ANSWER_WORDS = (
    "réponse|respuesta|resposta|risposta|antwort|ответ|відповідь|odpowiedź|odpověď|cevap|yanıt|svar(?:et)?|vastaus|antwoord|jawaban"
    "|đáp án|răspuns(?:ul)?|válasz|απάντηση|উত্তর|उत्तर|الإجابة|الجواب|תשובה|คำตอบ"
)
_THEIR_COPULAS = (
    r"(?:[:=]|->| - |\b(?:es|est|é|è|ist|является|это|to|jest|je|adalah|là|is|är|er|on|este|είναι|है|হল|هي|هو|היא|คือ))"
)
CUE = re.compile(
    "|".join(
        (*_STRONG, fold(_OTHER_LANGUAGES), rf"\b(?:{fold(_ANSWER_WORDS)})[^.:=\n;?!]{{0,40}}?{fold(_THEIR_COPULAS)}")
    ),
    re.IGNORECASE,
)
CONCLUSION = re.compile(
    r"(?:^|[.!;,\n])\s{0,3}"
    r"(?:so|therefore|thus|hence|consequently|finally|in conclusion|overall|accordingly|所以|因此)\b[,:]?",
    re.IGNORECASE,
)
WEAK_CUE = re.compile(r"\b(?:is|are|be|was)\b|:")
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
NEGATED_BEFORE = re.compile(
    r"(?:\b(?:not|cannot|nor|neither|never|rather than|instead of|except(?: for)?|unlike|without|excluding"
    r"|eliminat(?:e|es|ed|ing)|rul(?:e|es|ed|ing) out|whether|than|compared (?:to|with)"
    r"|non|nicht|kein|keine|pas|не|incorrect|wrong)|n't|不是|而非|并非|不选|不選|아닌)"
    r"(?:[\s\[(\"']|(?:likely|necessarily|just|only|even|simply|be|to|at|on|in|towards?|looking|it|is|its|option"
    r"|choice|object|the|an?|either|or)\b)*$",
    re.IGNORECASE,
)
NEGATED_AFTER = re.compile(
    r"[\])}\"']*\s{0,2}(?:\([^()\n]{0,40}\)\s{0,2})?"
    r"(?:(?:is|was|are|seems|appears|looks|would be|can be|option is)\s(?:\w{1,20}\s){0,2}?"
    r"(?:not|incorrect|wrong|less|least|false|eliminated|ruled out|excluded)\b"
    r"|(?:is|was|does|do|can|could|would)n't\b|cannot\b|does not\b"
    r"|ではな|ではあり|じゃな|不是|不对|不正确|이 아니|가 아니)",
    re.IGNORECASE,
)
CONDITIONAL = re.compile(
    r"[\])}\"']*\s?\?|[\])}\"']*\s{1,2}(?:only )?if\b(?! (?:i|forced|any|pressed|you|we)\b)", re.IGNORECASE
)
OR_ANOTHER = re.compile(
    r"[\])}\"']*\s{0,3}(?:,?\s{0,2}(?:\b(?:or|and|y|ou|o|et|und|oder)\b|[&/、和或及])\s{0,3}"
    r"|[,;]\s{0,3}|[ \t]{1,3}(?=[A-Z]\b))"
    r"(?:(?:option|choice|object|the|an?)\s{1,2}){0,2}[\[({\"']*",
    re.IGNORECASE,
)
STATES_SOMETHING = re.compile(
    r"[\])}\"']*\s{0,2}(?:\([^()\n]{0,60}\)\s{0,2})?"
    r"(?:is|was|are|has|have|seems?|appears?|looks?|would|could|does|will|might|may)\b",
    re.IGNORECASE,
)
BEFORE_LIST = re.compile(r"(?:^|[:.;!?,\n])[\s\[({\"'-]*$")
CLAUSE_END = re.compile(
    r"[\])}\"'*]*\s{0,2}(?:[.,;:!\n)]|\(|-\s|$|because\b|since\b|as\b|due\b|with\b|for\b|based\b)", re.IGNORECASE
)
LEADING_END = re.compile(
    r"[\])}\"'*]*(?:[.,;:!)\n]|\s{0,2}(?:$|\n|\(|-\s|because\b|since\b|as\b|due\b|for sure\b|definitely\b"
    r"|obviously\b|clearly\b"
    r"|probably\b|i (?:think|believe|guess|would)\b|i'd\b|by far\b|hands down\b|without\b)|$)",
    re.IGNORECASE,
)
PREDICATE = re.compile(
    r"[\])}\"']*\s{0,2}(?:\([^()\n]{0,60}\)\s{0,2})?,?\s{0,2}(?:is|was|are|has|have|had|seems?|appears?|looks?|would"
    r"|should|must|will|stands?|attracts?|draws?|likely)\b"
    r"(?P<between>[^.\n;!?]{0,60}?)\b"
    r"(?:correct|right (?:answer|choice|option)|(?:the|best|my) (?:answer|choice|option)|stands? out"
    r"|(?:most|more|higher|highest|greater|greatest|longer|longest|better|best|likeliest)(?: \w{1,20})?(?: \w{1,20})?"
    r" (?:salient|saliency|salience|prominent|prominence|noticeable|striking|eye-catching|attention|attentional"
    r"|likely|appropriate|plausible|natural|realistic|reasonable|human-like|typical|conspicuous|suitable|consistent"
    r"|duration|viewing|fixation|dwell|answer|choice|option|fit|match))\b",
    re.IGNORECASE,
)
UNDONE = re.compile(
    r"\b(?:not|less|least|than|second|third|other|incorrect|wrong|neither|nor|if|whether|either|cannot|never)\b|n't",
    re.IGNORECASE,
)
SENTENCE_START = re.compile(r"[.!?;\n]|\bbut\b|\bhowever\b", re.IGNORECASE)
REFUSES = re.compile(
    r"\b(?:sorry|apologi[sz]e|unable to|not able to|i (?:do not|don't) know|impossible to|not possible to|no way to"
    r"|insufficient|as an ai|not sure|unclear"
    r"|(?:can(?:not|'t| not)|could(?:n't| not)) (?:\w{1,20} ){0,2}?"
    r"(?:determine|tell|say|see|help|identify|assist|answer|provide|be determined|view|analy[sz]e|comply|count|rank"
    r"|fulfill|recogni[sz]e|give|choose|decide|be sure|be answered|make|confirm|process))\b"
    r"|无法|無法|抱歉|不能确定|申し訳|わかりません|분석할 수 없|죄송|lo siento|désolé|tut mir leid|извините|не могу",
    re.IGNORECASE,
)
