"""Cuts an image into views by the rule of ActiView's release, draws the grid, and keeps what is not in the built set.

Source: ``test_split_image`` and ``add_lines`` of ``toolkit/image_utils.py`` in the official repository.
"""

import hashlib
import io
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageDraw

from vlmeval_hvs.as_shown import as_shown
from vlmeval_hvs.benchmarks.actiview.wording import GRIDS
from vlmeval_hvs.cache import ImageCache
from vlmeval_hvs.code_digests import digest_of_code
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import data_root, opened_image

JPEG_QUALITY = 95


def boxes(width: int, height: int, n_views: int) -> list[tuple[int, int, int, int]]:
    """``(left, upper, right, lower)`` of each view in px, in the order of the view numbers.

    What the division leaves over at the right and lower edge is in no view. Four views are numbered column by column,
    as in the release; other splits row by row, as the prompt for them says (the released code numbers them by columns,
    against its own prompt). A `DataError` says that the image is too small.
    """
    columns, rows = GRIDS[n_views]
    w, h = width // columns, height // rows
    if not w or not h:
        raise DataError(f"an image of {width}x{height} pixels cannot be split into {n_views} views")
    cells = [divmod(k, rows) if n_views == 4 else divmod(k, columns)[::-1] for k in range(n_views)]
    return [(x * w, y * h, (x + 1) * w, (y + 1) * h) for x, y in cells]


def cut(image: Image.Image, n_views: int) -> tuple[Image.Image, Image.Image, list[Image.Image]]:
    """An RGB image at the size of one view (Lanczos), the same with the grid, and its views at their resolution."""
    tiles = boxes(*image.size, n_views)
    size = (tiles[0][2] - tiles[0][0], tiles[0][3] - tiles[0][1])
    full = image.resize(size, Image.Resampling.LANCZOS)
    return full, with_grid(full, n_views), [image.crop(box) for box in tiles]


