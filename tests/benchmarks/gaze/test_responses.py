"""The study's response table: recomputed scores, groups and parts of the study, refusals; scores without a run."""

from dataclasses import replace

import numpy as np
import pytest

from vlmeval_hvs.benchmarks.gaze import responses as answering
from vlmeval_hvs.benchmarks.gaze import scoring as judging
from vlmeval_hvs.benchmarks.gaze.responses import read_responses
from vlmeval_hvs.benchmarks.gaze.scoring import score_trials
from vlmeval_hvs.cli import main
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.metrics import characterize


@pytest.fixture
def read(tmp_path):
    """Reads tables that are put one below the other into a file."""
    import pandas as pd

    def put(*tables):
        pd.concat(tables).to_csv(tmp_path / "responses.csv", index=False)
        return answering.read_responses(tmp_path / "responses.csv")

    return put


@pytest.mark.long
def test_the_category_is_that_of_the_answers_and_pilot_main_and_prepilot_are_never_mixed(response_table, read):
    table, photos = response_table.observer("head-dominant")
    responses = read(table)["model-x"]
    assert (responses.group, responses.study, responses.warnings) == ("model-x", "main", [])
    again, direct = (characterize(trials, n_resamples=0) for trials in (responses.trials, photos))
    assert again.category == direct.category == 4
    assert again.tests["3"].estimate == pytest.approx(direct.tests["3"].estimate)
    main, photos = response_table.observer("random", prompts=1, combinations={2: 1, 3: 1})
    pilot = response_table.people(photos, count=1, right=1.0).assign(Group="model-x", Prompt_ID=3)
    early = pilot.head(5).assign(Part="p0", Prompt_ID=4)
    groups = read(main, early, pilot)
    told = {"": ("main", len(main)), " (pilot)": ("pilot", len(pilot)), " (pre-pilot)": ("prepilot", 5)}
    found = {name: (one.group, one.study, len(one.trials)) for name, one in groups.items()}
    assert found == {f"model-x{end}": ("model-x", *cells) for end, cells in told.items()}


def test_accuracy_of_people_and_its_errors_count_persons_and_photos(response_table, read):
    import pandas as pd

    _, photos = response_table.observer("human", prompts=1)
    table = response_table.people(photos, count=2)
    wrong = table["n_candidates"].eq(3) & table["Proximity"].eq(1)
    table["Choice"] = table["label"].where(~wrong, "")
    people = answering.people_of(read(table)["Humans"])
    assert (people.accuracy, people.error[2]) == ({2: 1.0, 3: pytest.approx(2 / 3), 4: 1.0}, 0)
    for person, photo, error in (  # residuals are .5, .5, -.5, -.5
        ("abcd", "wxyz", 0.25),  # all independent: sqrt(4 / 4) / 4
        ("aabb", "wxyz", 2**0.5 / 4),  # one person always right: sums 1 and -1; photos add 1, each cell takes 1 away
        ("abab", "wwxx", (2 + 0 - 1) ** 0.5 / 4),  # one photo hard for both persons, whose sums are 0
        (["", "", "", ""], "wxyz", 0.25),
    ):
        trials = pd.DataFrame({"choice_pos": [1, 1, 0, 0], "gaze_pos": 1, "n_objects": 2, "stimulus_id": list(photo)})
        people = answering.people_of(answering.Responses(trials.assign(participant=list(person))))
        assert people.error[2] == pytest.approx(error), (person, photo)
    note = answering.measured({2: [True, True, True, False], 3: [], 4: [True]})
    assert note == {
        "2": {"accuracy": 0.75, "error": 0.1925, "answers": 4}, "4": {"accuracy": 1.0, "error": 0.2722, "answers": 1}
    }  # fmt: skip
    assert answering.of_own(note, {"2", "3"}) is None
    people = answering.of_own(note, {"2", "4"})
    assert (people.accuracy, people.error) == ({2: 0.75, 4: 1.0}, {2: 0.1925, 4: 0.2722})
    for cells, study in (
        (("Site0", "Z", 2000), "pilot"), (("siteB", "x", 1), "main"), (("", "X", 2000), "pilot"),
        (("-1", "Z", 1), "main"), (("nan", "", 999), "pilot"), (("", "-1", 1000), "main"),
    ):  # fmt: skip
        assert answering.study_of(*cells) == study, cells


