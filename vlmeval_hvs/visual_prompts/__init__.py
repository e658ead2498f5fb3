"""The eight visual prompts of VP-Bench in 255 styles, drawn with numpy, OpenCV and Pillow only.

```python
from vlmeval_hvs.visual_prompts import Region, all_styles, parse_style, render

marked = render(image, Region((40, 60, 200, 120)), "bbox(contrast, square, thin)")
```

The names are loaded on first use: styles can be read without OpenCV.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from vlmeval_hvs.visual_prompts.styles import Style, StyleError, all_styles, make_style, parse_style

if TYPE_CHECKING:
    from vlmeval_hvs.visual_prompts.regions import Region, RegionError
    from vlmeval_hvs.visual_prompts.rendering import draw, render

_MODULE_OF = {"Region": "regions", "RegionError": "regions", "draw": "rendering", "render": "rendering"}
__all__ = ["Region", "RegionError", "Style", "StyleError", "all_styles", "draw", "make_style", "parse_style", "render"]


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
