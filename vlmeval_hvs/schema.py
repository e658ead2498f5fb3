"""The JSON schema (draft 2020-12) of score files: their keys and what these hold."""

from typing import Any

from vlmeval_hvs.results.contract import SCHEMA, VALIDITIES

_TEXT, _NUMBER, _COUNT = {"type": "string"}, {"type": "number"}, {"type": "integer", "minimum": 0}
_SHA256 = {"type": "string", "pattern": "^[0-9a-f]{64}$"}


def _or_null(kind: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": [kind, {"type": "null"}]}


def _keys(may_lack: tuple[str, ...] = (), more: bool = False, **kinds: Any) -> dict[str, Any]:
    """An object of these keys, of which some may lack; whether it may have more."""
    required = [name for name in kinds if name not in may_lack]
    return {"type": "object", "properties": kinds, "required": required, "additionalProperties": more}


def _by_name(kind: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "additionalProperties": kind}


def _if(name: str, value: str, then: dict[str, Any], otherwise: dict[str, Any]) -> dict[str, Any]:
    return {"if": {"properties": {name: {"const": value}}}, "then": then, "else": otherwise}


_VALUE, _SHARE = _or_null(_NUMBER), _or_null({"type": "number", "minimum": 0, "maximum": 1})
_KEYS: dict[str, Any] = {
    "schema": {"enum": [SCHEMA]},
    **dict.fromkeys(("dataset", "model", "benchmark"), _TEXT),
    "n": _COUNT,  # rows that were scored
    "left_out": _COUNT,  # rows that a weight-free model declined
    "rests_on": _keys(n=_COUNT, rows=_TEXT),  # number of rows that Overall counts, and a digest of their indices
    "reading": {"enum": ["robust", "paper"]},
    **dict.fromkeys(("Overall", "Overall_paper", "Overall_robust"), _VALUE),
    "Overall_judged": _VALUE,  # ``Overall`` with a judge's readings of replies that rules leave unread
    "judged": {"type": "number", "minimum": 0},  # number of replies that the judge read
    "Fallback": _SHARE,  # share of rows without an answer
    "Differ": _SHARE,  # share of rows on which the readings differ
    "Chance": _keys(value=_VALUE, low=_VALUE, high=_VALUE),  # mean and central 95 % of Overall under guessing
    # The same for every metric whose chance is known, and whether the metric is above, inside or below
    "chances": _by_name(_keys(value=_NUMBER, low=_NUMBER, high=_NUMBER, mark={"enum": ["above", "inside", "below"]})),
    "cautions": _by_name(_TEXT),  # metric to a sentence, where a value means less than it seems
    "validity": {"enum": list(VALIDITIES)},
    "validity_reason": _TEXT,
    "metrics": _by_name(_VALUE),
    "intervals": _by_name(_or_null({"type": "array", "prefixItems": [_VALUE, _VALUE], "minItems": 2, "maxItems": 2})),
    "details": _by_name({}),
    "warnings": {"type": "array", "items": _TEXT},
    "counts": _by_name(_COUNT),
    "settings": _by_name({}),  # settings that the predictions were made with
    "settings_from": {"enum": ["the run", "this evaluation"]},
    "provenance": {"enum": ["ledger", "none"]},  # origin of the replies
    "run": _by_name({}),
    "wording": _TEXT,  # digest of templates and modules that decide how the benchmark asks
    "files": _by_name(_SHA256),  # files that were read, and the item table
    "digest": _TEXT,  # digest of the data
    "data": _keys(more=True, set=_TEXT, digest=_TEXT, source=_TEXT),  # the built set that was asked about
    "version": _TEXT,
}
_MAY_LACK = ("rests_on", "Overall_paper", "Overall_robust", "Overall_judged", "judged")


def schema() -> dict[str, Any]:
    """The schema, as plain data."""
    headline = [  # an invalid result has no headline; the other reading's is in every file
        _if("validity", "invalid", *({"properties": {"Overall": {"type": kind}}} for kind in ("null", "number"))),
        _if("reading", "robust", {"required": ["Overall_paper"]}, {"required": ["Overall_robust"]}),
    ]
    draft = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Scores of vlmeval_hvs"}
    return {**draft, **_keys(_MAY_LACK, **_KEYS), "allOf": headline}
