"""cIG, cNSS and cAUC in reports of next-fixation predictions."""

import math

import numpy as np
import pytest

from vlmeval_hvs.benchmarks.visual_search.next_fixation import FixationTable
from vlmeval_hvs.benchmarks.visual_search.next_fixation_scoring import add_gains, over_all_fixations, prior_table
from vlmeval_hvs.benchmarks.visual_search.scoring import MODEL, ImageValues
from vlmeval_hvs.benchmarks.visual_search.trials import AskedFixation, SearchPath, Trial
from vlmeval_hvs.metrics.left_out import left_out_priors
from vlmeval_hvs.metrics.maps import MapScorer

SHAPE = 320, 512  # as the published prior, so that no pixel is resized
FRAME = SHAPE, (0, 0, 9, 9), (20, 20)


def trial(name, category, *people):
    humans = {
        str(number): SearchPath((256.0, *(x for x, _ in points)), (160.0, *(y for _, y in points)), *FRAME, False)
        for number, points in enumerate(people)
    }
    return Trial(name, *FRAME, (256, 160), 9, humans, category)


TRIALS = {
    one.image: one
    for one in (
        trial("a", "cup", [(100, 100), (300, 200)], [(120, 90)]),
        trial("b", "cup", [(400, 50), (90, 110)]),
        trial("c", "car", [(10, 10)]),
        trial("d", "car", [(30, 300), (40, 310)]),
    )
}
ASKED = [
    AskedFixation(one, person, number, human.x[number], human.y[number])
    for one in TRIALS.values()
    for person, human in one.humans.items()
    for number in range(1, len(human.x))
]


@pytest.mark.long
def test_gains_are_likelihoods_beyond_the_prior_of_others_of_the_category():
    rng, table, bits = np.random.default_rng(0), FixationTable(), []
    for one in ASKED:
        priority = rng.random(SHAPE) + 0.1
        table.add(one.trial.image, one.person, MapScorer(priority)(one.y, one.x))
        people = [
            (human.x[1:], human.y[1:])
            for other in TRIALS.values()
            for human in other.humans.values()
            if other.target_object == one.trial.target_object and other.image != one.trial.image
        ]
        seen = tuple(np.concatenate(values) for values in zip(*people, strict=True))
        (prior, _) = left_out_priors([((), ()), seen], [([one.x], [one.y]), ((), ())], SHAPE)
        bits.append(math.log2(priority[int(one.y), int(one.x)] / priority.sum()) - math.log2(prior[0] + 2.2204e-16))
    values, prior = ImageValues(), prior_table(ASKED, TRIALS)
    means = add_gains(values, {MODEL: table}, prior)
    by_image = [np.mean([np.mean(bits[:2]), bits[2]]), np.mean(bits[3:5]), bits[5], np.mean(bits[6:])]
    assert means["cIG"] == pytest.approx(np.mean(by_image), abs=1e-6)
    assert values.values[MODEL]["cIG"]["b"] == pytest.approx(by_image[1], abs=1e-6)
    assert over_all_fixations(table, prior)["cIG"] == pytest.approx(np.mean(bits), abs=1e-6)
