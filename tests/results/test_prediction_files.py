import json
import zipfile

import pandas as pd
import pytest
from openpyxl import Workbook

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.results.prediction_files import cut_cells, read_predictions

TRICKY = [
    "A", "", "nan", "NA", "N/A", "None", "null", "3", "007", "-5", "+3", "@x", "True", "0.50", "1e3",
    "a\nb", "a\r\nb\rc", "tab\there", 'say "hi"', "=1+2", "{=1}", "=", "_x0041_ stays", "漢字、Ａ", "<think>x</think>B",
    "http://" + "x" * 3000, '{"answer":"A","calls":2}', "[1, 2]", " spaces ", "\x0b\x1f", "'", "a" * 40_000,
]  # fmt: skip


@pytest.mark.host
@pytest.mark.parametrize("ending", ["tsv", "json", "xlsx"])
def test_what_the_host_writes_comes_back(host, tmp_path, ending):
    from vlmeval.smp import dump

    path = tmp_path / f"m_D.{ending}"
    dump(pd.DataFrame({"index": range(len(TRICKY)), "prediction": TRICKY}), str(path))
    read = read_predictions(path)
    assert list(read["index"]) == [str(index) for index in range(len(TRICKY))]
    for wrote, got in zip(TRICKY, read["prediction"], strict=True):
        if ending == "xlsx" and len(wrote) > 32_767:
            assert got == wrote[:32_767]
        elif ending == "xlsx" and wrote.startswith("http"):
            assert got in ("", wrote)  # the host drops long links: nothing is left to read
        elif ending == "xlsx" and "\r" in wrote:
            assert got.replace("\r\n", "\n").replace("\r", "\n") == wrote.replace("\r\n", "\n").replace("\r", "\n")
        else:
            assert got == wrote, f"{wrote[:40]!r} came back as {got[:40]!r}"
    assert cut_cells(path, read) == (1 if ending == "xlsx" else 0)


@pytest.mark.host
@pytest.mark.parametrize("ending", ["tsv", "json", "xlsx"])
def test_numeric_columns_keep_their_digits(host, tmp_path, ending):
    from vlmeval.smp import dump

    path = tmp_path / f"m_D.{ending}"
    dump(pd.DataFrame({"index": [1, 2, 3], "prediction": ["3", "5", None]}), str(path))
    assert list(read_predictions(path)["prediction"]) == ["3", "5", ""]


def test_numbers_written_by_spreadsheets(tmp_path):
    book = Workbook()
    for line in (["index", "prediction"], [1.0, 3.0], [2, True], [None, None], ["3.0", "x_x000D_\ny"]):
        book.active.append(line)
    book.save(tmp_path / "p.xlsx")
    read = read_predictions(tmp_path / "p.xlsx")
    assert read.values.tolist() == [["1", "3"], ["2", "True"], ["3", "x\r\ny"]]


def test_unreadable_files_say_what_is_wrong(tmp_path):
    with pytest.raises(DataError, match="no prediction file"):
        read_predictions(tmp_path / "none.xlsx")
    (tmp_path / "none.pkl").write_bytes(b"")
    with pytest.raises(DataError, match="left a .pkl instead"):
        read_predictions(tmp_path / "none.xlsx")
    with pytest.raises(DataError, match="end in"):
        read_predictions(tmp_path / "none.pkl")
    for name in ("torn.xlsx", "torn.json"):
        (tmp_path / name).write_bytes(b"PK\x03\x04 torn")
        with pytest.raises(DataError, match="cannot be read"):
            read_predictions(tmp_path / name)
    (tmp_path / "other.tsv").write_text("index\tanswer\n1\tA\n")
    with pytest.raises(DataError, match="no column prediction"):
        read_predictions(tmp_path / "other.tsv")


def texts(tmp_path, name, content):
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_predictions(path)["prediction"].tolist()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_byte_order_marks_are_no_part_of_the_first_column(tmp_path, encoding):
    lines = json.dumps({"index": 1, "prediction": "漢"}, ensure_ascii=False)
    for name, content in (
        ("p.tsv", "index\tprediction\n1\t漢\n"),
        ("p.csv", '"index","prediction"\n1,漢\n'),
        ("p.json", f"[{lines}]"),
        ("p.jsonl", lines),
    ):
        assert texts(tmp_path, name, content.encode(encoding)) == ["漢"], name


@pytest.mark.parametrize("end", ["\u2028", "\u2029", "\x85", "\x1c", "\x0c"])
def test_characters_that_end_lines_elsewhere_are_kept(tmp_path, end):
    reply = f"A{end}B"
    lines = [json.dumps({"index": index, "prediction": reply}, ensure_ascii=False) for index in (1, 2)]
    assert texts(tmp_path, "p.jsonl", "\n".join(lines)) == [reply, reply]
    assert texts(tmp_path, "p.json", f"[{', '.join(lines)}]") == [reply, reply]
    assert texts(tmp_path, "p.tsv", f"index\tprediction\n1\t{reply}\n2\t{reply}\n") == [reply, reply]


