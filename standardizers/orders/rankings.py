"""Which sequences of letters in running text are rankings."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..choices.letters import MARK
from ..stance.no_answers import denies_ranking, fails
from ..stance.phrases import REFUSES
from ..stance.ranking_words import (
    ANNOUNCED,
    AS_SUBJECT,
    EITHER,
    NAMES_OPTIONS,
    SENTENCE,
    ties,
    upward,
)
from .runs import Ranking, Run

FAR = 130  # characters before a sequence in which it can be announced
_DOWNWARD = re.compile(
    r"\b(?:most|highest|strongest)\b[^.\n;]{0,40}\bto (?:the )?(?:least|lowest|weakest)\b|\bdescending\b"
    r"|\bdecreasing\b|高い順|从高到低|由高到低|높은 순"
    r"|\b(?:del? más|do mais|du plus|dal più|de la plus|vo[mn] (?:am )?(?:auffälligsten|stärksten|höchsten)"
    r"|от (?:наиболее|самого)"
    r"|van (?:meest|het meest)|od najbardziej)\b[^.\n;]{0,40}?\b(?:al?|ao|à|au|zu[mr]?|bis|к|до|naar|do)\b",
    re.IGNORECASE,
)
_ASKED = re.compile(  # what follows a ranking the other way round and gives it as it was asked for
    r"\b(?:requested|asked|required|desired|expected|final|respuesta|réponse|antwort|risposta|resposta|ответ|therefore|hence|thus|so|reversed?)\b[^.\n]{0,40}"
    r"\b(?:order|ranking|answer|format|sequence|way (?:round|around))\b",
    re.IGNORECASE,
)
_IS_SEEN = re.compile(
    r"\b(?:there(?:'s| is| are)|(?:i|we|you) (?:can )?see|shows?|showing|contains?|depicts?|includes?|features?"
    r"|consists? of|es gibt|ich sehe|zeigt|sind|il y a|je vois|montre|hay|veo|muestra|ci sono|vedo|mostra|há|vejo"
    r"|вижу|есть)\b[^.\n:;]{0,12}$",
    re.IGNORECASE,
)
_ROW = re.compile(
    r":\s?[^.\n:,]{1,30},\s?[^.\n:]{1,60}|(?<![^\W_])[A-Z][\])]?[\s,>(/-]{1,5}(?:(?:and|then)\s)?[(\[]?[A-Z](?![^\W_])"
)
_BEHIND = re.compile(r"[\])\"']{0,2},?\s?(?:[(\[]|from\b|in\b|going\b)[^.\n]{0,60}", re.IGNORECASE)


_AND_LAST = re.compile(
    r"[\s\])](?:and|und|et|y|e|i|en|och|og|và|dan|a|ve|și|és|ja|и|і|та|και|و|और|ו)[\s-][\[(]?\w[\])]?$", re.IGNORECASE
)
_GOES_ON = re.compile(
    r"[\])\"']{0,2}\s(?!(?:in|by|from|with|for|because|since|as|due|based|dans|en|in|nach|por|per|wegen|weil|car"
    r"|porque)\b)"
    r"[^\W\d_]{2,}",
    re.IGNORECASE,
)
_NAME = re.compile(r"[^\W\d_]{2,}")
_JOINING = frozenset(
    [
        "option",
        "object",
        "box",
        "region",
        "choice",
        "candidate",
        "item",
        "and",
        "then",
        "followed",
        "by",
        "next",
        "finally",
        "lastly",
        "after",
        "that",
        "letter",
        "number",
        "puis",
        "dann",
        "luego",
        "poi",
        "depois",
    ]
)
_PLANS = re.compile(
    r"\b(?:look(?:ing)? at|examin\w+|consider\w*|compar(?:e|ing)|check\w*|inspect\w*|go(?:ing)? through|evaluat\w+"
    r"|assess\w*|analy[sz]\w+|describ\w+|need (?:to|more|further|additional|the|an?)|have to|let me|let us|let's"
    r"|i will|i'll|please|should i|shall i)\b"
    r"|^\W{0,4}(?:rank|sort|order|arrange|list|ordnen|ordne|sortieren|sortiere|classez|classe|rangez|ordonnez|ordena"
    r"|ordene"
    r"|clasifica|ordina|classifica|rangschik|sorteer|rangordna|sortera|uszereguj|uporządkuj|seřaďte|упорядочи\w*"
    r"|упорядкуй\w*"
    r"|расположи\w*|sırala\w*|urutkan|sắp xếp|rendezd|ordonați|ταξινόμησε)\b(?!\W*[:=])|[请請].{0,12}排"
    r"|並べ(?:替え)?て|정렬하",
    re.IGNORECASE,
)
TWO_CHAINS = re.compile(r">[^>A-Za-z]*[A-Za-z][\])]?\s*[,;][^>A-Za-z]*[A-Za-z][\])]?\s*>")  # "A > B, C > D"
_IS_EXAMPLE = re.compile(
    r"[\])\"']{0,2}\s(?:is|was)\s(?:only |just |merely )?(?:the|an|your) (?:example|sample|placeholder)", re.IGNORECASE
)
_BUT = re.compile(r"\b(?:but|however|though|yet|still)\b", re.IGNORECASE)


_SECONDARY_BEFORE = re.compile(
    r"\b(?:rather than|instead of|not|alternatively|alternative(?: is|:)?|considered|tempting to (?:say|answer)"
    r"|(?:some|others|people|one)(?: \w+)? (?:would|might|may|could) (?:say|argue|prefer|rank)"
    r"|another (?:option|possibility)\b[^.\n]{0,20})"
    r"[\s:(\"']{1,3}$|\bover\s$",
    re.IGNORECASE,
)
_SECONDARY_BEHIND = re.compile(
    r"[\])\"']{0,2},?\s(?:(?:would|could|might|may|is|are|also|seems?|looks?|be|as|a|an|only|somewhat|still)\s){1,4}"
    r"(?:be\s)?(?:possible|plausible|defensible|less (?:likely|plausible)|second choice|tempting|alternative"
    r"|conceivable"
    r"|arguable|acceptable|reasonable|another|work|justified|wrong|incorrect|unlikely|close|not)\b",
    re.IGNORECASE,
)


def _is_secondary(text: str, run: Run) -> bool:
    """Tell whether a sequence is offered only beside another ("though CBA is possible", "rather than ACB")."""
    return (
        _SECONDARY_BEFORE.search(text[max(0, run.start - 60) : run.start]) is not None
        or _SECONDARY_BEHIND.match(text, run.end) is not None
    )


def _is_either(text: str, full: Sequence[Run]) -> bool:
    """Tell whether two complete sequences are offered as equals ("both CAB and ACB", "it could be CAB ... ACB")."""
    one, two = full[0], full[1]
    between = text[one.end : two.start].lower()
    both = between.strip(" ,()[]\"'") in ("and", "&") and len(between) < 12
    could = all(
        re.search(
            r"\b(?:could|might|may)(?: also| well)? be\s[(\"']?$", text[max(0, run.start - 30) : run.start].lower()
        )
        for run in (one, two)
    )
    return both or could


def sequences(text: str, chains: Sequence[Run], letters: tuple[str, ...]) -> list[Ranking]:
    """Return the complete sequences that are rankings: announced ones ("phrase") and others ("permutation").

    A sequence in the question's order with "A, B and C" is a copy of the options unless it is announced; two complete
    sequences offered with "or" between them are none.
    """
    full = [run for run in chains if len(run.letters) == len(letters)] if len(letters) > 1 else []
    if len(full) > 1 and len({run.letters for run in full}) > 1:
        if len(full) == 2 and not full[0].upward and not full[1].upward and _is_either(text, full):
            return []
        primary = [run for run in full if not _is_secondary(text, run)]
        full = primary or full
    if len(full) > 1 or any(mark in text[run.start : run.end] for run in full for mark in ">/"):
        full = [run for run in full if not _is_mixed(text, run)]
    found = []
    for place, run in enumerate(full):
        if place + 1 < len(full) and _are_alternatives(text, run, full[place + 1]):
            continue
        if place and _are_alternatives(text, full[place - 1], run):
            continue
        if text[run.end : run.end + 4].lstrip(" )]\"'").startswith("?") and len(full) > 1:
            continue
        around = _sentence(text, run.start, run.end)
        refused = list(REFUSES.finditer(around))
        if ties(around) or (refused and not _BUT.search(around, refused[-1].end())):
            continue
        if run.letters == "".join(letters) and _is_undone(around):
            continue
        if _IS_EXAMPLE.match(text, run.end):
            continue
        if is_announced(text, run):
            if not (AS_SUBJECT.match(text, run.end) and run.letters == "".join(letters)):
                found.append(Ranking(run.end, directed(text, run), "phrase"))
        elif not NAMES_OPTIONS.search(text[max(0, run.start - 40) : run.start]) and not _is_restated(
            text, run, letters
        ):
            found.append(Ranking(run.end, directed(text, run), "permutation"))
    return found


def _is_undone(sentence: str) -> bool:
    """Tell whether a sentence with the options in the question's order plans or denies a ranking of them."""
    return _PLANS.search(sentence) is not None or fails(sentence) or denies_ranking(sentence)


