"""Short replies that say what one option says in other words: every word of theirs belongs to that option alone."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .synonyms import concepts

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
_DIRECTED = frozenset(("away", "no", "not", "never", "nothing", "without", "neither", "none", "nor", "but", "or"))


class Rewording:
    """What the options' words mean.

    Args:
        names: The options' names in lower case, by index.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self.meanings = [_meanings(name) for name in names]
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
        joined = self.joined.get("".join(word for word in words if word not in ("the", "a", "an")), -1)
        if joined >= 0:
            return joined
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

    def _reversed(self, words: Sequence[str], option: int) -> bool:
        return any(word in _DIRECTED and not concepts(word) & self.meanings[option] for word in words)


def _meanings(name: str) -> set[str]:
    words = _WORD.findall(name)
    parts = {" ".join(words[at : at + size]) for size in (1, 2, 3) for at in range(len(words) - size + 1)}
    return {meaning for part in parts if part not in _EMPTY or len(words) == 1 for meaning in concepts(part)}
