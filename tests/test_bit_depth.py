"""Pictures of more than 8 bits."""

import numpy as np
from PIL import Image

from vlmeval_hvs.benchmarks.actiview.cutting import read_image
from vlmeval_hvs.files import read_rgb


def test_negative_and_real_grey_values_are_shown(tmp_path):
    Image.fromarray(np.linspace(-1000, 3095, 600).reshape(20, 30).astype(np.int32)).save(tmp_path / "ct.tif")
    Image.fromarray(np.linspace(0, 1, 600).reshape(20, 30).astype(np.float32)).save(tmp_path / "share.tif")
    for name in ("ct.tif", "share.tif"):
        shown = read_rgb(tmp_path / name)[:, :, 0].ravel()
        assert np.abs(shown - np.linspace(0, 255, 600)).max() <= 1, name


def test_values_of_16_bit_files_keep_the_range_of_their_content(tmp_path):
    import cv2

    from vlmeval_hvs.benchmarks.vpb.stage2 import load_rgb

    readers = [read_rgb, lambda path: load_rgb(str(path)), lambda path: read_image(path)[0]]
    for bits in (8, 9, 12, 16):
        ramp = np.linspace(0, 2**bits - 1, 60 * 40).reshape(40, 60)
        colours = np.dstack([ramp, ramp[::-1], ramp / 2]).astype(np.uint16)  # blue, green, red in OpenCV
        grey = ramp.astype(np.uint16)
        for ending in ("png", "tif"):
            path = tmp_path / f"scan{bits}.{ending}"
            cv2.imwrite(str(path), colours)
            for read in readers if bits > 8 else ():
                shown = np.asarray(read(path))
                assert shown.shape == (40, 60, 3)
                assert np.abs(shown - colours[:, :, ::-1] / (2**bits - 1) * 255).max() <= 1, (bits, ending)
        cv2.imwrite(str(tmp_path / "grey.png"), grey)
        shown = read_rgb(tmp_path / "grey.png")
        assert np.abs(shown[:, :, 1] - grey / (2**bits - 1) * 255).max() <= 1, bits


def test_transparency_of_16_bit_files_shows_white(tmp_path):
    import cv2

    from vlmeval_hvs.benchmarks.vpb.stage2 import load_rgb

    content = np.full((4, 6, 4), 4095, np.uint16)
    content[:, :, 0] = 0
    content[:, :3, 3], content[:, 3:, 3] = 65535, 0
    cv2.imwrite(str(tmp_path / "scan.png"), content)
    shown = load_rgb(str(tmp_path / "scan.png"))
    assert shown[0, 0].tolist() == [255, 255, 0]
    assert shown[0, 5].tolist() == [255, 255, 255]


def test_pictures_of_8_bits_stay_as_they_are(tmp_path):
    pixels = np.arange(4 * 6 * 3, dtype=np.uint8).reshape(4, 6, 3)
    for ending in ("png", "tif", "bmp"):
        Image.fromarray(pixels).save(tmp_path / f"photo.{ending}")
        assert (read_rgb(tmp_path / f"photo.{ending}") == pixels).all()
