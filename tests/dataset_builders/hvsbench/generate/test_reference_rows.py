"""Reference rows of small sets, worked out by hand."""

import json
from collections import Counter

import numpy as np
import pytest
from PIL import Image

from dataset_builders.hvsbench.rows import RELEASED
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.seeding import rng

COUNTS = [1, 1, 1, 2, 2, 3, 4, 2]


def boxes(number):
    return "\n".join(f"[{letter}] 0.{place}1,0.10,0.{place}5,0.20" for place, letter in enumerate("ABCDE"[:number]))


def question(kind, text, answer, picture, people=()):
    return dict.fromkeys(RELEASED, "") | {
        "question_type": kind, "question": text, "answer": answer, "image_path": f"pictures/{picture}.png",
        "participants": list(people), "human_answers": [],
    }  # fmt: skip


def write(folder, **sides):
    (folder / "pictures").mkdir()
    number = 0
    for side in ("train", "test"):
        lines = []
        for one in sides.get(side, []):
            Image.new("L", (64, 40)).save(folder / one["image_path"])
            lines.append(json.dumps({"index": (number := number + 1), **one}) + "\n")
        (folder / f"{side}.jsonl").write_text("".join(lines))
    return folder


def test_guessing_follows_the_definitions_of_the_paper(tmp_path):
    from dataset_builders.hvsbench.generate.reference_rows import random_row

    test = [
        *(question("Q1", f"Which is the most salient?\n{boxes(n)}", "A", n) for n in (2, 3, 4, 5)),
        *(question("Q2", "How many salient objects are there?", str(n), 10 + k) for k, n in enumerate(COUNTS)),
        question("Q3", f"Rank the saliency.\n{boxes(3)}", "CAB", 5),
        question("Q3", f"Rank the saliency.\n{boxes(2)}", "BA", 5),
    ]
    found = random_row(write(tmp_path, train=test[:2], test=test), ("test",))
    share = {value: count / len(COUNTS) for value, count in Counter(COUNTS).items()}
    q1, q2, q3 = np.mean([1 / 2, 1 / 3, 1 / 4, 1 / 5]), sum(p * p for p in share.values()), (1 / 6 + 1 / 2) / 2
    off = np.array(COUNTS) - 2
    expected = {
        "Overall": ((4 * q1 + 8 * q2 + 2 * q3) / 14, 14), "Q1_Acc": (q1, 4), "Prominence_Acc": (q1, 4),
        "Q2_Acc": (q2, 8), "Subitizing_Acc": (q2, 8), "Q3_Acc": (q3, 2), "Prioritizing_Acc": (q3, 2),
        "Subitizing_MAE": (np.abs(off).mean(), 8), "Subitizing_RMSE": (np.sqrt((off**2).mean()), 8),
    }  # fmt: skip
    assert {name: one.value for name, one in found.items()} == pytest.approx({k: v for k, (v, _) in expected.items()})
    assert {name: one.n for name, one in found.items()} == {name: n for name, (_, n) in expected.items()}
    assert all(one.low <= one.value <= one.high for one in found.values())
    # Table 3; what is a mean over more types than are here has no counterpart.
    printed = [found[name].printed for name in ("Q1_Acc", "Q2_Acc", "Q3_Acc", "Subitizing_MAE", "Subitizing_RMSE")]
    assert printed == [0.1994, 0.1909, 0.0415, 1.9996, 2.4336]
    assert found["Overall"].printed is found["Prioritizing_Acc"].printed is None


def searches(pictures, people=4):
    """Searches in which all people go the same way on a picture, each picture another way."""
    for picture in pictures:
        draw = rng(0, picture)
        way = draw.uniform(0.1, 0.9, (2, 6))
        paths = [
            {"X": way[0].round(4).tolist(), "Y": (way[1] + 0.001 * k).round(4).tolist(), "T": [200 + 10 * k] * 6}
            for k in range(people)
        ]
        yield question(
            "Q12", "Predict eye fixation points for searching for a cup in the provided image.", json.dumps(paths),
            picture, [f"Made/{k}" for k in range(people)],
        )  # fmt: skip


def test_people_who_agree_reach_nearly_one_and_guessing_less(tmp_path):
    from dataset_builders.hvsbench.generate.reference_rows import human_row, random_row

    folder = write(tmp_path, train=searches(range(8)), test=searches(range(8, 12)))
    people, guessing = human_row(folder, ("test",)), random_row(folder, ("test",))
    for name in ("Searching_MDir", "Searching_MPos"):
        assert people[name].value > 0.99
        assert (people[name].n, people[name].people) == (4, 16)
        assert guessing[name].high < people[name].low
        assert guessing[name].n == 4
    assert human_row(folder, ("train", "test"))["Searching_MDir"].n == 12
    assert people["Q11_Acc"] == people["Q1_Acc"] == (None, None, None, 0, 0, None)


def test_no_rows_give_no_numbers_and_a_row_that_cannot_be_read_is_named(tmp_path):
    from dataset_builders.hvsbench.generate.reference_rows import human_row, random_row

    for name in ("empty", "bad"):
        (tmp_path / name).mkdir()
    folder = write(tmp_path / "empty", train=searches(range(3)))
    assert random_row(folder, ("test",)) == {}
    assert {one.n for one in human_row(folder, ("test",)).values()} == {0}
    folder = write(
        tmp_path / "bad", test=[question("Q1", f"Which?\n{boxes(3)}", "A", 1), question("Q1", "Which?", "", 1)]
    )
    with pytest.raises(DataError, match=r"test\.jsonl, line 2: "):
        random_row(folder, ("test",))
