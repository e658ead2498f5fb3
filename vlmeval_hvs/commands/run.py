"""``vlmeval-hvs run``: the host's own runner after a preflight, with an exit status that tells what results are."""

from __future__ import annotations

import argparse
import json
import os
import sys
import textwrap
import time
from collections.abc import Mapping
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vlmeval_hvs.configs import (
    data_problems,
    dataset_problem,
    model_problem,
    pair_problem,
    read_config,
    read_options,
    refuse_wrong,
)
from vlmeval_hvs.errors import HVSError, OptionError, UsageError, install
from vlmeval_hvs.host.arguments import (
    asked_datasets,
    asked_models,
    data_config,
    for_files,
    given,
    misspelt,
    scores_only,
    work_folder,
)
from vlmeval_hvs.host.runner import VALID, find_runner, finished, judged, outcomes, score_marks, started
from vlmeval_hvs.host.source import option_names
from vlmeval_hvs.registry import card_of, model_cards

if TYPE_CHECKING:
    from vlmeval_hvs.ask.run import Scored
    from vlmeval_hvs.dataset import HVSDataset

SKIP = "--no-preflight"
UNPROBED = "--no-probe"

WITHOUT = "--without-host"

HOSTLESS = ("--data", "--model", "--work-dir", "--config", "--limit")
"""Options of the host's runner that a run without it takes, too."""

NO_HOST = (
    f"needs VLMEvalKit, and none is installed here: {install('host')}, or run this in a "
    "folder of a VLMEvalKit checkout with its run.py; only models of `vlmeval-hvs list --models` do without"
)


OURS = f"""example:
  vlmeval-hvs run --data HVSBench_Searching --model InternVL3-8B

options of this package:
  {SKIP}    look at nothing before the host is imported
  {UNPROBED}        run as if the model had not been probed
  {WITHOUT}    run models of `list --models` without the host, with
                    {", ".join(HOSTLESS)}
  --options NAME=VALUE ...
                    options of the dataset, which the host takes by --config
                    FILE: they are checked, and told as that file has them"""

LEFTOVERS = ("RANK", "WORLD_SIZE", "LOCAL_RANK", "LOCAL_WORLD_SIZE")
"""What launchers of several processes set; they set MASTER_ADDR, too."""


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "run",
        help="run models on datasets through the host",
        description="Forwards all options to the host's runner (run.py in this folder, else `python -m vlmeval`). "
        "Before the host is imported, names, options, data, caches, free space, three prompts and the scoring of three "
        "replies are checked. Models of `vlmeval-hvs list --models` run by themselves where there is no host. "
        "Exit status: 0 when all results are valid, 1 when a combination of model and dataset failed or its result is "
        "invalid, 2 when results are partial.",
        epilog=OURS,
        add_help=False,
        prefix_chars="\0",  # every option goes to the host, even one that begins like a known one
    )
    parser.add_argument("arguments", nargs=argparse.REMAINDER, help="options of the host's runner")
    parser.set_defaults(run=run, forward_unknown=True)


def run(args: argparse.Namespace) -> int:
    """Run the host; 1 when it failed as a whole or for any combination, 2 when a result is partial."""
    arguments = [*args.rest, *args.arguments]
    if any(argument in ("-h", "--help") for argument in arguments):
        _print_help(args.parser)
        return 0
    from vlmeval_hvs.probe import SWITCH  # imports numpy and pillow, which the help does not need

    environment = {**os.environ, "VLMEVAL_HVS_AUTOLOAD": "1"}
    if SKIP in arguments:
        arguments = [argument for argument in arguments if argument != SKIP]
        environment["VLMEVAL_HVS_PREFLIGHT"] = "0"
    if UNPROBED in arguments:
        arguments = [argument for argument in arguments if argument != UNPROBED]
        environment[SWITCH] = "0"
    arguments = for_files(arguments)
    if WITHOUT in arguments or (runner := find_runner(Path.cwd())) is None:
        return _without_host([argument for argument in arguments if argument != WITHOUT], environment)
    _refuse_leftovers(environment)
    if environment.get("VLMEVAL_HVS_PREFLIGHT") != "0":
        _refuse_wrong_names(arguments, runner)
        if not scores_only(arguments):
            _preflight(arguments, environment.get(SWITCH) != "0")
    began = time.time() - 1  # file systems may round times down
    before = score_marks(arguments)
    status = finished([*started(runner), *arguments], environment)
    problems = [one for one in judged(arguments, outcomes(work_folder(arguments), began), before) if one.problem]
    for one in problems:
        how = "" if one.partial else " failed"
        print(f"vlmeval-hvs: {one.model} on {one.dataset}{how}: {one.problem}", file=sys.stderr)
    return status or (1 if any(not one.partial for one in problems) else 2 if problems else 0)


def _print_help(parser: argparse.ArgumentParser) -> None:
    """Our own help, then the names of the host's options from its source: importing it takes a minute."""
    parser.print_help()
    runner = find_runner(Path.cwd())
    if runner is None:
        print("\nno VLMEvalKit is installed here, so there are no further options")
        return
    names = sorted(set(option_names(runner)))
    start = " ".join(runner[1:])
    print(f"\noptions of the host's runner (python {start} --help explains them):")
    print(textwrap.fill("  ".join(names), 80, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False))


