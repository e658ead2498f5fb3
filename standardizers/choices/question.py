"""A question's options as a reader knows them: letters and, where given, texts, boxes, points, scanpaths or ranks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property, lru_cache

from ..stance.mentions import MOST_MENTIONS, Mention, letter_mentions, lower_mentions
from ..text.cleaning import as_text, fold
from ..text.finish import is_small_word
from ..text.number_words import any_language
from ..words.option_classes import answers, classes_of
from ..words.rewording import Rewording
from ..words.wording import Names
from .clock_times import TIME, in_digits, may_be_time
from .places import Places, places_of
from .ranks import ListPlaces, Ranks, number_of, ranks_of
from .sides import Sides, sides_of

_PROMPT_TAIL = re.compile(
    r"\s*(?:[-–—]\s*)?(?:please\b|which (?:one|object)\b|answer with\b).*$", re.IGNORECASE | re.DOTALL
)
_LABEL = re.compile(r"^\s*(?:\[\w\]|\(\w\)|\w[.):])\s+(?=\S)")
_BEFORE_LETTER = frozenset(
    re.findall(
        r"\S+",
        "the final correct best my answer option choice letter label object region box image view list point selection "
        "candidate is assistant response print choose select pick submit click return say use call make",
    )
)
_NOUN_ABROAD = re.compile(
    fold(
        r"^\s?(?:答案|选项|選項|列表|清单|选择|選擇|物体|物體|对象|框|点|是|为|应为|リスト|選択肢"
        r"|オブジェクト|答え|は|옵션|보기|목록|선택지|객체|정답|은|는|:|\s){1,4}"
    )
)
_WORD = re.compile(r"[^\W_]+")
_JOINED = re.compile(
    r"[\])}\"']{0,2}\s{0,2}(?:[.:,)|=-]|->|(?:which |that )?(?:is|was)|are|at|as in|with"
    r"|\n)?\s{0,2}[(\[\"']{0,3}(?:(?:the|an?)\s)?"
    r"(?:(?:object|option|point|box|region|letter|choice|answer|coordinates?|bounding box|:)\s?){0,2}[(\[\"']{0,2}",
    re.IGNORECASE,
)
_JOINED_LETTER = re.compile(
    r"[\])}\"']{0,2}\s{0,2}(?:[:,(=-]|->|is|as|which is)?\s{0,2}(?:(?:i\.e\.,?|option|object|letter|answer|choice"
    r"|the|box|point)\s){0,3}[(\[\"']{0,2}",
    re.IGNORECASE,
)
_NUMBER_WORD = re.compile(r"^(?:the |it's |number |no\. ?|rank:? |place |# ?){1,3}")
_PAIR = 2
_NEAR = 60  # characters before "the latter" in which the two options stand
_LATTER = re.compile(r"\bthe (?:latter|(?P<former>former))\b", re.IGNORECASE)
_LONGEST_LETTER = 80
_LETTERED = re.compile(r"\s{0,3}[(\[]?(\w)[)\].:]{1,2}\s{1,3}")
_SHORTEST_COPY = 11  # characters of an option's numbers, as many as one point has
_NAMES_LAST = re.compile(r"\b(?:is|are|says?|reads?|shows?|at|on|word|spells?|called|named)[\s\"':]{0,3}$")
_KIND_OF = re.compile(r"\b(?:at|holding|watching|watches|sees|on) (?:the|an?|his|her|their) [a-z]{3,14} $")
_OUTER = " .,;:!?\"'`*()[]{}#-\n\t"


class Question:
    """The options of a question, and what finds them in a text.

    Args:
        labels: The options' letters.
        options: The options' texts in the labels' order, or None when they are unknown.
    """

    def __init__(self, labels: Sequence[str], options: Sequence[str] | None) -> None:
        self.labels = list(labels)
        self.size = len(labels)
        self._options = options[: len(labels)] if options else ()
        self._last: tuple[str, list[Mention]] = ("", [])  # readers ask for the same text several times

    # Most replies are a letter: what else an option may be called is worked out for the first reply that needs it.

    @cached_property
    def _given(self) -> tuple[list[str], bool]:
        """The options' texts without letters, and whether all are times of day, in digits then."""
        texts = [_cleaned(text, self.size) for text in self._options]
        clock = []
        for text in texts:
            if not may_be_time(text) or not TIME.fullmatch(in_digits(text)):
                return texts, False
            clock.append(in_digits(text))
        return clock, bool(clock)

    @property
    def times(self) -> bool:
        """Whether the options are times of day."""
        return self._given[1]

    @cached_property
    def places(self) -> Places | None:
        """What finds options that are boxes, points or scanpaths; None when they are none."""
        texts, times = self._given
        return places_of(texts) if texts and not times else None

    @cached_property
    def copied(self) -> list[str]:
        """The texts of options that are boxes, points or scanpaths; [] when they are none."""
        return [text.strip(_OUTER) for text in self._given[0]] if self.places is not None else []

    @cached_property
    def ranks(self) -> Ranks | None:
        """What finds options that are ranks; None when they are none."""
        texts, _ = self._given
        return ranks_of(texts) if texts and self.places is None else None

    @cached_property
    def names(self) -> Names | None:
        """What finds options by their words; None when there are none, or they are numbers of places."""
        texts, _ = self._given
        if not texts or self.places is not None:
            return None
        letters = [label.upper() for label in self.labels]
        # An option whose text is itself one of the letters ("C" as the tag on an object) is reached by its letter.
        return Names(["" if len(text) == 1 and text.upper() in letters else text for text in texts])

    @cached_property
    def _rewording(self) -> Rewording | None:
        return Rewording(self.names.names) if self.names is not None else None

    @cached_property
    def sides(self) -> list[Sides]:
        """The sides that the options name; see `standardizers.choices.sides.sides_of`."""
        return sides_of(self._given[0]) if self.names is not None else []

    @cached_property
    def classes(self) -> dict[str, int]:
        """The classes of options that are attributes; see `standardizers.words.option_classes.classes_of`."""
        return classes_of(self._given[0]) if self.names is not None else {}

    @cached_property
    def list_places(self) -> ListPlaces | None:
        """What finds options by their place in the list; None where that could be taken for something else."""
        texts, _ = self._given
        if self.ranks is not None:
            first = all(rank == index + 1 for rank, index in self.ranks.index.items())
            return ListPlaces("rank", len(texts)) if first else None  # the first option is the first rank, too
        numbers = any(number_of(text) or text.strip().isdigit() for text in texts) or any(
            str(x).isdigit() for x in self.labels
        )
        if len(texts) < _PAIR or numbers:
            return None
        return ListPlaces(self.places.kind if self.places else "name", len(texts))

    def number(self, text: str) -> int:
        """Return the option whose number a reply of a few words spells in any language, or -1."""
        if self.names is None or len(text) > _LONGEST_NUMBER:
            return -1
        values = {any_language().get(word) for word in re.findall(r"[^\W\d_]+", text.lower())[:_MOST_NUMBER_WORDS]} - {
            None
        }
        found = {index for index, name in enumerate(self.names.names) if name.isdecimal() and int(name[:9]) in values}
        return found.pop() if len(found) == len(values) == 1 else -1

    @property
    def has_words(self) -> bool:
        """Whether the options are named by words, not by letters only or numbers of places."""
        return self.names is not None

    def mentions(self, text: str) -> list[Mention]:
        """Return where a text mentions options, by position; a letter and the text of the same option are one."""
        last, found = self._last
        if last != text:
            found = self._mentions(text)
            self._last = (text, found)
        return [*found]

    def _mentions(self, text: str) -> list[Mention]:
        letters = letter_mentions(text, self.labels) or lower_mentions(text, self.labels)
        if self.names is None and self.places is None:
            return letters
        named: list[Mention] = []
        if self.ranks is not None:
            named = self.ranks.mentions(text)
        elif self.places is not None:
            named = self.places.mentions(text)
        elif self.names is not None:
            named = self.names.mentions(text)
            named = answers(named, text, self.classes) if self.classes else named
        return merged(text, letters, named) if named else letters

    def listed(self, text: str, mentions: Sequence[Mention]) -> list[Mention]:
        """Return the mentions with those by the place in the list ("the latter"); [] when there are none of these."""
        found = self.list_places.mentions(text) if self.list_places is not None else []
        if self.size > _PAIR and (pair := _LATTER.search(text)) is not None:  # "Of C and D, the latter"
            before = [one for one in mentions if pair.start() - _NEAR <= one.start and one.end <= pair.start()][-_PAIR:]
            if len({one.option for one in before}) == _PAIR:
                said = [(match, before[0 if match["former"] else 1]) for match in _LATTER.finditer(text, pair.start())]
                found += [Mention(match.start(), match.end(), one.option, True) for match, one in said]
                found.sort()
        return merged(text, mentions, found) if found else []

    def loosely(self, text: str, mentions: Sequence[Mention]) -> list[Mention]:
        """Return the mentions with synonyms of options that are not named; [] when there are none of these."""
        if self.names is None or self.ranks is not None or not any(mention.by_name for mention in mentions):
            return []
        found = self.names.loosely(text, mentions)
        return merged(text, mentions, found) if found else []

    def reworded(self, text: str) -> int:
        """Return the option that a short text says in other words, or -1."""
        if self._rewording is None or self.ranks is not None:
            return -1
        return self._rewording.option(text)

    def of_kind_beside(self, text: str, landmarks: Sequence[Mention]) -> int:
        """Return the option of whose kind a text speaks beside its landmarks ("the animal on the sofa"), or -1."""
        if self._rewording is None:
            return -1
        for one in landmarks:
            text = text[: one.start] + " " * (one.end - one.start) + text[one.end :]
        found = self._rewording.kind_within(text) - {one.option for one in landmarks}
        return found.pop() if len(found) == 1 else -1

    def verbatim(self, text: str) -> int:
        """Return the option of numbers whose own text, or the unfinished beginning of it, is the whole text, or -1."""
        said = text.strip(_OUTER)
        if len(said) < _SHORTEST_COPY or (said[-1].isalpha() and said[-2:] != "ms"):
            return -1
        fitting = [index for index, own in enumerate(self.copied) if own == said]
        if not fitting:
            fitting = [index for index, own in enumerate(self.copied) if own.startswith(said)]
        return fitting[0] if len(fitting) == 1 else -1

    def ends_with_option(self, text: str) -> bool:
        """Tell whether a text ends with an option's whole text behind its letter or a colon: nothing is missing there.

        "Its rank: [A] The most salient" needs no full stop, and "The marked word is the" none where "the" is an option.
        """
        text = text.rstrip(" *\"'\n").lower()
        for label, name in zip(self.labels, self.names.names if self.names is not None else (), strict=False):
            if name and text.endswith(name):
                before = text[: -len(name)].removesuffix("the ").rstrip(" *\"'")
                if before.endswith((":", f"[{label.lower()}]", f"({label.lower()})")):
                    return True
                if is_small_word(name.split()[-1]) and (" " in name or _NAMES_LAST.search(before) is not None):
                    return True
            head = name.split()[-1] if " " in name else ""
            if is_small_word(head) and text.endswith(f" {head}") and _KIND_OF.search(text[: -len(head)]) is not None:
                return True
        return False

    def whole(self, text: str) -> tuple[int, str]:
        """Return the option that is the whole text and the rule, or -1 and ""."""
        index = whole_letter(text, self.labels)
        if self.names is not None and index < 0 and (lettered := _LETTERED.match(text)) is not None:
            named = self.names.whole(text[lettered.end() :]) if len(text) <= self.names.longest + 4 else -1
            if named >= 0 and lettered.group(1) == self.labels[named]:
                return named, "whole"
        if self.names is not None and len(text) <= self.names.longest and (index < 0 or len(text.strip(_OUTER)) > 1):
            named = self.names.whole(text)
            if named >= 0:
                return named, "whole_text"
        if index >= 0:
            return index, "whole"
        if self.places is not None and (index := self.places.whole(text, self.labels)) >= 0:
            return index, "whole_text"
        if len(text) > 60:
            return -1, ""
        words = _NUMBER_WORD.sub("", text.strip(_OUTER).lower()).removesuffix(" one")
        if self.names is not None and any(words in _WORD.findall(name) for name in self.names.names):
            return -1, ""  # "Top." where places at the top are options
        for listed in (self.ranks, self.list_places):
            if listed is not None:
                index = listed.whole(words)
                if index >= 0:
                    return index, "whole_text"
        return -1, ""


