"""Which option a reply in another language than English gives: the concepts of the clause that mentions it.

A clause announces an option when it has a verb of choice, or calls it the answer or correct, and prefers it when it
calls it the most salient. A clause that denies, asks, depends on a condition, or mentions two options gives none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import pairwise

from ..stance.lexicon import TOKEN, UNSPACED, Lexicon
from ..stance.mentions import Mention
from ..stance.need_words import NEGATIONS
from . import words as choice_words
from .rank_words import ORDINALS, SPELLED_CARDINALS

_LONGEST = 4_000
_SENTENCE = re.compile(r"[.!?;؟।。\n]+")
_CLAUSE = re.compile(
    r"[,،:，—–]|(?<=\s)(?:aber|sondern|mais|pero|sino|mas|ma|но|а|але|ale|lecz|maar|men|utan|mutta|ama|fakat|tapi|tetapi"
    r"|nhưng|αλλά|אבל|لكن|ولكن|اما|लेकिन)(?=\s)"
)
_PORTUGUESE = re.compile(r"[ãõ]|ções|\b(?:é|do|da|uma)\b")  # where "mais" is "more", not "but"
_LOOKALIKE = str.maketrans("АВЕСΑΒΕ", "ABECABE")
_LONE_LOOKALIKE = re.compile(r"(?<!\w)[АВЕСΑΒΕ](?=\s{0,2}(?:[.!,:;)\]>\n\"'-]|$))")
_NOT_EVERYWHERE = ("en",)  # "I do not" in Finnish, "the most" in Turkish, "in" in French
_ARTICLES = frozenset("AIOEYU")
_ENGLISH = re.compile(r"\b(?:the|this|that|and|you|please|which|would|because|but|from)\b", re.IGNORECASE)
_CAPITAL = re.compile(r"(?<!\w)[A-Z](?!\w)")
_SUPERLATIVE = re.compile(  # "die längste Fixation ist wohl die von Punkt", before the option
    r"\b(?:(?:la|le|les) plus \w+|(?:der|die|das) \w+ste|am \w+sten|(?:el|la|lo) \w* ?más \w+|(?:la|il|lo) \w* ?più \w+"
    r"|[oa] \w* ?mais \w+|(?:de|het) \w+ste|(?:den|det) \w+st[ea]|(?:сам|най)\w+|naj\w+)\b.{0,60}\b(?:est|ist"
    r"|es|è|é|is|är|er"
    r"|это|jest|to)\s(?:[^\W\d_]{1,14}\s){0,6}[(\[\"']{0,2}$",
    re.IGNORECASE,
)
_LITTLE = re.compile(  # superlatives of what is little: mostly not what is asked for
    r"court|petit|brève|kürzest|kleinst|cort[ao]|pequeñ|breve|piccol|curt[ao]|pequen|\bkort|klein|krótsz|mniejsz|коротк"
    r"|маленьк|мал[оы]|\bmind"
)
_PLACED = re.compile(  # "exactement au centre" says where something is, not that it is right
    r"\b(?:exactement|exactamente|exatamente)(?= (?:au|aux|en|à|dans|sur|sous|entre|devant|derrière|no|na|ao|sobre|bajo"
    r"|junto|debajo|encima|frente|delante)\b)"
)
_LISTED = re.compile(r"[\])\s,،/]{1,4}(?:(?P<word>\w{1,7})\s)?[\s(\[]{0,2}")


_TWO = 2
_BEFORE_ORDINAL = frozenset(("objek", "pilihan", "kotak", "opsi", "thể", "tượng", "hộp", "vật"))  # "objek kedua"


@cache
def _lexicon() -> Lexicon:
    names = (
        "ANSWER",
        "OPTION",
        "BEHIND",
        "CHOOSE",
        "CORRECT",
        "RIGHT",
        "MOST",
        "TOP",
        "SALIENT",
        "IF",
        "LESS",
        "OR",
        "AND",
        "MORE",
        "LESSER",
        "THAN",
    )
    negations = " ".join(word for word in NEGATIONS.split() if word not in _NOT_EVERYWHERE)
    return Lexicon({**{name: getattr(choice_words, name) for name in names}, "NEGATIONS": negations})


@cache
def _nouns() -> frozenset[str]:
    return frozenset(choice_words.ORDINAL_NOUN.split())


@cache
def _unspaced() -> dict[str, re.Pattern[str]]:
    return {concept: re.compile(words) for concept, words in choice_words.UNSPACED.items()}


_ARABIC_LETTER = re.compile(r"(خيار|إجابة|حرف)(\s?:?\s?)([أابجد])(?![\u0600-\u06ff])")
_LATIN_LETTER = re.compile(r"[A-Za-z]")
_ARABIC = dict(zip("أابجد", "AABCD", strict=True))


def with_latin_letters(text: str) -> str:
    """Return text with lone Cyrillic and Greek letters that look like labels as these, where no word follows them.

    Arabic letters behind a word for an option are A, B, C and D in their own order.

    Example:
        >>> with_latin_letters("Ответ: \u0412.")
        'Ответ: B.'
    """
    if text.isascii():
        return text
    if _LATIN_LETTER.search(text) is None:
        text = _ARABIC_LETTER.sub(lambda match: f"{match[1]} {_ARABIC[match[3]]}", text)
    if not _LONE_LOOKALIKE.search(text):
        return text
    return _LONE_LOOKALIKE.sub(lambda match: match.group().translate(_LOOKALIKE), text)


def given(text: str, labels: Sequence[str], named: Sequence[Mention]) -> int:
    """Return the option that a text gives, or -1.

    Args:
        text: Text from `standardizers.text.plain`.
        labels: The options' letters.
        named: Mentions of options by their names.

    Example:
        >>> given("Η σωστή απάντηση είναι το B.", "ABC", [])
        1
    """
    text = text[:_LONGEST]
    if _ENGLISH.search(text):
        return -1
    text = with_latin_letters(text)
    announced: set[int] = set()
    preferred: set[int] = set()
    start = 0
    for stop in [match.start() for match in _SENTENCE.finditer(text)] + [len(text)]:
        if text[stop : stop + 1] not in ("?", "؟"):
            _read(text, start, stop, labels, named, announced, preferred)
        start = stop
    found = announced or preferred
    return found.pop() if len(found) == 1 else -1


def _read(
    text: str,
    start: int,
    stop: int,
    labels: Sequence[str],
    named: Sequence[Mention],
    announced: set[int],
    preferred: set[int],
) -> None:
    """Add the options that a sentence announces and prefers."""
    if _offers(text, start, stop, tuple(labels)):
        return
    portuguese = _PORTUGUESE.search(text, start, stop) is not None
    turns = (match for match in _CLAUSE.finditer(text, start, stop) if not (portuguese and match.group() == "mais"))
    ends = [*(match.start() for match in turns), stop]
    denied: set[int] = set()
    before: set[str] = set()  # what the clauses before have said: "Antwort: B", "la respuesta, creo, es B"
    for end in ends:
        options = {mention.option for mention in named if start <= mention.start < end}
        options |= {labels.index(match.group()) for match in _letters(text, start, end, tuple(labels))}
        said = _concepts(text[start:end])
        colon = text[end : end + 1] == ":"
        begin, start = start, end
        if not options:
            before = said if colon or not before else before | said
            continue
        around = said | before
        compared = _compared(text, begin, end, labels, said)
        if compared >= 0:
            preferred.add(compared)
            before = set()
            continue
        if {"NEGATIONS", "LESS", "OR"} & said or "IF" in said or len(options) > 1:
            denied = options if said == {"NEGATIONS"} else set()
            before = set()
            continue
        if denied and not said and options.isdisjoint(denied):
            announced |= options  # "non B, ma A"
            continue
        if "IF" in _concepts(text[end:stop]):
            continue
        if "CHOOSE" in around or "ANSWER" in around or "CORRECT" in said or {"OPTION", "RIGHT"} <= said:
            announced |= options
        elif (
            "TOP" in said or ("SALIENT" in said and {"MOST", "MORE"} & said) or _is_superlative(text[begin:end], labels)
        ):
            preferred |= options
        before = set()


def _compared(text: str, start: int, end: int, labels: Sequence[str], said: set[str]) -> int:
    """Return the option that a clause calls more salient than the other of two, or -1 ("Objek A kurang menonjol")."""
    if "SALIENT" not in said or {"OR", "IF"} & said:
        return -1
    found = [labels.index(match.group()) for match in _letters(text, start, end, tuple(labels))]
    two = len(labels) == _TWO
    if len(found) == 1 and two and "LESSER" in said and "NEGATIONS" not in said and "MORE" not in said:
        return 1 - found[0]
    if len(found) != _TWO or found[0] == found[1] or "THAN" not in said:
        return -1
    denied = "NEGATIONS" in said
    if denied and not two:
        return -1
    lesser = "LESSER" in said
    if lesser == ("MORE" in said or "MOST" in said):
        return -1
    return found[1] if lesser != denied else found[0]


def in_ordinals(text: str, n_options: int) -> list[Mention]:
    """Return where a text names options of other languages by their place in the list ("das zweite Objekt").

    Example:
        >>> [mention.option for mention in in_ordinals("Je retiens la seconde proposition.", 2)]
        [1]
    """
    words = (
        [word for word in TOKEN.finditer(text.lower()) if word.group() != "th\u1ee9"] if len(text) <= _LONGEST else []
    )
    found = []
    for one, other in pairwise(words):
        first, second = _place(one.group()), _place(other.group())
        if 0 < first <= n_options and other.group() in _nouns():
            found.append(Mention(one.start(), other.end(), first - 1, True))
        elif 0 < second <= n_options and one.group() in _BEFORE_ORDINAL:
            found.append(Mention(one.start(), other.end(), second - 1, True))
    return found


def _place(word: str) -> int:
    """Return the number of an ordinal, 0 for other words; "hai" alone is one behind its noun, "un" never."""
    return 0 if word in SPELLED_CARDINALS and word not in ("hai", "ba") else ORDINALS.get(word, 0)


def _is_superlative(clause: str, labels: Sequence[str]) -> bool:
    """Tell whether a clause says that the letter in it is what is most ("La plus longue est celle du point B")."""
    letters = _letters(clause, 0, len(clause), tuple(labels))
    before = clause[: letters[0].start()] if letters else ""
    return _SUPERLATIVE.search(before) is not None and _LITTLE.search(before.lower()) is None


def _offers(text: str, start: int, stop: int, labels: tuple[str, ...]) -> bool:
    """Tell whether a sentence lists letters ("A, B", "A o B")."""
    last = -1
    for match in _letters(text, start, stop, labels):
        gap = _LISTED.fullmatch(text, last, match.start()) if last >= 0 else None
        if gap is not None and (
            gap["word"] is None or not {"OR", "AND"}.isdisjoint(_lexicon().concepts(gap["word"].lower()))
        ):
            return True
        last = match.end()
    return False


def _concepts(text: str) -> set[str]:
    lowered = _CAPITAL.sub(" ", text).lower()
    said, _ = _lexicon().clause(_PLACED.sub("", lowered) if "exa" in lowered else lowered)
    if UNSPACED.search(text):
        said |= {concept for concept, pattern in _unspaced().items() if pattern.search(text)}
    return said


@lru_cache(maxsize=256)
def _letter(labels: tuple[str, ...]) -> re.Pattern[str]:
    among = "".join(re.escape(label) for label in labels if label.isupper())
    return re.compile(
        rf"(?<![A-Za-z0-9\u00c0-\u0dff'-])[{among}](?![A-Za-z0-9\u00c0-\u0dff]|['-]\w)" if among else "(?!)"
    )


def _letters(text: str, start: int, end: int, labels: tuple[str, ...]) -> list[re.Match[str]]:
    """Return the labels of a clause; capital articles at its beginning are none."""
    found = []
    for match in _letter(labels).finditer(text, start, end):
        if match.group() in _ARTICLES and not text[start : match.start()].strip(" .!?;:,\n"):
            following = TOKEN.match(text, match.end() + 1) if text[match.end() : match.end() + 1] == " " else None
            if following is not None and "BEHIND" not in _lexicon().concepts(following.group().lower()):
                continue
        found.append(match)
    return found
