"""``vlmeval-hvs hvsbench-check``: what a generated set is made of, whether its sides leak, and its reference rows."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vlmeval_hvs.commands import Help, add_json, write_json
from vlmeval_hvs.results.grid import Grid, number

if TYPE_CHECKING:
    from dataset_builders.hvsbench.generate.leaks import Leaks
    from dataset_builders.hvsbench.generate.reference_rows import Reference

KIND = "hvsbench_set"


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "hvsbench-check",
        help="statistics, leaks and reference rows of a generated set of HVSBench",
        description="Reads what `hvsbench-generate` wrote, and nothing else: counts beside those of the paper's Tables "
        "1 and 2; what the training and the test side have in common; what guessing gives, beside the printed row, and "
        "what held-out people reach from their own recordings. The exit status is 1 when there is a leak.",
        epilog="examples:\n  vlmeval-hvs hvsbench-check new\n"
        "  vlmeval-hvs hvsbench-check new --rows all --json check.json",
        formatter_class=Help,
    )
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="the generated set")
    parser.add_argument(
        "--rows",
        choices=("test", "train", "all"),
        default="test",
        help="questions that the reference rows are about (default: %(default)s)",
    )
    parser.add_argument(
        "--by-name-only", action="store_true", help="do not read the pictures to find those that look alike"
    )
    parser.add_argument(
        "--looks", type=Path, metavar="FILE", help="remembers what pictures look like, for a second time"
    )
    parser.add_argument("--seed", type=int, metavar="N", default=0, help="seed of what guessing draws (default 0)")
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print all of it; 1 when there is a leak."""
    from dataset_builders.hvsbench.generate.folder import SIDES, read_generation
    from dataset_builders.hvsbench.generate.leaks import report
    from dataset_builders.hvsbench.generate.reference_rows import human_row, random_row
    from dataset_builders.hvsbench.generate.statistics import statistics
    from vlmeval_hvs.results.tables import print_grids

    read_generation(args.folder)
    counted = statistics(args.folder).as_json()
    leaks = report(args.folder, look=not args.by_name_only, kept=args.looks)
    sides = SIDES if args.rows == "all" else (args.rows,)
    guessing, people = random_row(args.folder, sides, args.seed), human_row(args.folder, sides)
    print_grids([*_counts(counted), _leaks(leaks), _references(guessing, people, args.rows)])
    if args.json is not None:
        content = {
            "folder": str(args.folder),
            "statistics": counted,
            "leaks": {
                "found": leaks.any,
                "looked": not args.by_name_only,
                "counts": leaks.counts,
                "places": leaks.places,
                "seen": leaks.seen,
                "people_on_both_sides": leaks.people,
            },
            "reference_rows": {
                "side": args.rows,
                "guessing": {name: one._asdict() for name, one in guessing.items()},
                "people": {name: one._asdict() for name, one in people.items()},
            },
        }
        write_json(args.json, KIND, content)
    return 1 if leaks.any else 0


def _counts(counted: dict[str, Any]) -> Iterator[Grid]:
    printed = counted["printed"]
    whole = sum(printed["fields"].values())
    rows = [
        [name, f"{count}", _share(count, counted["questions"]), f"{printed['fields'][name]}",
         _share(printed["fields"][name], whole)]
        for name, count in counted["fields"].items()
    ]  # fmt: skip
    rows.append(["all", f"{counted['questions']}", "", f"{printed['questions']}", ""])
    yield Grid(
        "Questions (Table 1)",
        ["field", "here", "share", "printed", "share"],
        rows,
        [f"the printed fields have {whole} questions in all; their shares are of these"],
    )
    names = {
        "objects": "objects that Q2 counts",
        "words_of_question": "words of a question",
        "length_of_answer": "characters of an answer",
        "options": "options",
    }
    lengths = [
        [words, _mean(counted[key]), f"{counted[key]['most']}", f"{counted[key]['n']}",
         f"{printed[key]['mean']}", f"{printed[key].get('most', '')}"]
        for key, words in names.items()
    ]  # fmt: skip
    head = ["what", "mean", "most", "questions", "mean, printed", "most, printed"]
    yield Grid("Lengths (Table 1; without Q9 and Q12)", head, lengths, [])
    kinds = [
        [kind, dataset, f"{sides['train']}", f"{sides['test']}", _share(sides["test"], sum(sides.values()))]
        for kind, datasets in counted["types"].items()
        for dataset, sides in datasets.items()
    ]
    told = ", ".join(f"{count} {name}" for name, count in counted["answer_types"].items())
    pictures = ", ".join(f"{found['pictures']} {side}" for side, found in counted["sides"].items())
    notes = [f"answers (Table 2): {told}; printed: {', '.join(printed['answer_types'])}", f"pictures: {pictures}"]
    yield Grid("Types and sides", ["type", "source", "train", "test", "share of test"], kinds, notes)


def _leaks(leaks: Leaks) -> Grid:
    from dataset_builders.hvsbench.generate.leaks import KINDS

    rows = [[words, f"{leaks.counts[kind]}", f"{leaks.seen.get(kind, '')}"] for kind, words in KINDS.items()]
    notes = [f"{KINDS[kind]}: {place}" for kind, places in leaks.places.items() for place in places]
    if leaks.people:
        notes.append(f"recordings of {leaks.people} people are on both sides, of different pictures: no leak")
    return Grid("On both sides", ["what", "found", "compared"], rows, notes)


def _references(guessing: dict[str, Reference], people: dict[str, Reference], side: str) -> Grid:
    rows = []
    for name in dict.fromkeys((*guessing, *(name for name, one in people.items() if one.n))):
        guess, own = guessing.get(name), people.get(name)
        rows.append([
            name, _number(guess), f"{guess.n}" if guess else "",
            "" if guess is None or guess.printed is None else number(guess.printed),
            _number(own), f"{own.n}" if own and own.n else "", f"{own.people}" if own and own.n else "",
        ])  # fmt: skip
    head = ["metric", "guessing [95 %]", "questions", "printed", "held-out people [95 %]", "questions", "answers"]
    missing = [name for name, one in people.items() if not one.n and name in guessing]
    notes = [f"no person's own recording answers: {', '.join(missing)}"] if missing else []
    return Grid(f"Reference rows ({side})", head, rows, notes)


def _number(one: Reference | None) -> str:
    if one is None or one.value is None or one.low is None or one.high is None:
        return "n/a"
    return f"{number(one.value)} [{number(one.low)}, {number(one.high)}]"


def _mean(spread: dict[str, Any]) -> str:
    return "" if spread["mean"] is None else f"{spread['mean']:.1f}"


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else ""
