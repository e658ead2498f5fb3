"""Scoring tells its readers what was asked: the same as the reply corpus, on which the readers are measured."""

import importlib

import pandas as pd
import pytest

from vlmeval_hvs.messages import pack
from vlmeval_hvs.registry import base_name, card_of, dataset_class

READERS = {
    "HVSBench_Subitizing_DEMO": "hvsbench.replies.count",
    "ActiView_TextOnly_DEMO": "actiview.scoring.option",
    "ActiView_Zooming_DEMO": "actiview.scoring.option",
    "GazeTarget_DEMO": "gaze.answers.option",
    "VisualSearch_COCOSearch18_HSP_DEMO": "visual_search.answers.as_written",
    "VPB_Stage1_DEMO": "vpb.scoring.option",
    "VPB_Stage2_DEMO": "vpb.scoring.option",
}
"""Dataset to the reader of its replies that takes the question."""


@pytest.mark.parametrize("name", READERS)
def test_the_question_reaches_the_reader(name, demo, tmp_path, monkeypatch):
    demo(f"{card_of(name).datasets[base_name(name)]['set']}_DEMO")
    dataset = dataset_class(card_of(name))(dataset=name, limit=8)
    module, _, reader = f"vlmeval_hvs.benchmarks.{READERS[name]}".rpartition(".")
    loaded = importlib.import_module(module)
    real, asked = getattr(loaded, reader), {}

    def recording(text, *args, **kwargs):
        asked.setdefault(text, set()).add(kwargs.get("question"))
        return real(text, *args, **kwargs)

    monkeypatch.setattr(loaded, reader, recording)
    rows = dataset.rows.to_dict("records")
    replies = {row["index"]: f"I cannot tell which, says reply {row['index']}." for row in rows}
    said = [pack({"answer": text, "calls": 1}) if "Zooming" in name else text for text in replies.values()]
    path = tmp_path / f"model_{name}.tsv"
    pd.DataFrame({"index": list(replies), "prediction": said}).to_csv(path, sep="\t", index=False)
    dataset.score_file(path)
    wanted = {replies[row["index"]]: dataset.reply_case(row)["question"] for row in rows}
    assert {text: found & {wanted[text]} for text, found in asked.items()} == {
        text: {question} for text, question in wanted.items()
    }
