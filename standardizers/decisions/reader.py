"""Whether a reply needs to see more before it can answer: the yes or no between the views of ActiView."""

from __future__ import annotations

import re

from ..common import Standardized, checked_profile
from ..stance import need_words
from ..stance.asserted import asserted
from ..stance.need_clauses import (
    contradicts,
    first_word,
    perhaps_either,
    stated_first,
    stated_in_clauses,
    under_two_conditions,
    unweighed,
    yes_and_no,
)
from ..stance.refusals import refuses
from ..stance.service_errors import is_error
from ..text.cleaning import as_text, boxed, plain
from ..text.echoes import echoes, repeats_itself
from ..text.finish import settled_reply
from ..text.literals import json_values
from ..views.json import objects
from ..views.phrases import views_in_text
from ..words.option_classes import taken_back_at_end
from .answers import affirms_question, asserts_answer
from .forms import ACTIONS, CALL, DECIDING, SETTLING, called, keyed
from .idioms import begins_analysis, lacks, suffices
from .lists import verdict_of_keys, verdict_of_views
from .phrases import CORRECTS, DESCRIBES, EVIDENCE, LEADING, REFUSAL, SAID, STATEMENTS, WANTS, WORDS
from .prompts import only_names_views, only_restates
from .scene import shows_enough, tells_what_is_there, without_scene
from .undecided import (
    BARE_DOUBT,
    CONSIDERED,
    EITHER,
    OPEN_BOTH,
    UNDECIDED,
    may_be_enough_or_not,
    talks_generally,
    weighs_meanings,
)

