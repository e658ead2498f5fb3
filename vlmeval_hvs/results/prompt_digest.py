"""A digest of what a model was asked: the words, their roles, and the bytes of the images."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any


def prompt_digest(message: Iterable[Mapping[str, Any]]) -> str:
    """SHA-256 over types, roles, words and image bytes of a message, in their order, as hexadecimal digits.

    Where a file lies and what it is called do not count. A file is read once as long as its size and time stay.

    Args:
        message: ``{"type", "value"}`` items, some with a ``role``.
    """
    digest = hashlib.sha256()
    for item in message:
        kind, value = str(item.get("type", "")), str(item.get("value", ""))
        content = b"" if kind == "text" else _file_digest(value)
        content = content or value.encode("utf-8", "surrogatepass")
        head = f"{kind}\0{item.get('role') or ''}\0{len(content)}\0"
        digest.update(head.encode("utf-8", "surrogatepass") + content)
    return digest.hexdigest()


def _file_digest(path: str) -> bytes:
    try:
        status = os.stat(path)
        return _content_digest(path, status.st_size, status.st_mtime_ns)
    except (OSError, ValueError):  # an address, or encoded data
        return b""


@lru_cache(maxsize=4096)
def _content_digest(path: str, size: int, changed: int) -> bytes:
    return hashlib.sha256(Path(path).read_bytes()).digest()
