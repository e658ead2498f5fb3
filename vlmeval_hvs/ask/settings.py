"""Settings of requests to a served model: its address, sampling, limits, and the form of images."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from vlmeval_hvs.errors import UsageError
from vlmeval_hvs.names import fit_for_files
from vlmeval_hvs.results.receipt import ADDRESS, address_of

HOST_CLASS = "LMDeployAPI"
"""The host's class behind its ``--base-url``. Requests with the settings of `Served.as_host` are those of this class,
so the receipts of both name it, and either can resume a run of the other."""

OWN_CLASS = "ServedModel"
"""In receipts of runs whose requests differ from those of the host's class."""

FORMATS = ("jpeg", "png")

MOST_TOKENS = 32768
"""Default for the longest reply, in tokens, as in the host."""

LEFT_OUT = ("n", "max_tokens", "temperature")
"""Fields that some servers refuse and that can be left out."""

_TAKEN = (*LEFT_OUT, "model", "messages", "max_completion_tokens", "stream")
_SET_BY = {"max_tokens": "--max-tokens", "max_completion_tokens": "--max-tokens", "temperature": "--temperature"}


@dataclass(frozen=True)
class Images:
    """The form in which images are sent.

    Attributes:
        format: ``jpeg`` as the host's classes send them, or ``png``, which loses nothing.
        side: Longest side in pixels, to which larger images are shrunk; 0 for none.
        several: Whether the model takes several images in one message.
    """

    format: str = "jpeg"
    side: int = 0
    several: bool = True

    def __post_init__(self) -> None:
        if self.format not in FORMATS:
            raise UsageError(f"--image-format {self.format}: give one of {', '.join(FORMATS)}")
        if self.side < 0:
            raise UsageError(f"--image-side {self.side}: give pixels, or 0 for images as they are")


@dataclass(frozen=True)
class Served:
    """A model behind an OpenAI-compatible server.

    Attributes:
        base_url: Address up to ``/v1``, or that of chat completions.
        model: Name under which it is served.
        key: The server's key, "" for none; it is sent to this server only and never written.
        max_tokens: Longest reply, in tokens.
        temperature: Sampling temperature.
        more: Further fields of the request, such as ``top_p``; a field of `LEFT_OUT` that is None is not sent.
        images: The form in which images are sent.
        structured: Whether the server constrains replies by a JSON schema.
        timeout: Seconds for one request.
        retries: How often a failed request is sent again.
        name: The model's name in results; by default ``model``.

    Raises:
        UsageError: A value is impossible; the message names it.
    """

    base_url: str
    model: str
    key: str = field(default="", repr=False)
    max_tokens: int = MOST_TOKENS
    temperature: float = 0.0
    more: Mapping[str, Any] = field(default_factory=dict)
    images: Images = field(default_factory=Images)
    structured: bool = False
    timeout: float = 1800
    retries: int = 6
    name: str = ""

    def __post_init__(self) -> None:
        parts = urlsplit(self.base_url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise UsageError(
                f"--base-url {_without_user(self.base_url)}: give an address like http://localhost:8000/v1"
            )
        if parts.username or parts.password:
            raise UsageError("--base-url holds a user or a password; put a key into the environment (--key-env)")
        for wrong, why in (
            (parts.query or parts.fragment, "--base-url holds a ? or a #; give the address up to /v1"),
            (not self.model.strip(), "--model is empty"),
            (
                not self.file_name.strip(". "),
                f"--model {self.model}: no folder can have this name; give another one with --as NAME",
            ),
            (self.max_tokens < 1, f"--max-tokens {self.max_tokens}: give a number from 1"),
            (
                not 0 <= self.temperature < math.inf,
                f"--temperature {self.temperature}: give a number from 0",
            ),
            (not self.timeout > 0, f"--timeout {self.timeout}: give seconds above 0"),
            (self.retries < 0, f"--retries {self.retries}: give a number from 0"),
        ):
            if wrong:
                raise UsageError(why)
        taken = [
            name for name, value in self.more.items() if name in _TAKEN and (name not in LEFT_OUT or value is not None)
        ]
        if taken:
            by = _SET_BY.get(taken[0], "the command itself")
            raise UsageError(f"--extra-body: {taken[0]} is set by {by}")

    @property
    def address(self) -> str:
        """Address up to ``/v1``, written in one way."""
        return address_of(self.base_url)

    @property
    def url(self) -> str:
        """Address of chat completions."""
        return f"{self.address}/chat/completions"

    @property
    def file_name(self) -> str:
        """The model's name in names of folders and files."""
        return fit_for_files((self.name.strip() or self.model).replace("/", "--"))

    @property
    def as_host(self) -> bool:
        """Whether requests equal those of the host's class."""
        return self.images == Images() and not self.structured

    @property
    def facts(self) -> dict[str, Any]:
        """The model in the receipt of a run."""
        plain = {name: value for name, value in self.more.items() if isinstance(value, (str, int, float, bool))}
        limits = {"temperature": self.temperature, "max_tokens": self.max_tokens}
        settings = {
            **plain,
            **{name: value for name, value in limits.items() if name not in self.more},
            "timeout": self.timeout,
            "retry": self.retries,
            "image_format": self.images.format,
            "image_side": self.images.side,
            "interleave": self.images.several,
            **({"structured": True} if self.structured else {}),
        }
        kind = HOST_CLASS if self.as_host else OWN_CLASS
        kind = f"{kind} structured" if self.structured else kind  # never mixed with a free run
        return {"name": self.file_name, "class": kind, "path": self.model, ADDRESS: self.address, "settings": settings}


def _without_user(address: str) -> str:
    """An address without the part before an @, which may be a password."""
    return address.rpartition("@")[2]
