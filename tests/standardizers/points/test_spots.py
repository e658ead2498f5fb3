"""Points told by parts and shares of the image, in many languages."""

from __future__ import annotations

import pytest

from standardizers import fixation
from standardizers.points.spots import spot


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("drei viertel der breite von links, ein viertel der höhe von oben.", (0.75, 0.25)),
        ("aux deux tiers de la largeur et au quart de la hauteur.", (0.6667, 0.25)),
        ("halfway across, a third of the way down.", (0.5, 0.3333)),
        ("drei fünftel von oben, ein fünftel von rechts", (0.8, 0.6)),
        ("she gazes somewhere into the left third of the photo, at middle height.", (0.16667, 0.5)),
        ("the eyes are directed to the lower right quarter of the photo.", (0.75, 0.75)),
        ("im linken drittel des bildes, auf mittlerer höhe", (0.16667, 0.5)),
        ("im unteren rechten viertel", (0.75, 0.75)),
        ("im oberen linken quadranten des bildes", (0.25, 0.25)),
        ("dans le tiers gauche de l'image, à mi-hauteur", (0.16667, 0.5)),
        ("dans le quart inférieur droit de l'image", (0.75, 0.75)),
        ("en el cuarto superior derecho de la imagen", (0.75, 0.25)),
        ("en el tercio izquierdo de la imagen, a media altura", (0.16667, 0.5)),
        ("a un tercio de la anchura desde la izquierda y a dos tercios de la altura", (0.3333, 0.6667)),
        ("no terço esquerdo da imagem, a meia altura", (0.16667, 0.5)),
        ("no quadrante inferior direito da imagem", (0.75, 0.75)),
        ("a um quarto da largura e a três quartos da altura", (0.25, 0.75)),
        ("nel terzo sinistro dell'immagine, a metà altezza", (0.16667, 0.5)),
        ("a due terzi della larghezza e a un quarto dell'altezza", (0.6667, 0.25)),
        ("nel quadrante in basso a destra", (0.75, 0.75)),
        ("в левой трети изображения, на середине высоты", (0.16667, 0.5)),
        ("в правой нижней четверти изображения", (0.75, 0.75)),
        ("на двух третях ширины слева и на одной трети высоты сверху", (0.6667, 0.3333)),
        ("in het linker derde deel van het beeld, op halve hoogte", (0.16667, 0.5)),
        ("op een kwart van de breedte van links en driekwart van de hoogte van boven", (0.25, 0.75)),
        ("w prawej dolnej ćwiartce obrazu", (0.75, 0.75)),
        ("na dwóch trzecich szerokości i jednej czwartej wysokości", (0.6667, 0.25)),
        ("i den nedre högra fjärdedelen av bilden", (0.75, 0.75)),
        ("en tredjedel från vänster och två tredjedelar uppifrån", (0.3333, 0.6667)),
        ("en tredjedel fra venstre, halvvejs nede", (0.3333, 0.5)),
        ("genişliğin üçte ikisi, yüksekliğin dörtte biri", (0.6667, 0.25)),
        ("dua pertiga lebar dari kiri dan seperempat tinggi dari atas", (0.6667, 0.25)),
        ("the right half of the upper third", (0.75, 0.16667)),
        ("in the middle row, right column of a 3x3 grid", (0.8333, 0.5)),
        ("the upper right cell of a 3 x 3 grid", (0.8333, 0.16667)),
        ("second column from the left and third row from the top of a four by four grid", (0.375, 0.625)),
        ("in the centre of the lower third", (0.5, 0.8333)),
        ("mittig im oberen drittel", (0.5, 0.16667)),
        ("the upper left ninth of the image", (0.16667, 0.16667)),
        ("two thirds of the way across the image and a quarter up from the bottom", (0.6667, 0.75)),
        ("from the left a third, from the top two thirds", (0.3333, 0.6667)),
        ("horizontal ein drittel, vertikal zwei drittel", (0.3333, 0.6667)),
        ("x at one third, y at three quarters", (0.3333, 0.75)),
        ("in der mitte des linken randes", (0.0, 0.5)),
        ("halfway from left to right and a fifth of the way from top to bottom", (0.5, 0.2)),
        ("in the left half, a third of the way down", (0.25, 0.3333)),
        ("in der rechten bildhälfte, auf halber höhe", (0.75, 0.5)),
        ("au centre du quart supérieur gauche", (0.25, 0.25)),
        ("in der unteren rechten ecke", (1.0, 1.0)),
        ("en la esquina superior izquierda", (0.0, 0.0)),
        ("画面右下四分之一处", (0.75, 0.75)),
        ("水平方向三分之一,垂直方向三分之二", (0.3333, 0.6667)),
        ("in the top right quadrant", (0.75, 0.25)),
        ("the person's gaze goes to the upper left quadrant of the frame.", (0.25, 0.25)),
        ("one fifth in from the left edge and four fifths of the way down", (0.2, 0.8)),
        ("the fixation falls in the upper left quarter.", (0.25, 0.25)),
        ("it is in the lower right quarter of the image.", (0.75, 0.75)),
        ("der blick der frau ist auf das untere rechte viertel des bildes gerichtet.", (0.75, 0.75)),
        ("le regard de la femme se porte dans le quart supérieur droit", (0.75, 0.25)),
        ("la persona mira el cuadrante superior izquierdo", (0.25, 0.25)),
        ("людина дивиться в правий нижній квадрант", (0.75, 0.75)),
        ("взгляд направлен в левую верхнюю четверть кадра", (0.25, 0.25)),
        ("hon tittar mot den övre högra fjärdedelen av bilden", (0.75, 0.25)),
    ],
)
def test_places_that_are_told(text, place):
    assert spot(text) == pytest.approx(place, abs=1e-3)


