"""The weight-free models on the demo set, through the scoring, without a host."""

import json
import re

import numpy as np
import pytest

from vlmeval_hvs.benchmarks.hvsbench.baselines import NO_ANSWER
from vlmeval_hvs.benchmarks.hvsbench.questions import TYPES
from vlmeval_hvs.benchmarks.hvsbench.scanpaths import ScanpathRules, people_of
from vlmeval_hvs.benchmarks.hvsbench.scoring import chance_of_items, guessing, score_hvsbench
from vlmeval_hvs.messages import Prompt, image, read_record, text
from vlmeval_hvs.registry import load_set
from vlmeval_hvs.responders import respond
from vlmeval_hvs.results.contract import finished

pytestmark = pytest.mark.long

DEMO = "HVSBench_DEMO"


@pytest.fixture(scope="module")
def rows(demo_root):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LMUData", str(demo_root.parent))
        yield load_set(DEMO)[0]


def ask(row, model="hvs-itti-koch"):
    message = [image("unused"), text(row["question"])]
    return respond(model, Prompt(message, row=row, benchmark="HVSBench", dataset=DEMO), 0)


def axes(kind, length, question, model, **cells):
    """The axes of a predicted scanpath."""
    reply = ask({"index": "7", "question_type": kind, "question": question, **cells}, model)
    read = [[float(part) for part in axis.split(",")] for axis in re.findall(r"\[([^\]]+)\]", reply)]
    assert [len(axis) for axis in read] == [length] * 3
    return read


def is_declined(reply):
    return "declined" in (read_record(reply) or {})


def test_random_lies_in_its_exact_chance_interval_below_people_and_the_oracle(rows):
    reports, said = {}, {}
    for model in ("hvs-oracle", "hvs-human", "hvs-random"):
        said[model] = [ask(row, model) for row in rows.to_dict("records")]
        items = rows.assign(reply=said[model], failed=False)
        items = items[~items["reply"].map(is_declined)]
        reports[model] = finished(score_hvsbench(items, n_resamples=0), items, "robust", "paper")
    chance, result, oracle = chance_of_items(rows), reports["hvs-random"], reports["hvs-oracle"].metrics
    for kind, own in chance.dropna().groupby(rows["question_type"]):
        distribution = np.array([1.0])
        for p in own:
            distribution = np.convolve(distribution, [1 - p, p])
        right = int(result.items.loc[own.index, "score"].sum())
        assert min(distribution[: right + 1].sum(), distribution[right:].sum()) > 0.0001, kind
    assert result.metrics["Fallback"] == 0
    expected = guessing(rows, people_of(rows), ScanpathRules(), seed=1).expected
    for name in ("FreeViewing_MDir", "FreeViewing_MPos", "Searching_MDir", "Searching_MPos"):
        assert result.metrics[name] == pytest.approx(expected[name], abs=0.1)
    assert {value for name, value in oracle.items() if name.endswith(("_Acc", "_Acc_paper"))} == {1.0}
    assert (oracle["Overall"], oracle["Overall_paper"], oracle["Subitizing_MAE"]) == (1, 1, 0)
    for metric in ("Searching_MDir", "Searching_MPos", "FreeViewing_MDir"):
        best, human, guess = (found.metrics[metric] for found in reports.values())
        assert best > human > guess, metric
    assert reports["hvs-human"].items["position"].max() < 1  # never compared with oneself
    declines = set()
    for answer, row in zip(said["hvs-human"], rows.to_dict("records"), strict=True):
        if is_declined(answer):
            declines.add(row["question_type"])
            assert not json.loads(row["human_answers"])
        elif TYPES[row["question_type"]].kind != "scanpath":
            assert answer in json.loads(row["human_answers"])
    assert declines == {"Q2", "Q8", "Q10", "Q11", "Q13"}


