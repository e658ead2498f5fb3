"""Made-up answers in the layout of the study's response table: simulated observers on the main and the pilot design."""

import numpy as np
import pandas as pd

from vlmeval_hvs.metrics.characterization import agents
from vlmeval_hvs.metrics.characterization import photos as design_of

NAMES = {2: ["bottle", "wooden hand"], 3: ["cup", "kettle", "bunny"], 4: ["tulips", "eraser", "lamp", "ball"]}


def answered(photos, choices, group, **cells):
    """Rows of one group: (photos, prompts) choices; -1 for a reply that named no option."""
    rows = []
    for photo in range(len(photos)):
        n, gaze, head = int(photos.n[photo]), int(photos.gaze[photo]), int(photos.head[photo])
        # Combinations of one size differ by a prefix: nine scenes each.
        names = [f"{'old ' * (photos.scene[photo] // 9 % 3)}{name}" for name in NAMES[n]]
        for prompt, choice in enumerate(int(value) for value in choices[photo]):
            rows.append({
                "Group": group, "GroupKind": "VLMs", "Angle": design_of.VIEWS[photos.view[photo]],
                "Proximity": int(photos.proximity[photo]), "n_candidates": n, "Actor": "Z", "Site": "SiteB",
                "Candidates": "+".join(names), "Stimulus_ID": 1000 + photo, "Prompt_ID": prompt, "Participant_ID": "",
                "list_id": photo % 20, "Run_ID": "r1", "Part": "p1", "Choice": names[choice] if choice >= 0 else "",
                "label": names[gaze], "HeadTarget": names[head] if head >= 0 else "-1", **cells,
            })  # fmt: skip
    return pd.DataFrame(rows)


def observer(agent, group="model-x", prompts=2, seed=8, combinations=None):
    """A simulated observer on the main design: its rows, and the photos they were made from."""
    design = agents.full_design(combinations or {2: 1, 3: 2, 4: 2})
    photos = agents.simulate(agents.AGENTS[agent], design, np.random.default_rng(seed), prompts)
    return answered(photos, photos.choices, group), photos


def people(photos, count=4, right=0.9, seed=3):
    """People on the pilot's photos: each sees every natural photo once, and is right in a given share of them."""
    rng, natural = np.random.default_rng(seed), np.flatnonzero(photos.condition == 0)
    parts = []
    for person in range(count):
        hits = rng.random(len(photos)) < right
        choices = np.where(hits, photos.gaze, (photos.gaze + 1) % photos.n)[:, None]
        table = answered(photos, choices, "Humans", Actor="X", Site="Site0", Part="", Participant_ID=f"person{person}")
        parts.append(table.iloc[natural].assign(Prompt_ID=-1, Stimulus_ID=lambda rows: rows["Stimulus_ID"] - 1000))
    return pd.concat(parts)
