"""``vlmeval-hvs ask``: a served model on datasets, without the host."""

from __future__ import annotations

import argparse
import json
import os
import shlex
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from vlmeval_hvs.configs import add_options
from vlmeval_hvs.errors import UsageError

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
    parser.add_argument("--base-url", required=True, metavar="URL", help="address of the server, up to /v1")
    parser.add_argument("--model", required=True, metavar="NAME", help="name under which the model is served")
    parser.add_argument("--data", required=True, nargs="+", metavar="NAME", help="datasets")
    parser.add_argument(
        "--work-dir", type=Path, default=Path("outputs"), metavar="DIR", help="folder for results (outputs)"
    )
    parser.add_argument("--concurrency", type=int, default=64, metavar="N", help="requests at once (64)")
    parser.add_argument(
        "--key-env", metavar="VARIABLE", help=f"environment variable that holds the server's key ({KEY})"
    )
    _add_request(parser)
    parser.add_argument("--as", dest="name", default="", metavar="NAME", help="name of the model in results")
    parser.add_argument("--fresh", action="store_true", help="ask everything again, in a new folder")
    parser.add_argument(
        "--reuse-from-any-address", action="store_true", help="reuse replies that the model gave at another address"
    )
    parser.add_argument("--no-preflight", action="store_true", help="skip the checks before the first request")
    add_options(parser)
    parser.set_defaults(run=run)


def _add_request(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("request", "the defaults equal those of the host's --base-url")
    group.add_argument(
        "--max-tokens", type=int, metavar="N", help="longest reply in tokens (32768, less where the context is short)"
    )
    group.add_argument("--temperature", type=float, default=0.0, metavar="T", help="sampling temperature (0)")
    group.add_argument(
        "--extra-body",
        default="",
        metavar="JSON",
        help="more fields, such as '{\"top_p\": 0.9}'; '{\"temperature\": null}' omits a field",
    )
    group.add_argument("--timeout", type=float, default=1800, metavar="S", help="seconds for one request (1800)")
    group.add_argument("--retries", type=int, default=6, metavar="N", help="retries of a request (6)")
    group.add_argument("--image-format", default="jpeg", metavar="FORMAT", help="jpeg as the host sends images, or png")
    group.add_argument(
        "--image-side",
        type=int,
        default=0,
        metavar="N",
        help="shrink images to N px at the longest side",
    )
    group.add_argument("--one-image", action="store_true", help="the model takes one image per message")
    group.add_argument(
        "--structured", action="store_true", help="constrain replies by a JSON schema (vLLM, SGLang, OpenAI)"
    )
    group = parser.add_argument_group("judge", "a model for replies that rules leave unread; counted separately")
    group.add_argument("--judge-url", metavar="URL", help="address up to /v1 (that of --base-url)")
    group.add_argument("--judge-model", metavar="NAME", help="name under which the judge is served")
    group.add_argument("--judge-key-env", metavar="VARIABLE", help=f"environment variable with the judge's key ({KEY})")


def run(args: argparse.Namespace) -> int:
    """Ask and score; 1 when a result is invalid, else 2 when one is partial."""
    from vlmeval_hvs.ask.settings import MOST_TOKENS, Images, Served

    served = Served(
        base_url=args.base_url,
        model=args.model,
        key=key_of(args.key_env, "--key-env"),
        max_tokens=MOST_TOKENS if args.max_tokens is None else args.max_tokens,
        temperature=args.temperature,
        more=_object(args.extra_body),
        images=Images(args.image_format, args.image_side, not args.one_image),
        structured=args.structured,
        timeout=args.timeout,
        retries=args.retries,
        name=args.name,
    )
    if not 1 <= args.concurrency <= _MOST:
        raise UsageError(f"--concurrency {args.concurrency}: give a number from 1 to {_MOST}")
    if args.judge_url and not args.judge_model:
        raise UsageError("--judge-url needs --judge-model NAME")
    judge = None
    if args.judge_model:
        key = key_of(args.judge_key_env, "--judge-key-env")
        judge = Served(args.judge_url or args.base_url, args.judge_model, key, max_tokens=_JUDGE_TOKENS)
    return _run(args, served, judge)


def key_of(variable: str | None, option: str) -> str:
    """The key in an environment variable, "" for none.

    Args:
        variable: Its name; None where the user names none.
        option: That names it.

    Raises:
        UsageError: The user names a variable that is not set.
    """
    key = os.environ.get(variable or KEY, "").strip()
    if variable and not key:
        raise UsageError(f"{option} {variable}: this environment variable is not set")
    return key


def _run(args: argparse.Namespace, served: Any, judge: Any) -> int:
    from contextlib import nullcontext

    from vlmeval_hvs.ask.run import ask, finish, judge_of, places
    from vlmeval_hvs.configs import make_dataset
    from vlmeval_hvs.names import DatasetName
    from vlmeval_hvs.results.collect import exit_status

    names = dict.fromkeys(DatasetName.of(name).in_files for name in args.data)
    datasets = [make_dataset(name, args.options) for name in names]
    if not args.no_preflight:
        served = _looked(args, served, judge)
        _preflight(datasets, args.work_dir)
    runs = places(datasets, served, args.work_dir, args.fresh, any_address=args.reuse_from_any_address)
    try:
        reused = ask(runs, served, args.concurrency)
    except KeyboardInterrupt:
        again = "the same command without --fresh" if args.fresh else "the same command"
        raise KeyboardInterrupt(f"replies already received are kept; {again} resumes the run") from None
    for sentence in reused:
        print(sentence)
    with judge_of(judge, args.concurrency) if judge else nullcontext() as asked:
        scored = finish(runs, args.work_dir, served, asked)
    for one in scored:
        _print(one)
    print(f"next: vlmeval-hvs report {shlex.quote(str(args.work_dir))}")
    return exit_status(one.validity for one in scored)


def _print(one: Any) -> None:
    """The result of a run: headline, file, and a small table."""
    from vlmeval_hvs.errors import DataError
    from vlmeval_hvs.results.collect import result_at
    from vlmeval_hvs.results.table_formats import print_grids
    from vlmeval_hvs.results.tables import result_grid

    what = f"Overall {one.overall:.4f}, {one.rows} rows" if one.overall is not None else one.reason
    print(f"{one.dataset}: {one.validity}, {what}; {one.path}")
    if one.reason and one.overall is not None:
        print(f"{one.dataset}: {one.reason}")
    with suppress(DataError):  # nothing could be scored
        print_grids([result_grid(result_at(one.path))])


def _looked(args: argparse.Namespace, served: Any, judge: Any) -> Any:
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


def _preflight(datasets: list[Any], work_dir: Path) -> None:
    """Check whether the runs can work.

    Raises:
        UsageError: Lists those that cannot.
    """
    from vlmeval_hvs.errors import HVSError
    from vlmeval_hvs.host.preflight import preflight

    problems = []
    for dataset in datasets:
        try:
            preflight(dataset, [work_dir])
        except (HVSError, OSError) as error:
            problems.append(str(error))
    if problems:
        raise UsageError("\n".join(problems) + "\n--no-preflight runs anyway")


def _object(text: str) -> dict[str, Any]:
    if not text:
        return {}
    try:
        value = json.loads(text)
    except ValueError as error:
        raise UsageError(f"--extra-body is no JSON object ({error})") from error
    if not isinstance(value, dict):
        raise UsageError("--extra-body is no JSON object")
    return value
