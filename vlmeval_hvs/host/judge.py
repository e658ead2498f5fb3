"""The host's judge model as a plain function, for the few places where rules need a second reader."""

from __future__ import annotations

import threading
from typing import Any

from vlmeval_hvs.dataset import Judge
from vlmeval_hvs.messages import ANY_FAIL_MARKER, reply_text

NO_JUDGE = ("", "exact_matching", "extract_matching")
"""Values of the host's ``--judge`` that mean rules only."""


class JudgeFailed(RuntimeError):
    """The judge gave no reply."""


def make_judge(judge_kwargs: dict[str, Any]) -> Judge | None:
    """A function ``prompt -> reply`` from what the host passes to ``evaluate``, or None when rules decide alone.

    The host's model is built at the first call, so that a run whose predictions are all clear needs no key.
    The function raises `JudgeFailed` when no reply comes. Its attribute ``workers`` says how many calls may run at a
    time: the host's ``nproc``.
    """
    name = judge_kwargs.get("model")
    if name is None or name in NO_JUDGE:
        return None
    built: list[Any] = []
    building = threading.Lock()

    def judge(prompt: str) -> str:
        with building:
            if not built:
                from vlmeval.dataset.utils import build_judge

                built.append(build_judge(**{key: value for key, value in judge_kwargs.items() if key != "nproc"}))
        reply = reply_text(built[0].generate(prompt))
        if not reply or ANY_FAIL_MARKER in reply:
            raise JudgeFailed(f"the judge {name} gave no reply")
        return reply

    judge.model = name  # type: ignore[attr-defined]
    judge.workers = int(judge_kwargs.get("nproc") or 1)  # type: ignore[attr-defined]
    return judge
