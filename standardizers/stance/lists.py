"""Lists of the question's options that a reply repeats or goes through: their items are no answers."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise

from .mentions import Mention
from .phrases import OR_ANOTHER, STATES_SOMETHING
from .vocabulary_patterns import CORRECTION

_BEFORE_ITEM = re.compile(
    r"(?:^|[:.;!?,\n])\s{0,3}(?:(?:option|object|box|region|list|scanpath|point|choice|subject)\s)?[\s\[({\"'-]{0,6}$",
    re.IGNORECASE,
)
_BEGINS = re.compile(r"(?:^|[.;:!?\n])[\s\[(*-]{0,5}$")
_HEADS = re.compile(r"[ )\]*]{0,6}:")
_DASHED = re.compile(r"[)\]*]{0,3} -{1,2} ")
_ITEM_START = re.compile(r"[\s\[({\"'•|0-9.)-]{0,8}")
_ITEM_END = re.compile(r"[\])}\"']{0,3}\s?(?::|-\s)")


def list_mark(text: str, mention: Mention) -> str:
    """Return the mark behind a letter that makes it an item of a list ("A.", "[B]", "C:"), else ""."""
    end = mention.letter_end if mention.letter_end >= 0 else mention.end
    mark = text[end : end + 1]
    if not mark or mark not in ".):]}" or STATES_SOMETHING.match(text, mention.end):
        return ""
    return mark


class OptionLists:
    """The lists of options in a text.

    Args:
        text: Text from `standardizers.text.plain`.
        mentions: Its mentions of options, by position.
        n_options: Number of options.
        is_denied: Tells whether the text denies a mention: a denied option is no item of a bare enumeration.
    """

    def __init__(
        self, text: str, mentions: Sequence[Mention], n_options: int, is_denied: Callable[[Mention], bool]
    ) -> None:
        self.text = text
        self.all = mentions
        self.n_options = n_options
        self.is_denied = is_denied

    def others(self) -> list[Mention]:
        """Return the mentions that belong to no list of the options."""
        kept: list[Mention] = []
        position = 0
        items = self._line_items() or self._lettered_lines()
        if items:
            return [mention for mention in self.all if not any(start <= mention.start < end for start, end in items)]
        while position < len(self.all):
            length = max(self._list_length(position), self._enumeration_length(position))
            if length:
                position += length
            else:
                kept.append(self.all[position])
                position += 1
        return kept

    def _line_items(self) -> list[tuple[int, int]]:
        """Return the lines that discuss one named option each ("Bench: inside the box."), when there are several."""
        if "\n" not in self.text or not any(mention.by_name for mention in self.all):
            return []
        lines: list[tuple[int, int]] = []
        options = set()
        end = -1
        for mention in self.all:
            if mention.start < end:
                continue
            start = self.text.rfind("\n", max(0, mention.start - 12), mention.start) + 1
            if (
                (start or mention.start <= 12)
                and _ITEM_START.fullmatch(self.text, start, mention.start)
                and _ITEM_END.match(self.text, mention.end)
            ):
                end = self.text.find("\n", mention.end)
                end = len(self.text) if end < 0 else end
                lines.append((start, end))
                options.add(mention.option)
        return lines if len(options) > 1 and len(options) == len(lines) else []

    def _lettered_lines(self) -> list[tuple[int, int]]:
        """Return the lines that begin with the options' letters in their order, one for each option, else []."""
        if self.n_options < 2 or self.text.count("\n") < self.n_options - 1:
            return []
        lines: list[tuple[int, int]] = []
        for mention in self.all:
            start = self.text.rfind("\n", max(0, mention.start - 6), mention.start) + 1
            if mention.by_name or (not start and mention.start > 4):
                continue
            if not _ITEM_START.fullmatch(self.text, start, mention.start):
                continue
            if mention.option != len(lines) or STATES_SOMETHING.match(self.text, mention.end):
                return []
            end = self.text.find("\n", mention.end)
            lines.append((start, len(self.text) if end < 0 else end))
        return lines if len(lines) == self.n_options and not CORRECTION.search(self.text) else []

    def goes_through(self) -> bool:
        """Tell whether sentences go through all the options in their order, each behind its letter and a mark."""
        labels = [
            mention.option
            for mention in self.all
            if not mention.by_name
            and self._is_headed(mention)
            and _BEGINS.search(self.text, max(0, mention.start - 8), mention.start) is not None
        ]
        return self.n_options > 1 and labels == [*range(self.n_options)]

    def _is_headed(self, mention: Mention) -> bool:
        """Tell whether a colon stands behind a letter, or a dash where the letter begins its line."""
        end = mention.letter_end if mention.letter_end > 0 else mention.end
        if _HEADS.match(self.text, end):
            return True
        start = self.text.rfind("\n", max(0, mention.start - 6), mention.start) + 1
        own = bool(start) or mention.start <= 4
        return own and _DASHED.match(self.text, end) is not None

    def _list_length(self, position: int) -> int:
        """Return how many mentions from `position` belong to a list such as "A. cat  B. dog" (of at least two)."""
        mark = list_mark(self.text, self.all[position])
        if self.all[position].option != 0 or self.all[position].by_name or not mark:
            return 0
        if not _BEFORE_ITEM.search(self.text[max(0, self.all[position].start - 20) : self.all[position].start]):
            return 0
        expected, last, end = 1, position, position + 1
        while end < len(self.all):
            mention = self.all[end]
            if (
                not mention.by_name
                and mention.option == expected
                and list_mark(self.text, mention) == mark
                and self._is_item(mention)
            ):
                expected, last = expected + 1, end
            elif not mention.by_name or mention.option != expected - 1:
                break
            end += 1
        if expected < 2 or CORRECTION.search(self.text, self.all[position].end, self.all[last].start):
            return 0
        end = last + 1
        if self.all[last].letter_end >= 0:
            return end - position
        line_end = self.text.find("\n", self.all[last].end)
        while end < len(self.all) and self.all[end].by_name and (line_end < 0 or self.all[end].start < line_end):
            if self.all[end].option != expected - 1 or end > last + 1:
                break
            end += 1
        return end - position

    def _is_item(self, mention: Mention) -> bool:
        """Tell whether a letter with a list mark begins a line or is followed by something on its line."""
        if mention.letter_end >= 0:
            return True  # its text follows
        behind = self.text[mention.end + 1 : mention.end + 3].strip()
        return bool(behind) or _BEFORE_ITEM.search(self.text[max(0, mention.start - 20) : mention.start]) is not None

    def _enumeration_length(self, position: int) -> int:
        """Return the length of a bare run of all the options, such as "A, B, C or D"."""
        if self.n_options < 2 or position + self.n_options > len(self.all):
            return 0
        run = self.all[position : position + self.n_options]
        if len({mention.option for mention in run}) < self.n_options or self.is_denied(run[0]):
            return 0
        for one, following in pairwise(run):
            alternative = OR_ANOTHER.match(self.text, one.end)
            if alternative is None or alternative.end() != following.start:
                return 0
        return 0 if STATES_SOMETHING.match(self.text, run[-1].end) else self.n_options
