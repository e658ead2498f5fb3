"""Names for the array types that the metrics take and return."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Indices = NDArray[np.intp]  # positions in other arrays
Booleans = NDArray[np.bool_]
