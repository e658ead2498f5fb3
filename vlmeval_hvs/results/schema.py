"""The JSON schema (draft 2020-12) of score files and of what commands print with ``--json``."""

from __future__ import annotations

from typing import Any

from vlmeval_hvs.files import bundled


def schema(name: str = "") -> dict[str, Any]:
    """The schema, as plain data.

    Args:
        name: A part of it, by its name in ``$defs``: ``scores`` for score files, or the ``kind`` of an object that a
            command prints. "" for the whole, which accepts a score file
            and every such object.

    Raises:
        KeyError: There is no such part.
    """
    whole: dict[str, Any] = bundled(__package__, "schema.json")
    if not name:
        return whole
    if name not in whole["$defs"]:
        raise KeyError(name)
    return {key: whole[key] for key in ("$schema", "$defs")} | {"$ref": f"#/$defs/{name}"}
