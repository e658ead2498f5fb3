"""Answers of simulated observers as trials, and the items of a small run."""

import pytest


@pytest.fixture(scope="session")
def observed():
    """Makes trials of a simulated observer on the crossed design, as an item file holds them."""
    import numpy as np
    import pandas as pd

    from vlmeval_hvs.metrics.characterization import agents
    from vlmeval_hvs.metrics.characterization.photos import CONDITIONS, VIEWS

    def make(agent, combinations, prompts=2, seed=0):
        design = agents.full_design(combinations)
        photos = agents.simulate(agents.AGENTS[agent], design, np.random.default_rng(seed), prompts)
        table = pd.DataFrame({
            "stimulus_id": np.arange(len(photos)), "scene_id": [f"scene {scene}" for scene in photos.scene],
            "condition": np.array(CONDITIONS)[photos.condition], "view": np.array(VIEWS)[photos.view],
            "proximity": photos.proximity.astype(int), "n_objects": photos.n, "gaze_pos": photos.gaze,
            "head_pos": photos.head,
        })  # fmt: skip
        trials = table.loc[table.index.repeat(prompts)].reset_index(drop=True)
        return trials.assign(prompt_id=[*range(prompts)] * len(table), choice_pos=photos.choices.reshape(-1))

    return make


@pytest.fixture
def items():
    """Items of two scenes of three objects: the head's object is named unless the eyes look at the last one."""
    import pandas as pd

    rows = []
    for scene in ("s0", "s1"):
        for head in (-1, 0, 1, 2):
            for gaze in range(3):
                choice = gaze if head < 0 or gaze == 2 else head
                rows.append((str(len(rows)), len(rows), scene, gaze, head, choice, "abc"[choice]))
    names = ["index", "stimulus_id", "scene_id", "gaze_pos", "head_pos", "choice_pos", "answer"]
    table = pd.DataFrame(rows, columns=names)
    return table.assign(view="front", n_objects=3, score=(table["choice_pos"] == table["gaze_pos"]).astype(float))
