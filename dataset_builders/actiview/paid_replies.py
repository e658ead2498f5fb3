"""Replies of a judge that were paid for, kept beside what is made of them, so that a stopped run goes on."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Callable
from pathlib import Path

from vlmeval_hvs.messages import Message

logger = logging.getLogger("vlmeval_hvs")


class PaidReplies:
    """Asks a judge, and answers what it was asked before from a file.

    A request is known by the text and the bytes of the images; what the judge failed to answer is asked again.

    Args:
        ask: Sends a message to the judge.
        file: JSON lines of requests (SHA-256) and replies; a last line that a stop cut off is not counted.
    """

    def __init__(self, ask: Callable[[Message], str], file: Path) -> None:
        self._ask, self._file = ask, file
        self._kept = _read(file)

    def __call__(self, message: Message) -> str:
        """The judge's reply."""
        request = _digest(message)
        if request not in self._kept:
            self._kept[request] = self._ask(message)
            self._file.parent.mkdir(parents=True, exist_ok=True)
            with open(self._file, "a", encoding="utf-8", errors="replace") as lines:
                lines.write(json.dumps({"request": request, "reply": self._kept[request]}) + "\n")
        return self._kept[request]


def _digest(message: Message) -> str:
    digest = hashlib.sha256()
    for item in message:
        content = item["value"].encode("utf-8", "replace")
        digest.update(Path(item["value"]).read_bytes() if item["type"] == "image" else content)
        digest.update(b"\0")
    return digest.hexdigest()


def _read(file: Path) -> dict[str, str]:
    if not file.exists():
        return {}
    kept: dict[str, str] = {}
    whole = file.read_text(encoding="utf-8", errors="replace")
    for line in whole.splitlines():
        try:
            entry = json.loads(line)
            kept[str(entry["request"])] = str(entry["reply"])
        except (ValueError, KeyError, TypeError):
            logger.warning("%s: a line is no reply and is left out", file)
    if whole and not whole.endswith("\n"):  # what is added next gets a line of its own
        with open(file, "a", encoding="utf-8") as lines:
            lines.write("\n")
    return kept
