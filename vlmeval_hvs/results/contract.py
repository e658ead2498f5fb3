"""The result contract: the content of the score and item files of every benchmark.

**Items** (``<stem>_hvs_items.tsv``), one line per row: ``index``; ``reply`` of the model; ``answer`` read from it,
empty where ``fallback`` is 1; ``rule`` that found it; ``fallback``, 1 where no answer was found; ``score``, from 0 to 1
where the row has a right answer; ``failed``, 1 where the host got no reply. ``answer``, ``rule``, ``fallback`` and
``score`` follow the headline's reading, and again with the suffix ``_paper`` or ``_robust`` the other reading. The
benchmark's own columns come last. A row that a weight-free model declined is in no number: its ``rule`` is
``left_out``, and its ``answer``, ``fallback`` and ``score`` are empty.

**Scores** (``<stem>_hvs_scores.json``): the keys of `ScoreFile`. An invalid result has no ``Overall`` in either
reading. A weight-free model that declined all rows of ``Overall``, but answered others, has a partial result without
``Overall``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, TypedDict, get_args

from vlmeval_hvs.errors import first_ten
from vlmeval_hvs.metrics.chance import Chance
from vlmeval_hvs.results.guard import READER_ERROR

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

    Mask = NDArray[np.bool_]  # a value for every row

REFUSED = "refusal"  # the rule of a reply that refuses to answer
NOTED = 0.02  # a larger share of truncated replies, refusals or replies without an answer gives a warning
READ = ("answer", "rule", "fallback", "score")  # item columns that exist once per reading
MAX_FAILED = 0.02  # default of the option ``max_failed``: a larger share of failed rows makes a result invalid

_ABOUT = ("Fallback", "Differ", "LeftOut", "Chance", "Chance_low", "Chance_high", "Overall_judged", "Judged")
"""Metrics that do not measure how well a model answers."""

Validity = Literal["valid", "partial", "invalid"]
VALIDITIES = get_args(Validity)
"""From the best to the worst."""

Reading = Literal["robust", "paper"]

# Constraints in the JSON schema (`vlmeval_hvs.schema`).
MAY_LACK = "may lack"
Count = Annotated[int, ("minimum", 0)]
Share = Annotated[float, ("minimum", 0), ("maximum", 1)]
Sha256 = Annotated[str, ("pattern", "^[0-9a-f]{64}$")]
Interval = tuple[float | None, float | None] | None


class RestsOn(TypedDict):
    """Number of rows that Overall counts, and a digest of their indices; not in files of earlier versions."""

    n: Count
    rows: str


class Guessing(TypedDict):
    """Mean and central 95 % of ``Overall`` under guessing."""

    value: float | None
    low: float | None
    high: float | None


class MarkedChance(TypedDict):
    """Mean and central 95 % of a metric under guessing, and whether the metric is above, inside or below."""

    value: float
    low: float
    high: float
    mark: Literal["above", "inside", "below"]


class DataOfScores(TypedDict):
    """The built set that was asked about."""

    set: str
    digest: str
    source: str


class ScoreFile(TypedDict):
    """A score file, with ``Overall_paper`` or ``Overall_robust`` for the reading other than the headline's."""

    schema: Literal[3]
    dataset: str
    model: str
    benchmark: str
    n: Count  # rows that were scored
    left_out: Count  # rows that a weight-free model declined
    rests_on: Annotated[RestsOn, MAY_LACK]
    reading: Reading
    Overall: float | None
    Overall_paper: Annotated[float | None, MAY_LACK]
    Overall_robust: Annotated[float | None, MAY_LACK]
    # ``Overall`` with a judge's readings of replies that rules leave unread
    Overall_judged: Annotated[float | None, MAY_LACK]
    judged: Annotated[float, MAY_LACK, ("minimum", 0)]  # number of replies that the judge read
    Fallback: Share | None  # share of rows without an answer
    Differ: Share | None  # share of rows on which the readings differ
    Chance: Guessing  # the result of guessing
    chances: dict[str, MarkedChance]  # the same for every metric whose chance is known
    cautions: dict[str, str]  # metric to a sentence, where a value means less than it seems
    validity: Validity
    validity_reason: str
    metrics: dict[str, float | None]
    intervals: dict[str, Interval]
    details: dict[str, Any]
    warnings: list[str]
    counts: dict[str, Count]
    settings: dict[str, Any]  # settings that the predictions were made with
    settings_from: Literal["the run", "this evaluation"]
    provenance: Literal["ledger", "none"]  # origin of the replies
    run: dict[str, Any]
    wording: str  # digest of templates and modules that decide how the benchmark asks
    files: dict[str, Sha256]  # files that were read, and the item table
    digest: str  # digest of the data
    data: Annotated[DataOfScores, ("additionalProperties", True)]
    version: str


