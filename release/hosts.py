"""Runs the plugin in every VLMEvalKit that can be installed, and reports what works.

Usage: python -m release.hosts [--work DIR] [--only REGEX]
       python -m release.hosts --bare CHECKOUT [--work DIR]

Hosts are all versions of ms-vlmeval in the package index, the checkouts of VLMEvalKit that ``VLMEVAL_HVS_UPSTREAM``
names (separated as in ``PATH``), the newest distribution with older numpy and pandas, and evalscope over it. Of each
the report says whether it can be imported, and lists the plugin's datasets; a single-turn and a multi-turn demo set
give valid results; a run that is killed and continued ends with the predictions of a run that is not, and asks nothing
twice; a run on a multiple-choice table of the host's own leaves the same files with the plugin and without.

Each host has a virtual environment over the packages of this interpreter, so that torch is installed once. With
``--bare`` only the environment of a checkout is made, with its formatters and without the plugin, and its interpreter
is printed: the tests of exported benchmarks use it.
"""

import argparse
import base64
import io
import json
import os
import re
import subprocess
import sys
import sysconfig
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd
from PIL import Image

from release.host_trial import SCRIPTED
from vlmeval_hvs.registry import all_cards, build_set, set_of
from vlmeval_hvs.upstream.checkout import configured

ROOT = Path(__file__).resolve().parents[1]
OWN_TABLE, SINGLE, MULTI, MODEL = "PlainChoice", "HVSBench_Subitizing_DEMO", "ActiView_Zooming_DEMO", "hvs-random"

NEEDS = (
    *("seaborn", "pycocoevalcap", "omegaconf", "antlr4-python3-runtime==4.9.3", "timeout-decorator", "validators"),
    *("sty", "portalocker", "visual-genome", "xlsxwriter", "tabulate", "peft"),
)
"""What the host imports and neither its distribution nor this package's extras require."""

UPSTREAM_NEEDS = ("setuptools<80", "rouge_score", "nltk", "absl-py", "joblib", "litellm<1.85", "gradio", *NEEDS)
TRANSFORMERS_4 = (
    *("transformers>=4.57,<5", "huggingface-hub<1", "tokenizers>=0.22,<0.23", "datasets<4.5", "httpx", "httpcore"),
)
"""Model classes before ms-vlmeval 0.0.20, and before commit 47e8f143 of 2026-03-02, do not import transformers 5."""

EVALSCOPE_NEEDS = (
    *("modelscope", "modelscope-hub", "addict", "simplejson", "datasets<5", "huggingface-hub<2", "fsspec<=2026.2.0"),
    *("httpx", "httpcore", "absl-py", "colorlog", "docstring-parser", "filetype", "jsonlines", "more-itertools"),
    *("plotly", "rouge-chinese", "rouge-score", "sacrebleu", "zhconv"),
)
RUN = re.compile(r"T\d{8}(-\d{6}|_G[0-9a-fA-F]*)|(RUN_)?\d{14}")
TIME = re.compile(r"\d{4}-?\d\d-?\d\d([T _-]?\d\d:?\d\d:?\d\d(\.\d+)?)?")


class Host(NamedTuple):
    """One line of the report."""

    name: str
    packages: tuple[str, ...]  # installed without their own requirements
    runner: str = ""  # ``run.py`` of a checkout, ``evalscope``, or "" for the distribution's own runner


