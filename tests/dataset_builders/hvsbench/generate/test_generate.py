"""Whole generated sets: what they hold, that they are stable, are built, and are scored."""

import json
import re
from collections import Counter
from functools import partial

import pytest

from dataset_builders.hvsbench.generate.generate import generate, read_rows
from dataset_builders.hvsbench.generate.questions import printed
from dataset_builders.hvsbench.rows import RELEASED, make_row
from vlmeval_hvs.benchmarks.hvsbench.questions import TYPES, options_of
from vlmeval_hvs.errors import DataError


@pytest.fixture
def generated(tmp_path, pictures, made_up):
    def make(*sources, out=None, **settings):
        out = out or tmp_path / f"set{len(list(tmp_path.iterdir()))}"
        readers = {source.name: partial(source.pictures, pictures) for source in sources or (made_up(),)}
        generate(out, readers, **settings)
        return out

    return make


def rows(folder):
    return [row for side in ("train", "test") for _, row in read_rows(folder, side)]


@pytest.mark.long
def test_a_set_has_the_files_and_columns_that_others_read_and_tells_of_them(generated, pictures, made_up):
    sources = made_up(), made_up("Another", range(41, 61))
    folder = generated(*sources, share=0.25)
    watched = {
        printed(path): (source.name, one.name, path.target)
        for source in sources for one in source.pictures(pictures, Counter()) for path in one.scanpaths
    }  # fmt: skip
    found, told = rows(folder), json.loads((folder / "generation.json").read_text())
    assert len({row["index"] for row in found}) == len(found) == told["questions"]
    kinds = Counter((row["question_type"], row["origin_dataset"], row["split"]) for row in found)
    assert all(told["counts"][kind][dataset][side] == count for (kind, dataset, side), count in kinds.items())
    assert (told["sources"]["MadeUp"]["pictures"], told["sources"]["Another"]["oddities"]) == (40, {"made up": 1})
    assert Counter({row["image_path"]: row["split"] for row in found}.values()) == {"train": 45, "test": 15}
    place = {(row["origin_dataset"], row["real_image_path"].partition("/")[2]): row["split"] for row in found}
    assert {row["question_type"] for row in found} == set(TYPES) - {"Q5", "Q7"}
    for row in found:
        assert list(row) == ["index", *RELEASED, "image_path", "human_answers"]
        name = row["image_path"].removeprefix(f"pictures/{row['origin_dataset']}/")
        assert (folder / row["image_path"]).read_bytes() == (pictures / name).read_bytes()
        made = make_row(row["index"], row, row["image_path"], (64, 48))
        if TYPES[row["question_type"]].kind == "scanpath":
            assert json.loads(made["scanpaths"]) == json.loads(row["answer"])
        else:
            assert made["truth"] == row["answer"]
        if row["question_type"] in ("Q8", "Q11"):  # no distractor is from the other side or source, or another target
            options = {letter: watched[text] for letter, text in options_of(row["question"]).items()}
            dataset, own, target = options.pop(row["answer"])
            ((_, other, _),) = options.values()
            assert f"{dataset}/{own}" == row["real_image_path"] != f"{dataset}/{other}"
            assert [*options.values()] == [(dataset, other, target)]
            assert place[dataset, other] == row["split"]


@pytest.mark.long
def test_sources_and_settings_change_only_what_they_concern(generated, made_up):
    first, second = made_up(), made_up("Another", range(41, 51))

    def asked(*sources, **settings):
        found = rows(generated(*sources, share=0, **settings))
        assert [row.pop("index") for row in found] == [*range(1, len(found) + 1)]
        assert len({row["question_type"] for row in found[:30]}) > 5, "mixed"
        return {json.dumps(row) for row in found if row["origin_dataset"] == "MadeUp"}

    assert asked(first, second) == asked(second, first) == asked() != asked(seed=1)


def test_what_cannot_be_generated_leaves_nothing_behind(generated, made_up, tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(DataError, match="already exists and is no empty folder"):
        generated(out=tmp_path)
    with pytest.raises(DataError, match=r"000000000061\.png"):
        generated(made_up(numbers=(1, 61)))
    assert [*tmp_path.rglob("*")] == [tmp_path / "mine.txt"]


@pytest.mark.long
def test_a_generated_set_is_built_and_scored_and_damage_is_told_by_its_line(generated, lmu_data, tmp_path, capsys):
    from vlmeval_hvs.ask.run import run_models
    from vlmeval_hvs.cli import main
    from vlmeval_hvs.configs import make_dataset
    from vlmeval_hvs.sets import read_set

    folder = generated(share=0.5)
    assert main(["build", "HVSBench:new", "--source", str(folder)]) == 0
    found, manifest = read_set("HVSBench:new")
    assert found["question"].tolist() == [row["question"] for _, row in read_rows(folder, "test")]
    assert (manifest.warnings, manifest.notes["generation"]["settings"]["share"]) == ([], 0.5)
    scored = run_models(["hvs-oracle", "hvs-random"], [make_dataset("HVSBench:new", None)], tmp_path / "out")
    truth, guess = (one.run.dataset.score_file(one.path) for one in scored)
    assert truth["Overall"] == 1.0
    assert guess["Chance_low"] - 0.1 < guess["Overall"] < guess["Chance_high"] + 0.1
    for name, change, status, message in (
        ("test.jsonl", lambda text: text.replace('"Q4"', '"Q99"', 1), 1, "line [0-9]+: question_type 'Q99'"),
        ("test.jsonl", lambda text: "{" + text, 1, "line 1: no JSON"),
        ("test.jsonl", lambda text: text.replace('"pictures/', '"../', 1), 1, "line 1: path '../"),
        ("generation.json", lambda text: "{}", 1, "not written by"),
        ("test.jsonl", lambda text: "".join(text.splitlines(keepends=True)[:5]), 0, "test.jsonl was changed"),
    ):  # fmt: skip
        text = (folder / name).read_text()
        (folder / name).write_text(change(text))
        assert main(["build", "HVSBench:other", "--source", str(folder), "--force"]) == status, message
        assert re.search(message, "".join(capsys.readouterr()))
        (folder / name).write_text(text)
    assert main(["build", "HVSBench", "--source", str(folder)]) == 1
    assert "HVSBench:NAME" in capsys.readouterr().err, "it never takes the place of the released one"
