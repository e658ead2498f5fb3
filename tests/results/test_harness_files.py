"""Logs of other programs are read as prediction files."""

import json
import zipfile

from vlmeval_hvs.results.prediction_files import by_index, read_predictions

CHAT = {
    "choices": [{"message": {"role": "assistant", "content": "A"}, "finish_reason": "length", "stop_reason": "stop"}]
}
REFUSED = {"choices": [{"message": {"role": "assistant", "content": None, "refusal": "No."}, "finish_reason": "stop"}]}


def lines(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return read_predictions(path)


def test_output_of_batch_services(tmp_path):
    read = lines(
        tmp_path / "batch.jsonl",
        [
            {"custom_id": "row-20", "response": {"status_code": 200, "body": CHAT}, "error": None},
            {"custom_id": "row-21", "response": {"status_code": 200, "body": REFUSED}, "error": None},
            {"custom_id": "row-22", "response": None, "error": {"message": "expired"}},
        ],
    )
    assert read["index"].tolist() == ["20", "21", "22"]
    assert read["prediction"].tolist()[:2] == ["A", "No."]
    assert "expired" in read["prediction"][2]
    assert read["finished"].tolist() == [False, None, None]
    assert read["refused"].tolist() == [False, True, False]

    def candidate(text, reason):
        return {"candidates": [{"content": {"role": "model", "parts": [{"text": text}]}, "finishReason": reason}]}

    blocked = {"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}}
    read = lines(
        tmp_path / "google.jsonl",
        [
            {"key": "row-20", "response": candidate("A", "MAX_TOKENS")},
            {"key": "row-21", "response": candidate("", "SAFETY")},
            {"key": "row-22", "response": blocked},
        ],
    )
    assert read["index"].tolist() == ["20", "21", "22"]
    assert read["prediction"].tolist() == ["A", "safety", "PROHIBITED_CONTENT"]
    assert read["refused"].tolist() == [False, True, True]
    assert read["finished"].tolist() == [False, None, None]


def test_samples_of_lmms_eval_count_rows_from_0(tmp_path):
    samples = [{"doc_id": place, "resps": [["A", "x"]], "filtered_resps": ["A"], "target": "B"} for place in (0, 1)]
    for name, content in (("s.jsonl", samples), ("s.json", {"logs": samples})):
        path = tmp_path / name
        if name.endswith("l"):
            read = lines(path, content)
        else:
            path.write_text(json.dumps(content), "utf-8")
            read = read_predictions(path)
        assert by_index(read, ["20", "21"])[["index", "prediction"]].values.tolist() == [["20", "A"], ["21", "A"]]
        assert by_index(read, ["0", "1", "2"])["index"].tolist() == ["0", "1"]


def test_logs_of_inspect(tmp_path):
    samples = [
        {"id": 20, "epoch": 1, "output": CHAT, "error": None},
        {"id": 21, "epoch": 1, "output": {"choices": []}, "error": {"message": "timed out"}},
        {"id": 22, "epoch": 1, "output": CHAT, "metadata": {"hvs_prediction": {"text": "B", "finished": True}}},
    ]
    with zipfile.ZipFile(tmp_path / "log.eval", "w") as archive:
        archive.writestr("header.json", "{}")
        for sample in samples:
            archive.writestr(f"samples/{sample['id']}_epoch_1.json", json.dumps(sample))
    (tmp_path / "log.json").write_text(json.dumps({"samples": samples}), "utf-8")
    for name in ("log.eval", "log.json"):
        read = read_predictions(tmp_path / name)
        assert read["index"].tolist() == ["20", "21", "22"]
        assert [text[:20] for text in read["prediction"]] == ["A", "Failed to obtain ans", "B"]


def test_spreadsheets_of_every_separator_and_letter_case_and_one_object_of_replies(tmp_path):
    separated = ("Index;Prediction\n20;3\n", "index\tprediction\n20\t3\n", " index ,PREDICTION\n20,3\n")
    for name, text in (*(("p.csv", text) for text in separated), ("p.json", '{"20": "3"}')):
        (tmp_path / name).write_text(text, "utf-8")
        assert read_predictions(tmp_path / name).values.tolist() == [["20", "3"]]
