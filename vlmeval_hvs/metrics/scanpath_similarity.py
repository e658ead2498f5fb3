"""MultiMatch: five similarities of two scanpaths, batched over pairs in numpy.

Algorithm: Dewhurst et al., "It depends on how you look at it: Scanpath comparison in multiple dimensions with
MultiMatch", Behavior Research Methods 44 (2012), without its optional simplification step. The numbers are those of
``docomparison`` in the Python package multimatch-gaze 0.1.3, to 1e-9 and ties included.

A path of n fixations has n - 1 saccades. Saccades are aligned by the length of their vector difference; each similarity
is 1 minus the median difference over the aligned pairs, in units of its largest value. Which of several equally cheap
walks is taken matters: equal steps, which language models like to answer with, tie in a third of all pairs. The package
leaves the choice to the heap of scipy's Dijkstra (1.16 and later; with 1.15 it gives other numbers), which settles
cells by distance and, among equals, the later cell (row by row) first. So does this module with every scipy.
"""

import heapq
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from vlmeval_hvs.metrics.arrays import Booleans, Floats, Indices

_CELLS = 50_000  # of the cost matrices held at once: they stay in the processor's cache
_FAR = 1e100  # px; what is further away, or not a number, cannot be squared


class MultiMatch(NamedTuple):
    """Similarities of two scanpaths, 1 for equal paths; see ``multimatch``."""

    shape: float  # of the saccade vectors
    direction: float  # of the saccades' angles
    length: float  # of the saccades' lengths
    position: float  # of the fixations' places
    duration: float  # of the fixations' durations


def multimatch(a: ArrayLike, b: ArrayLike, screen: Sequence[float]) -> MultiMatch:
    """Compare two scanpaths.

    Args:
        a: (n, 3) fixations in viewing order: x in px, y in px, duration in any one unit.
        b: (m, 3) fixations of the other path.
        screen: (width, height) in px. Scale normalised coordinates by it first: directions and lengths depend on
            the aspect ratio.

    Returns:
        All NaN when a path has fewer than 3 fixations or a coordinate that is not finite; only ``duration`` is NaN when
        durations are missing, or both 0 in an aligned pair. The last fixation enters as the end of the last saccade
        only, as published. Points outside the screen may give values below 0.

    Raises:
        ValueError: A path is not of shape (n, 3), or the screen has no positive size.

    Example:
        >>> path = [(100, 100, 200), (300, 150, 180), (320, 260, 300)]
        >>> multimatch(path, path, (512, 320)).direction
        1.0
    """
    return MultiMatch(*(float(value) for value in multimatch_batch([(a, b)], screen)[0]))


def multimatch_batch(pairs: Sequence[tuple[ArrayLike, ArrayLike]], screen: Sequence[float]) -> Floats:
    """Compare many pairs (a, b) of scanpaths, of equal or mixed lengths, at once.

    Paths, screen and errors (which name the pair) are those of ``multimatch``, and so are the rows of the result,
    ``(len(pairs), 5)``: shape, direction, length, position and duration.

    Example:
        >>> path = [(100, 100, 200), (300, 150, 180), (320, 260, 300)]
        >>> multimatch_batch([(path, path), (path, path[:2])], (512, 320)).tolist()
        [[1.0, 1.0, 1.0, 1.0, 1.0], [nan, nan, nan, nan, nan]]
    """
    same = np.arange(len(pairs))
    first, second = (Scanpaths.of([pair[side] for pair in pairs]) for side in (0, 1))
    return multimatch_between(first, second, same, same, screen)


class Scanpaths(NamedTuple):
    """Many scanpaths in one array."""

    fixations: Floats  # (3, total) x in px, y in px and duration of all fixations, one path after another
    lengths: Indices  # (paths,) number of fixations of each path

    @classmethod
    def of(cls, paths: Sequence[ArrayLike]) -> "Scanpaths":
        """Pack paths of shape (n, 3); a ValueError gives the number of one of another shape."""
        arrays = [np.asarray(path, dtype=float) for path in paths]
        arrays = [array if array.size else np.empty((0, 3)) for array in arrays]
        for number, array in enumerate(arrays):
            if array.ndim != 2 or array.shape[1] != 3:
                raise ValueError(f"pair {number}: a scanpath needs shape (n, 3), got {array.shape}")
        lengths = np.array([len(array) for array in arrays], dtype=np.intp)
        return cls(np.ascontiguousarray(np.concatenate([np.empty((0, 3)), *arrays]).T), lengths)


