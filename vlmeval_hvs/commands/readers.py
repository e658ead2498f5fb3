"""``vlmeval-hvs readers``: how well replies are read, by this package's readers and by a judge model."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vlmeval_hvs.commands import Help, positive_number, whole_number
from vlmeval_hvs.errors import UsageError
from vlmeval_hvs.reply_corpus.cases import KINDS, SPLITS, Case, corpus_folder, read_cases

if TYPE_CHECKING:
    from vlmeval_hvs.reply_corpus.accuracy import Accuracy, Outcome, Share
    from vlmeval_hvs.results.grid import Grid

GROUPS = ("kind", "family", "style", "rule", "language")


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "readers",
        help="measure how well replies are read, on the reply corpus or on your own labelled replies",
        description="Prints accuracy, precision, recall and inventions of the robust and the paper reading, with 95% "
        "Wilson intervals; with --judge also those of a judge model that extracts the answers.",
        epilog="examples:\n  vlmeval-hvs readers --by family --kind choice\n"
        "  vlmeval-hvs readers --judge gpt-4o --sample 300\n"
        "  vlmeval-hvs readers --from outputs/M/M_HVSBench.xlsx \\\n"
        "      --label mine.jsonl --sample 200\n"
        "  vlmeval-hvs readers --corpus mine.jsonl",
        formatter_class=Help,
    )
    parser.add_argument("--kind", choices=KINDS, metavar="KIND", help=f"only this kind of answer: {', '.join(KINDS)}")
    parser.add_argument("--split", choices=SPLITS, help="only this split")
    parser.add_argument("--family", help="only this model family, such as Claude, or model")
    parser.add_argument("--by", choices=GROUPS, default="kind", help="one line of the table per ... (default: kind)")
    parser.add_argument(
        "--wrong", type=whole_number, default=0, metavar="N", help="also print N replies that are read wrongly"
    )
    parser.add_argument("--sample", type=positive_number, metavar="N", help="use N cases, drawn by --seed")
    parser.add_argument("--seed", type=int, default=0, help="seed of --sample")
    parser.add_argument("--judge", metavar="MODEL", help="a judge model of the host that extracts the answers, too")
    parser.add_argument("--judge-args", type=_json_object, default={}, metavar="JSON", help="arguments of the judge")
    parser.add_argument("--corpus", type=Path, metavar="PLACE", help="file or folder of cases instead of the corpus")
    parser.add_argument("--from", dest="run_of", type=Path, metavar="RUN", help="write the replies of a run as cases")
    parser.add_argument("--label", type=Path, metavar="FILE", help="where the cases of --from are; readings are kept")
    parser.add_argument("--data", metavar="NAME", help="dataset of --from, where the run has no receipt")
    parser.add_argument("--json", action="store_true", help="print the tables as JSON")
    parser.set_defaults(run=run)


def _json_object(text: str) -> dict[str, Any]:
    """The type of an argument that is a JSON object."""
    try:
        value = json.loads(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r} is no JSON: {error}") from error
    if not isinstance(value, dict):
        raise argparse.ArgumentTypeError(f'{text!r} is no JSON object such as {{"temperature": 0}}')
    return value


def run(args: argparse.Namespace) -> int:
    """Print the tables."""
    from vlmeval_hvs.host.judge import make_judge
    from vlmeval_hvs.reply_corpus.accuracy import outcomes
    from vlmeval_hvs.results.tables import print_grids

    if args.label and not args.run_of:
        raise UsageError("--label FILE goes with --from RUN; to measure on labelled cases give --corpus FILE")
    cases = _of_run(args) if args.run_of else _chosen(read_cases(args.corpus or corpus_folder()), args)
    cases = [case for case in cases if case.labelled]
    if not cases:
        if not args.run_of:
            raise UsageError("no labelled case is left; see `vlmeval-hvs readers --help`")
        return 0
    read: dict[str, list[Outcome]] = {profile: outcomes(cases, profile) for profile in ("robust", "paper")}
    cost: dict[str, Any] = {}
    judge = make_judge({"model": args.judge, **args.judge_args})
    if judge is not None:
        from vlmeval_hvs.reply_corpus.judging import judged

        read["judge"], extracted = judged(cases, judge)
        cost = {"model": args.judge, "calls": extracted.calls, "failed": extracted.failed}
        cost["seconds"] = round(extracted.seconds, 2)
    if args.json:
        print(json.dumps(_as_json(read, args.by, cost), ensure_ascii=False, indent=1))
        return 0
    said = "judge {model}: {calls} calls, {failed} failed, {seconds} s"
    notes = [said.format(**cost)] if cost else []
    print_grids([_grid(read, args.by, notes)])
    for name, found in read.items():
        if args.wrong and name != "paper":
            _print_wrong(name, found, args.wrong, args.split == "held-out")
    return 0


def _chosen(cases: list[Case], args: argparse.Namespace) -> list[Case]:
    wanted = {"kind": args.kind, "split": args.split}
    chosen = [c for c in cases if all(value in (None, getattr(c, name)) for name, value in wanted.items())]
    chosen = [c for c in chosen if args.family in (None, c.family, c.family_line)]
    if args.sample is not None and args.sample < len(chosen):
        from vlmeval_hvs.seeding import rng

        drawn = sorted(rng(args.seed, "readers").permutation(len(chosen))[: args.sample])
        chosen = [chosen[place] for place in drawn]
    return chosen


def _of_run(args: argparse.Namespace) -> list[Case]:
    """The cases of a run, written to the file where a person reads them."""
    from vlmeval_hvs.reply_corpus.labelling import cases_of, dataset_of, keep_labels, prediction_file

    file = prediction_file(args.run_of)
    target = args.label or file.with_name(f"{file.stem}_hvs_cases.jsonl")
    fresh = cases_of(file, dataset_of(file, args.data))
    cases = keep_labels(target, _chosen(fresh, args))
    read = sum(case.labelled for case in cases)
    print(
        f'{target}: {len(cases)} cases, {read} of them labelled. Put the answer, or null, in place of "?".',
        file=sys.stderr if args.json else sys.stdout,
    )
    return cases


def _grid(read: dict[str, list[Outcome]], by: str, notes: list[str]) -> Grid:
    from vlmeval_hvs.reply_corpus.accuracy import Accuracy, accuracy, by_group
    from vlmeval_hvs.results.grid import Grid

    head = [by, "n", "reader", *(f"{part} %" for part in Accuracy._fields[:3]), "invented"]
    tables = {name: {**by_group(found, by), "all": accuracy(found)} for name, found in read.items()}
    groups = [group for group in dict.fromkeys(group for table in tables.values() for group in table) if group != "all"]
    rows = []
    for group in (*groups, "all"):
        found = {name: table[group] for name, table in tables.items() if group in table}
        for place, (name, quality) in enumerate(found.items()):
            rows.append(["" if place else group, str(quality.accuracy.n), name, *_cells(quality)])
    return Grid("Readers on labelled replies; behind each value its 95 % interval", head, rows, notes)


def _cells(quality: Accuracy) -> list[str]:
    return [*(_shown(part) for part in quality[:3]), f"{quality.inventions.hits}/{quality.inventions.n}"]


def _shown(part: Share) -> str:
    if part.value is None or part.low is None or part.high is None:
        return ""
    return f"{100 * part.value:.1f} {100 * part.low:.0f}-{100 * part.high:.0f}"


def _as_json(read: dict[str, list[Outcome]], by: str, cost: dict[str, Any]) -> dict[str, Any]:
    from vlmeval_hvs.reply_corpus.accuracy import accuracy, by_group

    def plain(quality: Accuracy) -> dict[str, Any]:
        return {name: part._asdict() for name, part in quality._asdict().items()}

    tables = {
        name: {"all": plain(accuracy(found)), by: {group: plain(q) for group, q in by_group(found, by).items()}}
        for name, found in read.items()
    }
    return {"n": len(next(iter(read.values()))), "readers": tables, "judge": cost or None}


def _print_wrong(name: str, found: Sequence[Outcome], limit: int, held_out: bool) -> None:
    """Print wrongly read replies; those of the held-out split only on request, because they are no examples to fit."""
    wrong = [outcome for outcome in found if not outcome.right and (held_out or outcome.case.split != "held-out")]
    for case, got, _ in wrong[:limit]:
        print(f"{case.id} ({case.family}, {case.style}): {name} reads {got.value!r} by {got.rule or 'no rule'}")
        print(f"  a person reads {case.reading!r}: {case.reason}")
        print(f"  {case.reply!r}")
