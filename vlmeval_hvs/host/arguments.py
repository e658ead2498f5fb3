"""Arguments of the host's runner: the datasets and models they name, and misspelt names."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Any

from vlmeval_hvs.configs import read_config
from vlmeval_hvs.host.source import known_models
from vlmeval_hvs.names import DatasetName, base_name, close_name
from vlmeval_hvs.registry import all_cards

ALIKE = 0.8  # likeness from which a name counts as misspelt


class Arguments:
    """The arguments of a host's runner; ``arguments[option]`` gives an option's values."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = list(words)
        self.values: dict[str, list[str]] = {}
        option = ""
        for word in self.words:
            if word.startswith("--"):
                option, sign, value = word.partition("=")
                self.values.setdefault(option, []).extend([value] if sign else [])
                option = "" if sign else option
            elif option:
                self.values[option].append(word)

    def __getitem__(self, option: str) -> list[str]:
        return self.values.get(option, [])

    def __contains__(self, option: str) -> bool:
        return option in self.values

    @property
    def mode(self) -> str:
        """``eval`` to score existing replies, ``infer`` to collect replies only, else ``all`` or ""."""
        return (self["--mode"] or [""])[-1]

    @property
    def work_folder(self) -> Path:
        """Where the host writes: ``--work-dir``; in local mode ``MMEVAL_ROOT`` has precedence."""
        preferred = "" if "--api-mode" in self else os.environ.get("MMEVAL_ROOT", "")
        return Path(preferred or ["./outputs", *self["--work-dir"]][-1])

    @property
    def configs(self) -> list[Path]:
        """Config files; if one is missing, the host says so."""
        return [Path(path) for path in self["--config"] if Path(path).is_file()]

    @property
    def data_config(self) -> dict[str, Any]:
        """Upstream's ``--data-config``: JSON with entries for some datasets of ``--data``."""
        with suppress(ValueError):  # the host has a message of its own
            content = json.loads((self["--data-config"] or ["{}"])[-1])
            return content if isinstance(content, dict) else {}
        return {}

    @cached_property
    def entries(self) -> dict[str, dict[str, Any]]:
        """Every named dataset with its entry in a config (else an empty one); `DataError` for an unreadable config."""
        found = {name: self.data_config.get(name, {}) for name in self["--data"]}
        for path in self.configs:
            found |= read_config(path)["data"]
        return {name: entry if isinstance(entry, dict) else {} for name, entry in found.items()}

    @property
    def datasets(self) -> dict[str, dict[str, Any]]:
        """Our datasets among those that are named, with their options."""
        limits = [int(text) for text in self["--limit"] if text.isdigit()]
        own = {plain for card in all_cards() for plain in card.datasets}
        found = {}
        for name, entry in self.entries.items():
            if base_name(name) in own:
                options = {key: value for key, value in entry.items() if key not in ("class", "dataset")}
                found[name] = options if entry or not limits else {"limit": limits[-1]}
        return found

    @property
    def models(self) -> list[str]:
        """Names of models given by ``--model`` or in a config file."""
        return [*self["--model"], *(name for path in self.configs for name in read_config(path).get("model") or {})]

    def for_files(self) -> list[str]:
        """The words with names of own data spelt as in file names, because the host uses them there."""
        spelt = {name: DatasetName.of(name).in_files for name in self["--data"]}
        spelt |= {f"--data={name}": f"--data={in_files}" for name, in_files in spelt.items()}
        return [spelt.get(word, word) for word in self.words]

    def misspelt(self, runner: Sequence[str]) -> list[str]:
        """Models that the host's source lacks although it has a very similar one, one sentence each.

        Other unknown names pass: other packages may add models, the host may be newer, and a server has its own.
        """
        if "--base-url" in self or "--api-mode" in self:
            return []
        checkout = Path(runner[-1]).parent / "vlmeval" if runner and runner[-1].endswith(".py") else None
        known = (known_models(checkout) if checkout else set()) or known_models()
        close = {name: close_name(name, known, ALIKE) for name in self["--model"] if name not in known}
        return [f"no model {name}, did you mean {other}?" for name, other in close.items() if other]
