"""A reader that raises costs one answer and is told; it never ends the scoring of a run, in any benchmark."""

import importlib
import json

import pandas as pd
import pytest

from vlmeval_hvs.messages import pack
from vlmeval_hvs.registry import base_name, card_of, dataset_class
from vlmeval_hvs.results.guard import READER_ERROR

BENCHMARKS = "vlmeval_hvs.benchmarks"
SEARCH = ("visual_search.answers.as_written", "visual_search.scanpath_scoring.as_written")
READERS = {
    "HVSBench_DEMO": tuple(f"hvsbench.replies.{name}" for name in ("choice", "count", "order", "scanpath")),
    "ActiView_Zooming_DEMO": ("actiview.scoring.option",),
    "ActiView_TextOnly_DEMO": ("actiview.scoring.option",),
    "GazeTarget_DEMO": ("gaze.answers.option",),
    "VisualSearch_COCOSearch18_DEMO": (*SEARCH, "visual_search.field_metrics.standardizers"),
    "VisualSearch_COCOSearch18Absent_DEMO": (*SEARCH, "visual_search.absent_scoring.says_absent"),
    "VisualSearch_COCOSearch18_Interactive_DEMO": SEARCH,
    "VisualSearch_COCOSearch18_HSP_DEMO": SEARCH[:1],
    "VPB_Stage1_DEMO": ("vpb.scoring.option",),
    "VPB_Stage2_DEMO": ("vpb.scoring.option",),
}
"""Dataset to the readers that are made to raise on one reply."""
BAD = "a reply on which the reader raises"


class Fragile:
    """A reader, or a module of readers, that raises on one reply."""

    def __init__(self, real):
        self.real = real

    def __call__(self, text, *args, **kwargs):
        if BAD in text:
            raise KeyError(text)
        return self.real(text, *args, **kwargs)

    def __getattr__(self, name):
        return Fragile(getattr(self.real, name))


@pytest.mark.parametrize("name", READERS)
def test_one_answer_is_lost_and_named(name, demo, tmp_path, monkeypatch):
    demo(f"{card_of(name).datasets[base_name(name)]['set']}_DEMO")
    dataset = dataset_class(card_of(name))(dataset=name)
    rows = dataset.rows["index"].tolist()
    packed = {"Zooming": {}, "Interactive": {"fixations": []}}
    turns = next((more for part, more in packed.items() if part in name), None)
    replies = ["A" if index != rows[1] else BAD for index in rows]
    said = [reply if turns is None else pack({"answer": reply, "calls": 1, **turns}) for reply in replies]
    path = tmp_path / f"model_{name}.tsv"
    pd.DataFrame({"index": rows, "prediction": said}).to_csv(path, sep="\t", index=False)
    for place in READERS[name]:
        module, _, reader = f"{BENCHMARKS}.{place}".rpartition(".")
        loaded = importlib.import_module(module)
        monkeypatch.setattr(loaded, reader, Fragile(getattr(loaded, reader)))
    dataset.score_file(path)
    scores = json.loads((tmp_path / f"model_{name}_hvs_scores.json").read_text())
    items = pd.read_csv(tmp_path / f"model_{name}_hvs_items.tsv", sep="\t", dtype=str, na_filter=False)
    hit = items.set_index("index").loc[rows[1]]
    assert READER_ERROR in (hit["rule"], hit["rule_paper"])
    assert hit["reply"] == BAD
    assert (items["rule"] == READER_ERROR).sum() <= 1
    assert scores["counts"]["reader_errors"] == 1
    assert scores["validity"] in ("partial", "invalid")
    assert any(f"index {rows[1]};" in warning for warning in scores["warnings"])
