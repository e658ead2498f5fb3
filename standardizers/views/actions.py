"""Keeping and shifting in plain words: which views a reply keeps, and which it shifts to."""

from __future__ import annotations

import re

from ..stance.refusals import refuses
from ..stance.undecided import assertions
from .clauses import read_clause
from .cues import ASKED_BACK, as_zooming, without_first_doubts
from .directions import Directions, moved
from .first_thoughts import without_first_thoughts
from .languages import in_english
from .neighbours import neighbours_in_english, related
from .notation import spelled
from .nothing import in_zooms
from .phrases import MOST_PROSE, Views
from .split import split_of
from .zoomed import among_zoomed, by_rank, looked_at

_ACTION = re.compile(
    r"\b(?:(?P<keep>keep(?:ing|s)?|kept|retain(?:ing|ed)?|hold(?:ing)?(?: on)?(?: to)?|maintain(?:ing|ed)?"
    r"|stay(?:ing)? with|stick(?:ing)? (?:with|to)|(?:should|must|can|will) stay|stays|preserv(?:e|ed|ing)"
    r"|remain(?:ing|s)?(?= (?:with|on|at)\b)|remains?(?= zoomed))"
    r"|(?P<shift>shift(?:ing|ed|s)?|(?:how|what) about|mov(?:e|ed|ing)(?= (?:on |over )?to|\W|$)"
    r"|switch(?:ing|ed)?|go(?:ing)? (?:on "
    r"|over |down |up |back )?to|chang(?:e|ed|ing) to|jump(?:ing)? to|add(?:ed|ing)?|navigat(?:e|ed|ing)(?: to)?"
    r"|additionally (?:see|look at|need|view)|also (?:see|look at|need|view)|look(?:ing)? at(?! (?:the |any |an "
    r"|your )?(?:images?|pictures?|photos?)\b(?! \d))|see(?:ing)?(?= (?:part"
    r"|view|no|\d|(?:the )?(?:upper|lower|top|bottom)[ -](?:left|right))))"
    r"|(?P<drop>drop(?:ping|ped)?|forget(?:ting)?(?: about)?|discard(?:ing|ed)?|remov(?:e|ed|ing)|releas(?:e|ed|ing)"
    r"|let(?:ting)? go of"
    r"|(?:can|may|must|should) go(?! (?:on |over )?to)|get(?:ting)? rid of|abandon(?:ing|ed)?|throw(?:ing)? away))\b"
)
_ZOOMS = re.compile(
    r"\b(?P<part>(?:(?:should|must|can|(?:has|have|ought|is|are|needs?) to) be|needs?|gets?) zoom(?:ed"
    r"|ing)(?:[ -]in)?(?:to)?"
    r"|zoom(?:ing)?(?:[ -]in)?(?: on|to)?|needs? (?=(?:no|nothing|none)\b)|parts? (?=none\b))(?:\b"
    r"|(?<=\s))(?! ?(?:part|tile|view"
    r"|one)s? (?:is|are|stays?))"
)
_THREE = re.compile(_ACTION.pattern + "|" + _ZOOMS.pattern)
_ZOOMED = re.compile(
    r"zoom(?:ed)?\b[^.:\n]{0,60}?(?:(?:so far|these parts|into|already)?:|these parts,)\s?((?:(?:parts?|tiles?"
    r"|views?) )?\d{1,2}"
    r"(?:(?:, ?and |, ?| and )\d{1,2}){0,15})(?=[.,\s]|$)"
)
_SEEN_NOW = re.compile(r"\byou see view (\d{1,2})\b(?=[^.\n]{0,30}\bnow\b)")
_ENDS = re.compile(r"\b(?:stays?|go)$")  # verbs that stand behind their views
_EXPLAINS = re.compile(
    r"\b(?:means?|meant|refers? to|stands? for|bedeutet|signifie|significa|accepts?|allows?|permits?|supports?)\b"
    r"|^\W*you (?:explained|described|listed|defined)\b"
)
_UNDECIDED = re.compile(r"\b(?:(?:don't|do not) know|not sure|unsure|undecided|whether to)\b")
_OPEN_CHOICE = re.compile(
    r"\beither\b[^.;!?]{3,120}\bor\b[^;!?]{0,120}\b(?:(?:can't|cannot|can not|couldn't|hard to|not able to"
    r"|unable to) (?:really )?"
    r"(?:say|tell|decide|choose)|undecided|not sure|unsure|torn|no idea|equally|as (?:good|useful))\b"
    r"|\b(?:each|both|all) (?:of (?:them|these) )?(?:has|have) (?:its|their) (?:own )?(?:merits|advantages|pros"
    r"|strengths|uses)\b"
)
_DETAIL = re.compile(
    r"\b(?:see|inspect|examine|view|study|check|have|get|want|need)\s((?:the )?(?:all (?:the )?)?(?:parts?|tiles?"
    r"|views?|no)\s[\d,and ]{1,40}?)"
    r"\s?(?:in (?:more |greater |full |closer )?detail|up close|(?:more )?closely|closer|at (?:a )?higher resolution"
    r"|enlarged"
    r"|magnified|bigger|larger|zoomed(?: in)?)\b"
)
_CLOSER = re.compile(
    r"\b(?:look(?:ing)?|(?:take|have|get|taking) a) (?:(?:much |a bit )?(?:more closely|closer"
    r"|closely)|closer look) at\b"
)
_LOOKS = re.compile(r"look|see")
_SENTENCE = re.compile(r"[.;!?](?=\s|$)\s*|\n+")
_NO_VIEWS = re.compile(
    r"\b(?:none|nothing|no(?!\s?\d)|not|n't|without|neither|never|unnecessary|needless|not needed|no need|zero"
    r"|nowhere|stop)\b|n't\b"
)
_EVERYTHING = re.compile(
    r"^\W*(?:of )?(?:(?:les|las|los|die|i|le|de|os|as|the) two\b(?!\s?(?:and|,)\s?\d)|(?:two|2) parts?\b(?!\s?\d)"
    r"|both|all"
    r"|everything|them|these|those|it|the (?:view|part)s? (?:that )?(?:i|we) (?:have|see)|what (?:i|we) (?:have"
    r"|see)|the zoomed|the (?:current|zoomed|selected))\b"
)
_USELESS = re.compile(
    r"\bneither (?:part )?\d{1,2} nor (?:part )?\d{1,2}\b[^.;]{0,40}\b(?:help|useful|relevant|needed|show|contain)\w*"
    r"|\bnot needed (?:de |of )?none (?:(?:of )?(?:the )?two |of (?:the|these) (?:zoomed|current))"
    r"|\bneither (?:(?:zoomed |of the )?(?:parts?|tiles?|views?|one|crops?))\b[^.;]{0,40}\b(?:help|useful|relevant"
    r"|needed|show|contain)\w*"
    r"|\bneither (?:is|seems) (?:\w+ )?(?:useful|helpful|relevant|needed)\b|\bneither helps\b"
    r"|\b(?:don't|do not) need (?:any|either) of (?:the zoomed|the current|them|these|those)\b"
    r"|\b(?:neither|none) of (?:the (?:zoomed|selected|current|two|parts|views)|them|these)[^.;]{0,60}\b(?:help"
    r"|useful|relevant|needed|show|contain|necessary)\w*"
    r"|\b(?:zoomed|selected|current) (?:parts?|views?|ones?) (?:doesn't|does not|don't|do not|isn't|is not"
    r"|aren't) (?:help|show|contain|useful|helpful|relevant)\w*"
    r"|\b(?:zoomed|selected|current) (?:parts?|views?|ones?)[^.;]{0,20}\b(?:useless|irrelevant|not (?:useful"
    r"|helpful|relevant|needed))\b"
)
_DENIED = re.compile(r"\b(?:not|not needed|no need to|never)\s{0,3}$")
_NEXT_DENIED = re.compile(r"(?:,|;|\band\b|\bbut\b)[^,;\d]{0,30}(?:\bnot|n't|\bno|\bnever)(?: \w{1,8})?\s{0,2}$")
_NOTHING_ELSE = re.compile(
    r"\b(?:nothing|none) (?:else|more|further)\b|\bno (?:other|further|more|additional) (?:part|view|tile)s?\b"
    r"|\b(?:none|not zoom) (?:otra|autre|weiter\w{1,2}|andere\w?|outra|altr[aeio])\b"
)
_KEPT = re.compile(r"\bkept$")
_HELPLESS = re.compile(
    r"\b(?:useless|irrelevant|unhelpful|tells? (?:me |us )?nothing|not (?:helpful|useful|relevant)"
    r"|(?:isn|doesn|aren|don)'t (?:help|useful"
    r"|relevant)\w*)"
)
_STAYS = re.compile(r"\bstay(?:ing)? (?:there|here|put|where i am)\b")
_PRONOUN = re.compile(r"\b(?:it|them|those|these|this|both|that(?=\s?[,.;]|\s(?:one|part|and)\b|\s*$))\b")


