import pandas as pd
import pytest
from openpyxl import Workbook

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.messages import declined, pack
from vlmeval_hvs.results.predictions import cut_cells, join_predictions, read_predictions

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


def rows(*indices):
    return pd.DataFrame({"index": [str(index) for index in indices], "answer": "A"})


def predictions(**answers):
    return pd.DataFrame({"index": [key[1:] for key in answers], "prediction": list(answers.values())})


def test_join_follows_the_rows_not_the_file():
    items = join_predictions(rows(2, 10, 1), predictions(_1="a", _10="b", _2="c"))
    assert list(items["reply"]) == ["c", "b", "a"]
    assert not items["failed"].any()


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (predictions(_1="a"), "has no prediction for index 2"),
        (predictions(_1="a", _2="b", _9="c"), "not of this dataset: index 9"),
        (pd.DataFrame({"index": ["1", "2", "2"], "prediction": ["a", "b", "c"]}), "several predictions for index 2"),
    ],
)
def test_join_names_the_rows_that_do_not_fit(given, message):
    with pytest.raises(DataError, match=message):
        join_predictions(rows(1, 2), given, "m_D.xlsx")


def test_failures_of_both_kinds_are_marked():
    record = pack({"answer": "", "error": "Failed to obtain answer via API. x", "calls": 1})
    items = join_predictions(
        rows(1, 2, 3, 4),
        predictions(_1="Failed to obtain answer via API.", _2="Failed to obtain answer: OOM", _3=record, _4="B"),
    )
    assert list(items["failed"]) == [True, True, True, False]
    assert list(items["reply"]) == ["", "", "", "B"]
    assert [record and record["calls"] for record in items["record"]] == [None, None, 1, None]


def test_a_column_tells_whether_replies_ended_by_themselves(tmp_path) -> None:
    path = tmp_path / "m_D.tsv"
    path.write_text("index\tprediction\tfinished\n0\tA\tTrue\n1\tB\tfalse\n2\tC\t\n")
    predictions = read_predictions(path)
    assert predictions["finished"].tolist() == [True, False, None]
    joined = join_predictions(pd.DataFrame({"index": ["2", "0", "1"]}), predictions)
    assert joined["finished"].tolist() == [None, True, False]
    assert "finished" not in join_predictions(
        pd.DataFrame({"index": ["0", "1", "2"]}), predictions[["index", "prediction"]]
    )


def test_declined_rows_are_marked_and_are_no_failures() -> None:
    predictions = pd.DataFrame({"index": ["0", "1"], "prediction": [declined("no own answer"), "A"]})
    joined = join_predictions(pd.DataFrame({"index": ["0", "1"]}), predictions)
    assert joined["left_out"].tolist() == [True, False]
    assert joined["failed"].tolist() == [False, False]
    assert joined["reply"].tolist() == ["", "A"]
