"""The form of a reply as a JSON schema, for servers that hold a model to one (vLLM, SGLang, OpenAI)."""

from __future__ import annotations

from collections.abc import Mapping
from string import ascii_uppercase
from typing import Any


def response_format(case: Mapping[str, Any]) -> dict[str, Any]:
    """The field ``response_format`` of a request.

    Args:
        case: What the reader of the reply knows (`vlmeval_hvs.dataset.HVSDataset.turn_case`).

    Example:
        >>> response_format({"kind": "count"})["json_schema"]["schema"]["properties"]
        {'answer': {'type': 'integer', 'minimum': 0}}
    """
    properties = _properties(case)
    schema = {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
    return {"type": "json_schema", "json_schema": {"name": case["kind"], "strict": True, "schema": schema}}


def _properties(case: Mapping[str, Any]) -> dict[str, Any]:
    kind = case["kind"]
    numbers = {"type": "array", "items": {"type": "number"}}
    if kind in ("choice", "option", "order"):
        labels = case["labels"] if "labels" in case else ascii_uppercase[: len(case["options"])]
        letter = {"type": "string", "enum": list(labels)}
        many = {"type": "array", "items": letter, "minItems": len(labels), "maxItems": len(labels)}
        return {"answer": many if kind == "order" else letter}
    if kind == "count":
        return {"answer": {"type": "integer", "minimum": 0}}
    if kind == "decision":
        return {"answer": {"type": "string", "enum": ["yes", "no"]}}
    if kind == "scanpath":
        return {"X": numbers, "Y": numbers, "T": numbers}
    if kind == "fixation":
        return {"x": {"type": "number"}, "y": {"type": "number"}}
    views = {"type": "array", "items": {"type": "integer", "enum": list(range(1, case["n_views"] + 1))}}
    return dict.fromkeys(case.get("fields", ("views",)), views)
