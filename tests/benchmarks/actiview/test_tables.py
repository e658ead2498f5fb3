"""ActiView's summary tables."""

import json
from pathlib import Path

import pytest

from vlmeval_hvs.benchmarks.actiview import tables
from vlmeval_hvs.benchmarks.actiview.tables import paper_tables
from vlmeval_hvs.cli import main
from vlmeval_hvs.results.collect import collect
from vlmeval_hvs.results.paper_tables import Style

PRINTED = {"ActiView_Full": "full", "ActiView_Zooming": "zooming", "ActiView_SingleView": "single_view"}
PRINTED |= {f"ActiView_Shifting{level}": f"shift_{level}" for level in "REMH"}


@pytest.fixture
def write(tmp_path: Path):
    """Writes the score file of a run."""

    def scores(model: str, dataset: str, metrics: dict[str, float], **more: object) -> None:
        found = {"model": model, "dataset": dataset, "benchmark": "ActiView", "metrics": metrics}
        found |= {"details": {"n_views": 4}, **more}
        (tmp_path / f"{model}_{dataset}_hvs_scores.json").write_text(json.dumps(found))

    return scores


@pytest.fixture
def grids(tmp_path: Path):
    """The tables of what was written, by title."""
    return lambda: {table.title: table.grid(Style(2, True)) for table in tables.summary(collect(tmp_path), paper=True)}


def test_summary_of_printed_numbers_is_the_printed_table(write, tmp_path: Path) -> None:
    table = paper_tables()["table2"]
    for model, row in table.items():
        for dataset, column in PRINTED.items():
            write(model.replace("/", "-"), dataset, {"Overall": row[column] / 100})
    grid = tables.summary(collect(tmp_path))[0].grid(Style(2, True))
    assert len(grid.rows) == len(table) >= 19
    for name, *cells in grid.rows:
        expected = [table[name][PRINTED[dataset]] for dataset in tables.COLUMNS.values()]
        assert [float(cell) for cell in cells[:-1]] == pytest.approx(expected, abs=0.006)
        assert float(cells[-1]) == pytest.approx(table[name]["AVG"], abs=0.0151)


def test_other_tables_appear_with_their_results_beside_the_printed_rows(write, grids) -> None:
    metrics = {"Overall": 0.5, "#zoom": 2.51, "#shift": 2.17, "#view": 2.12, "#calls": 3.0, "R_select": 0.5}
    write("M", "ActiView_Mixed", metrics)
    assert list(grids()) == ["Mixed pipeline (Table 3)"]
    shifting = {"Overall": 0.6, "R_select": 1.0, "R_select_paper": 0.7462, "#view": 4.0, "Geo-Loc": 0.9, "Type-I": 0.8}
    write("M", "ActiView_ShiftingR", shifting)
    write("M", "ActiView_ShiftingH", {"Overall": 0.5, "R_select": 0.25, "#view": 2.0, "InvalidReplies": 0.1})
    write("M", "ActiView_TextOnly", {"Overall": 0.1})
    found = grids()
    assert len(found) == 6
    for title, row in (
        ("Mixed pipeline (Table 3)", ["M", "50.00", "2.51", "2.17", "2.12", "3.00", "50.00"]),
        ("Mixed pipeline (Table 3)", ["Qwen2-VL (published)", "65.54", "2.51", "2.17", "2.12", "", ""]),
        ("View selection (Table 13)", ["M", "", "", "", "", "60.00", "100.00", "74.62", "4.00"]),
        ("Text only (Table 5)", ["M", "10.00", ""]),
        ("View selection by shifting level (Appendix F.2)",
         ["M", "100.00", "4.00", "25.00", "2.00", "10.00"]),
        ("ActiView_ShiftingR by sub-class (Table 9)", ["M", "90.00", "", "", "80.00", *[""] * 7]),
    ):  # fmt: skip
        assert row in found[title].rows, title


def test_splits_and_strategies_beside_the_printed_rows(write, grids) -> None:
    for label, n_views, strategy in (("@c9", 9, "concat"), ("@d", 4, "describe")):
        details = {"n_views": n_views, "strategies": {strategy: 325}}
        oracle = {"AnyView_oracle": 0.6892} if strategy == "concat" else {}
        write("M", f"ActiView_Zooming{label}", {"Overall": 0.5, **oracle}, details=details)
        write("M", f"ActiView_ShiftingR{label}", {"Overall": 0.4}, details=details)
    split, strategy = (grids()[name] for name in ("Splits (Table 14)", "Single-image strategies (Table 15)"))
    assert ["M @c9", "9", "concat", "50.00", "68.92", "40.00", "54.46"] in split.rows
    assert ["LLaVA-1.6 7B (published)", "16", "concat", "", "69.23", "46.15", "57.69"] in split.rows
    assert ["M @d", "describe", "50.00", "", "40.00"] in strategy.rows
    assert ["mPLUG-Owl2 7B (published)", "describe", "", "62.77", "54.15"] in strategy.rows
    assert (len(split.rows), len(strategy.rows)) == (2 + 10, 2 + 8)


def test_rows_that_were_run_differently_are_marked(write, grids) -> None:
    for dataset in PRINTED:
        settings = {"profile": "robust", "seed": int(dataset == "ActiView_ShiftingE"), "wording": "robust 1"}
        write("M", dataset, {"Overall": 0.5}, settings=settings)
    write("N", "ActiView_Full", {"Overall": 0.5}, settings={"wording": "robust 1"})
    grid = next(iter(grids().values()))
    assert next(row for row in grid.rows if row[0] == "M")[-1] == ""
    assert "M: no AVG, the datasets differ in seed" in grid.notes
    assert any(note.startswith("For comparison, on the release: human 84.67 %") for note in grid.notes)
    assert not any("different prompts" in note for note in grid.notes)
    write("N", "ActiView_Full", {"Overall": 0.5}, settings={"wording": "official 2"})
    (note,) = [note for note in next(iter(grids().values())).notes if "different prompts" in note]
    assert "M: robust 1; N: official 2" in note


def test_command_prints_and_writes(write, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write("M", "ActiView_Zooming", {"Overall": 0.25})
    assert main(["actiview", "tables", str(tmp_path), "--markdown", str(tmp_path / "out.md")]) == 0
    assert "25.00" in capsys.readouterr().out
    assert "| M | 25.00 |" in (tmp_path / "out.md").read_text()
    (tmp_path / "empty").mkdir()
    assert main(["actiview", "tables", str(tmp_path / "empty")]) != 0
