"""Pictures of more than 8 bits."""

import cv2
import numpy as np
import pytest
from PIL import Image

from vlmeval_hvs.benchmarks.actiview.cutting import read_image
from vlmeval_hvs.benchmarks.vpb.stage2 import load_rgb
from vlmeval_hvs.files import read_rgb


@pytest.mark.parametrize("bits", [8, 10, 12, 14, 16])
def test_grey_values_of_16_bit_files_keep_the_range_of_their_content(tmp_path, bits):
    content = np.linspace(0, 2**bits - 1, 60 * 40).reshape(40, 60).astype(np.uint16)
    cv2.imwrite(str(tmp_path / "scan.png"), content)
    shown = read_rgb(tmp_path / "scan.png")
    assert shown.shape == (40, 60, 3)
    assert np.abs(shown[:, :, 1] - content / (2**bits - 1) * 255).max() <= 1


def test_negative_and_real_grey_values_are_shown(tmp_path):
    Image.fromarray(np.linspace(-1000, 3095, 600).reshape(20, 30).astype(np.int32)).save(tmp_path / "ct.tif")
    Image.fromarray(np.linspace(0, 1, 600).reshape(20, 30).astype(np.float32)).save(tmp_path / "share.tif")
    for name in ("ct.tif", "share.tif"):
        shown = read_rgb(tmp_path / name)[:, :, 0].ravel()
        assert np.abs(shown - np.linspace(0, 255, 600)).max() <= 1, name


@pytest.mark.parametrize("bits", [9, 12, 16])
@pytest.mark.parametrize("ending", ["png", "tif"])
@pytest.mark.parametrize("read", [read_rgb, lambda path: load_rgb(str(path)), lambda path: read_image(path)[0]])
def test_colours_of_16_bit_files_keep_the_range_of_their_content(tmp_path, bits, ending, read):
    ramp = np.linspace(0, 2**bits - 1, 60 * 40).reshape(40, 60)
    content = np.dstack([ramp, ramp[::-1], ramp / 2]).astype(np.uint16)  # blue, green, red in OpenCV
    cv2.imwrite(str(tmp_path / f"scan.{ending}"), content)
    shown = np.asarray(read(tmp_path / f"scan.{ending}"))
    assert shown.shape == (40, 60, 3)
    assert np.abs(shown - content[:, :, ::-1] / (2**bits - 1) * 255).max() <= 1


def test_transparency_of_16_bit_files_shows_white(tmp_path):
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
