"""Transcripts are made of the ledger alone: the turns that were asked, with the replies that were given."""

from dataclasses import replace

import numpy as np
from PIL import Image

from vlmeval_hvs.drawing_later import drawn_when_wanted, pixels_of, waits
from vlmeval_hvs.host.drive import drive
from vlmeval_hvs.messages import ModelTraits
from vlmeval_hvs.registry import card_of, dataset_class
from vlmeval_hvs.responders import respond
from vlmeval_hvs.results.ledger import Call, Ledger
from vlmeval_hvs.results.prompt_digest import prompt_digest
from vlmeval_hvs.viewer.transcripts import calls_of, transcript


def asked(dataset, folder, interleave: bool, model: str = "hvs-oracle"):
    """Answer three rows, with a ledger of every call; returns the driver's own transcripts by row."""
    ledger = Ledger(folder, "m_D")
    ledger.begin(dataset.receipt)
    told = {}
    for position in range(3):
        prompt, turns = dataset.build_prompt(position), []

        def ask(turn, turns=turns):
            reply = respond(model, turn, 0)
            ledger.call(Call(turn.row["index"], len(turns), turn.step, prompt_digest(turn), reply, seconds=0.5))
            turns.append(reply)
            return reply

        told[prompt.row["index"]] = drive(prompt, ask, ModelTraits("m", interleave))[1]
    ledger.close()
    return told


def test_turns_are_those_of_the_run_and_a_missing_call_gives_none(demo, tmp_path) -> None:
    demo("ActiView_DEMO")
    dataset = dataset_class(card_of("ActiView_DEMO"))(dataset="ActiView_Zooming_DEMO")
    for interleave in (True, False):
        told = asked(dataset, tmp_path / str(interleave), interleave)
        calls = calls_of(tmp_path / str(interleave), "m_D", set(told))
        for index, turns in told.items():
            found = transcript(dataset, index, calls[index])
            assert [{name: turn[name] for name in ("step", "text", "images", "reply")} for turn in found] == [
                {name: turn[name] for name in ("step", "text", "images", "reply")} for turn in turns
            ]
            assert {turn["seconds"] for turn in found} == {0.5}
        first = next(iter(told))
        calls = calls_of(tmp_path / str(interleave), "m_D", {first})
        assert calls.keys() == {first}
        assert transcript(dataset, first, calls[first][1:]) == []
    assert calls_of(tmp_path, "other", {first}) == {}


def test_views_of_a_search_are_drawn_when_they_are_wanted(demo, tmp_path, monkeypatch) -> None:
    demo("VisualSearch_COCOSearch18_DEMO")
    dataset = dataset_class(card_of("VisualSearch"))(dataset="VisualSearch_COCOSearch18_Interactive_DEMO")
    told = asked(dataset, tmp_path, True, "hvs-random")
    calls = calls_of(tmp_path, "m_D", set(told))
    index = max(told, key=lambda index: len(told[index]))
    pixels = [np.asarray(Image.open(turn["images"][0]).convert("RGB")) for turn in told[index]]
    assert len(pixels) > 3
    monkeypatch.setattr("vlmeval_hvs.benchmarks.visual_search.pictures._folders", {})  # nothing is drawn yet
    with drawn_when_wanted():
        found = transcript(dataset, index, calls[index])
        assert [turn["text"] for turn in found] == [turn["text"] for turn in told[index]]
        views = [turn["images"][0] for turn in found]
        assert [waits(view) for view in views] == [0 < place < len(views) - 1 for place in range(len(views))]
        assert all(np.array_equal(pixels_of(view), seen) for view, seen in zip(views, pixels, strict=True))
        for wrong in (0, len(views) - 1):  # the ends of a search are checked
            other = [replace(call, prompt="0" * 64) if call.turn == wrong else call for call in calls[index]]
            assert transcript(dataset, index, other) == []
        swapped = [replace(call, reply="[0.5, 0.5]") if call.turn == 1 else call for call in calls[index]]
        assert transcript(dataset, index, swapped) == []  # the last turn tells of all replies before it
