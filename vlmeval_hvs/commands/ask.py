"""``vlmeval-hvs ask`` and ``probe``: a served model on datasets without the host, and what a model takes in."""

from __future__ import annotations

import argparse
import json
import os
import shlex
from contextlib import nullcontext, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from vlmeval_hvs.commands import NO_HOST, ONE_IMAGE, OPTIONS, RUNS, SEED, arg, command, flag
from vlmeval_hvs.commands.run import print_result
from vlmeval_hvs.configs import make_dataset
from vlmeval_hvs.errors import UsageError
from vlmeval_hvs.names import DatasetName
from vlmeval_hvs.registry import model_cards

if TYPE_CHECKING:
    from vlmeval_hvs.ask.request import Served
    from vlmeval_hvs.probe import ProbeResult

KEY = "VLMEVAL_HVS_API_KEY"  # environment variable with the server's key
MOST_AT_ONCE = 1024
JUDGE_TOKENS = 4096

MORE = "more fields, such as '{\"top_p\": 0.9}'; '{\"temperature\": null}' omits a field"
REQUEST = ("request", "the defaults equal those of the host's --base-url")
JUDGE = ("judge", "a model for replies that rules leave unread; counted separately")
KEY_ENV = arg("--key-env", f"environment variable that holds the server's key ({KEY})", metavar="VARIABLE")


def _object(text: str) -> dict[str, Any]:
    """The type of an argument that is a JSON object."""
    with suppress(ValueError):
        if isinstance(value := json.loads(text), dict):
            return value
    raise argparse.ArgumentTypeError(f"{text} is no JSON object")


def _key(variable: str | None, option: str) -> str:
    """The key in an environment variable (`KEY` for None), "" for none; refuses a variable that is not set."""
    key = os.environ.get(variable or KEY, "").strip()
    if variable and not key:
        raise UsageError(f"{option} {variable}: this environment variable is not set")
    return key


@command(
    "ask",
    "ask a served model, without the host",
    arg("--base-url", "address of the server, up to /v1", required=True, metavar="URL"),
    arg("--model", "name under which the model is served", required=True, metavar="NAME"),
    arg("--data", "datasets", required=True, nargs="+", metavar="NAME"),
    RUNS,
    arg("--concurrency", "requests at once (64)", type=int, default=64, metavar="N"),
    KEY_ENV,
    arg("--as", "name of the model in results", dest="name", default="", metavar="NAME"),
    flag("--fresh", "ask everything again; an earlier run is moved aside"),
    flag("--no-preflight", "skip the checks before the first request"),
    arg("--max-tokens", "longest reply (32768, or less where the context is short)", REQUEST, type=int, metavar="N"),
    arg("--temperature", "sampling temperature (0)", REQUEST, type=float, default=0.0, metavar="T"),
    arg("--extra-body", MORE, REQUEST, dest="more", type=_object, default={}, metavar="JSON"),
    arg("--timeout", "seconds for one request (1800)", REQUEST, type=float, default=1800, metavar="S"),
    arg("--retries", "retries of a request (6)", REQUEST, type=int, default=6, metavar="N"),
    ONE_IMAGE,
    flag("--structured", "constrain replies by a JSON schema (vLLM, SGLang, OpenAI)", REQUEST),
    arg("--judge-url", "address up to /v1 (that of --base-url)", JUDGE, metavar="URL"),
    arg("--judge-model", "name under which the judge is served", JUDGE, metavar="NAME"),
    arg("--judge-key-env", f"environment variable with the judge's key ({KEY})", JUDGE, metavar="VARIABLE"),
    OPTIONS,
    examples=(
        "ask --base-url http://localhost:8000/v1 --model MODEL \\\n      --data HVSBench_Searching_DEMO",
        "ask --base-url https://HOST/v1 --key-env KEY --model MODEL \\\n      --data VPB_Stage2 --concurrency 8",
    ),
)
def ask(args: argparse.Namespace) -> int:
    """Asks a model behind an OpenAI-compatible server (vLLM, SGLang, LMDeploy, a provider) and scores its replies.

    The questions, result files and exit status are those of `run`, without importing the host. The same command resumes
    an interrupted run; replies already received are kept.
    """
    from vlmeval_hvs.ask.run import ASKER, judge_of, run_of, score
    from vlmeval_hvs.ask.run import ask as ask_all
    from vlmeval_hvs.host.preflight import preflight_all
    from vlmeval_hvs.results.collect import exit_status

    served, judge = _served(args), _judge(args)
    names = dict.fromkeys(DatasetName.of(name).in_files for name in args.data)
    datasets = [make_dataset(name, args.options) for name in names]
    if not args.no_preflight:
        served = _look(args, served, judge)
        preflight_all(datasets, args.work_dir)
    runs = [run_of(dataset, served.facts, ASKER, args.work_dir) for dataset in datasets]
    try:
        reused = ask_all(runs, served, args.concurrency, args.fresh)
    except KeyboardInterrupt:
        again = "the same command without --fresh" if args.fresh else "the same command"
        raise KeyboardInterrupt(f"replies already received are kept; {again} resumes the run") from None
    print(*reused, sep="\n", end="\n" if reused else "")
    with judge_of(judge, args.concurrency) if judge else nullcontext() as asked:
        scored = [score(run, asked) for run in runs]
    for one in scored:
        print_result(one)
    print(f"next: vlmeval-hvs report {shlex.quote(str(args.work_dir))}")
    return exit_status(one.validity for one in scored)


