"""Settings of requests to a served model: its address, sampling and limits."""

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
"""The host's class behind its ``--base-url``. Requests with the defaults of `Served` are those of this class, so the
receipts of both name it, and either can resume a run of the other."""

MOST_TOKENS = 32768  # default for the longest reply, in tokens, as in the host
LEFT_OUT = ("n", "max_tokens", "temperature")
"""Fields that some servers refuse; those that are None in `Served.more` are not sent."""

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