def zoomed_views(question: str | None) -> frozenset[int]:
    """Return the views that a prompt says are zoomed already ("zoomed so far: 3, 5"), none when it says nothing."""
    asked = question[:4_000].lower() if question else ""
    found = _ZOOMED.search(asked) or _SEEN_NOW.search(asked)
    return frozenset(map(int, re.findall(r"\d+", found[1]))) if found is not None else frozenset()


def operations_in_text(
    text: str, n_views: int, zoomed: frozenset[int] = frozenset(), three: bool = False, directed: bool = False
) -> tuple[Views | None, Views | None, Views | Directions | None]:
    """Return the views that prose zooms into, keeps and shifts to; None for what it does not speak of.

    Args:
        text: Plain text (`standardizers.text.plain`).
        n_views: Number of views.
        zoomed: The views that are zoomed already: "both", "all of them".
        three: Zooming is an operation beside keeping and shifting.
        directed: The view is shifted in directions, not to other views.
    """
    if ASKED_BACK.search(text) or (not any(map(str.isdigit, text)) and refuses(text.lower())):
        return None, None, None
    corrected = [match.end() for match in _CORRECTS.finditer(text[-MOST_PROSE:]) if match.start()]
    if corrected and len(text) <= MOST_PROSE:
        again = operations_in_text(text[corrected[-1] :], n_views, zoomed, three, directed)
        if again[1] is not None and again[2] is not None:
            return again
    text = _STAYS.sub("shift to none", _decided(text[-MOST_PROSE:]).lower())
    if _OPEN_CHOICE.search(text) is not None:
        return None, None, None
    text = among_zoomed(text, zoomed)
    text = as_zooming(in_detail(spelled(text, n_views).lower()) if three else spelled(text, n_views).lower())
    text = in_english(in_zooms(text) if three else text, operations=True)
    text = by_rank(text, n_views, zoomed)
    if len(zoomed) == 1:
        text = related(neighbours_in_english(text), n_views, next(iter(zoomed)))
    actions = _THREE if three else _ACTION
    text = _plainly(text, three)
    if not actions.search(text):
        return None, None, moved(text) if directed else None
    kept: dict[str, set[int] | None] = {"part": None, "keep": None, "shift": None}
    dropped: set[int] = set()
    before: set[int] = set()
    nothing = _USELESS.search(text) is not None
    for sentence in _SENTENCE.split(text)[-200:]:
        if not sentence or not sentence.strip() or _UNDECIDED.search(sentence) or _EXPLAINS.search(sentence):
            continue
        if _CORRECTED.match(sentence):  # "keep 1 ... no, keep 2"
            for match in actions.finditer(sentence):
                if match.lastgroup in kept:
                    kept[match.lastgroup] = None
        for action, segment, negated in _segments(sentence, n_views, actions):
            if directed and action == "shift":
                continue
            views, refused = read_clause(segment, n_views)
            if not views and not negated and action in ("keep", "drop"):
                views = _of_zoomed(segment, n_views, zoomed)
                if not views and len(zoomed) == 1 and _THIS_VIEW.match(segment) is not None:
                    views = set(zoomed)
            if action == "keep" and zoomed and not negated and _EVERYTHING.search(segment):
                one = len(before) == 1 and before <= zoomed and _ONE_OF_THEM.match(segment) is not None
                views = set(before) if one else set(zoomed)
            if action == "drop":
                dropped |= views | refused
                nothing = nothing or (not dropped and _EVERYTHING.search(segment) is not None)
                continue
            if not views and before and _PRONOUN.search(segment) and not negated:
                views = set(before)
            if negated:
                views, refused = set(), views | refused
            empty = negated or (not views and _NO_VIEWS.search(segment) is not None)
            if views or empty:
                kept[action] = (kept[action] or set()) | views
            elif refused and kept[action] is None:
                kept[action] = set()
            if action == "keep":
                dropped |= refused
        named, unwanted = read_clause(sentence, n_views)
        if unwanted and kept["keep"] is None and _HELPLESS.search(sentence):
            kept["keep"] = set()
        if kept["keep"] and kept["shift"] is None and _NOTHING_ELSE.search(sentence):
            kept["shift"] = set()
        if three and kept["part"] is None and _NOTHING_ELSE.search(sentence):
            kept["part"] = set()
        before = named or before
    if directed:
        kept["shift"] = None
    if (
        kept["shift"]
        and kept["keep"] is None
        and not dropped
        and not nothing
        and all(_LOOKS.match(match.group()) for match in _ACTION.finditer(text))
    ):
        return None, None, None  # a first look, nothing to shift from
    if nothing and kept["keep"] is None:
        kept["keep"] = set()
    if dropped:
        kept["keep"] = (kept["keep"] or set()) - dropped
    part, keep, shift = (None if one is None else tuple(sorted(one)) for one in kept.values())
    if directed:
        towards = moved(text)
        return part, keep, () if towards is None and _NOTHING_ELSE.search(text) else towards
    return part, keep, shift


