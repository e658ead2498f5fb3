"""Draws the picture of the results viewer in the README from a page of the demo.

python -m speed.viewer_picture demo/report.html

It shows one photo of `GazeTarget_DEMO` on which two simulated observers part, side by side. It needs playwright and a
Chromium.
"""

from __future__ import annotations

import argparse
import io
import shutil
from pathlib import Path
from urllib.parse import urlencode

from PIL import Image

from vlmeval_hvs.files import write_atomically

PLACE = Path(__file__).resolve().parents[1] / "docs" / "images" / "viewer.webp"
SAMPLE = {"dataset": "GazeTarget_DEMO", "a": "hvs-gaze-human", "b": "hvs-gaze-head-only", "index": "119500"}
SIZE = (1180, 1072)
"""Width and height of the window, px; GitHub shows it about 830 px wide."""


def screenshot(page: Path, sample: dict[str, str]) -> bytes:
    """A sample of a page that is one file, in light colours, as PNG.

    Raises:
        SystemExit: There is no Chromium, or the page has no such sample.
    """
    from playwright.sync_api import sync_playwright

    browser = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if browser is None:
        raise SystemExit("no Chromium is installed")
    with sync_playwright() as started:
        running = started.chromium.launch(executable_path=browser, args=["--no-sandbox", "--disable-gpu"])
        tab = running.new_page(viewport={"width": SIZE[0], "height": SIZE[1]}, color_scheme="light")
        tab.goto(f"{page.resolve().as_uri()}#/samples?{urlencode(sample)}")
        if tab.locator("article.sample .column img").count() == 0:
            raise SystemExit(f"{page}: there is no sample {sample['index']} of {sample['dataset']}")
        tab.wait_for_function("[...document.images].every((one) => one.complete)")
        data: bytes = tab.screenshot()
        running.close()
    return data


def main() -> None:
    """Write the picture."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("page", type=Path, help="the page of the demo's results, one file")
    page = parser.parse_args().page
    buffer = io.BytesIO()
    Image.open(io.BytesIO(screenshot(page, SAMPLE))).convert("RGB").save(buffer, "WEBP", quality=82, method=6)
    write_atomically(PLACE, buffer.getvalue())
    print(f"{PLACE}: {len(buffer.getvalue()) / 1000:.0f} kB")


if __name__ == "__main__":
    main()
