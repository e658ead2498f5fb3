"""Splits of the photos."""

import json
from itertools import product

import pytest
from later import later

from vlmeval_hvs.errors import DataError

with later():
    import pandas as pd

    from vlmeval_hvs.benchmarks.gaze import splits


@pytest.fixture(scope="module")
def photos():
    """The main study's design: 13 combinations x 3 views x 3 proximities, with all poses; one gazer per two scenes."""
    rows = []
    combinations = [(2, i) for i in range(6)] + [(3, i) for i in range(3)] + [(4, i) for i in range(4)]
    for number, ((n, c), view, proximity) in enumerate(product(combinations, ("front", "left", "right"), "123")):
        poses = [("natural", g, -1) for g in range(n)]
        poses += [("congruent" if g == h else "incongruent", g, h) for g, h in product(range(n), repeat=2)]
        for condition, _, _ in poses:
            rows.append({
                "stimulus_id": str(len(rows)), "scene_id": f"{n}{c}{view}{proximity}", "objects": f"{n}{c}",
                "actor": f"gazer{number // 2}", "study": "main", "n_objects": str(n), "view": view,
                "proximity": proximity, "condition": condition,
            })  # fmt: skip
    return pd.DataFrame(rows)


def test_units_stay_together_and_the_ratio_is_kept(photos):
    for by in ["scene", "objects", "gazer", "photo"]:
        parts = photos["stimulus_id"].map(splits.draw(photos, splits.SplitRule(by)))
        column = {"scene": "scene_id", "objects": "objects", "gazer": "actor", "photo": "stimulus_id"}[by]
        assert parts.groupby(photos[column]).nunique().max() == 1
        shares = parts.value_counts(normalize=True)
        slack = 0.08 if by == "objects" else 0.02
        for part, share in zip(splits.PARTS, (0.7, 0.1, 0.2), strict=True):
            assert shares[part] == pytest.approx(share, abs=slack)


def test_views_proximities_and_numbers_of_objects_are_spread_alike(photos):
    for by in ["scene", "photo"]:
        worst = []
        for seed in range(5):
            parts = photos["stimulus_id"].map(splits.draw(photos, splits.SplitRule(by, seed=seed)))
            for column in ("view", "proximity", "n_objects", "condition"):
                whole = photos[column].value_counts(normalize=True)
                for part in splits.PARTS:
                    found = photos.loc[parts == part, column].value_counts(normalize=True)
                    worst.append((found.reindex(whole.index, fill_value=0) - whole).abs().max())
            cells = photos[parts == "test"].groupby(["view", "proximity"]).size()
            assert len(cells) == 9
            assert cells.min() > 0.5 * cells.mean()
        assert max(worst) < 0.08


def test_parts_without_weight_get_nothing(photos):
    assert set(splits.draw(photos, splits.SplitRule(ratio=(8, 0, 2))).values()) == {"train", "test"}


def test_few_units_still_fill_every_part(photos):
    three = photos.assign(actor=photos["view"])
    assert set(splits.draw(three, splits.SplitRule("gazer")).values()) == set(splits.PARTS)
    with pytest.raises(DataError, match="cannot split by gazer: there are 1 of them for 3 parts"):
        splits.draw(photos.assign(actor="Z"), splits.SplitRule("gazer"))


def test_a_file_says_where_photos_are(photos, tmp_path):
    path = tmp_path / "split.json"
    some = photos.head(4)
    path.write_text(json.dumps({"parts": dict(zip("0123", ("train", "train", "test", "validation"), strict=True))}))
    assert splits.of_part(some, "test", path)["stimulus_id"].tolist() == ["2"]
    with pytest.raises(DataError, match="photo 4 and 0 more are not in this split"):
        splits.of_part(photos.head(5), "test", path)
    with pytest.raises(DataError, match="there are no validation photos among these"):
        splits.of_part(photos.head(3), "validation", path)


def test_files_without_a_split(tmp_path):
    for text in ["[]", "{}", '{"parts": {}}', '{"parts": {"1": "exam"}}', '{"parts": 3}']:
        path = tmp_path / "split.json"
        path.write_text(text)
        with pytest.raises(DataError, match="no split of photos"):
            splits.read_split(path)
