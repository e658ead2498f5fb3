"""The command that generates questions, on SIFR as its authors ship it."""

import json

import pytest
from PIL import Image


@pytest.mark.long
def test_it_says_what_it_generated_and_refuses_in_words(tmp_path, told):
    sifr, out = tmp_path / "SIFR", tmp_path / "new"
    (sifr / "test" / "rgb").mkdir(parents=True)
    entries = []
    for number in range(12):  # pictures of four objects each
        Image.effect_noise((80, 60), 10 * number + 5).save(sifr / "test" / "rgb" / f"{number}.jpg")
        annotations = [{"bbox": [10 * rank, 5, 20, 30 + rank], "gt_rank": rank} for rank in range(4)]
        entries.append({"file_name": f"{number}.jpg", "image_id": number, "annotations": annotations})
    (sifr / "test" / "test_annotations.json").write_text(json.dumps(entries))
    command = ["hvsbench", "generate", out, "--sifr", sifr, "--test-share", "0.25"]
    assert "as COCO-FreeView has it" in told(*command, "--freeview", sifr, status=(1,)).err
    assert not out.exists(), "a source that is refused leaves nothing behind"
    shown = told(*command).out
    kinds = [f"{kind}: 9 train, 3 test (SIFR)" for kind in ("Q1", "Q2", "Q3", "Q4")]
    assert [words for words in (*kinds, "SIFR: 12 pictures", "60 questions in") if words not in shown] == []
    train, test = ([*map(json.loads, (out / f"{side}.jsonl").read_text().splitlines())] for side in ("train", "test"))
    for row in (row for row in test if row["question_type"] == "Q1"):
        assert f"[{row['answer']}] 0.38,0.08,0.62,0.63" in row["question"], "the highest gt_rank, at the right"
    train, test = ({row["image_path"] for row in side} for side in (train, test))
    assert (len(train), len(test), train & test) == (9, 3, set())
    exported = told("hvsbench", "export", out, "--format", "trl", "--out", tmp_path / "trl").out
    assert ": 45 records (Q1 9, Q2 9, Q3 9, Q4 9, Q6 9)\n" in exported
