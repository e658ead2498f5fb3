"""What the contract derives for all benchmarks alike."""

import pytest

from vlmeval_hvs.metrics.chance import Chance
from vlmeval_hvs.results.contract import READ, ScoreReport, finished
from vlmeval_hvs.results.guard import READER_ERROR, guarded

NO_HEADLINE = "the model declined the rows that Overall is made of"


def items(**changes):
    import pandas as pd

    return pd.DataFrame({"index": ["5", "3"], "reply": ["B, surely", ""], "failed": [False, True], **changes})


def table(**changes):
    import pandas as pd

    read = {"answer": ["B", ""], "rule": ["letter", "empty"], "fallback": [False, True], "score": [1, 0]}
    other = {f"{name}_paper": values for name, values in read.items()}
    return pd.DataFrame({"own": [7, 8], **read, **other, **changes})


def report(read=None, rows=None, max_failed=0.5, metrics=(("Overall", 0.5), ("Overall_paper", 0.5)), **more):
    made = ScoreReport(dict(metrics), table() if read is None else read, **more)
    return finished(made, items(failed=False) if rows is None else rows, "robust", "paper", max_failed)


def test_items_headline_and_warnings_are_complete():
    read = table(answer=["B", "3.2"], answer_paper=["A", "3.2"], fallback_paper=[False, False])
    intervals = {"Overall": (0.0, 1.0), "Overall_paper": (0.0, 1.0)}
    cautions = {"Overall": "all are alike", "MPos": "never"}
    made = report(read, items(), chance=Chance(0.25, 0.0, 1.0), intervals=intervals, cautions=cautions)
    assert list(made.items) == ["index", "reply", *READ, *(f"{name}_paper" for name in READ), "failed", "own"]
    shown = made.items[["failed", "fallback", "score", "answer", "answer_paper"]]
    assert shown.values.tolist() == [[0, 0, 1.0, "B", "A"], [1, 1, 0.0, "", "3.2"]]  # a stand-in is no answer
    chance = {"value": 0.25, "low": 0.0, "high": 1.0}
    assert made.headline() == {
        "n": 2, "left_out": 0, "rests_on": {"n": 2, "rows": "0e4f3afd0037"},
        "reading": "robust", "Overall": 0.5, "Overall_paper": 0.5, "Fallback": 0.5,
        "Differ": 1.0, "Chance": chance,
        "chances": {name: {**chance, "mark": "inside"} for name in ("Overall", "Overall_paper")},
        "cautions": {"Overall": "all are alike"}, "validity": "partial", "validity_reason": "1 of 2 rows failed",
    }  # fmt: skip
    assert made.metrics["Chance_high"] == 1.0
    assert made.warnings == ["1 of 2 samples failed during inference and count as unanswered"]


def test_the_rows_that_the_headline_rests_on_are_counted_once_and_named():
    import numpy as np

    def rests_on(names, scores, counted=None):
        made = ScoreReport({"Overall": 0.5}, table(score=scores), counted=counted)
        return finished(made, items(index=names, failed=False), "robust", "paper").headline()["rests_on"]

    both, first = rests_on([1, 2], [1.0, 0.0]), rests_on([1, 2], [1.0, float("nan")])
    assert (both["n"], first["n"]) == (2, 1), "a row without a right answer is in no accuracy"
    assert rests_on([1, 2], [0.0, 0.0]) == both, "what was answered does not matter"
    assert rests_on([1, 3], [1.0, 0.0])["rows"] != both["rows"], "as many, but others"
    assert rests_on([1, 2], [1.0, 0.0], np.array([True, False])) == first


def test_a_reader_that_raises_gives_the_stand_in_and_its_traceback_is_logged(caplog):
    found = (guarded("", str.strip, " a "), guarded(-1, int, "no number"))
    assert (found, [record.exc_info[0] for record in caplog.records]) == (("a", -1), [ValueError])


@pytest.mark.long
def test_validity_follows_what_failed_or_was_declined():
    import pandas as pd

    def failing(count):
        many = pd.concat([table().head(1)] * 100, ignore_index=True)
        rows = pd.DataFrame({"index": range(100), "reply": "B", "failed": [n < count for n in range(100)]})
        return {"read": many, "rows": rows, "max_failed": 0.02}

    first, position = table().head(1), {"MPos": 0.8}.items()
    declined = items(failed=False, left_out=[False, True])
    unread = "the reader of replies failed on 1 of 2 rows"
    for given, validity, reason in (
        (failing(0), "valid", ""),
        (failing(2), "partial", "2 of 100 rows failed"),
        (failing(3), "invalid", "3 of 100 rows failed (3.0%, more than max_failed=0.02)"),
        ({"rows": items(reply="", failed=True), "max_failed": 1.0}, "invalid", "no row has a reply"),
        ({"read": table(rule=[READER_ERROR, "empty"])}, "partial", unread),
        ({"read": table(rule_paper=[READER_ERROR, "empty"])}, "partial", unread),
        ({"metrics": position}, "invalid", "there is no headline"),
        ({"metrics": position, "read": first, "rows": declined}, "partial", NO_HEADLINE),
        ({"metrics": (), "read": first, "rows": declined}, "invalid", NO_HEADLINE),
    ):
        made = report(**given)
        assert (made.validity, made.validity_reason) == (validity, reason)
        assert ("Overall" in made.metrics) == (validity != "invalid" and reason != NO_HEADLINE)
        assert made.unread == ["5"] * (reason == unread)
        assert ("index 5;" in " ".join(made.warnings)) == (reason == unread)


def test_rows_that_are_left_out_are_listed_and_counted_nowhere():
    import pandas as pd

    rows = pd.concat([items(), items().head(1)], ignore_index=True).assign(left_out=[False, True, False], failed=False)
    made, without = report(rows=rows), report()
    assert (made.n, made.left_out, made.metrics["LeftOut"]) == (2, 1, pytest.approx(1 / 3))
    assert made.items.loc[1, ["rule", "rule_paper", "answer"]].tolist() == ["left_out", "left_out", ""]
    assert made.items[["fallback", "score", "own"]].isna().to_numpy().tolist() == [[False] * 3, [True] * 3, [False] * 3]
    assert made.metrics["Fallback"] == without.metrics["Fallback"]
    assert "1 of 3 rows are left out of all numbers" in made.warnings[0]


def test_an_invalid_result_has_no_headline_by_any_reading():
    intervals = {"Overall": (0.0, 1.0), "Overall_paper": (0.0, 1.0)}
    made = report(None, items(), 0.02, intervals=intervals, chance=Chance(0.25, 0.0, 1.0))
    assert made.headline()["Overall"] is made.headline()["Overall_paper"] is None
    assert not {"Overall", "Overall_paper"} & {*made.metrics, *made.intervals, *made.chances}
    assert made.warnings[0] == f"the result is invalid and has no Overall: {made.validity_reason}"
    assert made.metrics["Fallback"] == 0.5