@dataclass
class ScoreReport:
    """Scores of one model on one dataset; the fields from ``reading`` on are set by `finished`."""

    SCHEMA: ClassVar[int] = 3

    # Flat ``{name: value}`` shown to the user, with ``Overall`` and ``Overall_<other>``; undefined values (no rows of
    # a kind) are absent, never NaN
    metrics: dict[str, float]
    # One line per row, in the rows' order: the columns of `READ` for both readings, then the benchmark's own
    items: pd.DataFrame
    chance: Chance | None = None  # the result of guessing, or None where it is unknown
    # ``{metric name: (low, high)}``, 95 % unless ``details`` says otherwise
    intervals: dict[str, tuple[float, float]] = field(default_factory=dict)
    # Nested JSON-able results: sub-tables, counts of rules, settings of the scoring
    details: dict[str, Any] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)  # sentences for the user about what is missing, thin or unusual
    # More files to write next to the prediction file: ending of the name to content, or to a function of the model's
    # name that returns the content
    files: dict[str, bytes | Callable[[str], bytes]] = field(default_factory=dict)
    summary: list[str] = field(default_factory=list)  # sentences with the findings, printed once for the user
    chances: dict[str, Chance] = field(default_factory=dict)  # the result of guessing by metric, where it is known
    # By metric, why its value means less than it seems, with counts: "9 of 9 scanpaths are alike"
    cautions: dict[str, str] = field(default_factory=dict)
    # (scored rows,) whether the readings give different answers of which either could be right; None compares the
    # texts of the answers
    differ: Mask | None = None
    # (scored rows,) whether a row counts in ``Overall``; None counts all rows with a score
    counted: Mask | None = None
    reading: str = ""
    other: str = ""
    failed: int = 0
    left_out: int = 0
    cut: int = 0
    refused: int = 0
    rests_on: int = 0
    rests_on_rows: str = ""  # digest of the indices of the rows that ``Overall`` counts
    unread: list[str] = field(default_factory=list)  # indices of rows on which a reader raised an error
    validity: str = "valid"
    validity_reason: str = ""

    @property
    def n(self) -> int:
        """Number of rows that were scored."""
        return len(self.items) - self.left_out

    def judge(self, max_failed: float, answered: bool) -> None:
        """Decide the validity, and remove the headline of an invalid result.

        ``partial``: rows failed, or their reader did, or the model declined just the rows of the headline; ``invalid``:
        more rows failed than allowed, nothing was answered, or there is no headline.
        """
        share = f"{self.failed} of {self.n} rows failed"
        declined = "the model declined the rows that Overall is made of" if self.left_out else "there is no headline"
        headless = "Overall" not in self.metrics
        measured = any(name not in (*_ABOUT, f"Overall_{self.other}") for name in self.metrics)
        if not self.n:
            invalid = "the model declined all rows"
        elif not answered:
            invalid = "no row has a reply"
        elif self.cut == self.n:
            invalid = "every reply was cut at the token limit; give the model more tokens"
        elif self.failed > max_failed * self.n:
            invalid = f"{share} ({self.failed / self.n:.1%}, more than max_failed={max_failed:g})"
        else:
            invalid = declined if headless and not (self.left_out and measured) else ""
        partial = [share] if self.failed else []
        partial += [declined] if headless else []
        partial += [f"the reader of replies failed on {len(self.unread)} of {self.n} rows"] if self.unread else []
        self.validity = "invalid" if invalid else "partial" if partial else "valid"
        self.validity_reason = invalid or "; ".join(partial)
        if invalid:
            for name in ("Overall", f"Overall_{self.other}"):
                for values in (self.metrics, self.intervals, self.chances):
                    values.pop(name, None)
            self.warnings.insert(0, f"the result is invalid and has no Overall: {invalid}")

    def headline(self) -> dict[str, Any]:
        """The keys of the score file that the contract defines."""
        names = ("Overall", f"Overall_{self.other}", "Fallback", "Differ")
        judged = {"Overall_judged": self.metrics.get("Overall_judged"), "judged": self.metrics.get("Judged")}
        known = {name: chance for name, chance in self.chances.items() if name in self.metrics}
        return {
            "n": self.n, "left_out": self.left_out, "rests_on": {"n": self.rests_on, "rows": self.rests_on_rows},
            "reading": self.reading, **{name: self.metrics.get(name) for name in names},
            **({} if judged["judged"] is None else judged),
            "Chance": self.chance._asdict() if self.chance else dict.fromkeys(Chance._fields),
            "chances": {
                name: chance._asdict() | {"mark": chance.mark(self.metrics[name])} for name, chance in known.items()
            },
            "cautions": {name: text for name, text in self.cautions.items() if name in self.metrics},
            "validity": self.validity, "validity_reason": self.validity_reason,
        }  # fmt: skip


