"""The eight visual prompts of VP-Bench in 255 styles, drawn with numpy, OpenCV and Pillow only.

```python
from vlmeval_hvs.visual_prompts import Region, all_styles, parse_style, render

marked = render(image, Region((40, 60, 200, 120)), "bbox(contrast, square, thin)")
```
"""

from vlmeval_hvs.visual_prompts.regions import Region, RegionError
from vlmeval_hvs.visual_prompts.rendering import draw, render
from vlmeval_hvs.visual_prompts.styles import Style, StyleError, all_styles, make_style, parse_style

__all__ = [
    "Region",
    "RegionError",
    "Style",
    "StyleError",
    "all_styles",
    "draw",
    "make_style",
    "parse_style",
    "render",
]
