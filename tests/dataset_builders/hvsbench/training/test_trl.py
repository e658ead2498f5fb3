"""The export in TRL itself: loaded, collated with its pictures, and trained on by reinforcement (`make training`)."""

import pytest
from regenerated_set import as_value, write_set

from dataset_builders.hvsbench.training.export import Export, export

pytest.importorskip("trl", minversion="1.16", reason="TRL 1.16 is not installed; `make training` tests with it")

from datasets import Image, List, load_dataset
from PIL import Image as Pillow
from trl.data_utils import is_conversational, prepare_multimodal_messages


def loaded(folder, out, layout):
    done = export(folder, out, Export(layout))
    rows = load_dataset("json", data_files=str(done.file), split="train", cache_dir=str(out / "cache"))
    return rows.cast_column("images", List(Image()))


@pytest.mark.parametrize("layout", ["trl", "trl-grpo"])
def test_every_row_arrives_with_its_own_picture(tmp_path, layout):
    lines = write_set(tmp_path / "set", each=2)
    rows = loaded(tmp_path / "set", tmp_path, layout)
    assert len(rows) == len(lines) == 26
    for row, line in zip(rows, lines, strict=True):
        assert is_conversational(row)
        (message,) = prepare_multimodal_messages(row["prompt"], images=row["images"])
        picture, question = message["content"]
        assert question == {"type": "text", "text": line["question"]}
        with Pillow.open(tmp_path / "set" / line["image_path"]) as original:
            assert picture["image"].convert("RGB").tobytes() == original.convert("RGB").tobytes()
        if layout == "trl":
            assert row["completion"][0]["role"] == "assistant"
        else:
            assert row["question_type"] == line["question_type"]
            assert as_value(row["answer"]) == as_value(line["answer"])
