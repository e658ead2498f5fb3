"""ActiView's tables and its figure hold the numbers of score files and those that the paper prints; views as shown."""

import json

import numpy as np
import pytest
from PIL import Image

from vlmeval_hvs.benchmarks.actiview import presentation
from vlmeval_hvs.benchmarks.actiview.cutting import cut
from vlmeval_hvs.benchmarks.actiview.presentation import AVERAGED, COLUMNS, opened_views, paper_tables, summary
from vlmeval_hvs.results.collect import collect
from vlmeval_hvs.results.paper_tables import Style


@pytest.fixture
def write(tmp_path):
    """Writes the score file of a run; ``grids()`` are the tables of what was written, by title."""

    def scores(model, dataset, metrics, **more) -> None:
        found = {"model": model, "dataset": dataset, "benchmark": "ActiView", "metrics": metrics, "n": 325}
        found |= {"details": {"n_views": 4}, **more}
        (tmp_path / f"{model}_{dataset}_hvs_scores.json").write_text(json.dumps(found))

    scores.grids = lambda: {one.title: one.grid(Style(2, True)) for one in summary(collect(tmp_path), paper=True)}
    return scores


def test_summary_of_printed_numbers_is_the_printed_table(write) -> None:
    table = paper_tables()["table2"]
    for model, row in table.items():
        for dataset, column in COLUMNS.values():
            write(model.replace("/", "-"), dataset, {"Overall": row[column] / 100})
    grid = write.grids()["Accuracy by pipeline (Tables 2 and 7)"]
    runs = [line for line in grid.rows if "(published)" not in line[0]]
    assert len(runs) == len(table) >= 19
    for name, *cells in runs:
        expected = [table[name][column] for _, column in COLUMNS.values()]
        assert [float(cell) for cell in cells[:-1]] == pytest.approx(expected, abs=0.006)
        assert float(cells[-1]) == pytest.approx(table[name]["AVG"], abs=0.0151)
    assert any(note.startswith("For comparison, on the release: human 84.67 %") for note in grid.notes)


def test_avg_reproduces_every_printed_row_and_is_not_of_different_failed_or_stale_runs(write, tmp_path) -> None:
    columns = dict(zip(AVERAGED, ("zooming", "shift_R", "shift_E", "shift_M", "shift_H"), strict=True))
    for row in paper_tables()["table7"].values():
        assert sum(row[column] for column in columns.values()) / 5 == pytest.approx(row["AVG"], abs=0.0101)
    (tmp_path / "p.tsv").write_text("x")
    for name in AVERAGED:
        write("M", name, {"Overall": 0.5}, settings={"profile": "robust"})
    for changes, why in (
        ({"settings": {"profile": "robust", "n_splits": 9}}, "the datasets differ in n_splits"),
        ({"digest": "another"}, "the datasets differ in data"), ({"n": 324}, "the datasets differ in number of rows"),
        ({"validity": "partial", "validity_reason": "1 failed"}, f"{AVERAGED[2]} is partial (1 failed)"),
        ({"files": {"p.tsv": "another"}}, f"{AVERAGED[2]} is invalid (p.tsv changed after the scoring"),
        ({"metrics": {"#calls": 1.0}}, f"{AVERAGED[2]} is valid (no headline)"), ({}, "")
    ):  # fmt: skip
        write("M", AVERAGED[2], **{"metrics": {"Overall": 0.5}, "settings": {"profile": "robust"}, **changes})
        grid = write.grids()["Accuracy by pipeline (Tables 2 and 7)"]
        notes, average = [note for note in grid.notes if note.startswith("M: ")], grid.rows[0][-1]
        assert average == ("" if why else "50.00"), why
        assert [note.startswith(f"M: no AVG, {why}") for note in notes] == [True] * bool(why), why


def test_opened_views_are_in_their_order_and_a_box_frames_the_pixels_of_its_view():
    views = ["v1", "v2", "v3", "v4"]
    shown = opened_views({"views_selected": "3,1", "views_final": "1,4,9"}, views)
    assert [(one.image, one.caption) for one in shown] == [
        ("v3", "1. view 3, dropped"), ("v1", "2. view 1"), ("v4", "3. view 4")
    ]  # fmt: skip
    assert [one.caption for one in opened_views({"views_selected": "2"}, views)] == ["1. view 2"]
    pixels = np.random.default_rng(0).integers(0, 255, (240, 480, 3), np.uint8)
    for n_views in (4, 6, 8, 9, 16):
        _, _, views = cut(Image.fromarray(pixels), n_views)
        for box, view in zip(presentation.view_boxes(range(1, n_views + 1), n_views, "clue"), views, strict=True):
            x, y = round(480 * box.x), round(240 * box.y)
            part = pixels[y : y + round(240 * box.height), x : x + round(480 * box.width)]
            assert np.array_equal(part, np.asarray(view))


def test_other_tables_appear_with_their_results_beside_the_printed_rows(write) -> None:
    mixed = {"Overall": 0.5, "#zoom": 2.51, "#shift": 2.17, "#view": 2.12, "#calls": 3.0, "R_select": 0.5}
    write("M", "ActiView_Mixed", mixed)
    assert list(write.grids()) == ["Mixed pipeline (Table 3)"]
    shifting = {"Overall": 0.6, "R_select": 1.0, "R_select_paper": 0.7462, "#view": 4.0, "Geo-Loc": 0.9, "Type-I": 0.8}
    write("M", "ActiView_ShiftingR", shifting)
    write("M", "ActiView_TextOnly", {"Overall": 0.1})
    for label, n_views, strategy in (("@c9", 9, "concat"), ("@d", 4, "describe")):
        details = {"n_views": n_views, "strategies": {strategy: 325}}
        oracle = {"AnyView_oracle": 0.6892} if strategy == "concat" else {}
        write("M", f"ActiView_Zooming{label}", {"Overall": 0.5, **oracle}, details=details)
        write("M", f"ActiView_ShiftingR{label}", {"Overall": 0.4}, details=details)
    found = {title: grid.rows for title, grid in write.grids().items()}
    for title, row in (
        ("Mixed pipeline (Table 3)", ["M", "50.00", "2.51", "2.17", "2.12", "3.00", "50.00"]),
        ("View selection (Table 13)", ["M", "", "", "", "", "60.00", "100.00", "74.62", "4.00"]),
        ("Text only (Table 5)", ["M", "10.00", ""]),
        ("ActiView_ShiftingR by sub-class (Table 9)", ["M", "90.00", "", "", "80.00", *[""] * 7]),
        ("Splits (Table 14)", ["M @c9", "9", "concat", "50.00", "68.92", "40.00", "54.46"]),
        ("Single-image strategies (Table 15)", ["mPLUG-Owl2 7B (published)", "describe", "", "62.77", "54.15"]),
    ):
        assert row in found[title], title
