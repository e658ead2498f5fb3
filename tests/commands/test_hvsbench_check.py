"""``hvsbench-check`` on a generated set, as it is and spoilt."""

import json

import pytest

from dataset_builders.hvsbench.generate.settings import Settings
from tests.dataset_builders.hvsbench.generate.conftest import MadeUp, made_up, pictures  # noqa: F401
from vlmeval_hvs.cli import main
from vlmeval_hvs.results.schema import schema


def checked(folder, *more):
    import jsonschema

    out = folder.parent / "check.json"
    status = main(["hvsbench-check", str(folder), "--json", str(out), *more])
    content = json.loads(out.read_text())
    for name in ("", "hvsbench_set"):
        jsonschema.validate(content, schema(name), jsonschema.Draft202012Validator)
    return status, content


@pytest.mark.long
def test_a_generated_set_has_no_leak_and_a_reference_row_for_what_it_asks(pictures, tmp_path, capsys):  # noqa: F811
    from dataset_builders.hvsbench.generate.generate import generate
    from dataset_builders.hvsbench.generate.survey import Given

    out, looks = tmp_path / "new", tmp_path / "looks.jsonl"
    generate(out, [Given(MadeUp(), pictures)], Settings(unverified=True))
    status, content = checked(out, "--rows", "all", "--looks", str(looks))
    assert "Reference rows (all)" in capsys.readouterr().out
    assert (status, content["leaks"]["found"], content["leaks"]["seen"]["look"]) == (0, False, 40)
    counts = json.loads((out / "generation.json").read_text())["counts"]
    assert content["statistics"]["types"] == counts
    guessing, people = (content["reference_rows"][name] for name in ("guessing", "people"))
    assert guessing["Q4_Acc"]["value"] == guessing["Q8_Acc"]["value"] == 0.5
    assert guessing["Q4_Acc"]["n"] == sum(sum(sides.values()) for sides in counts["Q4"].values())
    # People of a made-up source look anywhere: they reach what guessing gives.
    assert people["Q8_Acc"]["n"] > 20
    assert people["Q8_Acc"]["low"] <= 0.5 <= people["Q8_Acc"]["high"]
    assert people["Q11_Acc"]["n"] > 0
    assert people["Q1_Acc"]["value"] is None
    assert looks.read_text().splitlines()

    moved = (out / "test.jsonl").read_text().splitlines()[0].replace('"split": "test"', '"split": "train"')
    with (out / "train.jsonl").open("a") as train:
        train.write(f"{moved}\n")
    status, content = checked(out, "--by-name-only")
    assert "test.jsonl, line 1 and train.jsonl" in capsys.readouterr().out
    assert (status, content["leaks"]["found"]) == (1, True)
    assert content["leaks"]["counts"]["picture"] == content["leaks"]["counts"]["index"] == 1
