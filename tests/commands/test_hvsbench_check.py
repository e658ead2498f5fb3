"""``hvsbench-check`` on generated sets: made up, spoilt, and from the real Interiors release."""

import json
import shutil

import pytest

from dataset_builders.hvsbench.generate.settings import Settings
from tests.dataset_builders.hvsbench.generate.conftest import MadeUp, made_up, pictures  # noqa: F401
from vlmeval_hvs.cli import main
from vlmeval_hvs.results.schema import schema


@pytest.fixture(scope="module")
def generated(pictures, tmp_path_factory):  # noqa: F811
    from dataset_builders.hvsbench.generate.generate import generate
    from dataset_builders.hvsbench.generate.survey import Given

    out = tmp_path_factory.mktemp("set") / "new"
    generate(out, [Given(MadeUp(), pictures)], Settings(unverified=True))
    return out


def checked(folder, tmp_path, *more):
    import jsonschema

    status = main(["hvsbench-check", str(folder), "--json", str(tmp_path / "check.json"), *more])
    content = json.loads((tmp_path / "check.json").read_text())
    for name in ("", "hvsbench_set"):
        jsonschema.validate(content, schema(name), jsonschema.Draft202012Validator)
    return status, content


def test_a_generated_set_has_no_leak_and_a_reference_row_for_what_it_asks(generated, tmp_path, capsys):
    status, content = checked(generated, tmp_path, "--rows", "all", "--looks", str(tmp_path / "looks.jsonl"))
    shown = capsys.readouterr().out
    assert status == 0
    assert "Reference rows (all)" in shown
    assert not content["leaks"]["found"]
    assert content["leaks"]["seen"]["look"] == 40
    told = json.loads((generated / "generation.json").read_text())
    assert content["statistics"]["types"] == told["counts"]
    guessing, people = (content["reference_rows"][name] for name in ("guessing", "people"))
    assert guessing["Q4_Acc"]["value"] == guessing["Q8_Acc"]["value"] == 0.5
    assert guessing["Q4_Acc"]["n"] == sum(sum(sides.values()) for sides in told["counts"]["Q4"].values())
    # People of a made-up source look anywhere: they reach what guessing gives.
    assert people["Q8_Acc"]["n"] > 20
    assert people["Q8_Acc"]["low"] <= 0.5 <= people["Q8_Acc"]["high"]
    assert people["Q11_Acc"]["n"] > 0
    assert people["Q1_Acc"]["value"] is None
    assert (tmp_path / "looks.jsonl").read_text().splitlines()


def test_a_set_whose_sides_leak_is_refused(generated, tmp_path, capsys):
    spoilt = tmp_path / "spoilt"
    shutil.copytree(generated / "pictures", spoilt / "pictures")
    (spoilt / "generation.json").write_bytes((generated / "generation.json").read_bytes())
    test, train = ((generated / f"{side}.jsonl").read_text() for side in ("test", "train"))
    moved = test.splitlines()[0].replace('"split": "test"', '"split": "train"')
    (spoilt / "train.jsonl").write_text(f"{train}{moved}\n")
    (spoilt / "test.jsonl").write_text(test)
    status, content = checked(spoilt, tmp_path, "--by-name-only")
    assert status == 1
    assert "test.jsonl, line 1 and train.jsonl" in capsys.readouterr().out
    assert content["leaks"]["found"]
    assert content["leaks"]["counts"]["picture"] == 1
    assert content["leaks"]["counts"]["index"] == 1
