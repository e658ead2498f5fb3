"""ActiView's summary tables."""

import json
from pathlib import Path

import pytest
from later import later

from vlmeval_hvs.benchmarks.actiview.cells import paper_tables
from vlmeval_hvs.cli import main
from vlmeval_hvs.results.collect import collect

with later():
    from vlmeval_hvs.benchmarks.actiview import tables


PRINTED = {"ActiView_Full": "full", "ActiView_Zooming": "zooming", "ActiView_SingleView": "single_view"}
PRINTED |= {f"ActiView_Shifting{level}": f"shift_{level}" for level in "REMH"}


def write_scores(folder: Path, model: str, dataset: str, metrics: dict[str, float], **more: object) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    scores = {
        "model": model,
        "dataset": dataset,
        "benchmark": "ActiView",
        "metrics": metrics,
        "details": {"n_views": 4},
    }
    (folder / f"{model}_{dataset}_hvs_scores.json").write_text(json.dumps({**scores, **more}))


def test_summary_of_printed_numbers_is_the_printed_table(tmp_path: Path) -> None:
    table = paper_tables()["table2"]
    for model, row in table.items():
        for dataset, column in PRINTED.items():
            write_scores(tmp_path / "run", model.replace("/", "-"), dataset, {"Overall": row[column] / 100})
    grid = tables.summary(collect(tmp_path))[0]
    assert len(grid.rows) == len(table) >= 19
    for name, *cells in grid.rows:
        expected = [table[name][PRINTED[dataset]] for dataset in tables.COLUMNS.values()]
        assert [float(cell) for cell in cells[:-1]] == pytest.approx(expected, abs=0.006)
        assert float(cells[-1]) == pytest.approx(table[name]["AVG"], abs=0.0151)


def test_other_tables_appear_with_their_results(tmp_path: Path) -> None:
    metrics = {"Overall": 0.5, "#zoom": 2.51, "#shift": 2.17, "#view": 2.12, "#calls": 3.0, "R_select": 0.5}
    write_scores(tmp_path, "M", "ActiView_Mixed", metrics)
    assert [grid.title for grid in tables.summary(collect(tmp_path))] == ["Mixed pipeline (Table 3)"]
    shifting = {"Overall": 0.6, "R_select": 1.0, "R_select_paper": 0.7462, "#view": 4.0, "Geo-Loc": 0.9, "Type-I": 0.8}
    write_scores(tmp_path, "M", "ActiView_ShiftingR", shifting)
    write_scores(tmp_path, "M", "ActiView_TextOnly", {"Overall": 0.1})
    write_scores(
        tmp_path, "M", "ActiView_Zooming@9", {"Overall": 0.4}, details={"n_views": 9, "strategies": {"concat": 3}}
    )
    grids = {grid.title: grid for grid in tables.summary(collect(tmp_path), paper=True)}
    assert len(grids) == 9
    (row,) = [row for row in grids["View selection (Table 13)"].rows if row[0] == "M"]
    assert row[1:] == ["", "", "", "", "60.00", "100.00", "74.62", "4.00"]
    assert ["Qwen2-VL (paper)", "65.54", "2.51", "2.17", "2.12", "", "", ""] in grids["Mixed pipeline (Table 3)"].rows
    assert {"Splits (Table 14), %", "Single-image strategies (Table 15), %"} <= set(grids)


def test_tables_14_and_15_beside_the_printed_rows(tmp_path: Path) -> None:
    for label, n_views, strategy in (("@c9", 9, "concat"), ("@d", 4, "describe")):
        details = {"n_views": n_views, "strategies": {strategy: 325}}
        oracle = {"AnyView_oracle": 0.6892} if strategy == "concat" else {}
        write_scores(tmp_path, "M", f"ActiView_Zooming{label}", {"Overall": 0.5, **oracle}, details=details)
        write_scores(tmp_path, "M", f"ActiView_ShiftingR{label}", {"Overall": 0.4}, details=details)
    grids = {grid.title: grid for grid in tables.summary(collect(tmp_path), paper=True)}
    split, strategy = grids["Splits (Table 14), %"], grids["Single-image strategies (Table 15), %"]
    assert ["M @c9", "9", "concat", "50.00", "68.92", "40.00", "54.46"] in split.rows
    assert ["LLaVA-1.6 7B (paper)", "16", "concat", "", "69.23", "46.15", "57.69"] in split.rows
    assert ["M @d", "describe", "50.00", "", "40.00"] in strategy.rows
    assert ["mPLUG-Owl2 7B (paper)", "describe", "", "62.77", "54.15"] in strategy.rows
    assert len(split.rows) == 2 + 10
    assert len(strategy.rows) == 2 + 8


def test_no_average_of_five_that_were_run_differently(tmp_path: Path) -> None:
    for dataset in PRINTED:
        settings = {"profile": "robust", "seed": int(dataset == "ActiView_ShiftingE")}
        write_scores(tmp_path, "M", dataset, {"Overall": 0.5}, settings=settings)
    grid = tables.summary(collect(tmp_path))[0]
    assert grid.rows[0][-1] == ""
    assert "M: no AVG, the datasets differ in seed" in grid.notes


def test_rows_with_different_prompts_are_marked(tmp_path: Path) -> None:
    for model, wording in (("M", "robust 1"), ("N", "robust 1"), ("human", "form")):
        write_scores(tmp_path, model, "ActiView_Full", {"Overall": 0.5}, settings={"wording": wording})
    assert not any("different prompts" in note for note in tables.summary(collect(tmp_path))[0].notes)
    write_scores(tmp_path, "N", "ActiView_Full", {"Overall": 0.5}, settings={"wording": "official 2"})
    (note,) = [note for note in tables.summary(collect(tmp_path))[0].notes if "different prompts" in note]
    assert "M: robust 1; N: official 2" in note


def test_selection_of_every_shifting_level(tmp_path: Path) -> None:
    write_scores(
        tmp_path, "M", "ActiView_ShiftingH", {"Overall": 0.5, "R_select": 0.25, "#view": 2.0, "InvalidReplies": 0.1}
    )
    grids = {grid.title: grid for grid in tables.summary(collect(tmp_path))}
    (row,) = grids["View selection by shifting level (Appendix F.2), %"].rows
    assert row == ["M", *[""] * 9, "25.00", "2.00", "10.00"]


def test_command_prints_and_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_scores(tmp_path, "M", "ActiView_Zooming", {"Overall": 0.25})
    assert main(["actiview-summary", str(tmp_path), "--markdown", str(tmp_path / "out.md")]) == 0
    assert "25.00" in capsys.readouterr().out
    assert "| M |  | 25.00 |" in (tmp_path / "out.md").read_text()
    (tmp_path / "empty").mkdir()
    assert main(["actiview-summary", str(tmp_path / "empty")]) != 0
