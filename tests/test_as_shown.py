"""Odd pictures: what is stored, drawn and sent is what a browser shows; pictures drawn when they are wanted."""

import io
from base64 import b64decode

import numpy as np
from PIL import Image, ImageOps

from vlmeval_hvs.ask.request import data_url
from vlmeval_hvs.benchmarks.actiview.cutting import read_image
from vlmeval_hvs.files import image_size, plain_image, read_rgb
from vlmeval_hvs.lazy_images import draw_file, drawing_of, drawn_when_wanted, make_file
from vlmeval_hvs.sets import SetWriter

HEIGHT, WIDTH = 120, 160
SHOWN = np.full((HEIGHT, WIDTH, 3), 255, np.uint8)
"""White, with a dark red shape in the upper left quarter."""

SHOWN[:60, :80] = (120, 20, 20)
GREY = np.repeat(SHOWN[:, :, :1], 3, axis=2)


def saved(image, form, **how):
    buffer = io.BytesIO()
    image.save(buffer, form, **how)
    return buffer.getvalue()


def turned(tag):
    exif = Image.Exif()
    exif[0x0112] = tag
    return exif


def odd_pictures():
    """Name to file content and to the pixels that it shows."""
    on_side = Image.fromarray(SHOWN).transpose(Image.Transpose.ROTATE_90)
    see_through = Image.new("RGB", (WIDTH, HEIGHT), (120, 20, 20))
    see_through.putalpha(Image.fromarray(np.where(GREY[:, :, 0] < 255, 255, 0).astype(np.uint8)))
    grey = GREY[:, :, 0].astype(np.uint16)
    moving = {"save_all": True, "append_images": [Image.new("RGB", (WIDTH, HEIGHT))], "duration": 60_000}
    return {
        "turned.jpg": (saved(on_side, "JPEG", exif=turned(6), quality=95, subsampling=0), SHOWN),
        "see_through.png": (saved(see_through, "PNG"), SHOWN),
        "grey16.png": (saved(Image.fromarray(grey * 257), "PNG"), GREY),
        "real.tif": (saved(Image.fromarray((grey / 255).astype(np.float32)), "TIFF"), GREY),
        "moving.gif": (saved(Image.fromarray(SHOWN), "GIF", **moving), SHOWN),
    }


def difference(pixels, wanted):
    assert pixels.shape == wanted.shape
    return float(np.abs(pixels.astype(float) - wanted).mean())


def test_what_is_read_and_stored_is_what_is_shown_and_other_pictures_keep_their_bytes(tmp_path):
    data = saved(Image.fromarray(SHOWN), "JPEG")
    assert plain_image(data, "p") == (data, (WIDTH, HEIGHT), [])
    with SetWriter("Odd", tmp_path, source="a test", licence="CC0") as writer:
        writer.row({"index": 0})
        for name, (data, wanted) in odd_pictures().items():
            path = tmp_path / name
            path.write_bytes(data)
            assert difference(read_rgb(path), wanted) < 1, name
            sent = Image.open(io.BytesIO(b64decode(data_url(str(path)).partition(",")[2]))).convert("RGB")
            assert difference(np.asarray(sent.resize((WIDTH, HEIGHT))), wanted) < 1, "by a server"
            again, size, odd = plain_image(data, name)
            assert (size, len(odd), plain_image(again, name)[2]) == ((WIDTH, HEIGHT), 1, [])
            stored = Image.open(writer.folder / writer.image(name, data))
            assert difference(np.asarray(stored.convert("RGB")), wanted) < 1, "for every program"
    assert "pictures that are turned by a tag: 1; they are stored as viewers show them" in writer.manifest.warnings


def test_values_of_16_bit_files_keep_the_range_of_their_content_and_transparency_is_white(tmp_path):
    import cv2

    path = tmp_path / "scan.png"
    for bits in (9, 16):
        ramp = np.linspace(0, 2**bits - 1, 60 * 40).reshape(40, 60)
        colours = np.dstack([ramp, ramp[::-1], ramp / 2]).astype(np.uint16)  # blue, green, red in OpenCV
        cv2.imwrite(str(path), colours)
        for shown in map(np.asarray, (read_rgb(path), read_image(path)[0])):
            assert np.abs(shown - colours[:, :, ::-1] / (2**bits - 1) * 255).max() <= 1, bits
    content = np.full((4, 6, 4), 4095, np.uint16)
    content[:, :, 0] = 0
    content[:, :3, 3], content[:, 3:, 3] = 65535, 0
    cv2.imwrite(str(path), content)
    shown = read_rgb(path)
    assert (shown[0, 0].tolist(), shown[0, 5].tolist()) == ([255, 255, 0], [255, 255, 255])
    # Real numbers are read from the lowest, and those that are none are black.
    for values, shown in (([-100, 155, np.nan], [0, 255, 100]), ([0.5, 1, np.inf], [128, 255, 0]), ([0] * 3, [0] * 3)):
        Image.fromarray(np.array([values], np.float32)).save(tmp_path / "real.tif")
        assert read_rgb(tmp_path / "real.tif")[0, :, 0].tolist() == shown


def test_every_turn_of_a_tag_and_only_the_parts_of_a_transparent_picture_that_are_seen(tmp_path):
    for tag in range(1, 9):
        (tmp_path / "a.png").write_bytes(saved(Image.fromarray(SHOWN), "PNG", exif=turned(tag)))
        with Image.open(tmp_path / "a.png") as image:
            wanted = ImageOps.exif_transpose(image)
        assert difference(read_rgb(tmp_path / "a.png"), np.asarray(wanted)) == 0, tag
        assert image_size(tmp_path / "a.png") == wanted.size
    opaque = Image.fromarray(SHOWN)
    opaque.putalpha(255)
    assert plain_image(saved(opaque, "PNG"), "p")[2] == [], "every program shows it alike"


def test_a_picture_waits_until_its_pixels_or_its_file_are_wanted(tmp_path):
    path, drawn = tmp_path / "a.png", []

    def draw():
        drawn.append(path)
        return SHOWN

    for _ in range(2):
        draw_file(path, draw)
    assert (len(drawn), drawing_of(str(path))) == (1, None), "at once, and only once"
    path = tmp_path / "b.png"
    with drawn_when_wanted():
        draw_file(path, draw)
        assert (len(drawn), path.exists()) == (1, False)
        assert np.array_equal(drawing_of(str(path))(), SHOWN)
        make_file(str(path))
        assert np.array_equal(np.asarray(Image.open(path)), SHOWN)
        make_file(str(path))
        assert len(drawn) == 3, "once for the pixels, once for the file"
    assert drawing_of(str(path)) is None
