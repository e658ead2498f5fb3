"""Cheapest alignment of two saccade sequences, many pairs at once.

``cost[i, j]`` is what it costs to align saccade i of one path with saccade j of the other. An alignment is a walk from
(0, 0) to the last cell with steps right, down and diagonal, each paying the cost of the cell it arrives at.

Which of several equally cheap walks is taken matters: equal steps, which language models like to answer with, tie in
a third of all pairs. The published Python implementation leaves the choice to the heap of scipy's Dijkstra, which
settles cells by distance and, among equals, the later cell (row by row) first (scipy 1.16 and later; the package gives
other numbers for such pairs with scipy 1.15). The order here is the same with every version of scipy.
"""

import heapq

import numpy as np

from vlmeval_hvs.metrics.arrays import Booleans, Floats, Indices


def align(cost: Floats, p: Indices, q: Indices) -> tuple[Indices, Indices, Booleans]:
    """Cells of the cheapest alignments of padded pairs.

    Args:
        cost: (P, Q, pairs) non-negative costs; of pair k only ``cost[:p[k], :q[k], k]`` counts.
        p: (pairs,) rows of each pair, at least 1.
        q: (pairs,) columns of each pair, at least 1.

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
        if _has_free_step(own, reached[: p[k] + 1, : q[k] + 1, k]):
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


def _has_free_step(cost: Floats, reached: Floats) -> bool:
    """Whether some step costs nothing, so that cells of equal distance need not wait in the heap together.

    Without such a step all cells of one distance are in the heap before the first of them is settled, and the later
    one wins: left of up of diagonal, as ``align`` takes them. With one, the heap has to be played through.
    """
    best = np.minimum(np.minimum(reached[:-1, 1:], reached[1:, :-1]), reached[:-1, :-1])
    return bool((reached[1:, 1:] == best).any())


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
