"""ActiView's results in the form of Tables 4, 5, 14 and 15, and a table that the paper lacks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from vlmeval_hvs.benchmarks.actiview.average import no_average
from vlmeval_hvs.benchmarks.actiview.cells import Runs, cells, metric_of, paper_tables, percent
from vlmeval_hvs.benchmarks.actiview.scoring import DISTRACTION
from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.results.tables import Grid


def text_only(runs: Runs, paper: bool) -> Grid | None:
    """Table 5."""
    names = ("ActiView_TextOnly", "ActiView_TextOnlyGuess")
    rows = [
        [label, *(percent(metric_of(own, name)) for name in names)]
        for label, own in runs.items()
        if any(name in own for name in names)
    ]
    if rows and paper:
        printed = paper_tables()["table5"].items()
        rows += [[f"{model} (paper)", f"{row['ACC']:.2f}", f"{row['ACC_guess']:.2f}"] for model, row in printed]
    return Grid("Text only (Table 5), %", ["model", "ACC", "ACC (guess)"], rows, []) if rows else None


def splits(runs: Runs, paper: bool) -> Grid | None:
    """Table 14, when some run has another split than four."""
    rows, telling = [], False
    for label, own, zooming, shifting in _pairs(runs):
        n_views = _detail(zooming or shifting, "n_views", 4)
        telling = telling or n_views != 4
        strategy = "+".join(_detail(zooming or shifting, "strategies", {})) or "?"
        rows.append([label, str(n_views), strategy, *_zooming_and_shifting(own, zooming, shifting)])
    if not rows or not telling:
        return None
    if paper:
        rows += [
            [f"{row['model']} (paper)", str(row["splits"]), "concat", "", *_printed(row, "zooming", "shift_R", "AVG")]
            for row in paper_tables()["table14"].values()
        ]
    head = ["model", "splits", "images", "Zooming", "Zooming, any view", "Shifting-R", "AVG"]
    return Grid("Splits (Table 14), %", head, rows, [_ANY_VIEW])


def strategies(runs: Runs, paper: bool) -> Grid | None:
    """Table 15, when some run served a single-image model."""
    rows = []
    for label, own, zooming, shifting in _pairs(runs):
        strategies = set(_detail(zooming or shifting, "strategies", {})) - {"interleaved"}
        if strategies:
            rows.append([label, "+".join(sorted(strategies)), *_zooming_and_shifting(own, zooming, shifting)[:-1]])
    if not rows:
        return None
    if paper:
        rows += [
            [f"{row['model']} (paper)", row["strategy"], "", *_printed(row, "zooming", "shift_R")]
            for row in paper_tables()["table15"].values()
        ]
    head = ["model", "images", "Zooming", "Zooming, any view", "Shifting-R"]
    return Grid("Single-image strategies (Table 15), %", head, rows, [_ANY_VIEW])


_ANY_VIEW = (
    "Zooming: the views' majority vote. Any view: right when any single view, or the answer itself, is right, which "
    "needs the key; the paper's Zooming of single-image models is this. AVG is of Shifting-R and the column that the "
    "paper prints: any view where every view was asked by itself, else Zooming."
)


def _pairs(runs: Runs) -> Iterator[tuple[str, Mapping[str, Result], Result | None, Result | None]]:
    """Rows with a result of Zooming or Shifting-R: label, results, and these two."""
    for label, own in runs.items():
        zooming, shifting = own.get("ActiView_Zooming"), own.get("ActiView_ShiftingR")
        if zooming or shifting:
            yield label, own, zooming, shifting


def _zooming_and_shifting(own: Mapping[str, Result], zooming: Result | None, shifting: Result | None) -> list[str]:
    """Zooming, any view, Shifting-R, and the mean of what the paper prints."""
    plain, any_view = metric_of(own, "ActiView_Zooming"), metric_of(own, "ActiView_Zooming", "AnyView_oracle")
    shifted = metric_of(own, "ActiView_ShiftingR")
    as_printed = plain if any_view is None else any_view
    alike = zooming and shifting and not no_average([zooming, shifting])
    mean = (as_printed + shifted) / 2 if alike and as_printed is not None and shifted is not None else None
    return [percent(value) for value in (plain, any_view, shifted, mean)]


def levels(runs: Runs, paper: bool) -> Grid | None:
    """Recall, views and unreadable replies of every shifting level (Appendix F.2 tells two recalls)."""
    head = ["model", *(f"{level} {name}" for level in "REMH" for name in ("R", "#view", "invalid"))]
    wanted = [
        (f"ActiView_Shifting{level}", name) for level in "REMH" for name in ("R_select", "#view", "InvalidReplies")
    ]
    rows = [[label, *cells(own, wanted)] for label, own in runs.items() if {name for name, _ in wanted} & set(own)]
    note = "invalid: share of the replies between the views that could not be read"
    return Grid("View selection by shifting level (Appendix F.2), %", head, rows, [note]) if rows else None


def _printed(row: Mapping[str, Any], *keys: str) -> list[str]:
    return [f"{row[key]:.2f}" for key in keys]


def _detail(result: Result | None, name: str, default: Any) -> Any:
    return result.scores.get("details", {}).get(name, default) if result else default


def human(runs: Runs, paper: bool) -> Grid | None:
    """Table 4: people who answered the form; the second column is for those who could search the Internet."""
    people: dict[str, dict[bool, float]] = {}
    for own in runs.values():
        for result in own.values():
            form = result.scores.get("details", {}).get("form")
            if form and "Overall" in result.metrics:
                label = " ".join([form["name"], *([form["background"]] if form["background"] else [])])
                people.setdefault(f"{label}, {result.dataset}", {})[form["assisted"]] = result.metrics["Overall"]
    rows = [[name, percent(own.get(False)), percent(own.get(True)), ""] for name, own in sorted(people.items())]
    if not rows:
        return None
    if paper:
        rows += [
            [" ".join([user, row["background"], "(paper)"]).replace("  ", " "), *_printed(row, *_HUMAN)]
            for user, row in paper_tables()["table4"].items()
        ]
    head = ["person", "ACC", "ACC* (with Internet)", "consistency"]
    note = "The printed averages are not the means of the printed rows (76.39, 83.69, 92.50)."
    return Grid("People (Table 4), %", head, rows, [note] if paper else [])


_HUMAN = ("ACC", "ACC_star", "consistency")


def distraction(runs: Runs, paper: bool) -> Grid | None:
    """Accuracy of questions with and without distracting information, by pipeline; the paper has no such table."""
    rows = []
    for label, own in runs.items():
        for dataset, result in own.items():
            values = [result.metrics.get(name) for name in DISTRACTION.values()]
            if all(value is not None for value in values):
                gap = values[0] - values[1]  # type: ignore[operator]
                rows.append([label, dataset, *map(percent, values), f"{100 * gap:+.2f}"])
    head = ["model", "dataset", "distracting", "not distracting", "difference"]
    return Grid("Distracting information (not in the paper), %", head, rows, []) if rows else None
