"""Options that are ranks ("The second most salient"), and options named by their place in the list ("the latter")."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from .cued import Cued
from .mentions import Mention
from .text import fold

_ORDINALS = {
    word: number
    for number, words in enumerate(
        (
            "first 1st 1 one top primary premier première primero primera primer primeiro primeira primo prima "
            "erste ersten "
            "erster erstes первый первая первое первой 第一 一 1番目 1つ目 첫 첫번째 #1",
            "second 2nd 2 two secondary deuxième seconde segundo segunda secondo seconda zweite zweiten zweiter "
            "zweites второй "
            "вторая второе 第二 二 2番目 2つ目 두 두번째 #2",
            "third 3rd 3 three tertiary troisième tercero tercera tercer terceiro terceira terzo terza dritte "
            "dritten dritter "
            "drittes третий третья третье третьей 第三 三 3番目 3つ目 세 세번째 #3",
            "fourth 4th 4 four quatrième cuarto cuarta quarto quarta vierte vierten четвертый четвёртый 第四 四 4番目 "
            "4つ目 네 #4",
            "fifth 5th 5 five cinquième quinto quinta fünfte fünften пятый 第五 五 5番目 5つ目 다섯 #5",
            "sixth 6th 6 six sixième sexto sesto sechste 第六 六 #6",
            "seventh 7th 7 seven 第七 七 #7",
            "eighth 8th 8 eight 第八 八 #8",
        ),
        1,
    )
    for word in words.split()
}
_CARDINALS = frozenset(("one", "two", "three", "four", "five", "six", "seven", "eight", "top"))
_FORMER = frozenset(("former", "前者", "ersterer", "erstere"))
_LATTER = frozenset(("latter", "later", "后者", "後者", "letzterer", "letztere"))
_LAST_LISTED = frozenset(("last", "letzte", "último", "última", "dernier", "dernière"))
_LAST = frozenset(
    ("last", "final", "least", "lowest", "bottom", "letzte", "último", "última", "dernier", "последний", "最后")
)

_NUMBERED = "|".join(
    sorted(
        (
            re.escape(word)
            for word in _ORDINALS
            if word.isascii() and word.isalnum() and len(word) > 2 and word not in _CARDINALS
        ),
        key=len,
        reverse=True,
    )
)
_LATIN_ORDINAL = (
    rf"(?:{_NUMBERED}|premi[eè]re?|deuxi[eè]me|troisi[eè]me|zweit(?:e[nrs]?)?|dritt(?:e[nrs]?)?"
    rf"|первый|первая|второй|вторая|второе|третий|третья|第[一二三四五12345])"
)
_QUALITY = (
    r"(?:salient\w{0,3}|salien[ct]\w{1,4}|saliência|sali\w{3,8}|prominent\w{0,2}|prominence|noticeable|striking"
    r"|eye[- ]catching|attention[- ]grabbing|conspicuous"
    r"|attention|attractive|visible|important|significant|dominant|eminent|llamativ[oa]|destacad[oa]|evidente"
    r"|sobresaliente|saillant[es]{0,2}|chamativ[oa]"
    r"|auffällig\w{0,5}|hervorstechend\w{0,4}|заметн\w{1,4}|выделяющ\w{1,6}|заметный)"
)
_THING = (
    r"(?:[- ]?(?:object|item|one|element|thing|region|target|objet|objeto|oggetto|objekt|объект))?(?: (?:in"
    r"|of) the (?:entire |whole )?(?:image|scene|picture|photo))?"
)
_RANK_PATTERN = (
    rf"(?P<least>\b(?:comes?|ranks?|ranked|finishes|is|placed) (?:in |at )?(?:the )?(?:very )?(?:last|bottom)\b"
    rf"|\bleast[- ]{_QUALITY}{_THING}|\blowest[- ](?:visual )?(?:salien\w{{2,3}}|rank(?:ed|ing)?|priority)"
    r"|最不显著|最も目立たない|am wenigsten auffällig\w{0,4})"
    rf"|(?:(?P<ordinal>\b{_LATIN_ORDINAL}|\b\dnd|第[一二三四五12345])(?:[- ]|(?=最|显著|突出))"
    r"(?:(?:objet|objeto|oggetto"
    rf"|объект|place|le|la|el|o|il|по) ){{0,2}})?"
    rf"(?:(?:most|highest|top|plus|más|mais|più|самый|наиболее|по)[- ](?:visually )?(?:visual )?{_QUALITY}"
    rf"|(?:auffälligst|salienteste|prominentest)\w{{0,2}}|am auffälligsten|highest[- ]rank\w{{0,3}}|最显著|最突出"
    rf"|最醒目)(?P<most>){_THING}"
    rf"|(?P<joined>zweit|dritt)[- ]?(?:auffälligst|salientest|prominentest)\w{{0,2}}"
    rf"|\b(?:rank(?:ed|s|ing)?|position|place|placed|platz|rang|rango|posición|posição|место|排名|排在|排|順位"
    rf"|순위)(?:[ :=#]|(?=第|\d)|(?:is|of|as|it|in|at|the|number|no\.?|would be|should be|saliency"
    rf"|salience|overall|est|ist|es|is:|among)\b){{0,8}}(?P<rank>{_LATIN_ORDINAL}|[1-8](?![\d.,]\d|\d)|last"
    rf"|lowest|первый|второй|третий|第[一二三四五12345])(?!\w)(?![- ]most){_THING}"
    rf"|\b(?:comes?|coming|finishes|lands) (?:in |as )?(?P<comes>{_LATIN_ORDINAL})\b(?![- ]most)"
    rf"|\b(?P<bare>{_LATIN_ORDINAL})(?=\s{{0,2}}(?:[.,;!)\n]|$|after\b|behind\b|overall\b|among\b|(?:and|or"
    rf"|to) (?:the )?{_LATIN_ORDINAL}\b))"
    rf"|(?<![\w/])(?P<part>[1-8])(?:st|nd|rd|th)?(?: (?:out )?of (?:the )?|/)(?:[2-8]|two|three|four|five)\b"
    rf"|\b(?P<placed>{_LATIN_ORDINAL})(?:[- ](?:salient|place|rank(?:ed|ing)?|position|highest"
    rf"|in (?:salien\w{{2,3}}|the ranking|rank|order|terms)|by salien\w{{2,3}}|platz|stelle|lugar|posto|posizione"
    rf"|posição|posición|rang))"
    r"|(?P<cjk>(?:第(?:一|二|三|四|五|[1-5])(?:个|位|名|に)?|(?:[1-5１-５一二三])(?:番目|位)(?:に)?|(?:첫|두|세"
    r"|네)\s?번째(?:로)?)(?:最)?(?:显著|突出|醒目|顕著|目立\w{1,2}|눈에 띄는|두드러진)?)"
    r"|(?P<outnumbered>\b(?:(?P<more>one|two|three|four|1|2|3|4|a single) (?:other )?\w{2,20} (?:is|are"
    r"|stands?|ranks?|attracts?|draws?)"
    r" (?:\w+ )?(?:more|higher|above|ahead)\b|(?:outranked|surpassed|beaten|preceded) only by (?!two|three"
    r"|four|2|3|4)|second only to\b))"
    r"|(?P<above>\b(?:the )?(?:top[- ]ranked|(?:main|primary|central) (?:focus|subject|attraction)|focal point"
    r"|cent(?:er|re) of attention)\b|\b(?:outranks|outshines|beats|tops|surpasses|dominates) (?:everything"
    r"|anything|all|every other)\b"
    r"|\bnothing (?:else )?(?:in \w+ \w+ )?(?:is|stands|attracts|draws|catches|ranks"
    r"|seems)\b[^.\n]{0,30}?\b(?:more|higher|above)\b"
    r"|\bno other \w+ (?:is|stands|attracts|draws|catches|ranks|seems)\b[^.\n]{0,30}?\b(?:more|higher|above)\b"
    rf"|\bmore {_QUALITY} than (?:anything|everything|any other|all)\b)"
    r"|(?P<top>最显著|最突出|最醒目|最も(?:顕著|目立)\w{0,2}|가장 (?:눈에 띄는|두드러진|현저한))"
)
_RANK = Cued(fold(_RANK_PATTERN), re.IGNORECASE)
_CJK_DIGIT = {
    "一": 1,
    "二": 2,
    "三": 3,
    "四": 4,
    "五": 5,
    "첫": 1,
    "두": 2,
    "세": 3,
    "네": 4,
    **{str(digit): digit for digit in range(1, 9)},
}
_NOUNS = {
    "path": "list|scanpath|scan path|path|set|sequence|subject|participant|observer|person|viewer|group|series"
    "|trajectory|candidate|fixation list|list of fixation points|set of fixation points|set of "
    "fixations|liste|lista|séquence|secuencia|sequência|gruppe|folge|список",
    "box": "object|box|bounding box|region|area|candidate|item|element|bbox|objet|objeto|oggetto|objekt|объект|boîte"
    "|caja",
    "point": "point|fixation point|location|coordinate|position|coordinates|punkt|punto|ponto|точка",
    "name": "object|item|candidate|statement|description|objet|objeto|oggetto|objekt|объект",
}
_ANY_NOUN = "option|one|choice|answer|alternative|listed|mentioned|answer choice|opción|opção|opzione|вариант|auswahl"


_ASCII_WORD = re.compile(r"[a-z0-9]+")
_NUMBERED_NOUN = re.compile(r"[A-Za-z#.] ?#?[1-8](?![\d.,]\d|\d|[\w%])")
_PLACE_WORDS = frozenset(word for word in _ORDINALS if word.isascii()) - frozenset("12345678") | {
    "former",
    "latter",
    "last",
    "premiere",
}
_RANK_WORDS = _PLACE_WORDS | frozenset(
    re.findall(
        r"\S+",
        "most least highest lowest rank ranks ranked ranking position place placed plus mas mais zweitauff platz "
        "rang rango top salient saliency 1 2 3 4 5 "
        "zweitsalienteste prominenteste salienteste auff last lowest primary secondary",
    )
)


_RANK_BEGINS = frozenset(
    word[:4]
    for word in _RANK_WORDS
    | {"4", "5", "coming", "comes", "come", "finishes", "lands", "overall", "outranks", "outshines", "beats", "tops"}
    | {"surpasses", "dominates", "nothing", "no", "more", "one", "two", "three", "four", "a", "outranked", "surpassed"}
    | {"beaten", "preceded", "main", "central", "focal", "center", "centre", "is", "the"}
)


class Ranks:
    """Options that are ranks of salience.

    Args:
        options: The rank of each option, 1 for the most salient.
    """

    def __init__(self, options: Sequence[int]) -> None:
        self.index = {rank: index for index, rank in enumerate(options)}
        self.last = max(options)

    def mentions(self, text: str) -> list[Mention]:
        """Return where a text gives an option's rank."""
        found: list[Mention] = []
        for match in _matches(text):
            rank = self._rank(match)
            if rank in self.index:
                found.append(Mention(match.start(), match.end(), self.index[rank], True))
        return found

    def whole(self, words: str) -> int:
        """Return the option of a text that is nothing but a rank, such as "second" or "#2", else -1."""
        if words in _LAST:
            return self.index.get(self.last, -1)
        return self.index.get(_ORDINALS.get(words, 0), -1)

    def _rank(self, match: re.Match[str]) -> int:
        if match["least"]:
            return self.last
        if match["outnumbered"]:
            return 1 + {"1": 1, "one": 1, "a": 1, "two": 2, "2": 2, "three": 3, "3": 3, "four": 4, "4": 4}.get(
                (match["more"] or "one").split()[0].lower(), 1
            )
        if match["joined"]:
            return 2 if match["joined"].lower() == "zweit" else 3
        if match["cjk"]:
            return next((_CJK_DIGIT[mark] for mark in match["cjk"] if mark in _CJK_DIGIT), 0)
        word = match["ordinal"] or match["rank"] or match["placed"] or match["comes"] or match["bare"] or match["part"]
        if word is None:
            return 1
        return self.last if word.lower() in _LAST else number_of(word)


