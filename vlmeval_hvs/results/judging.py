"""A judge model reads the replies that rules leave unread; its readings are counted separately."""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

from standardizers.common import EMPTY, REFUSAL, SERVER_ERROR
from vlmeval_hvs.choices import lettered
from vlmeval_hvs.results.guard import READER_ERROR
from vlmeval_hvs.sets import records

if TYPE_CHECKING:
    import pandas as pd

    from vlmeval_hvs.results.contract import ScoreReport

Judge = Callable[[str], str]  # a second model that is asked about a reply that no rule reads: prompt to reply

JUDGE = "_hvs_judge.jsonl"
"""Ending of the file next to the predictions that keeps the replies of a judge, so that it is asked only once."""

_PROMPT = """A model was asked a question. Decide which answer its reply gives. Do not answer the question yourself.

Question:
{question}

Reply:
\"\"\"
{reply}
\"\"\"

{form} If the reply gives no answer, more than one, or refuses, say NONE."""
_LETTER = "Say the letter of the option that the reply chooses and nothing else."
_FORMS = {
    "choice": _LETTER,
    "option": _LETTER,
    "count": "Say the number that the reply gives, in digits, and nothing else.",
    "order": "Say the letters of all options in the order that the reply gives, such as CAB, and nothing else.",
    "scanpath": 'Give the points of the reply as {"X": [...], "Y": [...], "T": [...]}, with its own numbers, and '
    "nothing else.",
    "fixation": "Give the point of the reply as x, y, with its own numbers, and nothing else.",
}
"""The form of a judge's reply by kind of answer (`HVSDataset.reply_case`)."""
_NOTHING_TO_FIND = (EMPTY, REFUSAL, SERVER_ERROR, READER_ERROR, "failed", "left_out")
_NONE = re.compile(r"[\s.\"'*]*none", re.IGNORECASE)
_LONGEST = 6000


class KeptJudge:
    """A judge that is not asked again: all its replies are in the file next to the predictions."""

    def __init__(self, model: str) -> None:
        self.model = model

    def __call__(self, prompt: str) -> str:
        """Refuse a prompt that is not in the file."""
        raise LookupError("the judge is not asked again")


def prompt_of(case: Mapping[str, Any], reply: str) -> str | None:
    """The prompt about a reply, from its reader's facts (`HVSDataset.reply_case`); None where no judge reads its kind.

    Of a long reply only the beginning and the end are shown.
    """
    form = _FORMS.get(case["kind"])
    if form is None:
        return None
    question = str(case["question"])
    if case["kind"] == "option" and lettered(case["options"]) not in question:
        question = f"{question}\n{lettered(case['options'])}"
    if len(reply) > _LONGEST:
        reply = f"{reply[: _LONGEST // 3]}\n[...]\n{reply[-2 * _LONGEST // 3 :]}"
    return _PROMPT.format(question=question, reply=reply, form=form)


def add_judged(report: ScoreReport, dataset: Any, items: pd.DataFrame, judge: Judge, kept: Path) -> None:
    """Ask a judge about the unread replies of a finished report, and add its score to that of the rules.

    Metrics get ``Overall_judged`` (``Overall`` with the judge's readings in place of missing ones) and ``Judged``
    (replies that the judge read), items the column ``reply_judge``. Readings by rules stay unchanged. ``items`` are the
    rows that were scored, with ``index`` and ``reply``; the judge may have the attributes ``workers``, calls at a time,
    and ``model``, its name; ``kept`` is the file that keeps its replies.
    """
    end = "" if report.reading == "robust" else "_robust"
    table = report.items.set_index(report.items["index"].astype(str))
    unread = (table[f"fallback{end}"] == 1) & ~table[f"rule{end}"].isin(_NOTHING_TO_FIND) & (table["failed"] == 0)
    rows = {row["index"]: row for row in records(dataset.rows)}
    asked = {}
    for index, reply in table.loc[unread, "reply"].items():
        case = dataset.reply_case(rows[str(index)])
        if case and (prompt := prompt_of(case, reply)):
            asked[str(index)] = prompt
    model = str(getattr(judge, "model", ""))
    said = _ask(judge, model, kept, list(dict.fromkeys(asked.values())))
    found = {index: said[prompt] or "" for index, prompt in asked.items()}
    verdicts = {index: verdict for index, verdict in found.items() if verdict and not _NONE.match(verdict)}
    judged = report
    if verdicts:
        replies = zip(items["index"].astype(str), items["reply"], strict=True)
        judged = dataset.score(items.assign(reply=[verdicts.get(index, reply) for index, reply in replies]))
    overall = judged.metrics.get(f"Overall{end}") if "Overall" in report.metrics else None
    if overall is not None:
        report.metrics["Overall_judged"] = overall
    read = int(report.items[f"fallback{end}"].sum() - judged.items[f"fallback{end}"].sum())
    failed = sum(verdict is None for verdict in said.values())
    report.metrics["Judged"] = read
    report.items["reply_judge"] = [verdicts.get(str(index), "") for index in report.items["index"]]
    report.details["judge"] = {"model": model, "asked": len(asked), "read": read, "failed": failed}
    if failed:
        report.warnings.append(f"the judge gave no reply to {failed} of {len(said)} prompts; these replies stay unread")


def _ask(judge: Judge, model: str, kept: Path, prompts: Sequence[str]) -> dict[str, str | None]:
    """The judge's reply to every prompt, known from the file or new and then in it; None where the judge failed."""
    known: dict[str, str] = {}
    for line in kept.read_text(encoding="utf-8").splitlines() if kept.is_file() else []:
        with contextlib.suppress(ValueError, KeyError, TypeError):  # a line that a kill left torn
            entry = json.loads(line)
            if entry["model"] == model:
                known[entry["prompt"]] = str(entry["reply"])
    lock = threading.Lock()

    def ask(prompt: str) -> str | None:
        key = hashlib.sha256(prompt.encode("utf-8", "backslashreplace")).hexdigest()
        if key in known:
            return known[key]
        try:
            reply = judge(prompt)
        except Exception:  # a failing judge must not cost the scores of the rules
            return None
        line = json.dumps({"model": model, "prompt": key, "reply": reply}) + "\n"
        with lock, kept.open("a", encoding="utf-8") as file:
            file.write(line)
        return reply

    with ThreadPoolExecutor(max(1, getattr(judge, "workers", 1))) as pool:
        return dict(zip(prompts, pool.map(ask, prompts), strict=True))
