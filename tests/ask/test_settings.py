"""Settings of requests: what is refused, and what a receipt keeps."""

import math

import pytest

from vlmeval_hvs.ask.settings import Served
from vlmeval_hvs.errors import UsageError

GIVE = "give an address like http://localhost:8000/v1"
REFUSED = [
    ({"base_url": "localhost:8000"}, f"--base-url localhost:8000: {GIVE}"),
    ({"base_url": "http://me:secret@"}, f"--base-url : {GIVE}"),
    ({"base_url": "http://a:b@host/v1"}, "--base-url holds a password; put a key into the environment (--key-env)"),
    *(({"base_url": f"http://h/v1{mark}secret"}, "--base-url holds a ? or a #; give the address up to /v1")
      for mark in "?#"),
    ({"model": " "}, "--model is empty"), ({"model": ".."}, "--model ..: no folder can have this name; give --as NAME"),
    ({"max_tokens": 0}, "--max-tokens 0: give a number from 1"),
    *(({"temperature": value}, f"--temperature {value}: give a number from 0") for value in (math.nan, math.inf, -0.1)),
    ({"retries": -1}, "--retries -1: give a number from 0"), ({"timeout": 0}, "--timeout 0: give seconds above 0"),
    ({"more": {"n": 2, "stream": None}}, "--extra-body: n, stream is set by an option of the command, or fixed"),
]  # fmt: skip


@pytest.mark.parametrize(("wrong", "words"), REFUSED)
def test_what_cannot_be_is_refused_without_what_may_be_secret(wrong, words):
    with pytest.raises(UsageError) as caught:
        Served(**{"base_url": "http://h/v1", "model": "m", **wrong})
    assert str(caught.value) == words
    allowed = {"max_tokens": 1, "temperature": 0, "retries": 0, "timeout": 0.1, "more": {"n": None, "seed": 3}}
    assert Served("https://h/v1", "m", **allowed).more["seed"] == 3


def test_one_server_has_one_address_and_runs_that_differ_have_different_receipts():
    for address in ("http://h/v1", "http://h/v1/", "http://h/v1/chat/completions", "HTTP://H/v1"):
        assert Served(address, "org/m").address == "http://h/v1"
    assert Served("http://h/v1", "org/m").file_name == "org--m"
    assert Served("http://h/v1", "org/m", name=" mine ").facts["name"] == "mine"
    for structured, kind in ((False, "LMDeployAPI"), (True, "ServedModel structured")):
        facts = Served("http://h/v1", "m", structured=structured, more={"top_p": 0.5, "temperature": None}).facts
        assert (facts["class"], "structured" in facts["settings"]) == (kind, structured)
        assert (facts["settings"]["top_p"], facts["settings"]["max_tokens"]) == (0.5, 32768)
        assert "temperature" not in facts["settings"]
    one_by_one = Served("http://h/v1", "m", several_images=False).facts
    assert (one_by_one["class"], one_by_one["settings"]["interleave"]) == ("ServedModel", False)
