"""Answers of simulated observers, who share no code with the cue model."""

from dataclasses import replace

import numpy as np
import pytest

from speed import gaze_observers
from speed.bench_cue_model import BLEND, COIN, HEAD, PEOPLE
from vlmeval_hvs.metrics.cue_model import answers


def asked(observer, seed=0, combinations=gaze_observers.STUDY, prompts=8, angles=False, copies=1):
    """Answers of an observer to all photos of a study."""
    photos = gaze_observers.table(combinations=combinations, copies=copies)
    choices = gaze_observers.respond(observer, photos, prompts, np.random.default_rng([seed, 47]))
    return gathered(photos, choices, angles)


def gathered(photos, choices, angles=False):
    counts = np.stack([(choices == place).sum(axis=1) for place in range(4)], axis=1)
    columns = (photos.scene, photos.view, photos.proximity, photos.n, photos.gaze, photos.head, counts)
    return answers(*columns, positions=photos.angles if angles else None)


@pytest.fixture(scope="session")
def ask():
    return asked


@pytest.fixture(scope="session")
def observers():
    return {
        "people": PEOPLE,
        "blind": replace(PEOPLE, eye_error=13.5),
        "sticky": replace(PEOPLE, guess=1.0, sticky=0.8),
        "head": HEAD,
        "blend": BLEND,
        "coin": COIN,
        "coarse coin": replace(COIN, eye_error=9.0),
    }
