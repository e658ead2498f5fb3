"""Scripted models with one fault each: what they lack is told by how they were made, not by the code under test."""

import re

import pytest
from PIL import Image

NAMES = {(220, 20, 20): "red", (20, 160, 40): "green", (30, 60, 220): "blue", (250, 220, 20): "yellow"}
NAMES |= {(10, 10, 10): "black", (250, 250, 250): "white"}


class Model:
    """Sees the pixels and obeys every request; subclasses lack something."""

    def __call__(self, message):
        words = {True: "", False: ""}
        for item in (item for item in message if item["type"] == "text"):
            words[item.get("role") == "system"] += f"{item['value']}\n"
        asked, system = words[False], words[True]
        if "animal" in asked:
            return self.obey("The elephant.", system)
        return self.colour(self.arriving([item["value"] for item in message if item["type"] == "image"]), asked)

    def arriving(self, paths):
        return paths

    def obey(self, said, system):
        return f"{said} {system.split()[-1]}"

    def colour(self, paths, words):
        letters = {name: letter for letter, name in re.findall(r"^([A-F])\. (\w+)$", words, re.MULTILINE)}
        numbered = re.search(r"of picture (\d)", words)
        return letters.get(self.seen(paths[int(numbered[1]) - 1 if numbered else 0]), "I cannot see that.")

    def seen(self, path):
        with Image.open(path) as picture:
            ((_, pixel),) = picture.getcolors(9)
            return NAMES[pixel]


class FirstForAll(Model):  # has one picture, and answers every question from it
    def arriving(self, paths):
        return paths[:1] * len(paths)


class Blind(Model):  # answers one letter always, and knows no system message
    def colour(self, paths, words):
        return "C"

    def obey(self, said, system):
        return said


@pytest.fixture(scope="module")
def probed():
    """Function model -> its probe."""
    from vlmeval_hvs.probe import probe

    return lambda model: probe(model, {"class": "M"}, 0)


@pytest.mark.long
def test_a_model_without_a_fault_and_its_file_and_what_others_lack(probed, tmp_path):
    from vlmeval_hvs.errors import DataError
    from vlmeval_hvs.probe import SENDS_SYSTEM, SHOWS_PICTURES, SHOWS_SEVERAL, ProbeResult, find_probe, probe_path

    result = probed(Model())
    assert (result.in_order, result.interleave, result.obeys_system) == (5, True, True)
    assert (result.calls, result.failed) == (4 * 12 + 12, 0)
    told = ["pictures: 5 in order", "system message (sent as system): followed (12 of 12)", "60 calls, 0 failed"]
    assert (result.sentences(), result.unmet({SHOWS_PICTURES, SHOWS_SEVERAL, SENDS_SYSTEM})) == (told, [])
    path = probe_path(tmp_path, "org/m")
    result.write(path)
    assert ProbeResult.read(path) == result
    assert (find_probe(tmp_path, "org/m"), find_probe(tmp_path, "other")) == (path, None)
    for text in ("", "[]", '{"kind": "probe", "schema": 99}'):
        path.write_text(text)
        with pytest.raises(DataError, match="no result of a probe"):
            ProbeResult.read(path)
    for model, in_order, interleave in ((FirstForAll(), 1, False), (Blind(), 0, None)):
        result = probed(model)
        assert (result.in_order, result.interleave) == (in_order, interleave)
        assert bool(result.unmet({SHOWS_SEVERAL})) == (not interleave)
    assert "no better than by chance" in result.unmet({SHOWS_PICTURES})[0]
    assert (result.pictures[0][0], len(result.pictures)) == (1, 1), "no more is asked after one picture"
    assert "did not follow a system message" in result.unmet({SENDS_SYSTEM})[0]


def test_luck_passes_less_than_once_in_a_million_and_a_model_that_fails_ends_the_probe(probed):
    from scipy.stats import binom

    from vlmeval_hvs.errors import DataError
    from vlmeval_hvs.probe import COLOURS, ENOUGH, TRIALS

    assert binom.sf(ENOUGH - 1, TRIALS, 1 / len(COLOURS)) < 1e-6

    def broken(message):
        raise RuntimeError("out of memory")

    with pytest.raises(DataError, match="3 calls of the model failed in a row, the last with: .*out of memory"):
        probed(broken)
    model, calls = Model(), []

    def unsteady(message):
        calls.append(message)
        if len(calls) % 3 == 0:
            raise RuntimeError
        return model(message)

    result = probed(unsteady)
    assert (result.in_order, result.failed, result.calls) == (0, 8, 24), "single failures end nothing, and count"