_MOST_PROSE = 20_000
_SHORT = 32
_SINGLE = {
    **dict.fromkeys(
        (
            "yes",
            "y",
            "true",
            "\u2705",
            "\u2713",
            "\u2714",
            "\U0001f44d",
            "absolutely",
            "needed",
            "i do",
            "definitely",
            "i think so",
            "i guess so",
            "i believe so",
            "most likely",
            "very likely",
            "da",
            "ye",
            "yea",
        ),
        Standardized("yes", "word", False),
    ),
    **dict.fromkeys(
        ("no", "n", "false", "\u274c", "\u2717", "\u2718", "\u2716", "\U0001f44e", "i don't", "i do not"),
        Standardized("no", "word", False),
    ),
    **dict.fromkeys(
        (
            *("none", "not at all", "of course not", "certainly not", "not really", "probably not", "most likely not"),
            *("likely not", "i don't think so", "i do not think so", "i guess not", "i think not", "don't think so"),
        ),
        Standardized("no", "word", False),
    ),
    **dict.fromkeys(
        ("n/a", "null", "nan", "no idea", "no clue", "no image", *need_words.OPEN, *need_words.DOUBTFUL),
        Standardized("", "no_answer", True),
    ),
}
_OPEN = frozenset(("maybe", "perhaps", "possibly", "not sure", "unsure", "hard to say", *need_words.OPEN))
_ENDING = re.compile(  # "The light is visible: no."
    r"[:;,-]\s{1,3}(?:(?:so|then|hence|but|and|thus|therefore),? )?(?:(?P<yes>yes)|(?P<no>no))\W*$"
)
_PROMPT = re.compile(  # "please answer yes or no"
    r"(?:\bif you (?:\w{1,10} ){0,6}\w+, )?(?:please )?(?:\b(?:answer|respond|reply"
    r"|say)\b[^.:;?\n]{0,20})?(?<!\w)[\"']?yes[\"']?"
    r"(?:\s?[/|]\s?|,? or |, otherwise )(?:say |answer )?[\"']?no[\"']?(?!\w)[.?!]?"
)
_OPTION = re.compile(r"^\W*[a-z](?:[.):]\s.{0,200}|\W*)$", re.DOTALL)
_CONTRADICTS = re.compile(r"^\W*(?:no|yes)\W{1,3}but\b")
_SENTENCE = re.compile(r"(?<=[.!?;\n])\s+|\n+")
_NEW_CLAUSE = re.compile(
    r"[.;!?\n]|\b(?:but|however|although|though|except|aber|mais|pero|mas|ma|но)\b|但|しかし|하지만"
)
_NAMES_VIEWS = re.compile(
    r"\b(?:upper|lower|top|bottom|left|right|parts?|views?|sections?|quadrants?|all|others?|rest)\b|[左右上下]|部分"
)
_THAT_ONE = re.compile(r"[,.;]\s(?:so|hence|therefore|thus),? (?:that|this)(?: one| part| view)\W*$")
_STARTS_WITH_VIEW = re.compile(
    r"\W*(?:i (?:choose|pick|select|want|need) )?(?:the )?(?:upper|lower|top|bottom)[ -](?:left|right)(?: (?:part"
    r"|view))?(?=\W*$|,? (?:because|since|as|and|or)\b)"
)
_LABEL = re.compile(
    r"\W*(?:this is )?(?:the )?(?:part|view|tile|image|crop|window|section)s? \d+ (?:of|/|out of) \d+\W*"
)
_NUMBERS = re.compile(r"^\W*(?:no\.?\s*)?\d[\d\s,.]*$")
_NOTHING_TOLD = re.compile(
    r"\W*(?:(?:the |my |final )*(?:question|task|instruction|format|answer|response|decision|reply|output)s?"
    r"(?: (?:is|asks|says))?)?\W*"
)
_TWICE = re.compile(r"\b(?!(?:that|had)\b)([a-z]+) \1\b")  # "view view needs the the": no language
_TO_ANALYSE = re.compile(  # what an analysis has to look at is no view that it needs
    r"\b(?:il (?:nous )?faut|hay que|bisogna|é preciso|es gilt|нужно|надо|необходимо)\s(?:d'abord |primero "
    r"|zunächst |сначала )?"
    r"(?:considér\w+|examin\w+|analy\w+|analiz\w+|analis\w+|consider\w+|esamin\w+|betracht\w+|zu (?:betrachten"
    r"|prüfen)|рассмотре\w+|учесть|проанализирова\w+)"
    r"|需要(?:先|首先)?(?:考虑|分析|观察|觀察|理解|弄清|明确|明確|思考|了解|回顾|判断|判斷)|考慮する必要|분석해야"
)
_DANGLING = re.compile(r" (?<! is )(?<!answer )(?:and|or|but|the|an?|of|with|because|which|is|are|to)$")
_CONTRARY = re.compile(r"(?:^|[.!;\n]\s{0,3})\W{0,3}(yes|no)(?=\s?[,.!:;]|$)(?!\.\s?\d)")
_ANSWERS = re.compile(r"\b(?:answer|because|others?|matters?)\b")
_UNSEEN = re.compile(
    r"\b(?:is|are|can)(?:n't|n[o']t| not) (?:\w{1,12} ){0,2}?(?:visible|seen|shown|in view|in sight|legible|readable"
    r"|depicted)\b|\b(?:cut off|out of (?:view|frame|sight)|too (?:small|blurry|dark|far)|hidden|occluded|illegible)\b"
)
_IN_THE = re.compile(  # Portuguese: "No canto direito há um banco"
    r"\A\W*no (?=(?:[^\W\d_]+ ){1,3}?(?:há|vê-se|veem-se|está|estão|aparece\w*|existe\w*)(?!\w))"
)
_NEED_ASKED = re.compile(  # "Do I need more views? Not at all, ..."
    r"\b(?:do|would|will) (?:i|we) (?:really |still )?need (?:any )?(?:more|further|additional|other"
    r"|another)\b[^?.\n]{0,40}\?\s{1,3}"
    r"(?:(?P<yes>yes|yeah|certainly|definitely|absolutely)|no|nope|not at all|not really|hardly|i don't"
    r"|i do not)(?=\W)(?! idea\b)"
)
_OWN_ANSWER = re.compile(
    r"(?P<question>[^.!?\n]{1,160})\?\s{0,3}(?:(?P<yes>yes|yeah|it is|i can|i do)|(?:no|nope|not yet|not really"
    r"|it is not"
    r"|it isn't|hardly|barely|scarcely|far from it|by no means|not quite|i (?:can|do)(?:not|n't| not)))\W*$"
)
_CAN_TELL = re.compile(r"\b(?:can|could) (?:i|we|it)\b|\b(?:visible|readable|legible|shown|seen|complete)\b")
_CONTRAST = re.compile(r"\b(?:but|however|yet|although|though)\b")
_LISTS = re.compile(r"view|tile|window|part|more|need|missing|require")
_FIRST_WORD = re.compile(r"\W*\w+")
_SAYS = re.compile(
    r"\b(?:answer|response|decision|conclusion|verdict|output|reply|result|therefore|thus|hence|antwort"
    r"|respuesta|resposta"
    r"|risposta|so|say)"
)
_BOTH_WORDS = re.compile(r"\W*\w+(?:\sor\s|\s?[/|]\s?)\w+\W*")
_ASKED_WORDS = re.compile(
    r"\b(?:reply|answer|respond|output|write|say|whether the \w+ is) (?:with |only |just |either ){0,3}[\"']?(\w+)"
    r"[\"']? or [\"']?(\w+)",
    re.IGNORECASE,
)
_MAY_I = re.compile(
    r"^\W{0,6}(?:(?:could|can|may|might) (?:i|you|we) (?:please )?(?:see|show|have|get|zoom|provide|give|look)\b"
    r"|(?:(?:k[o\u00f6]nnt?en?|k[o\u00f6]nnte|kann|darf|d[u\u00fc]rfte) (?:ich|wir|sie|man)"
    r"|(?:puis|pourrais|pourrions|peut|pouvez|pourriez)-(?:je|nous|on|vous)|(?:puedo|podr[i\u00ed]a\w*|puede)"
    r"|(?:posso|possiamo|pu[o\u00f2]i?|potrei|poderia|pode)|\u043c\u043e\u0436\u043d\u043e"
    r"|\u043c\u043e\u0433\u0443 \u043b\u0438"
    r"|(?:mag|kan|kunt) (?:ik|u|jag|jeg)|f[a\u00e5]r (?:jag|jeg))\b"
    r"(?! confirmar\b| decir\w*\b)[^.?\n]{0,60}\b(?:sehen|zeigen|voir|montrer|ver"
    r"|mostrar"
    r"|vedere|mostrar\w*|\u0443\u0432\u0438\u0434\u0435\u0442\u044c|\u043f\u043e\u0441\u043c\u043e\u0442\u0440\u0435\u0442\u044c|\u043f\u043e\u043a\u0430\u0437\u0430\u0442\u044c|zien|tonen|se|visa|vise)\b)"
)
_DENIAL = 40  # characters of a denial before what it denies
_DENIED_NEED = re.compile(
    r"\b(?:nothing|none|no)\b[^.;,\n]{0,40}\b(?:needed|required|necessary|essential|indispensable)\b|"
    r"(?:\b(?:not|never|hardly|scarcely|no longer)|n't)\s(?:\w{1,12}\s){0,2}?"
    r"(?:needed|required|necessary|helpful|useful|essential|wanted|crucial|desirable|called for|a must|need|require)\b"
)
_QUESTION = re.compile(
    r"\bwhether (?:to|this|that|it|these|they|the \w+) [^.,;\n]{1,60}|\b(?:whether|if) (?:i|you|we|more|additional"
    r"|further)\b[^.;\n]{0,80}|[^.!;\n]{0,200}\?"
)


