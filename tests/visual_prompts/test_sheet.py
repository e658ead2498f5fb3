"""Contact sheets."""

import numpy as np
import pytest

from vlmeval_hvs.visual_prompts import Region, all_styles
from vlmeval_hvs.visual_prompts.sheet import CAPTION, GAP, HEADING, contact_sheet

IMAGE, REGION = np.full((60, 80, 3), 120, np.uint8), Region((20, 15, 30, 30))


def test_pictures_stand_in_rows_by_shape():
    styles = [*all_styles("oval")[:5], *all_styles("point")[:2]]
    for columns, lines in ((2, 3 + 1), (5, 1 + 1), (9, 1 + 1)):
        sheet = contact_sheet(IMAGE, [REGION], styles, columns=columns, width=40)
        width, height = GAP + min(columns, 5) * (40 + GAP), 2 * HEADING + lines * (30 + CAPTION + GAP) + GAP
        assert (sheet.mode, sheet.size) == ("RGB", (width, height))
    for sizes in ({"columns": 0}, {"width": 0}):
        with pytest.raises(ValueError, match="at least 1"):
            contact_sheet(IMAGE, [REGION], styles, **sizes)
