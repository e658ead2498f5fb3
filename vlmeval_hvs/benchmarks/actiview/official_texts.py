"""The templates of ActiView's released code: read from a checkout, checked, and stored with the built sets.

The code has no licence, so this package has the names and SHA-256 of its texts only (``prompts_official.json``).
"""

import ast
import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import bundled, data_root, write_atomically

FILE = "prompts_config.py"


def declared() -> dict[str, Any]:
    """How the released code arranges its templates, and the SHA-256 of each."""
    return dict(bundled(__package__, "prompts_official.json"))


def place(root: Path | None = None) -> Path:
    """Where the texts are kept, below the folder of all sets."""
    return (root or data_root()) / "_wording" / "ActiView_official.json"


def installed() -> dict[str, str]:
    """The texts by name; a `DataError` says what to do where they are not here, or not those of the released code."""
    source = declared()["source"]
    hint = (
        f"profile=official asks with the texts of {source['repository']}, which has no licence, so they are not part "
        f"of this package. Clone it and run: vlmeval-hvs actiview wording CHECKOUT ({source['file']}, commit "
        f"{source['commit'][:8]}); profile=robust needs none"
    )
    try:
        texts = json.loads(place().read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise DataError(hint) from error
    check(texts, str(place()))
    return {name: str(texts[name]) for name in declared()["templates"]}


def check(texts: Mapping[str, Any], where: str) -> None:
    """Raise a `DataError` that names the templates that are missing or not those of the released code."""
    expected = declared()["templates"]
    if missing := [name for name in expected if name not in texts]:
        raise DataError(f"{where} has no template {', '.join(missing)}")
    found = {name: hashlib.sha256(str(texts[name]).encode()).hexdigest() for name in expected}
    if other := [name for name in expected if found[name] != expected[name]]:
        commit = declared()["source"]["commit"][:8]
        raise DataError(f"{where}: {', '.join(other)} differ from the released texts (commit {commit})")


def read_checkout(path: Path) -> dict[str, str]:
    """All module-level texts by name in a checkout of the released code, or in its ``prompts_config.py``, not run."""
    found = [path] if path.is_file() else sorted(path.rglob(FILE))
    if not found:
        raise DataError(f"{path}: no {FILE} in it; give a checkout of {declared()['source']['repository']}")
    try:
        tree = ast.parse(found[0].read_text(encoding="utf-8"))
    except (OSError, ValueError, SyntaxError, RecursionError) as error:
        raise DataError(f"{found[0].name} is not readable Python ({error})") from error
    return {
        target.id: node.value.value
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        for target in node.targets
        if isinstance(target, ast.Name)
    }


def install(checkout: Path, root: Path | None = None) -> Path:
    """Check the texts of a checkout (see `read_checkout`) and keep them for ``profile=official``; their file."""
    texts = read_checkout(checkout)
    check(texts, str(checkout))
    kept = {name: texts[name] for name in declared()["templates"]}
    write_atomically(place(root), json.dumps(kept, ensure_ascii=False, indent=1).encode())
    return place(root)
