"""Prediction files of every format: what was written comes back, and what cannot be read is told."""

import json
import zipfile

import pytest

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.results import prediction_files
from vlmeval_hvs.results.predictions import same_text

TRICKY = [
    "A", "", "nan", "NA", "N/A", "None", "null", "3", "007", "-5", "+3", "@x", "True", "0.50", "1e3",
    "a\nb", "a\r\nb\rc", "tab\there", 'say "hi"', "=1+2", "{=1}", "=", "_x0041_ stays", "漢字、Ａ", "<think>x</think>B",
    "http://" + "x" * 3000, '{"answer":"A","calls":2}', "[1, 2]", " spaces ", "\x0b\x1f", "'", "a" * 40_000,
    "internal:x", "file:///etc/passwd", "mailto:a@b.org", "0.12345678901234567", "-inf", "external:xy", "=A1", "#N/A",
    "1e400", "+", "-", "TRUE",
]  # fmt: skip
# Not `external:` with one letter: there the writer of workbooks fails, and the host writes a pickle instead.
CHANGED_BY_WORKBOOKS = ("http", "internal:", "file:", "mailto:", "external:")
HEAD = ["index", "prediction"]


@pytest.mark.host
@pytest.mark.parametrize("ending", ["tsv", "json", "xlsx"])
def test_what_the_host_writes_comes_back_and_so_does_what_it_writes_again(host, tmp_path, ending):
    import pandas as pd
    from vlmeval.smp import dump, load

    path = tmp_path / f"m_D.{ending}"
    dump(pd.DataFrame({"index": range(len(TRICKY)), "prediction": TRICKY}), str(path))
    read = prediction_files.read_predictions(path)
    assert list(read["index"]) == [str(index) for index in range(len(TRICKY))]
    assert prediction_files.cut_cells(path, read) == (1 if ending == "xlsx" else 0)
    dump(load(str(path)), str(path))
    twice = prediction_files.read_predictions(path)["prediction"]
    for wrote, got, again in zip(TRICKY, read["prediction"], twice, strict=True):
        expected, found = wrote, got
        if ending == "xlsx":
            expected, found = (text.replace("\r\n", "\n").replace("\r", "\n")[:32_767] for text in (wrote, got))
        changed = ending == "xlsx" and wrote.startswith(CHANGED_BY_WORKBOOKS)
        told = (found == expected or changed, same_text(wrote, got), same_text(wrote, again))
        assert told == (True, True, True), f"{wrote[:40]!r} came back as {got[:40]!r}, then as {again[:40]!r}"
    dump(pd.DataFrame({"index": [1, 2, 3], "prediction": ["3", "5", None]}), str(path))
    assert list(prediction_files.read_predictions(path)["prediction"]) == ["3", "5", ""]


def lines(values):
    return "\n".join(json.dumps(value, ensure_ascii=False) for value in values)


def write(path, content):
    """Write lines of cells as a workbook, anything else as it is."""
    if isinstance(content, list):
        from openpyxl import Workbook

        book = Workbook()
        for line in content:
            book.active.append(line)
        book.save(path)
    else:
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


