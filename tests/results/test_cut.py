import pandas as pd

from vlmeval_hvs.results.cut import add_cut, read_cut
from vlmeval_hvs.results.predictions import join_predictions


def test_only_the_noted_reply_of_the_row_counts_as_cut(tmp_path):
    add_cut(tmp_path, "m_D", "1", "The answer might be \n")
    add_cut(tmp_path, "m_D", "2", "another reply")
    with (tmp_path / "m_D_hvs_cut.jsonl").open("a") as file:
        file.write('{"index": "3", "rep')
    rows = pd.DataFrame({"index": ["1", "2", "3"]}, dtype=object)
    record = '{"answer": "B", "calls": 1, "finished": false}'
    replies = ["The answer might be", "C", record]
    predictions = pd.DataFrame({"index": ["1", "2", "3"], "prediction": replies}, dtype=object)
    joined = join_predictions(rows, predictions, cut=read_cut(tmp_path, "m_D"))
    assert list(joined["finished"]) == [False, None, False]
    assert read_cut(tmp_path, "other") == frozenset()
