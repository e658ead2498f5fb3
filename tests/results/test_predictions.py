"""Predictions are joined to the rows that were asked, and those of other rows are refused."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from vlmeval_hvs.configs import make_dataset
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.messages import FAIL_MARKER, pack
from vlmeval_hvs.results.ledger import Ledger, ledger_path


def join(asked, answered, replies, **columns):
    """Join replies to rows with indices of one character."""
    import pandas as pd

    from vlmeval_hvs.results.predictions import join_predictions

    given = pd.DataFrame({"index": list(answered), "prediction": replies, **columns}, dtype=object)
    return join_predictions(pd.DataFrame({"index": list(asked), "answer": "A"}, dtype=object), given, "m_D.xlsx")


def test_replies_failures_and_records_follow_the_rows_and_rows_that_do_not_fit_are_named():
    failing = pack({"answer": "", "error": "Failed to obtain answer via API. x", "calls": 1})
    cut = pack({"answer": "A", "calls": 2, "finished": False})
    unread = ["Failed to obtain answer via API.", "Failed to obtain answer: OOM"]
    replies = ["a", *unread, failing, cut, '{"answer":"A\\ud800","calls":1}']
    told = {"finished": [True, None, None, True, True, None], "refused": [True, False, False, False, True, False]}
    joined = join("654321", "123456", replies, **told)
    assert joined["reply"].tolist() == ["A\ufffd", "A", "", "", "", "a"]  # no lone surrogates
    assert joined["failed"].tolist() == [False, False, True, True, True, False]
    assert joined["finished"].tolist() == [None, False, True, None, None, True]
    assert joined["refused"].tolist() == [False] * 5 + [True]  # a record refuses in its answer
    assert [record and record["calls"] for record in joined["record"]] == [1, 2, 1, None, None, None]
    assert join("1", "1", ["a"])["finished"].tolist() == [None]
    for index, message in (
        ("1", "m_D.xlsx has no prediction for index 2"), ("129", "not of this dataset: index 9"),
        ("122", "several predictions for index 2"),
    ):  # fmt: skip
        with pytest.raises(DataError, match=message):
            join("12", index, "a")


FORGIVEN = [
    ("A", "A"), ("a\r\nb\rc", "a\nb\nc"), ("a\x0bb", "a_x000B_b"), (" a ", "a"), ("007", "7"), ("0.50", "0.5"),
    ("3", "3.0"), ("True", "True"), ("true", "1"), ("NA", ""), ("None", ""), ("", ""), ("nan", ""),
    ("https://" + "x" * 3000, ""), ("mailto:" + "x" * 3000, ""), ("a" * 40_000, "a" * 32_767),
    ("=1+2", "0"), ("=A1", ""), ("1e400", ""), ("-inf", ""), ("{=1}", "0"),
    ("internal:Sheet", "Sheet!A1"), ("file:///etc/x", "etc\\x"),
    ("mailto:a@b.org", "a@b.org"), ("0.12345678901234567", "0.1234567890123457"),
    ("I think so.</think>\n\nB", "B"),
]  # fmt: skip
DIFFERENT = [
    ("A", "B"), ("A", ""), ("", "A"), ("3", "4"), ("https://x", ""), ("a" * 40_000, "a" * 100),
    ("The answer is B", "B"), ("1_0", "10"), ("=1+2", "3"), ("nan", "3"), ("B</think>", "A"),
    ("9" * 500, "inf"), ("0.1234", "0.1235"), ("x", "mailto:x"), ("NaN", "inf"),
]  # fmt: skip


def test_what_formats_do_to_a_text_is_forgiven_and_nothing_else() -> None:
    from vlmeval_hvs.results.predictions import same_text

    assert [pair for pair in FORGIVEN if not same_text(*pair)] == []
    assert [pair for pair in DIFFERENT if same_text(*pair)] == []


NAME = "HVSBench_Prominence_DEMO"


class Made:
    """A run on a demo set: its dataset, its prediction file and its ledger."""

    def __init__(self, folder, options):
        self.dataset, self.folder, self.path = make_dataset(NAME, options), folder, folder / f"m_{NAME}.tsv"
        self.indices = list(self.dataset.rows["index"])
        self.replies = [f"{'AB'[place % 2]} {place}" for place in range(len(self.indices))]

    def record(self, rank=0, first=(), **receipt):
        """Write the ledger of a rank; the first rows got other replies."""
        ledger = Ledger(self.folder, f"m_{NAME}", rank)
        ledger.begin(replace(self.dataset.receipt, **receipt))
        for index, reply in zip(self.indices, [*first, *self.replies[len(first) :]], strict=True):
            ledger.answer(index, reply, FAIL_MARKER in reply, "stop")
        ledger.close()

    def score(self, first=(), **columns):
        """Score a prediction file with other replies to the first rows."""
        import pandas as pd

        table = {"index": self.indices, "prediction": [*first, *self.replies[len(first) :]], **columns}
        pd.DataFrame(table, dtype=object).to_csv(self.path, sep="\t", index=False)
        return self.score_file()

    def score_file(self):
        metrics = self.dataset.score_file(self.path)
        return metrics, json.loads((self.folder / f"m_{NAME}_hvs_scores.json").read_text())


@pytest.fixture
def run(demo, tmp_path):
    demo("HVSBench_DEMO")
    return lambda *options: Made(tmp_path, options)


def test_the_ledger_is_what_counts(run):
    import pandas as pd

    made = run()
    made.replies[0] = "A, because " + "x" * 200_000
    made.record()
    made.path = made.path.with_suffix(".xlsx")
    cut = [reply[:32_767] for reply in made.replies]
    pd.DataFrame({"index": made.indices, "prediction": cut}).to_excel(made.path, index=False)
    _, scores = made.score_file()
    assert (scores["provenance"], scores["settings_from"]) == ("ledger", "the run")
    assert scores["counts"]["cut_cells"] == 0
    items = pd.read_csv(made.folder / f"m_{NAME}_hvs_items.tsv", sep="\t", dtype=str, keep_default_na=False)
    assert items["reply"][0] == made.replies[0]


def test_swapped_edited_and_unknown_rows_are_named(run):
    made = run()
    made.record()
    first, second, third = made.indices[:3]
    changed = {f"{first}, {second}": made.replies[1::-1], third: [*made.replies[:2], "surely C"]}
    for indices, replies in changed.items():
        with pytest.raises(DataError, match=f"other replies than its ledger at index {indices}$"):
            made.score(replies)
    ledger = ledger_path(made.folder, f"m_{NAME}", 0)
    ledger.write_text("".join(ledger.read_text().splitlines(keepends=True)[:-1]))
    with pytest.raises(DataError, match=f"has replies to index {made.indices[-1]} that its ledger"):
        made.score()


def test_stale_predictions_and_ledgers_of_two_runs_are_refused_with_what_differs(run):
    made = run()
    for changes, words in (
        ({"digest": "0" * 64}, "another build of the data"), ({"settings": {"hint": "field"}}, "hint='field' then"),
    ):  # fmt: skip
        ledger_path(made.folder, f"m_{NAME}", 0).unlink(missing_ok=True)
        made.record(**changes)
        with pytest.raises(DataError, match=words):
            made.score()
    made.record(rank=1)
    with pytest.raises(DataError, match="ledgers of .* are of different runs"):
        made.score()


@pytest.mark.long
def test_failures_that_were_mended_count_as_mended_and_emptied_cells_are_scored_from_the_ledger(run, caplog):
    made = run("max_failed=0.5")
    failing = [FAIL_MARKER, FAIL_MARKER]
    made.record(first=failing)
    made.record(rank=1, first=[made.replies[0], FAIL_MARKER])
    metrics, scores = made.score(failing)
    assert (scores["counts"]["failed"], scores["validity"]) == (1, "partial")
    assert made.score([*failing, "", ""])[0] == metrics
    assert f"cells are empty at index {made.indices[2]}, {made.indices[3]}; the ledger" in caplog.text


@pytest.mark.long
def test_without_a_ledger_what_belongs_to_other_rows_or_another_dataset_is_refused(run):
    made = run()
    questions, answers = (list(made.dataset.rows[name]) for name in ("question", "answer"))
    made.score(question=questions, answer=answers)
    made.score(answer=[""] * len(answers))  # an empty cell is no evidence
    with pytest.raises(DataError, match="made with other rows: its column answer differs at index"):
        made.score(answer=[f"{answer} x" for answer in answers])
    with pytest.raises(DataError, match=f"it is asked in one turn, not several; at index {made.indices[0]}$"):
        made.score([json.dumps({"answer": "A", "calls": 3})])
    made.score()
    made.path = made.path.rename(made.folder / "m_HVSBench_Subitizing_DEMO.tsv")
    with pytest.raises(DataError, match=f"is named after HVSBench_Subitizing_DEMO, not {NAME}"):
        made.score_file()