CUT = {"choices": [{"message": {"role": "assistant", "content": "A"}, "finish_reason": "length"}]}
REFUSED = {"choices": [{"message": {"role": "assistant", "content": None, "refusal": "No."}, "finish_reason": "stop"}]}
OPENAI = [
    {"custom_id": "row-20", "response": {"status_code": 200, "body": CUT}, "error": None},
    {"custom_id": "row-21", "response": {"status_code": 200, "body": REFUSED}, "error": None},
    {"custom_id": "row-22", "response": None, "error": {"message": "expired"}},
]
GOOGLE = [
    {"key": f"row-{k}", "response": {"candidates": [{"content": {"parts": [{"text": text}]}, "finishReason": reason}]}}
    for k, text, reason in ((20, "A", "MAX_TOKENS"), (21, "", "SAFETY"))
] + [{"key": "row-22", "response": {"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}}}]
LMMS = [
    {"doc_id": 0, "doc": {"index": 20}, "resps": [["x"]], "filtered_resps": ["A"], "target": "B"},
    {"doc_id": 21, "resps": [["C", "D"]]},
]
INSPECT = [
    {"id": 20, "epoch": 1, "output": CUT, "error": None},
    {"id": 21, "epoch": 1, "output": {"choices": []}, "error": {"message": "timed out"}},
    {"id": 22, "epoch": 1, "output": CUT, "metadata": {"hvs_prediction": {"text": "B", "finished": True}}},
]


def test_batch_services_lmms_eval_and_inspect_are_read_with_ends_and_refusals(tmp_path):
    with zipfile.ZipFile(tmp_path / "log.eval", "w") as archive:
        archive.writestr("header.json", "{}")
        for sample in INSPECT:
            archive.writestr(f"samples/{sample['id']}_epoch_1.json", json.dumps(sample))
    log = (["A", "Failed to obtain ans", "B"], [False, None, True], None)
    for name, text, replies, finished, refused in (
        ("o.jsonl", lines(OPENAI), ["A", "No.", "expired"], [False, None, None], [False, True, False]),
        ("g.jsonl", lines(GOOGLE), ["A", "safety", "PROHIBITED"], [False, None, None], [False, True, True]),
        ("l.json", json.dumps({"logs": LMMS}), ["A", "C"], None, None),
        ("i.json", json.dumps({"samples": INSPECT}), *log), ("log.eval", "", *log),
    ):  # fmt: skip
        read = prediction_files.read_predictions(write(tmp_path / name, text) if text else tmp_path / name)
        assert read["index"].tolist() == ["20", "21", "22"][: len(read)], name
        assert [each in said for each, said in zip(replies, read["prediction"], strict=True)] == [True] * len(read)
        found = [list(read[column]) if column in read else None for column in ("finished", "refused")]
        assert found == [finished, refused], name


def test_cells_and_values_of_other_types_and_spreadsheets_of_every_separator_and_letter_case(tmp_path):
    rows = [HEAD, [1.0, 3.0], [2, True], [None, None], ["3.0", "x_x000D_\ny"]]
    values = '[{"index": 1, "prediction": "A", "options": ["x", "y"], "n": 2.0, "no": null}]'
    finished = "index\tprediction\tfinished\n0\tA\tTrue\n1\tB\tfalse\n2\tC\t\n"
    one = {"index": "1", "prediction": "A"}
    for name, content, expected in (
        ("p.xlsx", rows, [dict(zip(HEAD, row, strict=True)) for row in (["1", "3"], ["2", "True"], ["3", "x\r\ny"])]),
        ("p.json", values, [{**one, "options": '["x", "y"]', "n": "2", "no": ""}]),
        ("p.tsv", finished, [
            {"index": str(place), "prediction": "ABC"[place], "finished": told}
            for place, told in enumerate((True, False, None))
        ]),
    ):  # fmt: skip
        assert prediction_files.read_predictions(write(tmp_path / name, content)).to_dict("records") == expected
    for name, text in (
        ("p.csv", "Index;Prediction\n20;3\n"), ("p.tsv", " index ,PREDICTION\n20,3\n"), ("p.json", '{"20": "3"}'),
        ("p.csv", "index\tprediction\n20\t3\n"), ("p.tsv", "index\tprediction\tx,y\n20\t3\t\n"),
    ):  # fmt: skip
        assert prediction_files.read_predictions(write(tmp_path / name, text))[HEAD].values.tolist() == [["20", "3"]]


def test_marks_of_encodings_ends_of_lines_and_half_characters(tmp_path):
    def texts(name, content):
        return prediction_files.read_predictions(write(tmp_path / name, content))["prediction"].tolist()

    line = json.dumps({"index": 1, "prediction": "漢"}, ensure_ascii=False)
    whole = {
        "p.tsv": "index\tprediction\n1\t漢\n", "p.csv": '"index","prediction"\n1,漢\n', "p.json": f"[{line}]",
        "p.jsonl": line,
    }  # fmt: skip
    for encoding in ("utf-8", "utf-8-sig", "utf-16"):
        for name, content in whole.items():
            assert texts(name, content.encode(encoding)) == ["漢"], (name, encoding)
    for end in ("\u2028", "\x85", "\x0c"):
        reply = f"A{end}B"
        both = lines({"index": index, "prediction": reply} for index in (1, 2))
        assert texts("p.jsonl", both) == [reply, reply]
        assert texts("p.json", f"[{both.replace(chr(10), ',')}]") == [reply, reply]
        assert texts("p.tsv", f"index\tprediction\n1\t{reply}\n2\t{reply}\n") == [reply, reply]
    for escaped, reply in (('"A\\ud83d"', "A\ufffd"), ('"\\ud83d\\ude00"', "\U0001f600"),
                           ('{"answer": "\\udc00"}', '{"answer": "\ufffd"}')):  # fmt: skip
        assert texts("p.jsonl", f'{{"index": 1, "prediction": {escaped}}}') == [reply]


TWICE = "2 columns have the name (prediction|index); keep one"
UNREADABLE = [
    ("p.xlsx", b"PK\x03\x04 torn", "cannot be read"), ("p.json", b"PK\x03\x04 torn", "cannot be read"),
    ("p.tsv", "index\tanswer\n1\tA\n", "no column prediction"),
    ("p.tsv", "index\tprediction\tprediction\n1\tA\tB\n", TWICE), ("p.csv", "index,index,prediction\n1,2,A\n", TWICE),
    ("p.json", '[{"index": 1, "prediction": "A", "prediction": "B"}]', TWICE),
    ("p.xlsx", [[*HEAD, "prediction"], [1, "A", "B"]], TWICE), ("p.json", "[" * 100_000, None),
    ("p.jsonl", '{"index": 1, "prediction": "A"}\n{"index": 2, "predic', "line 2 of 2 is cut off"), ("p.tsv", "", None),
    ("p.tsv", 'index\tprediction\n1\t"open', None), ("p.pkl", "", "end in"),
]  # fmt: skip


def test_what_cannot_be_read_is_refused_in_one_line_and_kept(tmp_path):
    for name, content, words in UNREADABLE:
        path = write(tmp_path / name, content)
        data = path.read_bytes()
        with pytest.raises(DataError, match=words) as caught:
            prediction_files.read_predictions(path)
        assert ("\n" in str(caught.value), path.read_bytes()) == (False, data), name
    for name, words in (("none.xlsx", "no such prediction file"), ("p.tsv", "left a .pkl instead")):
        (tmp_path / name).unlink(missing_ok=True)
        with pytest.raises(DataError, match=words):
            prediction_files.read_predictions(tmp_path / name)


def test_a_workbook_that_unpacks_to_too_much_is_refused_and_one_with_a_cell_in_the_last_corner_has_few_rows(
    tmp_path, monkeypatch
):
    from openpyxl import load_workbook

    book = load_workbook(write(tmp_path / "p.xlsx", [HEAD, [1, "=1+2"]]))
    book.active.cell(1_048_576, 16_384).value = "x"
    book.save(tmp_path / "p.xlsx")
    assert prediction_files.read_predictions(tmp_path / "p.xlsx").values.tolist() == [["1", "=1+2"], ["", ""]]
    monkeypatch.setattr(prediction_files, "UNPACKED_LIMIT", 1 << 20)
    with zipfile.ZipFile(tmp_path / "p.xlsx", "a", zipfile.ZIP_DEFLATED) as book:
        book.writestr("xl/media/much.bin", bytes(1 << 20))
    with pytest.raises(DataError, match="unpacks to more than 1 MiB; save it as tsv"):
        prediction_files.read_predictions(tmp_path / "p.xlsx")
