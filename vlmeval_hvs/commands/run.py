"""``vlmeval-hvs run``: the host's own runner after checks, with an exit status that says whether results are valid."""

from __future__ import annotations

import argparse
import os
import sys
import time
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vlmeval_hvs.commands import NO_HOST, arg, command
from vlmeval_hvs.configs import data_problems, dataset_problem, model_problem, read_config, refuse_wrong
from vlmeval_hvs.errors import OptionError, UsageError
from vlmeval_hvs.host.runner import Arguments, find_runner, outcomes, run_to_end, score_stamps, start_command
from vlmeval_hvs.names import with_colon
from vlmeval_hvs.registry import card_of, dataset_class, model_cards

if TYPE_CHECKING:
    from vlmeval_hvs.ask.run import Scored
    from vlmeval_hvs.dataset import HVSDataset

SKIP, UNPROBED, WITHOUT = "--no-preflight", "--no-probe", "--without-host"

PREFLIGHT, PROBE = "VLMEVAL_HVS_PREFLIGHT", "VLMEVAL_HVS_PROBE"
"""Environment variables of `vlmeval_hvs.host.preflight` and `vlmeval_hvs.probe`, which take a second to import."""

HOSTLESS = ("--data", "--model", "--work-dir", "--config", "--limit")  # of the host's runner, also for runs without it

OURS = f"""example:
  vlmeval-hvs run --data HVSBench_Searching --model InternVL3-8B

options of this package:
  {SKIP}    skip the checks before the host is imported
  {UNPROBED}        ignore what `vlmeval-hvs probe` found about the model
  {WITHOUT}    run models of `list --models` without the host, with
                    {", ".join(HOSTLESS)}
all others are those of the host's runner: `python -m vlmeval --help`"""

NO_OPTIONS = "the host has no --options; write them into a --config FILE (docs/with_vlmevalkit.md)"
LEFTOVERS = ("RANK", "WORLD_SIZE", "LOCAL_RANK", "LOCAL_WORLD_SIZE")  # of launchers, always together with MASTER_ADDR


@command(
    "run",
    "run models on datasets through the host",
    arg("arguments", "options of the host's runner", nargs=argparse.REMAINDER),
    epilog=OURS,
    add_help=False,
    prefix_chars="\0",  # every option goes to the host, even one that begins like a known one
)
def run(args: argparse.Namespace) -> int:
    """Passes all options to the host's runner (run.py in this folder, else `python -m vlmeval`).

    Before the host is imported, it checks names, options, data, caches and free space. Models of `vlmeval-hvs list
    --models` also run where no host is installed. Exit status: 0 if all results are valid, 1 if a combination of model
    and dataset failed or its result is invalid, 2 if results are partial.
    """
    given = args.arguments
    if "-h" in given or "--help" in given:
        args.parser.print_help()
        return 0
    environment = {**os.environ, "VLMEVAL_HVS_AUTOLOAD": "1"}
    environment |= {name: "0" for option, name in ((SKIP, PREFLIGHT), (UNPROBED, PROBE)) if option in given}
    checks, probes = environment.get(PREFLIGHT) != "0", environment.get(PROBE) != "0"
    words = [argument for argument in given if argument not in (SKIP, UNPROBED, WITHOUT)]
    arguments = Arguments(Arguments(words).for_files())
    runner = None if WITHOUT in given else find_runner(Path.cwd())
    if runner is None:
        return _without_host(arguments, checks, probes)
    left = [name for name in LEFTOVERS if name in environment]
    if left and "MASTER_ADDR" not in environment:  # the host would wait for other processes, or fail
        shown = ", ".join(f"{name}={environment[name]}" for name in left)
        raise UsageError(f"the environment has {shown} of a launcher, without MASTER_ADDR; unset {' '.join(left)}")
    if checks:
        _refuse_wrong_names(arguments, runner)
        if arguments.mode != "eval":
            _preflight(arguments, probes)
            environment[PREFLIGHT] = "0"  # the host's process need not repeat it
    began = time.time() - 1  # file systems may round times down
    before = score_stamps(arguments)
    status = run_to_end([*start_command(runner), *arguments.words], environment)
    found = [one for one in outcomes(arguments, began, before) if one.problem]
    for one in found:
        how = "" if one.partial else " failed"
        print(f"vlmeval-hvs: {one.model} on {with_colon(one.dataset)}{how}: {one.problem}", file=sys.stderr)
    return status or (2 if all(one.partial for one in found) else 1) * bool(found)


