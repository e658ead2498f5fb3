"""The object that a visual prompt marks, with COCO segmentations decoded pixel for pixel like ``pycocotools``."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import cv2
import numpy as np

from vlmeval_hvs.errors import DataError

Box = tuple[float, float, float, float]
MAX_PIXELS = 100_000_000


class RegionError(DataError):
    """A region that cannot be drawn; the message says why."""


class Region:
    """One object of an image.

    Args:
        bbox: ``(x, y, width, height)`` in px from the top left, or None to take it from the segmentation. A box may
            lie partly outside the image (the part inside counts); sides below one pixel count as one pixel.
        polygons: COCO rings, flat ``[x, y, x, y, ...]`` or ``[[x, y], ...]``, in px. Rings of fewer than three points
            are dropped; without a usable ring the region is its box. Rings may cross themselves (even-odd rule).
        rle: COCO run-length encoding of the object, compressed or not.
        mask: ``(h, w)`` array, non-zero on the object.
        label: Name of the object, for questions.

    Attributes:
        rings: The polygons, each an ``(n, 2)`` float array in px; none for boxes and bitmaps.
        is_bitmap: Whether the object is known pixel by pixel.
        has_shape: Whether more than the box is known.

    When several segmentations are given, the first of polygons, rle and mask counts. Methods that take the height and
    width of an image raise a RegionError where the box lies outside it, or the mask has another size.

    Raises:
        RegionError: A number is not finite, a ring has an odd number of coordinates, the mask is empty, or there is
            neither a box nor a segmentation.

    Example:
        >>> Region(None, polygons=[[10, 10, 50, 10, 50, 30]]).bbox
        (10.0, 10.0, 40.0, 20.0)
    """

    def __init__(
        self,
        bbox: Sequence[float] | None,
        polygons: Sequence[Any] | None = None,
        rle: Mapping[str, Any] | None = None,
        mask: np.ndarray | None = None,
        label: str | None = None,
    ) -> None:
        self.rings = tuple(_rings(polygons)) if polygons is not None else ()
        self._bitmap = None if self.rings else _bitmap(rle, mask)
        self.is_bitmap, self.has_shape = self._bitmap is not None, bool(self.rings) or self._bitmap is not None
        self._extent = cv2.boundingRect(self._bitmap) if self._bitmap is not None else (0, 0, 0, 0)
        self.bbox: Box = _checked_box(bbox) if bbox is not None else self._own_box()
        self.label = label

    @property
    def area(self) -> float:
        """The object's area in px, also of parts outside the image; of rings that overlap, of all of them together."""
        if self._bitmap is not None:
            return float(cv2.countNonZero(self._bitmap))
        if self.rings:
            return sum(cv2.contourArea(ring.astype(np.float32)) for ring in self.rings)
        return self.bbox[2] * self.bbox[3]

    def bitmap(self, height: int, width: int) -> tuple[np.ndarray, int, int]:
        """The part of a bitmap (uint8 0/1, a view) with the object and a pixel around it; its left and top in px."""
        bitmap = self._bitmap_of(height, width)
        x, y, w, h = self._extent
        left, top = max(x - 1, 0), max(y - 1, 0)
        return bitmap[top : y + h + 1, left : x + w + 1], left, top

    def box_in(self, height: int, width: int) -> Box:
        """``(x0, y0, x1, y1)`` in px, the part of the box inside an image, at least one pixel wide and high."""
        x, y, w, h = self.bbox
        x0, y0, x1, y1 = max(x, 0.0), max(y, 0.0), min(x + w, width), min(y + h, height)
        outside = x >= width or y >= height or x + max(w, 1) <= 0 or y + max(h, 1) <= 0
        if outside and (x1 <= x0 or y1 <= y0):
            box = f"x={x:g} y={y:g} width={w:g} height={h:g}"
            raise RegionError(f"the box {box} lies outside the {width}x{height} image")
        if x1 - x0 < 1:
            x0 = min(x0, width - 1.0)
            x1 = x0 + 1
        if y1 - y0 < 1:
            y0 = min(y0, height - 1.0)
            y1 = y0 + 1
        return x0, y0, x1, y1

    def outlines(self, height: int, width: int) -> list[np.ndarray]:
        """Closed outlines as ``(n, 2)`` float arrays in px: the polygons, the bitmap's borders, or the box."""
        if self.rings:
            return list(self.rings)
        if not self.is_bitmap:
            x0, y0, x1, y1 = self.box_in(height, width)
            return [np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])]
        x, y, w, h = self._extent
        part = np.pad(self._bitmap_of(height, width)[y : y + h, x : x + w], 1)
        found, _ = cv2.findContours(part, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
        # Borders run through pixel centres, less than a pixel off; the tolerance turns staircases into slopes.
        rings = [cv2.approxPolyDP(c, 0.8, True)[:, 0] for c in found]
        return [ring.astype(np.float64) + np.array([x - 0.5, y - 0.5]) for ring in rings]

    def anchor(self, height: int, width: int) -> tuple[float, float]:
        """A point on the object: the box's centre where the object covers it, else the point deepest inside."""
        x0, y0, x1, y1 = self.box_in(height, width)
        cx, cy = (x0 + x1) / 2, (y0 + y1) / 2
        if self.is_bitmap:
            covered = bool(self._bitmap_of(height, width)[min(int(cy), height - 1), min(int(cx), width - 1)])
        else:
            inside = [cv2.pointPolygonTest(r.astype(np.float32), (cx, cy), False) > 0 for r in self.rings]
            covered = sum(inside) % 2 == 1 or not self.rings
        if covered:
            return cx, cy
        part, left, top = self.local_mask(height, width)
        depth = distances(np.pad(part, 1))[1:-1, 1:-1]
        row, column = np.unravel_index(int(depth.argmax()), depth.shape)
        return left + float(column) + 0.5, top + float(row) + 0.5

    def local_mask(self, height: int, width: int) -> tuple[np.ndarray, int, int]:
        """The object as a uint8 0/1 bitmap of its box's part of the image, and that part's left and top in px."""
        x0, y0, x1, y1 = self.box_in(height, width)
        left, top, right, bottom = int(x0), int(y0), math.ceil(x1), math.ceil(y1)
        part = np.ones((bottom - top, right - left), np.uint8)
        if self.is_bitmap:
            part = self._bitmap_of(height, width)[top:bottom, left:right].copy()
        elif self.rings:
            part = polygon_mask([ring - (left, top) for ring in self.rings], *part.shape).astype(np.uint8, order="C")
        if not part.any():  # box and segmentation do not meet, or the object is thinner than a pixel
            part[:] = 1
        return part, left, top

    def shifted(self, margin: int, height: int, width: int) -> "Region":
        """The object (of a box the part inside) in an image that has grown by ``margin`` px on every side."""
        x0, y0, x1, y1 = self.box_in(height, width)
        box = (x0 + margin, y0 + margin, x1 - x0, y1 - y0)
        bitmap = None if self._bitmap is None else np.pad(self._bitmap, margin)
        return Region(box, [ring + margin for ring in self.rings] or None, mask=bitmap, label=self.label)

    def check(self, height: int, width: int) -> None:
        """Refuse a region that an image cannot show."""
        self.box_in(height, width)
        if self.is_bitmap:
            self._bitmap_of(height, width)

    def _bitmap_of(self, height: int, width: int) -> np.ndarray:
        assert self._bitmap is not None  # of regions that are no bitmaps nobody asks
        if self._bitmap.shape != (height, width):
            own = f"{self._bitmap.shape[1]}x{self._bitmap.shape[0]}"
            raise RegionError(f"the mask is {own} px, the image {width}x{height}")
        return self._bitmap

    def _own_box(self) -> Box:
        if self._bitmap is None and not self.rings:
            raise RegionError("a region needs a box or a segmentation")
        left, top, width, height = self._extent
        x0, y0, x1, y1 = left, top, left + width, top + height
        if self.rings:
            points = np.concatenate(self.rings)
            (x0, y0), (x1, y1) = points.min(0).tolist(), points.max(0).tolist()
        return float(x0), float(y0), float(x1 - x0), float(y1 - y0)


def distances(area: np.ndarray) -> np.ndarray:
    """Distance in px, float64, of every pixel of a uint8 bitmap ``(h, w)``, non-zero inside, to the nearest outside."""
    found = cv2.distanceTransform(area, cv2.DIST_L2, cv2.DIST_MASK_PRECISE)
    # OpenCV's last bits depend on the memory layout; squared distances between pixels are whole numbers.
    return np.sqrt(np.rint(np.square(found.astype(np.float64))))


def _checked_box(bbox: Sequence[float]) -> Box:
    try:
        x, y, w, h = (float(v) for v in bbox)
    except (TypeError, ValueError) as error:
        raise RegionError(f"a box is four numbers x, y, width, height, not {bbox!r}") from error
    if not all(map(math.isfinite, (x, y, w, h))) or w < 0 or h < 0:
        raise RegionError(f"a box needs finite numbers and sides of at least 0, not {tuple(bbox)!r}")
    return x, y, w, h


def _rings(polygons: Sequence[Any]) -> list[np.ndarray]:
    rings = []
    if len(polygons) and np.isscalar(polygons[0]):
        polygons = [polygons]  # one flat ring without its list
    for number, polygon in enumerate(polygons):
        try:
            points = np.asarray(polygon, dtype=np.float64)
        except (TypeError, ValueError) as error:
            raise RegionError(f"polygon {number} is not a list of coordinates: {error}") from error
        if points.size % 2 or points.ndim > 2 or (points.ndim == 2 and points.size and points.shape[1] != 2):
            raise RegionError(f"polygon {number} does not hold pairs of x and y")
        if not np.isfinite(points).all():
            raise RegionError(f"polygon {number} has coordinates that are not finite")
        rings.append(points.reshape(-1, 2))
    return [ring for ring in rings if len(ring) >= 3]


def _bitmap(rle: Mapping[str, Any] | None, mask: np.ndarray | None) -> np.ndarray | None:
    if rle is not None:
        try:
            mask = decode_rle(rle)
        except ValueError as error:
            raise RegionError(str(error)) from error
    if mask is None:
        return None
    bitmap = np.ascontiguousarray((np.asarray(mask) != 0).astype(np.uint8))
    if np.ndim(mask) != 2:
        raise RegionError(f"a mask is a (height, width) array, not {np.shape(mask)}")
    if not bitmap.any():
        raise RegionError("the mask is empty")
    return bitmap


def decode_rle(rle: Mapping[str, Any]) -> np.ndarray:
    """``(h, w)`` bool mask of a COCO run-length encoding; a ValueError where size and runs do not fit together."""
    try:
        (height, width), counts = map(int, rle["size"]), rle["counts"]
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"run-length encoding without usable size and counts: {error}") from error
    if height < 1 or width < 1 or height * width > MAX_PIXELS:
        raise ValueError(f"run-length encoding of size {height}x{width}")
    runs = _unpack(counts) if isinstance(counts, (str, bytes)) else np.asarray(counts, dtype=np.int64)
    if runs.ndim != 1 or (runs < 0).any() or runs.sum() != height * width:
        raise ValueError(f"run lengths do not fill {height}x{width} pixels")
    return np.repeat(np.arange(len(runs)) % 2 == 1, runs).reshape(width, height).T


