"""Contact sheets."""

import numpy as np
import pytest

from vlmeval_hvs.visual_prompts import Region, all_styles
from vlmeval_hvs.visual_prompts import sheet as sheets
from vlmeval_hvs.visual_prompts.sheet import CAPTION, GAP, HEADING, contact_sheet


@pytest.mark.parametrize(("columns", "lines"), [(2, 3 + 1), (5, 1 + 1), (9, 1 + 1)])
def test_pictures_stand_in_rows_by_shape(monkeypatch, columns, lines):
    monkeypatch.setattr(sheets, "COLUMNS", columns)
    styles = [*all_styles("oval")[:5], *all_styles("point")[:2]]
    sheet = contact_sheet(np.full((60, 80, 3), 120, np.uint8), [Region((20, 15, 30, 30))], styles, width=40)
    width, height = GAP + min(columns, 5) * (40 + GAP), 2 * HEADING + lines * (30 + CAPTION + GAP) + GAP
    assert (sheet.mode, sheet.size) == ("RGB", (width, height))
