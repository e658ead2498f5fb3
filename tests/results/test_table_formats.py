"""Tables as LaTeX, read back by pylatexenc, which knows LaTeX and nothing of us."""

import re

import pytest

from vlmeval_hvs.results.table_formats import Grid, as_latex, escaped

HOSTILE = (
    "a_b&c%$#{}~^\\", "Qwen[vl]-7B", "[x] first", "*starred", "lora[/red]x", "a--b---c", "<b>x</b> | y", "$\\alpha$",
    "\\input{/etc/passwd}", "%comment", "it's `q`",
)  # fmt: skip


def table(names=HOSTILE, rows=1):
    lines = [[name, "0.5000 [-0.1000, 0.9000]", str(-number)] for name in names for number in range(rows)]
    published = ["GPT-5.2 (published)", "0.64", ""]
    return Grid("Overall & more_%", ["model", "VPB_Stage1", "n"], [*lines, published], ["50 % of {all} rows_with #1"])


@pytest.fixture
def walker():
    return pytest.importorskip("pylatexenc.latexwalker", reason="pylatexenc is not installed").LatexWalker


def test_a_reader_of_latex_sees_the_name(walker):
    from pylatexenc.latex2text import LatexNodes2Text

    lacking = ("模型-7B é Δ", "\\u6a21\\u578b-7B é Δ")  # what fonts lack is shown by its code
    for name, seen in [(name, name.replace("^", "ˆ")) for name in HOSTILE] + [lacking]:
        assert LatexNodes2Text(keep_comments=True).latex_to_text(escaped(name)) == seen


def test_the_table_is_sound_latex(walker):
    """Strict parsing: every group and environment ends; every row has as many cells as the head."""
    for grid, name in ((table(), "tabular"), (table(["m"], 44), "tabular"), (table(["m"], 45), "longtable")):
        text = as_latex(grid, "x")
        assert walker(text, tolerant_parsing=False).get_latex_nodes()[0]
        body = text.split(f"\\begin{{{name}}}")[1].split(f"\\end{{{name}}}")[0]
        lines = [line for line in body.splitlines() if line.endswith("\\\\") and "\\caption" not in line]
        assert len(lines) == 1 + len(grid.rows)
        assert {len(re.findall(r"(?<!\\)&", line)) for line in lines} == {2}


def test_signs_are_minus_signs_and_hyphens_stay():
    text = as_latex(table(["M-7", "[x]", "*y"]), "x")
    assert "[$-$0.1000, 0.9000]" in text
    assert "M-7 &" in text
    assert not [line for line in text.splitlines() if line.startswith(("[", "*"))]  # no row begins with an argument
    assert "\\midrule\nGPT-5.2 (published)" in text
