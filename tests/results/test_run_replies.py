"""The replies of a run: the ledger tells them, the prediction file is checked against it."""

import json
from dataclasses import replace

import pytest

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.messages import FAIL_MARKER
from vlmeval_hvs.option_arguments import make_dataset
from vlmeval_hvs.results.ledger import Ledger, ledger_path

NAME = "HVSBench_Prominence_DEMO"


class Made:
    """A run on a demo set: its dataset, its prediction file and its ledger."""

    def __init__(self, folder, replies=None, name=NAME, **options):
        self.dataset = make_dataset(name, [json.dumps(options)] if options else None)
        self.indices = list(self.dataset.rows["index"])
        self.folder, self.stem = folder, f"m_{name}"
        self.path = folder / f"{self.stem}.tsv"
        self.replies = replies or [f"{'AB'[place % 2]} {place}" for place in range(len(self.indices))]

    def record(self, rank=0, replies=None, **receipt):
        ledger = Ledger(self.folder, self.stem, rank)
        ledger.begin(replace(self.dataset.receipt, **receipt))
        for index, reply in zip(self.indices, replies or self.replies, strict=True):
            ledger.answer(index, reply, FAIL_MARKER in reply, "stop")
        ledger.close()
        return self

    def write(self, replies=None, **columns):
        import pandas as pd

        table = {"index": self.indices, "prediction": replies or self.replies, **columns}
        pd.DataFrame(table, dtype=object).to_csv(self.path, sep="\t", index=False)
        return self

    def score(self):
        metrics = self.dataset.score_file(self.path)
        scores = json.loads((self.folder / f"{self.stem}_hvs_scores.json").read_text())
        return metrics, scores


@pytest.fixture
def run(demo, tmp_path):
    demo("HVSBench_DEMO", "VPB_Stage1_DEMO")
    return lambda *arguments, **options: Made(tmp_path, *arguments, **options)


def test_the_ledger_is_what_counts(run):
    import pandas as pd

    made = run()
    made.replies[0] = "A, because " + "x" * 200_000
    made.record()
    made.path = made.path.with_suffix(".xlsx")
    cut = [reply[:32_767] for reply in made.replies]
    pd.DataFrame({"index": made.indices, "prediction": cut}).to_excel(made.path, index=False)
    _, scores = made.score()
    assert (scores["provenance"], scores["settings_from"]) == ("ledger", "the run")
    assert scores["counts"]["cut_cells"] == 0
    items = pd.read_csv(made.folder / f"{made.stem}_hvs_items.tsv", sep="\t", dtype=str, keep_default_na=False)
    assert items["reply"][0] == made.replies[0]


def test_swapped_and_edited_rows_are_named(run):
    made = run().record()
    swapped = [made.replies[1], made.replies[0], *made.replies[2:]]
    first, second = made.indices[:2]
    with pytest.raises(
        DataError, match=f"another row's reply: index {first} that of {second}, {second} that of {first}"
    ):
        made.write(swapped).score()
    with pytest.raises(DataError, match=f"replies were edited at index {made.indices[2]}$"):
        made.write([*made.replies[:2], "surely C", *made.replies[3:]]).score()
    with pytest.raises(DataError, match=f"has replies to index {made.indices[-1]} that the ledger"):
        ledger_path(made.folder, made.stem, 0).write_text(
            "".join(ledger_path(made.folder, made.stem, 0).read_text().splitlines(keepends=True)[:-1])
        )
        made.write().score()


def test_stale_predictions_are_refused_with_what_differs(run):
    for changes, words in (
        ({"digest": "0" * 64}, "another build of the data"),
        ({"wording": "w"}, "another wording of the prompts"),
        ({"settings": {"hint": "field"}}, "hint='field' then"),
        ({"dataset": "HVSBench_Free-Viewing_DEMO"}, "another dataset"),
    ):
        made = run()
        ledger_path(made.folder, made.stem, 0).unlink(missing_ok=True)
        with pytest.raises(DataError, match=words):
            made.record(**changes).write().score()


def test_ledgers_of_two_runs_are_refused(run):
    made = run().record()
    made.record(rank=1, settings={"hint": "field"})
    with pytest.raises(DataError, match="ledgers of .* are of different runs"):
        made.write().score()


def test_failures_that_were_mended_count_as_mended_and_others_as_failed(run):
    made = run(max_failed=0.5)
    failing = [FAIL_MARKER, FAIL_MARKER, *made.replies[2:]]
    made.record(replies=failing).record(rank=1, replies=[made.replies[0], *failing[1:]])
    _, scores = made.write(failing).score()
    assert (scores["counts"]["failed"], scores["validity"]) == (1, "partial")


def test_cells_that_the_host_left_empty_are_scored_from_the_ledger(run, caplog):
    made = run().record()
    kept = made.replies
    whole = made.write(kept).score()[0]
    emptied = [kept[0], *[""] * (len(kept) - 1)]
    assert made.write(emptied).score()[0] == whole
    assert "cells are empty at index" in caplog.text


def test_files_of_other_rows_are_refused(run):
    made = run()
    questions = list(made.dataset.rows["question"])
    answers = list(made.dataset.rows["answer"])
    made.write(question=questions, answer=answers).score()
    order = [*range(1, len(questions)), 0]
    with pytest.raises(DataError, match="made with other rows: its column answer differs at index"):
        made.write(answer=[answers[place] + " x" for place in order]).score()
    made.write(answer=[""] * len(answers)).score()  # an empty cell is no evidence


def test_files_named_after_another_dataset_are_refused(run):
    made = run().write()
    made.path = made.path.rename(made.folder / "m_HVSBench_Subitizing_DEMO.tsv")
    with pytest.raises(DataError, match=f"is named after HVSBench_Subitizing_DEMO, not {NAME}"):
        made.score()
    for name in ("mine.tsv", f"m_{NAME}@label.tsv", f"{NAME}.tsv"):
        made.path = made.path.rename(made.folder / name)
        made.dataset.score_file(made.path)


def test_records_of_pipelines_are_no_answers_to_plain_questions(run):
    made = run()
    record = json.dumps({"answer": "A", "calls": 3})
    with pytest.raises(DataError, match=f"it is asked in one turn, not several; at index {made.indices[0]}$"):
        made.write([record, *made.replies[1:]]).score()
