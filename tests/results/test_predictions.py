"""Predictions are joined to the plugin's own rows, by index."""

import pytest

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.messages import declined, pack


def table(**columns):
    import pandas as pd

    return pd.DataFrame(columns, dtype=object)


def join(asked, answers, **how):
    from vlmeval_hvs.results.predictions import join_predictions

    columns = {"finished": answers.pop("finished")} if "finished" in answers else {}
    rows = table(index=list(asked), answer="A")
    return join_predictions(rows, table(index=list(answers), prediction=list(answers.values()), **columns), **how)


def test_replies_failures_and_records_follow_the_rows_not_the_file():
    failing = pack({"answer": "", "error": "Failed to obtain answer via API. x", "calls": 1})
    cut = pack({"answer": "A", "calls": 2, "finished": False})
    answers = {
        "1": "a", "2": "Failed to obtain answer via API.", "3": "Failed to obtain answer: OOM", "4": failing, "5": cut,
        "6": '{"answer":"A\\ud800","calls":1}', "finished": [True, None, None, True, True, None],
    }  # fmt: skip
    joined = join("654321", answers)
    assert joined["reply"].tolist() == ["A\ufffd", "A", "", "", "", "a"]  # no lone surrogates
    assert joined["failed"].tolist() == [False, False, True, True, True, False]
    assert joined["finished"].tolist() == [None, False, True, None, None, True]
    assert [record and record["calls"] for record in joined["record"]] == [1, 2, 1, None, None, None]
    assert join("1", {"1": "a"})["finished"].tolist() == [None]


def test_rows_that_do_not_fit_are_named():
    from vlmeval_hvs.results.predictions import join_predictions

    for index, message in (
        ("1", "m_D.xlsx has no prediction for index 2"),
        ("129", "not of this dataset: index 9"),
        ("122", "several predictions for index 2"),
    ):
        with pytest.raises(DataError, match=message):
            join_predictions(table(index=["1", "2"]), table(index=list(index), prediction="a"), "m_D.xlsx")


def test_only_people_may_decline_rows():
    for may, left_out in ((True, [True, False]), (False, [False, False])):
        joined = join("01", {"0": declined("no own answer"), "1": "A"}, may_decline=may)
        assert joined[["left_out", "failed", "reply"]].to_dict("list") == {
            "left_out": left_out, "failed": [False, False], "reply": ["", "A"],
        }  # fmt: skip
