"""Short replies that say what one option says in other words: every word of theirs belongs to that option alone."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .synonyms import concepts, members

_WORD = re.compile(r"[^\W_]+")
_MOST_WORDS = 14
_LONGEST = 100
_EMPTY = frozenset(
    re.findall(
        r"\S+",
        """
        a an the of in on at to is are was were be with and or for from by as it its it's s his her their he she they
        this that there one person man woman boy girl child people subject looks look looking seems seem appears feels
        feeling feel looks facing gazing gaze face expression emotion very quite clearly probably likely part side
        corner area region direction place located location image picture photo scene object thing something being
        within inside contour box outline red blue green yellow its who which somewhere i think would say has
        answer option
        """,
    )
)
ARTICLES = frozenset(("the", "a", "an"))
_RELATIONS = frozenset(
    (
        "under",
        "beneath",
        "below",
        "above",
        "over",
        "next",
        "near",
        "beside",
        "behind",
        "inside",
        "outside",
        "between",
        "against",
        "into",
        "onto",
    )
)
_BESIDE = re.compile(
    r"\s(?:in|on|at|with|of|by|near|next|beside|behind|under|above|below|who|which|that|holding|wearing|\w{3,12}ing)\s"
)
_PLACED = re.compile(
    r"\s(?:in|on|at|to|near) (?:the )?(?:very |far )?(?:foreground|background|middle|cent(?:er|re)|left|right|front"
    r"|back|top|bottom"
    r"|corner|side|picture|image|photo|scene)\W*$"
)
_HOLDS = re.compile(
    r"^(?:an? |the )?(?:cup|glass|mug|bottle|pot|bowl|plate|slice|piece|pile|bunch|can|basket|vase|jar) of (?=\w)"
)
_DIRECTED = frozenset(("away", "no", "not", "never", "nothing", "without", "neither", "none", "nor", "but", "or"))


class Rewording:
    """What the options' words mean.

    Args:
        names: The options' names in lower case, by index.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self.meanings = [_meanings(name) for name in names]
        self.things = [_thing(name) for name in names]
        shared = set.intersection(*self.meanings) if self.meanings else set()
        self.own = [meanings - shared for meanings in self.meanings]
        self.joined = {"".join(_WORD.findall(name)): index for index, name in enumerate(names) if len(name) > 3}

    def option(self, text: str) -> int:
        """Return the only option that has the meaning of every word of a short text, or -1."""
        if len(text) > _LONGEST:
            return -1
        words = _WORD.findall(text.lower())
        if not words or len(words) > _MOST_WORDS:
            return -1
        joined = self.joined.get("".join(word for word in words if word not in ARTICLES), -1)
        if joined >= 0:
            return joined
        told = [word for word in words if word not in _EMPTY and len(word) > 1]
        if (index := self._of_kind(words)) >= 0 or (index := self._of_kind(told)) >= 0:
            return index
        placed = _WORD.findall(_PLACED.sub("", text.lower()))
        if len(placed) < len(words) and (index := self._of_kind(placed)) >= 0:
            return index  # "The bird in the foreground."
        said = [concepts(word) for word in words if word not in _EMPTY and not word.isdigit()]
        if (
            not said
            or any(word.isdigit() for word in words)
            or all(word in _RELATIONS or word in _EMPTY for word in words)
        ):
            return -1
        fitting = [
            index
            for index, meanings in enumerate(self.meanings)
            if all(not word.isdisjoint(meanings) for word in said)
            and any(not word.isdisjoint(self.own[index]) for word in said)
        ]
        if len(fitting) != 1 or self._reversed(words, fitting[0]):
            return -1
        return fitting[0]

    def kind_within(self, text: str) -> set[int]:
        """Return the options that are the only ones of a kind of things that a short text names."""
        words = _WORD.findall(text.lower())
        if len(words) > _MOST_WORDS + len(ARTICLES):
            return set()
        found = {self._of_kind(words[at : at + size]) for size in (1, 2) for at in range(len(words) - size + 1)}
        return found - {-1}

    def _of_kind(self, words: Sequence[str]) -> int:
        """Return the only option of the kind of things that is all that a text names ("The bird."), or -1."""
        kind = members(" ".join(word for word in words if word not in ARTICLES))
        if not kind:
            return -1
        fitting = [index for index, meanings in enumerate(self.things) if not meanings.isdisjoint(kind)]
        return fitting[0] if len(fitting) == 1 else -1

    def _reversed(self, words: Sequence[str], option: int) -> bool:
        return any(word in _DIRECTED and not concepts(word) & self.meanings[option] for word in words)


def _thing(name: str) -> set[str]:
    """Return what the words mean that name the thing itself, not where it is, whose it is or what it has."""
    return {
        meaning
        for part in _parts(_WORD.findall(_BESIDE.split(_HOLDS.sub("", name.split("'s ")[-1]))[0]))
        for meaning in concepts(part)
    }


def _parts(words: Sequence[str]) -> set[str]:
    return {" ".join(words[at : at + size]) for size in (1, 2, 3) for at in range(len(words) - size + 1)}


def _meanings(name: str) -> set[str]:
    words = _WORD.findall(name)
    parts = _parts(words)
    return {meaning for part in parts if part not in _EMPTY or len(words) == 1 for meaning in concepts(part)}
