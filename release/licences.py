"""Licences of what is shipped, declared once in ``licences.json``; as a module it writes ``NOTICE``.

python -m release.licences           write NOTICE
python -m release.licences --check   exit with 1 when NOTICE is not what would be written
"""

from __future__ import annotations

import json
import sys
import textwrap
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
NOTICE = ROOT / "NOTICE"
OWN = "Apache-2.0"


def declared() -> dict[str, Any]:
    """The content of ``licences.json``."""
    content: dict[str, Any] = json.loads((ROOT / "release" / "licences.json").read_text(encoding="utf-8"))
    return content


def entry_of(name: str, entries: list[dict[str, Any]]) -> dict[str, Any] | None:
    """The first entry that fits a shipped file.

    Args:
        name: Path in the wheel, with forward slashes.
        entries: ``declared()["shipped"]``.
    """
    return next((entry for entry in entries if any(fnmatchcase(name, one) for one in entry["files"])), None)


def notice() -> str:
    """The text of ``NOTICE``."""
    content = declared()
    lines = [
        "vlmeval_hvs",
        "Copyright the vlmeval_hvs authors",
        "",
        *_wrapped(
            "This product is licensed under the Apache License, Version 2.0 (file LICENSE). What follows names the "
            "work of others that is quoted in it, and all data files with their terms. It is made of "
            "release/licences.json.",
            0,
        ),
    ]
    for title, key in (("Shipped in the distribution", "shipped"), ("In the repository only", "repository")):
        lines += ["", title, "-" * len(title)]
        for entry in content[key]:
            lines += ["", *entry["files"]]
            lines += _wrapped(f"{entry['what']}. From: {entry['source']}. Licence: {entry['licence']}.", 4)
    title = "Drawn from, and never shipped"
    lines += ["", title, "-" * len(title)]
    for entry in content["drawn from"]:
        lines += ["", entry["name"], *_wrapped(f"{entry['use']}. Terms: {entry['terms']}.", 4)]
    title = "Terms"
    lines += ["", title, "-" * len(title)]
    for name, text in content["terms"].items():
        lines += ["", name, *_wrapped(text, 4)]
    return "\n".join(lines) + "\n"


def _wrapped(text: str, indent: int) -> Iterator[str]:
    space = " " * indent
    yield from textwrap.wrap(
        text, 100, initial_indent=space, subsequent_indent=space, break_long_words=False, break_on_hyphens=False
    )


def main(arguments: list[str]) -> int:
    """Write the notice, or check it."""
    text = notice()
    if arguments == ["--check"]:
        return int(not NOTICE.is_file() or NOTICE.read_text(encoding="utf-8") != text)
    NOTICE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
