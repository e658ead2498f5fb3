"""``vlmeval-hvs best-visual-prompt``: the style that a model perceives best, and the run that uses it (BVP)."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from vlmeval_hvs.commands import Help
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import write_atomically

SHOWN = 10


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "best-visual-prompt",
        help="find the style that a model perceives best in VP-Bench Stage 1, and write the Stage 2 run config (BVP)",
        description="Ranks the styles of a finished VPB_Stage1 run. With about 58 questions a style the best one is "
        "uncertain: its interval and the number of styles that could as well be the best are shown. Writes the config "
        "of a Stage 2 run with that style.",
        epilog="example:\n  vlmeval-hvs best-visual-prompt outputs --model InternVL3-8B\n"
        "  vlmeval-hvs run --config VPB_BVP_InternVL3-8B.json",
        formatter_class=Help,
    )
    parser.add_argument("work_dir", type=Path, metavar="WORK_DIR", help="the host's --work-dir")
    parser.add_argument("--model", required=True, metavar="NAME", help="model name as the host knows it")
    parser.add_argument(
        "--dataset", metavar="NAME", help="Stage 1 dataset to read (default: VPB_Stage1, else the only one there)"
    )
    parser.add_argument("--output", type=Path, metavar="FILE", help="config to write (default: VPB_BVP_MODEL.json)")
    parser.add_argument(
        "--geometry",
        choices=("scaled", "official"),
        help="sizes in the Stage 2 run (default: those of the Stage 1 pictures, official for the release, else scaled)",
    )
    parser.add_argument(
        "--contrast",
        choices=("lab", "swapped"),
        help="rule of the colour contrast there (default: that of the Stage 1 pictures, swapped for the release)",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the ranking and write the config."""
    from vlmeval_hvs.benchmarks.vpb.findings import rank_styles, read_items
    from vlmeval_hvs.results.collect import collect, usable

    own = [r for r in collect(args.work_dir) if r.model == args.model and r.dataset.startswith("VPB_Stage1")]
    found = {r.dataset: r for r in usable(own)}
    names = [args.dataset] if args.dataset else [n for n in ("VPB_Stage1", *sorted(found)) if n in found]
    if not names or names[0] not in found:
        raise DataError(f"{args.work_dir}: no result of {args.model} on {args.dataset or 'VPB_Stage1'}; "
                        f"there is {', '.join(sorted(found)) or 'none on Stage 1'}")  # fmt: skip
    result = found[names[0]]
    ranking = rank_styles(read_items(result.path))
    best = ranking[0]
    print(f"{args.model} on {result.dataset}, {sum(s.n for s in ranking)} items of {len(ranking)} styles")
    for place, style in enumerate(ranking[:SHOWN], start=1):
        print(
            f"{place:3d}  {style.style:38s} {style.accuracy:6.1%}  95% {style.low:.1%} to {style.high:.1%}  n={style.n}"
        )
    equal = sum(style.accuracy == best.accuracy for style in ranking)
    possible = sum(style.high >= best.low for style in ranking)
    print(f"best: {best.style}; {equal} styles have this accuracy, and the intervals of {possible} reach it")
    print("tie rule: the shape that the model perceives better, then more items, then the paper's Table 18")
    demo = "_DEMO" if result.dataset.endswith("_DEMO") else ""
    name = f"VPB_Stage2{demo}@BVP"
    # A style is the best as it was drawn: the same pixels have to follow in Stage 2.
    chosen = {"geometry": args.geometry, "contrast": args.contrast}
    drawing = {"geometry": "scaled", "contrast": "lab"} | result.scores.get("details", {}).get("drawing", {})
    drawing |= {name: value for name, value in chosen.items() if value}
    print(f"drawn with: geometry={drawing['geometry']}, contrast={drawing['contrast']}")
    config = {
        "model": {args.model: {}},
        "data": {name: {"class": "VPBDataset", "dataset": name, "visual_prompt": best.style, **drawing}},
    }
    output = args.output or Path(f"VPB_BVP_{args.model.replace('/', '_')}.json")
    write_atomically(output, (json.dumps(config, indent=2) + "\n").encode())
    print(f"config: {output}   run it with: vlmeval-hvs run --config {output}")
    return 0
