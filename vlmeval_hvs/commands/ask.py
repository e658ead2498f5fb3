"""``vlmeval-hvs ask``: a served model on datasets, without the host."""

from __future__ import annotations

import argparse
import json
import os
import shlex
from contextlib import nullcontext, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vlmeval_hvs.configs import add_options
from vlmeval_hvs.errors import DataError, UsageError

if TYPE_CHECKING:
    from vlmeval_hvs.ask.run import Scored
    from vlmeval_hvs.ask.settings import Served

KEY = "VLMEVAL_HVS_API_KEY"
"""Environment variable with the server's key."""

_MOST = 1024
_JUDGE_TOKENS = 4096


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "ask",
        help="ask a served model, without the host",
        description="Asks a model behind an OpenAI-compatible server (vLLM, SGLang, LMDeploy, a provider) about "
        "datasets and scores its replies: the questions, result files and exit status of `run`, without importing the "
        "host. The same command resumes an interrupted run; replies already received are kept.",
        epilog="examples:\n"
        "  vlmeval-hvs ask --base-url http://localhost:8000/v1 --model MODEL \\\n"
        "      --data HVSBench_Searching_DEMO\n"
        "  vlmeval-hvs ask --base-url https://HOST/v1 --key-env KEY --model MODEL \\\n"
        "      --data VPB_Stage2 --concurrency 8\n",
    )
    add = parser.add_argument
    add("--base-url", required=True, metavar="URL", help="address of the server, up to /v1")
    add("--model", required=True, metavar="NAME", help="name under which the model is served")
    add("--data", required=True, nargs="+", metavar="NAME", help="datasets")
    add("--work-dir", type=Path, default=Path("outputs"), metavar="DIR", help="folder for results (outputs)")
    add("--concurrency", type=int, default=64, metavar="N", help="requests at once (64)")
    add("--key-env", metavar="VARIABLE", help=f"environment variable that holds the server's key ({KEY})")
    add("--as", dest="name", default="", metavar="NAME", help="name of the model in results")
    add("--fresh", action="store_true", help="ask everything again; an earlier run is moved aside")
    add("--no-preflight", action="store_true", help="skip the checks before the first request")
    add = parser.add_argument_group("request", "the defaults equal those of the host's --base-url").add_argument
    add("--max-tokens", type=int, metavar="N", help="longest reply in tokens (32768, less where the context is short)")
    add("--temperature", type=float, default=0.0, metavar="T", help="sampling temperature (0)")
    more = "more fields, such as '{\"top_p\": 0.9}'; '{\"temperature\": null}' omits a field"
    add("--extra-body", type=_object, default={}, metavar="JSON", help=more)
    add("--timeout", type=float, default=1800, metavar="S", help="seconds for one request (1800)")
    add("--retries", type=int, default=6, metavar="N", help="retries of a request (6)")
    add("--image-format", default="jpeg", metavar="FORMAT", help="jpeg as the host sends images, or png")
    add("--image-side", type=int, default=0, metavar="N", help="shrink images to N px at the longest side")
    add("--one-image", action="store_true", help="the model takes one image per message")
    add("--structured", action="store_true", help="constrain replies by a JSON schema (vLLM, SGLang, OpenAI)")
    judge = "a model for replies that rules leave unread; counted separately"
    add = parser.add_argument_group("judge", judge).add_argument
    add("--judge-url", metavar="URL", help="address up to /v1 (that of --base-url)")
    add("--judge-model", metavar="NAME", help="name under which the judge is served")
    add("--judge-key-env", metavar="VARIABLE", help=f"environment variable with the judge's key ({KEY})")
    add_options(parser)
    parser.set_defaults(run=run)


def _object(text: str) -> dict[str, Any]:
    """The type of an argument that is a JSON object."""
    with suppress(ValueError):
        if isinstance(value := json.loads(text), dict):
            return value
    raise argparse.ArgumentTypeError(f"{text} is no JSON object")


def key_of(variable: str | None, option: str) -> str:
    """The key in an environment variable (`KEY` for None), "" for none.

    Raises:
        UsageError: The user names a variable by the option, and it is not set.
    """
    key = os.environ.get(variable or KEY, "").strip()
    if variable and not key:
        raise UsageError(f"{option} {variable}: this environment variable is not set")
    return key


