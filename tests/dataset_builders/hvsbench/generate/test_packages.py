"""The export in the loaders of TRL, ms-swift and LLaMA-Factory themselves (`make training`)."""

import json
from pathlib import Path
from types import SimpleNamespace

import pytest
from regenerated_set import write_set


def exported(tmp_path, layout):
    from dataset_builders.hvsbench.generate.export import export

    folder, out = tmp_path / f"set {layout}", tmp_path / f"out {layout}"
    lines = [{**line, "image_path": folder / line["image_path"]} for line in write_set(folder, each=2)]
    assert len(lines) == 26
    return lines, str(export(folder, out, layout).file), str(out)


def as_value(answer):
    """Scanpaths without regard to how their numbers are written."""
    return json.loads(answer) if answer.startswith("[") else answer


@pytest.mark.nightly
def test_every_row_arrives_in_trl_with_its_own_picture(tmp_path):
    pytest.importorskip("trl", minversion="1.16", reason="TRL 1.16 is not installed; `make training` tests with it")
    from datasets import Image, List, load_dataset
    from PIL import Image as Pillow
    from trl.data_utils import is_conversational, prepare_multimodal_messages

    for layout in ("trl", "trl-grpo"):
        lines, file, out = exported(tmp_path, layout)
        rows = load_dataset("json", data_files=file, split="train", cache_dir=f"{out}/cache")
        rows = rows.cast_column("images", List(Image()))
        for row, line in zip(rows, lines, strict=True):
            assert is_conversational(row)
            (message,) = prepare_multimodal_messages(row["prompt"], images=row["images"])
            picture, question = message["content"]
            assert question == {"type": "text", "text": line["question"]}
            with Pillow.open(line["image_path"]) as original:
                assert picture["image"].convert("RGB").tobytes() == original.convert("RGB").tobytes()
            if layout == "trl":
                assert row["completion"][0]["role"] == "assistant"
            else:
                assert row["question_type"] == line["question_type"]
                assert as_value(row["answer"]) == as_value(line["answer"])


def test_every_row_arrives_in_ms_swift_with_its_own_picture(tmp_path, monkeypatch):
    dataset = pytest.importorskip("swift.dataset", reason="ms-swift is not installed; `make training` tests with it")
    monkeypatch.setenv("MODELSCOPE_CACHE", str(tmp_path / "cache"))
    lines, file, _ = exported(tmp_path, "messages")
    rows, _ = dataset.load_dataset([file], strict=True, remove_unused_columns=False, load_from_cache_file=False)
    for row, line in zip(rows, lines, strict=True):
        asked, reply = row["messages"]
        assert (asked["role"], asked["content"]) == ("user", "<image>" + line["question"])
        assert reply["role"] == "assistant"
        assert reply["content"] == line["answer"] or line["answer"].startswith("[")
        (picture,) = row["images"]
        assert picture["path"] == str(line["image_path"])
        assert row["question_type"] == line["question_type"]  # what the reward reads reaches it
        assert as_value(row["answer"]) == as_value(line["answer"])


def test_every_row_arrives_in_llama_factory_with_its_own_picture(tmp_path):
    pytest.importorskip("llamafactory", reason="LLaMA-Factory is not installed; `make training` tests with it")
    from llamafactory.data.loader import _get_merged_dataset
    from llamafactory.data.mm_plugin import get_mm_plugin
    from llamafactory.hparams import DataArguments, ModelArguments

    model = ModelArguments(model_name_or_path="none", cache_dir=str(tmp_path / "cache"))
    training = SimpleNamespace(seed=0, local_process_index=0, dataloader_num_workers=0)
    plugin = get_mm_plugin("llava", image_token="<image>")
    lines, _, out = exported(tmp_path, "messages")
    data = DataArguments(dataset="hvsbench_messages_train", dataset_dir=out)
    rows = _get_merged_dataset(data.dataset, model, data, training, "sft")
    for row, line in zip(rows, lines, strict=True):
        (asked,), (reply,) = row["_prompt"], row["_response"]
        assert asked == {"role": "user", "content": "<image>" + line["question"]}
        assert reply["role"] == "assistant"
        assert reply["content"] == line["answer"] or line["answer"].startswith("[")
        (picture,) = row["_images"]
        assert Path(picture).read_bytes() == line["image_path"].read_bytes()
        plugin._validate_messages([asked, reply], row["_images"], [], [])  # as many places as pictures
