"""What crops score: worked out by hand on a map that is the picture's own brightness."""

import json
from pathlib import Path

import numpy as np
import pytest
from later import later
from PIL import Image

with later():
    import pandas as pd

    from vlmeval_hvs.benchmarks.hvsbench import enhancement_replies as replying
    from vlmeval_hvs.benchmarks.hvsbench.enhancement_maps import map_of
    from vlmeval_hvs.benchmarks.hvsbench.enhancement_pictures import CropCache, pixels_of_crop
    from vlmeval_hvs.benchmarks.hvsbench.enhancement_scoring import Rules, enhancement_report
    from vlmeval_hvs.saliency.sources import using


WIDTH, HEIGHT = 100, 50
TARGET, RIVAL = (0.1, 0.2, 0.2, 0.6), (0.8, 0.2, 0.9, 0.6)  # ten by twenty pixels each
SIZE = (WIDTH, HEIGHT)


def brightness(pixels: np.ndarray) -> np.ndarray:
    grey = pixels[..., 0].astype(float)
    return grey / grey.sum()


def rules(**changes):
    known = {"least_object": 0.9, "least_picture": 0.5, "seed": 0, "n_resamples": 0}
    return Rules(map_of=brightness, saliency="brightness", **{**known, **changes})


@pytest.fixture
def picture(tmp_path) -> Path:
    """Background 10, the object 110, its rival 210."""
    pixels = np.full((HEIGHT, WIDTH, 3), 10, np.uint8)
    pixels[10:30, 10:20] = 110
    pixels[10:30, 80:90] = 210
    path = tmp_path / "a.png"
    Image.fromarray(pixels).save(path)
    return path


@pytest.fixture
def score(picture):
    def run(*replies, reading="robust", target=TARGET, others=(RIVAL,), **changes):
        said = [reply if isinstance(reply, list) else [reply] for reply in replies]
        items = pd.DataFrame(
            {
                "index": [str(number) for number in range(len(said))],
                "image_path": ["a.png"] * len(said),
                "width": str(WIDTH),
                "height": str(HEIGHT),
                "target": json.dumps(target),
                "target_name": "",
                "others": json.dumps(others),
                "question_type": "Q4",
                "reply": [one[-1] for one in said],
                "record": [{"answer": one[-1], "replies": one} if len(one) > 1 else None for one in said],
                "failed": False,
            }
        )
        return enhancement_report(items, reading, rules(**changes), lambda path: str(picture.parent / path))

    return run


def test_shares_and_success_by_hand(score) -> None:
    """Sums of brightness: 4600 x 10 of background, 200 x 110 of the object, 200 x 210 of its rival, 110000 in all."""
    report = score("CROP: 0.0,0.0,0.7,1.0")
    (item,) = report.items.to_dict("records")
    before, after = 200 * 110 / 110_000, 200 * 110 / (200 * 110 + (70 * 50 - 200) * 10)
    assert item["share_before"] == pytest.approx(before)
    assert item["share_after"] == pytest.approx(after)
    assert item["gain"] == pytest.approx(after - before)
    assert (item["score"], item["outcome"], item["object_kept"], item["picture_kept"]) == (1.0, "counts", 1.0, 0.7)
    assert report.metrics["Overall"] == report.metrics["Overall_paper"] == 1.0


def test_no_change_gains_nothing_and_the_rival_stays_first(score) -> None:
    report = score("KEEP", "CROP: 0,0,1,1", "I would not crop it.", "CROP: 0.0,0.0,0.99,1.0", "no idea")
    assert report.items["outcome"].tolist() == [*["no change"] * 3, "counts", "no crop"]
    assert report.items["score"].tolist() == [0.0] * 5
    assert report.items["gain"].tolist()[:3] == [0.0] * 3
    assert report.items["fallback"].tolist() == [False] * 4 + [True]
    assert report.details["crops_by_rule"]["whole"]["Gain"] == 0.0
    assert report.details["crops_by_rule"]["whole"]["Overall"] == 0.0


def test_small_crops_and_crops_that_cut_the_object_do_not_count(score) -> None:
    report = score("CROP: 0.1,0.2,0.2,0.6", "CROP: 0.15,0.0,0.75,1.0", "CROP: 0.11,0.0,0.75,1.0")
    assert report.items["outcome"].tolist() == ["too little of the picture", "too little of the object", "counts"]
    assert report.items["score"].tolist() == [0.0, 0.0, 1.0]
    assert report.items["gain"].tolist()[:2] == [0.0, 0.0]
    assert report.items["share_after"][0] == pytest.approx(1.0), "what the crop itself would give is told all the same"
    assert report.metrics["Counted"] == pytest.approx(1 / 3)
    assert any("2 of 3 crops keep too little" in words for words in report.warnings)
    freed = score("CROP: 0.1,0.2,0.2,0.6", least_picture=0.04)
    assert freed.items["outcome"].tolist() == ["counts"]


