"""The reward of a reply: right and wrong ones, formats, copies, replies that never looked, and people of Interiors."""

import json
import subprocess
import sys
from itertools import permutations

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from regenerated_set import TEMPLATES, line, person

from vlmeval_hvs.benchmarks.hvsbench.questions import TYPES, scanpath_text
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.rewards import hvsbench_reward, reward

EXAMPLES = {kind: TEMPLATES[kind][0].partition("[Example Output for Another Image] ")[2] for kind in ("Q9", "Q12")}


def rows(kind, count, seed=0):
    draw = np.random.default_rng(seed)
    return [line(kind, number, number, "0.png", draw) for number in range(count)]


def written(path, asked=None):
    return scanpath_text({axis: values[:asked] for axis, values in path.items()})


def points(count):
    return written({"X": [0.5] * count, "Y": [0.5] * count, "T": [200] * count})


CHOICE = {"question": "Which? [A] a cup [B] a cat [C] a dog", "question_type": "Q1", "answer": "B"}


def test_letters_counts_and_orders_by_kendalls_tau():
    row = {"question": "How many?", "question_type": "Q2", "answer": "3"}
    for value, replies in enumerate((("A", "", "I cannot tell.", "A, B, C", "[A] [B]", "B" * 100_001),
                                     ("B", "The answer is [B].", "a cat"))):  # fmt: skip
        assert [reward(reply, CHOICE) for reply in replies] == [value] * len(replies)
    values = {"3": 1, "There are three objects.": 1, "4": 1 / 4, "2": 1 / 4, "5": 1 / 9}
    for reply, value in {**values, **dict.fromkeys(("1, 2, 3", "3.5", "-3", "", "many"), 0)}.items():
        assert reward(reply, row) == pytest.approx(value), reply
    from scipy.stats import kendalltau

    for answer in ("ABC", "BCDA"):
        options = "\n".join(f"[{letter}] 0.1,0.1,0.{n}5,0.9" for n, letter in enumerate(sorted(answer), 2))
        row = {"question": TEMPLATES["Q3"][0].format(options=options), "question_type": "Q3", "answer": answer}
        for order in permutations(sorted(answer)):
            tau = kendalltau([answer.index(one) for one in order], range(len(answer))).statistic
            expected = 1 if "".join(order) == answer else max(tau, 0) / 2
            assert reward("".join(order), row) == pytest.approx(expected)
        for reply in (answer[:-1], answer[0] * len(answer), answer + answer[0], "", f"[{answer[0]}]"):
            assert reward(reply, row) == 0


@pytest.mark.parametrize("kind", ["Q9", "Q12"])
def test_formats_of_scanpaths(kind):
    asked = 14 if kind == "Q9" else 6
    row = rows(kind, 1)[0]
    path = {axis: values[:asked] for axis, values in json.loads(row["answer"])[0].items()}
    for reply in (written(path), f"```json\n{json.dumps(path)}\n```"):
        assert reward(reply, row) > 0.95
    slow = {**path, "T": [time * 10 for time in path["T"]]}
    one_less, one_more = written(path, asked - 1), written({axis: [*v, v[0]] for axis, v in path.items()})
    unequal = written(path).replace("] T", ", 0.5] T")
    for reply in (one_less, one_more, unequal, written(slow), written(path).partition(" T =")[0]):
        assert 0 < reward(reply, row) <= 0.25
    long = written({axis: values * 4 for axis, values in path.items()})
    still = written({"X": [0.5] * asked + [0.9], "Y": [0.5] * (asked + 1), "T": [200] * (asked + 1)})
    for reply in (long, written(path, 2), "X = [] Y = [] T = []", f"Sure! {EXAMPLES[kind]}", points(asked), still):
        assert reward(reply, row) == 0, reply


def by_the_package(path, people):
    """The largest mean similarity to a person, by multimatch-gaze, over six fixations."""
    from multimatch_gaze import docomparison

    def records(one):
        axes = np.array(one["X"]) * 512, np.array(one["Y"]) * 320, np.array(one["T"], float)
        return np.rec.fromarrays([axis[:6] for axis in axes], names="start_x,start_y,duration")

    return max(np.mean(docomparison(records(path), records(one), (512, 320))) for one in people)


