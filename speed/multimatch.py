"""MultiMatch of many pairs of scanpaths: `multimatch_batch` and multimatch-gaze's `docomparison`."""

from __future__ import annotations

from typing import Any

import numpy as np

from speed.timing import in_turns, table
from vlmeval_hvs.metrics import multimatch_batch

PEER = "multimatch_gaze"
SCREEN = (512, 320)
PAIRS, OF_PEER = 2000, 100


def measure(quick: bool) -> str:
    """Time per pair by number of fixations, for coordinates with and without ties."""
    from multimatch_gaze import docomparison

    as_record: Any = np.rec.fromarrays  # its stub knows no names
    rng, rows = np.random.default_rng(0), []
    for n in (6, 14):
        for kind, digits in (("no ties", 15), ("ties", 2)):
            points = rng.random((PAIRS, 2, n, 2)).round(digits) * SCREEN
            pairs = [(a, b) for a, b in np.concatenate([points, rng.integers(50, 900, (PAIRS, 2, n, 1))], axis=3)]
            records = [tuple(as_record(path.T, names="start_x,start_y,duration") for path in two) for two in pairs]
            found = in_turns(
                {
                    "peer": lambda records=records: [docomparison(a, b, SCREEN) for a, b in records[:OF_PEER]],
                    "ours": lambda pairs=pairs: multimatch_batch(pairs, SCREEN),
                },
                3 if quick else 9,
            )
            theirs = np.array([docomparison(a, b, SCREEN) for a, b in records[:OF_PEER]])
            difference = float(np.nanmax(np.abs(theirs - multimatch_batch(pairs[:OF_PEER], SCREEN))))
            ratio = found["peer"].median / OF_PEER / (found["ours"].median / PAIRS)
            cells = found["peer"].text(OF_PEER * 1e-6, 0), found["ours"].text(PAIRS * 1e-6, 1)
            rows.append((f"{n}, {kind}", *cells, f"{ratio:.0f}", f"{difference:.0e}"))
    head = ("fixations", "multimatch-gaze, µs a pair", "here, µs a pair", "times faster", "largest difference")
    return table(head, rows)
