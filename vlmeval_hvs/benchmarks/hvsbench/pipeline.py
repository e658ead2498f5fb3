"""HVSBench's conversation: an answer, and why it was given (HVSBench paper, section 4.2)."""

from __future__ import annotations

from standardizers.text import said
from vlmeval_hvs.benchmarks.hvsbench.wording import why
from vlmeval_hvs.messages import EXPLAIN, EXPLANATION, Message, Pipeline, Turn, read_record, text

_LONGEST_TOLD = 2000
_LONGEST_KEPT = 4000
"""Characters of an explanation in a record; the ledger has all of it."""


def explained(message: Message) -> Pipeline:
    """Ask a question, then why the answer is what it is.

    The first turn is exactly what is asked without an explanation, and its reply alone is scored (``answer`` of the
    record). The second shows the question again with the answer, without a trace of reasoning.
    """
    reply = yield Turn(message)
    if "declined" in (record := read_record(reply) or {}):
        return record
    told = said(reply).text or reply.strip()
    explanation = yield Turn([*message, text(why(told[:_LONGEST_TOLD]))], step=EXPLAIN)
    return {"answer": reply, EXPLANATION: explanation.strip()[:_LONGEST_KEPT]}