def _without_host(arguments: Arguments, checks: bool, probes: bool) -> int:
    """Run models of this package on its datasets; exit status and messages as with the host.

    Raises:
        UsageError: Something else is asked for; the message says what to install.
    """
    if checks:
        _refuse_wrong_names(arguments, [])
    models, asked = arguments.models, arguments.datasets
    foreign = [name for name in models if name not in model_cards()]
    foreign += [name for name in arguments["--data"] if name not in asked]
    for path in arguments.configs:  # only the host builds a model with settings of its own
        foreign += [name for name, entry in read_config(path).get("model", {}).items() if entry]
    foreign += [option for option in arguments.values if option not in HOSTLESS]
    if foreign or not models or not asked:
        raise UsageError(f"{foreign[0] if foreign else 'a run without --data and --model'} {NO_HOST}")
    datasets = _preflight(arguments, probes, checks)

    from vlmeval_hvs.ask.run import run_models  # these need the metrics' packages
    from vlmeval_hvs.results.collect import exit_status

    scored = []
    for one in run_models(models, datasets, arguments.work_folder):
        scored.append(one)
        print_result(one)
    return exit_status(one.validity for one in scored)


def print_result(one: Scored) -> None:
    """Print the headline of a run with what decides its meaning; why it is not valid goes to standard error."""
    from vlmeval_hvs.results.collect import result_at
    from vlmeval_hvs.results.tables import meaning

    pair = f"{one.run.receipt.model['name']} on {with_colon(one.run.dataset.dataset_name)}"
    words = f"no Overall, {len(one.run.dataset)} rows"
    if one.overall is not None:
        words = f"Overall {one.overall:.4f}, {meaning(result_at(one.path))}"
    print(f"{pair}: {one.validity}, {words}; {one.path}", flush=True)
    if one.validity != "valid":
        print(f"vlmeval-hvs: {pair}: {one.reason}", file=sys.stderr)


def _refuse_wrong_names(arguments: Arguments, runner: list[str]) -> None:
    """Refuse misspelt names and options; the `OptionError` lists all of them."""
    for path in arguments.configs:
        refuse_wrong(path)
    data = Path(os.environ.get("LMUData") or Path.home() / "LMUData")
    found = [
        *(dataset_problem(name) for name in arguments["--data"] if not (data / f"{name}.tsv").is_file()),
        *map(model_problem, arguments.models),
        *data_problems(arguments.data_config),
        *arguments.misspelt(runner),
        NO_OPTIONS if "--options" in arguments else "",
    ]
    if wrong := [problem for problem in found if problem]:
        raise OptionError("\n  ".join(wrong))


def _preflight(arguments: Arguments, probes: bool, checks: bool = True) -> list[HVSDataset[Any]]:
    """Make our datasets; check whether a run on each of them can work, and whether the models can answer them."""
    from vlmeval_hvs.host.preflight import preflight_all  # these import pandas, which costs a second
    from vlmeval_hvs.host.probe import probed

    named = arguments.datasets.items()
    made = [dataset_class(card_of(name))(dataset=name, **options) for name, options in named]
    if checks:
        preflight_all(made, arguments.work_folder)
        for model, dataset in product(arguments.models, made) if probes else ():
            probed(arguments.work_folder, model, dataset, dataset.receipt)
    return made
