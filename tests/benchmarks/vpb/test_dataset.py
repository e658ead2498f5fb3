"""VP-Bench's datasets: prompts, turns, scored files."""

import json

import pytest
from PIL import Image

from vlmeval_hvs.benchmarks.vpb.wording import SIDE_BY_SIDE
from vlmeval_hvs.errors import OptionError
from vlmeval_hvs.host.generate import drive
from vlmeval_hvs.messages import INTERLEAVED, ModelTraits, read_record
from vlmeval_hvs.responders import respond
from vlmeval_hvs.results.ledger import read_answers

pytestmark = pytest.mark.long

NAMES = ["VPB_Stage1", "VPB_Stage1_NoDescription", "VPB_Stage2", "VPB_Stage2_TextPrompt"]


def test_oracle_reaches_the_ceiling_and_chance_is_chance(make, replies, score):
    for name in NAMES:
        dataset = make(f"{name}_DEMO")
        assert name in dataset.supported_datasets()
        best = score(dataset, replies(dataset, lambda turn: respond("hvs-oracle", turn, 0)))
        assert best.metrics["Overall"] == best.metrics["Overall_paper"] == 1.0
        assert 0.3 < best.scores["intervals"]["Overall"][0] < 0.9, "few images do not show that all would be right"
    guesses = score(dataset, replies(dataset, lambda turn: respond("hvs-random", turn, 0)))
    assert 0 <= guesses.metrics["Overall"] < 0.55


def test_prompts(make):
    with_text, without = make("VPB_Stage1_DEMO"), make("VPB_Stage1_NoDescription_DEMO")
    for a, b in zip(map(with_text.build_prompt, range(20)), map(without.build_prompt, range(20)), strict=True):
        assert a.text.startswith("Context: A")
        assert a.text.split("\n", 1)[1] == b.text
        assert a.images == b.images
    assert make("VPB_Stage1_DEMO", description=False).build_prompt(0).text == without.build_prompt(0).text
    assert with_text.pipeline(with_text.row(0), INTERLEAVED) is None
    ours, other = make("VPB_Stage2_DEMO"), make("VPB_Stage2_DEMO@oval", visual_prompt="oval(red, thin)")
    words = make("VPB_Stage2_TextPrompt_DEMO")
    for i in range(len(ours)):
        drawn, plain = other.build_prompt(i), words.build_prompt(i)
        assert "red oval" in drawn.text
        assert "region [" in plain.text
        assert len(drawn.images) == len(plain.images) == (2 if drawn.row["task"] == "SD-100" else 1)
        assert set(drawn.images).isdisjoint(ours.build_prompt(i).images)
        assert "<" not in drawn.text + plain.text + ours.build_prompt(i).text


def test_two_views_reach_models_of_one_image_side_by_side(make, score):
    for name, interleave in (
        ("VPB_Stage2_DEMO", True),
        ("VPB_Stage2_DEMO", False),
        ("VPB_Stage2_TextPrompt_DEMO", False),
    ):
        dataset, predictions, traits = make(name), [], ModelTraits("M", interleave)
        for position, row in enumerate(dataset.rows.to_dict("records")):
            prompt = dataset.build_prompt(position)
            driven = drive(prompt, lambda turn: f"The answer is {turn.row['answer']}.", traits)
            predictions.append(row["answer"] if driven is None else driven[0])
            assert (driven is None) == (row["task"] != "SD-100")
            if driven is not None:
                turn = next(dataset.pipeline(row, traits))
                assert read_record(driven[0])["images"] == len(turn.images) == (2 if interleave else 1)
                assert turn.text == (prompt.text if interleave else f"{SIDE_BY_SIDE}\n{prompt.text}")
                widths = [sum(Image.open(path).width for path in images) for images in (turn.images, prompt.images)]
                assert widths[0] == widths[1] + (0 if interleave else 12)
        found = score(dataset, predictions)
        assert found.metrics["Overall"] == 1.0
        assert found.items["reply"].str.contains("The answer is").sum() == 2


@pytest.mark.host
def test_the_hosts_run_keeps_every_call_and_the_record_of_rows_with_two_views(host, demo, tmp_path):
    from vlmeval.inference import infer_data_job

    from vlmeval_hvs.host.models import build_model

    demo("VPB_Stage2_DEMO")
    dataset = host.dataset.VPBDataset(dataset="VPB_Stage2_DEMO")
    model = build_model("hvs-oracle", interleave=False)
    infer_data_job(model, work_dir=str(tmp_path), model_name="O", dataset=dataset)
    (prediction,) = (path for path in tmp_path.glob("O_VPB_Stage2_DEMO.*") if path.suffix in (".xlsx", ".tsv"))
    assert dataset.evaluate(str(prediction))["Overall"] == 1.0
    run = read_answers(tmp_path, "O_VPB_Stage2_DEMO")
    assert run.calls == len(dataset) == len(run.answers)
    assert sum(read_record(answer) is not None for answer in run.answers.values()) == 2


def test_unusable_options_are_named_and_a_row_that_cannot_be_drawn_fails_alone(make, monkeypatch):
    with pytest.raises(OptionError, match="bbox takes"):
        make("VPB_Stage2_DEMO", visual_prompt="bbox(pink, none, thin)")
    dataset = make("VPB_Stage2_DEMO")
    outside = json.dumps([{"image": 0, "role": "default", "bbox": [9000, 0, 5, 5]}])
    row = dataset.row
    monkeypatch.setattr(dataset, "row", lambda i: {**row(i), **({"regions": outside} if i == 0 else {})})
    assert "cannot be shown" in dataset.build_prompt(0).text
    assert "cannot be shown" not in dataset.build_prompt(1).text
