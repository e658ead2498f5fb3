"""What is sent to a server, and what its answer says."""

import json

import pytest

from vlmeval_hvs.ask.images import DataUrls
from vlmeval_hvs.ask.request import NoReply, reply_of, request_of
from vlmeval_hvs.ask.settings import Images, Served


def words(text):
    return {"type": "text", "value": text}


def test_a_request_holds_the_message_the_system_message_and_the_settings(tmp_path):
    from PIL import Image

    Image.new("RGB", (200, 200)).save(tmp_path / "a.png")
    served, urls = Served("http://h/v1", "org/m", max_tokens=9, temperature=0.5, more={"top_k": 1}), DataUrls(Images())
    picture = {"type": "image", "value": str(tmp_path / "a.png")}
    body = json.loads(request_of([words("See"), picture, words("What?")], None, served, urls))
    image = {"type": "image_url", "image_url": {"url": urls.of(str(tmp_path / "a.png"))}}
    content = [{"type": "text", "text": "See"}, image, {"type": "text", "text": "What?"}]
    settings = {"model": "org/m", "n": 1, "max_tokens": 9, "temperature": 0.5, "top_k": 1}
    assert body == {**settings, "messages": [{"role": "user", "content": content}]}
    bare = Served("http://h/v1", "m", more={"n": None, "temperature": None})
    assert json.loads(request_of([], None, bare, urls)).keys() == {"model", "messages", "max_tokens"}
    assert "temperature" not in bare.facts["settings"]
    body = json.loads(request_of([words("one"), words("two")], "hint", served, urls))
    user = {"role": "user", "content": [{"type": "text", "text": "one\ntwo"}]}
    assert body["messages"] == [{"role": "system", "content": "hint"}, user]


def test_a_reply_is_read_from_an_answer_or_there_is_none():
    def answer(content, **more):
        return {"choices": [{"message": {"content": content}, **more}]}

    assert reply_of(answer(" A \n")) == "A"
    for odd, why in (
        ({}, "no reply: {}"), ({"choices": []}, "chose no reply"), ([], "no reply"), (answer(None), "is empty"),
        (answer("  ", finish_reason="length"), r"is empty \(finish_reason: length\)"),
    ):  # fmt: skip
        with pytest.raises(NoReply, match=why):
            reply_of(odd)
    for filtered in ("content_filter", "content_filter: PROHIBITED_CONTENT"):
        assert reply_of(answer("", finish_reason=filtered)) == filtered.lower()
