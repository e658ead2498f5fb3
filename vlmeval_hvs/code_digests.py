"""SHA-256 in hex of the code that builds sets or draws pictures, and of the files that decide how a benchmark asks."""

import ast
import hashlib
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

from vlmeval_hvs.errors import DataError

WORDING = ("wording.py", "pipeline.py", "session.py", "prompts*.json", "hints*.json", "wording*.json")
"""Files of a benchmark's package that decide how it asks; a package without them asks from its module ``dataset``."""


def digest_of_code(modules: Iterable[str], ours: bool = False) -> str:
    """Digest of the code and data of packages and modules; a missing one is a `DataError`.

    Those of this package (``ours``) share the modules beside them, and draw visual prompts.
    """
    places = {place for module in modules for place in places_of(module)}
    if ours:
        places |= {path for folder in tuple(places) for path in folder.parent.glob("*.py")}
        places |= {path for folder in places_of("vlmeval_hvs.visual_prompts") for path in folder.glob("*.*")}
    paths = {path for place in places for path in (place.rglob("*") if place.is_dir() else (place,))}
    digest = hashlib.sha256()
    for path in sorted(path for path in paths if path.suffix in (".py", ".json")):
        digest.update(f"{path.parent.name}/{path.name}\0".encode() + path.read_bytes())
    return digest.hexdigest()


def digest_of_wording(package: str) -> str:
    """Digest of the files that decide how a package asks; of Python files the statements count, not the comments."""
    paths = [path for folder in places_of(package) for path in folder.glob("*")]
    asking = [path for path in paths if any(path.match(pattern) for pattern in WORDING)]
    digest = hashlib.sha256()
    for path in sorted(asking or [path for path in paths if path.name == "dataset.py"]):
        content = path.read_text(encoding="utf-8")
        digest.update(f"{path.name}\0{_statements(content) if path.suffix == '.py' else content}\0".encode())
    return digest.hexdigest()


def places_of(module: str) -> list[Path]:
    """The folders of a package, the folder of a module in a package, or the file of a top-level module."""
    try:
        spec = find_spec(module)
    except ModuleNotFoundError:  # its package is missing
        spec = None
    if spec is None:
        raise DataError(f"there is no module {module}")
    if spec.submodule_search_locations:
        return [Path(folder) for folder in spec.submodule_search_locations]
    file = Path(spec.origin or "")
    return [file.parent if "." in module else file]


def _statements(code: str) -> str:
    tree = ast.parse(code)
    for node in ast.walk(tree):
        if isinstance(body := getattr(node, "body", None), list):
            texts = [isinstance(each, ast.Expr) and isinstance(getattr(each.value, "value", 0), str) for each in body]
            node.body = [each for each, text in zip(body, texts, strict=True) if not text]  # type: ignore[attr-defined]
    return ast.dump(tree)
