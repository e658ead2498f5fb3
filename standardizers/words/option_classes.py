"""Options with a meaning of their own: yes, no, partly, and that it cannot be told."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..stance.mentions import Mention
from ..stance.need_clauses import _leading_words, first_word, yes_and_no
from ..stance.refusals import refuses
from ..stance.taken_back import TAKES_BACK
from ..stance.vocabulary_patterns import CORRECTION

YES, NO, PARTLY, OPEN = "yes", "no", "partly", "open"

_OPTIONS = (
    (YES, re.compile(r"(?:yes|true|correct|right|it (?:is|does))(?:,? (?:it|he|she|they) (?:is|does|are|do))?")),
    (NO, re.compile(r"(?:no|not|false|incorrect|wrong)(?:,? (?:it|he|she|they) (?:isn't|is not|doesn't|does not))?")),
    (PARTLY, re.compile(r"(?:partly|partially|in part|partial|somewhat|to some extent)")),
    (
        OPEN,
        re.compile(
            r"(?:it )?(?:can(?:not|'t| not) (?:be )?(?:determined?|told|tell|say|said|known|answered|decided|judged)"
            r"|(?:is )?(?:not sure|unsure|unclear|uncertain|unknown|undetermined|undeterminable|undecidable"
            r"|indeterminate)"
            r"|not (?:enough|sufficient) (?:information|evidence)|impossible to (?:tell|say|determine)"
            r"|insufficient information"
            r"|not (?:visible|determinable|clear|given)|(?:hard|difficult) to (?:say|tell)|i don't know"
            r"|don't know)\b.{0,40}"
        ),
    ),
)
_PLEASANTRY = re.compile(
    r"\s(?:problem|worries|doubt|matter|idea|clue|wonder|question|comment|rush|offence|offense|pressure|way)\b"
)
_ANNOUNCED = re.compile(
    r"\b(?:answer|reply|response|verdict|statement|claim)(?: to (?:the|this|your) question)?(?: is|:| would be"
    r"| must be) (?:(?:clearly|definitely|therefore|thus|in the) )?"
    r"(?:(?P<yes>affirmative|positive|correct|true)|negative|false|incorrect|untrue)\b"
)
_SIGNS = {
    **dict.fromkeys(
        (
            "y",
            "\U0001f44d",
            "\u2713",
            "\u2714",
            "\u2705",
            "probably",
            "likely",
            "most likely",
            "presumably",
            "very likely",
            "most probably",
        ),
        YES,
    ),
    **dict.fromkeys(
        (
            "n",
            "\U0001f44e",
            "\u2717",
            "\u2718",
            "\u274c",
            "probably not",
            "likely not",
            "unlikely",
            "most likely not",
            "presumably not",
            "i doubt it",
        ),
        NO,
    ),
}
DOUBTS = re.compile(
    r"\W*(?:yo )?no (?:sabría|sé|lo sé|puedo (?:decir|saber|determinar)|estoy segur)|\W*non (?:saprei|lo so|so\b"
    r"|sono sicur)|\W*não (?:sei|saberia|tenho certeza)"
    r"|\W*(?:je )?ne (?:sais|saurais)|\W*(?:ich )?weiß (?:ich |es )?nicht|\W*(?:я )?(?:не знаю|не уверен)"
    r"|\W*nie wiem|\W*nevím|\W*bilm?i?yorum"
    r"|\W*(?:ik )?weet (?:het |ik )?niet|\W*(?:jag )?vet (?:inte|ikke)|\W*(?:jeg )?ved (?:ikke|det ikke)"
    r"|\W*ни да,? ни нет"
)
_LAST_WORD = re.compile(r"(?:^|[\s,.;:!-])([^\W\d_]{1,8})\W{0,4}$")
_BACK = re.compile(
    r"\b(?:take (?:that|it|this) back|on (?:second thought|closer|reflection)|scratch that|my mistake|i was wrong"
    r"|was (?:wrong|mistaken)|hm+|bei genauerem"
    r"|nehme (?:das|es) zurück|en réalité|en realidad|na verdade|in realtà|на самом деле|naprawdę|aslında"
    r"|sebenarnya)\b|不对|仔细看|よく見る|다시 보"
)
_SAYS_YES = re.compile(
    r"\W*(?:i (?:do )?(?:think|believe|guess|suppose) so|(?:it )?(?:seems|appears|looks)(?: to be)? (?:so|like it"
    r"|that way))\b|"
    r"\W*(?:(?:that(?:'s| is)|this is|it(?:'s| is)|absolutely|quite|statement|the statement is|the claim is) )?"
    r"(?:correct|true|right|indeed(?! (?:he|she|it|they|this|that|there) \w+(?:n't| not)\b)|definitely|certainly"
    r"|absolutely|affirmative|exactly|sure|of course"
    r"|precisely)(?! not)\b"
    r"(?! (?:side|half|lung|hand|now|in the))|\W*(?:indeed,? )?(?:it|he|she|they|that|this|there) (?:does|is|do|are"
    r"|has|have|did|was|were|can)"
    r"(?=\W*(?:$|[.,;!:]|indeed))"
)
_SAYS_NO = re.compile(
    r"\W*(?:i (?:do not|don't) (?:think|believe) so|i doubt it|it (?:doesn't|does not) (?:seem|appear"
    r"|look)(?: to be)? so)\b|"
    r"\W*(?:(?:that(?:'s| is)|this is|it(?:'s| is)|the statement is|the claim is) )?(?:incorrect|false|wrong|untrue"
    r"|not (?:correct|true|right|at all|really|so)|negative|by no means|definitely not|certainly not|absolutely not"
    r"|of course not|far from it|on the contrary)\b"
    r"|\W*(?:indeed,? )?(?:it|he|she|they|that|this|there) (?:does|is|do|are|has|have|did|was|were|can)(?:n't"
    r"| ?not)\b(?=\W*(?:$"
    r"|[.,;!:]))"
)
_SAYS_PARTLY = re.compile(
    r"\W*(?:only |just |yes,? )?(?:partly|partially|in part|to some extent|somewhat|teilweise|zum teil|en partie"
    r"|partiellement"
    r"|parcialmente|en parte|em parte|in parte|parzialmente|частично|частково|częściowo|částečně|kısmen|deels"
    r"|gedeeltelijk"
    r"|delvis|một phần|sebagian|εν μέρει|חלקית|جزئيا|आंशिक)\b|\W*(?:部分|部分的|一部|부분적)"
)
_SAYS_OPEN = re.compile(
    r"\b(?:can(?:not|'t| not)|could(?: not|n't)|(?:is )?(?:impossible|not possible|unable|hard|difficult)(?: to)?"
    r"|no way (?:to|of)) (?:\w+ ){0,2}?(?:determin\w+|tell\w*|told|say|said|know\w*|decid\w+|judg\w+|answer\w*|see"
    r"|seen)\b"
    r"|\b(?:unclear|uncertain|undetermin\w+|indetermin\w+|undecidable|unknown|unsure|not (?:sure|clear|determinable"
    r"|enough"
    r"|sufficient))\b|\binsufficient\b|\bdon't know\b|无法(?:确定|判断)|不确定|不清楚|判断できな|わかりません|알 수 없"
    r"|nicht (?:feststell|bestimm|erkenn)\w*|unklar|impossible (?:à|de) |indéterminé|no se puede|não é possível"
    r"|impossibile"
    r"|невозможно|неясно|nie można|nelze|belirlenem"
)
_OPPOSED = re.compile(r"[,;.]\s{0,2}(?:but |and )?(?:yes|no)\b(?= (?:in|for|on|from|at|when|if|with)\b)")


def class_of(option: str) -> str:
    """Return what an option means in itself, "" for all others.

    Example:
        >>> class_of("Cannot be determined")
        'open'
    """
    text = option.strip(" .!\"'").lower()
    return next((name for name, pattern in _OPTIONS if pattern.fullmatch(text)), "")


def classes_of(options: Sequence[str]) -> dict[str, int]:
    """Return the options that have a meaning of their own, by that meaning; {} unless it is one each."""
    found = [class_of(option) for option in options]
    named = [name for name in found if name]
    return {name: found.index(name) for name in named} if len({*named}) == len(named) else {}


def meant(text: str, classes: dict[str, int]) -> int:
    """Return the option of these that a lower-case reply means without naming it, or -1.

    Args:
        text: The reply in plain words.
        classes: From `classes_of`.
    """
    if OPEN in classes and _SAYS_OPEN.search(text) and not refuses(text) and "image" not in text[:40].split(" ")[:4]:
        return classes[OPEN]
    if PARTLY in classes and _SAYS_PARTLY.match(text):
        return classes[PARTLY]
    if YES not in classes or NO not in classes:
        return -1
    if _OPPOSED.search(text):
        return -1
    if text.strip(" .!") in _SIGNS:
        return classes[_SIGNS[text.strip(" .!")]]
    told = _ANNOUNCED.search(text)
    if told is not None:
        return classes[YES if told["yes"] else NO]
    said = first_word(text) or ("no" if _SAYS_NO.match(text) else "yes" if _SAYS_YES.match(text) else "")
    return classes[said] if said else -1


def answers(mentions: Sequence[Mention], text: str, classes: dict[str, int]) -> list[Mention]:
    """Return the mentions without those where "no" is part of a set phrase ("no problem")."""
    if NO not in classes:
        return list(mentions)
    return [
        one
        for one in mentions
        if one.option != classes[NO]
        or text[one.start : one.end].lower() != "no"
        or not _PLEASANTRY.match(text, one.end)
    ]


def taken_back_at_end(text: str) -> str:
    """Return the yes or no with which a lower-case reply ends after it took back the other one, else "".

    Example:
        >>> taken_back_at_end("yes. hmm, the point lies on the post. i take that back, no.")
        'no'
    """
    words = _leading_words()
    last = _LAST_WORD.search(text)
    first = first_word(text)
    found = words.get(last[1], "") if last is not None else ""
    if not first or not found or last is None:
        return ""
    stop = last.start(1)
    corrects = CORRECTION.search(text, 2, stop) or _BACK.search(text, 2, stop) or TAKES_BACK.search(text, 2, stop)
    return found if corrects is not None else ""


def opposes_itself(text: str) -> bool:
    """Tell whether a reply says yes in one respect and no in another ("yes in the first view, no in the second")."""
    if yes_and_no(text):
        return True
    return _OPPOSED.search(text) is not None and re.match(r"\W*(?:yes|no)\b", text) is not None