def multimatch_between(first: Scanpaths, second: Scanpaths, i: ArrayLike, j: ArrayLike, screen: ArrayLike) -> Floats:
    """Compare chosen pairs of packed scanpaths: path ``i[k]`` of the first with path ``j[k]`` of the second.

    ``screen`` is (width, height) in px, shared by all pairs, or (pairs, 2); the result ``(pairs, 5)`` is that of
    ``multimatch_batch``, and so are the errors.
    """
    i, j = np.asarray(i, dtype=np.intp), np.asarray(j, dtype=np.intp)
    diagonals = _diagonals(screen, len(i))
    result = np.full((len(i), 5), np.nan)
    n, m = first.lengths[i], second.lengths[j]
    starts = [np.cumsum(paths.lengths) - paths.lengths for paths in (first, second)]
    for chunk in _chunks(n, m):
        a = _padded(first.fixations, starts[0][i[chunk]], n[chunk])
        b = _padded(second.fixations, starts[1][j[chunk]], m[chunk])
        result[chunk] = _compare(a, b, n[chunk] - 1, m[chunk] - 1, diagonals[chunk])
    return result


def _diagonals(screen: ArrayLike, pairs: int) -> Floats:
    """(pairs,) diagonals of the screens, px."""
    sides = np.asarray(screen, dtype=float).reshape(-1, 2)
    diagonals = np.sqrt(sides[:, 0] ** 2 + sides[:, 1] ** 2)
    if not ((sides > 0).all() and np.isfinite(diagonals).all()):
        wrong = sides[~((sides > 0).all(axis=1) & np.isfinite(diagonals))][0]
        raise ValueError(f"the screen must have a positive width and height in px, got {tuple(wrong.tolist())}")
    return np.broadcast_to(diagonals, (pairs,)) if len(diagonals) == 1 else diagonals


