"""Rankings in short notations: ranks next to letters ("#1 B", "A2 B3"), names with their letters, stars and columns."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice

from ..stance.ranking_words import LAST, MIDDLE, ORDINAL, RANK
from ..text.columns import has_heading, separated
from ..text.numerals import WORDS

_MOST = 200
_THREE = 3  # options, of which one is in the middle
_ROMAN = {"i": 1, "ii": 2, "iii": 3, "iv": 4, "v": 5, "vi": 6}
_RANKS = {
    **ORDINAL,
    **dict.fromkeys(("primary", "main", "gold", "winner", "strongest", "highest", "high", "most", "top", "best"), 1),
    **dict.fromkeys(("secondary", "silver", "runner-up"), 2),
    **dict.fromkeys(("tertiary", "bronze"), 3),
    **dict.fromkeys(("least", "lowest", "weakest", "last", "minor", "low", "bottom", "background"), LAST),
    **dict.fromkeys(("medium", "middle", "moderate", "weaker", "between"), 0),
    **{"🥇": 1, "🥈": 2, "🥉": 3},
}
_RANK_WORDS = "|".join(sorted(map(re.escape, _RANKS), key=len, reverse=True))
_PREFIX = r"(?:#|no\.?|nr\.?|number|tier|level|rank|priority|place|position|pick|p|t|top|platz|puesto|место)"
_SUFFIX = r"(?:st|nd|rd|th|ers?|ère|re|ème|eme|è|e|o|a|º|ª|°|-?[еяйо]{1,2}|位|위|名)"
_LABEL_WORDS = r"(?:option|object|box|region|item|candidate|choice|the|in|is)"
_SIGN = re.compile(r"[★⭐✦☆✩✰●○◐■□█░]{1,10}|\+{1,10}|\*{2,10}")
_FULL = "★⭐✦●■█+*"
_TAG = re.compile(r"</?[a-z_]{1,20}\d{0,2}(?:\s[^<>]{0,300})?/?>|</?\d{1,2}>")
_MEDALS = {"🥇": "first", "🥈": "second", "🥉": "third"}
_MEDAL = re.compile("[🥇🥈🥉]")
_PLACES = ("first", "second", "third", "fourth", "fifth", "sixth")  # by index
_FROM_LAST = re.compile(
    r"\b(?:(?:the )?(?:one|place|spot)? ?(?:just |right )?before (?:the )?last|penultimate|next[ -]to[ -](?:the )?last"
    r"|second[ -](?:(?:to|from)[ -])?(?:the )?last|last but one|(?P<third>third[ -](?:to|from)[ -](?:the )?last"
    r"|last but two))\b(?: one)?",
    re.IGNORECASE,
)
_ATTRIBUTED = re.compile(
    r"<[A-Za-z_]{1,20}(?P<fields>(?:\s{1,3}[A-Za-z_]{1,20}\s?=\s?[\"'][^\"'<>]{0,80}[\"']){1,8})\s?/?>(?P<text>[^<\n]{0,80})"
)
_ATTRIBUTE = re.compile(r"([A-Za-z_]{1,20})\s?=\s?[\"']([^\"'<>]{0,80})[\"']")
_RANKED = frozenset(("rank", "position", "place", "score", "saliency", "salience", "priority"))
_MOST_NAMES = 12
_WORD = re.compile(r"[^\W\d_]{2,}")


@lru_cache(maxsize=64)
def _strangers(letters: tuple[str, ...]) -> tuple[re.Pattern[str], re.Pattern[str]]:
    others = "".join(letter for letter in "ABCDEFGH" if letter not in letters)
    among = "".join(map(re.escape, letters)) + others
    between = r"[\])]?(?:\s?(?:,|>{1,2}|->|/|;)\s?(?:(?:and|then|finally)\s)?|\s(?:(?:and|then)\s)?)[\[(]?"
    return (
        re.compile(rf"(?<![^\W_])[{others or '-'}](?![^\W_])"),
        re.compile(rf"(?<![^\W_'])[{among}](?:{between}[{among}](?![^\W_']))+"),
    )


def without_strangers(text: str, letters: tuple[str, ...]) -> str:
    """Return the text without sequences that hold a letter that is not offered ("D, C, A" among A to C)."""
    stranger, chain = _strangers(letters)
    if not stranger.search(text):
        return text
    return chain.sub(lambda match: "..." if stranger.search(match.group()) else match.group(), text)


def in_ordinals(text: str, n: int) -> str:
    """Return the text with medals and places counted from the last one written as ordinals.

    Args:
        text: Text from `standardizers.text.plain`.
        n: The number of options: the "second to last" of four is the third.
    """
    if not text.isascii() and _MEDAL.search(text):
        text = _MEDAL.sub(lambda match: f" {_MEDALS[match.group()]} ", text)
    lowered = text.lower()
    if n == _THREE and MIDDLE.search(text) and RANK.search(lowered):
        text = MIDDLE.sub(" second ", text)
    if not 2 < n <= len(_PLACES) or (text.isascii() and "last" not in lowered and "penultimate" not in lowered):
        return text
    return _FROM_LAST.sub(lambda match: _PLACES[n - (3 if match.group("third") else 2)], text)


def tagged(text: str) -> list[object]:
    """Return the attributes of each tag with a rank or score, and the text behind it, as JSON objects."""
    found: list[object] = []
    for match in islice(_ATTRIBUTED.finditer(text), _MOST):
        fields = {name.lower(): value for name, value in _ATTRIBUTE.findall(match.group("fields"))}
        if match.group("text").strip():
            fields.setdefault("label", match.group("text").strip())
        if _RANKED.isdisjoint(fields):
            return []
        found.append(fields)
    return found


def without_tags(text: str) -> str:
    """Return the text without tags such as those of points and references; what stands between them stays."""
    return _TAG.sub(" ", text) if "<" in text and "</" in text else text


@lru_cache(maxsize=64)
def _tokens(letters: tuple[str, ...]) -> re.Pattern[str]:
    among = "".join(map(re.escape, letters))
    return re.compile(
        rf"(?<![^\W_])(?P<letter>[{among}])(?![^\W_])"
        rf"|(?<![^\W_])(?P<before>[{among}])(?P<its>\d)(?![^\W_])"
        rf"|(?<![^\W_])(?P<whose>\d)(?P<behind>[{among}])(?![^\W_])"
        rf"|(?<![^\W_.])(?:(?i:{_PREFIX})[\s#]{{0,3}})?(?P<digit>\d{{1,2}})(?:\.?(?i:{_SUFFIX}))?(?![^\W_]|[.,]\d"
        rf"|\s?[%/])"
        rf"|(?<![^\W_])(?P<word>(?i:{_RANK_WORDS}))(?![^\W_])|(?<![^\W_])(?P<roman>(?:IV|I{{1,3}}|VI?|iv|i{{1,3}}"
        rf"|vi?))(?=[.):]\s)"
    )


_FILL = re.compile(
    rf"(?:[\s:=()\[\]\"'-]|->|•|\b(?:{_LABEL_WORDS[3:-1]}|place|position|focus|focal|point|saliency|salience|salient"
    rf"|most"
    r"|attention|medal|subject|places?|ranked?|ranks|tier|em|lugar|platz|rang|puesto|място|место|是|为|は"
    r"|[(][^()\n]{1,40}[)])\b"
    r"|\([^()\n]{1,40}\)|是|为|は|가|이)*",
    re.IGNORECASE,
)
_ASIDE = re.compile(r"\s\([a-z][^()\dA-Z]{3,40}\)")
_VALUED = re.compile(r"(?:\W{0,3}[A-Z]\s?[=:]\s?\d{1,4}(?:\.\d{1,4})?\W{0,3}){2,}")


def alternating(text: str, letters: tuple[str, ...]) -> tuple[int, str]:
    """Return where a run of ranks and letters in turn ends, and its ranking ("#1 B, #2 A", "Tier 1: B ...", "A2 B1").

    Every letter has one rank next to it, always on the same side; (0, "") when the text is not so, or names nothing but
    the question's own numbering ("1. A 2. B").
    """
    text = _ASIDE.sub("", text) if "(" in text else text
    found = list(islice(_tokens(letters).finditer(text), _MOST))
    ranks: dict[str, int] = {}
    end = 0
    place = 0
    first_is_rank: bool | None = None
    while place < len(found):
        match = found[place]
        if match.group("before") or match.group("behind"):
            letter, rank = match.group("before", "its") if match.group("before") else match.group("behind", "whose")
            value, place = int(rank), place + 1
        else:
            if place + 1 >= len(found):
                return 0, ""
            other = found[place + 1]
            if bool(match.group("letter")) == bool(other.group("letter")) or other.group("before", "behind") != (
                None,
                None,
            ):
                return 0, ""
            if not _FILL.fullmatch(text, match.end(), other.start()):
                return 0, ""
            rank_first = not match.group("letter")
            if first_is_rank not in (None, rank_first):
                return 0, ""
            first_is_rank = rank_first
            letter = (other if rank_first else match).group("letter")
            value = _value(match if rank_first else other)
            place += 2
        if not letter or letter in ranks:
            return 0, ""
        ranks[letter] = value
        end = found[place - 1].end()
    value_of = _completed(ranks, letters)
    return (end, value_of) if value_of else (0, "")


def _value(match: re.Match[str]) -> int:
    if match.group("digit"):
        return int(match.group("digit"))
    if match.group("roman"):
        return _ROMAN[match.group("roman").lower()]
    return _RANKS[match.group("word").lower()]


def _completed(ranks: dict[str, int], letters: tuple[str, ...]) -> str:
    n = len(letters)
    if len(ranks) < n or n < 2:
        return ""
    places = {letter: n if rank == LAST else rank for letter, rank in ranks.items()}
    unknown = [letter for letter, rank in places.items() if rank == 0]
    free = sorted(set(range(1, n + 1)) - set(places.values()))
    if len(unknown) == 1 == len(free):
        places[unknown[0]] = free[0]
    if sorted(places.values()) != list(range(1, n + 1)):
        return ""
    return "".join(sorted(places, key=lambda letter: places[letter]))


def starred(text: str, letters: tuple[str, ...]) -> str:
    """Return the ranking of a text that gives each letter stars or pluses ("A: **, B: *"), "" when it does not."""
    if (text.isascii() and "+" not in text and "**" not in text) or not _SIGN.search(text):
        return ""
    among = "".join(map(re.escape, letters))
    found = re.findall(rf"(?<![^\W_])([{among}])[\])]?\s?[:=(-]?\s?({_SIGN.pattern})", text)
    score = {letter: sum(sign in _FULL for sign in signs) for letter, signs in found}
    if len(found) != len(letters) or len(set(score.values())) < len(letters):
        return ""
    return "".join(sorted(score, key=lambda letter: -score[letter]))


def valued(text: str, letters: tuple[str, ...]) -> str:
    """Return the ranking of a text that is nothing but values of all letters ("A=5, B=3"), "" for any other."""
    if len(text) > 200 or not _VALUED.fullmatch(text):
        return ""
    found = re.findall(r"([A-Z])\s?[=:]\s?([\d.]+)", text)
    values = {letter: float(value) for letter, value in found if value.count(".") < 2}
    if set(values) != set(letters) or len(set(values.values())) < len(found) or len(letters) < 2:
        return ""
    return "".join(sorted(values, key=lambda letter: -values[letter]))


_AWARDED = re.compile(
    r"(?<![\w.])(?P<score>\d{1,3}(?:\.\d{1,2})?|[a-z]{3,9})(?:\s?/\s?\d{1,3}"
    r"|\s(?:points?|stars?|marks?|out of (?:ten|five|\d{1,3})))?"
    r"\s(?:to|for|goes to|go to)\s(?:the\s)?(?:option|object|box|region)?\s?[\[(]?(?P<letter>[A-Z])[\])]?(?![^\W_])",
    re.IGNORECASE,
)
_SCALE = re.compile(r"\b(?:points?|stars?|marks?|scale|scores?|ratings?|out of)\b|/\s?10", re.IGNORECASE)


def awarded(text: str, letters: tuple[str, ...]) -> str:
    """Return the ranking by points that a text gives to each letter ("nine points to B, seven to A"), "" without."""
    if _SCALE.search(text) is None:
        return ""
    scores: dict[str, float] = {}
    for match in islice(_AWARDED.finditer(text), _MOST):
        word, letter = match["score"].lower(), match["letter"]
        if letter not in letters or letter in scores or (word not in WORDS and not word[0].isdecimal()):
            return ""
        scores[letter] = float(word) if word[0].isdecimal() else WORDS[word]
    if len(scores) != len(letters) or len(set(scores.values())) < len(letters) or len(letters) < 2:
        return ""
    return "".join(sorted(scores, key=lambda letter: -scores[letter]))


def with_names_resolved(text: str, letters: tuple[str, ...]) -> str:
    """Return what follows a glossary of all letters with the names replaced ("dog = B, cat = A; dog > cat": "B > A").

    Returns "" when the text has no glossary or does not use all of its names behind it.
    """
    words = _WORD.findall(text.lower())
    if len(words) - len(set(words)) < len(letters):
        return ""  # every name of a glossary occurs twice
    names, end = _glossary(text, letters)
    tail = text[end:].lower() if names else ""
    if not names or not all(name in tail for name in names.values()):
        return ""
    tail = text[end:]
    for letter, name in sorted(names.items(), key=lambda pair: -len(pair[1])):
        tail = re.sub(
            rf"(?<![^\W_])(?:the\s|an?\s)?{re.escape(name)}(?![^\W_])", f"[{letter}]", tail, flags=re.IGNORECASE
        )
    return tail


@lru_cache(maxsize=64)
def _definitions(letters: tuple[str, ...]) -> tuple[re.Pattern[str], re.Pattern[str]]:
    among = "".join(map(re.escape, letters))
    article = r"(?:(?i:the|an?)\s)?"
    name = r"(?P<name>(?:[A-Za-z][\w'-]*\s){0,2}?[A-Za-z][\w'-]+)"
    return (
        re.compile(rf"{article}{name}\s?[=:(\[-]{{1,2}}\s?(?P<letter>[{among}])(?![^\W_])"),
        re.compile(
            rf"(?<![^\W_])(?P<letter>[{among}])[\])]?\s?(?:[=:(-]|is|shows)\s?{article}{name}(?=\s?[,;.)\n]|\s(?:and"
            rf"|but)\s|$)"
        ),
    )


def _glossary(text: str, letters: tuple[str, ...]) -> tuple[dict[str, str], int]:
    """Return {letter: lower-case name} and where the definitions end; ({}, 0) without one for each letter."""
    for pattern in _definitions(letters):
        names: dict[str, str] = {}
        end = 0
        for match in islice(pattern.finditer(text), _MOST_NAMES):
            if match.group("letter") not in names and len(names) < len(letters):
                names[match.group("letter")] = match.group("name").lower()
                end = match.end()
        if len(names) == len(letters) == len(set(names.values())):
            return names, end
    return {}, 0


@lru_cache(maxsize=64)
def _annotated(letters: tuple[str, ...]) -> tuple[re.Pattern[str], re.Pattern[str]]:
    among = "".join(map(re.escape, letters))
    item = rf"(?:[\w'-]+\s){{0,3}}?[\w'-]{{2,}}\s?(?:[(\[]|[-:=]\s)\s?([{among}])[)\]]?"
    between = r"\s?(?:[,;>]|->|\n)\s?(?:>\s)?(?:(?:and|then|followed by)\s)?"
    defined = rf"(?<![^\W_])([{among}])\s?=\s?(?:[\w'-]+\s){{0,3}}?[\w'-]{{2,}}"
    return re.compile(between.join([item] * len(letters))), re.compile(between.join([defined] * len(letters)))


def annotated(text: str, letters: tuple[str, ...]) -> tuple[int, int, str, bool]:
    """Return (start, end, letters, whether they stand before names) of a row such as "dog [B], cat [A]" or "B=dog"."""
    if len(letters) < 2 or len(text) > 4_000:
        return 0, 0, "", False
    for defines, pattern in enumerate(_annotated(letters)):
        match = pattern.search(text) if not defines or "=" in text else None
        value = "".join(match.groups()) if match else ""
        if match and len(set(value)) == len(letters):
            return match.start(), match.end(), value, bool(defines)
    return 0, 0, "", False


def in_columns(text: str) -> str:
    """Return lines of comma-, semicolon- or tab-separated values as a markdown table, "" when they are none.

    Without a heading, two columns of a label and a number are "option" and "rank".
    """
    rows = separated(text)
    if not rows:
        return ""
    if not has_heading(rows):
        if len(rows[0]) > 2 or not all(len(row[0]) == 1 and row[1].isdecimal() for row in rows):
            return ""
        rows.insert(0, ["option", "rank"])
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)