def _matches(text: str) -> Iterator[re.Match[str]]:
    """Yield the ranks that a text gives; in plain ASCII only words that can begin one are tried."""
    if not text.isascii():
        yield from _RANK.finditer(text)
        return
    end = 0
    for word in _ASCII_WORD.finditer(text.lower()):
        if word.start() >= end and word.group()[:4] in _RANK_BEGINS:
            match = _RANK.match(text, word.start())
            if match is not None:
                end = match.end()
                yield match


def number_of(word: str) -> int:
    """Return the number of an ordinal or cardinal word, 0 when it is none."""
    word = word.lower().strip("- ")
    if word.startswith("第"):
        return _CJK_DIGIT.get(word[1:2], 0)
    return _ORDINALS.get(word, 0)


def ranks_of(options: Sequence[str]) -> Ranks | None:
    """Return the options as ranks when all of them are different ranks, else None."""
    ranks = []
    trial = Ranks([1])
    trial.last = 99
    for option in options:
        match = _RANK.search(option)
        if match is None or len(option) > 60:
            return None
        ranks.append(trial._rank(match))
    ranks = [len(options) if rank == 99 else rank for rank in ranks]
    return Ranks(ranks) if len(set(ranks)) == len(ranks) > 1 and all(ranks) else None


class ListPlaces:
    """Options named by their place in the list: "the second list", "the former", "option 2".

    Args:
        kind: "path", "box", "point" or "name": which nouns an ordinal may belong to.
        n_options: Number of options.
    """

    def __init__(self, kind: str, n_options: int) -> None:
        self.n_options = n_options
        self.pattern = _list_pattern(kind)

    def mentions(self, text: str) -> list[Mention]:
        """Return where a text names an option by its place."""
        found: list[Mention] = []
        if (
            text.isascii()
            and not _NUMBERED_NOUN.search(text)
            and _PLACE_WORDS.isdisjoint(_ASCII_WORD.findall(text.lower()))
        ):
            return found
        for match in self.pattern.finditer(text):
            index = self._index(match)
            if 0 <= index < self.n_options:
                found.append(Mention(match.start(), match.end(), index, True))
        return found

    def whole(self, words: str) -> int:
        """Return the option of a text that is nothing but a place, such as "second" or "the latter", else -1."""
        if words in _FORMER:
            return 0 if self.n_options == 2 else -1
        if words in _LAST_LISTED:
            return self.n_options - 1
        if words in _LATTER:
            return 1 if self.n_options == 2 else -1
        index = _ORDINALS.get(words, 0) - 1
        return index if index < self.n_options else -1

    def _index(self, match: re.Match[str]) -> int:
        pair = match["pair"]
        if pair:
            return (0 if pair.lower().removeprefix("the ") in _FORMER else 1) if self.n_options == 2 else -1
        word = (match["bare"] or match["ordinal"] or match["number"] or match["cjk"] or "").lower()
        if word == "last":
            return self.n_options - 1
        return (
            next((_CJK_DIGIT[mark] for mark in word if mark in _CJK_DIGIT), 0) - 1
            if match["cjk"]
            else number_of(word) - 1
        )


