"""Comparisons as tables and JSON: both have the numbers of the cells."""

import pytest

from vlmeval_hvs.results.compare.output import about_tests, grids


@pytest.fixture
def found(write, pair):
    columns = {"field": ["P", "S"] * 3, "image_path": list("abcdef"), "truth": list("ABCDEF")}
    first = {"score": [1, 1, 1, 1, 1, 0], "answer": ["A", "B" * 60, *"CDE", "x"], **columns}
    second = {"score": [0, 0, 0, 1, 0, 1], "answer": ["x", "y", "z", "D", "u", "F"], **columns}
    return pair(write("A", first), write("B", second, provenance="none"))


def test_tables_show_every_cell_and_as_many_changed_rows_as_asked_of_either_direction(found):
    total, fields, changed = grids([found], 3)
    assert total.title == "A on HVSBench - B on HVSBench (no ledger)"
    cell = found.total
    interval, p_values = f"{cell.low:+.4f} to {cell.high:+.4f}", [f"{cell.p:.2g}", f"{cell.p_holm:.2g}"]
    assert total.rows == [["score", "6", "0.8333", "0.3333", "+0.5000", interval, "4", "1", *p_values]]
    assert [line[:5] for line in fields.rows] == [
        ["P", "3", "1.0000", "0.0000", "+1.0000"],
        ["S", "3", "0.6667", "0.6667", "+0.0000"],
    ]
    assert [line[0] for line in changed.rows] == ["0", "1", "5"]  # two rows of the four that got worse, the one better
    assert changed.rows[1][3] == "B" * 39 + "…"
    assert changed.rows[2][1:] == ["0.0000", "1.0000", "x", "F", "F"]
    assert changed.notes == ["2 more changed rows: --changed 5."]
    assert [grid.head[0] for grid in grids([found], 0)] == ["", "field"]
    told = about_tests([found])[1]
    assert [words in told for words in ("families", "one family of tests (1)", "another (2)")] == [False, True, True]
