"""Multiple-choice answers given as a letter or as the option's own text, for options printed as "A. bottle"."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_uppercase

from .answers import stated_answers, without_objects
from .choices import _published, whole_letter
from .common import Standardized, checked_profile
from .mentions import Mention, letter_mentions, name_mentions, option_name
from .text import as_text, final_answer_text, plain
from .verdict import NO_ANSWER, Verdict

NONE_OF_OPTIONS = "none_of_options"
_NONE = frozenset(
    ("z", "none", "none of the above", "none of these", "none of them", "neither", "n/a", "na", "no answer", "null")
)


def option(text: object, options: Sequence[str], profile: str = "robust") -> Standardized[int]:
    """Return which option a reply chooses, by its letter (A for the first) or by its text.

    Args:
        text: The reply; None and NaN count as "".
        options: The options' texts in the order of their letters.
        profile: "paper" takes the option whose text is the whole reply (in any case), else the letter by the rule of
            HVSBench's Fig. 8; "robust" reads as a person would, see docs/standardization.md.

    Returns:
        The 0-based index, or -1 with `fallback=True`; the rule tells a refusal ("refusal") from "none of the above"
        ("none_of_options"), an undecided reply ("ambiguous") and one without any option ("no_answer").

    Raises:
        ValueError: The profile is unknown. The text never raises.

    Example:
        >>> option("The person looks at the kettle.", ["bottle", "bunny", "kettle"])
        Standardized(value=2, rule='phrase', fallback=False)
    """
    texts = [as_text(item) for item in options]
    letters = ascii_uppercase[: len(texts)]
    if checked_profile(profile) == "paper":
        return _published_option(as_text(text), texts)
    answer = final_answer_text(text)
    if answer is None:
        return Standardized(-1, "unclosed_reasoning", True)
    if not answer.strip():
        return Standardized(-1, "empty", True)
    names = [option_name(item) for item in texts]
    # An option whose text is itself one of the letters ("C" as the tag on an object) is reached by its letter only.
    names = ["" if name.upper() in letters and len(name) == 1 else name for name in names]
    for stated, rule in stated_answers(answer):
        index, _ = _read(plain(stated), letters, names)
        if index >= 0:
            return Standardized(index, rule, False)
    index, rule = _read(plain(without_objects(answer)), letters, names)
    return Standardized(index, rule, index < 0)


def _published_option(text: str, texts: Sequence[str]) -> Standardized[int]:
    for index, item in enumerate(texts):
        if text.strip().lower() == item.strip().lower():
            return Standardized(index, "whole_text", False)
    letter = _published(text)
    index = ascii_uppercase.index(letter.value) if letter.value else -1
    if 0 <= index < len(texts):
        return Standardized(index, letter.rule, False)
    return Standardized(-1, NO_ANSWER, True)


def _read(text: str, letters: str, names: Sequence[str]) -> tuple[int, str]:
    index = whole_letter(text, letters)
    if index >= 0:
        return index, "whole"
    whole = option_name(text[:2000]).lower() if len(text) <= 2000 else ""
    matching = [index for index, name in enumerate(names) if name and name.lower() == whole]
    if len(matching) == 1:
        return matching[0], "whole_text"
    if whole in _NONE or (whole.startswith(("z.", "z)", "z:")) and "Z" not in letters):
        return -1, NONE_OF_OPTIONS
    named = name_mentions(text, names)
    decided = Verdict(text, _merged(letter_mentions(text, letters), named), len(names)).decide()
    if decided[0] < 0 and not named and "none of the" in text[:2000].lower():
        return -1, NONE_OF_OPTIONS
    return decided


def _merged(letters: Sequence[Mention], names: Sequence[Mention]) -> list[Mention]:
    """Return both kinds by position; a letter inside a name is part of the name."""
    merged: list[Mention] = []
    end = -1
    for mention in sorted([*letters, *names], key=lambda mention: (mention.start, not mention.by_name)):
        if mention.start < end:
            continue
        merged.append(mention)
        if mention.by_name:
            end = mention.end
    return merged
