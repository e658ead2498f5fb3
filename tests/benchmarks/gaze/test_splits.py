"""Splits of the photos."""

import json
from itertools import product

import pytest

from vlmeval_hvs.benchmarks.gaze import splits
from vlmeval_hvs.benchmarks.gaze.parts import UNITS
from vlmeval_hvs.errors import DataError


@pytest.fixture(scope="module")
def photos():
    """The main study's design: 13 combinations x 3 views x 3 proximities, with all poses; one gazer per two scenes."""
    import pandas as pd

    rows = []
    combinations = [(2, i) for i in range(6)] + [(3, i) for i in range(3)] + [(4, i) for i in range(4)]
    for number, ((n, c), view, proximity) in enumerate(product(combinations, ("front", "left", "right"), "123")):
        poses = ["natural"] * n + ["congruent" if g == h else "incongruent" for g, h in product(range(n), repeat=2)]
        for condition in poses:
            rows.append({
                "stimulus_id": str(len(rows)), "scene_id": f"{n}{c}{view}{proximity}", "objects": f"{n}{c}",
                "actor": f"gazer{number // 2}", "study": "main", "n_objects": str(n), "view": view,
                "proximity": proximity, "condition": condition,
            })  # fmt: skip
    return pd.DataFrame(rows)


@pytest.mark.long
def test_units_stay_together_and_parts_are_alike(photos):
    for by, column in UNITS.items():
        parts = photos["stimulus_id"].map(splits.draw(photos, splits.SplitRule(by)))
        assert parts.groupby(photos[column]).nunique().max() == 1
        shares = parts.value_counts(normalize=True)
        for part, share in zip(splits.PARTS, (0.7, 0.1, 0.2), strict=True):
            assert shares[part] == pytest.approx(share, abs=0.08 if by == "objects" else 0.02)
            if by in ("scene", "photo"):
                for factor in ("view", "proximity", "n_objects", "condition"):
                    whole, found = (
                        rows[factor].value_counts(normalize=True) for rows in (photos, photos[parts == part])
                    )
                    assert (found.reindex(whole.index, fill_value=0) - whole).abs().max() < 0.08
        if by in ("scene", "photo"):
            cells = photos[parts == "test"].groupby(["view", "proximity"]).size()
            assert len(cells) == 9
            assert cells.min() > 0.5 * cells.mean()


def test_parts_without_weight_get_nothing_and_few_units_still_fill_every_part(photos):
    assert set(splits.draw(photos, splits.SplitRule(ratio=(8, 0, 2))).values()) == {"train", "test"}
    three = photos.assign(actor=photos["view"])
    assert set(splits.draw(three, splits.SplitRule("gazer")).values()) == set(splits.PARTS)
    with pytest.raises(DataError, match="cannot split by gazer: there are 1 of them for 3 parts"):
        splits.draw(photos.assign(actor="Z"), splits.SplitRule("gazer"))


def test_a_file_says_where_photos_are(photos, tmp_path):
    path = tmp_path / "split.json"
    path.write_text(json.dumps({"parts": dict(zip("0123", ("train", "train", "test", "validation"), strict=True))}))
    assert splits.of_part(photos.head(4), "test", path)["stimulus_id"].tolist() == ["2"]
    with pytest.raises(DataError, match="photo 4 and 0 more are not in this split"):
        splits.of_part(photos.head(5), "test", path)
    with pytest.raises(DataError, match="there are no validation photos among these"):
        splits.of_part(photos.head(3), "validation", path)
    for text in ("[]", "{}", '{"parts": {}}', '{"parts": {"1": "exam"}}', '{"parts": 3}'):
        path.write_text(text)
        with pytest.raises(DataError, match="no split of photos"):
            splits.read_split(path)
