"""The result type that all readers share, and the checks of their arguments."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Generic, Literal, NamedTuple, TypeVar, cast

Profile = Literal["paper", "robust"]
PROFILES: tuple[Profile, ...] = ("paper", "robust")

NO_ANSWER = "no_answer"
"""The reply holds no answer of the kind that was asked for."""
AMBIGUOUS = "ambiguous"
"""The reply names several answers and declares none."""
REFUSAL = "refusal"
EMPTY = "empty"
UNFINISHED = "unfinished"
"""The reply was cut before its answer."""
SERVER_ERROR = "server_error"
"""The reply is the error message of a server or a program."""

Value = TypeVar("Value")


class _Standardized(NamedTuple):
    value: object
    rule: str
    fallback: bool


class Standardized(_Standardized, Generic[Value]):
    """A typed answer, the rule that decided, and whether no answer was found.

    Attributes:
        value: The answer, of the type that the reader documents.
        rule: Name of the rule that decided, one word (docs/standardization.md lists them).
        fallback: True when no answer was found and `value` is the default.
    """

    __slots__ = ()
    value: Value


def checked_profile(profile: str) -> Profile:
    """Return the profile.

    Raises:
        ValueError: The name is neither "paper" nor "robust".
    """
    if profile not in PROFILES:
        raise ValueError(f"profile must be one of {', '.join(PROFILES)}, not {profile!r}")
    return cast(Profile, profile)


def checked_labels(labels: Sequence[str]) -> tuple[str, ...]:
    """Return the labels as a tuple.

    Raises:
        ValueError: A label is not one letter or digit, or two are the same.
    """
    return _labels(labels) if isinstance(labels, (str, tuple)) else _labels(tuple(labels))


@lru_cache(1024)
def _labels(labels: Sequence[str]) -> tuple[str, ...]:
    letters = tuple(labels)
    for letter in letters:
        if not isinstance(letter, str) or len(letter) != 1 or not letter.isalnum():
            raise ValueError(f"labels must be single letters, not {letter!r}")
    if len(set(letters)) != len(letters):
        raise ValueError(f"labels must differ from each other: {''.join(letters)!r}")
    return letters
