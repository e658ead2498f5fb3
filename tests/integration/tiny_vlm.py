"""A vision-language model of 0.17 million parameters, trained in seconds to tell the colour of the first picture.

Random weights would prove that the plumbing holds together. This model answers with a letter for the colour of the
first of one to three pictures, so its accuracy proves that the right pictures arrived, and in the right order: it is
1.0 when they did and chance when they did not. The folder it is saved to can be loaded by the Auto classes, served by
`transformers serve`, and loaded by VLMEvalKit's InternS1Chat (which asks for a causal language model, so the folder
brings a class of that kind).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
import torch
from colours import COLOURS, picture
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import (
    Idefics3Config,
    Idefics3ForConditionalGeneration,
    Idefics3ImageProcessor,
    Idefics3Processor,
    LlamaConfig,
    PreTrainedTokenizerFast,
)

_IMAGE, _PATCH, _SCALE = 56, 14, 2
_SPECIAL = ["<pad>", "<end>", "<image>", "<fake_token_around_image>", "<global-img>", "<end_of_utterance>", "<user>"]
_SPECIAL += ["<assistant>"]
_TEMPLATE = (
    "{% for message in messages %}<{{ message['role'] }}>"
    "{% if message['content'] is string %}{{ message['content'] }}{% else %}"
    "{% for item in message['content'] %}"
    "{% if item['type'] == 'image' %}<image>{% elif item['type'] == 'text' %}{{ item['text'] }}{% endif %}"
    "{% endfor %}{% endif %}<end_of_utterance>{% endfor %}"
    "{% if add_generation_prompt %}<assistant>{% endif %}"
)
_CAUSAL = '''"""The served class under the name that a causal language model is looked up by."""

from transformers import Idefics3ForConditionalGeneration


class TinyVLM(Idefics3ForConditionalGeneration):
    """Nothing but the name."""
'''


def make_processor() -> Idefics3Processor:
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(
        vocab_size=512, special_tokens=_SPECIAL, initial_alphabet=alphabet, show_progress=False
    )
    tokenizer.train_from_iterator(["Which colour is this? Please choose one answer from A, B, C, D."], trainer)
    fast = PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        eos_token="<end>",
        pad_token="<pad>",
        additional_special_tokens=_SPECIAL[2:],
        chat_template=_TEMPLATE,
        model_max_length=8192,
    )
    sizes = {"size": {"longest_edge": 2 * _IMAGE}, "max_image_size": {"longest_edge": _IMAGE}}
    return Idefics3Processor(
        image_processor=Idefics3ImageProcessor(do_image_splitting=False, **sizes),
        tokenizer=fast,
        image_seq_len=(_IMAGE // _PATCH) ** 2 // _SCALE**2,
        chat_template=_TEMPLATE,
    )


def make_model(processor: Idefics3Processor) -> Idefics3ForConditionalGeneration:
    tokenizer = processor.tokenizer
    layers, ends = dict(num_hidden_layers=2, num_attention_heads=4), dict(bos_token_id=None)
    ends |= dict(pad_token_id=tokenizer.pad_token_id, eos_token_id=tokenizer.eos_token_id, tie_word_embeddings=False)
    sizes = dict(vocab_size=len(tokenizer), hidden_size=64, intermediate_size=128, max_position_embeddings=8192)
    text = LlamaConfig(**sizes, **layers, **ends, num_key_value_heads=2)
    vision = dict(hidden_size=32, intermediate_size=64, image_size=_IMAGE, patch_size=_PATCH)
    vision |= dict(num_hidden_layers=2, num_attention_heads=2)
    config = Idefics3Config(
        vision_config=vision,
        text_config=text,
        scale_factor=_SCALE,
        image_token_id=processor.image_token_id,
        pad_token_id=tokenizer.pad_token_id,
        tie_word_embeddings=False,
    )
    return Idefics3ForConditionalGeneration(config).float()


@torch.enable_grad()  # importing the host switches gradients off for the whole process
def train(folder: Path, questions: Sequence[str], steps: int = 220, batch: int = 32, seed: int = 0) -> Path:
    """Train the model on `questions`, each with one to three pictures, and save everything to `folder`."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    rng = np.random.default_rng(seed)
    processor = make_processor()
    model = make_model(processor)
    answers = {letter: processor.tokenizer(letter + "<end>")["input_ids"] for letter in COLOURS}
    optimiser = torch.optim.AdamW(model.parameters(), lr=3e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, 3e-3, total_steps=steps)
    model.train()
    for _ in range(steps):
        letters, inputs = draw(processor, questions[rng.integers(len(questions))], rng, batch, int(rng.integers(1, 4)))
        target = torch.tensor([answers[letter] for letter in letters])
        prompt = inputs.pop("input_ids")
        ids = torch.cat([prompt, target], dim=1)
        labels = torch.cat([torch.full_like(prompt, -100), target], dim=1)
        inputs["attention_mask"] = torch.ones_like(ids)
        loss = model(input_ids=ids, labels=labels, **inputs).loss
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        schedule.step()
    model.eval()
    save(model, processor, folder)
    return folder


def draw(
    processor: Idefics3Processor, question: str, rng: np.random.Generator, batch: int, count: int
) -> tuple[list[str], dict[str, torch.Tensor]]:
    """A batch of one question about `count` pictures each -> right letters and model inputs."""
    side = int(rng.choice([56, 84, 112]))
    letters = rng.choice(list(COLOURS), size=(batch, count))
    pictures = [[picture(letter, rng, side) for letter in row] for row in letters]
    content = [{"type": "image"}] * count + [{"type": "text", "text": question}]
    prompt = processor.apply_chat_template([{"role": "user", "content": content}], add_generation_prompt=True)
    inputs = processor(text=[prompt] * batch, images=pictures, return_tensors="pt")
    return [row[0] for row in letters], dict(inputs)


def save(model: Idefics3ForConditionalGeneration, processor: Idefics3Processor, folder: Path) -> None:
    model.generation_config.eos_token_id = processor.tokenizer.eos_token_id
    model.generation_config.pad_token_id = processor.tokenizer.pad_token_id
    model.save_pretrained(folder)
    processor.save_pretrained(folder)
    (folder / "modeling_tiny.py").write_text(_CAUSAL)
    config = json.loads((folder / "config.json").read_text())
    config["auto_map"] = {"AutoModelForCausalLM": "modeling_tiny.TinyVLM"}
    config["pad_token_id"] = processor.tokenizer.pad_token_id
    (folder / "config.json").write_text(json.dumps(config, indent=1))


def accuracy(folder: Path, question: str, count: int, batch: int = 40, seed: int = 1) -> float:
    """Greedy accuracy on fresh pictures, `count` at a time, with the model loaded from `folder`."""
    processor, model = load(folder)
    letters, inputs = draw(processor, question, np.random.default_rng(seed), batch, count)
    with torch.no_grad():
        output = model.generate(**inputs, max_new_tokens=4, do_sample=False)
    replies = processor.batch_decode(output[:, inputs["input_ids"].shape[1] :], skip_special_tokens=True)
    return float(np.mean([reply == letter for reply, letter in zip(replies, letters, strict=True)]))


@cache
def load(folder: Path) -> tuple[Idefics3Processor, Idefics3ForConditionalGeneration]:
    """Processor and model as they were saved."""
    return Idefics3Processor.from_pretrained(folder), Idefics3ForConditionalGeneration.from_pretrained(folder).eval()
