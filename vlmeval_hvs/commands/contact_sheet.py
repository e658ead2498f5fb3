"""``vlmeval-hvs contact-sheet``: all visual-prompt styles in one picture."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from vlmeval_hvs.commands import Help
from vlmeval_hvs.errors import DataError, UsageError
from vlmeval_hvs.files import bundled, read_rgb


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "contact-sheet",
        help="draw all 255 visual prompts of VP-Bench in one picture",
        description="Draws every style (or those of one shape) on the same object and saves one picture.",
        epilog="example:\n  vlmeval-hvs contact-sheet boxes.png --shape bbox",
        formatter_class=Help,
    )
    parser.add_argument("output", type=Path, metavar="FILE", help="picture to write: .png, .jpg or .webp")
    parser.add_argument("--shape", metavar="NAME", help="only this shape, for example bbox")
    parser.add_argument(
        "--image", type=Path, metavar="FILE", help="picture to draw on (default: a photograph of scikit-image)"
    )
    parser.add_argument("--box", type=float, nargs=4, metavar=("X", "Y", "W", "H"), help="object in --image, in px")
    parser.add_argument("--geometry", choices=("scaled", "official"), default="scaled", help="sizes of the drawings")
    parser.add_argument("--contrast", choices=("lab", "swapped"), default="lab", help="rule of the colour contrast")
    parser.add_argument(
        "--width", type=int, metavar="PX", default=112, help="width of each picture in px (default 112)"
    )
    parser.add_argument(
        "--seed", type=int, metavar="N", default=0, help="seed of scribbles and loose contours (default 0)"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Draw and save."""
    import numpy as np

    from vlmeval_hvs.visual_prompts import Region, RegionError, all_styles
    from vlmeval_hvs.visual_prompts.sheet import contact_sheet
    from vlmeval_hvs.visual_prompts.styles import shapes

    if args.shape not in (None, *shapes()):
        raise UsageError(f"--shape {args.shape}: the shapes are {', '.join(shapes())}")
    if (args.image is None) != (args.box is None):
        raise UsageError("--image and --box go together")
    if not 16 <= args.width <= 2000:
        raise UsageError("--width is between 16 and 2000 px")
    if args.image is not None:
        pixels, region = read_rgb(args.image), Region(args.box)
    else:
        import skimage

        example = bundled("vlmeval_hvs.visual_prompts", "example.json")
        x, y, width, height = example["crop"]
        photo = read_rgb(Path(skimage.__file__).parent / "data" / example["photo"])
        pixels = np.ascontiguousarray(photo[y : y + height, x : x + width])
        region = Region(None, polygons=[example["polygon"]])
    try:
        sheet = contact_sheet(
            pixels, [region], all_styles(args.shape), width=args.width, geometry=args.geometry, contrast=args.contrast,
            seed=args.seed,
        )  # fmt: skip
    except RegionError as error:
        raise DataError(f"--box: {error}") from error
    options: dict[str, dict[str, Any]] = {
        ".jpg": {"quality": 82},
        ".jpeg": {"quality": 82},
        ".webp": {"quality": 62, "method": 6},
    }
    try:
        sheet.save(args.output, **options.get(args.output.suffix.lower(), {}))
    except (OSError, ValueError) as error:
        raise UsageError(f"{args.output}: cannot be written ({error})") from error
    print(f"{args.output}: {len(all_styles(args.shape))} styles, {sheet.width} x {sheet.height} px")
    return 0
