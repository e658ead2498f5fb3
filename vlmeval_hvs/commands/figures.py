"""``vlmeval-hvs figures``: pictures of results, for papers and pages."""

from __future__ import annotations

import argparse
import io
from pathlib import Path

from vlmeval_hvs.commands import Help
from vlmeval_hvs.errors import DataError, MissingPackageError

ENDINGS = ("png", "pdf", "svg")
DPI = 220


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "figures",
        help="draw the figures of gaze results: which cue is followed, the tests, psychometric curves, photos",
        description="Reads the score files under a folder of the host and draws the figures of all gaze results: "
        "answers by distance between eyes and head, choices by target, the way through the tests, a forest plot over "
        "models, psychometric curves, and photos with the answers. captions.md says what each shows.",
        epilog="example:\n  vlmeval-hvs figures outputs --out figures --format pdf",
        formatter_class=Help,
    )
    parser.add_argument("work_dir", type=Path, metavar="RUN", help="the host's --work-dir, or a folder with results")
    parser.add_argument("--out", type=Path, metavar="DIR", default=Path("figures"), help="folder (default: figures)")
    parser.add_argument(
        "--format", action="append", choices=ENDINGS, help="file format, repeatable (default: png and pdf)"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Draw and save; prints the files."""
    from vlmeval_hvs.files import write_atomically
    from vlmeval_hvs.results.collect import collect

    try:
        from vlmeval_hvs.benchmarks.gaze.figures.drawing import draw
    except ImportError as error:
        if (error.name or "").split(".")[0] != "matplotlib":
            raise
        raise MissingPackageError("figures need matplotlib: pip install 'vlmeval-hvs[figures]'") from error
    captions = []
    for picture in draw(collect(args.work_dir)):
        name = "".join(char if char.isalnum() or char in "-_." else "-" for char in picture.name)
        for ending in args.format or ("png", "pdf"):
            buffer = io.BytesIO()
            # Without a date the same results give the same bytes.
            metadata = {"png": {}, "pdf": {"CreationDate": None}, "svg": {"Date": None}}[ending]
            picture.figure.savefig(buffer, format=ending, dpi=DPI, metadata=metadata)
            write_atomically(args.out / f"{name}.{ending}", buffer.getvalue())
            print(args.out / f"{name}.{ending}")
        captions.append(f"**{name}**: {picture.caption}\n")
    if not captions:
        raise DataError(f"{args.work_dir}: no gaze result in it")
    write_atomically(args.out / "captions.md", "\n".join(captions).encode())
    return 0
