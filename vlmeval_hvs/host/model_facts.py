"""Facts about a model for the receipt of a run, and what its class does to prompts.

Most of the host's classes send a message as it is. Some choose a chat template, a limit or a way of decoding by
``DATASET_TYPE``; these are declared here, each with its place in the host (ms-vlmeval 0.0.20, the same in upstream of
August 2026).
"""

from __future__ import annotations

import platform
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from vlmeval_hvs.host.source import host_version
from vlmeval_hvs.messages import Prompt
from vlmeval_hvs.registry import BASELINE, model_cards
from vlmeval_hvs.results.receipt import ADDRESS, address_of

_PATHS = ("model_path", "model", "model_name", "pretrained", "ckpt")
"""Names under which the host's classes keep which weights, or which served model, they ask."""

_ADDRESSES = ("api_base", "base_url")
"""Names under which they keep where it is served."""

# Only these: an attribute of a model may be a key.
_SETTINGS = frozenset(
    (
        *("temperature", "top_p", "top_k", "do_sample", "num_beams", "repetition_penalty", "presence_penalty", "seed"),
        *("max_tokens", "max_new_tokens", "max_length", "min_new_tokens", "min_pixels", "max_pixels", "total_pixels"),
        *("img_detail", "img_size", "max_num", "load_in_8bit", "torch_dtype", "dtype", "use_vllm", "use_lmdeploy"),
        *("retry", "wait", "timeout", "system_prompt", "post_process", "use_cot", "reasoning_effort", "interleave"),
        *("cot_prompt_version", "custom_prompt", "thinker", "stream", "version", "revision"),
    )
)
_GROUPS = ("default_kwargs", "kwargs", "generate_kwargs", "generation_config", "gen_config")
_LIBRARIES = ("torch", "transformers", "pillow", "numpy", "pandas")
_LONGEST = 2000


def model_facts(model: Any, name: str) -> dict[str, Any]:
    """Facts about a model, by its name before it is built or from the object.

    Returns:
        ``name``, and where known ``class``, ``path``, ``address`` and ``settings``.
    """
    from vlmeval.config import supported_VLM

    entry = supported_VLM.get(name)
    maker, given = getattr(entry, "func", None), dict(getattr(entry, "keywords", None) or {})
    if not isinstance(model, str):
        if not isinstance(maker, type) or not isinstance(model, maker):
            return {"name": name, **facts_of(model)}
        # The same class and path before and after it is built: models change their attributes.
        return {"name": name, **facts_of(model), "class": maker.__name__, **_place(given)}
    if name in model_cards() and not isinstance(maker, type):
        return own_facts(name)
    known = {"class": maker.__name__} if isinstance(maker, type) else {}
    settings = _plain(given)
    return {"name": name, **known, **_place(given), **({"settings": settings} if settings else {})}


def own_facts(name: str) -> dict[str, Any]:
    """Facts about a model of this package before it is built."""
    card = model_cards()[name]
    path = {} if "class" in card else {"path": name}
    return {"name": name, "class": card.get("class", BASELINE).rpartition(":")[2], **path}


def facts_of(model: Any) -> dict[str, Any]:
    """Class, path and settings of a host's model, and the facts about its class."""
    try:
        attributes = vars(model)
    except TypeError:
        attributes = {}
    groups = [attributes[name] for name in _GROUPS if isinstance(attributes.get(name), Mapping)]
    settings = {name: value for group in (*groups, attributes) for name, value in _plain(group).items()}
    known = [f"{fact.about} ({fact.source})" for fact in class_facts(type(model))]
    return {
        "class": type(model).__name__,
        **_place(attributes),
        **({"known": known} if known else {}),
        **({"settings": settings} if settings else {}),
    }


def _place(attributes: Mapping[str, Any]) -> dict[str, str]:
    """Which weights or served model is asked, and where it is served."""
    found = next((attributes[name] for name in _PATHS if isinstance(attributes.get(name), str)), "")
    path = {"path": found[:_LONGEST]} if found else {}
    url = next((attributes[name] for name in _ADDRESSES if isinstance(attributes.get(name), str)), "")
    return {**path, **({ADDRESS: address_of(url[:_LONGEST])} if url.startswith("http") else {})}


def _plain(attributes: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: value[:_LONGEST] if isinstance(value, str) else value
        for name, value in attributes.items()
        if name in _SETTINGS and isinstance(value, (str, int, float, bool))
    }