def test_lone_surrogates_are_replacement_characters(tmp_path):
    assert texts(tmp_path, "p.json", '[{"index": 1, "prediction": "A\\ud83d"}]') == ["A\ufffd"]
    assert texts(tmp_path, "p.jsonl", '{"index": 1, "prediction": {"answer": "\\udc00"}}') == ['{"answer": "\ufffd"}']
    assert texts(tmp_path, "p.jsonl", '{"index": 1, "prediction": "\\ud83d\\ude00"}') == ["\U0001f600"]


def save(path, *lines):
    book = Workbook()
    for line in lines:
        book.active.append(line)
    book.save(path)


def test_two_columns_of_one_name_are_refused(tmp_path):
    save(tmp_path / "p.xlsx", ["index", "prediction", "prediction"], [1, "A", "B"])
    files = {
        "p.tsv": "index\tprediction\tprediction\n1\tA\tB\n",
        "p.csv": "index,index,prediction\n1,2,A\n",
        "p.json": '[{"index": 1, "prediction": "A", "prediction": "B"}]',
        "p.jsonl": '{"index": 1, "index": 2, "prediction": "A"}',
    }
    for name, content in files.items():
        (tmp_path / name).write_text(content)
    for name in ("p.xlsx", *files):
        with pytest.raises(DataError, match="there are 2 columns (prediction|index); keep one") as caught:
            read_predictions(tmp_path / name)
        assert "\n" not in str(caught.value)


def test_two_other_columns_of_one_name_are_read(tmp_path):
    save(tmp_path / "p.xlsx", ["note", "index", "note", "prediction"], ["x", 1, "y", "A"])
    assert read_predictions(tmp_path / "p.xlsx").to_dict("records") == [{"index": "1", "prediction": "A", "note": "x"}]


def test_other_columns_are_text(tmp_path):
    (tmp_path / "p.json").write_text('[{"index": 1, "prediction": "A", "options": ["x", "y"], "n": 2.0, "no": null}]')
    (row,) = read_predictions(tmp_path / "p.json").to_dict("records")
    assert row == {"index": "1", "prediction": "A", "options": '["x", "y"]', "n": "2", "no": ""}


@pytest.mark.parametrize("corner", ["XFD1048576", "A1048576", "XFD1", "ZZZ99999999999"])
def test_a_cell_in_a_far_corner_costs_nothing(tmp_path, corner):
    save(tmp_path / "small.xlsx", ["index", "prediction"], [1, "A"], [2, "B"])
    number = corner.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    cell = f'<row r="{number}"><c r="{corner}" t="inlineStr"><is><t>far</t></is></c></row></sheetData>'
    with zipfile.ZipFile(tmp_path / "small.xlsx") as small, zipfile.ZipFile(tmp_path / "p.xlsx", "w") as hostile:
        for name in small.namelist():
            data = small.read(name)
            if name.endswith("sheet1.xml"):
                data = data.replace(b"</sheetData>", cell.encode())
                data = data.replace(b'<dimension ref="A1:B3"', b'<dimension ref="A1:XFD1048576"')
            hostile.writestr(name, data)
    # The library's own reader takes minutes and gigabytes.
    if corner == "XFD1":
        assert read_predictions(tmp_path / "p.xlsx")["prediction"].tolist() == ["A", "B", ""]
    else:
        assert read_predictions(tmp_path / "p.xlsx")["prediction"].tolist()[:2] == ["A", "B"]


def test_a_workbook_that_unpacks_to_gigabytes_is_refused(tmp_path):
    save(tmp_path / "p.xlsx", ["index", "prediction"], [1, "A"])
    with (
        zipfile.ZipFile(tmp_path / "p.xlsx", "a", zipfile.ZIP_DEFLATED) as book,
        book.open("xl/media/much.bin", "w", force_zip64=True) as much,
    ):
        for _ in range(17):
            much.write(bytes(1 << 26))
    with pytest.raises(DataError, match="unpacks to more than 1024 MiB; save it as tsv"):
        read_predictions(tmp_path / "p.xlsx")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("p.json", "[" * 100_000),
        ("p.json", '[{"index": ' + "9" * 5000 + ', "prediction": "A"}]'),
        ("p.json", '{"a": 1}'),
        ("p.jsonl", '{"index": 1, "prediction": "A"}\n{"index": 2, "predic'),
        ("p.tsv", ""),
        ("p.tsv", 'index\tprediction\n1\t"open'),
        ("p.xlsx", "PK"),
    ],
)
def test_what_cannot_be_read_is_refused_in_one_line_and_kept(tmp_path, name, content):
    path = tmp_path / name
    path.write_text(content)
    with pytest.raises(DataError) as caught:
        read_predictions(path)
    assert "\n" not in str(caught.value)
    assert "delete" not in str(caught.value)
    assert path.read_text() == content
