"""Comparisons of two options ("B beats C", "of A and C, C wins") and the ranking that they determine together."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from ..stance.ranking_words import LAST, LESS_THAN, MORE_THAN, SENTENCE
from ..text.cued import Cued
from .runs import Run

_SHORT = 16  # characters between two letters that a word behind the second compares
_FAR = 120  # characters that may stand between two compared letters
_NEGATED = re.compile(r"\b(?:not|never|nor|neither|if|whether|nicht|pas|não|не)\b|n't|不是")
_SAME_SUBJECT = re.compile(
    r"[\s\]),]{0,3}(?:but|and|yet|though|aber|und|doch|mais|et|pero|y|mas|ma|e|но|maar|ale)\s(?:is\s)?"
    r"(?:also\s|still\s)?(?:(?:more|less|higher|lower|above|below|ahead|not\s(?:quite\s)?(?:as|so)|weniger|mehr"
    r"|(?:un)?auffälliger|nicht so|moins|plus|pas aussi|menos|más|no tan|mais|não tão|meno|più|non così|менее|более"
    r"|заметнее|не так|minder|meer|mniej|bardziej)\b)"
    r"|[\s\]),]{0,3}(?:but|and|yet|though|while)\s(?:it\s)?(?:clearly\s|still\s|also\s|easily\s|narrowly\s)?"
    r"(?:loses|yields|trails|follows|beats|outranks|outshines|precedes|(?:falls|comes|ranks|stays|is|remains)\s(?:behind"
    r"|below|after|before|above|ahead|beaten|outranked|weaker|stronger))\b"
    r"|[\s\])]{0,3}より[^\nA-Z。]{1,14}(?:が|けど|けれど)[、,]?|보다[^\nA-Z.]{1,14}지만,?\s"
    r"|[^\W_]{0,6}[，,]?(?:但|不过|可)(?:是)?(?:又|仍|还|也)?(?:不如|没有|不及|比)",
    re.IGNORECASE,
)
# "A is not as salient as B" puts A below B; the word for "not" is no negation of a comparison.
_NOT_AS = re.compile(
    r"(?:\bnot|n't)\s(?:(?:quite|nearly|anywhere near|half|at all)\s){0,2}(?:as|so)\s(?:[\w-]{1,20}\s){1,4}as\b"
    r"|\bnicht (?:ganz )?so\s[^.]{1,30}\swie\b|\bpas (?:aussi|si)\s[^.]{1,30}\sque\b|\b(?:no|não"
    r"|nao)\b[^.]{0,12}\st[aã][no]\s[^.]{1,30}"
    r"\s(?:como|quanto)\b|\bnon\b[^.]{0,12}\s(?:così|tanto)\s[^.]{1,30}\s(?:come|quanto)\b|\bне (?:так"
    r"|столь)\s[^.]{1,30}\sкак\b|不如|没有|沒有"
)
# Languages that put "than" behind the second letter: "B, A से अधिक", "BはAより", "B가 A보다", "B, A'dan daha".
_THAN_BEHIND = re.compile(
    r"[\])\"']{0,2}\s?(?:से\s(?:भी\s)?(?:कहीं\s)?(?P<hi>अधिक|ज़्यादा|ज्यादा|कम)|より(?:も)?(?:は)?(?P<ja>[^\n。]{0,9})"
    r"|보다\s?(?P<ko>[^\n.]{0,4})"
    r"|'?[dt][ae]n\s(?P<tr>daha\s(?:az)?))"
)
_LESS_BEHIND = re.compile(r"कम|低|弱|劣|덜|낮|\baz\b|不|ませ|ない|なく")
_THAN_BETWEEN = re.compile(r"[\s\])\"']{0,2}(?:より|보다|से\s(?:अधिक|ज़्यादा|ज्यादा))")
_NOT_AS_BEHIND = re.compile(
    r"[\])\"']{0,2}\s?(?:ほど(?:では)?(?:な|あり)|만큼은? (?:아니|아닙|못))"
)  # "not as much as C"
_COMPARED = re.compile(
    r"\bthan\b|\bals\b|比|より|보다|\bdi\b\W{0,3}$|\bque\b(?:\s\w{1,3}){0,2}\W{0,3}$|\bdel(?:l[aoe]?)?\b\W{0,3}$|\bdan\b(?:\s\w{1,3})?\W{0,3}$|заметнее\W{0,3}$|\bчем\b"
)
_BEFORE_LETTER = r"\s(?:(?:both|the|that|one|object|option|box|in|of)\s){0,3}[\[(\"']{0,2}$"
_ABOVE = re.compile(
    r"\b(?:over|before|vor|voor|avant|davanti a|przed|перед|före|foran|před|precedes?|ahead of|above|beats?|outranks?"
    r"|outweighs?|overpowers?|surpass\w*|trumps?|tops"
    r"|outshines?|defeats?|overshadows?|edges out|dominates|exceeds|(?:strong|high|clear|salient)er than"
    rf"|more (?:[\w-]{{1,20}}\s){{1,4}}than|(?:más|mais|plus) que){_BEFORE_LETTER}"
)
_BELOW = re.compile(
    r"\b(?:(?:overshadowed|outranked|beaten|surpassed|outshone|outdone|dominated|preceded) by|after(?! that\b)|follows"
    r"|(?:yields?|loses?|second|inferior|subordinate) (?:out )?to|weaker than|behind|below|trails|lower than"
    r"|(?:viene|arriva|kommt|folgt|vient|arrive|sigue|va|vem|segue|идёт|идет|следует|komt|kommer)(?:\s\w{4,14})?\s(?:dopo"
    r"|nach|auf|après|después de|depois de|após|после|за|na|efter|etter)(?:\s(?:il|lo|la|l|der|die|das|dem|den"
    r"|le|el|o))?(?:\s[\w'-]{2,20}){0,2}"
    rf"|less (?:[\w-]{{1,20}}\s){{1,4}}than){_BEFORE_LETTER}"
)
# "A is above B" says where A is, unless the text speaks of what is noticed.
_SPATIAL = re.compile(
    r"[\])\"']{0,2}\s(?:is|are|lies|stands|sits|appears|hangs)?\s?(?:just |directly |right )?(?:above|below"
    r"|behind|over|under|before)\s.{0,20}"
)
# "Obviously B before A": a text that is nothing but a comparison says where nothing is.
_FRAGMENT = re.compile(
    r"\W{0,3}(?:(?:obviously|clearly|definitely|certainly|probably|surely|naturally|for me|to me|i think"
    r"|i'?d (?:put|place|say)"
    r"|i would (?:put|place|say)|i (?:put|place)|put|place|order|answer|ranking)\b[\s,:]{0,2}){0,3}(?:the\s)?"
    r"[\[(]?[A-Z][\])]?(?:\s(?:over|above|before|ahead of)\s(?:the\s)?[\[(]?[A-Z][\])]?){1,5}\W{0,3}",
    re.IGNORECASE,
)
_DESCRIBED = re.compile(  # "beats the one on the right (C)": the letter is what counts
    r"\b(beats|outranks|outshines|surpasses|tops|precedes|over|than|before|above|of|to|behind|below|after|follows|by)\s"
    r"(?:the|an?)\s(?:[\w-]{1,16}\s){1,7}(?=[\[(]$)",
    re.IGNORECASE,
)
_SALIENCE = Cued(
    r"salien|attention|notic|promin|rank|order|strik|eye|gaze|look|first|last|then|remaining|weak|strong|\bwin|\bbeat",
    re.IGNORECASE,
)
_JOINED = re.compile(r"[\])\"']{0,2}(?:,| and| or|, and| &)\s[\[(\"']{0,2}")
_ACTS = re.compile(
    r"[\])\"']{0,2}\s(?:is|are|beats|wins|has|ranks?|comes|stands|over|edges|looks|seems|attracts|draws"
    r"|[a-z]{3,14}[a-rt-z]s)\b|\s?>"
)
_SAME_RELATION = re.compile(
    r"[\])\"']{0,2}\s(?:by|than|over|behind|ahead of|before|after)\s[\[(\"']{0,2}"
)  # "C by B, B by A"
_NEXT_PAIR = re.compile(r"[\])\"']{0,2}[,;]?\s(?:and\s)?[\[(\"']{0,2}")
_DEGREE = r"(?:clearly|slightly|just|still|easily|narrowly|probably|a bit|a little|somewhat|much|far|then)\s"
_WINS = re.compile(
    rf"[\])\"']{{0,2}},?\s(?:{_DEGREE}){{0,2}}(?:wins|dominates|prevails|stands out more|takes (?:it|the lead)"
    r"|comes (?:out )?(?:ahead|on top)|leads|remains on top"
    rf"|(?:is|looks|seems|appears)\s(?:the\s)?(?:{_DEGREE}){{0,2}}(?:stronger|ahead"
    rf"|clearer|more [\w-]{{3,20}})"
    rf"|has (?:a |an |the )?(?:\w{{1,12}} ){{0,2}}(?:edge|advantage|upper hand|lead)|(?:draws|attracts"
    rf"|gets) more (?:attention|looks)"
    rf"|(?:{_DEGREE})(?:stronger|ahead|more [\w-]{{3,20}}))\b(?!\s(?:than|over|of|to)\b)",
    re.IGNORECASE,
)
_LOSES = re.compile(
    rf"[\])\"']{{0,2}},?\s(?:{_DEGREE}){{0,2}}(?:loses|lags behind|falls behind"
    rf"|(?:is|looks|seems|appears)\s(?:the\s)?(?:{_DEGREE}){{0,2}}(?:weaker|behind|smaller"
    rf"|less [\w-]{{3,20}}))\b(?!\s(?:than|of|to|by)\b)",
    re.IGNORECASE,
)
_CHOSEN = re.compile(
    r"\b(?:(?P<less>less|weaker|lower)|more|stronger|next|higher)\s(?:[\w-]{1,20}\s){0,3}(?:is|being|wins:|pick:"
    r"|choice:)\s"
    r"(?:in\s)?(?:object\s|option\s|box\s)?[\[(\"']{0,2}$",
    re.IGNORECASE,
)
_VERSUS = re.compile(
    r"(?<![^\W_])[\[(]?(?P<one>[A-Z])[\])]?\s(?:vs?\.?|versus|or|against)\s[\[(]?(?P<two>[A-Z])[\])]?\s?(?:[:=-]|->"
    r"|-)>?\s?[\[(]?(?P<wins>[A-Z])(?![^\W_])"
)
_OF_TWO = re.compile(r"\b(?:of|among|amongst|between|from|comparing|compare|in)\b", re.IGNORECASE)
_REST_OF_TWO = re.compile(r"\b(?:others?|remaining|rest|left)\b", re.IGNORECASE)

Pairs = set[tuple[str, str]]


def pairs(text: str, single: Sequence[Run], letters: tuple[str, ...], ranks: Mapping[str, int]) -> Pairs:
    """Return (more salient, less salient) for every two letters that a text compares.

    Args:
        text: The text.
        single: Its letters that stand alone, in order.
        letters: The labels.
        ranks: The ranks that the text gives elsewhere: "of the other two, C wins" is about those without one.
    """
    above = _adjacent(text, single)
    for match in _VERSUS.finditer(text) if "vs" in text or "versus" in text else ():
        one, two, wins = match.group("one", "two", "wins")
        if wins in (one, two) and one != two and {one, two} <= set(letters):
            above.add((wins, two if wins == one else one))
    for start, stop, inside in _sentences(text, single):
        above |= _won(text, start, stop, inside, letters, ranks)
    return above


def _adjacent(text: str, single: Sequence[Run]) -> Pairs:
    above: Pairs = set()
    in_salience = _SALIENCE.search(text) is not None or (len(text) < _FAR and _FRAGMENT.fullmatch(text) is not None)
    subject = single[0]
    relation = 0  # of the last two letters: 1 above, -1 below
    for place, (one, two) in enumerate(pairwise(single)):
        between = text[one.end : two.start]
        if relation and _JOINED.fullmatch(between) and not _ACTS.match(text, two.end):
            above.add((subject.letters, two.letters) if relation > 0 else (two.letters, subject.letters))
            continue
        if (
            relation
            and place
            and _SAME_RELATION.fullmatch(between)
            and _NEXT_PAIR.fullmatch(text[single[place - 1].end : one.start])
        ):
            above.add((one.letters, two.letters) if relation > 0 else (two.letters, one.letters))
            subject = one
            continue
        relation = 0
        same = _SAME_SUBJECT.match(between) is not None
        if same:
            one = subject
        subject = one
        if one.letters == two.letters or len(between) > _FAR or SENTENCE.search(between):
            continue
        between = _DESCRIBED.sub(r"\1 ", between) if between[-1:] in ("(", "[") else between
        behind = text[two.end : two.end + 20]
        relation = _relation("" if same and _THAN_BEHIND.match(behind) else between, behind, in_salience)
        if place and relation and between.lstrip(" ])").startswith("and ") and not _ACTS.match(between):
            relation = 0 if _is_shared(text, single[place - 1], one) else relation
        if relation:
            above.add((one.letters, two.letters) if relation > 0 else (two.letters, one.letters))
    return {(one, two) for one, two in above if one != two}


def _is_shared(text: str, before: Run, one: Run) -> bool:
    return _JOINED.fullmatch(text[before.end : one.start]) is not None


def _relation(between: str, behind: str, in_salience: bool) -> int:
    """Return 1 when what stands between two letters puts the first above the second, -1 for below, 0 for neither."""
    if not behind.isascii() and _NOT_AS_BEHIND.match(behind):
        return -1
    if re.match(r"[\s\])]{0,2}比", between):
        return 1 if "不" not in behind[:4] and "更不" not in behind else -1
    if not between.isascii() and _THAN_BETWEEN.match(between):
        return 1 if _LESS_BEHIND.search(behind[:12]) else -1  # "AよりBのほうが"
    if between.strip(" ])[(") in (">", ">>"):
        return 1
    if between.strip(" ])[(") in ("<", "<<"):
        return -1
    low = between.lower()
    than = _THAN_BEHIND.match(behind) if len(between) < _SHORT else None
    if than is not None:
        return -1 if _LESS_BEHIND.search(than.group()) else 1
    if _NOT_AS.search(low):
        return -1
    if _NEGATED.search(low):
        return 0
    if _SPATIAL.fullmatch(low) and not in_salience:
        return 0
    if _BELOW.search(low):
        return -1
    if _ABOVE.search(low):
        return 1
    if not _COMPARED.search(between):
        return 0
    return -1 if LESS_THAN.search(low) else 1 if MORE_THAN.search(low) else 0


def _sentences(text: str, single: Sequence[Run]) -> Iterator[tuple[int, int, list[Run]]]:
    start = place = 0
    for stop in [*(match.start() for match in SENTENCE.finditer(text)), len(text)]:
        inside = []
        while place < len(single) and single[place].start < stop:
            inside.append(single[place])
            place += 1
        if inside:
            yield start, stop, inside
        start = stop + 1


def _won(
    text: str, start: int, stop: int, inside: list[Run], letters: tuple[str, ...], ranks: Mapping[str, int]
) -> Pairs:
    """Return the pairs of a sentence that says which of the letters in question wins."""
    sentence = text[start:stop]
    if _NEGATED.search(sentence.lower()):
        return set()
    last = inside[-1]
    named = {run.letters for run in inside}
    free = {letter for letter in letters if letter not in ranks}
    if len(letters) == 2:
        rivals = set(letters)
    elif len(named) > 1 and len({run.letters for run in inside[:-1]}) > 1:
        rivals = named
    elif len(named) == 1 and len(free) == 2 and named <= free and _REST_OF_TWO.search(sentence):
        rivals = free
    else:
        return set()
    if len(letters) > 2 and not (_OF_TWO.search(text[start : inside[0].start]) or len(inside) > len(named)):
        return set()
    before = _CHOSEN.search(text[start : last.start])
    if _WINS.match(text, last.end, stop) or (before and not before.group("less")):
        return {(last.letters, other) for other in rivals if other != last.letters}
    if _LOSES.match(text, last.end, stop) or (before and before.group("less")):
        return {(other, last.letters) for other in rivals if other != last.letters}
    return set()


def ordered(above: Pairs, ranks: Mapping[str, int], letters: tuple[str, ...]) -> str:
    """Return the one ranking that pairs and ranks determine, "" when they leave it open or contradict each other."""
    n = len(letters)
    places = {letter: n if rank == LAST else rank for letter, rank in ranks.items()}
    known = set(above)
    free = [place for place in range(1, n + 1) if place not in places.values()]
    for letter, rank in places.items():
        for other in letters:
            if other == letter:
                continue
            others = [places[other]] if other in places else free
            if all(rank < place for place in others):
                known.add((letter, other))
            elif all(rank > place for place in others):
                known.add((other, letter))
    order = sorted(letters, key=lambda letter: -_below(letter, known, n))
    linked = all((one, two) in known for one, two in pairwise(order))
    consistent = not any((two, one) in known for one, two in known)
    return "".join(order) if linked and consistent else ""


def _below(letter: str, above: Pairs, n: int) -> int:
    """Return how many letters lie below one, directly or through others."""
    reached = {letter}
    for _ in range(n):
        reached |= {two for one, two in above if one in reached}
    return len(reached) - 1
