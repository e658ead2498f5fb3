"""Prompt templates and questions of the gaze photos."""

import json

import pytest

from vlmeval_hvs.benchmarks.gaze import wording
from vlmeval_hvs.errors import DataError


def test_prompts_are_printed_or_marked_as_reconstructed_or_of_a_file(tmp_path):
    # Table 5, number 6 (here 5), with its three options.
    assert wording.render(wording.templates("pilot")[5].text, ["xxx", "xxx", "xxx"], []) == (
        "<image>\nWhich object is she looking at?\nA. xxx\nB. xxx\nC. xxx\nPlease answer with the option’s letter "
        "A, B, C directly. There is no need to reason. You cannot refuse to choose."
    )
    for study, count in (("pilot", 12), ("prepilot", 12), ("main", 16)):
        found = wording.templates(study)
        assert sorted(found) == list(range(count))
        assert len({item.text for item in found.values()}) == count
        for number, item in found.items():
            main = study == "main"
            flags = (main, main and number >= 8, main and number % 4 in (2, 3))
            assert (item.reconstructed, item.task_hint, item.object_order) == flags
            assert ("{left_to_right}" in item.text) == item.object_order
    entry = {"prompt_id": 3, "template": "Gaze?\n{options}", "task_hint": True}
    (tmp_path / "mine.json").write_text(json.dumps({"templates": [entry]}))
    (tmp_path / "mine.csv").write_text('prompt_id,template,task_hint\n3,"Gaze?\n{options}",1\n')
    for name in ("mine.json", "mine.csv"):
        assert wording.templates("main", tmp_path / name) == {3: wording.Template(3, "Gaze?\n{options}", True)}
    for content, message in (
        ("{", "cannot be read"), ("[]", "no list of templates"),
        ('[{"template": "{options}"}]', "entry 0: needs a whole number"),
        ('[{"prompt_id": 1, "template": "?"}]', "entry 0: the template has no {options}"),
        ('[{"prompt_id": 1, "template": "{options}"}, {"prompt_id": 1, "template": "{options}"}]', "entry 1: .*twice"),
        ('[{"prompt_id": 1, "template": "<image>{options}<image>"}]', "more than once"),
    ):  # fmt: skip
        (tmp_path / "mine.json").write_text(content)
        with pytest.raises(DataError, match=message):
            wording.templates("main", tmp_path / "mine.json")
