import json

import pandas as pd
import pytest

from vlmeval_hvs.errors import DataError

pytestmark = pytest.mark.host
NAMES = ["VPB_Stage1", "VPB_Stage1_NoDescription", "VPB_Stage2", "VPB_Stage2_TextPrompt"]


@pytest.fixture(scope="module")
def sets(tmp_path_factory):
    """Both demo sets, built once."""
    import os

    from vlmeval_hvs.registry import build_set

    root = tmp_path_factory.mktemp("lmu")
    before = os.environ.get("LMUData")
    os.environ["LMUData"] = str(root)
    for name in ("VPB_Stage1_DEMO", "VPB_Stage2_DEMO"):
        build_set(name)
    yield root
    if before is None:
        del os.environ["LMUData"]
    else:
        os.environ["LMUData"] = before


def make(host, name, **options):
    return host.dataset.VPBDataset(dataset=name, **options)


def answer(dataset, model, folder, name):
    from vlmeval_hvs.responders import respond

    rows = [dataset.build_prompt(i) for i in range(len(dataset))]
    table = pd.DataFrame([{"index": int(p.row["index"]), "prediction": respond(model, p, 0)} for p in rows])
    path = folder / f"{model}_{name}.tsv"
    table.to_csv(path, sep="\t", index=False)
    return dataset.evaluate(str(path)), path


@pytest.mark.parametrize("name", NAMES)
def test_oracle_reaches_the_ceiling_and_chance_is_chance(host, sets, tmp_path, name):
    assert name in host.dataset.VPBDataset.supported_datasets()
    dataset = make(host, f"{name}_DEMO")
    best, path = answer(dataset, "hvs-oracle", tmp_path, f"{name}_DEMO")
    assert best["Overall"] == best["Overall_paper"] == 1.0
    assert all(type(value) is float for value in best.values())
    random, _ = answer(dataset, "hvs-random", tmp_path, f"{name}_DEMO")
    assert 0.0 <= random["Overall"] < 0.55
    scores = json.loads((tmp_path / f"{path.stem}_hvs_scores.json").read_text())
    assert scores["intervals"]["Overall"] == [1.0, 1.0]


def test_prompts(host, sets):
    with_text, without = make(host, "VPB_Stage1_DEMO"), make(host, "VPB_Stage1_NoDescription_DEMO")
    for a, b in zip(map(with_text.build_prompt, range(20)), map(without.build_prompt, range(20)), strict=True):
        assert a.text.startswith("Context: A")
        assert a.text.split("\n", 1)[1] == b.text
        assert a.images == b.images
    assert make(host, "VPB_Stage1_DEMO", description=False).build_prompt(0).text == without.build_prompt(0).text


def test_stage_2_draws_on_demand(host, sets):
    ours, other = make(host, "VPB_Stage2_DEMO"), make(host, "VPB_Stage2_DEMO@oval", visual_prompt="oval(red, thin)")
    words = make(host, "VPB_Stage2_TextPrompt_DEMO")
    for i in range(len(ours)):
        drawn, plain = other.build_prompt(i), words.build_prompt(i)
        assert "red oval" in drawn.text
        assert "region [" in plain.text
        assert len(drawn.images) == len(plain.images) == (2 if drawn.row["task"] == "SD-100" else 1)
        assert set(drawn.images).isdisjoint(ours.build_prompt(i).images)
        assert "<" not in drawn.text + plain.text + ours.build_prompt(i).text


@pytest.mark.parametrize("name", ["VPB_Stage2_DEMO", "VPB_Stage2_TextPrompt_DEMO"])
@pytest.mark.parametrize("interleave", [True, False])
def test_two_views_reach_models_of_one_image_side_by_side(host, sets, tmp_path, name, interleave):
    from PIL import Image

    from vlmeval_hvs.host.drive import drive
    from vlmeval_hvs.messages import ModelTraits

    dataset, rows = make(host, name), []
    for i in range(len(dataset)):
        prompt, seen = dataset.build_prompt(i), []
        if prompt.pipeline is None:
            rows.append({"index": int(prompt.row["index"]), "prediction": prompt.row["answer"]})
            continue
        ask = lambda turn, seen=seen, prompt=prompt: seen.append(turn) or f"The answer is {prompt.row['answer']}."  # noqa: E731
        packed, _ = drive(prompt, ask, ModelTraits("M", interleave))
        rows.append({"index": int(prompt.row["index"]), "prediction": packed})
        assert len(seen[0].images) == (2 if interleave else 1)
        widths = [Image.open(path).width for path in prompt.images]
        if not interleave:
            assert Image.open(seen[0].images[0]).width == sum(widths) + 12
            assert "side by side" in seen[0].text
    assert sum("{" in row["prediction"] for row in rows) == 2
    path = tmp_path / f"M_{name}.tsv"
    pd.DataFrame(rows).to_csv(path, sep="\t", index=False)
    assert dataset.evaluate(str(path))["Overall"] == 1.0


def test_unusable_options_are_named(host, sets):
    with pytest.raises(DataError, match="bbox takes"):
        make(host, "VPB_Stage2_DEMO", visual_prompt="bbox(pink, none, thin)")
    with pytest.raises(DataError, match="geometry is one of"):
        make(host, "VPB_Stage2_DEMO", geometry="huge")
    with pytest.raises(DataError, match="is an option of VPB_Stage2"):
        make(host, "VPB_Stage1_DEMO", visual_prompt="oval(red, thin)")


def test_a_row_that_cannot_be_drawn_fails_alone(host, sets, monkeypatch):
    dataset = make(host, "VPB_Stage2_DEMO")
    outside = json.dumps([{"image": 0, "role": "default", "bbox": [9000, 0, 5, 5]}])
    row = dataset.row
    monkeypatch.setattr(dataset, "row", lambda i: {**row(i), **({"regions": outside} if i == 0 else {})})
    assert "cannot be shown" in dataset.build_prompt(0).text
    assert "cannot be shown" not in dataset.build_prompt(1).text


def test_a_judge_of_the_host_makes_wrong_options(host):
    """The same function that evaluation gets asks for distractors while building."""
    from dataset_builders.vpb.language import distractors
    from vlmeval_hvs.host.judge import make_judge

    assert make_judge({"model": "exact_matching"}) is None

    class Judge:
        def generate(self, prompt):
            assert "distractor_options" in prompt
            return '{"distractor_options": ["a", "b", "c"]}'

    import vlmeval.dataset.utils as utils

    original, utils.build_judge = utils.build_judge, lambda **_: Judge()
    try:
        assert distractors(make_judge({"model": "some-model"}), "What?", "cat") == ["a", "b", "c"]
    finally:
        utils.build_judge = original