_LONGEST_NUMBER = 40
_MOST_NUMBER_WORDS = 4


def texts_of(options: Sequence[object]) -> tuple[str, ...]:
    """Return the options' texts; see `standardizers.text.as_text` for what is no text."""
    return tuple(options) if set(map(type, options)) == {str} else tuple(map(as_text, options))  # type: ignore[arg-type]


@lru_cache(maxsize=4096)
def question(labels: tuple[str, ...], options: tuple[str, ...] | None) -> Question:
    """Return the question with these letters and texts; the last ones asked for are kept."""
    return Question(labels, options)


def whole_letter(text: str, letters: Sequence[str]) -> int:
    """Return the index of the letter that is the whole text but for punctuation and words such as "Option", else -1.

    Only a text that is nothing but the letter, once or more often, may be in the other case.
    """
    if len(text) > _LONGEST_LETTER:
        return -1
    words = _WORD.findall(text if text.isascii() else _NOUN_ABROAD.sub("", text))
    if not words or len(words) > 6:
        return -1
    single = list(letters)  # in a text "ABC" would count as one of its letters
    if len(set(words)) > 1 and not all(word.lower() in _BEFORE_LETTER for word in words[:-1]):
        return -1
    for candidate in (words[-1], words[-1].swapcase()):
        if candidate in single and (candidate == words[-1] or len(words) == 1 or candidate not in "AIO"):
            return single.index(candidate)
    return -1


