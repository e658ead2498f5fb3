"""Chat completions of a served model: settings, the request for a message, and the reply in an answer."""

import base64
import io
import json
import math
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from string import ascii_uppercase
from typing import Any
from urllib.parse import urlsplit

from PIL import Image

from vlmeval_hvs.as_shown import seems_odd
from vlmeval_hvs.errors import HVSError, UsageError
from vlmeval_hvs.files import plain_image
from vlmeval_hvs.names import fit_for_files
from vlmeval_hvs.results.receipt import ADDRESS, address_of
from vlmeval_hvs.server_replies import Said, said

# The host's class behind its ``--base-url``. Requests with the defaults of `Served` are those of this class, so the
# receipts of both name it, and either can resume a run of the other.
HOST_CLASS = "LMDeployAPI"

MOST_TOKENS = 32768  # default for the longest reply, in tokens, as in the host
LEFT_OUT = ("n", "max_tokens", "temperature")  # some servers refuse these; what is None in `Served.more` is not sent

_RESERVED = (*LEFT_OUT, "model", "messages", "max_completion_tokens", "stream")


@dataclass(frozen=True)
class Served:
    """A model behind an OpenAI-compatible server; a `UsageError` names an impossible value."""

    base_url: str  # up to ``/v1``, or the address of chat completions
    model: str  # as it is served
    key: str = field(default="", repr=False)  # sent to this server only and never written
    max_tokens: int = MOST_TOKENS  # of the longest reply
    temperature: float = 0.0
    more: Mapping[str, Any] = field(default_factory=dict)  # further fields of the request, such as ``top_p``
    several_images: bool = True  # in one message
    structured: bool = False  # whether the server constrains replies by a JSON schema
    timeout: float = 1800  # seconds that the server may be silent
    retries: int = 6  # how often a failed request is sent again
    name: str = ""  # in results; by default ``model``

    def __post_init__(self) -> None:
        parts = urlsplit(self.base_url)
        shown = self.base_url.rpartition("@")[2]  # without what may be a password
        reserved = [name for name in _RESERVED if name in self.more]
        reserved = [name for name in reserved if name not in LEFT_OUT or self.more[name] is not None]
        address = parts.scheme in ("http", "https") and parts.hostname
        checks = {
            f"--base-url {shown}: give an address like http://localhost:8000/v1": not address,
            "--base-url holds a password; put a key into the environment (--key-env)": parts.username or parts.password,
            "--base-url holds a ? or a #; give the address up to /v1": parts.query or parts.fragment,
            "--model is empty": not self.model.strip(),
            f"--model {self.model}: no folder can have this name; give --as NAME": not self.file_name.strip(". "),
            f"--max-tokens {self.max_tokens}: give a number from 1": self.max_tokens < 1,
            f"--temperature {self.temperature}: give a number from 0": not 0 <= self.temperature < math.inf,
            f"--timeout {self.timeout}: give seconds above 0": not self.timeout > 0,
            f"--retries {self.retries}: give a number from 0": self.retries < 0,
            f"--extra-body: {', '.join(reserved)} is set by an option of the command, or fixed": reserved,
        }
        if wrong := [why for why, found in checks.items() if found]:
            raise UsageError(wrong[0])

    @property
    def address(self) -> str:
        """Address up to ``/v1``, written in one way."""
        return address_of(self.base_url)

    @property
    def file_name(self) -> str:
        """The model's name in names of folders and files."""
        return fit_for_files((self.name.strip() or self.model).replace("/", "--"))

    @property
    def facts(self) -> dict[str, Any]:
        """The model in the receipt of a run."""
        limits = {"temperature": self.temperature, "max_tokens": self.max_tokens}
        settings = {
            **{name: value for name, value in self.more.items() if isinstance(value, (str, int, float, bool))},
            **{name: value for name, value in limits.items() if name not in self.more},
            "timeout": self.timeout,
            "retry": self.retries,
            "image_format": "jpeg",  # as the host's classes send images
            "image_side": 0,  # never shrunk
            "interleave": self.several_images,
            **({"structured": True} if self.structured else {}),
        }
        kind = HOST_CLASS if self.several_images else "ServedModel"
        kind = "ServedModel structured" if self.structured else kind  # never mixed with a free run
        return {"name": self.file_name, "class": kind, "path": self.model, ADDRESS: self.address, "settings": settings}


class RequestFailed(HVSError):
    """A request got no reply: ``refused`` by the server (HTTP 4xx), or it may get one ``again`` later."""

    def __init__(self, message: str, refused: bool = False, again: bool = False) -> None:
        super().__init__(message)
        self.refused, self.again = refused, again