def main() -> None:
    """Try every host, print a JSON line for each, and keep the lines in ``hosts.json`` of the work folder."""
    parser = argparse.ArgumentParser(prog="python -m release.hosts", description=__doc__.splitlines()[0])
    parser.add_argument("--work", type=Path, default=ROOT / ".hosts", help="folder of environments and results")
    parser.add_argument("--only", default="", metavar="REGEX", help="only hosts whose name matches")
    parser.add_argument("--bare", type=Path, metavar="CHECKOUT", help="print the interpreter for exported benchmarks")
    options = parser.parse_args()
    work = options.work.absolute()
    if options.bare:
        host = checkout(options.bare.absolute())
        formatters = [f"{tool}=={version}" for tool, (version, _) in configured(options.bare).items()]
        print(environment(Host("bare", host.packages), work / "bare", plugin=False, tools=formatters))
        return
    prepare(work / "LMUData")
    rows = []
    for host in (host for host in hosts() if re.search(options.only, host.name)):
        rows.append(tried(host, work))
        print(json.dumps(rows[-1]), flush=True)
    (work / "hosts.json").write_text(json.dumps(rows, indent=1), encoding="utf-8")
    sys.exit(int(any(not row["expected"] for row in rows)))


def hosts() -> list[Host]:
    """Every host of the report."""
    released = versions("ms-vlmeval")
    newest, pandas_2 = distribution(released[0]), ("pandas==2.3.3", "pytz", "tzdata")
    oldest = ("numpy==1.26.4", "pandas==2.2.3", "pytz", "tzdata", "pyarrow==19.0.1")
    scope = versions("evalscope")[0]
    over_it = (f"evalscope=={scope}", *newest.packages, *EVALSCOPE_NEEDS)
    return [
        *map(distribution, released),
        Host(f"{newest.name}, numpy 1.26, pandas 2.2", (*newest.packages, *oldest)),
        Host(f"{newest.name}, pandas 2.3", (*newest.packages, *pandas_2)),
        Host(f"evalscope {scope}, {newest.name}", over_it, "evalscope"),
        *(checkout(Path(place)) for place in os.environ.get("VLMEVAL_HVS_UPSTREAM", "").split(os.pathsep) if place),
    ]


def versions(package: str) -> list[str]:
    """All versions of a package in the configured index, the newest first."""
    done = _call(sys.executable, "-m", "pip", "index", "versions", package)
    found = re.search(r"^Available versions: (.*)$", done, re.MULTILINE)
    if not found:
        raise RuntimeError(f"the index does not list {package}: {done[-500:]}")
    return found[1].split(", ")


def distribution(version: str) -> Host:
    """A version of the distribution."""
    older = TRANSFORMERS_4 if tuple(map(int, version.split("."))) < (0, 0, 20) else ()
    return Host(f"ms-vlmeval {version}", (f"ms-vlmeval=={version}", *NEEDS, *older))


def checkout(folder: Path) -> Host:
    """A checkout of the host's repository, named after its commit."""
    command = ["git", "-C", str(folder), "log", "-1", "--format=%h, %cs"]
    commit = subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    older = TRANSFORMERS_4 if "" < commit[-10:] < "2026-03-02" else ()
    return Host(f"VLMEvalKit {commit or folder.name}", (*UPSTREAM_NEEDS, *older), str(folder / "run.py"))


def environment(host: Host, folder: Path, plugin: bool = True, tools: Sequence[str] = ()) -> Path:
    """Make the environment of a host, unless it is there, and return its interpreter; or `RuntimeError`.

    ``tools`` are installed with what they need.
    """
    interpreter, ready = folder / "bin" / "python", folder / "ready.txt"
    first = [str(Path(host.runner).parent)] if host.runner.endswith(".py") else []
    first += [str(ROOT)] if plugin else []
    wanted = "\n".join([*first, *host.packages, *tools])
    if ready.is_file() and ready.read_text() == wanted:
        return interpreter
    _call(sys.executable, "-m", "venv", "--without-pip", "--clear", folder)
    install = (sys.executable, "-m", "uv", "pip", "install", "--quiet", "--python", interpreter)
    _call(*install, "--no-deps", *host.packages)
    if tools:
        _call(*install, *tools)
    site = Path(sysconfig.get_path("purelib", vars={"base": str(folder), "platbase": str(folder)}))
    below = dict.fromkeys(sysconfig.get_path(kind) for kind in ("purelib", "platlib"))
    # With the plugin, code instead of a plain path: the start-up hook in the folder below has to run.
    line = "import site; site.addsitedir({!r})\n" if plugin else "{}\n"
    lines = [f"{path}\n" for path in first] + [line.format(path) for path in below]
    (site / "below.pth").write_text("".join(lines), encoding="utf-8")
    ready.write_text(wanted)
    return interpreter