def _is_mixed(text: str, run: Run) -> bool:
    """Tell whether ">" stands between some, but not all letters of a sequence ("A > B, C > A")."""
    inside = text[run.start : run.end]
    if ">" not in inside:
        return "/" in inside and inside.count("/") < len(run.letters) - 1  # "C, then A/B"
    behind = text[run.end : run.end + 6].lstrip(" ])")
    return (
        behind.startswith((">", "<"))
        or TWO_CHAINS.search(inside) is not None
        or inside.count(">") == 1 < len(run.letters) - 1
    )


def _are_alternatives(text: str, one: Run, two: Run) -> bool:
    between = text[one.end : two.start]
    return one.letters != two.letters and len(between) < 40 and EITHER.match(between) is not None


def _sentence(text: str, start: int, end: int) -> str:
    before = max(0, start - FAR)
    breaks = [match.end() for match in SENTENCE.finditer(text, before, start)]
    stop = SENTENCE.search(text, end, end + FAR)
    return text[breaks[-1] if breaks else before : stop.start() if stop else end + FAR]


def _is_restated(text: str, run: Run, letters: tuple[str, ...]) -> bool:
    if run.letters != "".join(letters):
        return False
    if AS_SUBJECT.match(text, run.end):
        return True
    inside = text[run.start : run.end]
    if len(letters) == 2 and " and " in inside:
        return True
    if (
        len(set(_NAME.findall(inside.lower())) - _JOINING) >= len(letters) - 1
        and ">" not in inside
        and not is_announced(text, run)
    ):
        return True  # "A: the piano, B: the singer, C: the flowers"
    if _AND_LAST.search(inside) and _GOES_ON.match(text, run.end):
        return True  # "A, B y C son igual de llamativos"
    if _IS_SEEN.search(text[max(0, run.start - 60) : run.start]) is not None:
        return True  # "On the table there are a pizza, a glass and a napkin."
    begins = not text[: run.start].strip(" \t\n\"'([{")
    ends = not text[run.end :].strip(" \t\n\"')]}.") and MARK not in inside
    return MARK in inside or not (begins or ends or ">" in inside or inside.isalpha())


