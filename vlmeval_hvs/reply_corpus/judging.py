"""A judge model as a reader: the paper's comparison of rules with extraction by a large model (Fig. 3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vlmeval_hvs.benchmarks.hvsbench.judge_extraction import Extracted, extract
from vlmeval_hvs.dataset import Judge
from vlmeval_hvs.reply_corpus.accuracy import Outcome, outcomes
from vlmeval_hvs.reply_corpus.cases import Case
from vlmeval_hvs.reply_corpus.reading import Reading, read


def judged(cases: Sequence[Case], judge: Judge) -> tuple[list[Outcome], Extracted]:
    """Let a judge extract the answers of cases.

    Args:
        cases: Labelled cases.
        judge: Prompt in, reply out.

    Returns:
        The outcomes of the calls that did not fail, and what the judge said. The robust reader reads the judge's text.
    """
    extracted = extract(judge, [(case.question, case.reply) for case in cases])
    texts = {case.id: text for case, text in zip(cases, extracted.texts, strict=True) if text is not None}

    def reader(case: Case) -> Reading:
        # The token limit cut the reply, not what the judge made of it.
        return read(replace(case, reply=texts[case.id], finished=None))

    return outcomes([case for case in cases if case.id in texts], reader), extracted
