"""Options that are ranks ("The second most salient"), and options named by their place in the list ("the latter")."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ..stance.mentions import Mention
from ..text.cleaning import fold
from .rank_words import (
    ANY_NOUN,
    CJK_DIGIT,
    FORMER,
    LAST,
    LAST_LISTED,
    LATIN_ORDINAL,
    LATTER,
    NOUNS,
    ORDINALS,
    PLACE_WORDS,
    PLAIN_ORDINALS,
    RANK,
    RANK_BEGINS,
    SPELLED_CARDINALS,
    WORDED,
)

_ASCII_WORD = re.compile(r"[a-z0-9]+")
_NUMBERED_NOUN = re.compile(r"[A-Za-z#.] ?(?:no )?#?[1-8](?![\d.,]\d|\d|[\w%])")


_SHORT = 60
_WORD = re.compile(r"\S+?(?=[.,;:!?]*(?:\s|$))")


def _beside(text: str, one: Mention, other: Mention) -> bool:
    start, stop = min(one.end, other.end), max(one.start, other.start)
    return stop - start <= 12 and not any(mark in text[start:stop] for mark in ".,;:")


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
        top: list[Mention] = []  # superlatives, which an ordinal beside them makes "the second most ..."
        for match in _matches(text):
            rank = self._rank(match)
            if rank in self.index:
                (top if match["top"] else found).append(Mention(match.start(), match.end(), self.index[rank], True))
        if not found and len(text) <= _SHORT and (ordinals := self._ordinals(text)):
            return ordinals
        if top:
            found = sorted([*found, *(one for one in top if not any(_beside(text, one, other) for other in found))])
        return found

    def _ordinals(self, text: str) -> list[Mention]:
        """Return the only ordinal of a short text in any language."""
        words = [match for match in _WORD.finditer(text.lower()) if match.group() in PLAIN_ORDINALS]
        ranks = {ORDINALS[match.group()] for match in words}
        if len(ranks) != 1 or not ranks <= self.index.keys():
            return []
        return [Mention(match.start(), match.end(), self.index[ORDINALS[match.group()]], True) for match in words]

    def whole(self, words: str) -> int:
        """Return the option of a text that is nothing but a rank, such as "second" or "#2", else -1."""
        if words in LAST:
            return self.index.get(self.last, -1)
        return self.index.get(ORDINALS.get(words, 0), -1)

    def _rank(self, match: re.Match[str]) -> int:
        if match["least"]:
            return self.last
        if match["outnumbered"]:
            return 1 + {"1": 1, "one": 1, "a": 1, "two": 2, "2": 2, "three": 3, "3": 3, "four": 4, "4": 4}.get(
                (match["more"] or "one").split()[0].lower(), 1
            )
        if match["worded"]:
            return WORDED[match["worded"].lower().replace("-", " ").replace("runner up", "runner-up")]
        if match["joined"]:
            return 2 if match["joined"].lower() == "zweit" else 3
        if match["cjk"]:
            return next((CJK_DIGIT[mark] for mark in match["cjk"] if mark in CJK_DIGIT), 0)
        word = match["ordinal"] or match["rank"] or match["placed"] or match["comes"] or match["bare"] or match["part"]
        word = word or match["told"]
        word = word or match["noticed"]
        if word is None:
            return 1
        return self.last if word.lower() in LAST else number_of(word)


def _matches(text: str) -> Iterator[re.Match[str]]:
    """Yield the ranks that a text gives; in plain ASCII only words that can begin one are tried."""
    if not text.isascii():
        yield from RANK.finditer(text)
        return
    end = 0
    for word in _ASCII_WORD.finditer(text.lower()):
        if word.start() >= end and word.group()[:4] in RANK_BEGINS:
            match = RANK.match(text, word.start())
            if match is not None:
                end = match.end()
                yield match


def number_of(word: str) -> int:
    """Return the number of an ordinal or cardinal word, 0 when it is none."""
    word = word.lower().strip("- ")
    if word.startswith("第"):
        return CJK_DIGIT.get(word[1:2], 0)
    return ORDINALS.get(word, 0)


def ranks_of(options: Sequence[str]) -> Ranks | None:
    """Return the options as ranks when all of them are different ranks, else None."""
    ranks = []
    trial = Ranks([1])
    trial.last = 99
    for option in options:
        match = RANK.search(option)
        if match is None or len(option) > 60:
            return None
        ranks.append(trial._rank(match))
    ranks = [len(options) if rank == 99 else rank for rank in ranks]
    return Ranks(ranks) if len(set(ranks)) == len(ranks) > 1 and all(ranks) else None


_LAST_ABROAD = re.compile(
    r"(?:the|o|a|le|la|el|der|die|das|il|l'|de|het|den|det)?\s?(?:last|letzten?|letzte[rs]|derni(?:er|ère)|últim[oa]|ultim[oa]|последн(?:ий|яя|ее)"
    r"|ostatni[aey]?|poslední|laatste|sista|sidste|siste|son|terakhir|cuối cùng|الأخيرة?|最后(?:一个)?|最後(?:の)?"
    r"|마지막)"
    r"(?: [^\W\d_]{3,12})?(?: (?:na liście|in der liste|de la liste|de la lista|da lista|della lista|в списке"
    r"|van de lijst|i listan"
    r"|på listen|listedeki|dalam daftar|of the list|on the list|in the list))?"
)
_ARTICLES_ABROAD = frozenset(
    ("o", "a", "le", "la", "el", "der", "die", "das", "il", "den", "det", "de", "het", "ten", "ta")
)


class ListPlaces:
    """Options named by their place in the list: "the second list", "the former", "option 2".

    Args:
        kind: "path", "box", "point", "name" or "rank": which nouns an ordinal may belong to.
        n_options: Number of options.
    """

    def __init__(self, kind: str, n_options: int) -> None:
        self.n_options = n_options
        self.pattern = _list_pattern(kind)
        self.is_path = kind == "path"

    def mentions(self, text: str) -> list[Mention]:
        """Return where a text names an option by its place."""
        found: list[Mention] = []
        if self.is_path and self.n_options == _PAIR:  # what is printed has a place above or below; boxes lie there, too
            found = [Mention(one.start(), one.end(), int(one["upper"] is None), True) for one in _ABOVE.finditer(text)]
        if found:
            return found
        if (
            text.isascii()
            and not _NUMBERED_NOUN.search(text)
            and PLACE_WORDS.isdisjoint(_ASCII_WORD.findall(text.lower()))
        ):
            return found
        for match in self.pattern.finditer(text):
            index = self._index(match)
            if 0 <= index < self.n_options:
                found.append(Mention(match.start(), match.end(), index, True))
        return found

    def whole(self, words: str) -> int:
        """Return the option of a text that is nothing but a place, such as "second" or "the latter", else -1."""
        if words in FORMER:
            return 0 if self.n_options == 2 else -1
        if words in LAST_LISTED or _LAST_ABROAD.fullmatch(words) is not None:
            return self.n_options - 1
        if words in LATTER:
            return 1 if self.n_options == 2 else -1
        article, _, ordinal = words.partition(" ")
        alone = article in _ARTICLES_ABROAD and ordinal in ORDINALS and ordinal not in SPELLED_CARDINALS
        index = ORDINALS.get(ordinal if alone else words, 0) - 1
        return index if index < self.n_options else -1

    def _index(self, match: re.Match[str]) -> int:
        pair = match["pair"]
        if pair:
            return (0 if pair.lower().removeprefix("the ") in FORMER else 1) if self.n_options == 2 else -1
        if match["final"]:
            return self.n_options - 1
        word = (match["bare"] or match["ordinal"] or match["number"] or match["cjk"] or "").lower()
        if word == "last":
            return self.n_options - 1
        return (
            next((CJK_DIGIT[mark] for mark in word if mark in CJK_DIGIT), 0) - 1
            if match["cjk"]
            else number_of(word) - 1
        )


_PAIR = 2
_ABOVE = re.compile(
    r"\b(?:the|de|het|die|der|das|la|le|el|il|lo) (?:(?P<upper>upper|top|bovenste|obere|celle du haut|de arriba"
    r"|di sopra|supérieure)|(?:lower|bottom|onderste|untere|de abajo|di sotto|inférieure))"
    r" (?:(?:one )?of the two|van de twee|der beiden|des deux|de las dos|delle due|lists?|sequences?|scanpaths?|paths?"
    r"|sets?|options?|reeks|lijst|liste|folge|sequenz|séquence)\b",
    re.IGNORECASE,
)
_PATTERNS: dict[str, re.Pattern[str]] = {}


def _list_pattern(kind: str) -> re.Pattern[str]:
    if kind not in _PATTERNS:
        nouns = rf"{NOUNS[kind]}|{ANY_NOUN}"
        _PATTERNS[kind] = re.compile(
            fold(
                rf"\b(?P<ordinal>{LATIN_ORDINAL}|last)[- ](?:(?:subject|person|observer|viewer"
                rf"|participant)'s (?:{nouns})\b"
                rf"|(?:{nouns})\b|of the (?:two|three|four|five|six|options)"
                rf"(?: (?:{nouns})(?:e?s)?\b)?|(?:in|on|of) the (?:list|row)\b"
                rf"|of the (?:listed|given|offered) [a-z]{{3,10}}|of them)(?! most)"
                rf"|\b(?:{nouns}|number|no\.|#)\s?(?:number |no\.? ?|#)?(?P<number>[1-8](?![\d.,]\d|\d)|one|two"
                rf"|three|four|five)\b"
                rf"|\bthe (?P<bare>{LATIN_ORDINAL}|last)(?=\s{{0,2}}(?:[.,;!)\n]|$|is\b|looks\b|seems\b))"
                r"|(?P<final>\bthe (?:very )?final (?:one|fixation|point|list|box)\b)"
                r"|(?P<pair>\bthe (?:former|latter)\b|前者|后者|後者)"
                r"|(?P<cjk>第(?:一|二|三|四|五|[1-5])(?:个|组|組|条|條|项|項|种|幅|份|列|点|の)?"
                r"|(?:[1-5一二三])(?:番目|つ目)|(?:첫|두|세|네)\s?번째)"
            ),
            re.IGNORECASE,
        )
    return _PATTERNS[kind]