def decision(
    text: object, profile: str = "robust", finished: bool | None = None, question: str | None = None
) -> Standardized[str]:
    """Return whether a reply wants more visual information.

    Args:
        text: The reply to "do you need more visual information, yes or no?"; None and NaN count as "".
        profile: "paper" is the official code: the reply, lower-cased, is exactly "yes" or "no". "robust" reads what
            the reply says in its own words: a yes or a no, and otherwise that something is missing, that it suffices,
            or the answer itself (which needs nothing more).
        finished: False when the reply was cut by a token limit, None when unknown.
        question: The prompt, when it is known: a reply that repeats it decides nothing.

    Returns:
        "yes" (wants more) or "no" (can answer). Without a decision "" and `fallback=True`: a refusal, a failure, both
        at once, a mere description.

    Raises:
        ValueError: The profile is unknown. The text never raises.

    Example:
        >>> decision("No, the view is not sufficient").value
        'yes'
    """
    if checked_profile(profile) == "paper":
        word = as_text(text).lower()
        return Standardized(word if word in ("yes", "no") else "", "word", word not in ("yes", "no"))
    given = as_text(text)
    if len(given) < _SHORT:
        asked = _SINGLE.get(given.strip(" \n\t.*!()[]\ufe0f\u3002\uff01").lower())
        if asked is not None:
            return asked
    if is_error(given):
        return Standardized("", "refusal", True)
    reply = settled_reply(given, finished)
    if reply is None or not reply.whole:
        return Standardized("", "unfinished" if reply is None else "empty", True)
    if "{" in reply.whole:
        for value in reversed(json_values(reply.whole)):
            found = _in_json(value, question)
            if found:
                return Standardized(found, "json", False)
        if reply.whole.strip().startswith("{") and reply.whole.strip().endswith("}") and json_values(reply.whole):
            return Standardized("", "no_answer", True)  # an object about something else
    read = plain(boxed(reply.whole) or reply.whole)[-_MOST_PROSE:].lower().strip()
    read = _IN_THE.sub("em ", read)
    if repeats_itself(read) or len(_TWICE.findall(read)) > 1 or echoes(read, question) or only_restates(read):
        return Standardized("", "no_answer", True)
    if reply.cut and not reply.text.strip() and begins_analysis(read):
        return Standardized("", "unfinished", True)
    if _BOTH_WORDS.fullmatch(read):
        return Standardized("", "ambiguous", True)  # "ENOUGH or MORE"
    if only_names_views(read, question) or _names_view_abroad(read, question):
        return Standardized("yes", "views", False)
    if (told_each := verdict_of_views(read)) != "":
        return Standardized(told_each, "views", False)
    if (word := _asked_word(read, question)) and (told := decision(word)).value:
        return Standardized(told.value, "leading", False)
    found, rule = _in_words(read, reply.cut, question)
    return Standardized(found, rule, not found)


