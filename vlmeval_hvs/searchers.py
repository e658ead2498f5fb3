"""The visual searchers step by step, without datasets, host or prompts.

``replay("hvs-cIBS", "room.jpg", "clock.jpg", bbox, history, prior="deepgaze/room.jpg")``
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vlmeval_hvs.benchmarks.visual_search import search_model
from vlmeval_hvs.benchmarks.visual_search.searchers import grid

__all__ = ["replay"]

Picture = str | Path | NDArray[Any]


def replay(
    model: str,
    image: Picture,
    target: Picture,
    bbox: Sequence[float],
    history: Sequence[Sequence[int]] | NDArray[Any],
    prior: Picture | None = None,
    rule: str = "posterior-maximum",
    seed: int = 1234,
) -> NDArray[np.int64]:
    """Cells that a searcher chooses after each prefix of a path, which may be another searcher's or a person's.

    Args:
        model: A Bayesian searcher, such as ``hvs-cIBS`` (or ``cIBS``).
        image: The scene: a path, or uint8 pixels ``(h, w)`` or ``(h, w, 3)``.
        target: The target template, likewise.
        bbox: First row, first column, last row and last column of the cells that hold the target, in the grid of
            24 x 32, as in a published ``Scanpaths.json``. A box that leaves the grid is in pixels of the image.
        history: Fixated cells ``(steps, 2)``, rows and columns of the grid, the initial fixation first.
        prior: Saliency map, as a path or an array of any size, or ``"center"`` or ``"flat"``; models that name their
            prior (``hvs-cIBS-flat``) do without.
        rule: Decision rule: ``posterior-maximum``, ``exact-integral``, ``stored-integral`` or ``elm``.
        seed: Seed of the internal noise, 1234 in the published code.

    Returns:
        Rows and columns of the chosen cells, ``(steps, 2)``: entry ``n`` follows from ``history[: n + 1]``.

    Raises:
        ValueError: An argument is not as described, or the model needs a prior.
        DataError: An image or saliency map cannot be read.
    """
    name = model if model.startswith("hvs-") else f"hvs-{model}"
    if search_model.named_options(name).rule == search_model.ATTENTION:
        raise ValueError(f"{model} is not a Bayesian searcher and has no grid")
    options = search_model.named_options(name, rule=rule, seed=seed)
    if prior is None and options.prior == search_model.SET_PRIOR:
        raise ValueError(f"{model} needs a prior, as published DeepGaze II: give a map, or take {name}-center or -flat")
    scene, template = search_model.read_picture(image), search_model.read_picture(target)
    shape = _frame(bbox, scene)
    # A box in cells says nothing of the target's size in pixels; the template is as large as the target in the scene.
    seen = template.shape[:2] if shape == grid.GRID_SHAPE else (bbox[2] - bbox[0], bbox[3] - bbox[1])
    size = search_model.size_in_frame(scene.shape[:2], *seen)
    similarity = search_model.similarity_map(options.similarity, scene, template, size, options.weights)
    prior_of_cells = search_model.prior_map(options.prior if prior is None else prior)
    searcher = options.bayesian(shape, bbox, similarity, prior_of_cells)
    points = [searcher.middle(int(row), int(column)) for row, column in _cells(history)]
    chosen = [searcher.next_cell(points[: number + 1]) for number in range(len(points))]
    return np.array(chosen, dtype=np.int64).reshape(len(points), 2)


def _cells(history: Any) -> NDArray[Any]:
    cells = np.asarray(history) if np.size(history) else np.zeros((0, 2))
    if cells.ndim != 2 or cells.shape[1] != 2 or not np.issubdtype(cells.dtype, np.number):
        raise ValueError(f"history is (steps, 2), rows and columns of cells, not {cells.shape}")
    for step, cell in enumerate(cells):
        if (cell < 0).any() or (cell >= grid.GRID_SHAPE).any() or (cell != np.trunc(cell)).any():
            raise ValueError(f"history[{step}] = {cell.tolist()} is not a cell of the grid {grid.GRID_SHAPE}")
    return cells


def _frame(bbox: Sequence[float], scene: NDArray[np.uint8]) -> tuple[int, int]:
    """Height and width of the frame of the box: the grid, or the picture."""
    rows, columns = grid.GRID_SHAPE
    height, width = scene.shape[:2]
    if len(bbox) == 4 and 0 <= bbox[0] <= bbox[2] and 0 <= bbox[1] <= bbox[3]:
        if bbox[2] < rows and bbox[3] < columns:
            return grid.GRID_SHAPE
        if bbox[2] <= height and bbox[3] <= width:
            return height, width
    raise ValueError(f"bbox={list(bbox)}: a box is first row, first column, last row, last column inside the image")
