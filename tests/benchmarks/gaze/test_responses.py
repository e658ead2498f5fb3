"""The study's response table: recomputed scores, groups and parts of the study, refusals."""

import numpy as np
import pytest
from later import later

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.metrics import characterize

with later():
    import pandas as pd

    from vlmeval_hvs.benchmarks.gaze import responses as answering
    from vlmeval_hvs.metrics.characterization import photos as design_of


@pytest.fixture
def observer(response_table):
    """Function: rows of a simulated observer in the published columns, and its photos."""
    return response_table.observer


@pytest.fixture
def read(tmp_path):
    """Function: read tables that are put one below the other into a file."""

    def put(*tables):
        pd.concat(tables).to_csv(tmp_path / "responses.csv", index=False)
        return answering.read_responses(tmp_path / "responses.csv")

    return put


def test_scores_and_category_are_recomputed(observer, read):
    table, photos = observer("head-dominant")
    responses = read(table)["model-x"]
    assert responses.warnings == []
    assert (responses.group, responses.study, responses.kind) == ("model-x", "main", "VLMs")
    assert set(responses.recomputed) == {
        "Accuracy", "Wrongness", "Wrongness_exp", "Wrongness_max", "DistEyeHead", "IsHeadTarget", "DistToHeadTarget",
        "ExpectedDistToHeadTarget", "MaxDistToHeadTarget",
    }  # fmt: skip
    for ours, theirs in responses.recomputed.values():
        assert ours == pytest.approx(theirs)
    again, direct = characterize(responses.trials), characterize(photos)
    assert again.category == direct.category == 4
    assert again.tests["3"].estimate == pytest.approx(direct.tests["3"].estimate)
    assert set(responses.trials["condition"]) == set(design_of.CONDITIONS)


def test_pilot_main_and_prepilot_are_never_mixed(observer, response_table, read):
    main, photos = observer("head-only")
    pilot = response_table.people(photos, count=1, right=1.0).assign(Group="model-x", Prompt_ID=3)
    early = pilot.head(5).assign(Part="p0", Prompt_ID=4)
    groups = read(main, early, pilot)
    assert list(groups) == ["model-x", "model-x (pilot)", "model-x (pre-pilot)"]
    assert [len(groups[name].trials) for name in groups] == [len(main), len(pilot), 5]
    assert {groups[name].group for name in groups} == {"model-x"}
    # The pilot's photos are natural; among the main ones they would close the gap to people.
    alone, together = read(main)["model-x"], groups["model-x"]
    pd.testing.assert_frame_equal(alone.trials, together.trials)
    assert characterize(together.trials, n_resamples=0).tests["1"].estimate == pytest.approx(
        characterize(photos, n_resamples=0).tests["1"].estimate
    )


def test_the_part_of_the_study_follows_from_what_the_table_has(observer, response_table, read):
    for columns in [["Site"], ["Actor"], ["Site", "Actor"]]:
        main, photos = observer("random", prompts=1)
        pilot = response_table.people(photos, count=1).assign(Group="model-x")
        groups = read(*(table.drop(columns=columns) for table in (main, pilot)))
        assert {name: len(found.trials) for name, found in groups.items()} == {
            "model-x": len(main), "model-x (pilot)": len(pilot)
        }  # fmt: skip


def test_accuracy_of_people_by_number_of_objects(observer, response_table, read):
    _, photos = observer("human", prompts=1)
    table = response_table.people(photos, count=2)
    wrong = table["n_candidates"].eq(3) & table["Proximity"].eq(1)
    table["Choice"] = np.where(wrong, table["Candidates"].str.split("+").str[0], table["label"])
    table["Choice"] = np.where(wrong & (table["Choice"] == table["label"]), "", table["Choice"])
    people = answering.people_of(read(table)["Humans"])
    assert people.accuracy == {"2": 1.0, "3": pytest.approx(2 / 3), "4": 1.0}
    assert people.error["2"] == 0
    assert sum(people.answers.values()) == len(table)


def test_errors_of_people_count_persons_and_photos():
    def error(person, photo):
        right = [1, 1, 0, 0]
        trials = pd.DataFrame({"choice_pos": right, "gaze_pos": 1, "n_objects": 2, "stimulus_id": photo})
        return answering.people_of(answering.Responses(trials.assign(participant=person))).error["2"]

    # Residuals are .5, .5, -.5, -.5. All independent: sqrt(4 / 4) / 4.
    assert error(list("abcd"), list("wxyz")) == pytest.approx(0.25)
    # Two persons, one always right: sums 1 and -1; the photos add 1, each cell takes 1 away.
    assert error(list("aabb"), list("wxyz")) == pytest.approx(2**0.5 / 4)
    # Two persons on the same two photos, one photo hard for both: the persons' sums are 0.
    assert error(list("abab"), list("wwxx")) == pytest.approx((2 + 0 - 1) ** 0.5 / 4)
    assert error(["", "", "", ""], list("wxyz")) == pytest.approx(0.25)


def test_unmatched_choices_and_scores_that_differ(observer, read):
    table, _ = observer("human", prompts=1)
    table.loc[0, ["Choice", "Wrongness", "Accuracy"]] = ["", np.nan, 0]
    table.loc[1, "Accuracy"] = 1 - table.loc[1, "Accuracy"]
    table.loc[2, "Wrongness_max"] = 9
    responses = read(table)["model-x"]
    assert responses.trials["choice_pos"].iloc[0] == -1
    assert [text.split(" in ")[0] for text in responses.warnings] == [
        "Accuracy differs from the table's own", "Wrongness_max differs from the table's own"
    ]  # fmt: skip
    assert all("in 1 of" in text for text in responses.warnings)


def test_refusals(observer, read, tmp_path):
    table, _ = observer("human", prompts=1)
    wrong = table.copy()
    wrong.loc[7, "label"] = "teapot"
    with pytest.raises(DataError, match="row 7: label 'teapot' is none of the objects"):
        read(wrong)
    with pytest.raises(DataError, match="it lacks Choice"):
        read(table.drop(columns="Choice"))
    with pytest.raises(DataError, match="row 0: Stimulus_ID 'x' is not a number"):
        read(table.assign(Stimulus_ID="x"))
    with pytest.raises(DataError, match="cannot be read"):
        answering.read_responses(tmp_path / "none.csv")
