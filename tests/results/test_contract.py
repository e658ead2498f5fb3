"""What the contract derives for all benchmarks alike."""

import pytest

from vlmeval_hvs.metrics.chance import Chance
from vlmeval_hvs.results.contract import READ, ScoreReport, finished
from vlmeval_hvs.results.guard import READER_ERROR


def items(**changes: object):
    import pandas as pd

    return pd.DataFrame({"index": ["5", "3"], "reply": ["B, surely", ""], "failed": [False, True], **changes})


def table(**changes: object):
    import pandas as pd

    read = {"answer": ["B", ""], "rule": ["letter", "empty"], "fallback": [False, True], "score": [1, 0]}
    other = {f"{name}_paper": values for name, values in read.items()}
    return pd.DataFrame({"own": [7, 8], **read, **other, **changes})


def report(max_failed: float = 0.5, **changes: object) -> ScoreReport:
    made = ScoreReport({"Overall": 0.5, "Overall_paper": 0.5}, table(**changes), Chance(0.25, 0.0, 1.0))
    made.intervals = {"Overall": (0.0, 1.0), "Overall_paper": (0.0, 1.0)}
    return finished(made, items(), "robust", "paper", max_failed)


def test_items_begin_with_the_contract_and_end_with_the_benchmarks_own_columns() -> None:
    made = report().items
    assert list(made) == ["index", "reply", *READ, *(f"{name}_paper" for name in READ), "failed", "own"]
    assert made["failed"].tolist() == [0, 1]
    assert made["fallback"].tolist() == [0, 1]
    assert made["score"].tolist() == [1.0, 0.0]


def test_the_headline_is_complete() -> None:
    made = report(answer_paper=["A", ""])
    chance = {"value": 0.25, "low": 0.0, "high": 1.0}
    assert made.headline() == {
        "n": 2, "left_out": 0, "reading": "robust", "Overall": 0.5, "Overall_paper": 0.5, "Fallback": 0.5,
        "Differ": 0.5, "Chance": chance,
        "chances": {name: {**chance, "mark": "inside"} for name in ("Overall", "Overall_paper")},
        "cautions": {}, "validity": "partial", "validity_reason": "1 of 2 rows failed",
    }  # fmt: skip
    assert made.metrics["Chance_high"] == 1.0
    assert made.warnings == ["1 of 2 samples failed during inference and count as unanswered"]


def test_validity_follows_the_share_of_failed_rows() -> None:
    import pandas as pd

    many = pd.concat([table().head(1)] * 100, ignore_index=True)
    for failed, validity in ((0, "valid"), (1, "partial"), (2, "partial"), (3, "invalid")):
        rows = pd.DataFrame({"index": range(100), "reply": "B", "failed": [n < failed for n in range(100)]})
        made = finished(ScoreReport({"Overall": 1.0}, many), rows, "robust", "paper")
        assert made.validity == validity
        assert ("Overall" in made.metrics) == (validity != "invalid")
        assert bool(made.validity_reason) == (validity != "valid")


def test_an_invalid_result_has_no_headline_by_any_reading() -> None:
    made = report(max_failed=0.02)
    assert made.validity_reason == "1 of 2 rows failed (50.0%, more than max_failed=0.02)"
    assert made.headline()["Overall"] is made.headline()["Overall_paper"] is None
    assert not {"Overall", "Overall_paper"} & {*made.metrics, *made.intervals, *made.chances}
    assert made.warnings[0] == f"the result is invalid and has no Overall: {made.validity_reason}"
    assert made.metrics["Fallback"] == 0.5


def test_no_reply_at_all_is_no_result_whatever_is_allowed() -> None:
    for failed in (True, False):
        silent = items(reply="", failed=failed)
        made = finished(ScoreReport({"Overall": 0.0}, table()), silent, "robust", "paper", max_failed=1.0)
        assert (made.validity, made.validity_reason) == ("invalid", "no row has a reply")
        assert "Overall" not in made.metrics


