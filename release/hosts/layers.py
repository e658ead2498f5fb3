"""Virtual environments of single hosts, layered over the packages of the interpreter that makes them.

A layer holds the host, what it needs in another version, and lines that hand on everything else: torch is installed
once. The plugin's start-up hook comes from below, as it is installed there, and the plugin from this working tree.
"""

from __future__ import annotations

import re
import subprocess
import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = "ms-vlmeval"

# What distributions of the host import at their top and this package's own extras do not bring.
NEEDS = (
    *("seaborn", "pycocoevalcap", "omegaconf", "antlr4-python3-runtime==4.9.3", "timeout-decorator", "validators"),
    *("sty", "portalocker", "visual-genome", "xlsxwriter", "tabulate", "peft"),
)
UPSTREAM_NEEDS = ("setuptools<80", "rouge_score", "nltk", "absl-py", "joblib", "litellm<1.85", "gradio", *NEEDS)
TRANSFORMERS_4 = (
    *("transformers>=4.57,<5", "huggingface-hub<1", "tokenizers>=0.22,<0.23", "datasets<4.5", "httpx", "httpcore"),
)
"""With transformers 5 the model classes of older distributions cannot be imported."""

FIRST_WITH_TRANSFORMERS_5 = (0, 0, 20)
FIRST_DAY_WITH_TRANSFORMERS_5 = "2026-03-02"
"""The day on which the repository's commit 47e8f143 made its imports fit both; its requirements name no version."""

EVALSCOPE = "evalscope"
EVALSCOPE_RUNNER = "release.hosts.in_evalscope"
EVALSCOPE_NEEDS = (
    *("modelscope", "modelscope-hub", "addict", "simplejson", "datasets<5", "huggingface-hub<2", "fsspec<=2026.2.0"),
    *("httpx", "httpcore", "absl-py", "colorlog", "docstring-parser", "filetype", "jsonlines", "more-itertools"),
    *("plotly", "rouge-chinese", "rouge-score", "sacrebleu", "zhconv"),
)
"""What evalscope and its hub need beyond `NEEDS` and this package's own extras."""


@dataclass(frozen=True)
class Host:
    """One line of the matrix.

    Attributes:
        name: What the table calls it.
        packages: Requirements of its layer, installed without what they require.
        runner: ``run.py`` of a checkout, or the module that is called instead of the layer's ``vlmeval.run``, which ""
            stands for.
        path: Folders that come first on ``sys.path``.
    """

    name: str
    packages: tuple[str, ...]
    runner: str = ""
    path: tuple[str, ...] = ()


def versions(package: str = PACKAGE) -> list[str]:
    """All versions of a package in the configured index, the newest first.

    Raises:
        RuntimeError: The index does not tell.
    """
    done = _call(sys.executable, "-m", "pip", "index", "versions", package)
    found = re.search(r"^Available versions: (.*)$", done, re.MULTILINE)
    if not found:
        raise RuntimeError(f"the index knows no {package}: {done[-500:]}")
    return found[1].split(", ")


def distribution(version: str, *more: str, note: str = "") -> Host:
    """A version of the distribution, with further requirements."""
    older = TRANSFORMERS_4 if tuple(map(int, version.split("."))) < FIRST_WITH_TRANSFORMERS_5 else ()
    return Host(f"{PACKAGE} {version}{note}", (f"{PACKAGE}=={version}", *NEEDS, *older, *more))


def evalscope(version: str, host: str) -> Host:
    """A version of evalscope whose VLMEvalKit backend has this version of the distribution."""
    below = distribution(host)
    packages = (f"{EVALSCOPE}=={version}", *below.packages, *EVALSCOPE_NEEDS)
    return Host(f"{EVALSCOPE} {version}, {below.name}", packages, EVALSCOPE_RUNNER)


def checkout(folder: Path, name: str, day: str = "") -> Host:
    """A checkout of the host's repository.

    Args:
        folder: The checkout.
        name: What the table calls it.
        day: Date of its commit as ``2026-02-18``; "" takes it for a new one.
    """
    older = TRANSFORMERS_4 if "" < day < FIRST_DAY_WITH_TRANSFORMERS_5 else ()
    return Host(name, (*UPSTREAM_NEEDS, *older), str(folder / "run.py"), path=(str(folder),))


def make(host: Host, folder: Path, plugin: bool = True) -> Path:
    """Make the layer of a host, unless it is there.

    Returns:
        Its interpreter.

    Raises:
        RuntimeError: The packages cannot be installed; the message is pip's.
    """
    interpreter = folder / "bin" / "python"
    ready = folder / "ready.txt"
    ours = (ROOT,) if plugin else ()
    wanted = "\n".join([*map(str, ours), *host.packages])
    if ready.is_file() and ready.read_text() == wanted:
        return interpreter
    _call(sys.executable, "-m", "venv", "--without-pip", "--clear", folder)
    _call(sys.executable, "-m", "uv", "pip", "install", "--quiet", "--no-deps", "--python", interpreter, *host.packages)
    site = Path(sysconfig.get_path("purelib", vars={"base": str(folder), "platbase": str(folder)}))
    below = dict.fromkeys(sysconfig.get_path(kind) for kind in ("purelib", "platlib"))
    # With the plugin, a line of code instead of a plain path: the start-up hook that lies below has to run.
    line = "import site; site.addsitedir({!r})\n" if plugin else "{}\n"
    lines = [f"{path}\n" for path in (*host.path, *ours)] + [line.format(path) for path in below]
    (site / "below.pth").write_text("".join(lines), encoding="utf-8")
    ready.write_text(wanted)
    return interpreter


def _call(*command: str | Path) -> str:
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(map(str, command[:6]))}: {(done.stderr or done.stdout)[-800:]}")
    return done.stdout