def merged(text: str, letters: Sequence[Mention], names: Sequence[Mention]) -> list[Mention]:
    """Return both kinds by position; a letter inside a name is part of the name.

    A letter and a name of the same option that stand together ("B. kettle", "the kettle (B)") are one mention.
    """
    found: list[Mention] = []
    for mention in sorted([*letters, *names], key=lambda mention: (mention.start, not mention.by_name)):
        if found:
            last = found[-1]
            if mention.start < last.end:
                continue
            gap = mention.start - last.end
            if mention.option == last.option and mention.by_name != last.by_name and gap <= 40 and last.letter_end < 0:
                joined = _JOINED if mention.by_name else _JOINED_LETTER
                if joined.fullmatch(text, last.end, mention.start):
                    letter = last if mention.by_name else mention
                    found[-1] = Mention(last.start, mention.end, last.option, last.by_name, letter.end)
                    continue
        found.append(mention)
    return found[: MOST_MENTIONS + 1]


def _cleaned(option: str, size: int) -> str:
    """Return an option's text without its own letter and without what the prompt says behind the last option."""
    text = _LABEL.sub("", option)
    if text.upper() == text.lower():
        return text.strip()  # numbers of places, behind which the prompt says nothing
    tail = _PROMPT_TAIL.search(text)
    if tail is not None and tail.start() > 0:
        text = text[: tail.start()]
    return text.strip()
