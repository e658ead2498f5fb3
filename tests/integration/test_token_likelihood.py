"""Token likelihoods of a real model: equal to the loss of the library that runs it, and a map of the image."""

from __future__ import annotations

import numpy as np
import pytest

pytestmark = [pytest.mark.slow, pytest.mark.host]


@pytest.fixture(scope="module")
def model_and_prompt():
    """A vision-language model with random weights, whose answers depend on the picture, and a prompt of one picture."""
    pytest.importorskip("transformers")
    import tiny_vlm
    import torch
    from colours import picture

    torch.manual_seed(0)
    processor = tiny_vlm.make_processor()
    model = tiny_vlm.make_model(processor).eval()
    content = [{"type": "image"}, {"type": "text", "text": "Where will they look next?"}]
    prompt = processor.apply_chat_template([{"role": "user", "content": content}], add_generation_prompt=True)
    scene = picture("A", np.random.default_rng(0))
    return model, processor, dict(processor(text=[prompt], images=[[scene]], return_tensors="pt"))


@pytest.fixture
def demo_search(tmp_path, monkeypatch):
    """Next-fixation prompts of the demo set."""
    from vlmeval_hvs.benchmarks.visual_search.dataset import VisualSearchDataset
    from vlmeval_hvs.files import data_root
    from vlmeval_hvs.registry import build_set

    monkeypatch.setenv("LMUData", str(tmp_path / "LMUData"))
    build_set("VisualSearch_COCOSearch18_DEMO", root=data_root())
    return VisualSearchDataset("VisualSearch_COCOSearch18_HSP_DEMO")


def library_log_likelihood(model, inputs, tokens):
    """The same by the library's own loss, one answer at a time."""
    import torch

    answer = torch.tensor([tokens])
    ids = torch.cat([inputs["input_ids"], answer], dim=1)
    labels = torch.cat([torch.full_like(inputs["input_ids"], -100), answer], dim=1)
    with torch.no_grad():
        loss = model(**{**inputs, "input_ids": ids, "attention_mask": torch.ones_like(ids)}, labels=labels).loss
    return -float(loss) * len(tokens)


def test_likelihoods_are_those_of_the_library_and_make_a_map(model_and_prompt):
    import torch

    from vlmeval_hvs.benchmarks.visual_search.token_likelihood import (
        answer_log_likelihoods,
        grid_answers,
        likelihood_map,
    )

    model, processor, inputs = model_and_prompt
    texts = ["[0.1, 0.2]", "[0.75, 0.333]", "7", "[1, 1]", "[0.500, 0.500]"]
    answers = [processor.tokenizer(text, add_special_tokens=False)["input_ids"] for text in texts]
    assert len({len(answer) for answer in answers}) > 2
    expected = [library_log_likelihood(model, inputs, answer) for answer in answers]
    for batch in (1, 2, 64):
        found = answer_log_likelihoods(model, inputs, answers, batch)
        assert found.tolist() == pytest.approx(expected, abs=1e-3)
    found = likelihood_map(model, processor, inputs, grid=(3, 4))
    assert found.shape == (3, 4)
    assert found.sum() == pytest.approx(1)
    logs = np.array(
        [library_log_likelihood(model, inputs, processor.tokenizer(text)["input_ids"]) for text in grid_answers((3, 4))]
    )
    assert found.ravel() == pytest.approx(np.exp(logs) / np.exp(logs).sum(), abs=1e-3)
    assert grid_answers((1, 2)) == ["[0.250, 0.500]", "[0.750, 0.500]"]
    assert grid_answers((2, 1), (1000, 1000)) == ["[500, 250]", "[500, 750]"]
    with pytest.raises(ValueError, match="at least one token"):
        answer_log_likelihoods(model, inputs, [[1], []])
    with pytest.raises(ValueError, match="one prompt"):
        answer_log_likelihoods(model, {"input_ids": torch.zeros((2, 3), dtype=torch.long)}, [[1]])


def test_the_model_class_states_its_map(model_and_prompt, demo_search, tmp_path):
    import json

    import tiny_vlm

    from vlmeval_hvs.benchmarks.visual_search.answers import read_priority
    from vlmeval_hvs.benchmarks.visual_search.baselines import trial_of
    from vlmeval_hvs.benchmarks.visual_search.token_likelihood import HVSTokenLikelihood, likelihood_map

    model, processor, _ = model_and_prompt
    tiny_vlm.save(model, processor, tmp_path)
    prompt = demo_search.build_prompt(0)
    answering = HVSTokenLikelihood(str(tmp_path), grid=(3, 4), device="cpu")
    reply = answering.generate_inner(prompt)
    read = read_priority(reply, trial_of(prompt))
    expected = likelihood_map(model, processor, answering._inputs(prompt), (3, 4))
    assert read.kind == "map"
    np.testing.assert_allclose(read.grid / read.grid.sum(), expected, rtol=0.02)
    assert answering._inputs(prompt)["pixel_values"].shape[1] == len(prompt.images) == 2
    assert json.loads(reply).keys() == {"priority_map"}
    with pytest.raises(TypeError, match="_HSP"):
        answering.generate_inner([{"type": "text", "value": "hello"}])
    with pytest.raises(ValueError, match="frame"):
        HVSTokenLikelihood(str(tmp_path), frame="inch")