def test_rows_that_end_their_reader_make_a_result_partial() -> None:
    for column in ("rule", "rule_paper"):
        read = table(**{column: [READER_ERROR, "empty"]})
        made = finished(ScoreReport({"Overall": 0.5}, read), items(failed=False), "robust", "paper")
        assert (made.validity, made.unread, made.metrics["Overall"]) == ("partial", ["5"], 0.5)
        assert made.validity_reason == "the reader of replies failed on 1 of 2 rows"
        assert any("1 of 2 replies" in warning and "index 5;" in warning for warning in made.warnings)


def test_without_a_headline_a_result_is_invalid_and_chance_may_be_unknown() -> None:
    made = finished(ScoreReport({}, table()), items(failed=False), "robust", "paper")
    assert made.validity == "invalid"
    assert made.headline()["Chance"] == {"value": None, "low": None, "high": None}
    assert "Chance" not in made.metrics


def test_a_model_that_declined_the_rows_of_the_headline_keeps_its_other_metrics() -> None:
    rows = items(failed=False, left_out=[False, True])
    made = finished(ScoreReport({"MPos": 0.8}, table().head(1)), rows, "robust", "paper")
    assert (made.validity, made.validity_reason) == ("partial", "the model declined the rows that Overall is made of")
    assert made.metrics["MPos"] == 0.8
    assert made.headline()["Overall"] is None
    silent = finished(ScoreReport({}, table().head(1)), rows, "robust", "paper")
    assert silent.validity == "invalid"
    answered = finished(ScoreReport({"MPos": 0.8}, table()), items(failed=False), "robust", "paper")
    assert (answered.validity, answered.validity_reason) == ("invalid", "there is no headline")


def test_cautions_stand_with_metrics_that_are_there() -> None:
    made = ScoreReport({"Overall": 1.0}, table(), cautions={"Overall": "all are alike", "MPos": "never"})
    headline = finished(made, items(failed=False), "robust", "paper").headline()
    assert headline["cautions"] == {"Overall": "all are alike"}


def test_a_stand_in_is_no_answer() -> None:
    made = report(answer=["B", "3.2"], answer_paper=["B", "3.2"], fallback_paper=[False, False])
    assert made.items["answer"].tolist() == ["B", ""]
    assert made.items["answer_paper"].tolist() == ["B", "3.2"]
    assert made.metrics["Differ"] == 0.5


def test_a_benchmark_that_leaves_out_a_column_is_told_so() -> None:
    with pytest.raises(ValueError, match="the item table lacks rule_paper"):
        finished(ScoreReport({}, table().drop(columns="rule_paper")), items(), "robust", "paper")
    with pytest.raises(ValueError, match="lacks rows"):
        finished(ScoreReport({}, table().head(1)), items(), "robust", "paper")


def test_rows_that_are_left_out_are_listed_and_counted_nowhere() -> None:
    import pandas as pd

    rows = pd.concat([items(), items().head(1)], ignore_index=True).assign(left_out=[False, True, False], failed=False)
    made = finished(ScoreReport({"Overall": 0.5}, table()), rows, "robust", "paper")
    assert (made.n, made.left_out, made.metrics["LeftOut"]) == (2, 1, pytest.approx(1 / 3))
    assert made.items["rule"].tolist()[1] == made.items["rule_paper"].tolist()[1] == "left_out"
    assert made.items["answer"].tolist()[1] == ""
    assert made.items[["fallback", "score", "own"]].isna().to_numpy().tolist() == [[False] * 3, [True] * 3, [False] * 3]
    without = finished(ScoreReport({"Overall": 0.5}, table()), items(failed=False), "robust", "paper")
    assert made.metrics["Fallback"] == without.metrics["Fallback"]
    assert "1 of 3 rows are left out of all numbers" in made.warnings[0]
