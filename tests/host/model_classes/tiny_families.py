"""Networks of random weights, a few ten thousand each, with tokenizer and processor, as folders that host classes load.

Nothing comes from a hub. The networks say nothing sensible; what they are given is what counts.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import torch
import transformers as hf
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

LETTERS = dict(num_hidden_layers=1, hidden_size=32, intermediate_size=32, num_attention_heads=2)
PATCHES = dict(num_hidden_layers=1, hidden_size=32, intermediate_size=32, num_attention_heads=2)
PARTS = """{% for message in messages %}<{{ message['role'] }}>{% if message['content'] is string %}\
{{ message['content'] }}{% else %}{% for item in message['content'] %}{% if item['type'] == 'image' %}IMAGE\
{% elif item['type'] == 'text' %}{{ item['text'] }}{% endif %}{% endfor %}{% endif %}{% endfor %}"""


def tokenizer(special: list[str], picture: str, **more: object) -> hf.PreTrainedTokenizerFast:
    """A tokenizer of bytes whose chat template puts `picture` where an image stands."""
    made = Tokenizer(models.BPE())
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.decoder = decoders.ByteLevel()
    names = ["<pad>", "<s>", "</s>", "<unk>", *special]
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(vocab_size=300, special_tokens=names, initial_alphabet=alphabet, show_progress=False)
    made.train_from_iterator(["Answer with one letter."], trainer)
    return hf.PreTrainedTokenizerFast(
        tokenizer_object=made,
        bos_token="<s>",
        eos_token="</s>",
        pad_token="<pad>",
        unk_token="<unk>",
        additional_special_tokens=special,
        chat_template=PARTS.replace("IMAGE", picture),
        model_max_length=65536,
        **more,
    )


def save(folder: Path, model: torch.nn.Module, processor: hf.ProcessorMixin) -> Path:
    """Save a network, which ends each reply after four tokens, and its processor."""
    tokens = processor.tokenizer
    model.generation_config.update(eos_token_id=tokens.eos_token_id, pad_token_id=tokens.pad_token_id)
    model.save_pretrained(folder)
    processor.save_pretrained(folder)
    return folder


def idefics3(folder: Path) -> Path:
    words = tokenizer(["<image>", "<fake_token_around_image>", "<global-img>", "<end_of_utterance>"], "<image>")
    size = dict(size={"longest_edge": 112}, max_image_size={"longest_edge": 56})
    processor = hf.Idefics3Processor(
        hf.Idefics3ImageProcessor(do_image_splitting=False, **size),
        words,
        image_seq_len=4,
        chat_template=words.chat_template,
    )
    config = hf.Idefics3Config(
        vision_config=dict(**PATCHES, image_size=56, patch_size=14),
        text_config=hf.LlamaConfig(vocab_size=len(words), **LETTERS, max_position_embeddings=65536),
        scale_factor=2,
        image_token_id=words.convert_tokens_to_ids("<image>"),
        pad_token_id=0,
    )
    return save(folder, hf.Idefics3ForConditionalGeneration(config), processor)


def qwen2_5_vl(folder: Path) -> Path:
    special = ["<|vision_start|>", "<|vision_end|>", "<|image_pad|>", "<|video_pad|>"]
    words = tokenizer(special, "<|vision_start|><|image_pad|><|vision_end|>")
    names = ("image_pad", "video_pad", "vision_start", "vision_end")
    ids = {f"{name.replace('_pad', '')}_token_id": words.convert_tokens_to_ids(f"<|{name}|>") for name in names}
    pixels = dict(min_pixels=28 * 28, max_pixels=28 * 28 * 64)
    image, video = hf.Qwen2VLImageProcessor(**pixels), hf.Qwen2VLVideoProcessor(**pixels)
    made = hf.Qwen2_5_VLProcessor(image, words, video, chat_template=words.chat_template)
    rope = {"rope_type": "default", "mrope_section": [2, 3, 3], "rope_theta": 10000.0}
    sizes = dict(vocab_size=len(words), **LETTERS, num_key_value_heads=2, max_position_embeddings=65536)
    vision = dict(depth=1, out_hidden_size=32, intermediate_size=32, fullatt_block_indexes=[0], num_heads=2)
    settings = hf.Qwen2_5_VLConfig(
        text_config={**sizes, "rope_parameters": rope}, vision_config={**vision, "hidden_size": 32}, **ids
    )
    return save(folder, hf.Qwen2_5_VLForConditionalGeneration(settings), made)


def llava_onevision(folder: Path) -> Path:
    words = tokenizer(["<image>", "<video>"], "<image>")
    pinpoints = [[56, 56], [56, 112], [112, 56]]
    image = hf.LlavaOnevisionImageProcessor(size={"height": 56, "width": 56}, image_grid_pinpoints=pinpoints)
    processor = hf.LlavaOnevisionProcessor(
        image,
        words,
        hf.LlavaOnevisionVideoProcessor(size={"height": 56, "width": 56}),
        num_image_tokens=16,
        vision_feature_select_strategy="full",
        chat_template=words.chat_template,
    )
    config = hf.LlavaOnevisionConfig(
        vision_config=hf.SiglipVisionConfig(**PATCHES, image_size=56, patch_size=14, vision_use_head=False),
        text_config=hf.Qwen2Config(
            vocab_size=len(words), **LETTERS, num_key_value_heads=2, max_position_embeddings=65536
        ),
        image_grid_pinpoints=pinpoints,
        image_token_index=words.convert_tokens_to_ids("<image>"),
        video_token_index=words.convert_tokens_to_ids("<video>"),
        image_token_id=words.convert_tokens_to_ids("<image>"),
        vision_feature_layer=-1,
    )
    return save(folder, hf.LlavaOnevisionForConditionalGeneration(config).half(), processor)


def paligemma(folder: Path) -> Path:
    words = tokenizer(["<image>"], "<image>")
    image = hf.SiglipImageProcessor(size={"height": 56, "width": 56})
    image.image_seq_length = 16
    processor = hf.PaliGemmaProcessor(image, words, chat_template=words.chat_template)
    text = dict(vocab_size=len(processor.tokenizer), **LETTERS, num_key_value_heads=2, head_dim=16)
    config = hf.PaliGemmaConfig(
        vision_config=hf.SiglipVisionConfig(
            **PATCHES, image_size=56, patch_size=14, vision_use_head=False, projection_dim=32
        ),
        text_config=hf.GemmaConfig(**text, max_position_embeddings=65536),
        projection_dim=32,
        image_token_index=processor.tokenizer.convert_tokens_to_ids("<image>"),
        image_token_id=processor.tokenizer.convert_tokens_to_ids("<image>"),
    )
    return save(folder, hf.PaliGemmaForConditionalGeneration(config), processor)


def gemma3(folder: Path) -> Path:
    named = {"boi_token": "<boi>", "eoi_token": "<eoi>", "image_token": "<img>"}
    words = tokenizer(list(named.values()), "<boi>", model_specific_special_tokens=named)
    processor = hf.Gemma3Processor(
        hf.Gemma3ImageProcessor(size={"height": 56, "width": 56}),
        words,
        image_seq_length=4,
        chat_template=words.chat_template,
    )
    text = dict(vocab_size=len(words), **LETTERS, num_key_value_heads=2, head_dim=16, max_position_embeddings=65536)
    config = hf.Gemma3Config(
        vision_config=dict(**PATCHES, image_size=56, patch_size=14, vision_use_head=False),
        text_config=text,
        pad_token_id=0,
        mm_tokens_per_image=4,
        boi_token_index=words.boi_token_id,
        eoi_token_index=words.eoi_token_id,
        image_token_index=words.image_token_id,
    )
    return save(folder, hf.Gemma3ForConditionalGeneration(config), processor)


FAMILIES: dict[str, Callable[[Path], Path]] = {
    "idefics3": idefics3,
    "qwen2_5_vl": qwen2_5_vl,
    "llava_onevision": llava_onevision,
    "paligemma": paligemma,
    "gemma3": gemma3,
}
"""Builders by family."""