def test_the_centre_bias_prefers_what_is_central() -> None:
    boxes = "\n[A] 0.0,0.0,0.2,0.2\n[B] 0.4,0.4,0.6,0.6\n[C] 0.5,0.5,0.9,0.9"
    for kind, question, answer in (
        ("Q1", f"Which?{boxes}", "B"), ("Q3", f"Rank.{boxes}", "BCA"), ("Q2", "How many?", "1"),
        ("Q8", "Which?\n[A] (0.5,0.5) (0.0,0.0)\n[B] (0.4,0.5) (0.5,0.6)", "B"),
        ("Q10", "Which?\n[A] (0.1,0.1) [B] (0.45,0.5)", "B"),
        ("Q6", "Of 0.45,0.45,0.55,0.55?\n[A] first [B] second [C] third", "A"),
        ("Q6", "Of 0.6,0.6,0.7,0.7?\n[A] first [B] second [C] third", "B"),
        ("Q7", "Of 0.0,0.0,0.2,0.2?\n[A] first [B] second [C] third", "C"),
        ("Q7", "The rank of the cat?\n[A] first", "C"), ("Q5", "Cat or dog? [A] cat [B] dog", "C"),
    ):  # fmt: skip
        row = {"index": "7", "question_type": kind, "question": question, "labels": "CBA"}
        assert ask(row, "hvs-center-bias") == answer, question
    for kind, length in (("Q9", 14), ("Q12", 6)):
        x, y, t = axes(kind, length, "", "hvs-center-bias", labels="")
        assert t == [250.0] * length
        assert np.allclose([x[0], y[0]], 0.5, atol=0.1)
        assert np.allclose([np.mean(x), np.mean(y)], 0.5, atol=0.15)


def test_answers_on_a_known_map_never_look_at_the_annotation(monkeypatch) -> None:
    """It has three spots of falling height: in box B, in box A, and in no box."""
    spots = np.full((100, 200), 1e-4)
    for (row, column), height in {(25, 40): 3, (78, 150): 2, (90, 20): 1}.items():
        spots[row - 3 : row + 4, column - 3 : column + 4] = height
    boxes = {"A": "0.60,0.60,0.90,0.95", "B": "0.10,0.10,0.30,0.40", "C": "0.40,0.10,0.55,0.30"}

    def listed(labels):
        return "Which one?\n" + "\n".join(f"[{label}] {boxes[label]}" for label in labels)

    rank = "What is the saliency rank of the object within the bounding box {}?\n[A] The most"
    one, two = "(0.2, 0.25) for 90ms, (0.75, 0.78) for 40ms.", "(0.5, 0.1) for 186ms, (0.5, 0.5) for 10ms."
    annotation = {"answer": "Z", "truth": "Z", "labels": "Z", "scanpaths": "[]", "human_answers": '["Z"]'}
    monkeypatch.setattr("vlmeval_hvs.benchmarks.hvsbench.baselines.density_of", lambda name, path: spots / spots.sum())
    for kind, question, answer in (
        ("Q1", listed("ABC"), "B"), ("Q4", listed("AC"), "A"), ("Q3", listed("ABC"), "BAC"),
        ("Q2", "How many salient objects are there in the following image?", "3"),
        *(("Q6", rank.format(boxes[box]), answer) for box, answer in zip("BAC", "ABC", strict=True)),
        ("Q8", f"\n[A] {two}\n[B] {one}", "B"),
        ("Q10", "\n[A](0.10, 0.90)\n[B](0.48, 0.50)\n[C](0.75, 0.78)\n[D](0.20, 0.25)", "D"),
        ("Q5", "Between these two — [A] cat [B] red door — please choose one answer from A, B.", NO_ANSWER),
        ("Q1", "Which one?\n[A] 0.1,0.1,0.2,0.2\n[B] the cat", NO_ANSWER),
        ("Q6", "What is the saliency rank of the cat?\n[A] The most", NO_ANSWER)
    ):  # fmt: skip
        row = {"index": "7", "question_type": kind, "question": question}
        assert ask(row) == ask({**row, **annotation}) == answer, question
    for kind, length in (("Q9", 14), ("Q12", 6)):
        question = f"Predict eye fixation points as three separate lists, each containing {length} values."
        read = axes(kind, length, question, "hvs-itti-koch")
        path = np.column_stack(read[:2])
        assert np.allclose(path[:4], [(0.5, 0.5), (0.2, 0.25), (0.75, 0.78), (0.1, 0.9)], atol=0.04)
        assert sum(read[2]) <= 5000
