"""Rewards for training on HVSBench's questions: a reply and its row to a number from 0 to 1.

Imports neither the host nor torch. `hvsbench_reward` is called as TRL's trainers call their ``reward_funcs``.

Similar to people on average is also a path that was never looked at: on 124 photographs of interiors (3,581 people's
first six fixations) small steps around the centre have a mean MultiMatch of 0.808 with the people of a picture, one of
these people 0.794 with the others. So a scanpath is compared with the person whom it is most similar to, and gets what
it is more than the best of a few fixed paths.
"""

import json
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from standardizers import choice, count, order, scanpath
from standardizers.text import as_text
from vlmeval_hvs.benchmarks.hvsbench import questions
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.metrics import multimatch_batch
from vlmeval_hvs.results.guard import guarded
from vlmeval_hvs.server_replies import said

__all__ = ["hvsbench_reward", "reward"]

SCREEN = (512, 320)  # width and height, px, as in the paper's metric (`vlmeval_hvs.benchmarks.hvsbench.scanpaths`)
LONGEST_LOOK = 5000.0  # ms that the durations of a scanpath may be together; the prompt says 5 seconds

_LONGEST_REPLY = 100_000  # characters; a longer reply gets 0
_PARTLY = 0.5  # the most that an order gets that is not the right one
_FIXED = 0.2  # what the best of the fixed paths gets, and every reply that is as similar to somebody as it is
_UNASKED = 0.25  # share that is left where there is another number of values, or durations are unknown or too long
_SHORTEST = 3  # fixations that MultiMatch needs
_MOST = 3  # times as many values as asked for; a reply of more is none
_STEPS = (0.05, 0.1, 0.2)  # of the fixed paths, shares of the image
_DIRECTIONS = np.array([(0, 0), (-1, 0), (1, 0), (0, -1), (0, 1)])
_DURATION = 220.0  # ms

_NEEDED, _TRUTHS = ("question", "question_type"), ("answer", "truth", "scanpaths")
_WORD = re.compile(r"\w+")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_NUMBERS_ONLY = re.compile(r"[\d\s.,;:/|()\[\]{}-]+")

Path = NDArray[np.float64]  # (n, 3) fixations: x and y in px of `SCREEN`, duration in ms


def reward(reply: object, row: Mapping[str, Any]) -> float:
    """The reward of a reply, from 0 to 1, by the project's readers and metrics.

    Args:
        reply: What the model said; no reply raises an error.
        row: The question: ``question``, ``question_type`` (``"Q1"`` to ``"Q13"``) and ``answer``, as a line of the
            regenerated set has them; a row of a built set has ``truth`` and ``scanpaths`` for ``answer``.

    Returns:
        Letters: 1 right, 0 wrong. Orders: 1 right, at most 0.5 for a like one. Counts: ``1 / (1 + error) ** 2``.
        Scanpaths: above 0.2 what is more similar to somebody than fixed paths are (docs/training.md).

    Raises:
        DataError: The row is no such question, or its answer is none.

    Example:
        >>> row = {"question": "Which? [A] a cup [B] a cat", "question_type": "Q5", "answer": "B"}
        >>> reward("The answer is B.", row), reward("A", row), reward("A, B", row)
        (1.0, 0.0, 0.0)
    """
    question = _asked(row)
    if question.kind == "scanpath":
        _truth_of(question)  # a mistake of the row is an error; one while a reply is read counts as no answer
    text = as_text(reply)
    if len(text) > _LONGEST_REPLY:
        return 0.0
    return guarded(0.0, _REWARDS[question.kind], text, question)