def _call(*command: str | Path) -> str:
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(map(str, command[:6]))}: {(done.stderr or done.stdout)[-800:]}")
    return done.stdout


def prepare(data: Path) -> None:
    """Make the demo sets, and a table as users of the host do: pictures of one colour, four colours to choose from."""
    for name in (SINGLE, MULTI):
        build_set(set_of(name), root=data / "vlmeval_hvs")
    colours, lines = ("red", "green", "blue", "white"), []
    for index in range(12):
        picture = io.BytesIO()
        Image.new("RGB", (32, 24), colours[index % 4]).save(picture, "PNG")
        shown: dict[str, Any] = {"index": index, "image": base64.b64encode(picture.getvalue()).decode()}
        asked = {"question": f"Which colour has picture {index}?", **dict(zip("ABCD", colours, strict=True))}
        lines.append({**shown, **asked, "answer": "ABCD"[index % 4], "category": "colour"})
    pd.DataFrame(lines).to_csv(data / f"{OWN_TABLE}.tsv", sep="\t", index=False)


def tried(host: Host, work: Path) -> dict[str, Any]:
    """What works in a host; ``expected`` is false where the plugin breaks something."""
    print(f"== {host.name}", file=sys.stderr, flush=True)
    folder = work / re.sub(r"[^\w.-]+", "_", host.name)
    try:
        interpreter = environment(host, folder / "venv")
    except RuntimeError as error:
        return {"name": host.name, "why": str(error), "expected": True}
    results = folder / f"results-{time.strftime('%H%M%S')}"
    on, off = (trial(host, interpreter, results / name, work / "LMUData", name == "on") for name in ("on", "off"))
    return {"name": host.name, **judged(on, off, results)}


def trial(host: Host, interpreter: Path, work: Path, data: Path, plugin: bool) -> dict[str, Any]:
    """One process of the host, with the plugin or without."""
    work.mkdir(parents=True)
    runs: dict[str, Any] = {"own": {"arguments": ["--data", OWN_TABLE, "--model", SCRIPTED]}}
    if plugin:
        runs |= {name: {"arguments": ["--data", name, "--model", MODEL]} for name in (SINGLE, MULTI)}
        runs["killed"] = {**runs[MULTI], "killed": True}
    names = [name for card in all_cards() for name in card.dataset_names]
    spec = {"runner": host.runner, "work": str(work), "names": names, "runs": runs}
    (work / "spec.json").write_text(json.dumps(spec), encoding="utf-8")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHONPATH", "VLMEVAL_HVS"))}
    settings = {"LMUData": str(data), "OMP_NUM_THREADS": "1", "CUDA_VISIBLE_DEVICES": "", "HF_HUB_OFFLINE": "1"}
    switch = {} if plugin else {"VLMEVAL_HVS_AUTOLOAD": "0"}
    command = [interpreter, Path(__file__).with_name("host_trial.py"), work / "spec.json", work / "found.json"]
    environment = {**kept, **settings, **switch}
    with (work / "log.txt").open("w", encoding="utf-8") as log:
        done = subprocess.run(command, cwd=work, env=environment, stdout=log, stderr=log, timeout=1500, check=False)
    said = (work / "log.txt").read_text(encoding="utf-8", errors="replace")
    found: dict[str, Any] = {"import": f"the process ended with {done.returncode}: {said[-500:]}"}
    if (work / "found.json").is_file():
        found = json.loads((work / "found.json").read_text(encoding="utf-8"))
    return {**found, "said": [line for line in said.splitlines() if line.startswith("vlmeval_hvs: ")]}


