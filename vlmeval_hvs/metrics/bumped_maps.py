"""Maps that are a known map plus a few Gaussians, scored without being drawn.

A predicted point is a Gaussian on a uniform floor or on the centre bias; the gold standard of one participant is the
density of all participants minus a handful of Gaussians. Sum, spread and value at a fixation follow from the
Gaussians' row and column factors. Only the AUC needs to know how many pixels have lower values: blocks of pixels whose
bounds are on one side of the fixated value are counted whole, and only the few blocks in between are drawn.
"""

from __future__ import annotations

import math
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from vlmeval_hvs.metrics.arrays import Floats
from vlmeval_hvs.metrics.kde import gaussian_factor
from vlmeval_hvs.metrics.maps import FixationScore, pixel, score_of

BLOCK = 16  # side of the blocks, px
_ROUNDING = 1e-12  # values closer than this share of their block's largest value count as equal
_RANK = 1e-13  # singular values below this share of the largest one are left out of a map's factors


class BlockedMap:
    """A map cut into blocks, with the bounds of every block.

    Args:
        values: ``(height, width)`` map, finite, non-negative.
        factors: ``(n, height)`` and ``(n, width)`` factors whose products sum to the map, where they are known; a
            singular value decomposition finds them otherwise, when they are first needed.
    """

    def __init__(self, values: ArrayLike, factors: tuple[Floats, Floats] | None = None) -> None:
        self.values = np.asarray(values, dtype=np.float64)
        self.shape = self.values.shape[0], self.values.shape[1]
        self.total = float(self.values.sum())
        self._factors = factors
        filled = np.pad(self.values, _missing(self.shape), mode="edge")
        high, wide = filled.shape[0] // BLOCK, filled.shape[1] // BLOCK
        self.blocks = np.ascontiguousarray(filled.reshape(high, BLOCK, wide, BLOCK).swapaxes(1, 2))
        self.low, self.high = self.blocks.min(axis=(2, 3)), self.blocks.max(axis=(2, 3))

    @cached_property
    def square(self) -> float:
        """Sum of the squared values."""
        flat = self.values.ravel()
        return float(flat @ flat)

    @cached_property
    def factors(self) -> tuple[Floats, Floats]:
        """Row factors ``(n, height)`` and column factors ``(n, width)``."""
        if self._factors is not None:
            return self._factors
        left, sizes, right = np.linalg.svd(self.values, full_matrices=False)
        kept = sizes > _RANK * sizes[0]
        return np.ascontiguousarray((left[:, kept] * sizes[kept]).T), np.ascontiguousarray(right[kept])

    def products(self, rows: Floats, columns: Floats) -> Floats:
        """Sum over all pixels of this map times each product of a row and a column factor: ``(k,)``."""
        own_rows, own_columns = self.factors
        return np.einsum("nk,nk->k", own_rows @ rows.T, own_columns @ columns.T)