def _served(args: argparse.Namespace) -> Served:
    """The model that is asked; a `UsageError` names an impossible option."""
    from vlmeval_hvs.ask.request import MOST_TOKENS, Served

    if not 1 <= args.concurrency <= MOST_AT_ONCE:
        raise UsageError(f"--concurrency {args.concurrency}: give a number from 1 to {MOST_AT_ONCE}")
    same = ("base_url", "model", "name", "temperature", "more", "timeout", "retries", "structured")
    return Served(
        **{name: getattr(args, name) for name in same},
        key=_key(args.key_env, "--key-env"),
        max_tokens=MOST_TOKENS if args.max_tokens is None else args.max_tokens,
        several_images=not args.one_image,
    )


def _judge(args: argparse.Namespace) -> Served | None:
    from vlmeval_hvs.ask.request import Served

    if args.judge_url and not args.judge_model:
        raise UsageError("--judge-url needs --judge-model NAME")
    if not args.judge_model:
        return None
    key = _key(args.judge_key_env, "--judge-key-env")
    return Served(args.judge_url or args.base_url, args.judge_model, key, max_tokens=JUDGE_TOKENS)


def _look(args: argparse.Namespace, served: Served, judge: Served | None) -> Served:
    """The model with its longest reply, after checks of its server and of the judge's."""
    from vlmeval_hvs.ask.served import look, tokens_within

    try:
        context = look(served, args.key_env or KEY)
        if judge:
            look(judge, args.judge_key_env or KEY)
    except UsageError as error:
        raise UsageError(f"{error}\n--no-preflight asks anyway") from None
    return served if args.max_tokens is not None else replace(served, max_tokens=tokens_within(context))


@command(
    "probe",
    "measure which pictures and messages a model takes in",
    arg("--model", "name in the host, or on the server", required=True, metavar="NAME"),
    arg("--base-url", "address of an OpenAI-compatible server, up to /v1", metavar="URL"),
    KEY_ENV,
    arg("--max-tokens", "longest reply of a served model in tokens (default as in `ask`)", type=int, metavar="N"),
    RUNS,
    SEED,
    examples=("probe --model InternVL3-8B", "probe --model qwen --base-url http://localhost:8000/v1"),
)
def probe(args: argparse.Namespace) -> int:
    """Shows a model 1, 2, 3 and 5 coloured pictures in one message, and checks that the system message is followed.

    These are 60 short calls. The result is written into the working folder, where later runs of the model find it: they
    send pictures one by one or joined, as the model can see them, and are refused if the dataset needs an ability that
    the model lacks (`vlmeval-hvs run --no-probe` runs anyway). Exit status: 0, or 1 if the model sees no picture.
    """
    from vlmeval_hvs.probe import probe_path

    result = (_probe_served if args.base_url else _probe_of_host)(args)
    path = probe_path(args.work_dir, args.model)
    result.write(path)
    print(*result.sentences(), path, sep="\n")
    return 0 if result.in_order else 1


def _probe_served(args: argparse.Namespace) -> ProbeResult:
    from vlmeval_hvs.ask.request import Served
    from vlmeval_hvs.ask.served import look, probe_served, tokens_within

    served = Served(args.base_url, args.model, _key(args.key_env, "--key-env"), retries=1)
    context = look(served, args.key_env or KEY)
    most = tokens_within(context) if args.max_tokens is None else args.max_tokens
    return probe_served(replace(served, max_tokens=most), args.seed)


def _probe_of_host(args: argparse.Namespace) -> ProbeResult:
    from vlmeval_hvs.host.probe import probe_model
    from vlmeval_hvs.host.source import host_folder

    if args.model in model_cards():
        raise UsageError(f"{args.model} answers from the rows of a dataset and sees no pictures: nothing to probe")
    if host_folder() is None:
        raise UsageError(f"{args.model} {NO_HOST}; --base-url URL probes a served model without it")
    return probe_model(args.model, args.seed)
