"""Chat completions: the request for a message, and the reply in a server's answer."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from vlmeval_hvs.ask.images import DataUrls
from vlmeval_hvs.ask.settings import LEFT_OUT, Served
from vlmeval_hvs.said import Said, said


class NoReply(RuntimeError):
    """A server's answer holds no reply; the message says what it holds.

    Attributes:
        again: Whether the same request may get one.
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
    """The reply in a server's answer, without white space around it. An empty one is none, as for the host's classes.

    A refusal is a reply, and so are thoughts without an answer, which end in no answer.

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