def test_unmatched_choices_attention_checks_and_refusals(response_table, read, tmp_path):
    small, _ = response_table.observer("human", prompts=1, combinations={2: 1, 3: 1})
    choices, lists = small["Choice"].where(small.index > 0, ""), small["list_id"].mask(small.index == 3, -1)
    responses = read(small.assign(Choice=choices, list_id=lists))["model-x"]
    assert responses.trials["choice_pos"].iloc[0] == -1
    assert responses.warnings == ["1 attention-check responses left out"]
    assert len(responses.trials) == len(small) - 1
    for table, words in (
        (small.assign(label=small["label"].mask(small.index == 7, "teapot")), "row 7: label 'teapot' must be one of"),
        (small.drop(columns="Choice"), "it lacks Choice"),
        (small.assign(Stimulus_ID="x"), "row 0: Stimulus_ID 'x' must be a number"),
    ):
        with pytest.raises(DataError, match=words):
            read(table)
    with pytest.raises(DataError, match="cannot be read"):
        answering.read_responses(tmp_path / "none.csv")


def test_words_about_people_without_head_poses():
    """Natural photos of two and four objects; all prompts of a photo get one answer, right in six of ten photos."""
    import pandas as pd

    rng, rows = np.random.default_rng(1), []
    for scene, n in zip(range(40), (4, 2) * 20, strict=True):
        for gaze in range(n):
            cells = (f"{scene}.{gaze}", f"s{scene}", n, gaze, gaze if rng.random() < 0.6 else (gaze + 1) % n)
            rows += [(*cells, prompt) for prompt in range(8)]
    names = ["stimulus_id", "scene_id", "n_objects", "gaze_pos", "choice_pos", "prompt_id"]
    table = pd.DataFrame(rows, columns=names).assign(condition="natural", view="front", proximity=1, head_pos=-1)
    for human, words in ((0.2, "is excluded"), (0.95, "below that of people"), (0.62, "neither found nor excluded")):
        found = judging.score_trials(table, human={2: human, 4: human}).details
        assert words in found["explanation"]
        assert set(found["characterization"]["tests"]) == set(judging.WITHOUT_HEAD)
    with pytest.raises(DataError, match="no accuracy for 4"):
        judging.score_trials(table, human={"2": 0.9})


@pytest.mark.long
def test_scores_hold_the_cue_model_and_the_tests(response_table, tmp_path, monkeypatch, capsys):
    table, _ = response_table.observer("coin-flip", prompts=4, combinations={2: 1, 3: 2, 4: 1})
    table.to_csv(tmp_path / "responses.csv", index=False)
    trials = read_responses(tmp_path / "responses.csv")["model-x"].trials
    part, real = score_trials(trials), judging.characterize
    cue = part.details["cue_model"]
    assert part.metrics["cue_category"] == cue["category"] == 5
    assert part.metrics["cue_probability"] == cue["probabilities"]["5"] > 0.8
    for name in ("head_weight", "coin_share", "eye_blur", "guessing"):
        low, high = part.intervals[name]
        assert low <= part.metrics[name] <= high
        assert cue["quantities"][name]["estimate"] == part.metrics[name]
    monkeypatch.setattr(judging, "characterize", lambda *given, **more: replace(real(*given, **more), category=3))
    warning = score_trials(trials).warnings[-1]
    assert warning == "the tests find category 3 (head-only), the cue model category 5 (eye-head ambivalent)"
    trials.to_csv(path := tmp_path / "model_hvs_items.tsv", sep="\t", index=False)
    monkeypatch.setattr(judging, "score_trials", lambda *arguments: part)
    assert main(["gaze", "tests", str(path)]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "cue model, probability of each category: 1: 0.000" in shown
    assert "category 5, eye-head ambivalent" in shown
