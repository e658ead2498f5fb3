"""How much of a visual prompt survives when a server re-encodes the image as JPEG or makes it smaller.

Usage: python -m speed.bench_vpb_jpeg [--quick]

For every style on photographs of scikit-image: the colour difference (CIE76) that the drawing makes at its own pixels,
after encoding as a share of before. Colour planes are halved by most encoders (4:2:0), which thin coloured lines feel
most. 1.0 means that nothing is lost; the distance itself (Delta E) says whether it can still be seen: 10 is plain.
"""

import argparse
import io
from collections import defaultdict

import numpy as np
from PIL import Image
from skimage.color import rgb2lab

from dataset_builders.vpb.demo import scenes
from speed import record
from vlmeval_hvs.visual_prompts import Style, all_styles, render

WAYS = {
    "JPEG q95 4:4:4": {"quality": 95, "subsampling": 0}, "JPEG q95 4:2:0": {"quality": 95, "subsampling": 2},
    "JPEG q75 4:2:0": {"quality": 75, "subsampling": 2}, "q75, half size": {"quality": 75, "subsampling": 2},
}  # fmt: skip


def encoded(pixels: np.ndarray, way: str) -> np.ndarray:
    """Return the picture after it went through the encoder."""
    image = Image.fromarray(pixels)
    size = image.size
    if "half" in way:
        image = image.resize((size[0] // 2, size[1] // 2), Image.Resampling.BICUBIC)
    buffer = io.BytesIO()
    image.save(buffer, format="JPEG", **WAYS[way])
    return np.asarray(Image.open(buffer).convert("RGB").resize(size, Image.Resampling.BICUBIC))


def group(style: Style) -> tuple[str, str]:
    """Return the row of the table that a style belongs to."""
    return style.shape, style.level


def main() -> None:
    """Measure, print and, if asked, record."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="two photographs and the fixed colours red and blue")
    arguments = record.parse(parser)
    quick = arguments.quick
    kept: dict[tuple[str, str], dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    colors: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    styles = [s for s in all_styles() if s.color != "contrast" and (not quick or s.color in ("red", "blue"))]
    photographs = [s for s in scenes() if s.name != "coins.png"][: 2 if quick else None]
    for scene in photographs:
        plain = scene.load()
        bare = {way: rgb2lab(encoded(plain, way)) for way in WAYS}
        before = rgb2lab(plain)
        region = scene.regions[1]
        for style in styles:
            drawn = render(plain, region, style)
            changed = (np.abs(drawn.astype(int) - plain) > 40).any(axis=2)
            if changed.sum() < 20:
                continue
            full = np.linalg.norm(rgb2lab(drawn)[changed] - before[changed], axis=1).mean()
            cell = kept[group(style)]
            cell["before"].append(full)
            for way in WAYS:
                after = np.linalg.norm(rgb2lab(encoded(drawn, way))[changed] - bare[way][changed], axis=1).mean()
                cell[way].append(after / full)
                colors[style.color][way].append(after / full)
    print(f"{'':20s}{'Delta E':>9s}" + "".join(f"{way:>16s}" for way in WAYS))
    for (shape, level), cell in kept.items():
        ways = "".join(f"{np.mean(cell[way]):16.2f}" for way in WAYS)
        print(f"{shape + ' ' + level:20s}{np.mean(cell['before']):9.1f}{ways}")
    for color, cell in colors.items():
        print(f"{'all ' + color:29s}" + "".join(f"{np.mean(cell[way]):16.2f}" for way in WAYS))
    rows = [
        {
            "shape": shape,
            "level": level,
            "drawings": len(cell["before"]),
            "delta_e": np.mean(cell["before"]),
            "kept": {way: np.mean(cell[way]) for way in WAYS},
        }
        for (shape, level), cell in kept.items()
    ]
    names = sorted({style.color for style in styles})
    record.save(arguments.record, __file__, {"photographs": len(photographs), "colors": names, "rows": rows})


if __name__ == "__main__":
    main()
