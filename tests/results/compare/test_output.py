"""Comparisons as tables, JSON and CSV: every form has the numbers of the cells."""

import csv
import io

import pytest

from vlmeval_hvs.results.compare.comparison import How
from vlmeval_hvs.results.compare.output import about, as_csv, as_json, grids
from vlmeval_hvs.results.compare.pairs import compare
from vlmeval_hvs.results.compare.runs import runs_at


@pytest.fixture
def pairs(write):
    columns = {"field": ["P", "S"] * 3, "image_path": list("abcdef"), "truth": list("ABCDEF")}
    first = {"score": [1, 1, 1, 1, 1, 0], "answer": ["A", "B" * 60, *"CDE", "x"], **columns}
    second = {"score": [0, 0, 0, 1, 0, 1], "answer": ["x", "y", "z", "D", "u", "F"], **columns}
    return compare(runs_at([write("A", first), write("B", second, provenance="none")]), How())


def test_tables_show_every_cell_and_as_many_changed_rows_as_asked_of_either_direction(pairs) -> None:
    (pair,) = pairs
    total, fields, changed = grids(pairs, 3)
    assert total.title == "A on HVSBench - B on HVSBench (no ledger)"
    (row,) = total.rows
    assert row[:5] == ["score", "6", "0.8333", "0.3333", "+0.5000"]
    assert row[5] == f"{pair.total.low:+.4f} to {pair.total.high:+.4f}"
    assert row[6:] == ["4", "1", f"{pair.total.p:.2g}", f"{pair.total.p_holm:.2g}"]
    assert [line[:5] for line in fields.rows] == [
        ["P", "3", "1.0000", "0.0000", "+1.0000"],
        ["S", "3", "0.6667", "0.6667", "+0.0000"],
    ]
    assert [line[0] for line in changed.rows] == ["0", "1", "5"]  # two rows of the four that got worse, the one better
    assert changed.rows[1][3] == "B" * 39 + "…"
    assert changed.rows[2][1:] == ["0.0000", "1.0000", "x", "F", "F"]
    assert changed.notes == ["2 more changed rows: --changed 5."]
    assert [grid.head[0] for grid in grids(pairs, 0)] == ["", "field"]
    assert "families" not in about(pairs)[1]
    assert "one family of tests (1)" in about(pairs)[1]
    assert "another (2)" in about(pairs)[1]


def test_without_an_interval_its_cell_is_empty(write) -> None:
    one = {"image_path": ["a", "a"]}
    pair = compare(runs_at([write("A", {"score": [1, 0], **one}), write("B", {"score": [0, 0], **one})]), How())
    assert grids(pair, 0)[0].rows == [["score", "2", "0.5000", "0.0000", "+0.5000", "", "1", "0", "", ""]]


def test_csv_and_json_hold_the_same_cells(pairs) -> None:
    found = as_json(pairs)
    (told,) = found["pairs"]
    rows = list(csv.DictReader(io.StringIO(as_csv(pairs))))
    assert [(row["slice"], row["group"], row["metric"]) for row in rows] == [
        ("", "", "score"), ("field", "P", "score"), ("field", "S", "score"),
    ]  # fmt: skip
    assert found["tests"] == 3
    for row, cell in zip(rows, [told["metrics"]["score"], *told["slices"]["field"].values()], strict=True):
        assert (row["model_first"], row["model_second"], row["unit"]) == ("A", "B", "image_path")
        assert {name: "" if value is None else str(value) for name, value in cell.items()}.items() <= row.items()
    assert (told["first"]["model"], told["second"]["marks"]) == ("A", ["no ledger"])
    assert [change["row"] for change in told["changed"]] == list("01245")
