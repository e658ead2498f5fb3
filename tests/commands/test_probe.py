"""``vlmeval-hvs probe`` on a scripted server with the OpenAI protocol, through the host's own client."""

import base64
import io
import json
import re

import pytest
from PIL import Image
from scripted_server import Server, completion

from vlmeval_hvs.cli import main

NAMES = {(220, 20, 20): "red", (20, 160, 40): "green", (30, 60, 220): "blue", (250, 220, 20): "yellow"}
NAMES |= {(10, 10, 10): "black", (250, 250, 250): "white"}


@pytest.fixture
def server():
    """A model that sees the first picture only, has 120 characters for a reply, and is sent what it is sent."""

    def cut(request):
        words = reply(request["messages"])
        return 200, {}, completion(words[:120], "stop" if words == words[:120] else "length", 40)

    with Server(cut) as made:
        yield made.url, made.bodies


def reply(messages):
    said = {message["role"]: message["content"] for message in messages}
    parts = said["user"] if isinstance(said["user"], list) else [{"type": "text", "text": said["user"]}]
    words = "\n".join(part["text"] for part in parts if part["type"] == "text")
    pictures = [part["image_url"]["url"] for part in parts if part["type"] == "image_url"]
    if "Count" in words:
        return " ".join(map(str, range(1, 301)))
    if "JSON" in words:
        return json.dumps(dict(zip(("word", "number"), wanted(words), strict=True)))
    if "animal" in words:
        return f"Elephant. {str(said.get('system', '')).rstrip('.').split()[-1]}"
    options = dict(re.findall(r"^([A-F])\. (\w+)$", words, re.MULTILINE))
    square = re.search(r"the (\w+) square", words)
    place = ("first", "second", "third").index(square[1]) if square else 0
    with Image.open(io.BytesIO(base64.b64decode(pictures[0].partition(",")[2]))) as picture:
        seen = picture.convert("RGB").getpixel((168 + 360 * place, 168))
    colour = min(NAMES, key=lambda known: sum((a - b) ** 2 for a, b in zip(known, seen, strict=True)))
    return next(letter for letter, name in options.items() if name == NAMES[colour])


def wanted(words):
    found = re.search(r"text (\w+),.* number (\d+)\.", words)
    return found[1], int(found[2])


@pytest.mark.host
@pytest.mark.slow
def test_a_served_model_is_probed_over_the_wire(host, server, tmp_path, capsys):
    url, asked = server
    status = main(["probe", "--model", "org/m", "--base-url", url, "--work-dir", str(tmp_path), "--max-tokens", "64"])
    assert status == 0
    printed = capsys.readouterr().out
    result = json.loads((tmp_path / "org--m_hvs_probe.json").read_text())
    assert str(tmp_path / "org--m_hvs_probe.json") in printed
    assert (result["strategy"], result["in_order"], result["pictures"][-1]["arrived"]) == ("joined", 1, "first only")
    assert result["joined"]["arrived"] == "in order"
    assert "joined" in printed
    assert (result["long"]["verdict"], result["long"]["finish"], result["long"]["tokens"]) == ("cut", "length", 40)
    assert result["json"]["obeyed"]
    assert (result["system"]["sent_as"], result["system"]["obeyed"]) == ("system", True)
    assert (result["model"]["class"], result["model"]["path"]) == ("LMDeployAPI", "org/m")
    assert result["calls"] == len(asked)
    assert {request["max_tokens"] for request in asked} == {64}
    two = [request["messages"][-1]["content"] for request in asked if str(request).count("image_url") == 4]
    assert [part["type"] for part in two[0]] == ["text", "image_url", "text", "image_url", "text"]


def test_two_places_for_one_model_are_refused(tmp_path, capsys):
    assert main(["probe", "--model", "m", "--base-url", "http://x/v1", "--config", "c.json"]) == 1
    assert "give one of them" in capsys.readouterr().err
