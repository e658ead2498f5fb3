"""The receipt of a run: data, options, wording, model and versions of its predictions.

It is written at the head of the ledger (`vlmeval_hvs.results.ledger`) before the first question. Scoring reads it, so
that predictions are scored with the settings of their run, or refused.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from vlmeval_hvs.names import with_colon

SENT_AS = "hint_sent_as"
"""Setting: how words for the system message were sent, ``system``, or ``text`` where the model has none."""

PICTURES_AS = "pictures_sent_as"  # setting: how pictures were sent where not all at once: `ONE_AT_A_TIME`
ONE_AT_A_TIME = "one at a time"  # one picture in a message: several are joined, or asked about one after the other

ADDRESS = "address"
"""Key of a receipt's model: the address that serves it, without keys; another address may serve another model."""

REUSED_FROM = "reused_from"  # key of a receipt's model: other addresses whose replies were used at the user's request

_SAMPLING = (
    *("temperature", "top_p", "top_k", "do_sample", "num_beams", "repetition_penalty", "presence_penalty", "seed"),
    *("max_tokens", "max_new_tokens", "max_length", "min_new_tokens", "min_pixels", "max_pixels", "img_detail"),
    *("load_in_8bit", "use_cot", "reasoning_effort", "revision", "image_format", "image_side", "interleave"),
)
"""Settings of a model that decide its replies; they are compared where both receipts have them."""


def address_of(url: str) -> str:
    """The normalised address of a server up to ``/v1``, without user, password and query."""
    parts = urlsplit(url)
    path = parts.path.rstrip("/").removesuffix("/chat/completions").rstrip("/")
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2].lower(), path, "", ""))


def model_differences(then: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """Differences between two models (`Receipt.model`) that decide replies, where both receipts have the fact."""
    found = []
    for name in ("class", "path", ADDRESS):
        first, second = then.get(name), now.get(name)
        if first and second and first != second:
            found.append(f"another model ({name} {first} then, {second} now)")
    before, after = (each.get("settings") or {} for each in (then, now))
    for name in _SAMPLING:
        if name in before and name in after and before[name] != after[name]:
            found.append(f"another setting of the model ({name} {before[name]} then, {after[name]} now)")
    return found


@dataclass(frozen=True)
class Receipt:
    """Everything that decides what a model is asked; what `differences` does not compare is for the record."""

    dataset: str  # dataset name with its label
    digest: str  # digest of the built set
    settings: dict[str, Any]  # the options that decide what is asked
    version: str  # version of this package
    wording: str = ""  # digest of templates and their code (`vlmeval_hvs.registry.wording_digest`)
    seed: int | None = None  # random seed
    sent: dict[str, str] = field(default_factory=dict)  # facts known only during the run, such as `SENT_AS`
    # Name, class, path and address of the model, and its plain settings
    model: dict[str, Any] = field(default_factory=dict)
    host: dict[str, str] = field(default_factory=dict)  # name and version of the host
    machine: dict[str, Any] = field(default_factory=dict)  # versions of Python, the platform and the libraries

    @classmethod
    def read(cls, value: Any) -> Receipt:
        """A receipt from its JSON form, without keys that this version does not know; a ValueError for other forms."""
        if not isinstance(value, dict):
            raise ValueError("it is not an object")
        made = cls(**{item.name: value[item.name] for item in fields(cls) if item.name in value})
        for name in ("settings", "sent", "model", "host", "machine"):
            if not isinstance(getattr(made, name), dict):
                raise ValueError(f"{name} is not an object")
        return made

    def differences(self, present: Receipt) -> list[str]:
        """Differences between this receipt and the present one, in words."""
        then, now = (json.loads(json.dumps(each.settings, default=str)) for each in (self, present))
        found = [
            f"{name}={then.get(name)!r} then, {now.get(name)!r} now"
            for name in sorted({*then, *now})
            if then.get(name) != now.get(name)
        ]
        if with_colon(self.dataset) != with_colon(present.dataset):
            found.append(f"another dataset ({self.dataset} then, {present.dataset} now)")
        if self.digest != present.digest:
            found.append(f"another build of the data ({self.digest[:8]} then, {present.digest[:8]} now)")
        if self.wording != present.wording:
            found.append(f"another wording of the prompts (version {self.version} then, {present.version} now)")
        return found + model_differences(self.model, present.model)

    def anywhere(self) -> Receipt:
        """This receipt without the address of the model, which is then not compared."""
        return replace(self, model={name: value for name, value in self.model.items() if name != ADDRESS})
