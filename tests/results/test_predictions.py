import pytest

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.messages import declined, pack


def table(index, prediction):
    import pandas as pd

    return pd.DataFrame({"index": index, "prediction": prediction})


def rows(*indices):
    return table([str(index) for index in indices], "").drop(columns="prediction").assign(answer="A")


def predictions(**answers):
    return table([key[1:] for key in answers], list(answers.values()))


def test_join_follows_the_rows_not_the_file():
    from vlmeval_hvs.results.predictions import join_predictions

    items = join_predictions(rows(2, 10, 1), predictions(_1="a", _10="b", _2="c"))
    assert list(items["reply"]) == ["c", "b", "a"]
    assert not items["failed"].any()


def test_join_names_the_rows_that_do_not_fit():
    from vlmeval_hvs.results.predictions import join_predictions

    for given, message in (
        (predictions(_1="a"), "has no prediction for index 2"),
        (predictions(_1="a", _2="b", _9="c"), "not of this dataset: index 9"),
        (table(["1", "2", "2"], ["a", "b", "c"]), "several predictions for index 2"),
    ):
        with pytest.raises(DataError, match=message):
            join_predictions(rows(1, 2), given, "m_D.xlsx")


def test_failures_of_both_kinds_are_marked():
    from vlmeval_hvs.results.predictions import join_predictions

    record = pack({"answer": "", "error": "Failed to obtain answer via API. x", "calls": 1})
    items = join_predictions(
        rows(1, 2, 3, 4),
        predictions(_1="Failed to obtain answer via API.", _2="Failed to obtain answer: OOM", _3=record, _4="B"),
    )
    assert list(items["failed"]) == [True, True, True, False]
    assert list(items["reply"]) == ["", "", "", "B"]
    assert [record and record["calls"] for record in items["record"]] == [None, None, 1, None]


def test_a_column_tells_whether_replies_ended_by_themselves(tmp_path) -> None:
    from vlmeval_hvs.results.prediction_files import read_predictions
    from vlmeval_hvs.results.predictions import join_predictions

    path = tmp_path / "m_D.tsv"
    path.write_text("index\tprediction\tfinished\n0\tA\tTrue\n1\tB\tfalse\n2\tC\t\n")
    predictions = read_predictions(path)
    assert predictions["finished"].tolist() == [True, False, None]
    joined = join_predictions(rows(2, 0, 1), predictions)
    assert joined["finished"].tolist() == [None, True, False]
    silent = join_predictions(rows(0, 1, 2), predictions[["index", "prediction"]])
    assert silent["finished"].tolist() == [None, None, None]


def test_only_people_may_decline_rows() -> None:
    from vlmeval_hvs.results.predictions import join_predictions

    given = table(["0", "1"], [declined("no own answer"), "A"])
    for may, left_out in ((True, [True, False]), (False, [False, False])):
        joined = join_predictions(rows(0, 1), given, may_decline=may)
        assert joined["left_out"].tolist() == left_out
        assert joined["failed"].tolist() == [False, False]
        assert joined["reply"].tolist() == ["", "A"]


def test_escapes_in_a_record_spell_no_lone_surrogates() -> None:
    from vlmeval_hvs.results.predictions import join_predictions

    joined = join_predictions(rows(0), table(["0"], ['{"answer":"A\\ud800","calls":1}']))
    assert joined["reply"].tolist() == ["A\ufffd"]
