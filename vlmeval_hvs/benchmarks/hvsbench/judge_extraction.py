"""Extraction of answers by a judge model, the method that the paper compares its standardization with (Fig. 3).

The judge gets the question, the reply and the printed instruction. What it returns is a text again; the robust reader
reads it, so that the judge is not blamed for the form of its reply.

Source: HVSBench paper, section 3.3.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any, NamedTuple

import pandas as pd

from vlmeval_hvs.benchmarks.hvsbench.questions import TYPES
from vlmeval_hvs.dataset import READINGS, Judge
from vlmeval_hvs.files import bundled
from vlmeval_hvs.metrics import cohen_kappa
from vlmeval_hvs.results.contract import READ, ScoreReport


class Extracted(NamedTuple):
    """What a judge extracted.

    Attributes:
        texts: One per pair; None where the call failed, "" where the reply was empty and nothing was asked.
        calls: Number of calls, failed ones included.
        failed: Number of failed calls.
        seconds: Time that all calls took together, from the first to the last.
    """

    texts: list[str | None]
    calls: int
    failed: int
    seconds: float


@cache
def _wording() -> dict[str, str]:
    return dict(bundled(__package__, "extraction.json"))


def extraction_prompt(question: str, reply: str) -> str:
    """What the judge is asked."""
    return _wording()["prompt"].format(question=question, reply=reply, instruction=_wording()["instruction"])


def extract(judge: Judge, pairs: Sequence[tuple[str, str]]) -> Extracted:
    """Ask a judge about replies; equal questions with equal replies are asked once.

    Args:
        judge: The judge; its attribute ``workers``, where it has one, says how many calls it takes at a time.
        pairs: ``(question, reply)``.
    """

    def ask(pair: tuple[str, str]) -> str | None:
        try:
            return judge(extraction_prompt(*pair))
        except Exception:  # whatever a judge raises: one call must not end the scoring of all others
            return None

    asked = list(dict.fromkeys(pair for pair in pairs if pair[1].strip()))
    began = time.monotonic()
    with ThreadPoolExecutor(max(1, getattr(judge, "workers", 1))) as pool:
        found = dict(zip(asked, pool.map(ask, asked), strict=True))
    failed = sum(text is None for text in found.values())
    return Extracted([found.get(pair, "") for pair in pairs], len(asked), failed, time.monotonic() - began)


def add_judge(
    report: ScoreReport, items: pd.DataFrame, judge: Judge, score: Callable[[pd.DataFrame], ScoreReport]
) -> ScoreReport:
    """Put a third reading next to the two of a report: the judge's.

    Metrics get the suffix ``_judge``, item columns too. Where a call fails, the robust reading stands in; how often is
    a metric. The headline stays what it is.

    Args:
        report: The report of the two readings.
        items: The rows that were scored, with ``question`` and ``reply``.
        judge: The judge.
        score: Scores rows by the robust reading.

    Returns:
        The same report, with the third reading.
    """
    items = items.reset_index(drop=True)
    extracted = extract(judge, list(zip(items["question"], items["reply"], strict=True)))
    items["reply_judge"] = [
        reply if text is None else text for text, reply in zip(extracted.texts, items["reply"], strict=True)
    ]
    judged = score(_as_replies(items, extracted))
    types = {f"{kind}_Acc" for kind in TYPES}  # they are in the details of every reading, not in the flat table
    report.metrics |= {
        f"{name}_judge": value
        for name, value in judged.metrics.items()
        if not name.endswith("_paper") and name not in types
    }
    report.metrics["Judge_failed"] = extracted.failed / max(1, extracted.calls)
    columns = judged.items[list(READ)].assign(answer=_answers(judged.items, "")).add_suffix("_judge")
    columns["fallback_judge"] = columns["fallback_judge"].astype(int)
    report.items = report.items.reset_index(drop=True).join(columns).join(items["reply_judge"])
    agreement = {name: _agreement(report.items, name) for name in READINGS}
    for name, table in agreement.items():
        parts = {f"Judge_{part}_{name}": table["all"][part] for part in ("agree", "kappa")}
        report.metrics |= {part: value for part, value in parts.items() if value is not None}
    report.details["judge"] = {
        "instruction": _wording()["instruction"],
        "calls": extracted.calls,
        "failed": extracted.failed,
        "seconds": round(extracted.seconds, 3),
        "agreement": agreement,
    }
    if extracted.failed:
        report.warnings.append(
            f"{extracted.failed} of {extracted.calls} calls of the judge failed; the robust reading stands in for them"
        )
    return report


def _as_replies(items: pd.DataFrame, extracted: Extracted) -> pd.DataFrame:
    """The rows with what the judge said as replies; the token limit of the model did not cut those."""
    changes: dict[str, Any] = {"reply": items["reply_judge"]}
    if "finished" in items:
        known = zip(items["finished"], extracted.texts, strict=True)
        changes["finished"] = pd.Series([state if text is None else None for state, text in known], dtype=object)
    return items.assign(**changes)


def _agreement(items: pd.DataFrame, reading: str) -> dict[str, dict[str, Any]]:
    """Share of rows on which judge and a reading give the same answer, and Cohen's kappa, per kind of question.

    "No answer" is an answer like the others. Scanpaths have no kappa: no two are expected to be equal by chance.
    """
    end = f"_{reading}" if f"answer_{reading}" in items else ""
    ours, judges = (_answers(items, suffix) for suffix in (end, "_judge"))
    kinds = items["question_type"].map(lambda name: TYPES[name].kind)
    groups = {"all": pd.Series(True, index=items.index)} | {kind: kinds == kind for kind in sorted(set(kinds))}
    table = {}
    for name, chosen in groups.items():
        lettered = chosen & (kinds != "scanpath")
        kappa = cohen_kappa(ours[lettered], judges[lettered]) if lettered.any() else None
        table[name] = {"n": int(chosen.sum()), "agree": float((ours == judges)[chosen].mean()), "kappa": kappa}
    return table


def _answers(items: pd.DataFrame, end: str) -> pd.Series:
    return items[f"answer{end}"].astype(str).where(~items[f"fallback{end}"].astype(bool), "")
