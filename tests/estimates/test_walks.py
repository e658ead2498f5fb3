"""Calls, pictures and tokens of walks against what the pipelines' rules give by hand."""

import json

import pytest
from PIL import Image

from vlmeval_hvs.estimates.tokens import by_characters
from vlmeval_hvs.estimates.totals import Counting, Prices, totals
from vlmeval_hvs.estimates.walks import LEAST, MOST, Call, Sizes, Walk, walks
from vlmeval_hvs.messages import INTERLEAVED, ModelTraits
from vlmeval_hvs.registry import card_of, dataset_class, set_of

ONE_IMAGE = ModelTraits("", interleave=False)


@pytest.fixture
def walked(demo):
    def run(name, traits=INTERLEAVED, models=(), most_rows=0, **options):
        demo(set_of(name))
        dataset = dataset_class(card_of(name))(dataset=name, **options)
        return {one.name: one for one in walks(dataset, traits, models, most_rows)}

    return run


def calls(walk):
    return {len(row) for row in walk.calls}


HAND = [
    ("ActiView_Zooming_DEMO", {}, {2}, {2}, {2}, {6}),  # select, answer; the full image with none or all four views
    ("ActiView_ShiftingR_DEMO", {}, {2}, {4}, {2}, {10}),  # 1, then 1; or 1, 2 and 3 views, then all 4
    ("ActiView_Mixed_DEMO", {"revise_turns": 3}, {2}, {5}, {2}, {17}),  # 1, then four times 1 + 3
    ("VisualSearch_COCOSearch18_Interactive_DEMO", {"limit": 3}, {1}, {9}, {2}, {18}),  # 10 fixations, the first given
]


@pytest.mark.long
def test_scripted_walks_are_the_shortest_and_the_longest(walked):
    for name, options, least, most, few, many in HAND:
        found = walked(name, **options)
        assert (calls(found[LEAST]), calls(found[MOST])) == (least, most), name
        for walk, images in ((found[LEAST], few), (found[MOST], many)):
            assert {sum(len(call.images) for call in row) for row in walk.calls} == images, name


@pytest.mark.long
def test_models_of_one_picture_get_one_and_no_model_makes_fewer_or_more_calls(walked):
    models = ("hvs-random", "hvs-oracle", "hvs-select-all", "hvs-first")
    found = walked("ActiView_Zooming_DEMO", ONE_IMAGE, models)
    assert calls(found[MOST]) == {5}  # the selection, and one call for each of four views
    assert all(len(call.images) <= 1 for walk in found.values() for row in walk.calls for call in row)
    for place in range(len(found[LEAST].calls)):
        least, most = (len(found[one].calls[place]) for one in (LEAST, MOST))
        assert all(least <= len(found[model].calls[place]) <= most for model in models)


def test_totals_by_hand(tmp_path):
    for name, size in (("a", (1024, 1024)), ("b", (512, 512))):
        Image.new("RGB", size).save(tmp_path / f"{name}.png")
    a, b = str(tmp_path / "a.png"), str(tmp_path / "b.png")
    two = [Call("x", (a,), "t" * 40, "r" * 8), Call("y", (a, b), "t" * 4, "r")]
    walk = Walk("w", "", ["0", "1"], [two, [Call("x", (), "tttt", "")]])
    counting = Counting(by_characters, ["openai-tiles"], None, Prices(2.0, 10.0))
    found = totals(walk, 10, counting, Sizes())
    assert found["per_sample"]["calls"] == {"least": 1, "mean": 1.5, "most": 2}
    assert found["run"] == {
        "calls": 15,
        "images": 15,
        "text_tokens": 60,  # (10 + 1 + 1) x 5
        "output_tokens": 15,  # (2 + 1 + 0) x 5
        "image_tokens": {"openai-tiles": (765 + 765 + 255) * 5},
    }
    assert found["cost"]["openai-tiles"] == pytest.approx(((60 + 8925) * 2 + 15 * 10) / 1e6)
    fixed = totals(walk, 10, Counting(by_characters, [], 100), Sizes())
    assert fixed["run"]["output_tokens"] == 1500
    assert json.dumps(fixed)
