"""Error messages in the place of a reply: what a server, a client or a program says when it failed answers nothing.

The message may hold letters, numbers and names of options ("... due to the prompt triggering policy B").
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from ..text.answers import FIELDS
from ..text.cleaning import fold
from ..text.cued import Cued
from ..text.literals import json_spans

_LONGEST = 20_000
_LONGEST_HEAD = 400
_HTTP_ERROR = 400  # the least status code that tells an error
_CUES = ("err", "exception", "fault", "fail", "success", "detail", "message", "msg", "status", '"ok"', "'ok'")
_ERROR_KEYS = frozenset(
    re.findall(
        r"\w+",
        "error errors errorcode errormessage errormsg errortype errcode errmsg fault faultstring faultcode exception"
        " exceptions traceback stacktrace",
    )
)
_ENVELOPE = frozenset(
    re.findall(
        r"\w+",
        "code type message msg status statuscode statusmessage statustext title instance reason detail details"
        " description success ok object param params requestid traceid timestamp path method retryafter metadata domain"
        " id loc ctx input url help documentationurl event level logger hint cause",
    )
)
_VIEWS_AND_POINTS = re.findall(
    r"\w+",
    "views view part parts selectedviews selectedparts keep zoomkeep shift zoom needmore more decision x y t points"
    " fixation fixations scanpath objects object salientobjects gaze target point box bbox",
)
_ANSWERS = frozenset((*FIELDS, *_VIEWS_AND_POINTS)) - {"response", "output", "result", "value"}
_NOTHING = frozenset(("", "none", "no", "null", "false", "n/a", "na", "nil", "ok", "0", "-", "no error", "no errors"))
_STATUSES = re.compile(
    r"\W*(?:error|fail(?:ed|ure)?|rejected|aborted|cancelled|timeout|timed_?out|invalid_\w{1,40}|not_?found"
    r"|unauthorized|forbidden|unavailable|internal|resource_exhausted|permission_denied|unauthenticated"
    r"|deadline_exceeded|failed_precondition|out_of_range|[45]\d\d\b.{0,60}|\w{0,40}(?:_error|Error|Exception))\W*",
    re.IGNORECASE,
)
_MESSAGES = Cued(
    r"\bnot found\b|\bunauthori[sz]ed\b|\bforbidden\b|\bbad (?:request|gateway)\b|\brate limit|\bexceed(?:s|ed)\b"
    r"|\boverloaded\b|\b(?:un|not )available\b|\btim(?:ed|e)[ -]?out\b|\binvalid\b|\b(?:un|not )supported\b"
    r"|\b(?:could|can)(?: ?not|n't) (?:be )?(?:load|decod|process|open|fetch|pars|read|reach|connect|identif\w+ image)"
    r"|\bfailed (?:to|with)\b|\b(?:field|parameter|header|value) (?:is )?required\b|\b(?:access|permission) denied\b"
    r"|\btoo (?:large|many requests|long)\b|\bcontext length\b|\bquota\b|\binternal (?:server )?error\b|\bmalformed\b"
    r"|\bmissing (?:\w+ )?(?:field|parameter|header|key|image|file|content)\b|\b(?:api|access) key\b|\bfiltered\b",
    re.IGNORECASE,
)
_NO_FILE = re.compile(
    r"\bnone of the (?:image|picture|photo|file)s?(?: files?)? (?:could|can|was|were|has|have|is|are)(?: not"
    r"|n't)? (?:be(?:en)? )?(?:opened|loaded|read"
    r"|received|attached|found|visible|available|displayed|decoded)\b",
    re.IGNORECASE,
)
_CONCLUDES = re.compile(
    r"\b(?:answer|final|choose|choice is|therefore|i (?:would|think|see|count)|look(?:s|ing) at|salient)\b"
    r"|答案|答え|정답",
    re.IGNORECASE,
)
_LABEL = (
    r"(?:(?:[A-Za-z_]\w{0,40}\.){0,5}(?:[A-Z]\w{0,40}(?:Error|Exception|Timeout|Warning)|Error|ERROR|Exception|FATAL)"
    r"(?:\s(?:code|Code|CODE))?\s?[:(]"
    r"|(?:[A-Z]{3,20}_){1,3}[A-Z]{3,20}\s?:|\[(?:ERROR|Error|error|FATAL|fatal|EXCEPTION|exception)\]"
    r"|\((?:ERROR|Error|error)\)|error: "
    r"|HTTP(?:/\d(?:\.\d)?)?\s?(?:[Ee]rror\s|[Ss]tatus\s)?:?\s?[45]\d\d\b|[45]\d\d (?:Client |Server )?Error\b"
    r"|[45]\d\d (?:Bad Gateway|Bad Request|Unauthorized|Forbidden|Not Found|Request Timeout|Too Many Requests"
    r"|Internal Server|Service Unavailable|Gateway Time-?out|Payload Too Large|Unprocessable)"
    r"|(?:Bad Gateway|Internal Server Error|Service Unavailable|Gateway Time-?out|Too Many Requests)\b"
    r"|(?:torch\.)?CUDA (?:out of memory|error)|Segmentation fault|Traceback \(most recent call last\)"
    r"|Error code: [45]\d\d"
    r"|<(?:!doctype html|html)\b.{0,300}?<(?:title|h1)>\s{0,3}(?:[45]\d\d|error)\b)"
)
_LABELLED = re.compile(rf"[\s`*_>\"'(\[-]{{0,8}}(?:[\u26a0\u274c\U0001f6d1]\ufe0f?\s{{0,3}})?{_LABEL}", re.DOTALL)
_LABEL_CUES = (
    *("error", "exception", "timeout", "warning", "fatal", "_", "http", "bad gateway", "unavailable", "not found"),
    *("forbidden", "unauthorized", "bad request", "time-out", "too many", "internal server", "too large", "cuda"),
    *("segmentation", "traceback", "unprocessable"),
)


def is_error(text: str) -> bool:
    """Tell whether a text is the error message of a server, a client or a program, and nothing else.

    Example:
        >>> is_error('{"error": {"code": 400, "message": "The prompt triggered policy B."}}')
        True
        >>> is_error('{"answer": "B", "error": null}')
        False
    """
    if len(text) > _LONGEST:
        return False
    given = text.lstrip("\ufeff \n\t`")
    if not given:
        return False
    lowered = given[:_LONGEST_HEAD].lower()
    if any([cue in lowered for cue in _LABEL_CUES]) and _LABELLED.match(given) is not None:
        rest = given.partition("{")[2]
        return _CONCLUDES.search(given) is None or (bool(rest) and _only_errors(given[given.index("{") :]))
    if "none of the" in lowered and _NO_FILE.search(lowered) is not None:
        return True
    if given[0] not in "{[" and not given.startswith("json"):
        return False
    return any([cue in given.lower() for cue in _CUES]) and _only_errors(given.removeprefix("json"))


def _only_errors(text: str) -> bool:
    """Tell whether a text is one or more JSON objects that report errors, with nothing but marks around them."""
    spans = json_spans(text)
    end = 0
    objects: list[object] = []
    for start, stop, value in spans:
        if any(map(str.isalnum, text[end:start])):
            return False
        objects += value if isinstance(value, list) else [value]
        end = stop
    if not objects or any(map(str.isalnum, text[end:])):
        return False
    return all(isinstance(one, Mapping) and _reports(one) for one in objects)


def _reports(value: Mapping[object, object]) -> bool:
    """Tell whether an object reports an error and gives no answer."""
    fields = {"".join(filter(str.isalnum, fold(str(key)).lower())): item for key, item in value.items()}
    if fields.get("object") == "error" or fields.get("type") == "error":
        return True
    if any(_says_something(fields[key]) for key in fields.keys() & _ANSWERS):
        return False
    if any(_tells_error(key, fields[key]) for key in fields.keys() & _ERROR_KEYS):
        return True
    if not fields or not fields.keys() <= _ENVELOPE:
        return False
    failed = sum(map(_has_failed, fields.items()))
    said = any(_MESSAGES.search(words) for key in fields for words in _words(fields[key]) if key != "type")
    concludes = any(_CONCLUDES.search(words) for item in fields.values() for words in _words(item))
    return not concludes and (failed > 1 or (said and (failed > 0 or "detail" in fields or "code" in fields)))


def _says_something(value: object) -> bool:
    if isinstance(value, str):
        return value.strip(" .").lower() not in _NOTHING
    return bool(value) or (isinstance(value, (int, float)) and not isinstance(value, bool))


def _tells_error(key: str, value: object) -> bool:
    """Tell whether an error's field is filled; a small number there may be a measure ("error": 0.05)."""
    if isinstance(value, str):
        return len(value) > 2 and _says_something(value)
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return value != 0 if key.endswith("code") else isinstance(value, int) and value >= _HTTP_ERROR
    return bool(value)


def _has_failed(field: tuple[str, object]) -> bool:
    key, value = field
    if key in ("success", "ok"):
        return value is False
    if key in ("code", "status", "statuscode"):
        number = isinstance(value, int) and _HTTP_ERROR <= value < 600
        return number or (isinstance(value, str) and _STATUSES.fullmatch(value) is not None)
    return key == "type" and isinstance(value, str) and re.search(r"error|invalid|exception", value, re.I) is not None


def _words(value: object, depth: int = 3) -> Iterator[str]:
    """Yield the texts in a value and in what it holds."""
    if isinstance(value, str):
        yield value
    elif depth and isinstance(value, (Mapping, list)):
        for item in value.values() if isinstance(value, Mapping) else value:
            yield from _words(item, depth - 1)
