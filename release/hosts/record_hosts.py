"""Runs the plugin in every host and records what came of it.

Usage: python -m release.hosts.record_hosts [--work DIR] [--only REGEX] [--known] [--record DIR]

Hosts are all versions of ms-vlmeval in the package index, the checkouts of VLMEvalKit that ``VLMEVAL_HVS_UPSTREAM``
names (several are separated as in ``PATH``), the newest distribution with older numpy and pandas, and evalscope over
it. Each is asked whether

* it can be imported, and the plugin's names are in its list,
* a single-turn and a multi-turn demo set give valid results,
* a run that was killed and is continued ends with the predictions of a run that was not, and asks nothing twice,
* the files of a run on a multiple-choice table of the host's own are the same with the plugin and without.

Through evalscope, both demo sets are also asked of a scripted server, and every item compared with `vlmeval-hvs ask`.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from release.hosts import layers, served
from release.hosts.results import counted_calls, differences, predictions, scores
from release.hosts.table import OWN_TABLE, write_own_table
from release.hosts.trial import SCRIPTED
from speed import record
from vlmeval_hvs.registry import all_cards, build_set

UPSTREAM = "VLMEVAL_HVS_UPSTREAM"
SINGLE = "HVSBench_Subitizing_DEMO"
MULTI = "ActiView_Zooming_DEMO"
MODEL = "hvs-random"
TRIAL = Path(__file__).with_name("trial.py")
SECONDS = 900
NUMPY_1 = ("numpy==1.26.4", "pyarrow==19.0.1")
PANDAS_2 = ("pytz", "tzdata")
"""What pandas requires before version 3."""


def main() -> None:
    """Run the matrix, print it, and record it where asked."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--work", type=Path, default=record.ROOT / ".hosts", help="folder for layers and results")
    parser.add_argument("--only", default="", metavar="REGEX", help="only hosts whose name has it")
    parser.add_argument("--known", action="store_true", help="take rows of earlier calls that are in the folder")
    options = record.parse(parser)
    work = options.work.absolute()
    data = prepare(work / "LMUData")
    rows = []
    for host in hosts():
        if re.search(options.only, host.name):
            rows.append(row_of(host, work, data, options.known))
            print(json.dumps(rows[-1]), flush=True)
    record.save(options.record, __file__, {"model": MODEL, "sets": [SINGLE, MULTI], "hosts": rows})
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


def row_of(host: layers.Host, work: Path, data: Path, known: bool) -> dict[str, Any]:
    """The row of a host, which is kept in its folder; ``known`` takes the one that is there."""
    path = work / place_of(host) / "row.json"
    if known and path.is_file():
        kept: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    else:
        kept = {"commit": record.commit(), "row": tried(host, work, data)}
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(kept), encoding="utf-8")
    row = {**kept["row"], "commit": kept["commit"]}
    if "why" in row:
        row["why"] = re.sub(r" \(/[^)]*\)", "", row["why"])  # folders of this machine
    return row


def place_of(host: layers.Host) -> str:
    """The name of a host's folder."""
    return re.sub(r"[^\w.-]+", "_", host.name)


def tried(host: layers.Host, work: Path, data: Path) -> dict[str, Any]:
    """What one host does; ``expected`` is false where something is broken that the plugin answers for."""
    print(f"== {host.name}", file=sys.stderr, flush=True)
    row: dict[str, Any] = {"name": host.name}
    place = work / place_of(host)
    try:
        interpreter = layers.make(host, place / "venv")
    except RuntimeError as error:
        return {**row, "why": str(error), "expected": True}
    results = place / f"results-{time.strftime('%H%M%S')}"
    off = run_trial(host, interpreter, results / "off", data, False)
    if host.runner != layers.EVALSCOPE_RUNNER:
        return {**row, **judged(run_trial(host, interpreter, results / "on", data, True), off, results)}
    with served.server() as server:
        on = run_trial(host, interpreter, results / "on", data, True, server.url)
        served.ask(server.url, (SINGLE, MULTI), data, results / "on")
    row |= judged(on, off, results)
    row["served"] = served.compared(results / "on", (SINGLE, MULTI))
    row["expected"] &= row["served"]["rows"] > 0 and not row["served"]["different"]
    return row


def run_trial(
    host: layers.Host, interpreter: Path, work: Path, data: Path, plugin: bool, url: str = ""
) -> dict[str, Any]:
    """One process of the host, with the plugin or without; ``url`` is a server that is asked both demo sets, too."""
    work.mkdir(parents=True)
    own = {"arguments": ["--data", OWN_TABLE, "--model", SCRIPTED]}
    ours = {name: {"arguments": ["--data", name, "--model", MODEL]} for name in (SINGLE, MULTI)}
    killed = {**ours[MULTI], "kills": 1, "reuse": True}
    asked = {f"served-{name}": _served(name, url) for name in (SINGLE, MULTI) if url}
    spec = {
        "runner": host.runner,
        "work": str(work),
        "names": [name for card in all_cards() for name in card.dataset_names],
        "runs": {"own": own, **({**ours, **asked, "killed": killed} if plugin else {})},
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


def _served(name: str, url: str) -> dict[str, Any]:
    return {"arguments": ["--data", name, "--model", served.SERVED, "--base-url", url]}


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
