"""Rankings that name the options in another language than the question's: names become letters."""

from __future__ import annotations

from collections.abc import Sequence

from .question import question, texts_of

_LONGEST = 1_000


def lettered(text: str, letters: Sequence[str], options: Sequence[str]) -> str:
    """Return a text in which the options' letters stand for their names, "" unless it names each of them once.

    Args:
        text: Text from `standardizers.text.plain` that mentions no letter.
        letters: The labels.
        options: The options' texts.

    Example:
        >>> lettered("Am auffälligsten ist die Katze, dann das Sofa.", "AB", ["the cat", "the sofa"])
        'Am auffälligsten ist die A, dann das B.'
    """
    known = question(tuple(letters), texts_of(options))
    if len(text) > _LONGEST or known.names is None:
        return ""
    named = known.mentions(text)
    found = known.loosely(text, named) or named
    if sorted(mention.option for mention in found) != list(range(len(letters))):
        return ""
    pieces, end = [], 0
    for mention in found:
        if not mention.by_name or mention.start < end:
            return ""
        pieces += [text[end : mention.start], letters[mention.option]]
        end = mention.end
    return "".join([*pieces, text[end:]])
