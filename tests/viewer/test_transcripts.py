"""Transcripts are made of the ledger alone: the turns that were asked, with the replies that were given."""

import pytest

from tests.results.made_run import ask_rows
from vlmeval_hvs.registry import card_of, dataset_class
from vlmeval_hvs.responders import respond
from vlmeval_hvs.results.ledger import iter_calls
from vlmeval_hvs.viewer.samples import transcript

NAME = "ActiView_Zooming_DEMO"


@pytest.mark.parametrize("interleave", [True, False])
def test_turns_are_those_of_the_run_and_a_missing_call_gives_none(demo, tmp_path, interleave):
    demo("ActiView_DEMO")
    dataset = dataset_class(card_of(NAME))(dataset=NAME)
    _, told = ask_rows(tmp_path, dataset, "m", lambda turn, place: respond("hvs-oracle", turn, 0), 3, interleave)
    for index, turns in told.items():
        calls = [call for call in iter_calls(tmp_path, f"m_{NAME}") if call.index == index]
        assert transcript(dataset, index, calls) == turns
        assert transcript(dataset, index, calls[1:]) == transcript(dataset, index, calls[:1]) == []
