"""Rewards for training on HVSBench's questions: a reply and its row to a number from 0 to 1.

Imports neither the host nor torch. `hvsbench_reward` is called as TRL's trainers call their ``reward_funcs``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from standardizers.text import as_text
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.results.guard import guarded
from vlmeval_hvs.rewards.questions import asked, of_choice, of_count, of_order
from vlmeval_hvs.rewards.scanpaths import of_scanpath, truth_of

__all__ = ["hvsbench_reward", "reward"]

LONGEST = 100_000
"""Characters of a reply that are read; a longer one gets 0."""

_NEEDED = ("question", "question_type")
_TRUTHS = ("answer", "truth", "scanpaths")
_REWARDS = {"choice": of_choice, "order": of_order, "count": of_count, "scanpath": of_scanpath}


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
    question = asked(row)
    if question.kind == "scanpath":
        truth_of(question)  # a mistake of the row is an error; one while a reply is read counts as no answer
    text = as_text(reply)
    if len(text) > LONGEST:
        return 0.0
    return guarded(0.0, _REWARDS[question.kind], text, question)


def hvsbench_reward(prompts: Sequence[Any], completions: Sequence[Any], **columns: Sequence[Any]) -> list[float | None]:
    """Rewards of a batch, as TRL's GRPO and RLOO trainers ask for them: ``reward_funcs=hvsbench_reward``.

    Args:
        prompts: Not used; the columns have the questions.
        completions: Texts, or conversations, whose last message is the reply.
        **columns: The columns of the dataset, one value for each completion; those that `reward` reads are used.

    Returns:
        A reward for each completion; None, which TRL leaves out, where the row has no ``question_type``, as rows of
        other tasks in a mixed dataset.

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
    rows = ({name: columns[name][place] for name in names} for place in range(len(completions)))
    return [
        reward(_said(completion), row) if row["question_type"] else None
        for completion, row in zip(completions, rows, strict=True)
    ]


def _said(completion: object) -> str:
    """The reply in a completion; "" where there is none."""
    if isinstance(completion, list):
        completion = completion[-1].get("content") if completion else ""
    if isinstance(completion, list):
        return " ".join(as_text(part.get("text")) for part in completion)
    return as_text(completion)
