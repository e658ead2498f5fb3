"""Explanations: a second turn asks why, and nothing that is scored depends on it."""

import json

import pandas as pd
import pytest

from vlmeval_hvs.benchmarks.hvsbench.dataset import HVSBenchDataset
from vlmeval_hvs.errors import OptionError
from vlmeval_hvs.host.drive import drive
from vlmeval_hvs.messages import EXPLAIN, FAIL_MARKER, INTERLEAVED, read_record
from vlmeval_hvs.responders import respond

NAME = "HVSBench_DEMO"
WHY = "Because it is red and near the centre."
MESSY = ["The answer is B.", "", "<think>A? No: C.</think>C", "three", "X = [0.5, 0.4] Y = [0.5, 0.3] T = [200, 210]"]


@pytest.fixture
def make(demo):
    demo(NAME)
    return lambda **options: HVSBenchDataset(dataset=NAME, **options)


def scripted(turn):
    """The same reply to the same question, whether or not the reason is asked for."""
    if turn.step == EXPLAIN:
        return WHY
    number = int(turn.row["index"])
    return MESSY[number % len(MESSY)] if number % 3 else respond("hvs-random", turn, 0)


def asked(dataset, reply):
    """Predictions as the host gets them, and the transcripts of the rows."""
    predictions, transcripts = [], []
    for position in range(len(dataset)):
        prompt = dataset.build_prompt(position)
        driven = drive(prompt, reply, INTERLEAVED)
        predictions.append(driven[0] if driven else reply(prompt.in_one_turn()))
        transcripts.append(driven[1] if driven else [])
    return predictions, transcripts


def scored(dataset, predictions, folder):
    path = folder / f"m_{NAME}.tsv"
    pd.DataFrame({"index": dataset.rows["index"], "prediction": predictions}).to_csv(path, sep="\t", index=False)
    metrics = dataset.score_file(path)
    items = pd.read_csv(folder / f"m_{NAME}_hvs_items.tsv", sep="\t", dtype=str, keep_default_na=False)
    return metrics, items, json.loads((folder / f"m_{NAME}_hvs_scores.json").read_text())


def test_scores_are_the_same_with_and_without(make, tmp_path) -> None:
    results = []
    for explain in (False, True):
        dataset = make(explain=explain, n_resamples=20)
        predictions, transcripts = asked(dataset, scripted)
        folder = tmp_path / str(explain)
        folder.mkdir()
        results.append((*scored(dataset, predictions, folder), transcripts))
    (plain, items, _, _), (metrics, told, scores, transcripts) = results
    assert metrics == plain
    pd.testing.assert_frame_equal(told.drop(columns="explanation"), items)
    assert set(told["explanation"]) == {WHY}
    assert scores["settings"]["explain"] is True
    assert [[turn["step"] for turn in row] for row in transcripts] == [["answer", EXPLAIN]] * len(told)


def test_the_first_turn_is_the_question_itself_and_the_second_shows_the_answer(make) -> None:
    plain, dataset = make(), make(explain=True, hint="field")
    hinted = make(hint="field")
    predictions, transcripts = asked(dataset, lambda turn: "<think>A or B?</think>B" if turn.step != EXPLAIN else WHY)
    for position, (first, second) in enumerate(transcripts):
        assert first["text"] == hinted.build_prompt(position).text
        assert first["text"].endswith(plain.build_prompt(position).text)
        assert second["images"] == first["images"]
        assert second["text"].startswith(first["text"])
        assert "Your answer to this question was: B\n" in second["text"]
        assert "A or B?" not in second["text"]
    assert read_record(predictions[0]) == {"answer": "<think>A or B?</think>B", "explanation": WHY, "calls": 2}


def test_a_cut_explanation_does_not_make_the_answer_a_cut_one(make) -> None:
    prompt = make(explain=True).build_prompt(0)
    ends = iter([True, False, False, True])
    for cut in (None, False):
        packed, transcript = drive(prompt, lambda turn: "A", INTERLEAVED, finished=lambda: next(ends))
        assert read_record(packed).get("finished") is cut
        assert [turn.get("finished") for turn in transcript] == ([None, False] if cut is None else [False, None])


def test_without_an_explanation_the_row_is_asked_again(make) -> None:
    prompt = make(explain=True).build_prompt(0)
    packed, _ = drive(prompt, lambda turn: FAIL_MARKER if turn.step == EXPLAIN else "A", INTERLEAVED)
    assert FAIL_MARKER in packed


def test_what_is_declined_is_not_asked_about(make) -> None:
    dataset = make(explain=True)
    position = dataset.rows.index[dataset.rows["question_type"] == "Q2"][0]
    packed, transcript = drive(dataset.build_prompt(position), lambda turn: respond("hvs-human", turn, 0), INTERLEAVED)
    assert "declined" in read_record(packed)
    assert len(transcript) == 1


def test_runs_with_and_without_are_different_runs_and_captions_have_no_reason(make, demo) -> None:
    assert make(explain=True).receipt.settings["explain"] is True
    assert make().receipt.settings["explain"] is False
    with pytest.raises(OptionError, match="explain=True has no effect here"):
        HVSBenchDataset(dataset="HVSBench_Captions_DEMO", explain=True)
