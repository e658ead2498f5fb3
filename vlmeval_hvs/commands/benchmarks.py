"""Commands of single benchmarks: ``hvsbench``, ``actiview``, ``gaze``, ``visual-search`` and ``vpb``."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vlmeval_hvs.commands import JSON, RESULTS, SEED, arg, command, folder, write_json
from vlmeval_hvs.errors import DataError, UsageError
from vlmeval_hvs.files import write_atomically
from vlmeval_hvs.metrics.characterization.results import ENGINES, MARGIN, as_reference
from vlmeval_hvs.sets import records
from vlmeval_hvs.terminal import printable

if TYPE_CHECKING:
    from vlmeval_hvs.benchmarks.visual_search.result_table import Table
    from vlmeval_hvs.results.table_formats import Grid

SHOWN = 10  # styles of a ranking, and scanpaths left out, that are printed


SOURCES = {
    **{"SIFR": "sifr", "SIS10K": "sis10k", "COCO-FreeView": "freeview", "COCO-Search18": "search18"},
    "Interiors": "interiors",
}
"""Sources and the options that take their folders."""

FRAME = "coordinates of --freeview and --search18, such as 1680x1050-letterbox (default: inferred from each file)"
FORMATS = ("messages", "trl", "trl-grpo")


@command(
    "hvsbench generate",
    "generate questions of HVSBench from eye-tracking and saliency-ranking data",
    arg("out", "folder of the set: new or empty", type=folder, metavar="OUT"),
    *(
        arg(f"--{option}", f"folder of {name} as its authors ship it", type=Path, metavar="DIR")
        for name, option in SOURCES.items()
    ),
    arg("--frame", FRAME, default=""),
    SEED,
    arg("--test-share", "share of the pictures for testing (default 0.1)", type=float, metavar="X", default=0.1),
    examples=("hvsbench generate new --sifr ~/SIFR", "build HVSBench:new --source new"),
)
def generate(args: argparse.Namespace) -> int:
    """Makes questions of eleven types (all but Q5 and Q7, which name objects) from pictures and what people looked at.

    It follows the rules of the paper's section 3.2, and divides the questions by picture into train.jsonl and
    test.jsonl. Everything that is drawn is a function of the seed, the picture and the question type.
    """
    from dataset_builders.hvsbench.generate.generate import generate as generated
    from dataset_builders.hvsbench.generate.sources import read_source

    given = {name: getattr(args, option) for name, option in SOURCES.items() if getattr(args, option) is not None}
    if not given:
        raise UsageError(f"give at least one source: {', '.join(f'--{option}' for option in SOURCES.values())}")
    if not 0 <= args.test_share <= 1:
        raise UsageError(f"--test-share {args.test_share}: must be from 0 to 1")
    sources = {name: partial(read_source, name, place, frame=args.frame) for name, place in given.items()}
    found = generated(args.out, sources, seed=args.seed, share=args.test_share)
    for kind, datasets in found["counts"].items():
        train, test = (sum(counts[side] for counts in datasets.values()) for side in ("train", "test"))
        print(f"{kind}: {train} train, {test} test ({', '.join(datasets)})")
    for name, source in found["sources"].items():
        print(f"{name}: {source['pictures']} pictures")
        for reason, count in source["oddities"].items():
            print(f"  {count} x {reason}")
    print(f"{found['questions']} questions in {args.out}")
    return 0


@command(
    "hvsbench export",
    "write the train side of a generated set for LLaMA-Factory, ms-swift or TRL",
    arg("folder", "folder that hvsbench generate wrote", type=Path, metavar="FOLDER"),
    arg("--format", "layout of the file", required=True, choices=FORMATS),
    arg("--out", "folder to write into", type=folder, required=True, metavar="FOLDER"),
)
def export(args: argparse.Namespace) -> int:
    """Writes the questions of a folder of hvsbench generate with the replies to train on.

    messages: for ms-swift and LLaMA-Factory, whose dataset_info.json gets an entry; trl: prompts and completions;
    trl-grpo: prompts with the columns of the reward vlmeval_hvs.rewards.hvsbench_reward. Pictures stay where they are.
    """
    from dataset_builders.hvsbench.generate.export import export as exported

    done = exported(args.folder, args.out, args.format)
    counts = sorted(done.records.items(), key=lambda one: int(one[0][1:]))
    words = ", ".join(f"{kind} {count}" for kind, count in counts)
    print(f"{done.file}: {done.records.total()} records ({words})")
    for kind, number in done.left_out.items():
        print(f"left out: {number} rows of {kind}, which nobody's scanpath answers as asked")
    return 0


@command(
    "actiview wording",
    "take the prompt texts of ActiView's released code from a checkout, for profile=official",
    arg("checkout", "the checkout, or the file prompts_config.py", type=Path, metavar="CHECKOUT"),
)
def wording(args: argparse.Namespace) -> int:
    """Reads the templates of toolkit/prompts_config.py in a checkout of THUNLP-MT/ActiView, without running it.

    It checks that they are the released ones, and stores them next to the built sets.
    """
    from vlmeval_hvs.benchmarks.actiview.official_texts import declared, install

    path = install(args.checkout)
    print(f"{len(declared()['templates'])} templates, equal to the released ones, are now in {path}")
    return 0


ABOUT_MARGIN = "largest shortfall of accuracy that still counts as human-level (default %(default)s)"


@command(
    "gaze tests",
    "all scores and tests of finished answers",
    arg("responses", "*_hvs_items.tsv, or the published CSV", type=Path, metavar="FILE"),
    arg("--group", "only this group of the published table (default: all)", action="append", metavar="NAME"),
    arg("--human", "group with people's answers, the reference of Test 1 (not tested)", metavar="NAME"),
    arg("--margin", ABOUT_MARGIN, type=float, metavar="M", default=MARGIN),
    arg("--engine", "statistics of the tests (default: %(default)s)", choices=ENGINES, default=ENGINES[0]),
    SEED,
    JSON,
    examples=(
        "gaze tests MODEL_GazeTarget_hvs_items.tsv --engine glmm",
        "gaze tests result_1771518084_....csv --engine paper --human Humans",
    ),
)
def gaze_tests(args: argparse.Namespace) -> int:
    """Recomputes accuracy, Wrongness and all tests from *_hvs_items.tsv of a GazeTarget run, or a published table.

    The response table that the study published gives one result per group, by default those of the main study.
    """
    from vlmeval_hvs.benchmarks.gaze.responses import DEMO_OBSERVER, people_of, read_responses
    from vlmeval_hvs.benchmarks.gaze.scoring import chance_of, score_trials
    from vlmeval_hvs.results.table_formats import print_grids

    if not 0 < args.margin < 1:
        raise UsageError(f"--margin {args.margin}: must be a number above 0 and below 1")
    groups = read_responses(args.responses)
    # The table holds over a hundred models of the pre-pilot, whose photos have no head targets.
    main = [name for name, one in groups.items() if one.study == "main"]
    wanted = args.group or [name for name in main or groups if name != args.human]
    if unknown := [name for name in (*wanted, args.human) if name and name not in groups]:
        raise UsageError(f"no group {', '.join(unknown)} in {args.responses}; its groups are {', '.join(groups)}")
    reference = people_of(groups[args.human]) if args.human else None
    if reference is not None:
        shares = [f"{n} objects {a:.3f} +- {reference.error[n]:.3f}" for n, a in reference.accuracy.items()]
        print(f"people ({args.human}): {', '.join(shares)}")
    out = {}
    for name in wanted:
        trials, notes, compared = groups[name].trials, [], reference
        if reference is None and trials["scene_id"].str.contains("|drawn|", regex=False).all():
            compared = as_reference(DEMO_OBSERVER)
            notes.append("drawn demo pictures: Test 1 compares with a simulated observer, not with people")
        scores = score_trials(trials, args.engine, compared, args.seed, args.margin)
        metrics = scores.metrics | {"Chance": chance_of(trials).value}
        notes += [f"warning: {warning}" for warning in (*groups[name].warnings, *scores.warnings)]
        print_grids([_tests_grid(name, metrics, scores.details, notes)])
        out[name] = {"metrics": metrics, "intervals": scores.intervals, **scores.details}
    write_json(args.json, "gaze", {"groups": out})
    return 0


def _tests_grid(name: str, metrics: Mapping[str, float], details: Mapping[str, Any], notes: list[str]) -> Grid:
    """The tests of one group, with the verdicts in the notes."""
    from vlmeval_hvs.results.table_formats import Grid

    title = f"{printable(name)}: accuracy {metrics['Overall']:.3f} (chance {metrics['Chance']:.3f})"
    if "wrongness" in metrics:
        title += f", wrongness {metrics['wrongness']:.3f} (guessing {metrics['wrongness_expected']:.3f})"
    rows = []
    for key, test in details["characterization"]["tests"].items():
        cells = ["", "", "", "", "", test["note"]]
        if test["p"] is not None:
            low, high = test["interval"]
            words = ["positive" if test["positive"] else "negative", *([test["note"]] if key == "4" else [])]
            scale = "log-odds" if test["unit"].startswith("log-odds") else "share"
            bounds = f"{low:+.3f} to {high:+.3f}"
            cells = [f"{test['estimate']:+.3f}", bounds, scale, str(test["n"]), _p(test["p"]), "; ".join(words)]
        rows.append([key, test["name"], *cells])
    chance, cue = details["against_chance"], details.get("cue_model", {})
    against = f"accuracy minus guessing: {chance['difference']:+.3f} (paper's z-test: p {_p(chance['paper_p'])})"
    verdicts = [details["explanation"], against]
    if "probabilities" in cue:
        shares = ", ".join(f"{category}: {share:.3f}" for category, share in cue["probabilities"].items())
        verdicts += [f"cue model, probability of each category: {shares}", cue["explanation"]]
    elif cue:
        verdicts.append(f"cue model: {cue['note']}")
    head = ["test", "what", "estimate", "95 % interval", "scale", "n", "p", ""]
    return Grid(title, head, rows, [*verdicts, *notes])


def _p(value: float) -> str:
    return f"{value:.3f}" if value >= 0.001 else "<0.001"


@command(
    "visual-search tables",
    "print the visual-search table with the compound score, also of published scanpaths",
    arg("work_dir", "the host's --work-dir", nargs="?", type=Path, metavar="WORK_DIR"),
    JSON,
    arg("--model", "name of the row for --scanpaths", default="model", metavar="NAME"),
    arg("--scanpaths", "Scanpaths.json of a set (repeatable)", action="append", default=[], metavar="SET=FILE"),
    SEED,
    examples=("visual-search tables outputs", "visual-search tables --model IRL --scanpaths Interiors=IRL.json"),
)
def search_tables(args: argparse.Namespace) -> int:
    """Prints the metrics of every set with 95 % intervals and numbers of images, next to the published rows of the set.

    With their averages, and the compound score by the seven-term and the six-term rule. A star marks values from fewer
    than 10 images, or from less than 80 % of a set: they do not count. Rows that lack a term have no score.
    """
    from vlmeval_hvs.benchmarks.visual_search.result_table import paper_tables, search_results, table_of
    from vlmeval_hvs.results.paper_tables import Style
    from vlmeval_hvs.results.table_formats import print_grids

    if args.work_dir is None and not args.scanpaths:
        raise UsageError("give a folder with results, or --scanpaths")
    if args.work_dir is not None and not args.work_dir.is_dir():
        raise UsageError(f"{args.work_dir} is not a folder")
    results = [] if args.work_dir is None else search_results(args.work_dir)
    table = table_of(results)
    for text in args.scanpaths:
        name, _, path = text.partition("=")
        if not name or not path:
            raise UsageError(f"{text!r}: give SET=PATH, for example Interiors=Scanpaths.json")
        _score_scanpaths(name, Path(path), args, table)
    tables, cells = paper_tables(table, results)
    if not tables:
        raise DataError(f"{args.work_dir}: it holds no result of a dataset of visual search")
    print_grids([one.grid(Style(3, percent=True)) for one in tables])
    sets = {
        name: {row: {metric: cell._asdict() for metric, cell in own.items()} for row, own in rows.items()}
        for name, rows in cells.items()
    }
    write_json(args.json, "visual-search", {"sets": sets})
    return 0


def _score_scanpaths(name: str, path: Path, args: argparse.Namespace, table: Table) -> None:
    from vlmeval_hvs.benchmarks.visual_search.result_table import add_scores
    from vlmeval_hvs.benchmarks.visual_search.scanpath_scoring import read_scanpath_file, score_paths
    from vlmeval_hvs.benchmarks.visual_search.trials import read_trials
    from vlmeval_hvs.metrics.search import MIN_COVERAGE
    from vlmeval_hvs.registry import load_set

    name = name.removeprefix("VisualSearch_")
    rows, _ = load_set(f"VisualSearch_{name}")
    trials = read_trials(records(rows[rows["family"] == "search"]))
    paths, left_out = read_scanpath_file(path, trials)
    for text in left_out[:SHOWN]:
        print(f"left out: {text}", file=sys.stderr)
    scores, coverage = score_paths(trials, paths, args.seed), len(paths) / len(trials)
    metrics = {key: value for key, value in scores.metrics.items() if key != "AUCperf" or coverage >= MIN_COVERAGE}
    found = {"metrics": metrics, "intervals": scores.intervals, "details": scores.details}
    add_scores(table.setdefault(name, {}), args.model, found, coverage)


@command(
    "vpb best-prompt",
    "find the style that a model perceives best in VP-Bench Stage 1, and write the Stage 2 run config (BVP)",
    RESULTS,
    arg("--model", "name of the model in the host", required=True, metavar="NAME"),
    arg("--data", "Stage 1 dataset to read (default: VPB_Stage1, else the only one there)", metavar="NAME"),
    arg("--out", "config to write (default: VPB_BVP_MODEL.json)", type=Path, metavar="FILE"),
    examples=("vpb best-prompt outputs --model InternVL3-8B", "run --config VPB_BVP_InternVL3-8B.json"),
)
def best_prompt(args: argparse.Namespace) -> int:
    """Ranks the styles of a finished VPB_Stage1 run, and writes the config of a Stage 2 run with the best style.

    With about 58 questions per style the best one is uncertain, so its interval and the number of styles that may be as
    good are shown.
    """
    from vlmeval_hvs.benchmarks.vpb.scoring import rank_styles
    from vlmeval_hvs.results.collect import collect, usable

    own = [r for r in collect(args.work_dir) if r.model == args.model and r.dataset.startswith("VPB_Stage1")]
    found = {r.dataset: r for r in usable(own)}
    name = args.data or next((name for name in ("VPB_Stage1", *sorted(found)) if name in found), "VPB_Stage1")
    if name not in found:
        others = f"; its Stage 1 results are {', '.join(sorted(found))}" if found else ""
        raise DataError(f"{args.work_dir}: there is no result of {args.model} on {name}{others}")
    details = found[name].scores.get("details", {})
    ranking = rank_styles(details)
    best = ranking[0]
    print(f"{args.model} on {name}, {sum(s.n for s in ranking)} items of {len(ranking)} styles")
    for place, s in enumerate(ranking[:SHOWN], start=1):
        print(f"{place:3d}  {s.style:38s} {s.accuracy:6.1%}  95% {s.low:.1%} to {s.high:.1%}  n={s.n}")
    equal = sum(style.accuracy == best.accuracy for style in ranking)
    possible = sum(style.high >= best.low for style in ranking)
    overlap = f"{equal} styles have this accuracy, and the intervals of {possible} overlap with its own"
    print(f"best: {best.style}; {overlap}; of equal ones that of the better perceived shape comes first")
    # A style is the best as it was drawn, so Stage 2 draws the same pixels.
    drawing = {"geometry": "scaled", "contrast": "lab"} | details.get("drawing", {})
    stage2 = f"VPB_Stage2{'_DEMO' if name.endswith('_DEMO') else ''}@BVP"
    settings = {"class": "VPBDataset", "dataset": stage2, "visual_prompt": best.style, **drawing}
    output = args.out or Path(f"VPB_BVP_{args.model.replace('/', '_')}.json")
    config = {"model": {args.model: {}}, "data": {stage2: settings}}
    write_atomically(output, f"{json.dumps(config, indent=2)}\n".encode())
    print(f"config: {output}   run it with: vlmeval-hvs run --config {output}")
    return 0
