"""The command that generates questions, on SIFR as its authors ship it."""

import json

import pytest
from PIL import Image

from vlmeval_hvs.cli import main


def rows(folder, *sides):
    return [json.loads(line) for side in sides for line in (folder / f"{side}.jsonl").read_text().splitlines()]


@pytest.mark.long
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
    assert main([*command, "--freeview", str(sifr)]) == 1
    assert "as COCO-FreeView has it" in capsys.readouterr().err
    assert not out.exists(), "a source that is refused leaves nothing behind"
    assert main(command) == 0
    told = capsys.readouterr().out
    kinds = [f"{kind}: 9 train, 3 test (SIFR)" for kind in ("Q1", "Q2", "Q3", "Q4")]
    for words in (*kinds, "SIFR: 12 pictures", "60 questions in"):
        assert words in told
    # The highest gt_rank, at the right, is the most salient.
    asked = [row for row in rows(out, "test") if row["question_type"] == "Q1"]
    assert all(f"[{row['answer']}] 0.38,0.08,0.62,0.63" in row["question"] for row in asked)
    train, test = ({row["image_path"] for row in rows(out, side)} for side in ("train", "test"))
    assert (len(train), len(test), train & test) == (9, 3, set())
    exported = ["hvsbench", "export", str(out), "--format", "trl", "--out", str(tmp_path / "trl")]
    assert main(exported) == 0
    assert ": 45 records (Q1 9, Q2 9, Q3 9, Q4 9, Q6 9)\n" in capsys.readouterr().out
