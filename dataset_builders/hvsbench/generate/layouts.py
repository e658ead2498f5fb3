"""How training packages want a question: one function for each layout.

Read off the packages' own readers: LLaMA-Factory's ``data/parser.py`` and ``data/converter.py``, ms-swift's
``dataset/preprocessor/core.py``, TRL's ``data_utils.prepare_multimodal_messages`` and ``trainer/grpo_trainer.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from dataset_builders.hvsbench.generate.replies import Reply
from dataset_builders.hvsbench.generate.training_rows import Question

_PLACE = "<image>"
_ROLES = {"role_tag": "role", "content_tag": "content", "user_tag": "user", "assistant_tag": "assistant"}

Record = dict[str, Any]


class Layout(NamedTuple):
    """A layout.

    Attributes:
        record: A question, a reply and the picture's path to a line.
        array: The file is one JSON array, not a line for each record.
        info: What LLaMA-Factory's ``dataset_info.json`` says of the file; None where that package does not read it.
        answered: A record holds a reply, so that there may be several to a question.
    """

    record: Callable[[Question, Reply, str], Record]
    array: bool = False
    info: Record | None = None
    answered: bool = True


def _sharegpt(question: Question, reply: Reply, picture: str) -> Record:
    turns = [{"from": "human", "value": f"{_PLACE}{question.text}"}, {"from": "gpt", "value": reply.text}]
    return {"id": _name(question, reply), "image": picture, "conversations": turns}


def _messages(question: Question, reply: Reply, picture: str) -> Record:
    messages = [_turn("user", f"{_PLACE}{question.text}"), _turn("assistant", reply.text)]
    return {"messages": messages, "images": [picture], **_of_row(question)}


def _trl(question: Question, reply: Reply, picture: str) -> Record:
    prompt, completion = [_turn("user", question.text)], [_turn("assistant", reply.text)]
    return {"prompt": prompt, "completion": completion, "images": [picture]}


def _trl_grpo(question: Question, reply: Reply, picture: str) -> Record:
    return {"prompt": [_turn("user", question.text)], "images": [picture], **_of_row(question)}


LAYOUTS = {
    "sharegpt": Layout(
        _sharegpt,
        array=True,
        info={"formatting": "sharegpt", "columns": {"messages": "conversations", "images": "image"}},
    ),
    "messages": Layout(
        _messages,
        info={"formatting": "sharegpt", "columns": {"messages": "messages", "images": "images"}, "tags": _ROLES},
    ),
    "trl": Layout(_trl),
    "trl-grpo": Layout(_trl_grpo, answered=False),
}
"""``sharegpt``: LLaVA's and LLaMA-Factory's; ``messages``: ms-swift's and LLaMA-Factory's, with what a reward needs;
``trl``: prompts and completions; ``trl-grpo``: prompts, with what a reward needs."""


def _turn(role: str, content: str) -> dict[str, str]:
    return {"role": role, "content": content}


def _name(question: Question, reply: Reply) -> str:
    return f"{question.index}_{reply.participant}" if reply.participant else str(question.index)


def _of_row(question: Question) -> Record:
    """The columns that `vlmeval_hvs.rewards.reward` reads, with the row's index."""
    return {
        "index": question.index,
        "question": question.text,
        "question_type": question.kind,
        "answer": question.answer,
    }
