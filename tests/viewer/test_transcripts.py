"""Transcripts are made of the ledger alone: the turns that were asked, with the replies that were given."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.results.made_run import ask_rows
from vlmeval_hvs.lazy_images import drawing_of, drawn_when_wanted
from vlmeval_hvs.registry import card_of, dataset_class
from vlmeval_hvs.responders import respond
from vlmeval_hvs.viewer.samples import calls_of, transcript


def asked(folder, name, model, interleave=True):
    """Answer three rows; the dataset, the driver's own transcripts by row, and the calls in the ledger."""
    dataset = dataset_class(card_of(name))(dataset=name)
    _, told = ask_rows(folder, dataset, "m", lambda turn, place: respond(model, turn, 0), 3, interleave)
    return dataset, told, calls_of(folder, f"m_{name}", set(told))


@pytest.mark.parametrize("interleave", [True, False])
def test_turns_are_those_of_the_run_and_a_missing_call_gives_none(demo, tmp_path, interleave):
    demo("ActiView_DEMO")
    dataset, told, calls = asked(tmp_path, "ActiView_Zooming_DEMO", "hvs-oracle", interleave)
    for index, turns in told.items():
        found = transcript(dataset, index, calls[index])
        assert {turn["seconds"] for turn in found} == {0.5}
        assert [{name: turn[name] for name in turns[0]} for turn in found] == turns
    first = next(iter(told))
    assert calls_of(tmp_path, "m_ActiView_Zooming_DEMO", {first}).keys() == {first}
    assert transcript(dataset, first, calls[first][1:]) == []
    assert calls_of(tmp_path, "other", {first}) == {}


@pytest.mark.long
def test_views_of_a_search_are_drawn_when_they_are_wanted(demo, tmp_path, monkeypatch):
    demo("VisualSearch_COCOSearch18_DEMO")
    dataset, told, calls = asked(tmp_path, "VisualSearch_COCOSearch18_Interactive_DEMO", "hvs-random")
    index = max(told, key=lambda index: len(told[index]))
    pixels = [np.asarray(Image.open(turn["images"][0]).convert("RGB")) for turn in told[index]]
    assert len(pixels) > 3
    monkeypatch.setattr("vlmeval_hvs.benchmarks.visual_search.pictures._folders", {})  # nothing is drawn yet
    with drawn_when_wanted():
        found = transcript(dataset, index, calls[index])
        assert [turn["text"] for turn in found] == [turn["text"] for turn in told[index]]
        views = [turn["images"][0] for turn in found]
        last = len(views) - 1
        assert [not Path(view).exists() for view in views] == [0 < place < last for place in range(len(views))]
        assert all(np.array_equal(drawing_of(view)(), seen) for view, seen in zip(views, pixels, strict=True))
        # The ends of a search are checked, and the last turn tells of all replies before it.
        for turn, change in ((0, {"prompt": "0" * 64}), (last, {"prompt": "0" * 64}), (1, {"reply": "[0.5, 0.5]"})):
            other = [replace(call, **change) if call.turn == turn else call for call in calls[index]]
            assert transcript(dataset, index, other) == []
        for view in {views[0], views[last]}:
            Path(view).unlink()
        assert transcript(dataset, index, calls[index], alike=True) == found
        assert not any(Path(view).exists() for view in views), "nothing is drawn to check a turn"
