"""Sentences that tell what a picture shows, in languages other than English."""

import pytest

from standardizers.stance.pictures import begins_with_picture, tells_of_picture


@pytest.mark.parametrize(
    "sentence",
    [
        "dieser bildausschnitt zeigt einen marktstand mit kürbissen.",
        "cette vue montre un quai et deux péniches.",
        "en la imagen se ve una plaza con soportales.",
        "nella parte mostrata si vedono tre ulivi.",
        "op de foto staat een molen naast een brug.",
        "bilden visar en röd stuga.",
        "на снимке показан старый трамвай.",
        "w tej części widać dachówki.",
        "bu görselde bir iskele görülüyor.",
        "gambar ini memperlihatkan sawah dan gunung.",
        "hình ảnh cho thấy một con phố vắng.",
        "تظهر الصورة نافورة في ساحة",
        "图片中可以看到一座石桥",
        "画像には古い駅が写っています",
        "사진에는 노란 버스가 보입니다",
    ],
)
def test_a_description_in_many_languages(sentence: str) -> None:
    assert tells_of_picture(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "das bild zeigt nicht das ganze schild.",  # what is missing
        "l'image montre tout ce qu'il faut.",  # that it suffices
        "je voudrais voir une autre partie de l'image.",
        "zeig mir das bild",
        "zeigt das bild einen hund?",
        "la imagen está cortada.",
        "il y a trois chiens.",
        "có 2 hình tròn màu xanh",
    ],
)
def test_what_decides_asks_or_counts_is_no_description(sentence: str) -> None:
    assert not tells_of_picture(sentence)


def test_the_first_sentence_counts_in_any_case() -> None:
    assert begins_with_picture("Das Foto zeigt einen Hafen. Ich brauche mehr.")
    assert not begins_with_picture("Ich brauche mehr. Das Foto zeigt einen Hafen.")
