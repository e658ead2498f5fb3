"""Counts of what a question names: boxes of a colour, marks, people who do something; and replies that it misleads."""

from __future__ import annotations

import pytest

from standardizers import count
from standardizers.counts.remains import all_but
from standardizers.counts.terms import in_general_terms
from standardizers.text.numerals import numbers, roman_value, words_of

BOXES = "How many blue bounding boxes are in the image? Answer with a number."
ARROWS = "How many yellow arrows are in the image?"
CAKE = "How many people in the image are looking at the cake? Answer with an integer."
CAMERA = "How many people in the image look towards the camera? Answer with a single number."
CONTOUR = "How many objects in the image are marked with a red contour? Please answer with an integer."
SALIENT = "How many salient objects are there in the following image?"


def read(reply, question):
    found = count(reply, question=question)
    return None if found.fallback else found.value


@pytest.mark.parametrize(
    ("question", "reply", "wanted"),
    [
        pytest.param(BOXES, "There are 7 blue boxes. No, wait: two of them are purple. So 5.", 5, id="taken away"),
        pytest.param(BOXES, "Six boxes, four of which are blue.", 4, id="some of all"),
        pytest.param(BOXES, "Five boxes in total: three blue ones and two red ones.", 3, id="a part behind the total"),
        pytest.param(BOXES, "There are 2 blue boxes on the left, 1 on the right.", 3, id="two places"),
        pytest.param(BOXES, "9 boxes; 3 are red, so 9 - 3 = 6 are blue.", 6, id="difference"),
        pytest.param(BOXES, "Cuatro recuadros azules y uno rojo.", 4, id="another colour in Spanish"),
        pytest.param(BOXES, "Es gibt drei blaue Rahmen und zwei rote.", 3, id="another colour in German"),
        pytest.param(BOXES, "蓝色方框有3个，红色方框有2个。", 3, id="another colour in Chinese"),
        pytest.param(BOXES, "Number of blue boxes: XIV", 14, id="Roman numeral behind a label"),
        pytest.param(
            BOXES, "It could be 6 or 7; two of the blue boxes touch. Seven it is.", 7, id="decided at the end"
        ),
        pytest.param(
            BOXES, "1. a van\n2. a cat\n\nThe red box does not count. In total I count two.", 2, id="total last"
        ),
        pytest.param(BOXES, "Three blue boxes and two red ones, i.e. five boxes in total.", 3, id="a grand total"),
        pytest.param(BOXES, "In total, there are 5 boxes, 3 blue and 2 red.", 3, id="a grand total first"),
        pytest.param(BOXES, "Blue: 3. Red: 2.", 3, id="labels as sentences"),
        pytest.param(BOXES, "| Colour | Count |\n|---|---|\n| blue | 3 |\n| red | 2 |", 3, id="a row of a table"),
        pytest.param(BOXES, "3 large and 2 small blue boxes", 5, id="two sizes share a noun"),
        pytest.param(BOXES, "5 (I first counted 6, but one is green)", 5, id="counted first"),
        pytest.param(BOXES, "7 - wait, I counted one twice. 6.", 6, id="counted twice"),
        pytest.param(BOXES, "Two rows of three blue boxes each: 6.", 6, id="rows of boxes"),
        pytest.param(BOXES, "One blue box surrounds the dog, another the cat.", 2, id="one and another"),
        pytest.param(BOXES, "Il y a deux rectangles bleus dans l'image.", 2, id="a word shared with English"),
        pytest.param(BOXES, "Ein blaues Kästchen links, ein zweites rechts und ein drittes oben.", 3, id="one each"),
        pytest.param(BOXES, "4 if the cropped blue box counts, otherwise 3.", None, id="depends"),
        pytest.param(BOXES, "The blue boxes are numbered from 1 to 8.", 8, id="numbered"),
        pytest.param(CAKE, "Two children and one adult are looking at the cake.", 3, id="joined subjects"),
        pytest.param(CAKE, "The boy only.", 1, id="only behind its name"),
        pytest.param(CONTOUR, "Objects A, C and D are marked with a red contour.", 3, id="letters"),
        pytest.param(ARROWS, "There's a yellow arrow pointing at the car.", 1, id="an article"),
        pytest.param(
            BOXES,
            "Hay un recuadro azul arriba y otro abajo. El rojo no cuenta. Son, por tanto, dos.",
            2,
            id="por tanto",
        ),
        pytest.param(BOXES, "3-4 blue boxes", None, id="a range"),
        pytest.param(BOXES, "A blue box around the cup and another around the plate.", 2, id="an article and another"),
        pytest.param(
            BOXES, "The blue boxes surround the cup, the plate and the fork.", 3, id="what the boxes surround"
        ),
        pytest.param(BOXES, "All boxes are red.", 0, id="all of another colour"),
        pytest.param(BOXES, "Neither of the two boxes is blue.", 0, id="neither"),
        pytest.param(BOXES, "All boxes are blue.", None, id="all, but how many"),
        pytest.param(ARROWS, "I can see red and white arrows, but no yellow ones.", 0, id="no ones"),
        pytest.param(
            ARROWS, "Two arrows, both green. The picture doesn't contain yellow arrows.", 0, id="not contained"
        ),
        pytest.param(ARROWS, "All arrows are green. Not one is yellow.", 0, id="not one"),
        pytest.param(ARROWS, "没有黄色箭头。", 0, id="none in Chinese"),
        pytest.param(ARROWS, "There are no yellow arrows on the left, but 2 yellow arrows on the right.", 2, id="some"),
        pytest.param(CAKE, "No one in the picture is looking at the cake.", 0, id="no one"),
        pytest.param(CAKE, "Of the eight people, all but two are looking at the cake.", 6, id="all but two"),
        pytest.param(
            CAKE, "Mother: looks at the cake ✓\nBoy: on his phone ✗\nGirl: looks at the cake ✓", 2, id="ticks"
        ),
        pytest.param(CAKE, "The mother and the son are looking at the cake.", 2, id="named people"),
        pytest.param(CAKE, "Sur les cinq personnes, trois regardent le gâteau.", 3, id="some of all in French"),
        pytest.param(CAMERA, "Nobody does: the two children look down, the three women at each other.", 0, id="nobody"),
        pytest.param(CAMERA, "Nadie mira a la cámara.", 0, id="nobody in Spanish"),
        pytest.param(CONTOUR, "Only the lamp is marked with a red contour.", 1, id="only one is marked"),
        pytest.param(CONTOUR, "The lamp and the cup are outlined in red; the vase in blue.", 2, id="outlined in red"),
    ],
)
def test_what_the_question_names_is_counted(question, reply, wanted):
    assert read(reply, question) == wanted


