"""The bill of materials of a release, as CycloneDX JSON.

``python -m release.sbom --folder dist`` builds sdist and wheel, installs the wheel with the extras `EXTRAS` into an
environment that holds nothing else, lets ``cyclonedx-py`` list that environment, and adds every file of the wheel with
its digest and its licence (``licences.json``).
"""

from __future__ import annotations

import argparse
import hashlib
import json
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Any

from release.licences import OWN, ROOT, declared, entry_of

NAME = "vlmeval-hvs"
EXTRAS = ("build", "search", "figures")
"""Extras whose packages are listed, too. The host, and what renders, tests and documents, is its users' choice."""


def write_sbom(wheel: Path, target: Path) -> dict[str, Any]:
    """Write the bill of materials of a wheel.

    Args:
        wheel: The built wheel.
        target: JSON file to write.

    Returns:
        Its content.

    Raises:
        ValueError: A file of the wheel, or a package of the environment, has no licence.
    """
    with tempfile.TemporaryDirectory() as folder:
        interpreter = _environment(Path(folder) / "venv", wheel)
        listed = Path(folder) / "environment.json"
        _call("cyclonedx_py", "environment", "--output-reproducible", "--of", "JSON", "-o", listed, interpreter)
        content: dict[str, Any] = json.loads(listed.read_text(encoding="utf-8"))
    own = [component for component in content["components"] if component["name"] == NAME]
    others = [component for component in content["components"] if component["name"] != NAME]
    silent = [component["name"] for component in others if not component.get("licenses")]
    if silent:
        raise ValueError(f"these packages state no licence: {', '.join(silent)}")
    (main,) = own
    main.pop("externalReferences", None)  # the path of the wheel on this machine
    main |= {"type": "library", "components": file_components(wheel)}
    main["properties"] = [{"name": "vlmeval-hvs:extras", "value": ",".join(EXTRAS)}]
    content["metadata"]["component"] = main
    content["components"] = others
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(content, indent=1, ensure_ascii=False, sort_keys=True) + "\n", encoding="utf-8")
    return content


def file_components(wheel: Path) -> list[dict[str, Any]]:
    """One component for every file of the wheel, but for its own metadata.

    Raises:
        ValueError: A file has no licence.
    """
    shipped, found = declared()["shipped"], []
    with zipfile.ZipFile(wheel) as archive:
        for name in sorted(archive.namelist()):
            if ".dist-info/" in name:
                continue
            entry = entry_of(name, shipped)
            if entry is None:
                raise ValueError(f"{name} has no licence; add it to release/licences.json")
            digest = hashlib.sha256(archive.read(name)).hexdigest()
            own = entry["licence"] == OWN
            found.append(
                {
                    "type": "file",
                    "name": name,
                    "bom-ref": f"file:{name}",
                    "hashes": [{"alg": "SHA-256", "content": digest}],
                    "licenses": [_licence(entry["licence"])],
                    "copyright": "the vlmeval_hvs authors" if own else entry["source"],
                }
            )
    return found


def _licence(name: str) -> dict[str, Any]:
    """A licence as CycloneDX has it: an expression, a name of ours, or an identifier of SPDX."""
    if " AND " in name:
        return {"expression": name}
    return {"license": {"name" if name.startswith("LicenseRef-") else "id": name}}


def _environment(folder: Path, wheel: Path) -> Path:
    _call("uv", "venv", "--quiet", "--python", sys.executable, folder)
    interpreter = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    requirement = f"{NAME}[{','.join(EXTRAS)}] @ {wheel.resolve().as_uri()}"
    _call("uv", "pip", "install", "--quiet", "--python", interpreter, requirement)
    return interpreter


def _call(module: str, *arguments: str | Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", module, *map(str, arguments)], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(f"{module} {' '.join(map(str, arguments))}\n{done.stdout}{done.stderr}")


def main() -> int:
    """Build the distributions and write ``<wheel>.cdx.json`` beside it."""
    parser = argparse.ArgumentParser(description="Writes the bill of materials of the wheel, as CycloneDX JSON.")
    parser.add_argument("--folder", type=Path, default=ROOT / "dist", help="where the wheel and the bill go")
    folder = parser.parse_args().folder
    _call("build", "--outdir", folder, ROOT)
    wheel = max(folder.glob("vlmeval_hvs-*.whl"), key=lambda path: path.stat().st_mtime)
    target = wheel.with_suffix(".cdx.json")
    content = write_sbom(wheel, target)
    print(
        f"{target}: {len(content['components'])} packages, {len(content['metadata']['component']['components'])} files"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
