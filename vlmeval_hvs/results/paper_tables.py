"""The table model that the terminal, the page and papers (LaTeX, Markdown, CSV) are written from.

A number stays a number until it is written, so that digits, percent and bold type are decided in one place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from vlmeval_hvs.results.collect import Result, shares
from vlmeval_hvs.results.row_names import column, row_name
from vlmeval_hvs.results.table_formats import Grid, as_markdown, blocks, csv_text, latex_text, lines_of, number

_REFERENCE = re.compile(r"hvs-(random|oracle|human|uniform|center-bias|gold-standard|vpb-agree|gaze-)")
"""Weight-free models that give something to compare with."""

_GROUPS = {"run": "", **dict.fromkeys(("human", "chance", "reference"), "For comparison"), "published": "Published"}
"""Kinds of rows (`vlmeval_hvs.results.charts.Standing`) in their order, and what is printed above them."""

SIGNS = {"above": "+", "inside": "=", "below": "-"}
CHANCE_SIGNS = "+ above, = inside, - below the 95 % range of chance, on a run's own rows"

SHARE, COUNT, OTHER = "share", "count", "other"
"""Units of columns."""

_LINE, _HEAD = 75, 14  # characters of a line in LaTeX's class ``article``, and of a line in a column's head


class Style(NamedTuple):
    """How numbers are written."""

    digits: int | None = None  # digits after the point; None: 2 for percent, else 4, or 2 for numbers of 10 and more
    percent: bool = False  # whether shares are written as percent

    def number(self, value: float, unit: str) -> str:
        """A value or an end of an interval, scaled already; ``unit`` as in `Column`."""
        if unit == COUNT:
            return f"{value:.0f}"
        if self.digits is None and not (self.percent and unit == SHARE):
            return number(value)
        return f"{value:.{2 if self.digits is None else self.digits}f}"


PLAIN = Style()


class Column(NamedTuple):
    """A column of a table."""

    name: str  # its head
    unit: str = SHARE  # `SHARE`: from 0 to 1, which can be written as percent; `COUNT`: a whole number; `OTHER`
    better: int = 1  # 1 where higher is better, -1 where lower is better, 0 where no value is the best


class Value(NamedTuple):
    """A number in a cell."""

    value: float
    low: float | None = None  # ends of its 95 % interval
    high: float | None = None
    n: int | None = None  # number of its samples
    sign: str = ""  # a sign after it, such as a star
    words: str = ""  # about it, in place of the signs of chance; only the terminal and the page show them

    def scaled(self, column: Column, style: Style) -> list[float | None]:
        """The value and the ends of its interval, shares in percent where wanted."""
        percent = style.percent and column.unit == SHARE
        return [round(100 * one, 10) if percent and one is not None else one for one in self[:3]]


class Row(NamedTuple):
    """A row: its name, a number, text or None for every column, and its kind, one of `_GROUPS`."""

    name: str
    cells: Sequence[Value | str | None]
    kind: str = "run"


class _Text(NamedTuple):
    """A cell as it is written."""

    value: str
    interval: str = ""
    n: str = ""
    sign: str = ""
    words: str = ""
    best: bool = False

    @classmethod
    def of(cls, cell: Value | str | None, column: Column, style: Style) -> _Text:
        if not isinstance(cell, Value):
            return cls(cell or "")
        value, *ends = (style.number(one, column.unit) for one in cell.scaled(column, style) if one is not None)
        interval = f"[{', '.join(ends)}]" if ends else ""
        return cls(value, interval, "" if cell.n is None else str(cell.n), cell.sign, cell.words)

    def in_one_line(self) -> str:
        sign = self.sign.lstrip("+=-") if self.words else self.sign
        return " ".join(filter(None, (self.value, sign, self.interval, self.n and f"(n {self.n})", self.words)))

    def latex(self) -> str:
        value = rf"\textbf{{{latex_text(self.value)}}}" if self.best else latex_text(self.value)
        return value + (rf"\textsuperscript{{{latex_text(self.sign)}}}" if self.sign else "")


@dataclass(frozen=True)
class Table:
    r"""A table before it has a format."""

    name: str  # for files and ``\ref``: small letters, digits and hyphens
    title: str  # what it shows
    columns: Sequence[Column]
    rows: Sequence[Row]  # in any order of their kinds
    notes: Sequence[str] = ()  # sentences below it
    results: Sequence[Result] = field(default=(), repr=False)  # the runs that it shows
    about: str = ""  # number of questions, unread replies and reading, in short; made from the runs when left out

    def __post_init__(self) -> None:
        order = list(_GROUPS)
        object.__setattr__(self, "rows", sorted(self.rows, key=lambda row: order.index(row.kind)))
        object.__setattr__(self, "about", self.about or _about(self.results))

    def grid(self, style: Style = PLAIN, bold: bool = False, inline: bool = False) -> Grid:
        """For the terminal and Markdown, where wanted with the best values bold.

        Intervals and numbers of samples are in lines of their own, or ``inline`` with words in the cells, to be sorted.
        """
        lines = []
        for row, texts in self._texts(style):
            name = f"{row.name} (published)" if row.kind == "published" else row.name
            if inline:
                lines.append([name, *map(_Text.in_one_line, texts)])
                continue
            values = [f"**{text.value}**" if bold and text.best else text.value for text in texts]
            lines.append([name, *(f"{value} {text.sign}".rstrip() for value, text in zip(values, texts, strict=True))])
            below = {"95 % interval": [text.interval for text in texts], "n": [text.n for text in texts]}
            lines += [[head, *found] for head, found in below.items() if any(found)]
        notes = [note for note in (self.about, *self.notes) if note]
        return Grid(self._titled(style), ["model", *(one.name for one in self.columns)], lines, notes)

    def markdown(self, style: Style = PLAIN) -> str:
        """GitHub Markdown, the best values bold."""
        return as_markdown(self.grid(style, bold=True))

    def latex(self, style: Style = PLAIN) -> str:
        r"""A floating table with booktabs: the best values bold, intervals in small type below their values.

        Columns that do not fit on a line continue in a second tabular below.
        """
        widths = [float(max(map(len, lines_of(one.name, _HEAD)))) for one in self.columns]
        lines: list[tuple[str, list[str]]] = []  # group, and name with cells
        for row, texts in self._texts(style):
            start = "{}" if row.name.lstrip()[:1] in ("[", "*") else ""  # it would be an argument of the line above
            small = [text.interval and rf"{{\scriptsize {latex_text(text.interval)}}}" for text in texts]
            names = [start + latex_text(row.name), *map(_Text.latex, texts)], ["", *small]
            lines += [(_GROUPS[row.kind], cells) for cells in names]
            needed = [max(len(text.value + text.sign), 0.8 * len(text.interval)) for text in texts]
            widths = list(map(max, widths, needed))
        first = 1.15 * max((len(row.name) for row in self.rows), default=0)  # names hold many capitals
        tabulars = [self._tabular(places, lines) for places in blocks(first, [2 + wide for wide in widths], _LINE)]
        caption = latex_text(f"{self._titled(style)}. {self.about}".strip())
        body = [r"\begin{table}[t]", r"\centering", rf"\caption{{{caption}}}\label{{tab:{self.name}}}"]
        body += [r"\small\setlength{\tabcolsep}{4pt}", "\n\\par\\medskip\n".join(tabulars)]
        if self.notes:
            notes = [rf"{latex_text(note)}\par" for note in self.notes]
            body += [r"\par\medskip\begin{minipage}{\linewidth}\footnotesize", *notes, r"\end{minipage}"]
        return "\n".join([*body, r"\end{table}", ""])

    def _tabular(self, places: Sequence[int], lines: Sequence[tuple[str, list[str]]]) -> str:
        """Some columns, without the lines that are empty there."""
        sides = "".join("l" if any(isinstance(row.cells[key], str) for row in self.rows) else "r" for key in places)
        head = "".join(f" & {_latex_head(self.columns[key].name)}" for key in places)
        body = [rf"\begin{{tabular}}{{@{{}}l{sides}@{{}}}}", r"\toprule", rf"{head} \\"]
        former = None
        for group, cells in lines:
            own = [cells[key + 1] for key in places]
            if any(own):
                if group != former:
                    title = rf"\multicolumn{{{len(places) + 1}}}{{@{{}}l}}{{\emph{{{group}}}}} \\"
                    body += [r"\midrule", title] if group else [r"\midrule"]
                former = group
                body.append(" & ".join([cells[0], *own]) + r" \\")
        return "\n".join([*body, r"\bottomrule", r"\end{tabular}"])

    def _titled(self, style: Style) -> str:
        return self.title + (", %" if style.percent and any(one.unit == SHARE for one in self.columns) else "")

    def _texts(self, style: Style) -> list[tuple[Row, list[_Text]]]:
        """All cells as they are written, the best values of at least two runs marked."""
        lines = [[_Text.of(*cell, style) for cell in zip(row.cells, self.columns, strict=True)] for row in self.rows]
        for place, one in enumerate(self.columns):
            runs = [k for k, row in enumerate(self.rows) if row.kind == "run" and isinstance(row.cells[place], Value)]
            values = {k: one.better * float(lines[k][place].value) for k in runs}
            for k in runs if one.better != 0 and len(runs) > 1 else ():
                lines[k][place] = lines[k][place]._replace(best=values[k] == max(values.values()))
        return list(zip(self.rows, lines, strict=True))


def renamed(table: Table, names: Mapping[str, str]) -> Table:
    """A table with other names of datasets and published rows (those of models are changed in the runs beforehand)."""
    wanted = "|".join(map(re.escape, sorted(names, key=len, reverse=True))) or "(?!)"
    pattern = re.compile(rf"(?<![\w:])({wanted})(?![\w@]|:\w)")

    def new(text: Any) -> Any:
        return pattern.sub(lambda found: names[found[1]], text) if isinstance(text, str) else text

    rows = [row._replace(cells=list(map(new, row.cells))) for row in table.rows]
    rows = [row._replace(name=names.get(row.name, row.name)) if row.kind == "published" else row for row in rows]
    columns = [one._replace(name=new(one.name)) for one in table.columns]
    words = {"title": new(table.title), "about": new(table.about), "notes": list(map(new, table.notes))}
    return replace(table, columns=columns, rows=rows, **words)


def long_csv(tables: Iterable[Table], style: Style = PLAIN) -> str:
    """Every number of all tables, not rounded, one a line; a text stands for the value of its cell."""
    lines: list[list[Any]] = [["table", "model", "kind", "column", "value", "low", "high", "n"]]
    for table in tables:
        for row in table.rows:
            for one, cell in zip(table.columns, row.cells, strict=True):
                if cell not in (None, ""):
                    numbers = [*cell.scaled(one, style), cell.n] if isinstance(cell, Value) else [cell, "", "", ""]
                    lines.append([table.name, row.name, row.kind, one.name, *numbers])
    return csv_text(lines)


PACKAGES = r"\usepackage[T1]{fontenc}\usepackage[utf8]{inputenc}\usepackage{textcomp,booktabs}"
"""Commands of LaTeX that tables need before ``\\begin{document}``."""


def document(names: Sequence[str]) -> str:
    """A LaTeX document that shows the tables of some files."""
    inputs = [rf"\input{{{name}}}\clearpage" for name in names]
    return "\n".join([r"\documentclass{article}", PACKAGES, r"\begin{document}", *inputs, r"\end{document}", ""])


def value_of(result: Result | None, metric: str, signed: bool = False) -> Value | None:
    """A metric with its interval, signed for chance if wanted, and with a star where it means less than it seems."""
    if result is None or metric not in result.metrics:
        return None
    value, chance = result.metrics[metric], result.chances.get(metric)
    low, high = result.interval(metric) or (None, None)
    sign = SIGNS[chance.mark(value)] if signed and chance else ""
    return Value(value, low, high, None, sign + ("*" if result.caution(metric) else ""))


def kind_of(result: Result) -> str:
    """``run``, or ``reference`` for a weight-free model that gives something to compare with."""
    return "reference" if _REFERENCE.match(str(result.scores.get("model", result.model))) else "run"


Line = tuple[str, Mapping[str, Any]]  # name of a row, and its cells by key


class Declared(NamedTuple):
    """A table with one metric in each column."""

    name: str  # for files
    title: str
    # By head: the key of a row's results or texts, the metric ("" for a text), and the key of the printed rows (""
    # where there is none)
    columns: Mapping[str, tuple[str, str, str]]
    note: str = ""  # a sentence below it

    def filled(
        self, rows: Iterable[Line], printed: Iterable[Line] = (), notes: Sequence[str] = (), signed: bool = False
    ) -> Table | None:
        """The table of some runs; None where no run has any of its metrics. Columns without a value are left out.

        Rows have results and texts by key, printed ones values, shares in percent; ``signed`` adds signs for chance.
        """
        heads = [_column(head, metric) for head, (_, metric, _) in self.columns.items()]
        fields, lines, used = list(self.columns.values()), [], []
        for label, own in rows:
            cells = [value_of(own.get(key), metric, signed) if metric else own.get(key) for key, metric, _ in fields]
            keys = dict.fromkeys(key for key, metric, _ in fields if metric and own.get(key) is not None)
            if any(isinstance(cell, Value) for cell in cells):
                used += [own[key] for key in keys]
                lines.append(Row(label, cells, kind_of(own[next(iter(keys))])))
        if not lines:
            return None
        for label, values in printed:
            given: list[Any] = [values.get(key) for *_, key in fields]
            for place, (one, (_, metric, _)) in enumerate(zip(heads, fields, strict=True)):
                if (cell := given[place]) is not None:
                    given[place] = Value(cell / (100 if one.unit == SHARE else 1)) if metric else str(cell)
            lines.append(Row(label, given, "published"))
        kept = [place for place in range(len(heads)) if any(row.cells[place] not in (None, "") for row in lines)]
        lines = [row._replace(cells=[row.cells[place] for place in kept]) for row in lines]
        heads = [heads[place] for place in kept]
        return Table(self.name, self.title, heads, lines, [*([self.note] if self.note else []), *notes], used)


def _column(head: str, metric: str) -> Column:
    """The column of a metric; from the names, whether it is a share and which side is better, "" being a text."""
    text_or_count, error = metric[:1] in ("", "#"), metric.endswith(("_MAE", "_RMSE"))
    lower = error or metric in ("Fallback", "InvalidReplies")
    better = 0 if text_or_count or head.endswith("Δ") else -1 if lower else 1
    return Column(head, OTHER if text_or_count or error else SHARE, better)


def _latex_head(name: str) -> str:
    lines = list(map(latex_text, lines_of(name, _HEAD)))
    stacked = r" \\ ".join(lines)
    return stacked if len(lines) == 1 else rf"\shortstack[r]{{{stacked}}}"


def _about(results: Sequence[Result]) -> str:
    """Number of questions, replies without an answer, and reading; "" without runs."""
    if not results:
        return ""
    counts = sorted({result.n for result in results if result.n is not None})
    said = [f"n = {counts[0]}" + (f" to {counts[-1]}" if len(counts) > 1 else "")] if counts else []
    several = len({*map(column, results)}) > 1
    many = {row_name(one) + f" on {column(one)}" * several: ", ".join(odd) for one in results if (odd := shares(one))}
    said += ["many replies without an answer: " + "; ".join(map(" ".join, many.items()))] if many else []
    readings = sorted({str(one.scores["reading"]) for one in results if one.scores.get("reading")})
    said += [f"{' and '.join(readings)} reading"] if readings else []
    return f"{'; '.join([*said, 'in brackets 95 % intervals'])}."