def _names_view_abroad(text: str, question: str | None) -> bool:
    """Tell whether a reply is nothing but the name of a view in another language, where views are offered."""
    if (
        question is None
        or "choose from these views" not in question
        or len(text) > _SHORT
        or "left" in text
        or "right" in text
    ):
        return False
    named = views_in_text(text, 4)
    return not named.fallback and bool(named.value) and not any(map(str.isdecimal, text))


def _asked_word(text: str, question: str | None) -> str:
    """Return the word with which a reply begins, where the question asks for one of two ("ENOUGH or MORE")."""
    asked = _ASKED_WORDS.search(question) if question is not None else None
    if asked is None:
        return ""
    first = re.match(r"\W*(\w+)(?=\s?[.,:;!]|\s-|\s*$)", text)
    words = [word.lower() for word in asked.groups()]
    return first[1] if first is not None and first[1] in words and first[1] not in ("yes", "no") else ""


def _in_json(value: object, question: str | None = None) -> str:
    for answer in objects(value):
        if (told := verdict_of_keys(answer.items())) != "":
            return told
        for turned, pattern in ((False, DECIDING), (True, SETTLING)):
            for key, item in answer.items():
                if not pattern.search(key) or (not turned and SETTLING.search(key)):
                    continue
                found = ""
                if isinstance(item, (bool, int)) and item in (0, 1):
                    found = "yes" if item else "no"
                elif isinstance(item, str) and key in ACTIONS and (act := called(item[:40].lower(), "")):
                    found = act
                elif isinstance(item, str) and len(item) < 200:
                    found = _in_words(plain(item).lower().strip(), False)[0]
                elif isinstance(item, list) and _LISTS.search(key):
                    found = "yes" if item else "no"
                elif (
                    isinstance(item, list)
                    and item
                    and only_names_views(", ".join(map(str, item))[:200].lower(), question)
                ):
                    found = "yes"
                if found:
                    return {"yes": "no", "no": "yes"}[found] if turned else found
        named = answer.get("name") or answer.get("function") or answer.get("tool") or answer.get("action")
        if isinstance(named, str) and (found := called(named.lower(), "")):
            return found
    return ""


