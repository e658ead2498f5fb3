"""``vlmeval-hvs probe``: what can a model take in?"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from vlmeval_hvs.commands.ask import KEY, key_of
from vlmeval_hvs.commands.run import NO_HOST
from vlmeval_hvs.errors import UsageError
from vlmeval_hvs.registry import model_cards

if TYPE_CHECKING:
    from vlmeval_hvs.probe import ProbeResult


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "probe",
        help="measure which pictures and messages a model takes in",
        description="Shows a model 1, 2, 3 and 5 coloured pictures in one message and asks for the colour of one, "
        "shows smaller and smaller squares in a large picture, and checks that the system message is followed: about "
        "100 short calls. The result is written into the working folder, where later runs of the model find it: they "
        "send pictures one by one or joined, as the model can see them, and are refused if the dataset needs an "
        "ability that the model lacks (`vlmeval-hvs run --no-probe` runs anyway). Exit status: 0, or 1 if the model "
        "sees no picture.",
        epilog="examples:\n  vlmeval-hvs probe --model InternVL3-8B\n"
        "  vlmeval-hvs probe --model qwen --base-url http://localhost:8000/v1",
    )
    add = parser.add_argument
    add("--model", required=True, metavar="NAME", help="name in the host, or on the server")
    add("--base-url", metavar="URL", help="address of an OpenAI-compatible server, up to /v1")
    add("--key-env", metavar="VARIABLE", help=f"environment variable with the server's key ({KEY})")
    tokens = "maximum tokens per reply of a served model (default as in `ask`)"
    add("--max-tokens", type=int, metavar="N", help=tokens)
    add("--work-dir", type=Path, default=Path("outputs"), metavar="DIR", help="working folder of the runs (outputs)")
    add("--seed", type=int, default=0, help="random seed of the questions (default 0)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Probe the model, write the result, and print it."""
    from vlmeval_hvs.probe import probe_path

    result = _served(args) if args.base_url else _of_host(args)
    path = probe_path(args.work_dir, args.model)
    path.parent.mkdir(parents=True, exist_ok=True)
    result.write(path)
    print(*result.sentences(), path, sep="\n")
    return 0 if result.in_order else 1


def _served(args: argparse.Namespace) -> ProbeResult:
    """Probe a served model; the host is not needed."""
    from vlmeval_hvs.ask.served import look, probe_served, tokens_within
    from vlmeval_hvs.ask.settings import Served

    served = Served(args.base_url, args.model, key_of(args.key_env, "--key-env"), retries=1)
    context = look(served, args.key_env or KEY)
    most = tokens_within(context) if args.max_tokens is None else args.max_tokens
    return probe_served(replace(served, max_tokens=most), args.seed)


def _of_host(args: argparse.Namespace) -> ProbeResult:
    """Probe a model of the host."""
    from vlmeval_hvs.host.probe import probe_model
    from vlmeval_hvs.host.source import host_folder

    if args.model in model_cards():
        raise UsageError(f"{args.model} answers from the rows of a dataset and sees no pictures: nothing to probe")
    if host_folder() is None:
        raise UsageError(f"{args.model} {NO_HOST}; --base-url URL probes a served model without it")
    return probe_model(args.model, args.seed)