_PATTERNS: dict[str, re.Pattern[str]] = {}


def _list_pattern(kind: str) -> re.Pattern[str]:
    if kind not in _PATTERNS:
        nouns = rf"{_NOUNS[kind]}|{_ANY_NOUN}"
        _PATTERNS[kind] = re.compile(
            fold(
                rf"\b(?P<ordinal>{_LATIN_ORDINAL}|last)[- ](?:(?:{nouns})\b|of the (?:two|three|four|options)"
                rf"|of them)(?! most)"
                rf"|\b(?:{nouns}|number|no\.|#)\s?(?:number |no\. ?|#)?(?P<number>[1-8](?![\d.,]\d|\d)|one|two"
                rf"|three|four|five)\b"
                rf"|\bthe (?P<bare>{_LATIN_ORDINAL})(?=\s{{0,2}}(?:[.,;!)\n]|$|is\b|looks\b|seems\b))"
                r"|(?P<pair>\bthe (?:former|latter)\b|前者|后者|後者)"
                r"|(?P<cjk>第(?:一|二|三|四|五|[1-5])(?:个|组|組|条|條|项|項|种|幅|份|列|点|の)?"
                r"|(?:[1-5一二三])(?:番目|つ目)|(?:첫|두|세|네)\s?번째)"
            ),
            re.IGNORECASE,
        )
    return _PATTERNS[kind]
