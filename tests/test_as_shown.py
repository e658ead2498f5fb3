"""Odd pictures: what is stored, drawn and sent is what a browser shows."""

import base64
import io
import json
import shutil
import subprocess

import numpy as np
import pytest
from PIL import Image
from scripted_server import Server

from vlmeval_hvs.cli import main
from vlmeval_hvs.files import image_size, plain_image, read_rgb

HEIGHT, WIDTH = 120, 160
SHOWN = np.full((HEIGHT, WIDTH, 3), 255, np.uint8)
"""White, with a dark red shape in the upper left quarter."""

SHOWN[:60, :80] = (120, 20, 20)
GREY = np.repeat(SHOWN[:, :, :1], 3, axis=2)


def saved(image, form, **how):
    buffer = io.BytesIO()
    image.save(buffer, form, **how)
    return buffer.getvalue()


def odd_pictures():
    """Name to file content and to the pixels that it shows."""
    turned = Image.Exif()
    turned[0x0112] = 6
    on_side = Image.fromarray(SHOWN).transpose(Image.Transpose.ROTATE_90)
    alpha = Image.fromarray(np.where(GREY[:, :, 0] < 255, 255, 0).astype(np.uint8))
    see_through = Image.new("RGB", (WIDTH, HEIGHT), (120, 20, 20))
    see_through.putalpha(alpha)
    grey = GREY[:, :, 0].astype(np.uint16)
    moving = {"save_all": True, "append_images": [Image.new("RGB", (WIDTH, HEIGHT))], "duration": 60_000}
    first = Image.fromarray(SHOWN)
    return {
        "turned.jpg": (saved(on_side, "JPEG", exif=turned, quality=95, subsampling=0), SHOWN),
        "turned.png": (saved(on_side, "PNG", exif=turned), SHOWN),
        "see_through.png": (saved(see_through, "PNG"), SHOWN),
        "grey16.png": (saved(Image.fromarray(grey * 257), "PNG"), GREY),
        "real.tif": (saved(Image.fromarray((grey / 255).astype(np.float32)), "TIFF"), GREY),
        "moving.webp": (saved(first, "WEBP", lossless=True, **moving), SHOWN),
        "moving.gif": (saved(first, "GIF", **moving), SHOWN),
    }


def difference(pixels, wanted):
    assert pixels.shape == wanted.shape
    return float(np.abs(pixels.astype(float) - wanted).mean())


def test_pictures_that_all_programs_show_alike_keep_their_bytes():
    for form in ("JPEG", "PNG", "WEBP", "BMP"):
        data = saved(Image.fromarray(SHOWN), form)
        assert plain_image(data, "p") == (data, (WIDTH, HEIGHT), [])


def test_what_is_read_is_what_is_shown(tmp_path):
    for name, (data, wanted) in odd_pictures().items():
        path = tmp_path / name
        path.write_bytes(data)
        assert difference(read_rgb(path), wanted) < 1, name
        assert image_size(path) == (WIDTH, HEIGHT)
        again, size, odd = plain_image(data, name)
        assert (size, len(odd)) == ((WIDTH, HEIGHT), 1)
        path.write_bytes(again)
        assert difference(np.asarray(Image.open(path).convert("RGB")), wanted) < 1, "for every program"
        assert plain_image(again, name)[2] == []


@pytest.mark.long
def test_a_server_gets_what_a_browser_shows(tmp_path, monkeypatch, lmu_data, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["new", "HVSBench", "odd"]) == 0
    shutil.rmtree(tmp_path / "odd" / "images")
    (tmp_path / "odd" / "images").mkdir()
    (tmp_path / "odd" / "fixations.csv").unlink(missing_ok=True)
    pictures = odd_pictures()
    lines = ["image,type,answer", *(f"{name},Q2,3" for name in pictures)]
    (tmp_path / "odd" / "questions.csv").write_text("\n".join(lines), "utf-8")
    for name, (data, _) in pictures.items():
        (tmp_path / "odd" / "images" / name).write_bytes(data)
    assert main(["build", "HVSBench:odd", "--source", "odd"]) == 0
    assert "stored as viewers show them" in "".join(capsys.readouterr())
    with Server() as server:
        asked = ["ask", "--base-url", server.url, "--model", "m", "--data", "HVSBench:odd", "--concurrency", "1"]
        assert main([*asked, "--no-preflight"]) in (0, 2)
    assert len(server.bodies) == len(pictures)
    for body, (name, (_, wanted)) in zip(server.bodies, pictures.items(), strict=True):
        url = next(part for part in body["messages"][-1]["content"] if part["type"] == "image_url")["image_url"]["url"]
        sent = Image.open(io.BytesIO(base64.b64decode(url.partition(",")[2]))).convert("RGB")
        assert difference(np.asarray(sent), wanted) < 3, name
    if shutil.which("chromium"):
        del pictures["real.tif"]  # which no browser shows
        for name, shown in in_browser(pictures, tmp_path / "odd" / "images").items():
            assert difference(shown, pictures[name][1]) < 3, name


def in_browser(names, folder):
    style = "<style>body{margin:0;background:#fff}img{display:block}</style>"
    shown = "".join(f"<img src={json.dumps(name)}>" for name in names)
    (folder / "page.html").write_text(style + shown, "utf-8")
    command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run"]
    command += [f"--user-data-dir={folder / 'profile'}", f"--screenshot={folder / 'shot.png'}"]
    command += ["--disable-background-networking", "--window-size=600,1000", str(folder / "page.html")]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    page = np.asarray(Image.open(folder / "shot.png").convert("RGB"))
    return {name: page[HEIGHT * place : HEIGHT * (place + 1), :WIDTH] for place, name in enumerate(names)}
