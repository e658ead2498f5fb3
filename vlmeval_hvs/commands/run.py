"""``vlmeval-hvs run``: the host's own runner after a preflight, with an exit status that tells what results are."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from pathlib import Path

from vlmeval_hvs.configs import data_problems, dataset_problem, model_problem, refuse_wrong
from vlmeval_hvs.errors import HVSError, OptionError, UsageError
from vlmeval_hvs.host.arguments import for_files, given, scores_only, work_folder
from vlmeval_hvs.host.combinations import asked_datasets, asked_models, data_config, judged, score_marks
from vlmeval_hvs.host.known import misspelt
from vlmeval_hvs.host.runner import find_runner, outcomes
from vlmeval_hvs.host.start import finished, started
from vlmeval_hvs.option_arguments import read_options
from vlmeval_hvs.probe.needs import SWITCH
from vlmeval_hvs.registry import card_of

SKIP = "--no-preflight"
UNPROBED = "--no-probe"

NO_HOST = """\
no VLMEvalKit is installed here and there is no run.py in this folder. Either
  pip install '.[host]'                 in a clone of vlmeval_hvs installs the ms-vlmeval distribution, or
  cd VLMEvalKit && vlmeval-hvs run ...  uses a checkout's own run.py"""


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "run",
        help="run models on datasets; every option goes to the host's runner",
        description="Forwards all options to the host's runner (run.py in this folder, else `python -m vlmeval`), "
        "for example: vlmeval-hvs run --data HVSBench_Searching --model InternVL3-8B. "
        "Before the host is imported, names, options, data, caches, free space, three prompts and the scoring of three "
        "replies are checked; --no-preflight skips that. --no-probe runs as if the model had not been probed. "
        "Exit status: 0 when all results are valid, 1 when a combination of model and dataset failed or its result is "
        "invalid, 2 when results are partial.",
        add_help=False,
        prefix_chars="\0",  # every option goes to the host, even one that begins like a known one
    )
    parser.add_argument("arguments", nargs=argparse.REMAINDER, help="options of the host's runner")
    parser.set_defaults(run=run, forward_unknown=True)


def run(args: argparse.Namespace) -> int:
    """Run the host; 1 when it failed as a whole or for any combination, 2 when a result is partial."""
    arguments = [*args.rest, *args.arguments]
    helping = any(argument in ("-h", "--help") for argument in arguments)
    environment = {**os.environ, "VLMEVAL_HVS_AUTOLOAD": "1"}
    if SKIP in arguments:
        arguments = [argument for argument in arguments if argument != SKIP]
        environment["VLMEVAL_HVS_PREFLIGHT"] = "0"
    if UNPROBED in arguments:
        arguments = [argument for argument in arguments if argument != UNPROBED]
        environment[SWITCH] = "0"
    arguments = for_files(arguments)
    runner = find_runner(Path.cwd())
    if runner is None:
        raise UsageError(NO_HOST)
    if environment.get("VLMEVAL_HVS_PREFLIGHT") != "0" and not helping:
        _refuse_wrong_names(arguments, runner)
        if not scores_only(arguments):
            _preflight(arguments, environment.get(SWITCH) != "0")
    began = time.time() - 1  # file systems may round times down
    before = score_marks(arguments)
    status = finished([*started(runner), *arguments], environment)
    if helping:
        return status
    problems = [one for one in judged(arguments, outcomes(work_folder(arguments), began), before) if one.problem]
    for one in problems:
        how = "" if one.partial else " failed"
        print(f"vlmeval-hvs: {one.model} on {one.dataset}{how}: {one.problem}", file=sys.stderr)
    return status or (1 if any(not one.partial for one in problems) else 2 if problems else 0)


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


def _preflight(arguments: list[str], probes: bool = True) -> None:
    """Look whether a run on each of our datasets can work.

    Args:
        arguments: The host's arguments.
        probes: Whether probes of the models count.

    Raises:
        UsageError: Lists what cannot.
    """
    from vlmeval_hvs.host.preflight import preflight  # imports pandas, which costs a second
    from vlmeval_hvs.host.probed import refuse_known
    from vlmeval_hvs.registry import dataset_class

    problems = []
    for asked in asked_datasets(arguments):
        try:
            dataset = dataset_class(card_of(asked.dataset))(dataset=asked.dataset, **asked.options)
            preflight(dataset, [work_folder(arguments)])
            if probes:
                for model in asked_models(arguments):
                    refuse_known(work_folder(arguments), model, dataset)
        except (HVSError, OSError) as error:
            problems.append(str(error))
    if problems:
        raise UsageError("\n".join(problems) + f"\n{SKIP} runs all the same")
