"""The result type that all standardizers share, and the check of their options."""

from __future__ import annotations

from typing import Generic, Literal, NamedTuple, TypeVar, cast

Profile = Literal["paper", "robust"]
PROFILES: tuple[Profile, ...] = ("paper", "robust")

Value = TypeVar("Value")


class _Standardized(NamedTuple):
    value: object
    rule: str
    fallback: bool


class Standardized(_Standardized, Generic[Value]):
    """A typed answer, the rule that decided, and whether no answer was found.

    Attributes:
        value: The answer, of the type that the standardizer documents.
        rule: Name of the rule that decided, one word (docs/standardization.md lists them).
        fallback: True when no answer was found and `value` is the stand-in.
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
