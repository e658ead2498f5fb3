"""The export in ms-swift's own loader (`make training`)."""

import pytest
from regenerated_set import as_value, write_set

from dataset_builders.hvsbench.training.export import Export, export

pytest.importorskip("swift.dataset", reason="ms-swift is not installed; `make training` tests with it")

from swift.dataset import load_dataset


@pytest.mark.parametrize("layout", ["messages", "sharegpt"])
def test_every_row_arrives_with_its_own_picture(tmp_path, layout, monkeypatch):
    monkeypatch.setenv("MODELSCOPE_CACHE", str(tmp_path / "cache"))
    lines = write_set(tmp_path / "set", each=2)
    done = export(tmp_path / "set", tmp_path / "out", Export(layout))
    rows, _ = load_dataset([str(done.file)], strict=True, remove_unused_columns=False, load_from_cache_file=False)
    assert len(rows) == len(lines) == 26
    for row, line in zip(rows, lines, strict=True):
        asked, reply = row["messages"]
        assert (asked["role"], asked["content"]) == ("user", "<image>" + line["question"])
        assert reply["role"] == "assistant"
        assert reply["content"] == line["answer"] or line["participants"]
        (picture,) = row["images"]
        assert picture["path"] == str(tmp_path / "set" / line["image_path"])
        if layout == "messages":  # what the reward reads reaches it
            assert row["question_type"] == line["question_type"]
            assert as_value(row["answer"]) == as_value(line["answer"])