def nothing_scored(other: str) -> ScoreReport:
    """The report of a model that declined every row."""
    import pandas as pd

    return ScoreReport({}, pd.DataFrame(columns=[*READ, *(f"{name}_{other}" for name in READ)]))


def finished(
    report: ScoreReport, items: pd.DataFrame, reading: str, other: str, max_failed: float = MAX_FAILED
) -> ScoreReport:
    """Complete a benchmark's report with the parts that are the same for all benchmarks; it is changed and returned.

    The report is of the rows that are not left out, ``items`` are all, with ``reply`` and ``failed``, and ``left_out``
    (bool) where rows were declined. More failed rows than the share ``max_failed`` leave no headline. A ValueError
    where the benchmark's items lack a column of the contract, which is a defect of the benchmark.
    """
    never = items["failed"].to_numpy(bool) & False
    failed, refused, left_out = (
        items[name].to_numpy(bool) if name in items else never for name in ("failed", "refused", "left_out")
    )
    report.reading, report.other = reading, other
    report.failed, report.left_out = int(failed.sum()), int(left_out.sum())
    report.cut = int((items["finished"] == False).sum()) if "finished" in items else 0  # noqa: E712 (None is not False)
    contract, differ = _contract_columns(report, items, failed, refused, left_out)
    counted = contract["score"].notna().to_numpy(copy=True)
    if report.counted is not None:
        counted[~left_out] = report.counted
    report.rests_on = int(counted.sum())
    names = "\n".join(contract.loc[counted, "index"].astype(str))
    report.rests_on_rows = hashlib.sha256(names.encode()).hexdigest()[:12]
    report.refused = int((contract["rule"] == REFUSED).sum())
    if report.n:
        report.metrics |= {"Fallback": float(contract["fallback"].mean()), "Differ": float(differ.mean())}
    if report.chance is not None:
        value, low, high = report.chance
        report.metrics |= {"Chance": value, "Chance_low": low, "Chance_high": high}
        report.chances = {"Overall": report.chance, **report.chances}
    # Chance is the same for both readings.
    both = {f"{name}_{other}": chance for name, chance in report.chances.items()}
    report.chances |= {name: chance for name, chance in both.items() if name in report.metrics}
    raised = (contract["rule"] == READER_ERROR) | (contract[f"rule_{other}"] == READER_ERROR)
    report.unread = contract.loc[raised, "index"].astype(str).tolist()
    silent = (contract["fallback"].fillna(0).astype(bool) & ~failed & (contract["rule"] != REFUSED)).sum()
    report.warnings += _about_rows(report, len(items), int(silent), int(contract["fallback"].sum()))
    if report.left_out:
        report.metrics["LeftOut"] = report.left_out / len(items)
    report.judge(max_failed, bool((items["reply"][~left_out] != "").any()))
    return report