def request_of(
    message: Iterable[Mapping[str, Any]], system: str | None, served: Served, form: Mapping[str, Any] | None = None
) -> bytes:
    """The body of a request as JSON: a message, words of a system message, and the field ``response_format``."""
    content: list[dict[str, Any]] = [
        {"type": "image_url", "image_url": {"url": data_url(str(item["value"]))}}
        if item["type"] == "image"
        else {"type": "text", "text": str(item["value"])}
        for item in message
    ]
    if all(part["type"] == "text" for part in content):
        content = [{"type": "text", "text": "\n".join(part["text"] for part in content)}]
    messages: list[dict[str, Any]] = [{"role": "user", "content": content}]
    if system is not None:
        messages.insert(0, {"role": "system", "content": system})
    body = {"model": served.model, "messages": messages, "n": 1, "max_tokens": served.max_tokens}
    body |= {"temperature": served.temperature, **served.more, **({} if form is None else {"response_format": form})}
    return json.dumps({k: v for k, v in body.items() if k not in LEFT_OUT or v is not None}).encode("ascii")


def reply_of(answer: Any) -> str:
    """The reply in a server's answer, or `RequestFailed`. An empty reply is none, as for the host's classes.

    A refusal is a reply; so are thoughts without an answer, which stay unread.
    """
    choices = answer.get("choices") if isinstance(answer, dict) else None
    if not isinstance(choices, list):
        raise RequestFailed(f"the answer has no reply: {json.dumps(answer)[:300]}", again=True)
    message = said(answer) if choices or "promptFeedback" in answer else Said()
    if reply := message.reply.strip():
        return reply
    if not choices:
        raise RequestFailed(f"the server chose no reply: {json.dumps(answer)[:300]}")
    if message.calls:
        raise RequestFailed("the model called a tool instead of answering; serve it without tools")
    ending = choices[0].get("finish_reason") if isinstance(choices[0], dict) else None
    raise RequestFailed(f"the reply is empty (finish_reason: {ending})", again=True)


def response_format(case: Mapping[str, Any]) -> dict[str, Any]:
    """The field ``response_format`` of a request about a question (`vlmeval_hvs.dataset.HVSDataset.turn_case`)."""
    found = _properties(case)
    schema = {"type": "object", "properties": found, "required": list(found), "additionalProperties": False}
    return {"type": "json_schema", "json_schema": {"name": case["kind"], "strict": True, "schema": schema}}


def _properties(case: Mapping[str, Any]) -> dict[str, Any]:
    kind, number = case["kind"], {"type": "number"}
    if kind in ("choice", "option", "order"):
        labels = case["labels"] if "labels" in case else ascii_uppercase[: len(case["options"])]
        letter = {"type": "string", "enum": list(labels)}
        many = {"type": "array", "items": letter, "minItems": len(labels), "maxItems": len(labels)}
        return {"answer": many if kind == "order" else letter}
    simple: dict[str, dict[str, Any]] = {
        "count": {"answer": {"type": "integer", "minimum": 0}},
        "decision": {"answer": {"type": "string", "enum": ["yes", "no"]}},
        "scanpath": {axis: {"type": "array", "items": number} for axis in "XYT"},
        "fixation": dict.fromkeys("xy", number),
    }
    if kind in simple:
        return simple[kind]
    views = {"type": "array", "items": {"type": "integer", "enum": list(range(1, case["n_views"] + 1))}}
    return dict.fromkeys(case.get("fields", ("views",)), views)


KEPT = 256  # number of encoded images in memory: pipelines show the same ones in several turns
SHORTEST = 100  # shorter side in pixels up to which the host's classes enlarge images before they send them as JPEG
LONGEST = 65_500  # longest side of a JPEG file in pixels
_MODES = ("1", "L", "RGB", "CMYK", "YCbCr")  # these are saved as they are; the host's classes convert others to RGB


def data_url(path: str) -> str:
    """The data URL of an image file, a JPEG with the bytes that the host's API classes send.

    Its quality is 75, and an image whose shorter side is below `SHORTEST` pixels is enlarged to it. A file that has
    changed is read again.
    """
    status = os.stat(path)
    return _encoded(path, status.st_size, status.st_mtime_ns)


@lru_cache(KEPT)
def _encoded(path: str, size: int, changed: int) -> str:
    with Image.open(path) as opened:
        picture: Image.Image = opened
        if seems_odd(opened):  # a set holds none; one of an earlier version may
            picture = Image.open(io.BytesIO(plain_image(Path(path).read_bytes(), path)[0]))
        if picture.mode not in _MODES:
            picture = picture.convert("RGB")
        if min(picture.size) < SHORTEST:
            factor = min(SHORTEST / min(picture.size), LONGEST / max(picture.size))
            picture = picture.resize((max(1, int(picture.width * factor)), max(1, int(picture.height * factor))))
        buffer = io.BytesIO()
        picture.save(buffer, format="JPEG")
    return f"data:image/jpeg;base64,{base64.b64encode(buffer.getvalue()).decode('ascii')}"