def _unpack(counts: str | bytes) -> np.ndarray:
    """Run lengths of the compressed form: five bits a character, low bits first, differences from the fourth on."""
    runs: list[int] = []
    number = shift = 0
    for character in counts.encode("ascii", "replace") if isinstance(counts, str) else counts:
        code = character - 48
        if not 0 <= code < 64 or shift > 35:
            raise ValueError("compressed run lengths are damaged")
        number |= (code & 31) << shift
        shift += 5
        if not code & 32:  # the number's last character; bit 16 is its sign
            number -= (1 << shift) if code & 16 else 0
            runs.append(number + (runs[-2] if len(runs) > 2 else 0))
            number = shift = 0
    if shift or not runs:
        raise ValueError("compressed run lengths are damaged")
    return np.asarray(runs, dtype=np.int64)


def polygon_mask(rings: Sequence[np.ndarray], height: int, width: int) -> np.ndarray:
    """``(height, width)`` bool mask of polygons: the union of the rings, each filled by the even-odd rule.

    The rings are arrays ``(n, 2)`` of x, y in px; pixel centres are at half-integers, as in COCO.
    """
    mask = np.zeros(width * height, dtype=bool)
    for ring in rings:
        mask |= _fill_ring(np.asarray(ring, dtype=np.float64), height, width)
    return mask.reshape(width, height).T


