"""Tables as spreadsheets of several countries and programs save them."""

import pytest

from dataset_builders.own.layout import Column, Frame
from dataset_builders.own.rows import Row, read_lines
from dataset_builders.plausible import Look
from vlmeval_hvs.errors import DataError

COLUMNS = (Column("image", "", True), Column("x", ""), Column("name", ""))


def cells_of(path, text):
    path.write_text(text, encoding="utf-8")
    head, lines, decimal_comma = read_lines(path, COLUMNS)
    rows = [(number, dict(zip(head, line, strict=True))) for number, line in lines]
    return [Row(path.name, number, cells, Frame(), Look(), decimal_comma) for number, cells in rows]


def test_decimal_commas_are_read_where_semicolons_separate(tmp_path):
    for separator, text, amount, numbers in (
        (";", "400,5", 1, [400.5]),
        (";", "400.5", 1, [400.5]),
        (";", "1,5 2,5", 2, [1.5, 2.5]),
        (";", "1,5, 2,5", 2, [1.5, 2.5]),
        (";", "1,2", 2, [1, 2]),  # two numbers are asked for
        (";", "1,2,3,4", 4, [1, 2, 3, 4]),
        (";", "1.234,5", 1, None),
        (",", '"400,5"', 1, None),
        (",", '"1,2"', 2, [1, 2]),
        ("\t", "400,5", 1, None),
    ):
        (row,) = cells_of(tmp_path / "t.csv", f"image{separator}x{separator}name\na.png{separator}{text}{separator}b\n")
        if numbers is None:
            with pytest.raises(DataError, match=r"t\.csv, row 2, column x: .* is not a number") as told:
                row.numbers_of("x", row["x"], amount)
            assert ("write decimals with a point" in str(told.value)) == (separator != ";")
        else:
            assert row.numbers_of("x", row["x"], amount) == numbers, text


def test_quotes_stay_where_they_are_part_of_a_cell(tmp_path):
    for written, read in (
        ('"27" screen', '"27" screen'),
        ('"say ""hm"", then"', 'say "hm", then'),
        ('27" screen', '27" screen'),
        ('"a\nb"', "a\nb"),
        ('""', ""),
    ):
        rows = cells_of(tmp_path / "t.csv", f"image,x,name\na.png,1,{written}\nb.png,2,c\n")
        assert [row["name"] for row in rows] == [read, "c"]
    with pytest.raises(DataError, match=r"t\.csv: the file is not a CSV"):  # or the rest of the file would be one cell
        cells_of(tmp_path / "t.csv", 'image,x,name\na.png,1,"open\nb.png,2,c\n')
