"""The 255 visual-prompt styles of VP-Bench as data (``styles.json``).

Table 18 of the paper lists the attributes of the eight shapes; their products add up to 255 (tag 60, bounding box 45,
arrow 30, mask 30, contour 30, oval 15, point 30, scribble 15). The 355 combinations that the paper's text names cannot
be derived from that table. A mask without an outline has no visible line width, so 245 of the 255 look different.
"""

import itertools
import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import bundled

GEOMETRIES = ("scaled", "official")
"""Rules of the sizes; see `vlmeval_hvs.visual_prompts.occlusion` and `vlmeval_hvs.visual_prompts.official`."""
RULES = ("lab", "swapped")
"""Rules of the colour ``contrast``; see `vlmeval_hvs.visual_prompts.occlusion`."""


class StyleError(DataError):
    """A style that does not exist; the message names the words that would be right."""


@cache
def style_data() -> dict[str, Any]:
    """The style tables: colours, attributes per shape, descriptions, aliases and pixel rules."""
    return bundled(__package__, "styles.json")


class Style:
    """One visual-prompt style; ``str(style)`` is the paper's spelling (Table 5), and equal styles are one object."""

    def __init__(self, shape: str, attributes: Mapping[str, str]) -> None:
        self.shape = shape  # tag, bbox, arrow, mask, contour, oval, point or scribble
        self.attributes = dict(attributes)  # values by name, in the order of the spelling
        self.color = attributes["color"]  # red, blue, green, black or contrast
        self.level = attributes.get("size") or attributes["width"]  # small, medium, large, or thin, medium, thick
        # The values between colour and size, such as the vertex of a bounding box
        self.variant = tuple(v for k, v in attributes.items() if k not in ("color", "size", "width"))
        self.phrase: str = style_data()["shapes"][shape]["phrase"]  # in a question, for example ``bounding box``
        self.description: str = style_data()["shapes"][shape]["description"]  # the paper's Table 3
        self._text = f"{shape}({', '.join(attributes.values())})"

    def __str__(self) -> str:
        return self._text

    __repr__ = __str__

    def with_color(self, color: str) -> "Style":
        """The same style in another colour."""
        return make_style(self.shape, {**self.attributes, "color": color})


@cache
def _registry() -> dict[str, Style]:
    styles = [
        Style(shape, dict(zip(entry["attributes"], values, strict=True)))
        for shape, entry in style_data()["shapes"].items()
        for values in itertools.product(*entry["attributes"].values())
    ]
    return {str(style): style for style in styles}


def all_styles(shape: str | None = None) -> tuple[Style, ...]:
    """All 255 styles, or those of one shape such as "bbox", in the order of the style table; none of an unknown shape.

    Example:
        >>> len(all_styles()), len(all_styles("bbox")), str(all_styles()[0])
        (255, 45, 'tag(digit, red, square, small)')
    """
    return tuple(style for style in _registry().values() if shape in (None, style.shape))


def shapes() -> tuple[str, ...]:
    """The eight shapes."""
    return tuple(style_data()["shapes"])


def make_style(shape: str, attributes: Mapping[str, str]) -> Style:
    """The style of a shape such as "bbox" with these values by attribute name, or a StyleError; more names do no harm.

    Example:
        >>> str(make_style("bbox", {"color": "red", "vertex": "none", "width": "thin"}))
        'bbox(red, none, thin)'
    """
    names = style_data()["shapes"][shape]["attributes"]
    text = f"{shape}({', '.join(attributes.get(name, '?') for name in names)})"
    if text not in _registry():
        raise StyleError(f"{text} is not a visual-prompt style; {_choices(shape)}")
    return _registry()[text]


def parse_style(text: str | Style) -> Style:
    """Read a style such as ``bbox(contrast, square, thin)``; a `Style` is returned as it is.

    Case, spaces and the aliases of the style table (among them the words of the official code, such as
    ``bounding_box`` or ``number_label``) are accepted, and words may come in any order where that is unambiguous.
    A StyleError says what would be right instead of an unknown word or a missing attribute.

    Example:
        >>> str(parse_style("Bounding_Box(thin, contrast, square)"))
        'bbox(contrast, square, thin)'
    """
    if isinstance(text, Style):
        return text
    if text in _registry():
        return _registry()[text]
    found = re.fullmatch(r"\s*([^()]{1,40}?)\s*\(([^()]{0,200})\)\s*", text)
    if not found:
        raise StyleError(f"{text!r} is not written like bbox(contrast, square, thin)")
    shape, implied = parse_shape(found[1])
    return parse_words(shape, [word for word in found[2].split(",") if word.strip()], implied)


def parse_shape(word: str) -> tuple[str, dict[str, str]]:
    """Shape named by a word, and attributes that it implies (``number_label``: a tag with digits), or a StyleError."""
    data = style_data()
    key = normal(word)
    shape = data["shape_aliases"].get(key) or data["shape_aliases"].get(key.replace("_", " ")) or key
    if shape not in data["shapes"]:
        raise StyleError(f"unknown visual-prompt shape {word!r}; shapes: {', '.join(data['shapes'])}")
    return shape, dict(data["implied"].get(key, {}))


def normal(word: str) -> str:
    """A word in lower case with single underscores, as the alias tables spell it."""
    return re.sub(r"[\s_-]+", "_", word.strip().lower())


def parse_words(shape: str, words: Sequence[str], implied: Mapping[str, str]) -> Style:
    """Style of a shape from attribute words in any order and the attributes that it implies, or a StyleError."""
    allowed, aliases = style_data()["shapes"][shape]["attributes"], style_data()["word_aliases"]
    names = [name for name in allowed if name not in implied]

    def fitted(order: Sequence[str]) -> tuple[str, ...]:
        """The values of the attributes from one word each; none when a word does not fit its attribute."""
        plain = zip(names, map(normal, order), strict=True)
        values = tuple(aliases.get(name, {}).get(word, word) for name, word in plain)
        return values if all(value in allowed[name] for name, value in zip(names, values, strict=True)) else ()

    if len(words) == len(names):
        fitting = {fitted(words)} - {()} or {fitted(order) for order in itertools.permutations(words)} - {()}
        if len(fitting) == 1:
            return make_style(shape, {**implied, **dict(zip(names, fitting.pop(), strict=True))})
    text = f"{shape}({', '.join(word.strip() for word in words)})"
    raise StyleError(f"{text!r} is not a visual-prompt style; {_choices(shape)}")


def _choices(shape: str) -> str:
    names = style_data()["shapes"][shape]["attributes"]
    return f"{shape} takes ({', '.join('|'.join(values) for values in names.values())})"
