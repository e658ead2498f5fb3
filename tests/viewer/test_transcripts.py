"""Transcripts are made of the ledger alone: the turns that were asked, with the replies that were given."""

import pytest

from tests.results.made_run import ask_rows
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
