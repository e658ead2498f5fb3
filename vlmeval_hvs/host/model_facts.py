"""What a receipt tells of the model, the host and the machine."""

from __future__ import annotations

import platform
from collections.abc import Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution, version
from pathlib import Path
from typing import Any

from vlmeval_hvs.host.class_facts import class_facts
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
    """What is known of a model before it is built, or from itself.

    Args:
        model: The host's model, or its name.
        name: Its name in the host.

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
    """What is known of a model of this package before it is built."""
    card = model_cards()[name]
    path = {} if "class" in card else {"path": name}
    return {"name": name, "class": card.get("class", BASELINE).rpartition(":")[2], **path}


def facts_of(model: Any) -> dict[str, Any]:
    """Class, path and settings of a host's model, and what is known of its class (`vlmeval_hvs.host.class_facts`)."""
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
    import vlmeval

    place = Path(vlmeval.__file__).resolve().parent
    try:
        fork = distribution("ms-vlmeval")
        if Path(str(fork.locate_file("vlmeval"))).resolve() == place:
            return {"name": "ms-vlmeval", "version": fork.version}
    except PackageNotFoundError:
        pass
    return {"name": "VLMEvalKit", "version": str(getattr(vlmeval, "__version__", "unknown"))}


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
