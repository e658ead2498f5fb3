"""Where a text mentions an option, by its letter or its name; articles, pronouns and parts of words are no mentions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from ..text.cleaning import fold

MOST_MENTIONS = 5_000  # more mentions than this are no answer to a question; bounds the work per text

_LATIN = "0-9A-Za-z\u00c0-\u024f"  # other scripts (Chinese, Japanese) write letters without spaces around them
_NEXT_WORD = re.compile(r"[ \t]{1,3}([^\W\d_][\w'-]{0,30})")
# Words that can follow an option's letter but never the article "A" (or the Portuguese article "O").
_FOLLOWS_LETTER = frozenset(
    re.findall(
        r"\S+",
        """
        is isn't was wasn't has had have are will would should must can could may might does doesn't do appears seems
        looks stands attracts draws shows represents contains corresponds covers occupies comes ranks ranked wins gets
        receives being because since as due for and or vs versus but while with which that in on at by then followed
        over based rather instead not than likely given according if where who the this it these its there here after
        before to nor also only therefore so too again first of from under near above below behind beside between
        within though although however both equals marks matches describes depicts es ist est é è y e et und o ou oder
        porque weil car pois beats outranks outshines outweighs trumps outdoes eclipses
        overshadows overpowers wins dominates prevails surpasses exceeds catches
        grabs captures holds makes fits follows goes starts begins deserves takes easily clearly definitely really
        fällt sticht zieht wirkt hat liegt passt ist war wäre sollte ragt dominiert attire semble paraît ressort capte
        retient saute domine tiene parece fue era sobresale destaca capta llama resulta atrae gana tem foi chama atrai
        parece ganha vence attira spicca sembra risulta cattura vince ha выглядит выделяется привлекает является
        """,
    )
)
_FOLLOWS_LETTER_I = frozenset(
    re.findall(
        r"\S+", "is has attracts draws shows stands seems appears looks gets receives covers because since then or"
    )
)
_FIRST_THING = re.compile(  # "A first fixation near the centre", not "A first and B second"
    r"[ \t]{1,3}(?:first|given)[ \t](?!(?:and|then|because|since|as|but|or|in|by|for|with|at|to|on|of|if|followed"
    r"|place|that|the|before|not)\b)[a-z]{2,}[a-rt-z]\b"
)
_CLOSERS = ")]}\"'"
_OPENERS = "([{\"'<"


class Mention(NamedTuple):
    """One mention of an option: characters [start, end) of the text, the 0-based option, and whether it is named.

    `letter_end` is where the letter ends in a mention that is a letter and a name ("B. kettle"); -1 otherwise.
    """

    start: int
    end: int
    option: int
    by_name: bool
    letter_end: int = -1


def in_pieces(
    text: str, mentions: Sequence[Mention], ends: re.Pattern[str]
) -> Iterator[tuple[int, int, list[Mention]]]:
    """Yield start and end of each piece of a text (sentences, clauses) and the mentions that begin in it.

    Args:
        text: The text.
        mentions: Its mentions of options, by position.
        ends: What stands between two pieces.
    """
    start = 0
    for match in [*ends.finditer(text), None]:
        stop = len(text) if match is None else match.start()
        yield start, stop, [one for one in mentions if start <= one.start < stop]
        start = stop if match is None else match.end()


def checked_labels(labels: Sequence[str]) -> tuple[str, ...]:
    """Return the labels as a tuple.

    Raises:
        ValueError: A label is not one character, or two are the same.
    """
    known = _CHECKED.get(labels) if isinstance(labels, str) else None
    return known if known is not None else _checked(labels)


_CHECKED: dict[str, tuple[str, ...]] = {
    "ABCDEFGHIJKLMNOPQ"[:size]: tuple("ABCDEFGHIJKLMNOPQ"[:size]) for size in range(1, 18)
}


def _checked(labels: Sequence[str]) -> tuple[str, ...]:
    letters = tuple(labels)
    for letter in letters:
        if not isinstance(letter, str) or len(letter) != 1 or not letter.isalnum():
            raise ValueError(f"labels must be single letters, not {letter!r}")
    if len(set(letters)) != len(letters):
        raise ValueError(f"labels must differ from each other: {''.join(letters)!r}")
    return letters


@lru_cache(maxsize=256)
def _letter_pattern(labels: tuple[str, ...]) -> tuple[re.Pattern[str], dict[str, int]] | None:
    index = {label: position for position, label in enumerate(labels)}
    for position, label in enumerate(labels):
        if label.islower():
            index.setdefault(label.upper(), position)
    if not index:
        return None
    letters = "".join(re.escape(label) for label in index)
    # The letter comes first: what must not stand before it is looked at only where there is one.
    pattern = re.compile(
        rf"[{letters}](?![{_LATIN}]|'[a-rt-zA-Z]"
        rf"|-[A-Za-z])(?<![{_LATIN}].)(?<![{_LATIN}]'.)(?<![A-Za-z]-.)(?<!\b[A-Za-z]\..)",
        re.DOTALL,
    )
    return pattern, index


def letter_mentions(text: str, labels: Sequence[str]) -> list[Mention]:
    """Return the mentions of labels as standalone letters, by position; at most `MOST_MENTIONS` + 1.

    The article "A", the pronoun "I" and letters in compounds ("T-shirt", "U.S.A", "I'm") are not mentions. A
    lower-case label is also recognised by its capital letter; a capital label only as it is.

    Args:
        text: Text from `standardizers.text.plain`.
        labels: Single characters.
    """
    known = _letter_pattern(tuple(labels))
    if known is None:
        return []
    pattern, index = known
    found = (Mention(match.start(), match.end(), index[match.group()], False) for match in pattern.finditer(text))
    return list(islice((mention for mention in found if not is_word(text, mention.start)), MOST_MENTIONS + 1))


_LETTER_NOUN = re.compile(
    r"\b(?:answer|option|choice|letter|pick|antwort|réponse|respuesta|resposta|risposta)\b", re.IGNORECASE
)
_LONE_LOWER = re.compile(r"[a-z](?![A-Za-z'-])(?<![A-Za-z'-].)(?<!\ba)|\ba\s{0,2}(?:[)\]\"'.,;:!]|$)")
_LOWER = re.compile(
    rf"(?:\b(?:option|answer|choice|letter|choose|pick|select|object|box|list|point|region|scanpath|is|be|ist|est"
    rf"|es|è|é|são|to|with|for|on|that's"
    rf"|alternativa|opción|opção|opzione|lettre|letra|lettera|buchstabe|answer is)\s{{0,2}}[:=]?\s{{0,2}}"
    rf"|[(\[\"':]\s?|[.,]\s)[(\[\"']{{0,2}}([a-z])"
    rf"(?![{_LATIN}'-]|\s[(\[]?[a-z]{{2}})(?=[)\]\"'.,;:!\s]|$)",
    re.IGNORECASE,
)

_LOWER_UNSPACED = re.compile(  # "b です"
    r"(?<![\w'-])([a-z])(?=[)\]\"']{0,2}\s?(?:です|だと思|が正解|を選|番|입니다|이에요|예요|번|是正确|是对的))"
)


def _is_small_word(text: str, match: re.Match[str]) -> bool:
    """Tell whether the last letter of a text is a word that breaks off its sentence ("It is a")."""
    if match.group(1) not in "aeioy" or match.end() < len(text.rstrip()):
        return False
    return _LETTER_NOUN.search(text[max(0, match.start() - 30) : match.start(1)]) is None


def lower_mentions(text: str, labels: Sequence[str]) -> list[Mention]:
    """Return the mentions of capital labels by their lower-case letter ("option b", "the answer is (c)").

    Only letters behind a word that calls for one, or in brackets, that end their clause: "the answer is a dog" has
    none.
    """
    if _LONE_LOWER.search(text) is None:
        return []
    index = {label.lower(): position for position, label in enumerate(labels) if label.isupper()}
    found = (
        Mention(match.start(1), match.end(1), index[match.group(1)], False)
        for match in (*_LOWER.finditer(text), *(() if text.isascii() else _LOWER_UNSPACED.finditer(text)))
        if match.group(1) in index and not _is_small_word(text, match)
    )
    return list(islice(found, MOST_MENTIONS + 1))


def is_word(text: str, start: int) -> bool:
    """Tell whether the single letter at `start` is the article "A", the pronoun "I" or the like, not a label."""
    letter = text[start].upper()
    if letter not in "AIO" or (
        text[start - 1 : start] in _OPENERS and text[start + 1 : start + 2] in _CLOSERS and start
    ):
        return False
    following = _NEXT_WORD.match(text, start + 1)
    if following is None or (len(following.group(1)) == 1 and following.group(1).isupper()):
        return False  # "A B" are two labels
    if following.group(1)[0] > "\u024f":
        return False  # articles stand before Latin words
    if _FIRST_THING.match(text, start + 1) is not None:
        return True
    return following.group(1).lower() not in (_FOLLOWS_LETTER_I if letter == "I" else _FOLLOWS_LETTER)


_ARTICLE = re.compile(r"^(?:an?|the)\s+(?=\S)", re.IGNORECASE)


def option_name(option: str) -> str:
    """Return the name of an option: its text folded, on one line, without article and outer punctuation."""
    name = " ".join(fold(option).split()).strip(" .,;:!?\"'`*()[]{}")
    return _ARTICLE.sub("", name)


def name_mentions(text: str, names: Sequence[str]) -> list[Mention]:
    """Return the mentions of options by name, in any case, at word boundaries; at most `MOST_MENTIONS` + 1.

    When one name contains another, the longer one is meant.

    Args:
        text: Text from `standardizers.text.plain`.
        names: Names by option index, from `option_name`; empty names and names that occur twice are not looked for.
    """
    index: dict[str, int] = {}
    for position, name in enumerate(names):
        key = name.lower()
        index[key] = position if key and key not in index else -1
    sought = sorted((key for key, position in index.items() if position >= 0 and key), key=len, reverse=True)
    if not sought:
        return []
    pattern = re.compile("|".join(_bounded(key) for key in sought), re.IGNORECASE)
    found = (
        Mention(match.start(), match.end(), index.get(" ".join(match.group().lower().split()), -1), True)
        for match in pattern.finditer(text)
    )
    return list(islice((mention for mention in found if mention.option >= 0), MOST_MENTIONS + 1))


def _bounded(name: str) -> str:
    body = r"\s{1,4}".join(re.escape(word) for word in name.split())
    before = rf"(?<![{_LATIN}])(?<!\d[.,])" if re.match(rf"[{_LATIN}]", name[0]) else ""
    after = rf"(?![{_LATIN}]|[.,]\d)" if re.match(rf"[{_LATIN}]", name[-1]) else ""
    return f"{before}{body}{after}"
