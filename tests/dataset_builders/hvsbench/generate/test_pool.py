"""Scanpaths of other pictures: on the same side, of the same target where there is one, and stable."""

from collections import Counter

import numpy as np
import pytest

from dataset_builders.hvsbench.generate.pool import Pool, Recording


def recordings(name, people=3):
    return [Recording(f"path of {name} by {person}", f"D/{person}", f"{name}#{person}") for person in range(people)]


@pytest.fixture
def pool_of(tmp_path):
    """Makes a pool of pictures with their targets; pictures whose name begins with t are for testing."""
    opened = []

    def make(pictures, seed=0):
        pool = Pool(tmp_path / f"{len(opened)}.scanpaths", seed, "D")
        opened.append(pool)
        for name, targets in pictures.items():
            pool.add(name, {target: recordings(f"{name}/{target}") for target in targets})
        pool.close(lambda name: "test" if name[0] == "t" else "train")
        return pool

    yield make
    for pool in opened:
        pool.__exit__(None, None, None)


def drawn(pool, target="", side="train", own="", tries=300):
    return [pool.draw(target, side, lambda name: name != own, np.random.default_rng(seed)) for seed in range(tries)]


def test_the_picture_itself_is_never_drawn_and_all_others_are(pool_of):
    pool = pool_of({f"p{k}": [""] for k in range(8)})
    names = Counter(one.source.split("/")[0] for one in drawn(pool, own="p3", tries=2000))
    assert set(names) == {f"p{k}" for k in range(8)} - {"p3"}
    assert max(names.values()) < 6 * min(names.values())
    people = Counter(one.participant for one in drawn(pool))
    assert set(people) == {"D/0", "D/1", "D/2"}
    assert min(people.values()) > 60


def test_only_pictures_of_the_same_side_are_drawn(pool_of):
    pool = pool_of({"t1": [""], "t2": [""], "p1": [""], "p2": [""]})
    assert {one.source[0] for one in drawn(pool, side="test")} == {"t"}
    assert {one.source[0] for one in drawn(pool, side="train")} == {"p"}


def test_a_search_stands_beside_one_for_the_same_target_where_there_is_one(pool_of):
    pool = pool_of({"p1": ["cup", "oven"], "p2": ["cup", ""], "p3": ["fork", "cup"]})
    assert {one.source.split("#")[0] for one in drawn(pool, "cup", own="p1")} == {"p2/cup", "p3/cup"}
    assert {one.source.split("#")[0] for one in drawn(pool, "oven", own="p1")} == {"p2/cup", "p3/cup", "p3/fork"}
    assert {one.source.split("#")[0] for one in drawn(pool, "", own="p1")} == {"p2/"}


def test_there_may_be_none(pool_of):
    pool = pool_of({"p1": [""]})
    assert set(drawn(pool, own="p1", tries=5)) == {None}
    assert set(drawn(pool, "cup", tries=5)) == {None}
    assert set(drawn(pool, side="test", tries=5)) == {None}


def test_another_picture_changes_few_draws_and_the_order_none(pool_of):
    pictures = {f"p{k}": [""] for k in range(50)}
    before = drawn(pool_of(pictures), tries=1000)
    assert drawn(pool_of(dict(reversed(pictures.items()))), tries=1000) == before
    changed = [
        new for new, old in zip(drawn(pool_of({**pictures, "q": [""]}), tries=1000), before, strict=True) if new != old
    ]
    assert {one.source.split("/")[0] for one in changed} == {"q"}
    assert len(changed) < 60  # 20 are expected
    assert drawn(pool_of(pictures, seed=1), tries=1000) != before