@pytest.mark.parametrize(
    "text",
    [
        "w lewej trzeciej części obrazu",
        "to the right of the centre, halfway down",
        "in the left third",
        "im linken drittel",
        "in the lower half of the picture",
        "the lamp in the lower right quarter",
        "at the third person from the left, in the middle",
        "the third from the left, in the middle row",
        "lower right",
        "upper right quadrant, i guess",
        "not in the lower right quarter",
        "either the lower right quarter or the upper left quarter",
        "the dog is in the lower right quarter",
        "in the upper right part of the image",
        "in the left column",
        "a quarter of the people look left, half look right",
        "on the left side, halfway down",
        "three quarters of the image are sky",
        "the left two thirds, at middle height",
        "no en el cuarto inferior derecho",
        "in the middle third",
        "second row from the top, third column",
        "a third of the image is dark",
        "between a quarter and a third from the left, halfway down",
        "top left quarter is empty",
        "le troisième personnage depuis la gauche",
        "a quarter past three, left half",
        "the person is in the left third, at middle height.",
        "his eyes are in the upper left quarter.",
        "the girl is in the lower right quarter of the image.",
        "der mann steht im linken drittel, auf halber höhe",
        "halfway to the left edge, a third down",
        "first third of the width, halfway down",
    ],
)
def test_regions_objects_persons_and_doubts_are_no_places(text):
    assert spot(text) is None


def test_a_place_in_words_is_a_fixation():
    value = fixation("Der Blick fällt in das rechte Drittel des Bildes, auf halber Höhe.").value
    assert value == (pytest.approx((5 / 6, 0.5, 1.0)),)
    assert fixation("At middle height in the left third.").value == (pytest.approx((1 / 6, 0.5, 1.0)),)
    assert fixation("At middle height.").fallback
    assert fixation("The lamp stands in the left third, at middle height.").fallback


@pytest.mark.parametrize(
    ("reply", "point"),
    [
        ("Roughly two fifths across and a quarter of the way down.", (0.4, 0.25)),
        ("Der Blick geht zum Mittelpunkt des linken oberen Viertels.", (0.25, 0.25)),
        ("Le regard tombe au milieu du bord droit de l'image.", (1, 0.5)),
        ("La persona mira hacia la esquina inferior izquierda.", (0, 1)),
        ("x: ein Drittel, y: drei Viertel", (0.3333, 0.75)),
        ("Lo sguardo cade a tre quarti della larghezza e a metà dell'altezza.", (0.75, 0.5)),
        ("She'll look next at the upper right quadrant.", (0.75, 0.25)),
        ("A tenth from the left and nine tenths from the top.", (0.1, 0.9)),
        ("Człowiek spojrzy w lewą górną ćwiartkę zdjęcia.", (0.25, 0.25)),
        ("Op driekwart van de breedte en een derde van de hoogte.", (0.75, 0.3333)),
        ("In a 3x3 grid, the gaze falls into the bottom centre cell.", (0.5, 0.8333)),
        ("Взгляд упадёт на точку в одной трети ширины слева и двух третях высоты сверху.", (0.3333, 0.6667)),
        ("Thirty percent from the left, sixty percent from the top.", (0.3, 0.6)),
        ("Le point se trouve à 0,35 de la largeur et 0,6 de la hauteur.", (0.35, 0.6)),
        ("从左边起四分之一,从上边起一半。", (0.25, 0.5)),
        ("Somewhere in the left half.", None),
        ("Er schaut nach rechts unten.", None),
        ("The man in the left third looks at the woman in the right third.", None),
        ("La lámpara del cuadrante superior izquierdo está encendida.", None),
        ("A quarter of the picture is covered by the roof, half by the sky.", None),
        ("Her eyes are at about 0.4, 0.2, but I can't tell what she looks at.", None),
        ("Without seeing the photo, any pair like 0.5, 0.5 is invented, so I give none.", None),
        ("Je ne peux pas voir l'image ; un point comme (0.4, 0.6) serait inventé.", None),
        ("The whistle could be in the upper half or in the lower left quarter.", None),
        ("Whistles are often worn around the neck, so one would look at the referee.", None),
        ("В верхней половине изображения находится судья.", None),
        ("Error: width must be between 1 and 4096, got 0.", None),
        ("Die Koordinaten liegen zwischen 0 und 1, der Ursprung ist oben links.", None),
        ("Não consigo indicar uma posição; a imagem não foi enviada.", None),
        ("Right at the centre of the lower half.", (0.5, 0.75)),
        ("Die Person blickt in die Mitte des oberen Drittels.", (0.5, 0.16667)),
        ("En el noveno central de la imagen", (0.5, 0.5)),
        ("The gaze moves to the lower right ninth of the image.", (0.8333, 0.8333)),
        ("Two thirds across, one third up from the bottom.", (0.6667, 0.6667)),
        ("Rad två, kolumn tre i ett 4x4-rutnät", (0.625, 0.375)),
        ("The kettle is on the stove in the lower right quarter.", None),
        ("Sie schaut aus dem Bild heraus, nach links oben.", None),
        ("It's a quarter to three on the clock in the middle.", None),
        ("Half of the face is hidden, so the gaze can't be told.", None),
        ("La prochaine fixation ne peut pas être déterminée.", None),
        ("So far the gaze went from the centre to the lower left third.", None),
        ("Not in the upper left quarter.", None),
        ("Coordinates run from the top left corner.", None),
        ("The person will search the left half, then the right half.", None),
    ],
)
def test_replies_in_words(reply, point):
    value = fixation(reply).value
    assert value == (() if point is None else (pytest.approx((*point, 1.0), abs=1e-3),))
