"""Conditional scores of next fixations, and their prior, against HAT's code."""

import numpy as np
import pytest
from scipy.ndimage import gaussian_filter

from vlmeval_hvs.metrics.conditional import PRIOR_SPREAD, left_out_priors
from vlmeval_hvs.metrics.maps import MapScorer, information_gain

PRIORITY = (np.arange(35).reshape(5, 7) * 11) % 9
PRIOR = np.arange(1, 36).reshape(5, 7) / 630


def test_scores_are_the_published_ones():
    # ``compute_info_gain``, ``compute_NSS`` and ``compute_cAUC`` of HAT (cvlab-stonybrook/HAT at 557205d,
    # common/metrics.py), run in double precision on the map and the prior above.
    for row, column, *published in (
        (0, 0, -42.70082190159859, -1.5025462480342429, 0.5),
        (2, 3, 0.8386058560420393, 1.1844890130488925, 0.9117647058823529),
        (4, 6, -0.6061789866308489, 0.41676465273942515, 0.7941176470588236),
        (1, 4, 0.6162134347055899, 0.03290247258469163, 0.7352941176470589),
    ):
        scores = MapScorer(PRIORITY)(row, column)
        gain = information_gain(PRIORITY, row, column, PRIOR)
        assert [gain, scores.sample_nss, scores.judd_area] == pytest.approx(published, rel=1e-12)


def fixation_prior(x, y, shape, spread=PRIOR_SPREAD):
    """The map of all fixations, drawn whole."""
    counts = np.zeros(shape)
    np.add.at(counts, (np.asarray(y, dtype=int), np.asarray(x, dtype=int)), 1.0)
    density = gaussian_filter(counts, spread * shape[0])
    return density / density.sum()


# ``convert_fixations_to_map`` of HAT (common/utils.py), run on four fixations with a spread of 1.5 of 5 pixels.
def test_the_prior_is_the_published_map():
    prior = fixation_prior([1, 5, 5, 6], [1, 2, 2, 4], (5, 7), 1.5 / 5)
    published = 0.02364515145972047, 0.05259539645640906, 0.024678050421523316, 0.0036115722504933
    assert [prior[1, 1], prior[2, 5], prior[0, 6], prior[4, 0]] == pytest.approx(published, rel=1e-12)
    assert prior.sum() == pytest.approx(1)
    other = ([1, 5, 5, 6], [1, 2, 2, 4])
    (found, _) = left_out_priors([([0], [0]), other], [([1, 5, 6, 0], [1, 2, 0, 4]), ([], [])], (5, 7), 1.5 / 5)
    assert found == pytest.approx(published, rel=1e-12)


def test_priors_of_all_other_images_are_those_drawn_one_by_one():
    generator = np.random.default_rng(0)
    shape = 40, 64
    images = [(generator.random(n) * 64, generator.random(n) * 40) for n in (3, 1, 20)]
    places = [(generator.random(5) * 64, generator.random(5) * 40) for _ in images]
    for number, (found, (x, y)) in enumerate(zip(left_out_priors(images, places, shape), places, strict=True)):
        others = [image for position, image in enumerate(images) if position != number]
        prior = fixation_prior(*(np.concatenate(values) for values in zip(*others, strict=True)), shape)
        assert found == pytest.approx(prior[y.astype(int), x.astype(int)], rel=1e-9, abs=1e-15)
    assert left_out_priors(images[:1], places[:1], shape)[0] == pytest.approx(np.full(5, 1 / 2560))