@pytest.mark.long
def test_scanpaths_are_worth_what_multimatch_gaze_says():
    """Between the best fixed path and a person the reward is a straight line of the package's similarity."""
    turns, draw, above = [(0, 0), (-1, 0), (1, 0), (0, -1), (0, 1), (0, 0)], np.random.default_rng(2), 0
    for row in rows("Q12", 5):
        people = json.loads(row["answer"])
        example = {"X": [0.50, 0.48, 0.44, 0.66, 0.67, 0.50], "Y": [0.49, 0.45, 0.37, 0.26, 0.20, 0.50], "T": [220] * 6}
        fixed = [example] + [
            {"X": [0.5 + size * a for a, _ in turns], "Y": [0.5 + size * b for _, b in turns], "T": [220] * 6}
            for size in (0.05, 0.1, 0.2)
        ]
        base = max(by_the_package(one, people) for one in fixed)
        near = {axis: values[:6] for axis, values in people[0].items()}
        near = {**near, "X": np.clip(np.array(near["X"]) + draw.normal(0, 0.1, 6), 0, 1).round(2).tolist()}
        for path in (near, person(draw, 6, 0)):
            path = {**path, "X": np.round(path["X"], 2).tolist(), "Y": np.round(path["Y"], 2).tolist()}
            found = by_the_package(path, people)
            expected = 0.2 * found / base if found <= base else 0.2 + 0.8 * (found - base) / (1 - base)
            assert reward(written(path), row) == pytest.approx(expected, abs=1e-9)
            above += found > base
    assert 2 < above < 10


CONSTANT = ("A, B, C, D, E", "[A] [B] [C] [D]", "1, 2, 3, 4, 5", *EXAMPLES.values(), *map(points, (1, 6, 14)), "null")


@pytest.mark.long
def test_no_constant_reply_is_worth_much_and_neither_numbers_nor_the_question_are_worth_anything():
    numbers = [" ".join(map(str, range(10_000))), " ".join(["0.5"] * 10_000), "A " * 1_000]
    for kind in TYPES:
        scanpaths = TYPES[kind].kind == "scanpath"
        asked = rows(kind, 8 if scanpaths or TYPES[kind].kind == "count" else 60, seed=3)
        guesses = [] if scanpaths else {row["answer"] for row in asked}
        most = max([0.2, *(np.mean([reward(guess, row) for row in asked]) for guess in guesses)])
        for reply in CONSTANT:
            assert np.mean([reward(reply, row) for row in asked]) <= most + 1e-9, (kind, reply[:40])
        right = [row["answer"] if row["answer"][0] != "[" else written(json.loads(row["answer"])[1]) for row in asked]
        assert np.mean([reward(reply, row) for reply, row in zip(right, asked, strict=True)]) > 0.95
        assert np.mean([reward(row["question"], row) for row in asked]) <= (0 if scanpaths else 0.3), kind
        assert [reward(reply, asked[0]) for reply in numbers] == [0, 0, 0], kind


REPLIES = st.one_of(
    st.text("ABCDE[](),.> 0123456789XYT=-\u0663", max_size=200),
    st.none() | st.floats() | st.integers() | st.binary(max_size=20),
    st.lists(st.floats(), max_size=40).map(str),
)


@pytest.mark.long
@settings(max_examples=40)
@given(reply=REPLIES, kind=st.sampled_from(sorted(TYPES)))
@example(reply="X = [nan] * 6 Y = [inf] T = [1e999]", kind="Q12")
@example(reply="X = [1e308, 1e308, 1e308] Y = [-1e308, 0, 1] T = [1, 2, 3]", kind="Q9")
def test_every_reply_has_a_reward_from_0_to_1(kind, reply):
    value = reward(reply, rows(kind, 1)[0])
    assert isinstance(value, float)
    assert 0 <= value <= 1


def test_rows_of_a_built_set_have_their_truth_in_other_columns_and_what_is_no_question_is_named():
    assert reward("B", {**CHOICE, "answer": "A", "truth": "B", "scanpaths": "[]"}) == 1
    row = rows("Q12", 1)[0]
    path = written({axis: values[:6] for axis, values in json.loads(row["answer"])[0].items()})
    assert reward(path, {**row, "answer": "", "truth": "x", "scanpaths": row["answer"]}) == reward(path, row) > 0.95
    assert reward(path, {**row, "answer": json.loads(row["answer"])}) == reward(path, row)
    for row, message in (
        ({"question_type": "Q0"}, "not one of Q1 to Q13"), ({"answer": None}, "has no answer"),
        ({"answer": "Z", "index": 9}, "row 9: .* not one of the"), ({"question_type": "Q2"}, "not a whole number"),
        ({"question_type": "Q3", "answer": "AA"}, "not an order"),
        ({"question_type": "Q9", "answer": "3"}, "no JSON list"),
        ({"question_type": "Q9", "answer": '[{"X": [0.1], "Y": [0.1]}]', "index": 4}, "row 4: .*fixations"),
    ):  # fmt: skip
        with pytest.raises(DataError, match=message):
            reward("B", {**CHOICE, **row})
    with pytest.raises(DataError, match="no question and no question_type"):
        reward("B", {})


