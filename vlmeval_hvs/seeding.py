"""Random numbers that depend on names, not on the order in which things run."""

import hashlib

import numpy as np


def rng(seed: int, *keys: object) -> np.random.Generator:
    """Random generator that is a function of ``(seed, *keys)`` only.

    Threads, torchrun ranks and resumed runs therefore draw the same numbers for the same row.

    Args:
        seed: The user's seed.
        *keys: Whatever names the draw, for example the row's index and the name of the choice. Keys are compared by
            their text, so ``7`` and ``"7"`` name the same draw.

    Returns:
        A fresh PCG64 generator.

    Example:
        >>> int(rng(0, "row", 7).integers(100)) == int(rng(0, "row", "7").integers(100))
        True
    """
    text = "\x1f".join([str(int(seed)), *(str(key) for key in keys)])
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
    return np.random.Generator(np.random.PCG64(int.from_bytes(digest[:16], "big")))
