"""Tables for papers: what is bold, how numbers are written, and LaTeX that pylatexenc reads and pdflatex sets."""

import re
import shutil
import subprocess
from dataclasses import replace

import pytest

from vlmeval_hvs.results.paper_tables import COUNT, OTHER, Column, Row, Style, Table, Value, document, long_csv
from vlmeval_hvs.results.table_formats import latex_text

HOSTILE = (
    "a_b&c%$#{}~^\\", "Qwen[vl]-7B", "[x] first", "*starred", "lora[/red]x", "a--b---c", "<b>x</b> | y", "$\\alpha$",
    "\\input{/etc/passwd}", "%comment", "it's `q`",
)  # fmt: skip
MORE = [Column("MAE", OTHER, -1), Column("#view", OTHER, 0), Column("style", OTHER, 0), Column("n", COUNT, 0)]


def table(names=("a", "b", "c"), wide=1):
    """Models `b` and `c` tie in both columns that have a best value; a published row and guessing are better."""
    rows = [
        Row("[GPT]", [Value(0.9), Value(0.1), None, "y", None] * wide, "published"),
        Row("guessing", [Value(0.8, -0.1, 0.9), Value(0.2), None, None, None] * wide, "chance"),
    ]
    for place, name in enumerate(names):
        share, error = [(0.4, 2.0), (0.50001, 1.00001), (0.5, 1.0)][place % 3]
        own = [Value(share, share - 0.25, share + 0.25, None, "="), Value(error), Value(2.5), "x", Value(9)]
        rows.append(Row(name, own * wide))
    return Table("t", "Overall & more_%", [Column("Acc"), *MORE] * wide, rows, ["50 % of {all} rows_with #1"])


def test_the_best_of_the_runs_is_bold_as_it_is_written_and_all_that_tie():
    lines = table().markdown(Style(2, True)).splitlines()
    assert [lines[0], *lines[2:13]] == [
        "### Overall & more_%, %",
        "| model | Acc | MAE | #view | style | n |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
        "| a | 40.00 = | 2.00 | 2.50 | x | 9 |",
        "| 95 % interval | [15.00, 65.00] |  |  |  |  |",
        "| b | **50.00** = | **1.00** | 2.50 | x | 9 |",
        "| 95 % interval | [25.00, 75.00] |  |  |  |  |",
        "| c | **50.00** = | **1.00** | 2.50 | x | 9 |",
        "| 95 % interval | [25.00, 75.00] |  |  |  |  |",
        "| guessing | 80.00 | 0.20 |  |  |  |",
        "| 95 % interval | [-10.00, 90.00] |  |  |  |  |",
        "| [GPT] (published) | 90.00 | 0.10 |  | y |  |",
    ]
    bold = [line.split(" ")[0] for line in table().latex(Style(5)).splitlines() if r"\textbf" in line]
    assert bold == ["b", "c"]  # the one has the higher share, the other the lower error
    assert r"\textbf" not in table(["a"]).latex()
    assert ["minipage" in made.latex() for made in (table(), replace(table(), notes=()))] == [True, False]


def test_every_number_stands_alone_in_csv_and_is_not_rounded():
    long = long_csv([table()]).splitlines()
    assert (long[0], len(long)) == ("table,model,kind,column,value,low,high,n", 1 + 3 * 5 + 2 + 3)
    assert (long[6][:24], "t,a,run,style,x,,," in long) == ("t,b,run,Acc,0.50001,0.25", True)
    assert "t,guessing,chance,Acc,0.8,-0.1,0.9," in long
    assert long_csv([table(["=SUM(A1)"])]).splitlines()[1].startswith("t,'=SUM(A1),run,")  # not a formula


def test_numbers_have_the_digits_and_unit_that_are_asked_for():
    first = [grid.rows[0] for grid in (table().grid(), table().grid(Style(1)), table().grid(Style(None, True)))]
    assert [row[1:3] for row in first] == [["0.4000 =", "2.0000"], ["0.4 =", "2.0"], ["40.00 =", "2.0000"]]
    assert {row[5] for row in first} == {"9"}
    assert table().grid(Style(2), inline=True).rows[0][1] == "0.40 = [0.15, 0.65]"  # a sorted table keeps it together


def test_the_table_is_sound_latex_in_blocks_that_fit_on_a_line_and_a_reader_of_latex_sees_the_name():
    """Strict parsing: every group and environment ends; every row has as many cells as the head."""
    walker = pytest.importorskip("pylatexenc.latexwalker", reason="pylatexenc is not installed").LatexWalker
    from pylatexenc.latex2text import LatexNodes2Text

    lacking = ("模型-7B é Δ", "\\u6a21\\u578b-7B é Δ")  # what fonts lack is shown by its code
    for name, seen in [(name, name.replace("^", "ˆ")) for name in HOSTILE] + [lacking]:
        assert LatexNodes2Text(keep_comments=True).latex_to_text(latex_text(name)) == seen
    for own, blocks in ((table(HOSTILE), 1), (table(("a", "b"), 3), 2)):
        text = own.latex(Style(2, True))
        assert walker(text, tolerant_parsing=False).get_latex_nodes()[0]
        bodies = text.split("\\begin{tabular}")[1:]
        assert (len(bodies), text.count("\\caption")) == (blocks, 1)
        cells = 0
        for body in bodies:
            every = body.split("\\end{")[0].splitlines()
            lines = [line for line in every if line.endswith("\\\\") and "\\multicolumn" not in line]
            (ands,) = {len(re.findall(r"(?<!\\)&", line)) for line in lines}
            cells += ands
            assert not [line for line in lines if line.startswith(("[", "*"))]  # no row begins with an argument
            assert "\\midrule\n\\multicolumn" in body
            assert "\\emph{Published}} \\\\\n{}[GPT] & " in body
            assert "[$-$10.00, 90.00]" in body or "guessing" not in body
        assert cells == len(own.columns)


@pytest.mark.nightly
def test_pdflatex_sets_every_name_and_every_kind_of_table(tmp_path):
    if shutil.which("pdflatex") is None:
        pytest.skip("pdflatex is not installed")
    columns = [Column(f"VisualSearch_COCOSearch18_{k}") for k in range(9)]
    wide = Table("w", "Wide", columns, [Row("m é", [Value(0.5, 0, 1)] * 9)])
    tables = {"t": table(HOSTILE), "long": table((*HOSTILE, "模型") * 5), "w": wide}
    for name, own in tables.items():
        (tmp_path / f"{name}.tex").write_text(own.latex())
    (tmp_path / "all.tex").write_text(document(list(tables)))
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "all.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, errors="replace", check=False)
    assert done.returncode == 0, done.stdout[-2000:]
    assert (tmp_path / "all.pdf").stat().st_size > 10_000
    wider = [float(found) for found in re.findall(r"Overfull \\hbox \((\d+\.\d+)pt", done.stdout)]
    assert all(points < 15 for points in wider), wider
