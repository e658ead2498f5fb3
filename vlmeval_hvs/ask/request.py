"""Chat completions: the request for a message, with pictures and the form of the reply, and the reply in an answer."""

from __future__ import annotations

import base64
import io
import json
import os
import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from pathlib import Path
from string import ascii_uppercase
from typing import Any

from PIL import Image

from vlmeval_hvs.as_shown import seems_odd
from vlmeval_hvs.ask.settings import LEFT_OUT, Images, Served
from vlmeval_hvs.files import plain_image
from vlmeval_hvs.server_replies import Said, said


class NoReply(RuntimeError):
    """A server's answer holds no reply; the message says what it holds.

    Attributes:
        again: Whether the same request may get a reply later.
    """

    def __init__(self, message: str, again: bool = True) -> None:
        super().__init__(message)
        self.again = again


def request_of(
    message: Iterable[Mapping[str, Any]],
    system: str | None,
    served: Served,
    urls: DataUrls,
    form: Mapping[str, Any] | None = None,
) -> bytes:
    """The body of a request, as JSON.

    Args:
        message: ``{"type": "text" | "image", "value": words or path}`` items.
        system: Words of the system message, None for none.
        served: The model.
        urls: Encodes the images.
        form: The field ``response_format``, None for a free reply.

    Raises:
        OSError: An image cannot be read.
    """
    items = list(message)
    content = [_part(item, urls) for item in items]
    if all(item["type"] == "text" for item in items):
        content = [{"type": "text", "text": "\n".join(str(item["value"]) for item in items)}]
    messages: list[dict[str, Any]] = [{"role": "user", "content": content}]
    if system is not None:
        messages.insert(0, {"role": "system", "content": system})
    body: dict[str, Any] = {
        "model": served.model,
        "messages": messages,
        "n": 1,
        "max_tokens": served.max_tokens,
        "temperature": served.temperature,
        **served.more,
        **({} if form is None else {"response_format": form}),
    }
    for name in LEFT_OUT:
        if body[name] is None:
            del body[name]
    return json.dumps(body).encode("ascii")


def _part(item: Mapping[str, Any], urls: DataUrls) -> dict[str, Any]:
    if item["type"] == "image":
        return {"type": "image_url", "image_url": {"url": urls.of(str(item["value"]))}}
    return {"type": "text", "text": str(item["value"])}


def reply_of(answer: Any) -> str:
    """The reply in a server's answer, stripped. An empty reply is none, as for the host's classes.

    A refusal is a reply; so are thoughts without an answer, which stay unread.

    Raises:
        NoReply: There is none.
    """
    choices = answer.get("choices") if isinstance(answer, dict) else None
    if not isinstance(choices, list):
        raise NoReply(f"the answer has no reply: {json.dumps(answer)[:300]}")
    message = said(answer) if choices or "promptFeedback" in answer else Said()
    if reply := message.reply.strip():
        return reply
    if not choices:
        raise NoReply(f"the server chose no reply: {json.dumps(answer)[:300]}", again=False)
    ending = choices[0].get("finish_reason") if isinstance(choices[0], dict) else None
    if message.calls:
        raise NoReply("the model called a tool instead of answering; serve it without tools", again=False)
    raise NoReply(f"the reply is empty (finish_reason: {ending})")


def response_format(case: Mapping[str, Any]) -> dict[str, Any]:
    """The field ``response_format`` of a request.

    Args:
        case: Kind and options of the question (`vlmeval_hvs.dataset.HVSDataset.turn_case`).

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


ROOM = 256 * 1024 * 1024
"""Bytes of encoded images kept in memory."""

SHORTEST = 100
"""Shorter side in pixels up to which the host's classes enlarge images before they send them as JPEG."""

LONGEST = 65_500
"""Longest side of a JPEG file in pixels."""

_AS_THEY_ARE = ("1", "L", "RGB", "CMYK", "YCbCr")
"""Modes of JPEG files; the host's classes convert others to RGB."""


class DataUrls:
    """Data URLs of image files; the latest are kept in memory.

    Args:
        form: The form in which images are sent.
        room: Bytes of URLs that are kept.
    """

    def __init__(self, form: Images, room: int = ROOM) -> None:
        self._form, self._room = form, room
        self._known: OrderedDict[tuple[str, int, int], str] = OrderedDict()
        self._kept = 0
        self._lock = threading.Lock()

    def of(self, path: str) -> str:
        """The data URL of a file; a file that has changed is read again.

        Raises:
            OSError: The file is missing or no image.
        """
        status = os.stat(path)
        key = path, status.st_size, status.st_mtime_ns
        with self._lock:
            if key in self._known:
                self._known.move_to_end(key)
                return self._known[key]
        url = data_url(Path(path), self._form)
        with self._lock:
            if key not in self._known:
                self._known[key] = url
                self._kept += len(url)
            while self._kept > self._room:
                _, dropped = self._known.popitem(last=False)
                self._kept -= len(dropped)
        return url

    @property
    def kept(self) -> int:
        """Bytes of the URLs that are kept."""
        return self._kept


def data_url(path: Path, form: Images) -> str:
    """Encode an image file.

    As JPEG the bytes are those that the host's API classes send: quality 75, and an image whose shorter side is below
    `SHORTEST` pixels is enlarged to it.
    """
    with Image.open(path) as opened:
        picture: Image.Image = opened
        if seems_odd(opened):  # a set holds none; one of an earlier version may
            picture = Image.open(io.BytesIO(plain_image(path.read_bytes(), str(path))[0]))
        if form.format == "png":
            picture = (
                picture if picture.mode in ("1", "L", "LA", "P", "RGB", "RGBA", "I;16") else picture.convert("RGB")
            )
        elif picture.mode not in _AS_THEY_ARE:
            picture = picture.convert("RGB")
        if form.side:
            picture = picture.copy()
            picture.thumbnail((form.side, form.side))
        if form.format == "jpeg" and min(picture.size) < SHORTEST:
            factor = min(SHORTEST / min(picture.size), LONGEST / max(picture.size))
            picture = picture.resize((max(1, int(picture.width * factor)), max(1, int(picture.height * factor))))
        buffer = io.BytesIO()
        picture.save(buffer, format=form.format.upper())
    return f"data:image/{form.format};base64,{base64.b64encode(buffer.getvalue()).decode('ascii')}"
