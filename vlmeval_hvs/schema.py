"""The JSON schema (draft 2020-12) of score files and of what commands print with ``--json``, made from types.

Score files are declared in `vlmeval_hvs.results.contract`, paired differences in `vlmeval_hvs.results.compare.pairs`.
The output of commands is declared here as shapes: a type; ``[shape]`` for a list; ``{"key": shape}`` for an object with
these keys, ``{str: shape}`` for one with any keys, and ``...`` for further keys; ``(shape, shape)`` for alternatives.
"""

from __future__ import annotations

from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

from vlmeval_hvs.results.compare.pairs import Cell, Changed
from vlmeval_hvs.results.contract import MAY_LACK, Count, Interval, MarkedChance, Reading, ScoreFile, Share, Validity

_Anything = dict[str, Any]
_Positive = Annotated[float, ("minimum", 0)]
_State = Literal["built", "not built", "damaged"]

_METRIC = {"value": float, "low": float | None, "high": float | None, "chance": MarkedChance | None, "caution": str}
_RUN = {
    "benchmark": str,
    "dataset": str,
    "model": str,
    "path": str,
    "score": float | None,
    "interval": Interval,
    "n": Count | None,
    "rows": int | None,
    "unread": Share | None,
    "cut": Share | None,
    "refused": Share | None,
    "left_out": Count,
    "validity": Validity,
    "reason": str,
    "trust": list[Literal["partial", "no ledger", "verified"]],
    "reading": str | None,
    "settings": _Anything,
    "digest": str | None,
    "version": str | None,
    "metrics": {str: _METRIC},
    "warnings": list[str],
}
_COMPARED = {
    "model": str,
    "dataset": str,
    "path": str,
    "Overall": float | None,
    "validity": Validity,
    "marks": list[str],
    "settings": _Anything,
}
_PAIR = {
    "first": _COMPARED,
    "second": _COMPARED,
    "digest": str,
    "reading": Reading,
    "unit": str,
    "only_first": Count,
    "only_second": Count,
    "across": _Anything,
    "told": _Anything,
    "metrics": dict[str, Cell],
    "slices": dict[str, dict[str, Cell]],
    "changed": list[Changed],
    "notes": list[str],
}
_VERIFIED = {
    "model": str,
    "dataset": str,
    "validity": Validity,
    "verdict": str,
    "rows": Count,
    "prompts": Count,
    "data_files": Count,
    ...: True,
}
_LISTED = {
    "name": str,
    "benchmark": str,
    "about": str,
    "source": Annotated[str, MAY_LACK, ("description", "of a user's own data: what and whose they are")],
    "set": str,
    "full": _State,
    "demo": Annotated[_State, MAY_LACK],
}
_SET = (
    {"name": str, "state": Literal["not built"], "source": str, "size": str, "licence": str},
    {"name": str, "state": Literal["damaged"], "reason": str},
    {
        "name": str,
        "state": Literal["complete", "damaged"],
        "rows": Count,
        "folder": str,
        "source": str,
        "licence": str,
        "digest": str,
        "commit": str | None,
        "damaged": list[str],
        "skipped": list[Any],
        "warnings": list[str],
    },
)
_FINDING = {
    "what": str,
    "state": Literal["good", "note", "problem"],
    "words": str,
    "facts": _Anything,
    "stops": Annotated[list[str], MAY_LACK],
}
_WALK = {
    "name": str,
    "about": str,
    "walked": Count,
    "rows": Count,
    "per_sample": {str: {"least": Count, "mean": _Positive, "most": Count}},
    "run": {
        "calls": Count,
        "images": Count,
        "text_tokens": Count,
        "output_tokens": Count,
        "image_tokens": dict[str, Count],
    },
    "cost": Annotated[dict[str, _Positive], MAY_LACK],
}
_PRINTED: dict[str, dict[Any, Any]] = {
    "datasets": {"folder": str, "datasets": [_LISTED]},
    "models": {"models": [{"name": str, "about": str, "benchmarks": list[str]}]},
    "check": {"sets": [_SET]},
    "config": {"path": str, "problems": list[str]},
    "doctor": {"works": bool, "ways": Annotated[dict[str, bool], MAY_LACK], "findings": [_FINDING]},
    "report": {"runs": [_RUN]},
    "preview": {
        "dataset": str,
        "rows": Count,
        "settings": _Anything,
        "one_image": bool,
        "walks": [_WALK],
        "prices": ({"input": float, "output": float}, None),
        "rules": list[str],
    },
    "score": {"run": ScoreFile},
    "verify": {"runs": [_VERIFIED]},
    "comparison": {"tests": Count, "notes": list[str], "pairs": [_PAIR]},
}
"""Keys of the output of commands by its ``kind``, without ``kind`` and ``schema``."""

