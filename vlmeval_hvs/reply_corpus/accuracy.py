"""How well a reader reads: accuracy, precision, recall and inventions, each with a Wilson interval."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from vlmeval_hvs.reply_corpus.cases import Case
from vlmeval_hvs.reply_corpus.reading import Reading, read, same_reading

Reader = Callable[[Case], Reading]


class Share(NamedTuple):
    """A share ``hits / n`` with the 95 % interval of Wilson (1927); None where ``n`` is 0."""

    hits: int
    n: int
    value: float | None
    low: float | None
    high: float | None


class Outcome(NamedTuple):
    """A case, what a reader read in it, and whether that is right."""

    case: Case
    got: Reading
    right: bool


class Accuracy(NamedTuple):
    """Quality of a reader on some cases.

    Attributes:
        accuracy: Right readings among all cases; "no answer" is right where a person finds none.
        precision: Right answers among the answers that the reader gave.
        recall: Right answers among the cases that have one.
        inventions: Answers given among the cases that have none.
    """

    accuracy: Share
    precision: Share
    recall: Share
    inventions: Share


def share(hits: int, n: int) -> Share:
    """A share with its interval."""
    if n == 0:
        return Share(hits, n, None, None, None)
    from scipy.stats import binomtest  # takes a second to import, which every command would wait for

    interval = binomtest(hits, n).proportion_ci(0.95, method="wilson")
    return Share(hits, n, hits / n, float(interval.low), float(interval.high))


def outcomes(cases: Iterable[Case], reader: Reader | str = "robust") -> list[Outcome]:
    """Let a reader read cases.

    Args:
        cases: Labelled cases.
        reader: A function of a case, or a profile of this package's readers.
    """
    profile = reader
    one: Reader = (lambda case: read(case, str(profile))) if isinstance(reader, str) else reader
    readings = ((case, one(case)) for case in cases)
    return [Outcome(case, got, same_reading(case.kind, got.value, case.reading)) for case, got in readings]


def accuracy(found: Sequence[Outcome]) -> Accuracy:
    """Quality over outcomes."""
    given = [outcome for outcome in found if outcome.got.value is not None]
    have = [outcome for outcome in found if outcome.case.reading is not None]
    right = sum(outcome.right for outcome in given)
    return Accuracy(
        share(sum(outcome.right for outcome in found), len(found)),
        share(right, len(given)),
        share(right, len(have)),
        share(sum(outcome.case.reading is None for outcome in given), len(found) - len(have)),
    )


def by_group(found: Sequence[Outcome], group: str) -> dict[str, Accuracy]:
    """Quality per group, in the order of the groups' names; kinds in the order of the cases.

    Args:
        found: Outcomes.
        group: ``rule`` (the reader's own), ``family`` (the line of models, such as Claude), or another field of `Case`
            such as ``kind``, ``style``, ``language``.
    """
    groups: dict[str, list[Outcome]] = {}
    for outcome in found:
        groups.setdefault(_group_of(outcome, group), []).append(outcome)
    names = groups if group == "kind" else sorted(groups)
    return {name: accuracy(groups[name]) for name in names}


def _group_of(outcome: Outcome, group: str) -> str:
    if group == "rule":
        return f"{outcome.case.kind}: {outcome.got.rule or 'none'}"
    value: Any = outcome.case.family_line if group == "family" else getattr(outcome.case, group)
    return str(value) or "none"
