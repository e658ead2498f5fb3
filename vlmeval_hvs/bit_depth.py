"""Pictures of more than 8 bits a value, as medical and scientific files have them, brought to 8 bits."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL import Image


def eight_bit(image: Image.Image) -> Image.Image:
    """A picture of 16-bit, 32-bit or real values brought to 8 bits; any other picture as it is.

    Values are taken as numbers of the fewest bits that hold the largest of them: 12-bit content of a 16-bit file gets
    its full range of greys or colours. Where some are negative, the lowest becomes black. Real numbers of 0 to 1 are
    shares.

    Args:
        image: As opened. Pillow drops the lower bytes of 16-bit colours when it loads them, so a picture of them has
            to come unloaded.
    """
    import numpy as np
    from PIL import Image

    if image.mode.startswith(("I", "F")):
        return Image.fromarray(_scaled(np.asarray(image, dtype=np.float64), image.mode == "F"))
    deep = _deep_colours(image)
    if deep is None:
        return image
    colours = _scaled(deep[:, :, :3].astype(np.float64), False)
    if deep.shape[2] == 4:
        colours = np.dstack([colours, (deep[:, :, 3] >> 8).astype(np.uint8)])
    return Image.fromarray(colours)


def _scaled(values: NDArray[np.float64], real: bool) -> NDArray[np.uint8]:
    import numpy as np

    values = np.nan_to_num(values - min(0.0, float(values.min(initial=0))))
    top = float(values.max(initial=0))
    if real and 0 < top <= 1:
        values = values * 255
    elif top > 255:
        values = values * (255 / (2 ** int(top).bit_length() - 1))
    return np.clip(np.rint(values), 0, 255).astype(np.uint8)


def _deep_colours(image: Image.Image) -> NDArray[np.uint16] | None:
    """Pixels ``(h, w, 3 or 4)`` in the order RGBA of an unloaded PNG or TIFF with 16-bit colours."""
    # The raw mode tells how values lie in the file; other formats mean 16 bits for a whole pixel by it.
    if image.format not in ("PNG", "TIFF") or ";16" not in str(getattr(image, "tile", "")):
        return None
    import cv2
    import numpy as np

    file = image.fp  # type: ignore[attr-defined]
    place = file.tell()
    file.seek(0)
    pixels = cv2.imdecode(np.frombuffer(file.read(), np.uint8), cv2.IMREAD_UNCHANGED)
    file.seek(place)
    if pixels is None or pixels.dtype != np.uint16 or pixels.ndim != 3:
        return None
    order = [2, 1, 0, 3][: pixels.shape[2]]
    return np.asarray(pixels[:, :, order], dtype=np.uint16)