def _in_words(text: str, cut: bool, question: str | None = None) -> tuple[str, str]:
    """Return "yes", "no" or "" for a text in plain words, and the rule that decided."""
    form = keyed(text) if any(mark in text for mark in ":=?[>|\n\u2611") else ""
    if form:
        return form, "phrase"
    call = CALL.fullmatch(text)
    if call is not None and (found := called(*call.groups())):
        return found, "phrase"
    if _MAY_I.match(text):
        return "yes", "statement"
    if (
        OPEN_BOTH.search(text)
        or EITHER.match(text[:90])
        or yes_and_no(text)
        or contradicts(text)
        or perhaps_either(text)
        or under_two_conditions(text)
        or weighs_meanings(text)
        or may_be_enough_or_not(text)
    ):
        return "", "ambiguous"
    if _stays_open(text):
        return "", "ambiguous"
    if talks_generally(text):
        return "", "no_answer"
    if lacks(text):
        return "yes", "statement"
    if _THAT_ONE.search(text[-40:]) and _NAMES_VIEWS.search(text):
        return "yes", "views"  # "The upper left part might show it, so that one."
    text = without_scene(asserted(_TO_ANALYSE.sub(" ", unweighed(text)), conditions=False))
    if not text.strip():
        return "", "ambiguous"
    if (taken := taken_back_at_end(text)) != "":
        return taken, "correction"
    if (own := _NEED_ASKED.search(text)) is not None:
        return ("yes" if own["yes"] else "no"), "statement"
    asked_back = _answered_questions(text)
    if asked_back:
        return asked_back, "statement"
    asked = text
    text = _decided_sentences(CONSIDERED.sub(" ", text))
    if "yes" in text and "no" in text:
        text = _PROMPT.sub(" ", text)
    if "?" in text or "whether" in text or " if " in text:
        text = _QUESTION.sub(" ", text)
    if text is not asked and _NOTHING_TOLD.fullmatch(text):
        return "", "ambiguous"
    corrections = [match for match in CORRECTS[text.isascii()].finditer(text) if match.start() > 0]
    if corrections:
        behind = text[corrections[-1].end() :]
        found, _ = _weighed(behind.lstrip(" ,.:-"), cut)
        if found:
            return found, "correction"
        text = text[: corrections[-1].start()]
    if "yes" in text and "no" in text and " " in text:
        corrects = CORRECTS[text.isascii()].match(text)
        words = _CONTRARY.findall(text[corrects.end() :].lstrip(" ,.:-") if corrects else text)
        if len({*words}) > 1:  # "Wait, no. Yes."
            return (words[-1], "correction") if corrects else ("", "ambiguous")
    return _weighed(text, cut, question)


def _stays_open(text: str) -> bool:
    """Tell whether a text begins with "maybe" as its own sentence, and says neither that it needs nor needs no more."""
    first, _, rest = text.partition(".")
    if not rest.strip() or first.strip(" *\"'!") not in _OPEN or len(WORDS.findall(rest)) > 0:
        return False
    told = {match.lastgroup for match in STATEMENTS[rest.isascii()].finditer(rest)}
    return told.isdisjoint(("needed", "not_needed")) and not SAID.search(rest)


def _decided_sentences(text: str) -> str:
    """Return the text without the sentences that leave open whether more is needed."""
    if not UNDECIDED.search(text):
        return text
    kept = [sentence for sentence in _SENTENCE.split(text) if not UNDECIDED.search(sentence)]
    return " ".join(sentence for sentence in kept if not BARE_DOUBT.fullmatch(sentence))


def _answered_questions(text: str) -> str:
    """Return the decision of a reply that ends by answering its own question ("Is that enough? No.")."""
    found = _OWN_ANSWER.search(text) if "?" in text else None
    if found is None:
        return ""
    stated = _stated(found["question"]) or ("no" if _CAN_TELL.search(found["question"]) else "")
    if found["yes"]:
        return stated
    return {"yes": "no", "no": "yes"}.get(stated, "")


def _weighed(text: str, cut: bool, question: str | None = None) -> tuple[str, str]:
    said = ""
    for match in SAID.finditer(text) if _SAYS.search(text) or not text.isascii() else ():
        said = match.lastgroup or said
    leading = LEADING.match(text)
    first = leading.lastgroup or "" if leading else ""
    refusing = REFUSAL[text.isascii()].search(text) is not None
    if not said and not first:
        last = _SENTENCE.split(text.strip())[-1].strip()
        ending = LEADING.match(last)
        if ending is not None and len(last) < 40:
            said = ending.lastgroup or ""
        ended = _ENDING.search(text[-40:]) if not said and text.isascii() else None
        said = ended.lastgroup or "" if ended is not None else said
    if not said and not first:
        first = first_word(text)
        leading = _FIRST_WORD.match(text) if first else None
    words = {match.lastgroup for match in WORDS.finditer(text)}
    if not said and first and len(words) > 1 and re.match(r"^\W*(?:yes|no)\W{1,3}(?:yes|no)\W*$", text):
        return "", "ambiguous"
    apart = leading is not None and not said and not text[leading.end() :].lstrip(" ")[:1].isalnum()
    if not said and (not first or not apart) and refuses(text):
        return "", "refusal"
    stated = _stated(text[leading.end() :] if leading and apart else text)  # "No se necesita": part of the sentence
    if said:
        return said, "phrase"
    if first:
        if stated and stated != first:
            if _CONTRADICTS.match(text):
                return "", "ambiguous"
            return _first_statement(text[leading.end() if leading and apart else 0 :], first)
        unseen = first == "no" and not stated and apart and leading and not _ANSWERS.search(text)
        if unseen and leading and _UNSEEN.search(_sentence(text[leading.end() :])):
            return "yes", "evidence"  # "No, the car is not visible."
        alone = first == "yes" and not stated and apart and question is not None
        if alone and leading and affirms_question(text[leading.end() :], question or ""):
            return "", "ambiguous"  # "Yes, she is smiling." answers the other question
        return first, "leading"
    if refusing:
        return "", "refusal"
    if len(words) == 1 and not stated:
        return words.pop() or "", "word"
    cut = cut or _DANGLING.search(text[-60:]) is not None
    if stated and not (cut and stated == "no"):
        return stated, "statement"
    if cut:
        return "", "unfinished"
    return ("no", "statement") if suffices(text) else _implied(text, question)


