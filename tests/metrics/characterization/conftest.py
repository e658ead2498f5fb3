"""Trial tables of simulated observers."""

import numpy as np
import pandas as pd
import pytest

from vlmeval_hvs.metrics.characterization import agents
from vlmeval_hvs.metrics.characterization.photos import CONDITIONS, VIEWS


@pytest.fixture(scope="session")
def make_trials():
    """Function (agent name, seed, prompts, combinations) -> trial table as `characterize` takes it."""

    def make(name="head-only", seed=0, prompts=4, combinations=None):
        photos = agents.simulate(
            agents.AGENTS[name], agents.full_design(combinations), np.random.default_rng([31, seed]), prompts
        )
        count = len(photos)
        table = pd.DataFrame(
            {
                "stimulus_id": np.arange(count),
                "scene_id": [f"scene {scene}" for scene in photos.scene],
                "condition": [CONDITIONS[code] for code in photos.condition],
                "view": [VIEWS[code] for code in photos.view],
                "proximity": photos.proximity.astype(int),
                "n_objects": photos.n,
                "gaze_pos": photos.gaze,
                "head_pos": photos.head,
            }
        )
        trials = table.loc[table.index.repeat(prompts)].reset_index(drop=True)
        trials["prompt_id"] = np.tile(np.arange(prompts), count)
        trials["choice_pos"] = photos.choices.reshape(-1)
        return trials

    return make


@pytest.fixture(scope="session")
def design():
    return agents.full_design()


@pytest.fixture(scope="session")
def observers(design):
    return {
        name: agents.simulate(agent, design, np.random.default_rng([1, 0])) for name, agent in agents.AGENTS.items()
    }
