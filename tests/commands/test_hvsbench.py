"""The commands that generate questions, on sources in their authors' formats and the real Interiors, and check them."""

import json
from functools import partial

import pytest
from PIL import Image

from tests.dataset_builders.hvsbench.generate.conftest import MadeUp, made_up, pictures  # noqa: F401
from vlmeval_hvs.cli import main


def rows(folder, *sides):
    found = [json.loads(line) for side in sides for line in (folder / f"{side}.jsonl").read_text().splitlines()]
    indices = [row["index"] for row in found[:5]]
    assert indices == sorted(set(indices))
    return found


def test_it_says_what_it_generated_and_refuses_in_words(tmp_path, capsys):
    sifr, out = tmp_path / "SIFR", tmp_path / "new"
    (sifr / "test" / "rgb").mkdir(parents=True)
    entries = []
    for number in range(12):  # pictures of four objects each
        name = f"{number}.jpg"
        Image.effect_noise((80, 60), 10 * number + 5).save(sifr / "test" / "rgb" / name)
        annotations = [{"bbox": [10 * rank, 5, 20, 30 + rank], "gt_rank": rank} for rank in range(4)]
        entries.append({"file_name": name, "image_id": number, "annotations": annotations})
    (sifr / "test" / "test_annotations.json").write_text(json.dumps(entries))

    command = ["hvsbench", "generate", str(out), "--sifr", str(sifr), "--test-share", "0.25"]
    assert main([*command, "--names", "nowhere.csv"]) == 1
    assert "nowhere.csv: cannot be read" in capsys.readouterr().err
    assert main(["hvsbench", "generate", str(out), "--freeview", str(sifr)]) == 1
    assert "as COCO-FreeView has it" in capsys.readouterr().err
    assert main([*command, "--test-share", "2"]) == 1
    assert "--test-share 2.0: must be from 0 to 1" in capsys.readouterr().err
    assert not out.exists(), "a source that is refused leaves nothing behind"
    assert main(command) == 0
    told = capsys.readouterr().out
    kinds = [f"{kind}: 9 train, 3 test (SIFR)" for kind in ("Q1", "Q2", "Q3", "Q4")]
    for words in (*kinds, "SIFR: 12 pictures", "36 x object without a name"):  # two for Q5 and one for Q7
        assert words in told
    assert main(command) == 1
    assert "already exists and is no empty folder" in capsys.readouterr().err
    # The highest gt_rank, at the right, is the most salient.
    for row in rows(out, "test"):
        if row["question_type"] == "Q1":
            assert f"[{row['answer']}] 0.38,0.08,0.62,0.63" in row["question"]


@pytest.mark.nightly
def test_the_real_interiors_give_questions_about_searches(shared, lmu_data, tmp_path, capsys):
    release = shared / "data" / "interiors_release"
    if not release.is_dir():
        pytest.skip("no Interiors release beside the checkout")
    out = tmp_path / "new"
    assert main(["hvsbench", "generate", str(out), "--interiors", str(release), "--by-name-only"]) == 0
    assert "Interiors: 134 pictures" in capsys.readouterr().out
    found = rows(out, "train", "test")
    kinds = [row["question_type"] for row in found]
    assert {kind: kinds.count(kind) for kind in set(kinds)} == {"Q11": 134, "Q12": 134, "Q13": 134}
    assert {row["split"] for row in found} == {"train", "test"}
    assert len({person for row in found for person in row["participants"]}) == 57
    assert main(["build", "HVSBench:interiors", "--source", str(out)]) == 0
    assert "HVSBench:interiors: 39 rows" in capsys.readouterr().out


def checked(folder, *more):
    out = folder.parent / "check.json"
    status = main(["hvsbench", "check", str(folder), "--json", str(out), *more])
    return status, json.loads(out.read_text())


@pytest.mark.long
def test_a_generated_set_has_no_leak_and_a_row_that_was_moved_is_one(pictures, tmp_path, capsys):  # noqa: F811
    from dataset_builders.hvsbench.generate.generate import generate

    out, source = tmp_path / "new", MadeUp()
    generate(out, {source.name: partial(source.pictures, pictures)})
    status, content = checked(out)
    assert "pictures: 36 train, 4 test" in capsys.readouterr().out
    assert (status, any(content["leaks"].values())) == (0, False)
    assert content["questions"] == json.loads((out / "generation.json").read_text())["counts"]

    moved = (out / "test.jsonl").read_text().splitlines()[0].replace('"split": "test"', '"split": "train"')
    with (out / "train.jsonl").open("a") as train:
        train.write(f"{moved}\n")
    status, content = checked(out, "--by-name-only")
    assert "test.jsonl, line 1 and train.jsonl" in capsys.readouterr().out
    assert (status, content["looked"]) == (1, False)
    assert (len(content["leaks"]["picture"]), len(content["leaks"]["index"])) == (1, 1)
