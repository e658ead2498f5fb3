"""Answers of simulated observers, who share no code with the cue model."""

from dataclasses import replace

import numpy as np
import pytest

from speed import gaze_observers
from speed.bench_cue_model import BLEND, COIN, HEAD, PEOPLE
from vlmeval_hvs.metrics.cue_model import answers


@pytest.fixture(scope="session")
def ask():
    """Function (observer, ...) -> its answers to all photos of a study."""

    def asked(observer, combinations=gaze_observers.STUDY, prompts=8, angles=False):
        photos = gaze_observers.table(combinations=combinations)
        choices = gaze_observers.respond(observer, photos, prompts, np.random.default_rng([0, 47]))
        counts = np.stack([(choices == place).sum(axis=1) for place in range(4)], axis=1)
        columns = (photos.scene, photos.view, photos.proximity, photos.n, photos.gaze, photos.head, counts)
        return answers(*columns, positions=photos.angles if angles else None)

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