@pytest.mark.parametrize(
    ("question", "reply"),
    [
        pytest.param(ARROWS, "Yellow arrows are a popular way to draw attention.", id="general talk"),
        pytest.param(BOXES, "Blue boxes mark the objects.", id="no number"),
        pytest.param(CAKE, "The people are looking at the cake.", id="nobody knows how many"),
        pytest.param(BOXES, "Either 3 or 4.", id="alternatives"),
        pytest.param(ARROWS, "I cannot see any yellow arrows because the image was not loaded.", id="no image"),
        pytest.param(CAKE, "Another reader reported 4 people.", id="another's number"),
    ],
)
def test_replies_without_a_count(question, reply):
    assert read(reply, question) is None


@pytest.mark.parametrize(
    ("reply", "wanted"),
    [
        pytest.param("3 – the cat, the dog and the 2-legged stool. The 5 chairs are blurred.", 3, id="answer first"),
        pytest.param("Answer: 2\nReason: the 3 birds are too small.", 2, id="the reason stands on the next line"),
        pytest.param("8 objects overall: 5 stand out and 3 do not, so 5.", 5, id="conclusion behind its parts"),
        pytest.param("Let me count: the dog, the ball, the man. That's 3.", 3, id="last sentence"),
        pytest.param("Ein halbes Dutzend auffälliger Objekte.", 6, id="half a dozen"),
        pytest.param("São dezesseis objetos.", 16, id="as spelled in Brazil"),
        pytest.param("Une seule : la théière.", 1, id="only one"),
        pytest.param("There are (5) salient objects.", 5, id="in brackets"),
    ],
)
def test_counts_of_salient_objects(reply, wanted):
    assert read(reply, SALIENT) == wanted


def test_general_terms_leave_other_colours_and_tags_alone():
    assert in_general_terms("2 red boxes, 3 blue boxes", BOXES) == "2 red boxes, 3 salient objects"
    assert in_general_terms('<box alt="blue boxes">', BOXES) == '<box alt="blue boxes">'
    assert in_general_terms("3 blue boxes", SALIENT) == "3 blue boxes"
    assert in_general_terms("3 blue boxes", None) == "3 blue boxes"


def test_all_but_some_need_the_number_of_all():
    for text, wanted in (("All but two of the ten men.", 8), ("All but two.", None), ("Ten men but two dogs.", None)):
        words = words_of(text)
        assert all_but(words, numbers(words)) == wanted


@pytest.mark.parametrize(("numeral", "wanted"), [("IX", 9), ("XXIV", 24), ("I", None), ("IIX", None), ("MIX", None)])
def test_roman_numerals(numeral, wanted):
    assert roman_value(numeral) == wanted