_PLAIN: dict[Any, dict[str, Any]] = {
    str: {"type": "string"},
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"type": "number"},
    None: {"type": "null"},
    NoneType: {"type": "null"},
    Any: {},
}


def schema(name: str = "") -> dict[str, Any]:
    """The schema, as plain data.

    Args:
        name: ``scores`` for score files, or the ``kind`` of the output of a command; "" for a schema that accepts a
            score file and the output of every command.

    Raises:
        KeyError: There is no such kind.
    """
    draft = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    if not name:
        return draft | {"title": "Results of vlmeval_hvs", "oneOf": [_part(part) for part in ("scores", *_PRINTED)]}
    return draft | _part(name)


@cache
def _part(name: str) -> dict[str, Any]:
    if name == "scores":
        return _schema_of(ScoreFile)
    return _schema_of({"kind": Literal[name], "schema": Literal[1], **_PRINTED[name]})


_HEADLINE = [
    {
        "if": {"properties": {"validity": {"const": "invalid"}}},
        "then": {"properties": {"Overall": {"type": "null"}}},
        "else": {"properties": {"Overall": {"type": "number"}}},
    },
    {
        "if": {"properties": {"reading": {"const": "robust"}}},
        "then": {"required": ["Overall_paper"]},
        "else": {"required": ["Overall_robust"]},
    },
]
"""An invalid result has no headline; the other reading's is in every file."""


def _schema_of(shape: Any) -> dict[str, Any]:
    """The schema of a type or a shape."""
    if isinstance(shape, dict):
        return {"type": "object", "additionalProperties": _schema_of(shape[str])} if str in shape else _record(shape)
    if isinstance(shape, list):
        return {"type": "array", "items": _schema_of(shape[0])}
    if isinstance(shape, tuple):
        return {"anyOf": [_schema_of(one) for one in shape]}
    if shape in _PLAIN:
        return _PLAIN[shape]
    if shape is ScoreFile:
        return _record(get_type_hints(shape, include_extras=True)) | {"allOf": _HEADLINE}
    if is_typeddict(shape) or hasattr(shape, "_fields"):
        return _record(get_type_hints(shape, include_extras=True))
    origin, arguments = get_origin(shape), get_args(shape)
    if origin is Annotated:
        return _schema_of(arguments[0]) | dict(one for one in arguments[1:] if one != MAY_LACK)
    if origin is Literal:
        return {"enum": list(arguments)}
    if origin in (Union, UnionType):
        return {"anyOf": [_schema_of(one) for one in arguments]}
    if origin is list:
        return {"type": "array", "items": _schema_of(arguments[0])}
    if origin is dict:
        return {"type": "object", "additionalProperties": _schema_of(arguments[1])}
    if origin is tuple:
        items = [_schema_of(one) for one in arguments]
        return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}
    raise TypeError(f"{shape!r} has no JSON schema")


def _record(fields: dict[Any, Any]) -> dict[str, Any]:
    """An object with these keys, and with others only where ``...`` is among them."""
    named = {name: shape for name, shape in fields.items() if name is not ...}
    needed = [name for name, shape in named.items() if MAY_LACK not in getattr(shape, "__metadata__", ())]
    return {
        "type": "object",
        "properties": {name: _schema_of(shape) for name, shape in named.items()},
        "required": needed,
        "additionalProperties": ... in fields,
    }