def _fill_ring(ring: np.ndarray, height: int, width: int, scale: int = 5) -> np.ndarray:
    # The boundary is walked on a grid five times finer; each crossing of a column centre toggles the pixels below it.
    grid = np.trunc(scale * ring + 0.5).astype(np.int64)
    edges = zip(grid.tolist(), np.roll(grid, -1, axis=0).tolist(), strict=True)
    us, vs = zip(*(_walk(a, b) for a, b in edges), strict=True)
    u, v = np.concatenate(us), np.concatenate(vs)
    moved = np.flatnonzero(u[1:] != u[:-1]) + 1
    before, after = u[moved - 1], u[moved]
    column = (np.minimum(before, after) + 0.5) / scale - 0.5
    row = (np.minimum(v[moved], v[moved - 1]) + 0.5) / scale - 0.5
    keep = (np.floor(column) == column) & (column >= 0) & (column <= width - 1)
    column, row = column[keep], np.ceil(np.clip(row[keep], 0, height))
    places = (column * height + row).astype(np.int64)
    toggles = np.bincount(places, minlength=width * height + 1)[: width * height]
    return (np.cumsum(toggles) & 1).astype(bool)


def _walk(a: list[int], b: list[int]) -> tuple[np.ndarray, np.ndarray]:
    """Grid points of one edge, in its direction, but computed from its lower end as the reference does."""
    along = 0 if abs(b[0] - a[0]) >= abs(b[1] - a[1]) else 1
    if flip := a[along] > b[along]:
        a, b = b, a
    steps = np.arange(b[along] - a[along] + 1)
    slope = (b[1 - along] - a[1 - along]) / max(len(steps) - 1, 1)
    points = [a[along] + steps, np.trunc(a[1 - along] + slope * steps + 0.5).astype(np.int64)]
    u, v = points[::-1] if along else points
    return (u[::-1], v[::-1]) if flip else (u, v)
