"""Logs of other programs are read as prediction files."""

import json
import zipfile

import pytest

from vlmeval_hvs.results.prediction_files import read_predictions


def chat(content, reason, **more):
    return {"choices": [{"message": {"role": "assistant", "content": content, **more}, "finish_reason": reason}]}


def google(text, reason):
    return {"candidates": [{"content": {"role": "model", "parts": [{"text": text}]}, "finishReason": reason}]}


CUT, REFUSED = chat("A", "length"), chat(None, "stop", refusal="No.")
BLOCKED = {"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}}
OPENAI = [
    {"custom_id": "row-20", "response": {"status_code": 200, "body": CUT}, "error": None},
    {"custom_id": "row-21", "response": {"status_code": 200, "body": REFUSED}, "error": None},
    {"custom_id": "row-22", "response": None, "error": {"message": "expired"}},
]
GOOGLE = [
    {"key": "row-20", "response": google("A", "MAX_TOKENS")},
    {"key": "row-21", "response": google("", "SAFETY")},
    {"key": "row-22", "response": BLOCKED},
]


BATCHES = [(OPENAI, "A;No.;expired", [False, True, False]), (GOOGLE, "A;safety;PROHIBITED", [False, True, True])]


@pytest.mark.parametrize(("rows", "said", "refused"), BATCHES)
def test_output_of_batch_services(tmp_path, rows, said, refused):
    (tmp_path / "batch.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    read = read_predictions(tmp_path / "batch.jsonl")
    assert read["index"].tolist() == ["20", "21", "22"]
    assert [words in text for words, text in zip(said.split(";"), read["prediction"], strict=True)] == [True] * 3
    assert read["finished"].tolist() == [False, None, None]
    assert read["refused"].tolist() == refused


def test_samples_of_lmms_eval_have_the_index_in_their_document(tmp_path):
    samples = [
        {"doc_id": 0, "doc": {"index": 20}, "resps": [["x"]], "filtered_resps": ["A"], "target": "B"},
        {"doc_id": 1, "resps": [["C", "D"]]},
    ]
    (tmp_path / "s.json").write_text(json.dumps({"logs": samples}), "utf-8")
    assert read_predictions(tmp_path / "s.json").values.tolist() == [["20", "A"], ["1", "C"]]


def test_logs_of_inspect(tmp_path):
    samples = [
        {"id": 20, "epoch": 1, "output": CUT, "error": None},
        {"id": 21, "epoch": 1, "output": {"choices": []}, "error": {"message": "timed out"}},
        {"id": 22, "epoch": 1, "output": CUT, "metadata": {"hvs_prediction": {"text": "B", "finished": True}}},
    ]
    with zipfile.ZipFile(tmp_path / "log.eval", "w") as archive:
        archive.writestr("header.json", "{}")
        for sample in samples:
            archive.writestr(f"samples/{sample['id']}_epoch_1.json", json.dumps(sample))
    read = read_predictions(tmp_path / "log.eval")
    assert read["index"].tolist() == ["20", "21", "22"]
    assert [text[:20] for text in read["prediction"]] == ["A", "Failed to obtain ans", "B"]


def test_spreadsheets_of_every_separator_and_letter_case_and_one_object_of_replies(tmp_path):
    for name, text in (("p.csv", "Index;Prediction\n20;3\n"), ("p.csv", " index ,PREDICTION\n20,3\n"),
                       ("p.json", '{"20": "3"}')):  # fmt: skip
        (tmp_path / name).write_text(text, "utf-8")
        assert read_predictions(tmp_path / name).values.tolist() == [["20", "3"]]
