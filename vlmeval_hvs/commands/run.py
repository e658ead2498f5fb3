"""``vlmeval-hvs run``: the host's own runner, with an exit status of 1 when a combination failed."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

from vlmeval_hvs.configs import refuse_wrong
from vlmeval_hvs.errors import UsageError
from vlmeval_hvs.host.runner import find_runner, outcomes
from vlmeval_hvs.names import folder_name

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
        "Unlike the host it exits with 1 when a combination of model and dataset failed.",
        add_help=False,
        prefix_chars="\0",  # every option goes to the host, even one that begins like a known one
    )
    parser.add_argument("arguments", nargs=argparse.REMAINDER, help="options of the host's runner")
    parser.set_defaults(run=run, forward_unknown=True)


def run(args: argparse.Namespace) -> int:
    """Run the host; 1 when it failed as a whole or for any combination."""
    arguments = [*args.rest, *args.arguments]
    for path in _given(arguments, "--config"):
        if Path(path).is_file():  # the host has a message of its own where there is none
            refuse_wrong(Path(path))
    runner = find_runner(Path.cwd())
    if runner is None:
        raise UsageError(NO_HOST)
    began = time.time() - 1  # file systems may round times down
    environment = {**os.environ, "VLMEVAL_HVS_AUTOLOAD": "1"}
    status = subprocess.run([*runner, *for_files(arguments)], env=environment, check=False).returncode
    if any(argument in ("-h", "--help") for argument in arguments):
        return status
    failed = [outcome for outcome in outcomes(_work_dir(arguments), began) if outcome.problem]
    for outcome in failed:
        print(f"vlmeval-hvs: {outcome.model} on {outcome.dataset} failed: {outcome.problem}", file=sys.stderr)
    return status or int(bool(failed))


def for_files(arguments: list[str]) -> list[str]:
    """The arguments with names of own sets as they can stand in names of files: the host's files have them."""
    found, inside = [], False
    for argument in arguments:
        inside = argument == "--data" or (inside and not argument.startswith("-"))
        attached = argument.startswith("--data=")
        found.append(folder_name(argument) if inside or attached else argument)
    return found


def _work_dir(arguments: list[str]) -> Path:
    """The host's ``--work-dir``, or its default."""
    return Path([os.environ.get("MMEVAL_ROOT") or "./outputs", *_given(arguments, "--work-dir")][-1])


def _given(arguments: list[str], option: str) -> list[str]:
    """The values of an option of the host, written as two arguments or with an equals sign."""
    pairs = zip(arguments, [*arguments[1:], ""], strict=True)
    values = [following for argument, following in pairs if argument == option and following]
    return values + [argument.split("=", 1)[1] for argument in arguments if argument.startswith(f"{option}=")]
