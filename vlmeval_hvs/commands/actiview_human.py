"""``vlmeval-hvs actiview-human``: people as a row of ActiView's results."""

from __future__ import annotations

import argparse
from pathlib import Path

from vlmeval_hvs.commands import Help
from vlmeval_hvs.files import write_atomically


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "actiview-human",
        help="make a form on which people answer ActiView, and score what they saved",
        description="form: writes one HTML page with questions and images, without answers; it loads nothing from the "
        "network. score: takes the files that people downloaded from it as rows human-NAME.",
        epilog="examples:\n  vlmeval-hvs actiview-human form --data ActiView_Full --out form.html\n"
        "  vlmeval-hvs actiview-human score anna_ActiView_Full.json --work-dir outputs\n"
        "  vlmeval-hvs actiview-summary outputs --paper",
        formatter_class=Help,
    )
    actions = parser.add_subparsers(metavar="ACTION", required=True)
    form = actions.add_parser("form", help="write the page", formatter_class=Help)
    form.add_argument("--data", default="ActiView_Full", metavar="NAME", help="ActiView_Full or ActiView_Zooming")
    form.add_argument("--questions", type=int, default=60, metavar="N", help="number of questions (default 60)")
    form.add_argument("--seed", type=int, default=0, metavar="N", help="seed of the sample (default 0)")
    form.add_argument("--assisted", action="store_true", help="allow the Internet (the paper's Human*)")
    form.add_argument("--max-side", type=int, default=1600, metavar="PX", help="longest image side (default 1600)")
    form.add_argument("--out", type=Path, required=True, metavar="FILE", help="the HTML page")
    form.set_defaults(run=make)
    score = actions.add_parser("score", help="score saved answers", formatter_class=Help)
    score.add_argument("results", type=Path, nargs="+", metavar="FILE", help="what people downloaded")
    score.add_argument("--work-dir", type=Path, required=True, metavar="DIR", help="folder of the results of models")
    score.set_defaults(run=score_all)


def make(args: argparse.Namespace) -> int:
    """Write the form."""
    from vlmeval_hvs.benchmarks.actiview.human import make_form

    page = make_form(args.data, args.questions, args.seed, args.assisted, args.max_side).encode()
    write_atomically(args.out, page)
    print(f"{args.out}: {len(page) / 1e6:.1f} MB; open it in a browser")
    return 0


def score_all(args: argparse.Namespace) -> int:
    """Score every result; 1 when one is invalid, 2 when one is partial."""
    from vlmeval_hvs.benchmarks.actiview.human import score_result
    from vlmeval_hvs.results.collect import exit_status

    scored = []
    for path in args.results:
        result = score_result(path, args.work_dir)
        share = f"{100 * result.metrics['Overall']:.2f} %" if "Overall" in result.metrics else "n/a"
        reason = f" ({result.validity}: {result.reason})" if result.reason else ""
        print(f"{result.model}: {share}{reason}")
        scored.append(result.validity)
    return exit_status(scored)
