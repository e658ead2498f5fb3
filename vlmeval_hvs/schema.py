"""The JSON schema (draft 2020-12) of score files, made from the types in `vlmeval_hvs.results.contract`."""

from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

from vlmeval_hvs.results.contract import MAY_LACK, ScoreFile

_PLAIN: dict[Any, dict[str, Any]] = {
    str: {"type": "string"},
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"type": "number"},
    NoneType: {"type": "null"},
    Any: {},
}


def _if(name: str, value: str, then: dict[str, Any], otherwise: dict[str, Any]) -> dict[str, Any]:
    return {"if": {"properties": {name: {"const": value}}}, "then": then, "else": otherwise}


_HEADLINE = [  # an invalid result has no headline; the other reading's is in every file
    _if("validity", "invalid", *({"properties": {"Overall": {"type": kind}}} for kind in ("null", "number"))),
    _if("reading", "robust", {"required": ["Overall_paper"]}, {"required": ["Overall_robust"]}),
]


def schema() -> dict[str, Any]:
    """The schema, as plain data."""
    draft = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Scores of vlmeval_hvs"}
    return {**draft, **_schema_of(ScoreFile), "allOf": _HEADLINE}


def _schema_of(kind: Any) -> dict[str, Any]:
    if kind in _PLAIN:
        return _PLAIN[kind]
    if is_typeddict(kind) or hasattr(kind, "_fields"):
        fields = get_type_hints(kind, include_extras=True)
        needed = [name for name, shape in fields.items() if MAY_LACK not in getattr(shape, "__metadata__", ())]
        properties = {name: _schema_of(shape) for name, shape in fields.items()}
        return {"type": "object", "properties": properties, "required": needed, "additionalProperties": False}
    origin, arguments = get_origin(kind), get_args(kind)
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
    raise TypeError(f"{kind!r} has no JSON schema")
