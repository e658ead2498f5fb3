"""Contact sheets."""

import numpy as np
import pytest

from vlmeval_hvs.visual_prompts import Region, all_styles
from vlmeval_hvs.visual_prompts.sheet import GAP, contact_sheet

IMAGE = np.full((60, 80, 3), 120, np.uint8)
REGIONS = [Region((20, 15, 30, 30))]


def test_pictures_stand_in_rows_by_shape():
    styles = [*all_styles("oval")[:5], *all_styles("point")[:2]]
    narrow, wide = (contact_sheet(IMAGE, REGIONS, styles, columns=columns, width=40) for columns in (2, 5))
    assert narrow.mode == wide.mode == "RGB"
    assert narrow.width < wide.width
    assert narrow.height > wide.height
    parts = [contact_sheet(IMAGE, REGIONS, part, columns=2, width=40).height for part in (styles[:5], styles[5:])]
    assert narrow.height == sum(parts) - GAP


def test_sizes_that_make_no_sense_are_refused():
    for sizes in ({"columns": 0}, {"columns": -2}, {"width": 0}):
        with pytest.raises(ValueError, match="at least 1"):
            contact_sheet(IMAGE, REGIONS, **sizes)
