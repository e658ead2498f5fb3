"""The study's response table: recomputed scores, groups, refusals."""

import numpy as np
import pandas as pd
import pytest

from vlmeval_hvs.benchmarks.gaze.responses import read_responses
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.metrics import characterize
from vlmeval_hvs.metrics.characterization import agents
from vlmeval_hvs.metrics.characterization.photos import CONDITIONS, VIEWS

NAMES = {2: ["bottle", "wooden hand"], 3: ["cup", "kettle", "bunny"], 4: ["tulips", "eraser", "lamp", "ball"]}


def published(agent, prompts=2, group="model-x"):
    """Answers of a simulated observer in the published columns."""
    photos = agents.simulate(
        agents.AGENTS[agent], agents.full_design({2: 1, 3: 2, 4: 2}), np.random.default_rng(8), prompts
    )
    rows = []
    for photo in range(len(photos)):
        n, gaze, head = int(photos.n[photo]), int(photos.gaze[photo]), int(photos.head[photo])
        # Two combinations of one size differ by a prefix.
        names = [f"{'old ' if photos.scene[photo] % 18 >= 9 else ''}{name}" for name in NAMES[n]]
        for prompt in range(prompts):
            choice = int(photos.choices[photo, prompt])
            rows.append(
                {
                    "Group": group, "GroupKind": "VLM", "Angle": VIEWS[photos.view[photo]],
                    "Proximity": int(photos.proximity[photo]), "n_candidates": n, "Actor": "Z", "Site": "SiteB",
                    "Candidates": "+".join(names), "Stimulus_ID": 1000 + photo, "Prompt_ID": prompt, "list_id": 3,
                    "Part": "p1", "Choice": names[choice], "label": names[gaze],
                    "HeadTarget": names[head] if head >= 0 else "-1",
                    "Accuracy": int(choice == gaze), "Wrongness": abs(choice - gaze),
                }
            )  # fmt: skip
    return pd.DataFrame(rows), photos


def test_scores_and_category_are_recomputed(tmp_path):
    table, photos = published("head-dominant")
    table.to_csv(tmp_path / "responses.csv", index=False)
    responses = read_responses(tmp_path / "responses.csv")["model-x"]
    assert responses.warnings == []
    assert responses.recomputed["Accuracy"] == pytest.approx((table["Accuracy"].mean(),) * 2)
    assert responses.recomputed["Wrongness"] == pytest.approx((table["Wrongness"].mean(),) * 2)
    again, direct = characterize(responses.trials), characterize(photos)
    assert again.category == direct.category == 4
    assert again.tests["3"].estimate == pytest.approx(direct.tests["3"].estimate)
    assert set(responses.trials["condition"]) == set(CONDITIONS)


def test_groups_prepilot_rows_and_attention_checks(tmp_path):
    one, _ = published("random", prompts=1)
    two, _ = published("human", prompts=1, group="humans")
    early = one.head(5).assign(Part="p0")
    checks = two.head(3).assign(list_id=-1)
    pd.concat([one, early, two, checks]).to_csv(tmp_path / "responses.csv", index=False)
    groups = read_responses(tmp_path / "responses.csv")
    assert list(groups) == ["model-x", "humans"]
    assert "5 pre-pilot responses left out" in groups["model-x"].warnings
    assert "3 attention-check responses left out" in groups["humans"].warnings


def test_repeated_answers_to_one_prompt_are_kept_apart(tmp_path):
    table, _ = published("random", prompts=1)
    pd.concat([table.assign(Prompt_ID=-1)] * 3).to_csv(tmp_path / "responses.csv", index=False)
    trials = read_responses(tmp_path / "responses.csv")["model-x"].trials
    assert sorted(trials["prompt_id"].unique()) == ["-1.0", "-1.1", "-1.2"]
    assert characterize(trials).category == 2


def test_unmatched_choices_and_scores_that_differ(tmp_path):
    table, _ = published("human", prompts=1)
    table.loc[0, ["Choice", "Wrongness", "Accuracy"]] = ["", np.nan, 0]
    table.loc[1, "Accuracy"] = 1 - table.loc[1, "Accuracy"]
    table.to_csv(tmp_path / "responses.csv", index=False)
    responses = read_responses(tmp_path / "responses.csv")["model-x"]
    assert responses.trials["choice_pos"].iloc[0] == -1
    assert any(text.startswith("Accuracy differs from the table's own in 1 of") for text in responses.warnings)


def test_refusals(tmp_path):
    path = tmp_path / "responses.csv"
    table, _ = published("human", prompts=1)
    table.assign(label="teapot").to_csv(path, index=False)
    with pytest.raises(DataError, match="row 0: label 'teapot' is none of the objects"):
        read_responses(path)
    table.drop(columns="Choice").to_csv(path, index=False)
    with pytest.raises(DataError, match="it lacks Choice"):
        read_responses(path)
    with pytest.raises(DataError, match="cannot be read"):
        read_responses(tmp_path / "none.csv")