def _refuse_leftovers(environment: Mapping[str, str]) -> None:
    """Refuse variables of a launcher that did not start this process: the host would wait for others, or fail.

    Raises:
        UsageError: Names what to unset.
    """
    left = [name for name in LEFTOVERS if name in environment]
    if left and "MASTER_ADDR" not in environment:
        raise UsageError(
            f"{', '.join(f'{name}={environment[name]}' for name in left)} in the environment without MASTER_ADDR: left "
            f"over from a launcher; unset {' '.join(left)}"
        )


def _without_host(arguments: list[str], environment: Mapping[str, str]) -> int:
    """Run models of this package on its datasets; exit status and messages as with the host.

    Raises:
        UsageError: Something else is asked for; the message says what to install.
    """
    from vlmeval_hvs.probe import SWITCH

    checked = environment.get("VLMEVAL_HVS_PREFLIGHT") != "0"
    if checked:
        _refuse_wrong_names(arguments, [])
    models, asked = asked_models(arguments), asked_datasets(arguments)
    foreign = [name for name in models if name not in model_cards()]
    foreign += [name for name in given(arguments, "--data") if name not in {one.dataset for one in asked}]
    for path in given(arguments, "--config"):  # a model with settings of its own is the host's matter
        foreign += [name for name, entry in (read_config(Path(path)).get("model") or {}).items() if entry]
    foreign += [one for one in arguments if one.startswith("--") and one.split("=", 1)[0] not in HOSTLESS]
    if foreign or not models or not asked:
        raise UsageError(f"{foreign[0] if foreign else 'a run without --data and --model'} {NO_HOST}")
    datasets = _preflight(arguments, environment.get(SWITCH) != "0", checked)

    from vlmeval_hvs.ask.run import run_models  # these need the metrics' packages
    from vlmeval_hvs.results.collect import exit_status

    scored = []
    for one in run_models(models, datasets, work_folder(arguments)):
        scored.append(one)
        print(f"{one.model} on {one.dataset}: {one.validity}, {_headline(one)}; {one.path}", flush=True)
        if one.validity != VALID:
            print(f"vlmeval-hvs: {one.model} on {one.dataset}: {one.reason}", file=sys.stderr)
    return exit_status(one.validity for one in scored)


def _headline(one: Scored) -> str:
    """``Overall`` of a run, with what decides its meaning."""
    from vlmeval_hvs.results.collect import result_at
    from vlmeval_hvs.results.tables import meaning

    if one.overall is None:
        return f"no Overall, {one.rows} rows"
    return f"Overall {one.overall:.4f}, {meaning(result_at(one.path))}"


def _refuse_wrong_names(arguments: list[str], runner: list[str]) -> None:
    """Refuse misspelt names and options.

    Raises:
        OptionError: Lists all of them.
    """
    for path in given(arguments, "--config"):
        if Path(path).is_file():  # the host has a message of its own where there is none
            refuse_wrong(Path(path))
    data = Path(os.environ.get("LMUData") or Path.home() / "LMUData")
    found = [dataset_problem(name) for name in given(arguments, "--data") if not (data / f"{name}.tsv").is_file()]
    found += [model_problem(name) for name in asked_models(arguments)]
    pairs = product(asked_models(arguments), asked_datasets(arguments))
    found += [pair_problem(model, asked.dataset) for model, asked in pairs]
    found += data_problems(data_config(arguments))
    found += misspelt(arguments, runner)
    found += _options_behind_run(arguments)
    wrong = [problem for problem in found if problem]
    if wrong:
        raise OptionError("\n  ".join(wrong))


def _options_behind_run(arguments: list[str]) -> list[str]:
    """What is wrong with ``--options``, which the host does not have: misspelt ones, or where they belong."""
    if not any(argument.split("=", 1)[0] == "--options" for argument in arguments):
        return []
    options = read_options(given(arguments, "--options"))
    ours = [one.dataset for one in asked_datasets(arguments)]
    entries = {name: {"class": card_of(name).class_name, "dataset": name, **options} for name in ours}
    config = json.dumps({"model": {name: {} for name in asked_models(arguments)}, "data": entries})
    return data_problems(entries) or [f"the host has no --options; it takes them by --config FILE, with {config} in it"]


def _preflight(arguments: list[str], probes: bool = True, checked: bool = True) -> list[HVSDataset[Any]]:
    """Make our datasets, and look whether a run on each of them can work.

    Raises:
        UsageError: Lists what cannot.
    """
    from vlmeval_hvs.host.preflight import preflight  # imports pandas, which costs a second
    from vlmeval_hvs.host.probe import refuse_known
    from vlmeval_hvs.registry import dataset_class

    problems, made = [], []
    for asked in asked_datasets(arguments):
        try:
            dataset = dataset_class(card_of(asked.dataset))(dataset=asked.dataset, **asked.options)
            made.append(dataset)
            if checked:
                preflight(dataset, [work_folder(arguments)])
            if checked and probes:
                for model in asked_models(arguments):
                    refuse_known(work_folder(arguments), model, dataset)
        except (HVSError, OSError) as error:
            problems.append(str(error))
    if problems:
        raise UsageError("\n".join(problems) + f"\n{SKIP} runs anyway")
    return made