def test_trl_calls_it_with_columns_as_lists():
    """As `GRPOTrainer._calculate_rewards` of TRL 1.16 does: by name, with what the trainer adds."""
    columns = {name: [CHOICE[name]] * 4 for name in CHOICE}
    parts = [{"type": "text", "text": "A"}]
    completions = ["B", *([{"role": "assistant", "content": said}] for said in ("It is B.", parts)), []]
    added = {"completion_ids": [[1]] * 4, "images": [None] * 4, "trainer_state": None, "log_extra": print}
    assert hvsbench_reward(prompts=["?"] * 4, completions=completions, **added, **columns) == [1.0, 1.0, 0.0, 0.0]
    columns["question_type"] = ["Q1", None, "Q1", None]
    assert hvsbench_reward(["?"] * 4, completions, **columns) == [1.0, None, 0.0, None]
    for name in ("question_type", "answer"):
        with pytest.raises(DataError, match=f"no column {name}"):
            hvsbench_reward(["?"], ["B"], **{key: ["Q1"] for key in CHOICE if key != name})


def test_it_needs_neither_pandas_nor_torch_nor_the_host():
    code = "import sys, vlmeval_hvs.rewards; print({'torch', 'vlmeval', 'pandas', 'cv2'} & {*sys.modules})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


FIXED = {
    "small steps": ([0.5, 0.53, 0.47, 0.52, 0.5, 0.48], [0.5, 0.48, 0.52, 0.53, 0.47, 0.5]),
    "reading": ([0.1, 0.5, 0.9, 0.1, 0.5, 0.9], [0.3, 0.3, 0.3, 0.7, 0.7, 0.7]),
    "example, moved": ([0.54, 0.52, 0.48, 0.70, 0.71, 0.54], [0.53, 0.49, 0.41, 0.30, 0.24, 0.54]),
}


@pytest.fixture(scope="module")
def people(shared):
    """Picture to the first six fixations of everybody who made as many."""
    from scipy.io import loadmat

    release = shared / "data" / "interiors_release" / "MatlabCode" / "data_new" / "new_matrix" / "sinfo_subj"
    if not release.is_dir():
        pytest.skip("no release of Interiors beside the checkout")
    found = {}
    for file in sorted(release.glob("info_per_subj_*.mat")):
        records = loadmat(file, squeeze_me=True, struct_as_record=False)["info_per_subj"]
        for one in np.atleast_1d(records):
            x, y, t = (np.atleast_1d(column).astype(float)[:6] for column in (one.x, one.y, one.dur))
            if len(x) == len(y) == len(t) == 6:
                path = {"X": (x / 1024).round(4).tolist(), "Y": (y / 768).round(4).tolist(), "T": t.round().tolist()}
                found.setdefault(str(one.image_name), []).append(path)
    return {picture: paths for picture, paths in found.items() if len(paths) > 10}


@pytest.mark.long
def test_looking_is_worth_more_than_every_fixed_path(people):
    draw, question = np.random.default_rng(0), TEMPLATES["Q12"][0].format(article="a", target="cup")
    pictures, values = sorted(people), {}
    for picture in pictures:
        order = draw.permutation(len(people[picture]))
        left_out, compared = people[picture][order[0]], [people[picture][place] for place in order[1:11]]
        row = {"question": question, "question_type": "Q12", "answer": json.dumps(compared)}
        other = people[pictures[(pictures.index(picture) + 1 + int(draw.integers(len(pictures) - 1))) % len(pictures)]]
        replies = {"left out": left_out, "other picture": other[int(draw.integers(len(other)))]}
        replies |= {name: {"X": x, "Y": y, "T": [220] * 6} for name, (x, y) in FIXED.items()}
        for name, path in replies.items():
            values.setdefault(name, []).append(reward(scanpath_text(path), row))
    means = {name: np.mean(column) for name, column in values.items()}
    for name in FIXED:
        apart = np.array(values["left out"]) - values[name]
        assert apart.mean() - 1.96 * apart.std() / len(apart) ** 0.5 > 0, name
        assert means[name] < means["other picture"] + 0.05, name
