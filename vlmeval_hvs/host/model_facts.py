"""Facts about a model for the receipt of a run, and what its class does to prompts (ms-vlmeval 0.0.20)."""

import platform
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from vlmeval_hvs.messages import Prompt
from vlmeval_hvs.registry import BASELINE, model_cards
from vlmeval_hvs.results.receipt import ADDRESS, address_of

# Names under which the host's classes keep which weights or served model they ask, and where it is served.
_PATHS, _ADDRESSES = ("model_path", "model", "model_name", "pretrained", "ckpt"), ("api_base", "base_url")
_SETTINGS = """
temperature top_p top_k do_sample num_beams repetition_penalty presence_penalty seed max_tokens max_new_tokens
max_length min_new_tokens min_pixels max_pixels total_pixels img_detail img_size max_num load_in_8bit torch_dtype dtype
use_vllm use_lmdeploy retry wait timeout system_prompt post_process use_cot reasoning_effort interleave
cot_prompt_version custom_prompt thinker stream version revision
"""
_KNOWN = frozenset(_SETTINGS.split())  # only these: an attribute of a model may be a key
_GROUPS = ("default_kwargs", "kwargs", "generate_kwargs", "generation_config", "gen_config")
_LONGEST = 2000


def model_facts(model: Any, name: str) -> dict[str, Any]:
    """``name``, and where known ``class``, ``path``, ``address`` and ``settings`` of a model, built or still a name."""
    from vlmeval.config import supported_VLM

    entry = supported_VLM.get(name)
    maker, given = getattr(entry, "func", None), dict(getattr(entry, "keywords", None) or {})
    cls = maker if isinstance(maker, type) else None
    known = {"class": cls.__name__, **_place(given)} if cls else {}
    if not isinstance(model, str):
        # The same class and path before and after it is built: models change their attributes.
        return {"name": name, **facts_of(model), **(known if cls and isinstance(model, cls) else {})}
    if name in model_cards() and not cls:
        return own_facts(name)
    return {"name": name, **(known or _place(given)), **_settings([given])}


def own_facts(name: str) -> dict[str, Any]:
    """Facts about a model of this package before it is built."""
    card = model_cards()[name]
    path = {} if "class" in card else {"path": name}
    return {"name": name, "class": card.get("class", BASELINE).rpartition(":")[2], **path}


def facts_of(model: Any) -> dict[str, Any]:
    """Class, path and settings of a host's model."""
    attributes = getattr(model, "__dict__", {})
    groups = [attributes[name] for name in _GROUPS if isinstance(attributes.get(name), Mapping)]
    return {"class": type(model).__name__, **_place(attributes), **_settings([*groups, attributes])}


def _place(attributes: Mapping[str, Any]) -> dict[str, str]:
    """Which weights or served model is asked, and where it is served."""
    path = next((attributes[name] for name in _PATHS if isinstance(attributes.get(name), str)), "")
    url = next((attributes[name] for name in _ADDRESSES if isinstance(attributes.get(name), str)), "")
    found = {"path": path[:_LONGEST], ADDRESS: address_of(url[:_LONGEST]) if url.startswith("http") else ""}
    return {name: text for name, text in found.items() if text}


def _settings(groups: list[Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    known = {name: value for attributes in groups for name, value in attributes.items() if name in _KNOWN}
    plain = {name: value for name, value in known.items() if isinstance(value, (str, int, float, bool))}
    found = {name: value[:_LONGEST] if isinstance(value, str) else value for name, value in plain.items()}
    return {"settings": found} if found else {}


@cache
def machine_facts() -> dict[str, Any]:
    """Versions of Python, the platform and the libraries that make prompts and replies."""
    libraries = {}
    for name in ("torch", "transformers", "pillow", "numpy", "pandas"):
        with suppress(PackageNotFoundError):
            libraries[name] = version(name)
    return {"python": platform.python_version(), "platform": platform.platform(), "libraries": libraries}


_INTERNLM = "[UNUSED_TOKEN_146]user\n{}[UNUSED_TOKEN_145]\n[UNUSED_TOKEN_146]assistant\n"
TEMPLATES = {"XComposer2": _INTERNLM, "XComposer2_4KHD": _INTERNLM}
"""Chat templates of classes that send words without one to datasets of the type VQA (xcomposer2.py:118-119, 161-162;
xcomposer2_4KHD.py:138-140, 181-182)."""

ONE_PICTURE = ("Kosmos2",)  # classes that say that they take several pictures, and hand on the first (kosmos.py:63-64)


def host_class_name(cls: type) -> str:
    """Name of a model's class in the host: its own, or that of the one it inherits from; "" for another class."""
    return next((owner.__name__ for owner in cls.__mro__ if owner.__module__.startswith("vlmeval.")), "")


def fitted(cls: type, prompt: Prompt) -> Prompt:
    """A prompt as a model class needs it: with the chat template that the class leaves to its own prompts."""
    template = TEMPLATES.get(host_class_name(cls))
    if not template:
        return prompt
    pictures = [item for item in prompt if item["type"] != "text"]
    return prompt.of_items([{"type": "text", "value": template.replace("{}", prompt.text)}, *pictures])
