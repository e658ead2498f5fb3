"""Reads the replies in the middle of an ActiView pipeline, robustly or by the released code's and paper's letter."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from standardizers import decision, option, views


class Decision(NamedTuple):
    """Reading of a reply to "do you need more visual information"."""

    stop: bool  # the model can answer with what it has seen
    views: tuple[int, ...]  # further views it names, 1-based, ascending (empty when it only says yes)
    ok: bool  # the reply could be read; when not, the pipeline goes on to the next view


def yes_no(reply: str, reading: str, question: str | None = None) -> Decision:
    """Reading of the yes/no decision of the official code; a reply that repeats the question decides nothing.

    To ``paper``, only the lower-cased reply ``no`` stops, and all but ``yes`` and ``no`` are unreadable.
    """
    found = decision(reply, reading, question=question)
    return Decision(found.value == "no", (), not found.fallback)


def named(reply: str, n_views: int, names: Sequence[str], reading: str, question: str | None = None) -> Decision:
    """Reading of the view-naming decision of the paper (Appendix I.3); neither a stop nor a view is unreadable.

    To ``paper``, only ``NO`` stops (any case, surrounding blanks and a final period allowed), and only the ``names``
    of views as the prompt spells them count.
    """
    if reading == "paper":
        text = reply.strip().lower()
        if text.removesuffix(".") == "no":
            return Decision(True, (), True)
        spelt = [re.search(rf"(?<!\w){re.escape(name.lower())}(?!\w)", text) for name in names]
        found = tuple(number for number, match in enumerate(spelt, start=1) if match)
        return Decision(False, found, bool(found))
    decided = decision(reply, "robust", question=question)
    wanted = views(reply, n_views, "robust", question=question).value
    names_alone = bool(wanted) and decided.rule == "answer"  # they are no answer to the question
    stop = decided.value == "no" and not names_alone
    return Decision(stop, () if stop else wanted, stop or bool(wanted))


def official_choice(reply: str, options: Sequence[str]) -> int:
    """The option that the official matching reads (``cal_acc`` of the repository's ``toolkit/evaluator.py``).

    0-based index by the letter before the first period (after ``Answer:``), which may lie past the options, or of the
    option that is the whole text in any case; -1 when neither fits.
    """
    if "Answer:" in reply:
        reply = reply.split("Answer:", 2)[1].strip()
    letter = reply.split(".", 1)[0]
    if len(letter) == 1 and letter in "ABCDEFGHZ":
        return -1 if letter == "Z" else ord(letter) - ord("A")
    whole = reply.lower().strip()
    return next((index for index, text in enumerate(options) if text.lower() == whole), -1)


def choice(reply: str, options: Sequence[str], reading: str) -> int:
    """0-based option of a final reply, -1 for none: by the official matching (``paper``), or robustly."""
    return official_choice(reply, options) if reading == "paper" else option(reply, options).value