@cache
def host_facts() -> dict[str, str]:
    """Name and version of the host."""
    name, number = host_version()
    return {"name": name, "version": number or "unknown"}


@cache
def machine_facts() -> dict[str, Any]:
    """Versions of Python, the platform and the libraries that make prompts and replies."""
    libraries = {}
    for name in _LIBRARIES:
        try:
            libraries[name] = version(name)
        except PackageNotFoundError:
            continue
    return {"python": platform.python_version(), "platform": platform.platform(), "libraries": libraries}


_INTERNLM = "[UNUSED_TOKEN_146]user\n{}[UNUSED_TOKEN_145]\n[UNUSED_TOKEN_146]assistant\n"
_WORDS = "{}"


@dataclass(frozen=True)
class ClassFact:
    """One thing that a model class does.

    Attributes:
        about: A sentence.
        source: Where the host does it: files below ``vlmeval/vlm`` with line numbers.
        template: Chat template with ``{}`` for the words of a prompt; "" where they are sent as they are.
        one_picture: Whether the class sends only one picture of a message, whatever its ``INTERLEAVE`` says.
    """

    about: str
    source: str
    template: str = ""
    one_picture: bool = False


_TEMPLATED = (
    "The class sends words without a chat template to datasets of the type VQA; here they are put into its own."
)
_SHORT = "Replies end after 100 tokens, whatever is asked."
_BEGUN = "The class begins the reply itself: 'Answer:' follows the prompt."

FACTS: dict[str, tuple[ClassFact, ...]] = {
    "XComposer": (ClassFact(_BEGUN, "xcomposer/xcomposer.py:100-101"),),
    "XComposer2": (ClassFact(_TEMPLATED, "xcomposer/xcomposer2.py:118-119, 161-162, 207-209", _INTERNLM),),
    "XComposer2_4KHD": (
        ClassFact(_TEMPLATED, "xcomposer/xcomposer2_4KHD.py:138-140, 181-182, 227-229", _INTERNLM),
        ClassFact(_SHORT, "xcomposer/xcomposer2_4KHD.py:139"),
    ),
    "XComposer2d5": (
        ClassFact(_SHORT, "xcomposer/xcomposer2d5.py:297-300, 348-349"),
        ClassFact("Of a reply, what follows the last 'The answer is' is kept.", "xcomposer/xcomposer2d5.py:208"),
        ClassFact("In the prompt, '(A)' becomes 'A.', and so on to J.", "xcomposer/xcomposer2d5.py:273-275"),
    ),
    "mPLUG_Owl2": (
        ClassFact("length_penalty is 0, which has an effect only with num_beams over 1.", "mplug_owl2.py:41-42, 92-93"),
    ),
    "Monkey": (ClassFact(_BEGUN, "monkey.py:26, 85"),),
    "MonkeyChat": (ClassFact(_BEGUN, "monkey.py:108, 167"),),
    "Kosmos2": (
        ClassFact(
            "The class says that it takes several pictures, and hands on the first.", "kosmos.py:63-64", "", True
        ),
    ),
    "QwenVL": (ClassFact(_BEGUN, "qwen_vl.py:64-65"),),
    "molmo": (ClassFact("Replies end after 200 tokens, whatever is asked.", "molmo.py:193"),),
    "LLaVA_XTuner": (ClassFact("Replies are sampled at temperature 1 with 5 beams.", "llava/llava_xtuner.py:143-149"),),
}
"""The host's classes that do more than send a message, by name."""


def class_facts(cls: type) -> tuple[ClassFact, ...]:
    """Facts about a model class of the host, or about the one that it inherits from."""
    for owner in cls.__mro__:
        if owner.__module__.startswith("vlmeval.") and owner.__name__ in FACTS:
            return FACTS[owner.__name__]
    return ()


def fitted(cls: type, prompt: Prompt) -> Prompt:
    """A prompt as a model class needs it: with the chat template that the class leaves to its own prompts."""
    template = next((fact.template for fact in class_facts(cls) if fact.template), "")
    if not template:
        return prompt
    words = template.replace(_WORDS, prompt.text)
    pictures = [item for item in prompt if item["type"] != "text"]
    return prompt.of_items([{"type": "text", "value": words}, *pictures])
