"""Runs the plugin in every host and tells what came of it.

Usage: python -m release.hosts.matrix [--work DIR] [--only REGEX]

Hosts are all versions of ms-vlmeval in the package index, the checkouts of VLMEvalKit that ``VLMEVAL_HVS_UPSTREAM``
names (several are separated as in ``PATH``), the newest distribution with older numpy and pandas, and evalscope over
it. Each is asked whether

* it can be imported, and the plugin's names are in its list,
* a single-turn and a multi-turn demo set give valid results,
* a run that was killed and is continued ends with the predictions of a run that was not, and asks nothing twice,
* the files of a run on a multiple-choice table of the host's own are the same with the plugin and without.
"""

from __future__ import annotations

import argparse
import base64
import io
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pandas as pd
from PIL import Image

from release.hosts import layers
from release.hosts.results import counted_calls, differences, predictions, scores
from release.hosts.trial import SCRIPTED
from vlmeval_hvs.registry import all_cards, build_set

UPSTREAM = "VLMEVAL_HVS_UPSTREAM"
OWN_TABLE = "PlainChoice"
SINGLE = "HVSBench_Subitizing_DEMO"
MULTI = "ActiView_Zooming_DEMO"
MODEL = "hvs-random"
TRIAL = Path(__file__).with_name("trial.py")
SECONDS = 900
NUMPY_1 = ("numpy==1.26.4", "pyarrow==19.0.1")
PANDAS_2 = ("pytz", "tzdata")
"""What pandas requires before version 3."""


def main() -> None:
    """Run the matrix, print its rows, and keep them in ``hosts.json`` of the work folder."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--work", type=Path, default=layers.ROOT / ".hosts", help="folder for layers and results")
    parser.add_argument("--only", default="", metavar="REGEX", help="only hosts whose name has it")
    options = parser.parse_args()
    work = options.work.absolute()
    data = prepare(work / "LMUData")
    rows = []
    for host in hosts():
        if re.search(options.only, host.name):
            rows.append(tried(host, work, data))
            print(json.dumps(rows[-1]), flush=True)
    (work / "hosts.json").write_text(json.dumps(rows, indent=1), encoding="utf-8")
    sys.exit(int(any(not row["expected"] for row in rows)))


def hosts() -> list[layers.Host]:
    """Every host of the matrix."""
    released = layers.versions()
    newest = released[0]
    found = [layers.distribution(version) for version in released]
    found += [
        layers.distribution(
            newest, "numpy==1.26.4", "pandas==2.2.3", *PANDAS_2, "pyarrow==19.0.1", note=", numpy 1.26, pandas 2.2"
        ),
        layers.distribution(newest, "pandas==2.3.3", *PANDAS_2, note=", pandas 2.3"),
        layers.evalscope(layers.versions(layers.EVALSCOPE)[0], newest),
    ]
    found += [checkout(Path(place)) for place in os.environ.get(UPSTREAM, "").split(os.pathsep) if place]
    return found


def checkout(folder: Path) -> layers.Host:
    """A checkout, named by the commit that it is at."""
    done = subprocess.run(
        ["git", "-C", str(folder), "log", "-1", "--format=%h, %cs"], capture_output=True, text=True, check=False
    )
    told = done.stdout.strip()
    return layers.checkout(folder, f"VLMEvalKit {told or folder.name}", day=told[-10:])


def prepare(data: Path) -> Path:
    """A data folder with the demo sets and a table of the host's own kind."""
    for name in (SINGLE, MULTI):
        card = next(card for card in all_cards() if name.removesuffix("_DEMO") in card.datasets)
        for each in card.sets:
            if not (data / "vlmeval_hvs" / f"{each}_DEMO").exists():
                build_set(f"{each}_DEMO", root=data / "vlmeval_hvs")
    write_own_table(data)
    return data


def write_own_table(folder: Path, rows: int = 12) -> None:
    """Write a table as the host's users do: pictures of one colour, and four colours to choose from."""
    colours = ("red", "green", "blue", "white")
    lines = []
    for index in range(rows):
        picture = io.BytesIO()
        Image.new("RGB", (32, 24), colours[index % 4]).save(picture, "PNG")
        lines.append(
            {
                "index": index,
                "image": base64.b64encode(picture.getvalue()).decode(),
                "question": f"Which colour has picture {index}?",
                **dict(zip("ABCD", colours, strict=True)),
                "answer": "ABCD"[index % 4],
                "category": "colour",
            }
        )
    folder.mkdir(parents=True, exist_ok=True)
    pd.DataFrame(lines).to_csv(folder / f"{OWN_TABLE}.tsv", sep="\t", index=False)