def hvsbench_reward(prompts: Sequence[Any], completions: Sequence[Any], **columns: Sequence[Any]) -> list[float | None]:
    """Rewards of a batch, as TRL's GRPO and RLOO trainers ask for them: ``reward_funcs=hvsbench_reward``.

    Args:
        prompts: Not used; the columns have the questions.
        completions: Texts, or conversations, whose last message is the reply.
        **columns: The columns of the dataset, one value for each completion; those that `reward` reads are used.

    Returns:
        A reward for each completion; None, which TRL leaves out, for rows of other tasks: without ``question_type``.

    Raises:
        DataError: A column is missing, or a row is no question.
    """
    missing = [name for name in _NEEDED if name not in columns]
    if missing or not any(name in columns for name in _TRUTHS):
        raise DataError(
            f"the dataset has no column {', '.join(missing) or 'answer'}; the reward needs question, question_type and "
            "answer (set remove_unused_columns=False, or the trainer removes them)"
        )
    names = [name for name in (*_NEEDED, *_TRUTHS, "index") if name in columns]
    rows = [{name: columns[name][place] for name in names} for place in range(len(completions))]
    replies = [one if isinstance(one, str) else said(one).text for one in completions]
    return [reward(text, row) if row["question_type"] else None for text, row in zip(replies, rows, strict=True)]


class Asked(NamedTuple):
    """A question with its truth."""

    row: str  # name of the row in an error
    kind: str  # "choice", "order", "count" or "scanpath"
    text: str
    labels: str  # of its options; all that a question may have where it shows none
    options: tuple[str, ...] | None  # their texts, or None where the question does not show them all
    truth: str  # the right letters, or the right number in digits; the people's scanpaths as JSON


def _asked(row: Mapping[str, Any]) -> Asked:
    """Read a row (see `reward`); scanpaths are checked where they are compared."""
    name = f"row {row['index']}" if row.get("index") is not None else "a row"
    missing = [column for column in _NEEDED if not row.get(column)]
    if missing:
        raise DataError(f"{name} has no {' and no '.join(missing)}; a reward needs question, question_type and answer")
    if str(row["question_type"]) not in questions.TYPES:
        raise DataError(f"{name}: question_type {row['question_type']!r} is not one of Q1 to Q13")
    kind, text = questions.TYPES[str(row["question_type"])].kind, str(row["question"])
    answer = row.get("scanpaths" if kind == "scanpath" else "truth") or row.get("answer")
    if answer is None or answer == "":
        raise DataError(f"{name} has no answer")
    shown, texts = questions.labels_of(text), questions.options_of(text)
    labels, options = shown or questions.MOST_OPTIONS, tuple(texts.get(label, "") for label in shown)
    truth = (answer if isinstance(answer, str) else json.dumps(answer)).strip()
    wrong = {
        "choice": truth not in set(labels) and f"one of the letters {labels}",
        "order": (set(truth) - set(labels) or len(set(truth)) < len(truth)) and f"an order of {labels}",
        "count": not (truth.isascii() and truth.isdigit()) and "a whole number",
    }.get(kind)
    if wrong:
        raise DataError(f"{name}: the answer {truth[:60]!r} is not {wrong}")
    return Asked(name, kind, text, labels, options if options and all(options) else None, truth)


def _of_choice(reply: str, question: Asked) -> float:
    """1 for the right letter, 0 for every other reply; a bare list of letters is no answer."""
    words = set(_WORD.findall(reply))
    if len(words) > 1 and words <= set(question.labels):
        return 0.0
    found = choice(reply, labels=question.labels, options=question.options)
    return float(not found.fallback and found.value == question.truth)


def _of_order(reply: str, question: Asked) -> float:
    """1 for the right order; `_PARTLY` times Kendall's tau where that is above 0; 0 for what is no order of all.

    Guesses without a look have a tau of 0 on average, so that no order is a better guess than another one.
    """
    found = order(reply, labels=question.labels, options=question.options)
    letters = str(found.value)
    if found.fallback or sorted(letters) != sorted(question.truth):
        return 0.0
    pairs = list(combinations(question.truth, 2))
    tau = sum(1 if letters.index(one) < letters.index(other) else -1 for one, other in pairs) / max(len(pairs), 1)
    return 1.0 if letters == question.truth else _PARTLY * max(tau, 0.0)


def _of_count(reply: str, question: Asked) -> float:
    """``1 / (1 + error) ** 2``: 1 for the right number, 1/4 when it is one off, 1/9 when it is two off."""
    if _NUMBERS_ONLY.fullmatch(reply) and len(_NUMBER.findall(reply)) > 1:
        return 0.0
    found = count(reply, question=question.text)
    return 0.0 if found.fallback else 1 / (1 + abs(float(found.value) - int(question.truth))) ** 2