def _chunks(n: Indices, m: Indices) -> Iterator[Indices]:
    """Numbers of the pairs that can be compared, in groups of like lengths and bounded size."""
    usable = np.flatnonzero((n >= 3) & (m >= 3))
    usable = usable[np.lexsort((m[usable], n[usable]))]
    while len(usable):
        cells = np.maximum.accumulate(n[usable]) * np.maximum.accumulate(m[usable])
        size = np.arange(1, len(usable) + 1)
        # Padding a little is cheaper than many small groups; padding a lot is not.
        fits = (cells * size <= _CELLS) & ((cells <= 2 * cells[0]) | (cells * size <= _CELLS // 10))
        count = len(fits) if fits.all() else max(1, int(fits.argmin()))
        yield usable[:count]
        usable = usable[count:]


def _padded(fixations: Floats, first: Indices, lengths: Indices) -> Floats:
    """(3, longest, pairs) from packed fixations; shorter paths repeat their last fixation."""
    steps = np.minimum(np.arange(lengths.max())[:, None], lengths - 1)
    return fixations.take(first + steps, axis=1)


def _compare(a: Floats, b: Floats, p: Indices, q: Indices, diagonal: Floats) -> Floats:
    """(pairs, 5) similarities of padded paths (3, fixations, pairs) with p and q real saccades each."""
    usable = (np.abs(a[:2]) < _FAR).all(axis=(0, 1)) & (np.abs(b[:2]) < _FAR).all(axis=(0, 1))
    if not usable.all():
        a, b = np.where(usable, a, 0.0), np.where(usable, b, 0.0)
    saccade_a, saccade_b = np.diff(a[:2], axis=1), np.diff(b[:2], axis=1)
    cost = _norm(saccade_a[:, :, None] - saccade_b[:, None])
    i, j, inside = _align(cost, p, q)
    pairs = len(p)
    in_a, in_b = i * pairs + np.arange(pairs), j * pairs + np.arange(pairs)
    turn = np.abs(_angle(saccade_a).take(in_a) - _angle(saccade_b).take(in_b))
    t, u = a[2].take(in_a), b[2].take(in_b)
    differences = np.empty((5, *i.shape))
    differences[0] = cost.take((i * cost.shape[1]) * pairs + in_b)
    differences[1] = np.where(turn > np.pi, 2 * np.pi - turn, turn)
    differences[2] = np.abs(_norm(saccade_a).take(in_a) - _norm(saccade_b).take(in_b))
    differences[3] = _norm([x.take(in_a) - y.take(in_b) for x, y in zip(a[:2], b[:2], strict=True)])
    with np.errstate(invalid="ignore", divide="ignore"):  # two durations of 0 have no ratio
        differences[4] = np.abs(t - u) / np.abs(np.maximum(t, u))
    ones = np.ones_like(diagonal)
    largest = np.stack([2 * diagonal, np.pi * ones, diagonal, diagonal, ones])
    return np.where(usable, 1 - _medians(differences, inside) / largest, np.nan).T


def _norm(vectors: Floats | list[Floats]) -> Floats:
    # Not np.hypot: ties between costs must fall as they do with this formula.
    return np.sqrt(vectors[0] ** 2 + vectors[1] ** 2)


def _angle(saccades: Floats) -> Floats:
    """Direction in [0, 2 pi); 0 for a saccade of no length."""
    angle = np.arctan2(saccades[1], saccades[0])
    return np.where(angle < 0, np.pi + (np.pi + angle), angle)


def _medians(values: Floats, inside: Booleans) -> Floats:
    """(5, pairs) medians over the steps of (5, steps, pairs) that are inside; NaN where one of those is NaN."""
    missing = (np.isnan(values) & inside).any(axis=1)
    ordered = np.sort(np.where(inside, values, np.inf).transpose(0, 2, 1), axis=2)
    count = inside.sum(axis=0)
    pair = np.arange(len(count))
    middle = (ordered[:, pair, (count - 1) // 2] + ordered[:, pair, count // 2]) / 2
    return np.where(missing, np.nan, middle)


def _align(cost: Floats, p: Indices, q: Indices) -> tuple[Indices, Indices, Booleans]:
    """Cells of the cheapest alignments of padded pairs.

    An alignment is a walk from (0, 0) to the last cell with steps right, down and diagonal, each paying the cost of the
    cell it arrives at. Of the (P, Q, pairs) costs of pair k only ``cost[:p[k], :q[k], k]`` counts.

    Returns:
        ``i``, ``j`` (P + Q - 1, pairs): rows and columns of the walk, from its end to (0, 0), which is then repeated;
        ``inside`` of the same shape: False on the repetitions.
    """
    rows, cols, pairs = cost.shape
    reached = _distances(cost)
    flat = reached.reshape(-1)
    down, right = (cols + 1) * pairs, pairs
    start = down + right + np.arange(pairs)
    at = start + (p - 1) * down + (q - 1) * right
    visited = np.empty((rows + cols - 1, pairs), dtype=np.intp)
    tied = np.zeros(pairs, dtype=bool)
    for step in range(len(visited)):
        visited[step] = at
        left, up, diagonal = flat[at - right], flat[at - down], flat[at - down - right]
        not_left = np.minimum(up, diagonal)
        go_left, go_up = left <= not_left, up <= diagonal
        moving = at != start
        tied |= moving & ((left == not_left) | ((up == diagonal) & ~go_left))
        at = at - moving * np.where(go_left, right, np.where(go_up, down, down + right))
    row, remainder = np.divmod(visited, down)
    i, j = row - 1, remainder // pairs - 1
    inside = np.ones(visited.shape, dtype=bool)
    inside[1:] = visited[1:] != visited[:-1]
    for k in np.flatnonzero(tied):
        own = cost[: p[k], : q[k], k]
        # Without a step that costs nothing all cells of one distance are in the heap before the first of them is
        # settled, and the later one wins: left of up of diagonal, as above. With one, the heap has to be played.
        near = reached[: p[k] + 1, : q[k] + 1, k]
        best = np.minimum(np.minimum(near[:-1, 1:], near[1:, :-1]), near[:-1, :-1])
        if (near[1:, 1:] == best).any():
            walk = np.array(_dijkstra(own), dtype=np.intp)
            i[:, k] = j[:, k] = 0
            i[: len(walk), k], j[: len(walk), k] = np.divmod(walk, q[k])
            inside[:, k] = np.arange(len(visited)) < len(walk)
    return i, j, inside


def _distances(cost: Floats) -> Floats:
    """(P + 1, Q + 1, pairs): cheapest cost of arriving at each cell, inside a border of infinity."""
    rows, cols, pairs = cost.shape
    reached = np.full((rows + 1, cols + 1, pairs), np.inf)
    reached[1, 1] = 0.0  # the first cell is not paid for
    for i in range(1, rows + 1):
        above, here = reached[i - 1], reached[i]
        best = np.minimum(above[1:], above[:-1])
        for j in range(2 if i == 1 else 1, cols + 1):
            np.minimum(best[j - 1], here[j - 1], out=here[j])
            here[j] += cost[i - 1, j - 1]
    return reached


def _dijkstra(cost: Floats) -> list[int]:
    """Cells (row by row numbers) of the walk from the end to the start, ties as in scipy's Dijkstra."""
    cols = cost.shape[1]
    weight = cost.ravel().tolist()
    distance = [np.inf] * len(weight)
    before = [-1] * len(weight)
    settled = [False] * len(weight)
    distance[0] = 0.0
    heap = [(0.0, 0)]
    while heap:
        here_distance, negative = heapq.heappop(heap)
        cell = -negative
        if settled[cell]:
            continue
        settled[cell] = True
        can_right, can_down = (cell + 1) % cols != 0, cell + cols < len(weight)
        for step, possible in ((1, can_right), (cols, can_down), (cols + 1, can_right and can_down)):
            if possible and here_distance + weight[cell + step] < distance[cell + step]:
                distance[cell + step] = here_distance + weight[cell + step]
                before[cell + step] = cell
                heapq.heappush(heap, (distance[cell + step], -(cell + step)))
    walk = [len(weight) - 1]
    while before[walk[-1]] >= 0:
        walk.append(before[walk[-1]])
    return walk