def judged(on: dict[str, Any], off: dict[str, Any], results: Path) -> dict[str, Any]:
    """Compare the process with the plugin to the one without."""
    row: dict[str, Any] = {"said": on["said"]}
    if off["import"] or on["import"]:
        same = off["import"] == on["import"] and not on.get("in the plugin")
        return {**row, "why": off["import"] or on["import"], "expected": same}
    changed = differences(results / "on" / "own", results / "off" / "own")
    statuses = [each["runs"]["own"]["status"] for each in (on, off)]
    row |= {"seconds": on["seconds"], "registered": on["registered"], "own statuses": statuses, "changed": changed}
    row["own scored"] = any((results / "on" / "own").rglob("*_acc.csv"))
    harmless = not changed and len(set(statuses)) == 1
    if not on["registered"]:
        return {**row, "expected": harmless and len(on["said"]) == 1}
    for what, name in (("single", SINGLE), ("multi", MULTI)):
        paths = _newest(results / "on" / name, "*_hvs_scores.json")
        row[what] = "".join(json.loads(path.read_text(encoding="utf-8"))["validity"] for path in paths)
    multi, killed = (results / "on" / name for name in (MULTI, "killed"))
    whole, resumed = (predictions(folder) for folder in (multi, killed))
    row |= {"killed": on["runs"]["killed"]["killed"], "resumed": bool(whole) and whole == resumed}
    row["calls"] = [counted_calls(multi), counted_calls(killed)]
    works = row["single"] == row["multi"] == "valid" and row["resumed"] and len(set(row["calls"])) == 1
    return {**row, "expected": bool(works and row["killed"] and harmless)}


def differences(one: Path, other: Path) -> list[str]:
    """Names of files that differ between two folders of results, but for times and the names of runs."""
    found = []
    for root in (one, other):
        paths = [path for path in root.rglob("*") if path.is_file() and not path.name.startswith("log")]
        found.append({(RUN.sub("RUN", path.relative_to(root).as_posix()), _content(path, root)) for path in paths})
    return sorted({name for name, _ in found[0] ^ found[1]})


def _content(path: Path, root: Path) -> str:
    if path.suffix == ".xlsx":
        return str(pd.read_excel(path, dtype=str).to_csv())
    if path.suffix == ".pkl":  # threads write rows in any order; the tables made of them are compared
        return ""
    text = RUN.sub("RUN", path.read_bytes().decode("utf-8", "replace"))
    if path.suffix == ".json":
        text = re.sub(r'"(elapsed\w*|\w*time\w*|duration\w*)": [^,\n}]+', "", text)
    return TIME.sub("TIME", text.replace(str(root), ""))


def _newest(folder: Path, *patterns: str) -> list[Path]:
    """The newest file below a folder; none where there is none."""
    found = {path.resolve() for pattern in patterns for path in folder.rglob(pattern)}
    return sorted(found, key=lambda path: path.stat().st_mtime)[-1:]


def predictions(folder: Path) -> dict[str, str]:
    """Predictions of the host's file by index; empty where there is none."""
    for path in _newest(folder, f"{MODEL}_{MULTI}.xlsx", f"{MODEL}_{MULTI}.tsv"):
        read = pd.read_excel(path, dtype=str) if path.suffix == ".xlsx" else pd.read_csv(path, sep="\t", dtype=str)
        return dict(zip(read["index"], read["prediction"], strict=True))
    return {}


def counted_calls(folder: Path) -> int:
    """Calls of the model in all ledgers below a folder; a line that one run copies from another counts once."""
    count, paths = 0, {path.resolve() for path in folder.rglob("*_hvs_ledger_*.jsonl")}
    for line in {line for path in paths for line in path.read_text(encoding="utf-8").splitlines()}:
        with suppress(ValueError):  # a kill tears a line
            count += json.loads(line).get("kind") == "call"
    return count


if __name__ == "__main__":
    main()
