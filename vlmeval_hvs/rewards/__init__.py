"""Rewards for training on HVSBench's questions: a reply and its row to a number from 0 to 1.

Imports neither the host nor torch. `hvsbench_reward` is called as TRL's trainers call their ``reward_funcs``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from standardizers.text import as_text
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.results.guard import guarded
from vlmeval_hvs.rewards.letters import Judged, of_choice, of_count, of_order
from vlmeval_hvs.rewards.rows import asked
from vlmeval_hvs.rewards.scanpaths import of_scanpath, truth_of

__all__ = ["Judged", "hvsbench_reward", "judged", "reward"]

LONGEST = 100_000
"""Characters of a reply that are read; a longer one gets 0."""

_NEEDED = ("question", "question_type")
_TRUTHS = ("answer", "truth", "scanpaths")
_JUDGES = {"choice": of_choice, "order": of_order, "count": of_count, "scanpath": of_scanpath}


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
    return judged(reply, row).value


def judged(reply: object, row: Mapping[str, Any]) -> Judged:
    """As `reward`, with the reason."""
    question = asked(row)
    if question.kind == "scanpath":
        truth_of(question)  # a mistake of the row is an error; one while a reply is read counts as no answer
    text = as_text(reply)
    if len(text) > LONGEST:
        return Judged(0.0, "too_long")
    return guarded(Judged(0.0, "unread"), _JUDGES[question.kind], text, question)


def hvsbench_reward(prompts: Sequence[Any], completions: Sequence[Any], **columns: Sequence[Any]) -> list[float | None]:
    """Rewards of a batch, as TRL's GRPO and RLOO trainers ask for them: ``reward_funcs=hvsbench_reward``.

    Args:
        prompts: Not used; the columns have the questions.
        completions: Texts, or conversations, whose last message is the reply.
        **columns: The columns of the dataset, one value for each completion: ``question``, ``question_type`` and
            ``answer`` as `reward` reads them. Others, and further arguments of a trainer, are not used.

    Returns:
        A reward for each completion; None, which TRL leaves out, where the row has no ``question_type``, as rows of
        other tasks in a mixed dataset.

    Raises:
        DataError: A column is missing, or a row is no question.

    Example:
        >>> asked = {"question": ["How many?"] * 2, "question_type": ["Q2"] * 2, "answer": ["3"] * 2}
        >>> hvsbench_reward(["How many?"] * 2, ["three", [{"role": "assistant", "content": "4"}]], **asked)
        [1.0, 0.25]
    """
    missing = [name for name in _NEEDED if name not in columns]
    if missing or not any(name in columns for name in _TRUTHS):
        raise DataError(
            f"the dataset has no column {', '.join(missing) or 'answer'}; the reward needs question, question_type and "
            "answer (set remove_unused_columns=False, or the trainer removes them)"
        )
    names = [name for name in (*_NEEDED, *_TRUTHS, "index") if name in columns]
    result: list[float | None] = []
    for place, completion in enumerate(completions):
        row = {name: columns[name][place] for name in names}
        result.append(reward(_said(completion), row) if row["question_type"] else None)
    return result


def _said(completion: object) -> str:
    """The reply in a completion; "" where there is none."""
    if isinstance(completion, Sequence) and not isinstance(completion, str):
        completion = completion[-1] if len(completion) else ""
    if isinstance(completion, Mapping):
        completion = completion.get("content")
    if isinstance(completion, Sequence) and not isinstance(completion, str):
        parts = [part.get("text") for part in completion if isinstance(part, Mapping)]
        return " ".join(text for text in parts if isinstance(text, str))
    return as_text(completion)
