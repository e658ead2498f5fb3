"""Records of measurements: what a script measured, with which code and on which machine.

Every script of this folder takes `--record DIR` and then writes its figures to `DIR/<script>.json`. The committed
records in `docs/measured` are what `python -m speed.update_docs` renders into the documentation.
"""

import argparse
import json
import os
import platform
import shlex
import subprocess
import sys
from datetime import datetime, timezone
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "docs" / "measured"
KEYS = ("commit", "date", "machine", "command", "figures")
PACKAGES = ("numpy", "scipy", "pandas", "pillow", "opencv-python", "pyarrow")


def parse(parser: argparse.ArgumentParser) -> argparse.Namespace:
    """Parse the command line of a script; `record` is the folder for its record, or None."""
    parser.add_argument("--record", metavar="DIR", type=Path, help="write the figures to DIR/<script>.json")
    return parser.parse_args()


def save(
    folder: Path | None, script: str | Path, figures: dict[str, Any], packages: tuple[str, ...] = (), part: str = ""
) -> Path | None:
    """Write the record of a script; nothing is written without a folder.

    Args:
        folder: The folder of the option `--record`.
        script: The script's `__file__`; the record is named after it.
        figures: What was measured and with which settings. Floats are rounded to four significant digits.
        packages: Distributions whose versions matter for these figures, in addition to the usual ones.
        part: Ends the record's name where a script measures several parts that are recorded apart.

    Returns:
        The path of the record, or None.
    """
    if folder is None:
        return None
    content = {
        "commit": commit(),
        "date": datetime.now(timezone.utc).date().isoformat(),
        "machine": machine(packages),
        "command": command(script, sys.argv[1:]),
        "figures": rounded(figures),
    }
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{record_name(script)}{part}.json"
    path.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"recorded in {path}")
    return path


def read(name: str, folder: Path = FOLDER) -> dict[str, Any]:
    """Read the record of this name.

    Raises:
        ValueError: The record is missing or incomplete.
    """
    path = folder / f"{name}.json"
    if not path.exists():
        raise ValueError(f"no record {path}: run its script with `--record {folder}`")
    content = json.loads(path.read_text(encoding="utf-8"))
    if missing := [key for key in KEYS if key not in content]:
        raise ValueError(f"{path} lacks {', '.join(missing)}")
    return content


def record_name(script: str | Path) -> str:
    """Return the name of a script's record: `bench_kde.py` writes `kde.json`."""
    return Path(script).stem.removeprefix("bench_").removeprefix("record_")


def command(script: str | Path, arguments: list[str]) -> str:
    """Return the command line without the place of the record, as a reader would repeat it."""
    kept, skip = [], False
    for word in arguments:
        if skip or word.startswith("--record="):
            skip = False
        elif word == "--record":
            skip = True
        else:
            kept.append(word)
    folder = Path(script).resolve().parent
    package = ".".join(folder.relative_to(ROOT).parts) if ROOT in folder.parents else "speed"
    return shlex.join(["python", "-m", f"{package}.{Path(script).stem}", *kept])


def commit() -> str:
    """Return the commit of the working tree; `-dirty` says that code was changed after it.

    The documentation does not count: a record that was just written must not make the next one dirty.
    """
    code = ["--", ".", ":(exclude)docs", ":(exclude)*.md"]
    revision = _git("rev-parse", "HEAD")
    return f"{revision}-dirty" if _git("status", "--porcelain", *code) else revision


def machine(packages: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return what figures depend on besides the code: processor cores and versions."""
    versions = {name: found for name in (*PACKAGES, *packages) if (found := _version(name))}
    return {
        "cores": os.cpu_count(),
        "architecture": platform.machine(),
        "system": platform.system(),
        "threads": os.environ.get("OMP_NUM_THREADS", "unset"),
        "python": platform.python_version(),
        **versions,
    }


def rounded(value: Any) -> Any:
    """Return the same with floats of four significant digits, which is more than a measurement holds."""
    if isinstance(value, dict):
        return {str(key): rounded(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [rounded(item) for item in value]
    if hasattr(value, "item"):  # numpy's scalars
        value = value.item()
    return float(f"{value:.4g}") if isinstance(value, float) else value


def _git(*arguments: str) -> str:
    done = subprocess.run(["git", "-C", str(ROOT), *arguments], check=True, capture_output=True, text=True)
    return done.stdout.strip()


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""