def is_announced(text: str, run: Run) -> bool:
    """Tell whether the sentence before a sequence announces a ranking or the answer."""
    before = text[max(0, run.start - FAR) : run.start]
    cut = max(before.rfind(". "), before.rfind(".\n"), before.rfind("\n\n"), before.rfind("? "), before.rfind("。"))
    while cut >= 0 and not before[cut + 1 :].strip(" \n\"'([{-"):  # "Answer:\n\nBCA"
        before = before[:cut]
        cut = max(before.rfind(". "), before.rfind("\n\n"))
    clause = before[cut + 1 :]
    cues = list(ANNOUNCED.finditer(clause))
    if upward(clause) or _DOWNWARD.search(clause):
        return True
    if not cues:
        return False
    behind = clause[cues[-1].end() :]
    return not re.search(r"\b(?:between|among|not|n't|e\.g|example)\b", behind) and len(behind) < 60


def directed(text: str, run: Run) -> str:
    """Return the run's letters from most to least, turned round when the text says that it goes the other way."""
    before, behind = text[max(0, run.start - 20) : run.start].lower(), text[run.end : run.end + 20].lower()
    framed = "least" in before and "most" in behind and "most" not in before  # "(least) B, A, C (most)"
    remark = _BEHIND.match(text, run.end)  # "A, C, B (from least to most)"
    told_behind = remark is not None and upward(remark.group())
    return run.letters[::-1] if run.upward or framed or told_behind or goes_up(text, run.start) else run.letters


def states_downward(text: str) -> bool:
    """Tell whether a text announces a ranking from most to least ("from most to least salient")."""
    return _DOWNWARD.search(text) is not None


def goes_up(text: str, start: int) -> bool:
    """Tell whether the text before a sequence announces that it goes from least to most."""
    before = text[max(0, start - FAR) : start]
    if not upward(before):
        return False
    turned = list(_DOWNWARD.finditer(before))
    asked = [match for match in _ASKED.finditer(before) if _ROW.search(before, 0, match.start()) is not None]
    turned = sorted([*turned, *asked], key=re.Match.end)
    return not turned or upward(before[turned[-1].end() :])  # "Least to most: A, B. Most to least: B, A"