def test_objects_that_are_first_already_have_no_score(score) -> None:
    report = score("CROP: 0.3,0.0,1.0,1.0", "KEEP", target=RIVAL, others=(TARGET,))
    assert report.items["score"].isna().all()
    assert "Overall" not in report.metrics
    assert report.items["gain"][0] > 0
    assert report.details["first_before"] == 2


def test_a_wide_crop_of_half_the_picture_beats_a_random_one(score) -> None:
    report = score("KEEP", n_resamples=50)
    beside = report.details["crops_by_rule"]
    assert beside["tight"]["Gain"] > beside["random"]["Gain"] >= 0
    assert beside["tight"]["Overall"] == 1.0
    assert set(report.intervals) >= {"Overall", "Gain", "Object_kept", "Picture_kept"}


def test_the_last_crop_of_a_conversation_counts(score) -> None:
    first, better = "CROP: 0.0,0.0,0.95,1.0", "CROP: 0.0,0.0,0.70,1.0"
    report = score(
        [first, better], [better, "KEEP"], [better, "It is good."], [first, "KEEP. The photo is at 0.1,0.2,0.2,0.6"]
    )
    assert report.items["score"].tolist() == [1.0, 1.0, 1.0, 0.0]
    assert report.items["picture_kept"].tolist() == [0.7, 0.7, 0.7, 0.95]


def test_both_readings_stand_side_by_side(score) -> None:
    report = score("CROP: from (0px, 0px) to (70px, 50px)", "CROP: 0.0,0.0,0.7,1.0")
    assert report.items["answer"].tolist() == ["0.000000,0.000000,0.700000,1.000000"] * 2
    assert report.items["answer_paper"].tolist() == ["", "0.000000,0.000000,0.700000,1.000000"]
    assert (report.metrics["Overall"], report.metrics["Overall_paper"]) == (1.0, 0.5)


def test_what_a_reply_proposes() -> None:
    whole, part = (0, 0, 1, 1), pytest.approx((0.1, 0.2, 0.9, 0.8))
    for reply, crop, paper in (
        ("KEEP", whole, whole),
        ("**Keep**.", whole, None),
        ("The picture should stay unchanged.", whole, None),
        ("Keep the helmet in view. CROP: 0.1,0.2,0.9,0.8", part, part),
        ("CROP: 0.1, 0.2, 0.9, 0.8", part, part),
        ("I keep the helmet.", None, None),
        ("CROP: 10%,20%,90%,80%", part, None),
        ("CROP: 10,10,90,40", part, None),
    ):
        assert replying.proposal(reply, "robust", SIZE).crop == crop, reply
        assert replying.proposal(reply, "paper", SIZE).crop == paper, reply
    crop = "CROP: 0.1,0.2,0.9,0.8"
    assert replying.settled([crop, "KEEP"], "paper", SIZE).crop == part
    for reply in (f"<think>{'hm ' * 9000}</think>{crop}", f"{'words ' * 9000}\n{crop}", f"{crop}\n{'words ' * 9000}"):
        kept = replying.shortened(reply)
        assert len(kept) <= 6001
        assert replying.proposal(kept, "robust", SIZE).crop == part


def test_crops_are_the_pixels_of_the_picture(picture, lmu_data) -> None:
    cache = CropCache("Set", "0" * 64)
    whole = np.asarray(Image.open(picture))
    crop = (0.05, 0.1, 0.25, 0.7)
    assert pixels_of_crop(crop, SIZE) == (5, 5, 25, 35)
    path = cache.cropped(str(picture), crop)
    assert np.array_equal(np.asarray(Image.open(path)), whole[5:35, 5:25])
    joined = np.asarray(Image.open(cache.cropped(str(picture), crop, joined=True)))
    assert np.array_equal(joined[:, :WIDTH], whole)
    assert np.array_equal(joined[:30, -20:], whole[5:35, 5:25])
    assert pixels_of_crop((0.999, 0.999, 1.0, 1.0), SIZE) == (99, 49, 100, 50)
    assert cache.cropped(str(picture), crop) == path


def test_a_model_that_reads_files_is_asked_about_crops(picture) -> None:
    """The map of a crop is that of its own picture, not of a part of the whole picture's map."""

    class Brightness:
        def density(self, path):
            return brightness(np.asarray(Image.open(path)))

        def next_density(self, path, before):
            return None

    pixels = np.asarray(Image.open(picture))
    with using("deepgaze-IIE", Brightness()):
        asked = map_of("deepgaze-IIE")
    for crop in (pixels, pixels[5:30, 10:60]):
        assert np.array_equal(asked(crop), brightness(crop))
