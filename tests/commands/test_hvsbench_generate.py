"""The command that generates questions, on sources in their authors' formats; and on the real Interiors set."""

import json
from itertools import pairwise

import pytest
from PIL import Image

from vlmeval_hvs.cli import main


@pytest.fixture
def sifr(tmp_path):
    """A folder as SIFR ships it, with twelve pictures of four objects each."""
    folder = tmp_path / "SIFR"
    (folder / "test" / "rgb").mkdir(parents=True)
    entries = []
    for number in range(12):
        name = f"{number}.jpg"
        Image.effect_noise((80, 60), 10 * number + 5).save(folder / "test" / "rgb" / name)
        annotations = [{"bbox": [10 * rank, 5, 20, 30 + rank], "gt_rank": rank} for rank in range(4)]
        entries.append({"file_name": name, "image_id": number, "annotations": annotations})
    (folder / "test" / "test_annotations.json").write_text(json.dumps(entries))
    return folder


def rows(folder, *sides):
    found = [json.loads(line) for side in sides for line in (folder / f"{side}.jsonl").read_text().splitlines()]
    assert all(first["index"] < second["index"] for first, second in pairwise(found[:5]))
    return found


def test_it_says_what_it_generated_and_goes_on_silently(sifr, tmp_path, capsys):
    command = ["hvsbench-generate", str(tmp_path / "new"), "--sifr", str(sifr), "--test-share", "0.25"]
    assert main(command) == 0
    told = capsys.readouterr().out
    for kind in ("Q1", "Q2", "Q3", "Q4"):
        assert f"{kind}: 9 train, 3 test (SIFR)" in told
    assert "SIFR: 12 pictures" in told
    assert "36 x object without a name" in told  # two for Q5 and one for Q7
    before = (tmp_path / "new" / "generation.json").stat().st_mtime_ns
    assert main(command) == 0
    assert capsys.readouterr().out == told
    assert (tmp_path / "new" / "generation.json").stat().st_mtime_ns == before
    # The highest gt_rank, at the right, is the most salient.
    for row in rows(tmp_path / "new", "test"):
        if row["question_type"] == "Q1":
            assert f"[{row['answer']}] 0.38,0.08,0.62,0.63" in row["question"]


def test_what_cannot_be_is_refused_with_a_reason(sifr, tmp_path, capsys):
    for options, message in (
        ([], "give at least one source: --sifr, --sis10k, --freeview, --search18, --interiors"),
        (["--sifr", "nowhere"], "nowhere: no file SPLIT/SPLIT_annotations.json"),
        (["--sifr", str(sifr), "--limit", "Q99=3"], "limit Q99=3: 'Q99' is none of Q1"),
        (["--sifr", str(sifr), "--test-share", "2"], "share 2.0: must be from 0 to 1"),
        (["--sifr", str(sifr), "--names", "nowhere.csv"], "nowhere.csv: cannot be read"),
        (["--sifr", str(sifr), "--judge", "exact_matching"], "the host knows no such model"),
    ):
        assert main(["hvsbench-generate", str(tmp_path / "new"), *options]) == 1
        assert message in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["hvsbench-generate", "new", "--limit", "Q1"])
    assert "'Q1' is not like Q2=1000" in capsys.readouterr().err


@pytest.mark.nightly
def test_the_real_interiors_give_questions_about_searches(shared, lmu_data, tmp_path, capsys):
    release = shared / "data" / "interiors_release"
    if not release.is_dir():
        pytest.skip("no Interiors release beside the checkout")
    out = tmp_path / "new"
    assert main(["hvsbench-generate", str(out), "--interiors", str(release), "--by-name-only"]) == 0
    assert "Interiors: 134 pictures" in capsys.readouterr().out
    found = rows(out, "train", "test")
    kinds = [row["question_type"] for row in found]
    assert {kind: kinds.count(kind) for kind in set(kinds)} == {"Q11": 134, "Q12": 134, "Q13": 134}
    assert {row["split"] for row in found} == {"train", "test"}
    people = {person for row in found for person in row["participants"]}
    assert len(people) == 57
    assert main(["build", "HVSBench:interiors", "--source", str(out)]) == 0
    assert "HVSBench:interiors: 39 rows" in capsys.readouterr().out