def _contract_columns(
    report: ScoreReport, items: pd.DataFrame, failed: Mask, refused: Mask, left_out: Mask
) -> tuple[pd.DataFrame, pd.Series]:
    """Give the items their columns for all rows; returns these, and on which scored rows the readings differ."""
    import pandas as pd

    other, table = report.other, report.items.reset_index(drop=True)
    wanted = [*READ, *(f"{name}_{other}" for name in READ)]
    missing = [name for name in wanted if name not in table]
    if missing or len(table) != (~left_out).sum():
        raise ValueError(f"the item table lacks {', '.join(missing) or 'rows'}")
    if left_out.any():
        table = table.set_axis((~left_out).nonzero()[0]).reindex(range(len(items)))
    first = pd.DataFrame({"index": items["index"].to_numpy(), "reply": items["reply"].to_numpy()})
    contract = first.join(table[wanted]).assign(failed=failed.astype(int))
    for end in ("", f"_{other}"):
        without = contract[f"fallback{end}"].astype(object).where(~left_out, True).astype(bool)
        # A default that scoring used is not an answer.
        contract[f"answer{end}"] = contract[f"answer{end}"].astype(object).where(~without, "")
        contract[f"score{end}"] = contract[f"score{end}"].astype(float)
        contract[f"fallback{end}"] = without.astype("Int64").where(~left_out) if left_out.any() else without.astype(int)
        contract.loc[refused, f"rule{end}"] = REFUSED
        contract.loc[left_out, f"rule{end}"] = "left_out"
    differ = (contract["answer"].astype(str) != contract[f"answer_{other}"].astype(str))[~left_out]
    report.items = contract.join(table[[name for name in table if name not in contract]])
    return contract, differ if report.differ is None else pd.Series(report.differ)


def _about_rows(report: ScoreReport, rows: int, silent: int, unread: int) -> list[str]:
    """Warnings about rows that are left out or failed, and about replies that were cut, refused or not read."""
    n, found = report.n, []
    if report.left_out:
        found.append(
            f"{report.left_out} of {rows} rows are left out of all numbers, because the model declined them: "
            "do not compare these numbers with those of models that answered all rows"
        )
    if report.unread:
        found.append(
            f"a reader raised an error on {len(report.unread)} of {rows} replies, which count as unanswered (rule "
            f"{READER_ERROR}): index {first_ten(report.unread)}; the log has the traceback. Please report it"
        )
    if report.failed:
        found.append(f"{report.failed} of {rows} samples failed during inference and count as unanswered")
    if report.cut > NOTED * n:
        found.append(
            f"{report.cut} of {n} replies ({report.cut / n:.0%}) were cut at the token limit: the score "
            "reflects the limit as much as the model; allow more tokens"
        )
    if report.refused > NOTED * n:
        found.append(f"{report.refused} of {n} replies ({report.refused / n:.0%}) refuse to answer")
    if silent > NOTED * n:
        others = " and ".join(name for name, count in (("refused", report.refused), ("failed", report.failed)) if count)
        included = f", {others} ones included" if others else ""
        found.append(f"{unread} of {n} replies ({unread / n:.0%}) are unread{included}")
    return found
