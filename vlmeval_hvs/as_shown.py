"""Pictures as viewers show them: upright, with 8 bits, on white, and of several pictures in a file the first.

Programs treat photos with an orientation tag, the 16 bits of a scanner, and transparency in different ways. Everything
here that draws, cuts, measures, shows or sends a picture takes it from `as_shown`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL import Image


_SEVERAL, _TRANSPARENT = "the first of several in a file", "transparent"
_ORIENTATION = 0x0112  # the tag; the operation that turns a picture upright, by its value less 1:
_TURNS = ("", "FLIP_LEFT_RIGHT", "ROTATE_180", "FLIP_TOP_BOTTOM", "TRANSPOSE", "ROTATE_270", "TRANSVERSE", "ROTATE_90")


def as_shown(image: Image.Image) -> Image.Image:
    """A picture, opened and not yet loaded, as viewers show it, in the mode RGB."""
    from PIL import Image

    turn = _turn(image)
    if getattr(image, "is_animated", False):
        image.seek(0)
    shown = eight_bit(image)
    if _may_be_transparent(shown):
        ground = Image.new("RGBA", shown.size, (255, 255, 255, 255))
        shown = Image.alpha_composite(ground, shown.convert("RGBA"))
    shown = shown.convert("RGB")
    return shown.transpose(Image.Transpose[turn]) if turn else shown


def shown_size(image: Image.Image) -> tuple[int, int]:
    """``(width, height)`` of a picture as viewers show it, px."""
    width, height = image.size
    return (height, width) if _turn(image) in _TURNS[4:] else (width, height)


def seems_odd(image: Image.Image) -> bool:
    """Whether `oddities` may find something, by the head of the file alone."""
    return any(_signs(image).values())


def oddities(image: Image.Image) -> list[str]:
    """Features of an opened picture that programs show in different ways, in words."""
    found = _signs(image)
    found[_SEVERAL] &= image.format != "MPO"
    if found[_TRANSPARENT]:
        found[_TRANSPARENT] = image.convert("RGBA").getchannel("A").getextrema()[0] != 255
    return [name for name, there in found.items() if there]


def _signs(image: Image.Image) -> dict[str, bool]:
    """Features that may be shown in different ways, by the head of the file alone."""
    deep = image.mode.startswith(("I", "F")) or _is_deep(image)
    animated = bool(getattr(image, "is_animated", False))
    signs = {"turned by a tag": bool(_turn(image)), "of more than 8 bits": deep, _SEVERAL: animated}
    return {**signs, _TRANSPARENT: _may_be_transparent(image)}


def _turn(image: Image.Image) -> str:
    # Without this check, Pillow decodes a whole PNG file to find the tag.
    if "exif" not in image.info and image.format != "TIFF":
        return ""
    tag = image.getexif().get(_ORIENTATION, 1)
    return _TURNS[tag - 1] if isinstance(tag, int) and 1 <= tag <= len(_TURNS) else ""


def _may_be_transparent(image: Image.Image) -> bool:
    return image.mode in ("RGBA", "RGBa", "LA", "La", "PA") or "transparency" in image.info


def eight_bit(image: Image.Image) -> Image.Image:
    """A picture of 16-bit, 32-bit or real values converted to 8 bits; any other picture unchanged.

    Values are taken as numbers of the fewest bits that hold the largest of them: 12-bit content of a 16-bit file gets
    its full range of greys or colours. Where some are negative, the lowest becomes black. Real numbers of 0 to 1 are
    shares. A picture with 16-bit colours is not yet loaded, because Pillow drops the lower bytes when it loads them.
    """
    import numpy as np
    from PIL import Image

    if image.mode.startswith(("I", "F")):
        return Image.fromarray(_scaled(np.asarray(image, dtype=np.float64), image.mode == "F"))
    deep = _deep_colours(image) if _is_deep(image) else None
    if deep is None:
        return image
    colours = _scaled(deep[:, :, :3].astype(np.float64), False)
    return Image.fromarray(np.dstack([colours, (deep[:, :, 3:] >> 8).astype(np.uint8)]))


def _scaled(values: NDArray[np.float64], real: bool) -> NDArray[np.uint8]:
    import numpy as np

    values = np.nan_to_num(values, posinf=0.0, neginf=0.0)
    values = values - values.min(initial=0)
    top = float(values.max(initial=0))
    if real and 0 < top <= 1:
        values = values * 255
    elif top > 255:
        values = values * (255 / (2 ** int(top).bit_length() - 1))
    return np.clip(np.rint(values), 0, 255).astype(np.uint8)


def _deep_colours(image: Image.Image) -> NDArray[np.uint16] | None:
    """Pixels ``(h, w, 3 or 4)`` in the order RGBA of an unloaded file; None where they are not 16-bit colours."""
    import cv2
    import numpy as np

    file = image.fp  # type: ignore[attr-defined]
    place = file.tell()
    file.seek(0)
    pixels = cv2.imdecode(np.frombuffer(file.read(), np.uint8), cv2.IMREAD_UNCHANGED)
    file.seek(place)
    if pixels is None or pixels.dtype != np.uint16 or pixels.ndim != 3:
        return None
    return np.asarray(pixels[:, :, [2, 1, 0, 3][: pixels.shape[2]]], dtype=np.uint16)


def _is_deep(image: Image.Image) -> bool:
    # The raw mode gives the layout of values; in other formats it means 16 bits for a whole pixel.
    return image.format in ("PNG", "TIFF") and ";16" in str(getattr(image, "tile", ""))
