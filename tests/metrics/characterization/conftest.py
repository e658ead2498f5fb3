"""Trial tables and studies of simulated observers."""

import numpy as np
import pytest

from vlmeval_hvs.metrics.characterization import agents
from vlmeval_hvs.metrics.characterization.photos import CONDITIONS, VIEWS, Photos


@pytest.fixture(scope="session")
def make_trials():
    """Function (agent name, prompts, combinations) -> trial table as `characterize` takes it."""
    import pandas as pd

    def make(name="head-only", prompts=4, combinations=None):
        grid = agents.full_design(combinations)
        photos = agents.simulate(agents.AGENTS[name], grid, np.random.default_rng([31, 0]), prompts)
        table = pd.DataFrame({
            "stimulus_id": np.arange(len(photos)), "scene_id": [f"scene {scene}" for scene in photos.scene],
            "condition": [CONDITIONS[code] for code in photos.condition], "view": [VIEWS[code] for code in photos.view],
            "proximity": photos.proximity.astype(int), "n_objects": photos.n,
            "gaze_pos": photos.gaze, "head_pos": photos.head,
        })  # fmt: skip
        trials = table.loc[table.index.repeat(prompts)].reset_index(drop=True)
        trials["prompt_id"] = np.tile(np.arange(prompts), len(photos))
        return trials.assign(choice_pos=photos.choices.reshape(-1))

    return make


@pytest.fixture(scope="session")
def part_of():
    """Function (photos, rows) -> some of the photos, without their combinations of objects."""
    names = ("scene", "condition", "view", "proximity", "n", "gaze", "head", "choices")
    return lambda photos, rows: Photos(*(getattr(photos, name)[rows] for name in names))


@pytest.fixture(scope="session")
def design():
    return agents.full_design()


@pytest.fixture(scope="session")
def observers(design):
    draw = np.random.default_rng
    return {name: agents.simulate(agent, design, draw([1, 0])) for name, agent in agents.AGENTS.items()}