def _decided(text: str) -> str:
    """Return a text without what it only doubts, or thought at first."""
    return assertions(without_first_thoughts(without_first_doubts(text)))


_CORRECTS = re.compile(
    r"\b(?:correction|corrected|wait|scratch that|no, wait|sorry|on (?:second thoughts?|(?:further )?reflection)"
    r"|final(?: answer| decision| choice)?(?=\s?:))\b\W",
    re.IGNORECASE,
)
_CORRECTED = re.compile(r"\W*(?:no,|wait\b|actually\b|sorry\b|correction\b|rather\b|hmm\b|oops\b)")
_FROM = re.compile(
    r"\b(?:mov(?:e|ing)|shift(?:ing)?|switch(?:ing)?|go(?:ing)?|chang(?:e|ing)) from (?:the )?(?:(?:part|view"
    r"|tile) )?\d{1,2} to\b"
)
_REPLACED = re.compile(
    r"\b(?:replac(?:e|ing)|swap(?:ping)?|exchang(?:e|ing)) ((?:(?:part|view|tile) )?\d{1,2}) (?:by|with|for|against)\b"
)
_CHECKED = re.compile(
    r"\b(?:check|inspect|examine)(?: out)?(?=\s(?:also )?(?:the )?(?:parts?|tiles?|views?|upper|lower|top|bottom|\d))"
)


