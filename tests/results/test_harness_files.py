"""Logs of other programs are read as prediction files."""

import json
import zipfile

from vlmeval_hvs.results.prediction_files import read_predictions


def chat(content, reason, **more):
    return {"choices": [{"message": {"role": "assistant", "content": content, **more}, "finish_reason": reason}]}


def google(text, reason):
    return {"candidates": [{"content": {"role": "model", "parts": [{"text": text}]}, "finishReason": reason}]}


CUT, REFUSED = chat("A", "length"), chat(None, "stop", refusal="No.")
OPENAI = [
    {"custom_id": "row-20", "response": {"status_code": 200, "body": CUT}, "error": None},
    {"custom_id": "row-21", "response": {"status_code": 200, "body": REFUSED}, "error": None},
    {"custom_id": "row-22", "response": None, "error": {"message": "expired"}},
]
GOOGLE = [
    {"key": "row-20", "response": google("A", "MAX_TOKENS")}, {"key": "row-21", "response": google("", "SAFETY")},
    {"key": "row-22", "response": {"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}}},
]  # fmt: skip
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
    for name, text, replies, finished, refused in (
        ("o.jsonl", "\n".join(map(json.dumps, OPENAI)), "A;No.;expired", [False, None, None], [False, True, False]),
        (
            "g.jsonl",
            "\n".join(map(json.dumps, GOOGLE)),
            "A;safety;PROHIBITED",
            [False, None, None],
            [False, True, True],
        ),
        ("l.json", json.dumps({"logs": LMMS}), "A;C", None, None),
        ("i.json", json.dumps({"samples": INSPECT}), "A;Failed to obtain ans;B", [False, None, True], None),
        ("log.eval", None, "A;Failed to obtain ans;B", [False, None, True], None),
    ):
        if text:
            (tmp_path / name).write_text(text, "utf-8")
        read = read_predictions(tmp_path / name)
        assert read["index"].tolist() == ["20", "21", "22"][: len(read)], name
        assert [words in found for words, found in zip(replies.split(";"), read["prediction"], strict=True)] == [
            True
        ] * len(read)
        assert [list(read[column]) if column in read else None for column in ("finished", "refused")] == [
            finished,
            refused,
        ]


def test_spreadsheets_of_every_separator_and_letter_case_and_one_object_of_replies(tmp_path):
    for name, text in (
        ("p.csv", "Index;Prediction\n20;3\n"), ("p.tsv", " index ,PREDICTION\n20,3\n"), ("p.json", '{"20": "3"}'),
        ("p.csv", "index\tprediction\n20\t3\n"), ("p.tsv", "index\tprediction\tx,y\n20\t3\t\n"),
    ):  # fmt: skip
        (tmp_path / name).write_text(text, "utf-8")
        assert read_predictions(tmp_path / name)[["index", "prediction"]].values.tolist() == [["20", "3"]]