class Truth(NamedTuple):
    """What replies to a question are compared with."""

    asked: int | None  # fixations that the question asks for; None when it does not say
    example: tuple[tuple[float, ...], tuple[float, ...]]  # x and y of the prompt's example
    people: tuple[Path, ...]  # those with three fixations, cut to `asked`
    fixed: float  # similarity of the best of the fixed paths


def _of_scanpath(reply: str, question: Asked) -> float:
    """From 0 to 1, the higher the more similar the reply is to one of the people.

    Similarity is the mean of MultiMatch's five parts (four where durations are not known), of both paths cut to the
    number of fixations that is asked for. The best of the fixed paths gets `_FIXED`, the person's own path 1, others
    linearly. Copies of the prompt's example, one point all the time, too few and far too many fixations get 0.
    """
    truth = _truth_of(question)
    found = scanpath(reply)
    path, asked = found.value, truth.asked
    long = asked and len(path.x) > _MOST * asked
    none = found.fallback or long or len(path.x) < _SHORTEST or questions.repeats(path.x, path.y, truth.example)
    if none or questions.stays(path.x[:asked], path.y[:asked]):
        return 0.0
    similar = _nearest(_scaled(path.x, path.y, path.t, asked), truth.people)
    value = float(np.interp(similar, (0.0, truth.fixed, 1.0), (0.0, _FIXED, 1.0)))
    # The robust reading drops the last value of a list that is one longer; the paper's reading reports it.
    unequal = scanpath(reply, profile="paper").rule == "unequal_lengths" or len(path.x) != (asked or len(path.x))
    timed = min(path.t) > 0 and sum(path.t) <= LONGEST_LOOK
    return value if timed and not unequal else _UNASKED * value


def _nearest(path: Path, people: Sequence[Path]) -> float:
    """Similarity to the person who is most similar."""
    parts = multimatch_batch([(path, person) for person in people], SCREEN)
    known = np.isfinite(parts)
    means = np.where(known, parts, 0.0).sum(axis=1) / np.maximum(known.sum(axis=1), 1)
    return float(means.max())


@lru_cache(maxsize=1024)
def _truth_of(question: Asked) -> Truth:
    """What replies to a scanpath question are compared with, or a DataError that names the row."""
    asked, example = questions.asked_length(question.text) or None, questions.example_in(question.text)
    try:
        found = [_scaled(one["X"], one["Y"], one.get("T") or (), asked) for one in json.loads(question.truth)]
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        wrong = f"the scanpaths {question.truth[:60]!r} are no JSON list of X, Y and T of people"
        raise DataError(f"{question.row}: {wrong}") from error
    people = tuple(path for path in found if len(path) >= _SHORTEST)
    if not people:
        raise DataError(f"{question.row}: nobody has the three fixations that a comparison of scanpaths needs")
    # Steps from the centre to the left, the right, up and down, and again.
    turns = _DIRECTIONS[np.arange(asked or max(map(len, people))) % len(_DIRECTIONS)].T
    paths = [0.5 + size * turns for size in _STEPS]
    if len(example[0]) >= _SHORTEST:
        paths.append(np.array(example))
    fixed = max(_nearest(_scaled(x, y, [_DURATION] * len(x), asked), people) for x, y in paths)
    return Truth(asked, example, people, min(fixed, 0.99))


def _scaled(x: Sequence[float] | Path, y: Sequence[float] | Path, t: Sequence[float], asked: int | None) -> Path:
    """A path in px, cut to the number of fixations that is asked for; unknown durations are NaN."""
    times = t if len(t) == len(x) else [np.nan] * len(x)
    path = np.column_stack([np.asarray(x, float) * SCREEN[0], np.asarray(y, float) * SCREEN[1], times])
    return path[:asked]


_REWARDS = {"choice": _of_choice, "order": _of_order, "count": _of_count, "scanpath": _of_scanpath}