def _plainly(text: str, three: bool) -> str:
    """Return lower-case text with other words for shifting as "shift to" and "look at"."""
    text = text if three else looked_at(text)
    text = _FROM.sub("shift to", text) if " from " in text else text
    text = _REPLACED.sub(r"drop \1, shift to", text) if " by " in text or " with " in text or " for " in text else text
    text = _BLANK_BEFORE_COMMA.sub(",", text) if " ," in text else text
    text = _ADVERB.sub(r"\1", text)
    text = _NO_ZOOMS.sub("zoom none", text) if three and "zoom" in text else text
    return text if three else _CHECKED.sub("look at", text)


_ADVERB = re.compile(  # "zoom 5 additionally and": the number ends its clause
    r"(\d) (?:additionally|as well|too|instead|in addition|on top|likewise|for now|as usual)(?=\s?[,.;:]|\s?$"
    r"|\s(?:and|but|then)\b)"
)
_NO_ZOOMS = re.compile(
    r"\b(?:no|none|zero|without|without any) (?:(?:further|more|other|additional|extra|new|verdere"
    r"|weitere[nr]?|autres?|otr[oa]s?|más|altr[ei]|outr[oa]s?|fler|flere|ytterligare) )?zoom(?:s|ing|ed)?(?: in)?"
    r"(?=\s?[,.;:]|\s?$|\s(?:and|but|needed|required|necessary)\b)(?: (?:needed|required|necessary))?"
)
_BLANK_BEFORE_COMMA = re.compile(r"\s{1,3},")
_ONE_OF_THEM = re.compile(r"\W*(?:it|this|that)\b")
_THIS_VIEW = re.compile(
    r"\W*(?:this|cette|diese[nrs]?|esta|este|essa|questa|questo|эту|deze|den här|denne) (?:one|part|view"
    r"|tile)\b(?!\s?\d)"
)
_SIDE_OF_ZOOMED = re.compile(
    r"\bthe (?P<side>upper|top|lower|bottom|left|right)(?:most)?(?:[ -]hand)?(?: zoomed)? (?:one|part|tile|view|crop)\b"
)


