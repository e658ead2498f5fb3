"""The guard around the reading of a row."""

import logging

import pandas as pd

from vlmeval_hvs.results.contract import ScoreReport, finished
from vlmeval_hvs.results.guard import READER_ERROR, guarded, unread_sentence


def test_a_reader_that_raises_gives_the_stand_in_and_its_traceback_is_logged(caplog):
    with caplog.at_level(logging.ERROR, logger="vlmeval_hvs"):
        assert guarded("", lambda text: text.strip(), " a ") == "a"
        assert not caplog.records
        assert guarded(-1, int, "no number") == -1
    assert caplog.records[0].exc_info[0] is ValueError


def test_rows_that_could_not_be_read_make_a_result_partial_and_are_named():
    read = {"answer": ["B", ""], "rule": ["letter", READER_ERROR], "fallback": [False, True], "score": [1, 0]}
    other = {f"{name}_paper": [values[0]] * 2 for name, values in read.items()}
    items = pd.DataFrame({"index": ["5", "3"], "reply": ["B", "C"], "failed": [False, False]})
    report = finished(ScoreReport({"Overall": 0.5}, pd.DataFrame({**read, **other})), items, "robust", "paper")
    assert (report.unread, report.validity) == (["3"], "partial")
    assert "1 of 2 replies" in report.warnings[-1]
    assert "index 3;" in report.warnings[-1]


def test_the_sentence_names_ten_rows_at_most():
    assert "index 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 2 more;" in unread_sentence([str(n) for n in range(12)], 12)