def _first_statement(text: str, first: str) -> tuple[str, str]:
    """Return what a reply says that begins with a yes or no against it: its first sentence corrects the word."""
    if stated_first(_sentence(text)) == first:
        return first, "leading"
    stated = _stated(_sentence(text))
    return (stated, "statement") if stated and stated != first else (first, "leading")


def _sentence(text: str) -> str:
    """Return the first sentence of a text."""
    return _SENTENCE.split(text.strip(" \n.,;:!-"), maxsplit=1)[0]


def _stated(text: str) -> str:
    """Return "yes" when a text says that something is missing, "no" when it says that it suffices; the last counts."""
    told = shows_enough(text) or stated_in_clauses(text)
    if told:
        return told
    found, denied, end = "", -1, 0
    for match in STATEMENTS[text.isascii()].finditer(text):
        if found == "yes" and match.group().startswith(("without", "sin ", "sans ", "sem ", "senza ")):
            continue  # "cannot tell without more"
        if match.lastgroup == "needed" and denied >= 0 and not _NEW_CLAUSE.search(text, denied, match.start()):
            continue  # "no need to see more": what is not needed
        needless = match.lastgroup == "needed" and _is_denied(text, match)
        denied = match.end() if match.lastgroup == "not_needed" or needless else -1
        found = "yes" if match.lastgroup in ("not_enough", "needed") and not needless else "no"
        end = match.end()
    if found == "no" and (contrast := _CONTRAST.search(text, end)) is not None:
        hidden = EVIDENCE[text.isascii()].search(text, contrast.end())
        if hidden is not None and hidden.lastgroup == "hidden":
            return "yes"  # "I can see two lanes, but the rest is cut off"
    return found


def _is_denied(text: str, match: re.Match[str]) -> bool:
    """Tell whether a need that a text states is denied ("further views are not required")."""
    start = max(0, match.start() - _DENIAL)
    return any(start + denial.end() > match.start() for denial in _DENIED_NEED.finditer(text[start : match.end()]))


def _implied(text: str, question: str | None) -> tuple[str, str]:
    """Return the decision that lies in what a reply does: it names views, says what is hidden, or answers."""
    if not text.strip(" .,;:!?-()[]\"'") or _OPTION.match(text) or _LABEL.fullmatch(text):
        return "", "no_answer"
    if _STARTS_WITH_VIEW.match(text) and question is not None and "views" in question:
        return "yes", "views"
    if len(text) < 80 and WANTS.search(text):
        return "yes", "views"
    if _NAMES_VIEWS.search(text[:200]) and not DESCRIBES.match(text) and not tells_what_is_there(text):
        views = views_in_text(text, 4)
        if not views.fallback and (views.rule in ("list", "all", "choice", "phrase", "leading") or len(text) < 60):
            return ("yes" if views.value else "no"), "views"
    if _NUMBERS.match(text):
        return "", "no_answer"
    found = ""
    for match in EVIDENCE[text.isascii()].finditer(text):
        found = "yes" if match.lastgroup == "hidden" else "no"
    if found:
        return found, "evidence"
    if DESCRIBES.match(text) or not asserts_answer(text, question):
        return "", "no_answer"
    return "no", "answer"