def _of_zoomed(segment: str, n_views: int, zoomed: frozenset[int]) -> set[int]:
    """Return the one of the zoomed views that lies at the side which "the lower one" names, if there is just one."""
    told = _SIDE_OF_ZOOMED.search(segment)
    split = split_of(n_views)
    if told is None or len(zoomed) < 2 or not split.columns or max(zoomed) > split:
        return set()
    side = told["side"]
    along = {view: split.place(view)[side not in ("left", "right")] for view in zoomed}
    edge = min(along.values()) if side in ("left", "upper", "top") else max(along.values())
    found = {view for view, place in along.items() if place == edge}
    return found if len(found) == 1 else set()


def in_detail(text: str) -> str:
    """Return lower-case text with looking at parts closely as zooming into them.

    Example:
        >>> in_detail("i want to see parts 6 and 7 in detail.")
        'i want to zoom parts 6 and 7.'
    """
    return _DETAIL.sub(r"zoom \1", _CLOSER.sub("zoom", text))


def _segments(sentence: str, n_views: int, pattern: re.Pattern[str]) -> list[tuple[str, str, bool]]:
    """Return (action, what is said of it, whether it is denied) for each action of a sentence."""
    actions = list(pattern.finditer(sentence))[:20]
    if not actions:
        return []
    pieces = _verb_final(sentence, pattern, n_views)
    if pieces:
        return pieces
    starts = [match.start() for match in actions] + [len(sentence)]
    behind = [sentence[match.end() : starts[place + 1]] for place, match in enumerate(actions)]
    ahead = [
        sentence[(actions[place - 1].end() if place else 0) : match.start()] for place, match in enumerate(actions)
    ]
    last_has = bool(read_clause(behind[-1], n_views)[0]) or (
        any(read_clause(behind[-1], n_views)) and not _KEPT.search(actions[-1].group())
    )
    first_has = any(read_clause(ahead[0], n_views)) or (
        not behind[-1].strip(" .,") and _EVERYTHING.search(ahead[0]) is not None
    )
    # "Part 1 is kept and part 3 added": the views stand before their verbs.
    passive = first_has and not last_has
    found = []
    for match, after, front in zip(actions, behind, ahead, strict=True):
        near = re.split(r"[,:;]|\band\b|\bbut\b|\bso\b", front)[-1]
        denied = _DENIED.search(front) is not None or (
            _NO_VIEWS.search(near[-40:]) is not None and not re.search(r"\d", near[-40:])
        )
        after = _NEXT_DENIED.sub("", after)
        said = front if passive or _ENDS.search(match.group()) is not None else after
        if passive:
            denied = re.search(r"\bnot\b[^,;]{0,20}$", front) is not None or (
                _NO_VIEWS.search(after[:30]) is not None and not any(read_clause(front, n_views))
            )
        found.append((match.lastgroup or "", said, denied))
    return found


def _verb_final(sentence: str, pattern: re.Pattern[str], n_views: int) -> list[tuple[str, str, bool]]:
    """Return the segments of a list of operations of which one has its verb last ("Teil 4 behalten"), else []."""
    found = []
    final = False
    for piece in re.split(r",\s|;\s|\u3001|(?<=[^\d\s]),(?=\S)|\b(?:and|och|og|und)\b(?=[^,;]*$)", sentence):
        actions = list(pattern.finditer(piece))
        if len(actions) != 1:
            if actions or any(read_clause(piece, n_views)):
                return []
            continue
        rest = piece[: actions[0].start()] + piece[actions[0].end() :]
        ahead = piece[: actions[0].start()]
        ends = not piece[actions[0].end() :].strip(" .!") and (
            any(read_clause(ahead, n_views)) or _EVERYTHING.search(ahead) is not None
        )
        final = final or ends
        denied = _NO_VIEWS.search(rest) is not None and not any(map(str.isdigit, _EVERYTHING.sub("", rest)))
        found.append((actions[0].lastgroup or "", rest, denied))
    return found if final and len(found) > 1 else []
