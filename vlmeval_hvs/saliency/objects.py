"""How many salient things a map shows.

Source: section 3.1 of Hou and Zhang (2007): where a saliency map is over three times its mean there is a proto-object.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

Floats = NDArray[np.float64]

TIMES_MEAN = 3.0


def proto_objects(density: Floats) -> int:
    """Number of connected regions (neighbours at corners included) where a map is over three times its mean.

    >>> proto_objects(np.pad(np.eye(2), 3))
    1
    """
    _, count = ndimage.label(density > TIMES_MEAN * density.mean(), np.ones((3, 3)))
    return int(count)
