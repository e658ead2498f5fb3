"""What crops score: worked out by hand on a map that is the picture's own brightness."""

import json

import numpy as np
import pytest
from PIL import Image

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


@pytest.fixture
def picture(tmp_path):
    """Background 10, the object 110, its rival 210."""
    pixels = np.full((HEIGHT, WIDTH, 3), 10, np.uint8)
    pixels[10:30, 10:20] = 110
    pixels[10:30, 80:90] = 210
    path = tmp_path / "a.png"
    Image.fromarray(pixels).save(path)
    return path


@pytest.fixture
def score(picture):
    """Scores replies about the picture; a list of replies is a conversation."""

    def run(*replies, target=TARGET, others=(RIVAL,), **changes):
        import pandas as pd

        rows = []
        for number, reply in enumerate(replies):
            said = reply if isinstance(reply, list) else [reply]
            record = {"answer": said[-1], "replies": said} if len(said) > 1 else None
            rows.append({"index": str(number), "image_path": "a.png", "reply": said[-1], "record": record})
        known = {"width": str(WIDTH), "height": str(HEIGHT), "question_type": "Q4", "target_name": "", "failed": False}
        items = pd.DataFrame(rows).assign(target=json.dumps(target), others=json.dumps(others), **known)
        options = {"least_object": 0.9, "least_picture": 0.5, "seed": 0, "n_resamples": 0, **changes}
        rules = Rules(map_of=brightness, saliency="brightness", **options)
        return enhancement_report(items, "robust", rules, lambda path: str(picture.parent / path))

    return run


def test_shares_and_outcomes_by_hand(score) -> None:
    """Sums of brightness: 4600 x 10 of background, 200 x 110 of the object, 200 x 210 of its rival, 110000 in all."""
    after = 200 * 110 / (200 * 110 + (70 * 50 - 200) * 10)
    report = score(
        "CROP: 0.0,0.0,0.7,1.0",
        "KEEP",
        "CROP: 0,0,1,1",
        "I would not crop it.",
        "CROP: 0.0,0.0,0.99,1.0",
        "no idea",
        "CROP: 0.1,0.2,0.2,0.6",
        "CROP: 0.15,0.0,0.75,1.0",
        "CROP: 0.11,0.0,0.75,1.0",
    )
    few, half = "too little of the picture", "too little of the object"
    columns = [report.items[name].tolist() for name in ("outcome", "score", "fallback", "object_kept", "picture_kept")]
    outcomes, scores, fallbacks, objects, pictures = columns
    assert outcomes == ["counts", *["no change"] * 3, "counts", "no crop", few, half, "counts"]
    assert scores == [1, 0, 0, 0, 0, 0, 0, 0, 1]
    assert fallbacks == [False] * 5 + [True] + [False] * 3
    assert objects == pytest.approx([1, 1, 1, 1, 1, 1, 1, 0.5, 0.9])
    assert pictures == pytest.approx([0.7, 1, 1, 1, 0.99, 1, 0.04, 0.6, 0.64])
    gains = report.items["gain"].tolist()
    assert gains[:4] + gains[5:8] == pytest.approx([after - 0.2, *[0.0] * 6])
    assert report.items["share_before"].tolist() == pytest.approx([0.2] * 9)
    # What a crop itself would give is told, whether or not it counts.
    assert report.items["share_after"][[0, 6]].tolist() == pytest.approx([after, 1.0])
    assert (report.metrics["Overall"], report.metrics["Counted"]) == (pytest.approx(2 / 9), pytest.approx(3 / 9))
    assert any("2 of 9 crops keep too little" in words for words in report.warnings)
    whole = report.details["crops_by_rule"]["whole"]
    assert (whole["Gain"], whole["Overall"]) == (0.0, 0.0)
    assert score("CROP: 0.1,0.2,0.2,0.6", least_picture=0.04).items["outcome"].tolist() == ["counts"]


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


def test_the_last_crop_of_a_conversation_counts_in_both_readings(score) -> None:
    first, better, pixels = "CROP: 0.0,0.0,0.95,1.0", "CROP: 0.0,0.0,0.70,1.0", "CROP: from (0px, 0px) to (70px, 50px)"
    kept = "KEEP. The photo is at 0.1,0.2,0.2,0.6"
    report = score([first, better], [better, "KEEP"], [better, "It is good."], [first, kept], pixels, better)
    right, wrong = "0.000000,0.000000,0.700000,1.000000", "0.000000,0.000000,0.950000,1.000000"
    assert report.items["answer"].tolist() == [right, right, right, wrong, right, right]
    assert report.items["answer_paper"].tolist()[4:] == ["", right]
    assert report.items["score"].tolist() == [1.0, 1.0, 1.0, 0.0, 1.0, 1.0]


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
