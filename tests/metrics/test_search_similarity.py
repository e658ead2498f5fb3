"""Scanpath agreement of models and people, against the loop over pairs with multimatch_gaze."""

import itertools

import numpy as np
import pytest

from vlmeval_hvs.metrics import search_similarity
from vlmeval_hvs.metrics.search_similarity import SearchPath, comparable_path, scanpath_agreement

SHAPE = (768, 1024)
BBOX = (600, 800, 660, 880)


def path(points, shape=SHAPE, bbox=BBOX, receptive=(32, 32), found=True):
    return SearchPath(*zip(*points, strict=True), shape, bbox, receptive, found)


def person(seed, n=4):
    rng = np.random.default_rng(seed)
    return path([(512.0, 384.0), *zip(rng.uniform(0, 700, n), rng.uniform(0, 560, n), strict=True), (840.0, 630.0)])


def reference(*paths):
    package = pytest.importorskip("multimatch_gaze")
    kind = [("start_x", "f8"), ("start_y", "f8"), ("duration", "f8")]
    rows = [np.array([tuple(point) for point in one], dtype=kind) for one in paths]
    return np.mean(package.docomparison(*rows, screensize=[1024, 768])[:4])


def test_agreement_equals_the_loop_over_pairs_with_the_reference_package():
    humans = {name: {str(k): person(10 * number + k) for k in range(3)} for number, name in enumerate("abc")}
    model = {name: person(100 + number, 6) for number, name in enumerate("abc")}
    agreement = scanpath_agreement(model, humans)
    hm, wh = {}, {}
    for name in humans:
        own = comparable_path(model[name], SHAPE, (32, 32))
        others = [comparable_path(one, SHAPE, (32, 32)) for one in humans[name].values()]
        hm[name] = np.mean([reference(own, other) for other in others])
        wh[name] = np.mean([reference(a, b) for a, b in itertools.combinations(others, 2)])
    assert (agreement.human_model, agreement.within_human) == (pytest.approx(hm), pytest.approx(wh))
    assert agreement.average == pytest.approx(np.mean(agreement.dimensions)) == np.mean(list(hm.values()))
    assert agreement.correlation == pytest.approx(np.corrcoef(list(hm.values()), list(wh.values()))[0, 1])
    assert search_similarity.within_humans(humans) == pytest.approx(wh)


def test_paths_are_rescaled_lumped_and_cut_in_the_models_frame_and_the_random_floor_is_of_unrelated_ones():
    human = path([(512, 384), (100, 100), (110, 105), (500, 90), (840, 630), (30, 30)])
    # Lumping in cells needs a distance below half a cell: only equal cells merge; the tail after the target goes.
    assert comparable_path(human, (24, 32), (1, 1))[:, :2].tolist() == [[16, 12], [3, 3], [15, 2], [26, 19]]
    # (100, 100) and (110, 105) are one fixation at the image's own resolution.
    assert comparable_path(human, SHAPE, (32, 32))[1, :2].tolist() == [105, 102.5]
    drawn = np.random.default_rng(1).uniform(0, 1, (25, 13, 2)) * (1024, 768)
    far = {"bbox": (-9999, -9999, -9000, -9000), "receptive": (1, 1)}
    humans = {str(number): dict.fromkeys("123", path(points, **far)) for number, points in enumerate(drawn)}
    floors = search_similarity.random_floor_by_image(humans, np.random.default_rng(0))
    assert sorted(floors) == sorted(humans)
    assert 0.75 < np.mean(list(floors.values())) < 0.88  # 0.780 with another start


def test_only_found_paths_of_three_fixations_count_and_none_with_itself():
    short = path([(512, 384), (840, 630)])
    missed = path([(1, 1), (200, 200), (400, 400)], found=False)
    people = {"1": person(1), "2": person(2)}
    for nothing in (short, missed):
        agreement = scanpath_agreement({"a": nothing}, {"a": {**people, "3": missed}})
        assert (agreement.images, set(agreement.within_human)) == ([], {"a"})
        assert np.isnan([agreement.average, agreement.correlation]).all()
    alone = scanpath_agreement({"a": person(1), "b": person(2)}, {"a": people})
    assert alone.images == ["a"], "images without participants are left out"
    assert alone.human_model["a"] == pytest.approx(alone.within_human["a"])
