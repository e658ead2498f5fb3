"""``hvsbench check`` on a generated set, as it is and spoilt."""

import json
from functools import partial

import pytest

from dataset_builders.hvsbench.generate.questions import Settings
from tests.dataset_builders.hvsbench.generate.conftest import MadeUp, made_up, pictures  # noqa: F401
from vlmeval_hvs.cli import main


def checked(folder, *more):
    out = folder.parent / "check.json"
    status = main(["hvsbench", "check", str(folder), "--json", str(out), *more])
    return status, json.loads(out.read_text())


@pytest.mark.long
def test_a_generated_set_has_no_leak_and_a_row_that_was_moved_is_one(pictures, tmp_path, capsys):  # noqa: F811
    from dataset_builders.hvsbench.generate.generate import generate

    out, source = tmp_path / "new", MadeUp()
    generate(out, {source.name: partial(source.pictures, pictures)}, Settings())
    status, content = checked(out)
    assert "Questions (Table 1)" in capsys.readouterr().out
    assert (status, set(content["leaks"].values()), content["pictures"]) == (0, {0}, {"train": 36, "test": 4})
    assert content["questions"] == json.loads((out / "generation.json").read_text())["counts"]

    moved = (out / "test.jsonl").read_text().splitlines()[0].replace('"split": "test"', '"split": "train"')
    with (out / "train.jsonl").open("a") as train:
        train.write(f"{moved}\n")
    status, content = checked(out, "--by-name-only")
    assert "test.jsonl, line 1 and train.jsonl" in capsys.readouterr().out
    assert (status, content["looked"]) == (1, False)
    assert content["leaks"]["picture"] == 1
    assert content["leaks"]["index"] == 1