def with_grid(image: Image.Image, n_views: int) -> Image.Image:
    """A copy of ``image`` with the grid lines of the split: white lines of 15 px under red lines of 5 px."""
    columns, rows = GRIDS[n_views]
    lined = image.copy()
    draw = ImageDraw.Draw(lined)
    width, height = image.size
    for colour, line in (((255, 255, 255), 15), ((255, 0, 0), 5)):
        for x in range(1, columns):
            draw.line([(x * (width // columns), 0), (x * (width // columns), height)], fill=colour, width=line)
        for y in range(1, rows):
            draw.line([(0, y * (height // rows)), (width, y * (height // rows))], fill=colour, width=line)
    return lined


def side_by_side(images: Sequence[Image.Image], gap: int = 0) -> Image.Image:
    """RGB images from left to right without rescaling (paper, Appendix G.3), on white with a gap, else on black."""
    width = sum(image.width for image in images) + gap * (len(images) - 1)
    background = (255, 255, 255) if gap else (0, 0, 0)
    strip = Image.new("RGB", (width, max(image.height for image in images)), background)
    x = 0
    for image in images:
        strip.paste(image, (x, 0))
        x += image.width + gap
    return strip


def read_image(path: Path) -> tuple[Image.Image, str]:
    """A decoded RGB image and the ending for files made from it: ``.jpg`` for a JPEG, else ``.png``."""
    with opened_image(path) as image:
        return as_shown(image), ".jpg" if image.format == "JPEG" else ".png"


def encode(image: Image.Image, ending: str) -> bytes:
    """The file content of an image: JPEG at quality 95 without colour subsampling, or PNG."""
    buffer = io.BytesIO()
    if ending == ".jpg":
        image.save(buffer, format="JPEG", quality=JPEG_QUALITY, subsampling=0)
    else:
        image.save(buffer, format="PNG")
    return buffer.getvalue()


def clue_cells(clues: Sequence[Sequence[int]], tiles: Sequence[tuple[int, int, int, int]]) -> list[str | int]:
    """What each view holds of the clues (the release's ``check_bboxes``): "partial", a number of whole ones, or "no".

    A box inside a view is whole; a box with a corner in it is partial when more than a tenth of its area is there.
    ``clues`` and ``tiles`` are boxes ``(left, upper, right, lower)`` in px.
    """
    cells: list[str | int] = []
    for left, upper, right, lower in tiles:
        partial = whole = 0
        for x0, y0, x1, y1 in clues:
            if left <= x0 and x1 <= right and upper <= y0 and y1 <= lower:
                whole += 1
            elif any(left <= x <= right for x in (x0, x1)) and any(upper <= y <= lower for y in (y0, y1)):
                width, height = min(right, x1) - max(left, x0), min(lower, y1) - max(upper, y0)
                partial += max(width, 0) * max(height, 0) > 0.1 * (x1 - x0) * (y1 - y0)
        cells.append("partial" if partial else whole or "no")
    return cells


def clue_views(cells: Sequence[str | int]) -> list[int]:
    """1-based views with clues; all of them when none has any (the rule behind ``groundtruth_views.json``)."""
    found = [number for number, cell in enumerate(cells, start=1) if cell != "no"]
    return found or list(range(1, len(cells) + 1))


def start_views(cells: Sequence[str | int], when_equal: int) -> dict[str, int]:
    """1-based start of each shifting level, by the rules that give the published file.

    The rules reproduce every start of the levels easy and hard, and 318 of 325 of medium. ``cells`` are as from
    `clue_cells`; where all are equal, all levels start at ``when_equal`` (drawn at random in the release).
    """
    if len(set(cells)) == 1:
        return {"easy": when_equal, "medium": when_equal, "hard": when_equal}
    counts = [cell if isinstance(cell, int) else 0 for cell in cells]
    first = {kind: cells.index(kind) + 1 for kind in ("no", "partial") if kind in cells}
    whole = counts.index(max(counts)) + 1
    return {
        "easy": whole if max(counts) else first.get("partial", first.get("no", 1)),
        "medium": first.get("partial", first.get("no", 1)),
        "hard": first.get("no", first.get("partial", 1)),
    }


class Split(NamedTuple):
    """Paths of one image split into views: full at view size, full with grid lines, views by number."""

    full: str
    lined: str
    views: tuple[str, ...]


class ViewCache:
    """Cuts and joins images on first use, and again when a file changed; kept by set, digest and code."""

    def __init__(self, set_name: str, digest: str) -> None:
        root = data_root() / ".rendered"
        self._pictures = ImageCache(root / set_name / f"{digest[:16]}_{digest_of_code([__package__])[:12]}", root)

    @property
    def folder(self) -> Path:
        """Where the images are kept."""
        return self._pictures.folder

    def split(self, original: str, n_views: int) -> Split:
        """The views of an original image (absolute path), cut when they are not there yet."""
        keys = [f"{Path(original).stem}-{n_views}_{part}" for part in ("full", "lined", *range(1, n_views + 1))]
        kept = [self._pictures.get(key) for key in keys]
        if None in kept:
            image, ending = read_image(Path(original))
            whole, with_grid, tiles = cut(image, n_views)
            made = zip(keys, [whole, with_grid, *tiles], strict=True)
            kept = [self._pictures.put(key, encode(picture, ending), ending=ending) for key, picture in made]
        full, lined, *views = [picture.path for picture in kept if picture]
        return Split(full, lined, tuple(views))

    def strip(self, paths: Sequence[str], gap: int = 0) -> str:
        """Images (absolute paths) joined from left to right with white pixels between them, as one file."""
        what = "\n".join([str(gap), *paths]).encode("utf-8", "surrogatepass")
        key = f"strip_{hashlib.sha256(what).hexdigest()[:24]}"
        kept = self._pictures.get(key)
        if kept is None:
            images = [read_image(Path(path)) for path in paths]
            ending = images[0][1]
            joined = encode(side_by_side([image for image, _ in images], gap), ending)
            kept = self._pictures.put(key, joined, ending=ending)
        return kept.path

    def checked(self, path: str) -> str:
        """``path`` of a kept image; a `DataError` where it is missing or has changed since it was cut."""
        kept = self._pictures.get(Path(path).stem)
        if kept is None or kept.path != path:
            raise DataError(f"{path} is missing or has changed since it was cut; run again, it will be cut anew")
        return path
