"""The whole reproduction on a made-up table in the layout of the published one."""

import numpy as np
import pytest
from later import later

with later():
    import pandas as pd

    from vlmeval_hvs.benchmarks.gaze.reproduction import rows as rowing
    from vlmeval_hvs.benchmarks.gaze.reproduction import run
    from vlmeval_hvs.benchmarks.gaze.responses import read_responses


@pytest.fixture
def table(response_table):
    """A head-only observer under the name of GPT-5.2 and under that of GPT-4o, people, and a model of the pre-pilot."""
    main, photos = response_table.observer("head-only", "gpt-5.2-gaze2", prompts=4)
    people = response_table.people(photos, count=3)
    other = main.assign(Group="gpt-4o-2024-08-06-gaze2")
    early = people[people["Participant_ID"] == "person0"].assign(
        Group="llava", GroupKind="VLMs", Part="p0", Prompt_ID=2
    )
    return pd.concat([main, other, people, early])


def reproduced(table, tmp_path, **options):
    table.to_csv(tmp_path / "result.csv", index=False)
    rows = run.reproduce(run.Sources(read_responses(tmp_path / "result.csv")), **{"engine": "fixed-effects", **options})
    return {(row.where, row.group, row.what): row for row in rows}


def test_every_published_number_has_a_row(table, tmp_path):
    rows = reproduced(table, tmp_path)
    paper = run.published()
    wanted = sum(bool(claim["value"]) for claim in paper["claims"]) + sum(
        len(signs) for signs in paper["table2"].values()
    )
    later = ("Fig. 11", "Fig. 12", "Fig. 13")
    assert sum(row.where not in later and row.paper != "" for row in rows.values()) == wanted
    # Of figures without printed numbers only what the table has is shown.
    assert {group for (where, group, _), row in rows.items() if where == "Fig. 5"} == {"GPT-5.2", "GPT-4o"}
    assert {row.outcome for row in rows.values()} == {rowing.PASS, rowing.FAIL, rowing.NOT_RUN, rowing.SHOWN}
    for (_, group, _), row in rows.items():
        if group == "InternLM":
            assert (row.outcome, row.note) == (rowing.NOT_RUN, "the table has no such group")
        if row.ours is not None:
            assert row.ours.n > 0


def test_a_head_only_observer_is_what_table_2_says_of_one_model_and_not_of_the_other(table, tmp_path):
    rows = reproduced(table, tmp_path)
    gpt5 = {what: row for (where, group, what), row in rows.items() if (where, group) == ("Table 2", "GPT-5.2")}
    assert {
        what: gpt5[what].outcome for what in ("Test 1 (gap)", "Test 2.1", "Test 2.3", "Test 3", "Type")
    } == dict.fromkeys(("Test 1 (gap)", "Test 2.1", "Test 2.3", "Test 3", "Type"), rowing.PASS)
    assert gpt5["Type"].ours.value == "Head-only"
    assert rows["Table 2", "GPT-4o", "Type"].outcome == rowing.FAIL
    assert rows["Table 2", "GPT-4o", "Type"].paper == "Head-dominant"


def test_people_are_the_reference_and_their_numbers_are_compared(table, tmp_path):
    right = table["label"].where(table["Group"] == "Humans", table["Choice"])
    # Of three objects, 22 of 25 answers are right; 0.88 is the paper's number.
    people = (table["Group"] == "Humans") & (table["n_candidates"] == 3)
    place = people.cumsum()
    wrong = people & (place % 25 < 3) & (place <= people.sum() // 25 * 25)
    first = table["Candidates"].str.split("+").str[0]
    last = table["Candidates"].str.split("+").str[-1]
    table = table.assign(Choice=right.where(~wrong, np.where(first == table["label"], last, first)))
    table = table[~people | (place <= people.sum() // 25 * 25)]
    rows = reproduced(table, tmp_path)
    three = rows["Table 1", "Humans", "accuracy, 3 objects"]
    assert (three.outcome, three.ours.value) == (rowing.PASS, pytest.approx(0.88))
    assert rows["Table 1", "Humans", "accuracy, 2 objects"].outcome == rowing.FAIL  # 1.00 against 0.94
    assert rows["section 3.1", "Humans", "people"].ours.value == 3
    assert rows["Fig. 9", "Humans", "answers"].ours.value == len(table[table["Group"] == "Humans"])
    # Test 1 compares with these people: the same answers stand further below perfect ones than below bad ones.
    note = rows["Table 2", "GPT-5.2", "Test 1 (gap)"].note
    worse = table.assign(Choice=table["Choice"].where(table["Group"] != "Humans", ""))
    assert note != reproduced(worse, tmp_path)["Table 2", "GPT-5.2", "Test 1 (gap)"].note


def test_moondreams_rows_follow_from_points():
    design = [  # n, condition, view, gaze, head, choice
        (2, "natural", "front", 0, -1, 0), (2, "natural", "front", 0, -1, 1), (2, "incongruent", "left", 0, 1, 1),
        (3, "incongruent", "right", 0, 1, 2), (3, "congruent", "right", 1, 1, 1), (2, "incongruent", "left", 0, 1, 0),
    ]  # fmt: skip
    names = ("n_objects", "condition", "view", "gaze_pos", "head_pos", "choice_pos")
    trials = pd.DataFrame(design, columns=names).assign(
        study="main", l2=[0.1, 0.3, 0.4, 0.5, 0.2, 0.3], dx=0.1, scene_id=list("abcdef")
    )
    rows = run.reproduce(run.Sources(points={"l2": trials, "dx": trials.assign(choice_pos=0)}))
    found = {row.what: row for row in rows if row.where != "Table 1"}
    natural = found["accuracy in the plane, natural"].ours
    assert natural.interval[0] <= natural.value == 0.5 <= natural.interval[1]
    assert found["accuracy along the horizontal, natural"].ours.value == 1.0
    assert found["distance in the plane, natural"].ours.value == pytest.approx(0.2)
    assert found["distance in the plane, main"].ours.value == pytest.approx(0.3)
    chosen = {
        name: found[f"{name} chosen in the plane, incongruent, all"].ours.value for name in ("head", "gaze", "neither")
    }
    assert chosen == {"head": 1, "gaze": 1, "neither": 1}
    assert found["photos, incongruent, left"].ours.value == 2
    assert found["accuracy in the plane, pilot"].outcome == rowing.NOT_RUN
    assert found["accuracy in the plane, incongruent, front"].note == "no such photo"
    table_1 = {row.what: row.ours for row in rows if row.where == "Table 1"}
    assert table_1["accuracy, 2 objects"].value == 0.5
    assert table_1["accuracy, 3 objects"] is None
