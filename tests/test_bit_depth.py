"""Pictures of more than 8 bits."""

import numpy as np
from PIL import Image

from vlmeval_hvs.benchmarks.actiview.cutting import read_image
from vlmeval_hvs.files import read_rgb


def test_grey_values_of_every_kind_are_shown_and_8_bits_stay_as_they_are(tmp_path):
    kinds = {"ct.tif": (-1000, 3095, np.int32), "share.tif": (0, 1, np.float32), "scan.png": (0, 4095, np.uint16)}
    for name, (low, high, kind) in kinds.items():
        Image.fromarray(np.linspace(low, high, 600).reshape(20, 30).astype(kind)).save(tmp_path / name)
        shown = read_rgb(tmp_path / name)[:, :, 0].ravel()
        assert np.abs(shown - np.linspace(0, 255, 600)).max() <= 1, name
    pixels = np.arange(4 * 6 * 3, dtype=np.uint8).reshape(4, 6, 3)
    for ending in ("png", "tif", "bmp"):
        Image.fromarray(pixels).save(tmp_path / f"photo.{ending}")
        assert (read_rgb(tmp_path / f"photo.{ending}") == pixels).all()


def test_values_of_16_bit_files_keep_the_range_of_their_content_and_transparency_is_white(tmp_path):
    import cv2

    for bits in (9, 12, 16):
        ramp = np.linspace(0, 2**bits - 1, 60 * 40).reshape(40, 60)
        colours = np.dstack([ramp, ramp[::-1], ramp / 2]).astype(np.uint16)  # blue, green, red in OpenCV
        for ending in ("png", "tif"):
            path = tmp_path / f"scan{bits}.{ending}"
            cv2.imwrite(str(path), colours)
            for shown in map(np.asarray, (read_rgb(path), read_image(path)[0])):
                assert shown.shape == (40, 60, 3)
                assert np.abs(shown - colours[:, :, ::-1] / (2**bits - 1) * 255).max() <= 1, (bits, ending)
    content = np.full((4, 6, 4), 4095, np.uint16)
    content[:, :, 0] = 0
    content[:, :3, 3], content[:, 3:, 3] = 65535, 0
    cv2.imwrite(str(tmp_path / "scan.png"), content)
    shown = read_rgb(tmp_path / "scan.png")
    assert (shown[0, 0].tolist(), shown[0, 5].tolist()) == ([255, 255, 0], [255, 255, 255])
