"""The export in LLaMA-Factory's own loader (`make training`)."""

import json
from types import SimpleNamespace

import pytest
from regenerated_set import write_set

from dataset_builders.hvsbench.training.export import Export, export

pytest.importorskip("llamafactory", reason="LLaMA-Factory is not installed; `make training` tests with it")

from llamafactory.data.loader import _get_merged_dataset
from llamafactory.data.mm_plugin import get_mm_plugin
from llamafactory.hparams import DataArguments, ModelArguments


@pytest.mark.parametrize("layout", ["sharegpt", "messages"])
@pytest.mark.parametrize("paths", ["absolute", "relative"])
def test_every_row_arrives_with_its_own_picture(tmp_path, layout, paths):
    lines = write_set(tmp_path / "set", each=2)
    export(tmp_path / "set", tmp_path / "out", Export(layout, paths=paths))
    data = DataArguments(dataset=f"hvsbench_{layout}_train", dataset_dir=str(tmp_path / "out"))
    model = ModelArguments(model_name_or_path="none", cache_dir=str(tmp_path / "cache"))
    training = SimpleNamespace(seed=0, local_process_index=0, dataloader_num_workers=0)
    rows = _get_merged_dataset(data.dataset, model, data, training, "sft")
    assert len(rows) == len(lines) == 26
    plugin = get_mm_plugin("llava", image_token="<image>")
    for row, line in zip(rows, lines, strict=True):
        (asked,), (reply,) = row["_prompt"], row["_response"]
        assert asked == {"role": "user", "content": "<image>" + line["question"]}
        assert reply["role"] == "assistant"
        assert reply["content"] == line["answer"] or line["participants"]
        (picture,) = row["_images"]
        with open(picture, "rb") as file:
            assert file.read() == (tmp_path / "set" / line["image_path"]).read_bytes()
        plugin._validate_messages([asked, reply], row["_images"], [], [])  # as many places as pictures
    assert json.loads((tmp_path / "out" / "dataset_info.json").read_text())
