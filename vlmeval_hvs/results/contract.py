"""The result contract: what every score file and every item file of every benchmark holds.

**Items** (``<stem>_hvs_items.tsv``), one line per row: ``index``; ``reply``, what the model said; ``answer``, what was
read from it, empty where ``fallback`` is 1; ``rule``, how; ``fallback``, 1 when no answer was found; ``score``, from 0
to 1 where the row has a right answer; ``failed``, 1 when the host got no reply. ``answer``, ``rule``, ``fallback`` and
``score`` follow the headline's reading; the same names with the suffix ``_paper`` or ``_robust`` follow the other
reading. The benchmark's own columns follow.

**Scores** (``<stem>_hvs_scores.json``): ``schema``, ``n``, ``reading``, ``Overall``, ``Overall_<other reading>``,
``Fallback`` (share of rows without an answer), ``Differ`` (share of rows on which the readings differ), ``Chance``
(``value``, ``low``, ``high``: the mean and the central 95 % of ``Overall`` under guessing), ``validity``, ``settings``
(those the predictions were made with), ``digest`` of the data, then ``metrics``, ``intervals``, ``details``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from vlmeval_hvs.metrics.chance import Chance

if TYPE_CHECKING:
    import pandas as pd

READ = ("answer", "rule", "fallback", "score")
"""Item columns that exist once per reading."""

INVALID_SHARE = 0.1
"""A larger share of failed rows makes a result invalid (the limit that inspect_evals sets for its reports)."""


@dataclass
class ScoreReport:
    """Scores of one model on one dataset.

    Attributes:
        metrics: Flat ``{name: value}`` shown to the user; ``Overall`` and ``Overall_<other>`` among them. A value that
            is not defined (no rows of a kind) is left out, never NaN.
        items: One line per row, in the rows' order: the columns of `READ` for both readings, then the benchmark's own.
        chance: The result of guessing, or None where the benchmark cannot tell.
        chances: The same by metric name, for the metrics whose chance is known.
        intervals: ``{metric name: (low, high)}``, 95 % unless ``details`` says otherwise.
        details: Nested JSON-able results: sub-tables, counts of rules, settings of the scoring.
        warnings: Sentences for the user about what is missing, thin or unusual.
        files: More files to write next to the prediction file: ending of the name to content, or to a function that
            makes the content from the model's name.
        summary: Sentences that say in words what was found; printed once for the user, next to the table of metrics.
        reading: The headline's reading; set by `finished`, as the following.
        other: The other reading.
        failed: Number of failed rows.
    """

    SCHEMA: ClassVar[int] = 2

    metrics: dict[str, float]
    items: pd.DataFrame
    chance: Chance | None = None
    chances: dict[str, Chance] = field(default_factory=dict)
    intervals: dict[str, tuple[float, float]] = field(default_factory=dict)
    details: dict[str, Any] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)
    files: dict[str, bytes | Callable[[str], bytes]] = field(default_factory=dict)
    summary: list[str] = field(default_factory=list)
    reading: str = ""
    other: str = ""
    failed: int = 0

    @property
    def validity(self) -> str:
        """``valid``; ``partial`` when rows failed; ``invalid`` when too many did, or there is no headline."""
        if "Overall" not in self.metrics or self.failed > INVALID_SHARE * len(self.items):
            return "invalid"
        return "partial" if self.failed else "valid"

    def headline(self) -> dict[str, Any]:
        """The contract's part of the score file."""
        names = ("Overall", f"Overall_{self.other}", "Fallback", "Differ")
        return {
            "n": len(self.items),
            "reading": self.reading,
            **{name: self.metrics.get(name) for name in names},
            "Chance": self.chance._asdict() if self.chance else {"value": None, "low": None, "high": None},
            "validity": self.validity,
        }


def finished(report: ScoreReport, items: pd.DataFrame, reading: str, other: str) -> ScoreReport:
    """Complete a benchmark's report by what the contract derives for all benchmarks alike.

    Args:
        report: The report of the benchmark's scoring.
        items: The rows that were scored, with ``reply`` and ``failed``.
        reading: The headline's reading.
        other: The other reading.

    Returns:
        The same report, completed.

    Raises:
        ValueError: The benchmark left out a column of the contract; a defect of the benchmark.
    """
    import pandas as pd

    table = report.items.reset_index(drop=True)
    wanted = [*READ, *(f"{name}_{other}" for name in READ)]
    missing = [name for name in wanted if name not in table]
    if missing or len(table) != len(items):
        raise ValueError(f"the item table lacks {', '.join(missing) or 'rows'}")
    failed = items["failed"].to_numpy(bool)
    first = pd.DataFrame({"index": items["index"].to_numpy(), "reply": items["reply"].to_numpy()})
    contract = first.join(table[wanted]).assign(failed=failed.astype(int))
    for name in ("fallback", f"fallback_{other}"):
        contract[name] = contract[name].astype(int)
    for name in ("score", f"score_{other}"):
        contract[name] = contract[name].astype(float)
    own = [name for name in table if name not in contract]
    for end in ("", f"_{other}"):  # a stand-in that scoring used is no answer
        contract[f"answer{end}"] = contract[f"answer{end}"].astype(object).where(contract[f"fallback{end}"] == 0, "")
    differ = contract["answer"].astype(str) != contract[f"answer_{other}"].astype(str)
    report.items = contract.join(table[own])
    report.metrics |= {"Fallback": float(contract["fallback"].mean()), "Differ": float(differ.mean())}
    if report.chance is not None:
        report.metrics |= {
            "Chance": report.chance.value,
            "Chance_low": report.chance.low,
            "Chance_high": report.chance.high,
        }
    report.reading, report.other, report.failed = reading, other, int(failed.sum())
    if report.failed:
        report.warnings.append(
            f"{report.failed} of {len(items)} samples failed during inference and count as unanswered"
        )
    return report
