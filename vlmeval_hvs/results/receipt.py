"""The receipt of a run: on which data and with which options the predictions were made.

It lies next to the host's prediction file from the start of the inference. Scoring reads it, so that predictions are
scored under the settings they were made with, or not at all.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import write_atomically

RECEIPT = "_hvs_run.json"

SENT_AS = "hint_sent_as"
"""Setting that says how words for the system message were sent: ``system``, or ``text`` where the model has none."""


@dataclass(frozen=True)
class Receipt:
    """What decides what a model is asked.

    Attributes:
        dataset: Dataset name with its label.
        digest: Digest of the built set.
        settings: The options that decide what is asked.
        version: Version of this package.
        wording: Digest of the templates and of the code that puts them together
            (`vlmeval_hvs.registry.wording_digest`).
        sent: What only the run itself shows, such as `SENT_AS`; it is not compared.
    """

    dataset: str
    digest: str
    settings: dict[str, Any]
    version: str
    wording: str = ""
    sent: dict[str, str] = field(default_factory=dict)

    @cached_property
    def key(self) -> str:
        """A short name of all this: an interrupted run is continued with the same only."""
        text = json.dumps([self.digest, self.settings, self.version, self.wording], sort_keys=True, default=str)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def refuse_unless(self, present: Receipt, where: Path) -> None:
        """Refuse to use predictions that were made on other data or with other options than the present ones.

        Args:
            present: The receipt that a run would get now.
            where: The file or folder with the predictions, for the message.

        Raises:
            DataError: The message names every option that differs, with both values.
        """
        theirs, ours = self.settings, json.loads(json.dumps(present.settings))
        differences = [
            f"{name}={theirs.get(name)!r} then, {ours.get(name)!r} now"
            for name in sorted({*theirs, *ours})
            if theirs.get(name) != ours.get(name)
        ]
        if self.digest != present.digest:
            differences.append(f"another build of the data ({self.digest[:8]} then, {present.digest[:8]} now)")
        if self.wording != present.wording:
            differences.append(f"another wording of the prompts (version {self.version} then, {present.version} now)")
        if differences:
            raise DataError(
                f"the predictions in {where} were made with {'; '.join(differences)}. Give the options of the run, or "
                f"name the variant ({self.dataset.split('@', 1)[0]}@LABEL) and run it again"
            )


def receipt_path(folder: Path, stem: str) -> Path:
    """Where the receipt of ``<model>_<dataset>`` is."""
    return folder / f"{stem}{RECEIPT}"


def write_receipt(folder: Path, stem: str, receipt: Receipt) -> None:
    """Write a receipt; all ranks of one run write the same text.

    Args:
        folder: The host's working folder of the run.
        stem: ``<model>_<dataset>``.
        receipt: The receipt.
    """
    text = json.dumps(asdict(receipt), ensure_ascii=False, indent=1, sort_keys=True)
    write_atomically(receipt_path(folder, stem), text.encode())


def note_sent(folder: Path, stem: str, how: str) -> None:
    """Note in a receipt how words for the system message were sent; nothing where there is no receipt."""
    receipt = read_receipt(folder, stem)
    if receipt is not None and receipt.sent.get(SENT_AS) != how:
        write_receipt(folder, stem, replace(receipt, sent={**receipt.sent, SENT_AS: how}))


def read_receipt(folder: Path, stem: str) -> Receipt | None:
    """The receipt of predictions, or None when they have none (they were made without this package, or elsewhere).

    Raises:
        DataError: There is a receipt, but it cannot be read.
    """
    path = receipt_path(folder, stem)
    if not path.is_file():
        return None
    try:
        receipt = Receipt(**json.loads(path.read_text(encoding="utf-8")))
        if not isinstance(receipt.settings, dict):
            raise ValueError("settings is no object")
        return receipt
    except (OSError, ValueError, TypeError) as error:
        raise DataError(f"{path} cannot be read ({error}); delete it and run again") from error