class BumpedMap:
    """``share * base`` plus weighted Gaussians of one width, and a uniform floor.

    Args:
        shape: Height and width.
        points: ``(k, 2)`` rows and columns of the Gaussians' centres, px; the value of a pixel is that at its centre.
        weights: ``(k,)`` heights of the Gaussians; all positive, or all negative where they are taken away.
        sigma: Standard deviation of the Gaussians, px.
        base: The known map; None for none.
        share: Factor of the base, not negative.
        floor: Value that is added everywhere, not negative. It changes no rank.
    """

    def __init__(
        self,
        shape: tuple[int, int],
        points: ArrayLike,
        weights: ArrayLike,
        sigma: float,
        base: BlockedMap | None = None,
        share: float = 1.0,
        floor: float = 0.0,
    ) -> None:
        self.shape, self.floor = shape, floor
        self.base: BlockedMap | None
        self.base, self.share = (base, share) if base is not None and share > 0 else (None, 0.0)
        centres = np.asarray(points, dtype=np.float64).reshape(-1, 2)
        self.rows = gaussian_factor(centres[:, 0], shape[0], sigma)
        self.columns = gaussian_factor(centres[:, 1], shape[1], sigma)
        self.weights = np.asarray(weights, dtype=np.float64).reshape(-1)

    @cached_property
    def total(self) -> float:
        """Sum over all pixels."""
        bumps = float(self.weights @ (self.rows.sum(axis=1) * self.columns.sum(axis=1)))
        known = self.share * self.base.total if self.base is not None else 0.0
        return known + bumps + self.floor * self.shape[0] * self.shape[1]

    @cached_property
    def deviation(self) -> float:
        """Standard deviation of all pixels; 0 for a map that is constant but for rounding."""
        size = self.shape[0] * self.shape[1]
        overlap = (self.rows @ self.rows.T) * (self.columns @ self.columns.T)
        square = float(self.weights @ overlap @ self.weights)
        if self.base is not None:
            square += self.share**2 * self.base.square
            square += 2 * self.share * float(self.weights @ self.base.products(self.rows, self.columns))
        mean = self.total / size - self.floor  # the floor moves all values alike
        variance = square / size - mean**2
        return math.sqrt(variance) if variance > 1e-13 * square / size else 0.0

    def value(self, row: int, column: int) -> float:
        """The value of a pixel, the floor included."""
        return self.floor + self._above(row, column)

    def score(self, row: float, column: float, baseline: float | None = None) -> FixationScore:
        """All scores of a fixation, px, truncated; ``baseline`` is the pixel's probability under the centre bias.

        Raises:
            ValueError: The fixation lies outside the map.
        """
        r, c = pixel(self.shape, row, column)
        size = self.shape[0] * self.shape[1]
        return score_of(self._ranks(r, c), self.value(r, c), self.total, self.deviation, size, baseline)

    def _above(self, row: int, column: int) -> float:
        bumps = float(self.weights @ (self.rows[:, row] * self.columns[:, column]))
        return bumps + (self.share * float(self.base.values[row, column]) if self.base is not None else 0.0)

    def _ranks(self, row: int, column: int) -> tuple[int, int]:
        """Number of pixels with a lower value than this one, and of those with no higher one."""
        value = self._above(row, column)
        low, high, scale = self._bounds
        below = high + _ROUNDING * scale < value
        whole = int(_areas(self.shape)[below].sum())
        row_of, column_of = np.nonzero(~below & (low - _ROUNDING * scale <= value))
        if not len(row_of):
            return whole, whole
        rows, columns = self._blocked
        drawn = (np.multiply if len(self.rows) == 1 else np.matmul)(rows[row_of], columns[column_of])
        if self.base is not None:
            drawn += self.share * self.base.blocks[row_of, column_of]
        drawn -= value
        (_, down), (_, across) = _missing(self.shape)
        if down:
            drawn[row_of == rows.shape[0] - 1, BLOCK - down :, :] = np.inf
        if across:
            drawn[column_of == columns.shape[0] - 1, :, BLOCK - across :] = np.inf
        slack = (_ROUNDING * scale[row_of, column_of])[:, None, None]
        return whole + int(np.count_nonzero(drawn < -slack)), whole + int(np.count_nonzero(drawn <= slack))

    @cached_property
    def _padded(self) -> tuple[Floats, Floats]:
        """Row and column factors up to whole blocks."""
        down, across = _missing(self.shape)
        return np.pad(self.rows, ((0, 0), down), mode="edge"), np.pad(self.columns, ((0, 0), across), mode="edge")

    @cached_property
    def _blocked(self) -> tuple[Floats, Floats]:
        """Row factors times weights ``(blocks, BLOCK, k)`` and column factors ``(blocks, k, BLOCK)``."""
        rows, columns = (factors.reshape(len(factors), -1, BLOCK) for factors in self._padded)
        weighted = rows * self.weights[:, None, None]
        return np.ascontiguousarray(weighted.transpose(1, 2, 0)), np.ascontiguousarray(columns.transpose(1, 0, 2))

    @cached_property
    def _bounds(self) -> tuple[Floats, Floats, Floats]:
        """Lower and upper bound of every block, and the largest sum of absolute terms in it."""
        heights = np.abs(self.weights)[:, None]
        (row_low, row_high), (column_low, column_high) = map(_block_bounds, self._padded)
        most = (row_high * heights).T @ column_high
        least = (row_low * heights).T @ column_low
        low, high = (least, most) if not (self.weights < 0).any() else (-most, -least)
        if self.base is None:
            return low, high, most
        return self.share * self.base.low + low, self.share * self.base.high + high, self.share * self.base.high + most


def _block_bounds(factors: Floats) -> tuple[Floats, Floats]:
    """Bounds of Gaussian factors in every block: ``(k, blocks)`` each. They rise to one pixel and fall after it."""
    first, last = factors[:, ::BLOCK], factors[:, BLOCK - 1 :: BLOCK]
    high = np.maximum(first, last)
    each, top = np.arange(len(factors)), factors.argmax(axis=1)
    high[each, top // BLOCK] = factors[each, top]
    return np.minimum(first, last), high


@lru_cache(maxsize=8)
def _areas(shape: tuple[int, int]) -> NDArray[np.int64]:
    """Pixels of every block that lie in a map of this shape."""
    return np.multiply.outer(*(np.diff([*range(0, size, BLOCK), size]) for size in shape))


def _missing(shape: tuple[int, int]) -> tuple[tuple[int, int], tuple[int, int]]:
    """Pixels to add after each side so that it is a whole number of blocks."""
    return (0, -shape[0] % BLOCK), (0, -shape[1] % BLOCK)
