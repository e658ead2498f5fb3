"""Marks and lettered options as plain data, what is shown without a presentation, answers of weight-free models."""

import pytest

from vlmeval_hvs.choices import LETTERS, lettered, options_of
from vlmeval_hvs.messages import EXPLAIN, Prompt, text
from vlmeval_hvs.pictures import ROLES, Box, Path, Picture, Point, as_json
from vlmeval_hvs.presentation import Presentation
from vlmeval_hvs.responders import HVSBaseline, find_responder, respond, responder


def test_marks_are_rounded_and_empty_fields_left_out_and_options_keep_their_letters():
    box = Box.between((0.7, 0.1, 0.2, 0.66666), "option", "A")
    assert as_json(box) == {
        "kind": "box", "role": "option", "label": "A", "x": 0.2, "y": 0.1, "width": 0.5, "height": 0.5667,
    }  # fmt: skip
    assert as_json(Point(0.12345, 1, "eyes")) == {"kind": "point", "role": "eyes", "x": 0.1235, "y": 1}
    path = {"kind": "path", "role": "human", "points": [[0.1, 0.3333]]}
    assert as_json(Path(((0.1, 1 / 3),), "human")) == path
    assert as_json(Path(((0.1, 1 / 3),), "human", "p1", (220.6,))) == {**path, "label": "p1", "durations": [221]}
    assert {"option", "truth", "answer", "human"} <= ROLES.keys()
    assert (options_of({"A": "x", "B": "", "C": "y", "D": ""}), options_of({})) == (["x", "", "y"], [])
    assert options_of(dict.fromkeys(LETTERS, "z")) == ["z"] * 4
    assert lettered(["cat", "", "bus"]) == "A. cat\nC. bus"


def test_a_benchmark_without_a_presentation_shows_the_images_of_its_prompt():
    class Dataset:
        def dump_image(self, row):
            return [f"{row['index']}.png", "b.png"]

    shown = Presentation()
    assert shown.pictures(Dataset(), {"index": "7"}) == [Picture("7.png"), Picture("b.png")]
    nothing = (shown.answered(Dataset(), {}, {}), shown.published_chances(), shown.charts([]), shown.MEASURES)
    assert nothing == ([], {}, [], {})


def test_a_model_answers_what_it_was_declared_for_by_seed_row_and_turn(monkeypatch):
    monkeypatch.setattr("vlmeval_hvs.responders._RESPONDERS", {})

    @responder("hvs-random", "One", "Two")
    def answer(prompt, rng):
        return f"{prompt.row['index']} {rng.random()}"

    def asked(index="1", benchmark="One", words="?", step="answer"):
        return Prompt([text(words)], row={"index": index}, benchmark=benchmark, dataset="D", step=step)

    model = HVSBaseline("hvs-random", seed=3, interleave=False)
    assert (model.INTERLEAVE, HVSBaseline().INTERLEAVE) == (False, True)
    first = model.generate_inner(asked())
    assert first == respond("hvs-random", asked(), 3) != respond("hvs-random", asked(), 4)
    others = [asked("2"), asked(benchmark="Two"), asked(words="!"), asked(step="look")]
    assert len({first.split()[1], *(model.generate_inner(other).split()[1] for other in others)}) == 5
    assert "tells nothing about people" in model.generate_inner(asked(step=EXPLAIN))
    with pytest.raises(LookupError, match="hvs-oracle does not answer Two; models that do: hvs-random$"):
        find_responder("hvs-oracle", "Two")
    with pytest.raises(LookupError, match="answer datasets of other packages; models that do: none$"):
        model.generate_inner(Prompt([text("?")]))
    with pytest.raises(TypeError, match="hvs-random answers datasets of vlmeval_hvs only, not 'MMBench'"):
        model.generate_inner([text("?")], dataset="MMBench")
    with pytest.raises(ValueError, match="no model 'hvs-none'; give one of .*hvs-random"):
        HVSBaseline("hvs-none")