def run(args: argparse.Namespace) -> int:
    """Ask and score; 1 when a result is invalid, else 2 when one is partial."""
    from vlmeval_hvs.ask.run import ask, judge_of, runs_of, score
    from vlmeval_hvs.configs import make_dataset
    from vlmeval_hvs.host.preflight import preflight_all
    from vlmeval_hvs.names import DatasetName
    from vlmeval_hvs.results.collect import exit_status

    served, judge = _served(args), _judge(args)
    datasets = [
        make_dataset(name, args.options) for name in dict.fromkeys(DatasetName.of(n).in_files for n in args.data)
    ]
    if not args.no_preflight:
        served = _looked(args, served, judge)
        preflight_all(datasets, args.work_dir)
    runs = runs_of(datasets, served, args.work_dir)
    try:
        reused = ask(runs, served, args.concurrency, args.fresh)
    except KeyboardInterrupt:
        again = "the same command without --fresh" if args.fresh else "the same command"
        raise KeyboardInterrupt(f"replies already received are kept; {again} resumes the run") from None
    print(*reused, sep="\n", end="\n" if reused else "")
    with judge_of(judge, args.concurrency) if judge else nullcontext() as asked:
        scored = [score(run, asked) for run in runs]
    for one in scored:
        _print(one)
    print(f"next: vlmeval-hvs report {shlex.quote(str(args.work_dir))}")
    return exit_status(one.validity for one in scored)


def _served(args: argparse.Namespace) -> Served:
    """The model that is asked.

    Raises:
        UsageError: An option is impossible.
    """
    from vlmeval_hvs.ask.settings import MOST_TOKENS, Served

    if not 1 <= args.concurrency <= _MOST:
        raise UsageError(f"--concurrency {args.concurrency}: give a number from 1 to {_MOST}")
    return Served(
        base_url=args.base_url,
        model=args.model,
        key=key_of(args.key_env, "--key-env"),
        max_tokens=MOST_TOKENS if args.max_tokens is None else args.max_tokens,
        temperature=args.temperature,
        more=args.extra_body,
        image_format=args.image_format,
        image_side=args.image_side,
        several_images=not args.one_image,
        structured=args.structured,
        timeout=args.timeout,
        retries=args.retries,
        name=args.name,
    )


def _judge(args: argparse.Namespace) -> Served | None:
    from vlmeval_hvs.ask.settings import Served

    if not args.judge_model:
        if args.judge_url:
            raise UsageError("--judge-url needs --judge-model NAME")
        return None
    key = key_of(args.judge_key_env, "--judge-key-env")
    return Served(args.judge_url or args.base_url, args.judge_model, key, max_tokens=_JUDGE_TOKENS)


def _looked(args: argparse.Namespace, served: Served, judge: Served | None) -> Served:
    """The model with its longest reply, after checks of its server and of the judge's.

    Raises:
        UsageError: A server cannot answer.
    """
    from vlmeval_hvs.ask.served import look, tokens_within

    try:
        context = look(served, args.key_env or KEY)
        if judge:
            look(judge, args.judge_key_env or KEY)
    except UsageError as error:
        raise UsageError(f"{error}\n--no-preflight asks anyway") from None
    return served if args.max_tokens is not None else replace(served, max_tokens=tokens_within(context))


def _print(one: Scored) -> None:
    """The result of a run: headline, file, and a small table."""
    from vlmeval_hvs.results.collect import result_at
    from vlmeval_hvs.results.table_formats import print_grids
    from vlmeval_hvs.results.tables import result_grid

    dataset = one.run.dataset.dataset_name
    if one.overall is None:
        print(f"{dataset}: {one.validity}, {one.reason}; {one.path}")
    else:
        print(f"{dataset}: {one.validity}, Overall {one.overall:.4f}, {len(one.run.dataset)} rows; {one.path}")
        if one.reason:
            print(f"{dataset}: {one.reason}")
    with suppress(DataError):  # nothing could be scored
        print_grids([result_grid(result_at(one.path))])
