"""The gazers: who is rendered, and how skin, eyes, hair and clothes look."""

from __future__ import annotations

from dataclasses import dataclass

Color = tuple[float, float, float]


@dataclass(frozen=True)
class Person:
    """A gazer.

    Attributes:
        name: Letter in the rows' column ``actor``.
        morphs: (MakeHuman target, strength) pairs.
        skin: Colour of the skin, sRGB 0-1, as are all colours here.
        lips: Colour of the lips.
        hair: Colour of hair, brows and lashes.
        iris: Colour of the iris.
        shirt: Colour of the shirt.
        tied: Whether the hair is long and tied at the back; otherwise it is short.
        pronoun: ``he`` or ``she``.
    """

    name: str
    morphs: tuple[tuple[str, float], ...]
    skin: Color
    lips: Color
    hair: Color
    iris: Color
    shirt: Color
    tied: bool
    pronoun: str


def _macro(kind: str, sex: str, *details: tuple[str, float]) -> tuple[tuple[str, float], ...]:
    shape = f"macrodetails/universal-{sex}-young-averagemuscle-averageweight"
    return ((f"macrodetails/{kind}-{sex}-young", 1.0), (shape, 1.0), *details)


PEOPLE = (
    Person(
        "R",
        _macro("caucasian", "male", ("nose/nose-hump-incr", 0.3), ("head/head-oval", 0.4)),
        (0.80, 0.60, 0.50),
        (0.70, 0.42, 0.38),
        (0.16, 0.10, 0.06),
        (0.26, 0.36, 0.46),
        (0.20, 0.30, 0.42),
        False,
        "he",
    ),
    Person(
        "S",
        _macro("african", "female", ("head/head-oval", 0.3)),
        (0.46, 0.30, 0.22),
        (0.46, 0.24, 0.21),
        (0.045, 0.035, 0.03),
        (0.20, 0.12, 0.07),
        (0.78, 0.66, 0.42),
        True,
        "she",
    ),
    Person(
        "T",
        _macro("asian", "male", ("head/head-square", 0.25)),
        (0.78, 0.61, 0.48),
        (0.66, 0.43, 0.37),
        (0.04, 0.035, 0.035),
        (0.17, 0.10, 0.06),
        (0.52, 0.22, 0.20),
        False,
        "he",
    ),
    Person(
        "U",
        _macro("caucasian", "female", ("head/head-round", 0.3)),
        (0.84, 0.66, 0.57),
        (0.74, 0.42, 0.41),
        (0.34, 0.22, 0.12),
        (0.30, 0.38, 0.26),
        (0.34, 0.46, 0.38),
        True,
        "she",
    ),
)
"""Four gazers of both sexes and three origins."""