def tried(host: layers.Host, work: Path, data: Path) -> dict[str, Any]:
    """What one host does; ``expected`` is false where something is broken that the plugin answers for."""
    print(f"== {host.name}", file=sys.stderr, flush=True)
    row: dict[str, Any] = {"name": host.name}
    place = work / re.sub(r"[^\w.-]+", "_", host.name)
    try:
        interpreter = layers.make(host, place / "venv")
    except RuntimeError as error:
        return {**row, "why": str(error), "expected": True}
    results = place / f"results-{time.strftime('%H%M%S')}"
    on, off = (run_trial(host, interpreter, results / name, data, name == "on") for name in ("on", "off"))
    return {**row, **judged(on, off, results)}


def run_trial(host: layers.Host, interpreter: Path, work: Path, data: Path, plugin: bool) -> dict[str, Any]:
    """One process of the host, with the plugin or without."""
    work.mkdir(parents=True)
    own = {"arguments": ["--data", OWN_TABLE, "--model", SCRIPTED]}
    ours = {name: {"arguments": ["--data", name, "--model", MODEL]} for name in (SINGLE, MULTI)}
    killed = {**ours[MULTI], "kills": 1, "reuse": True}
    spec = {
        "runner": host.runner,
        "work": str(work),
        "names": [name for card in all_cards() for name in card.dataset_names],
        "runs": {"own": own, **({**ours, "killed": killed} if plugin else {})},
    }
    (work / "spec.json").write_text(json.dumps(spec), encoding="utf-8")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHONPATH", "VLMEVAL_HVS"))}
    settings = {"LMUData": str(data), "OMP_NUM_THREADS": "1", "CUDA_VISIBLE_DEVICES": "", "HF_HUB_OFFLINE": "1"}
    switch = {} if plugin else {"VLMEVAL_HVS_AUTOLOAD": "0"}
    with (work / "log.txt").open("w", encoding="utf-8") as log:
        status = subprocess.run(
            [str(interpreter), str(TRIAL), str(work / "spec.json"), str(work / "found.json")],
            cwd=work,
            env={**kept, **settings, **switch},
            stdout=log,
            stderr=log,
            timeout=SECONDS,
            check=False,
        ).returncode
    said = (work / "log.txt").read_text(encoding="utf-8", errors="replace")
    ours_said = [line for line in said.splitlines() if line.startswith("vlmeval_hvs: ")]
    if not (work / "found.json").is_file():
        return {"import": f"the process ended with {status}: {said[-500:]}", "said": ours_said}
    found: dict[str, Any] = json.loads((work / "found.json").read_text(encoding="utf-8"))
    return {**found, "said": ours_said}


def judged(on: dict[str, Any], off: dict[str, Any], results: Path) -> dict[str, Any]:
    """What two processes of a host, with the plugin and without, have in common."""
    row: dict[str, Any] = {"said": on["said"], "versions": off.get("versions", {})}
    if off["import"] or on["import"]:
        same = off["import"] == on["import"] and not on.get("our frames")
        return {**row, "why": off["import"] or on["import"], "expected": same}
    changed = differences(results / "on" / "own", results / "off" / "own")
    statuses = [each["runs"]["own"]["status"] for each in (on, off)]
    row |= {
        "seconds": on["seconds"],
        "registered": on["registered"],
        "own statuses": statuses,
        "changed": changed,
        "own scored": any((results / "on" / "own").rglob("*_acc.csv")),
    }
    if not on["registered"]:
        return {**row, "expected": not changed and len(set(statuses)) == 1 and len(on["said"]) == 1}
    single, multi, killed = (results / "on" / name for name in (SINGLE, MULTI, "killed"))
    whole, resumed = (predictions(folder, f"{MODEL}_{MULTI}") for folder in (multi, killed))
    row |= {
        "single": scores(single).get("validity", ""),
        "multi": scores(multi).get("validity", ""),
        "killed": on["runs"]["killed"]["killed"],
        "resumed": bool(whole) and whole == resumed,
        "calls": [counted_calls(multi), counted_calls(killed)],
    }
    works = row["single"] == row["multi"] == "valid" and row["resumed"] and len(set(row["calls"])) == 1
    return {**row, "expected": bool(works and row["killed"] and not changed and len(set(statuses)) == 1)}


if __name__ == "__main__":
    main()
