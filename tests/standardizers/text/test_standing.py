"""Where a long reply answers: at its ends, not in the middle of a discussion."""

import pytest

from standardizers import choice, count, order

OBJECTS = ["surfboard", "lighthouse", "seagull", "sailboat"]
SCENE = (
    "The picture was taken from a cliff, and most of it is water. The surfboard lies on the sand and has stripes. "
    "The seagull is near the camera, though its outline is soft. "
)
MIDDLE = "The lighthouse is the most salient of the things that do not move. "
REST = "The sailboat is far away at the horizon. Position, contrast and size have to be weighed against each other. "


def read(text: str, finished: bool | None = None) -> str:
    return choice(text, options=OBJECTS, finished=finished).value


def test_what_the_middle_says_is_under_discussion() -> None:
    assert read(SCENE + MIDDLE + REST) == ""
    assert read(SCENE + MIDDLE + REST, finished=True) == "B"  # the reply ended by itself: nothing else was to come


@pytest.mark.parametrize(
    "text",
    [
        MIDDLE + SCENE + REST,
        SCENE + REST + MIDDLE,
        SCENE + REST + "\n\nB",
        SCENE + "I choose the lighthouse, for it is bright. " + REST,
        MIDDLE,
    ],
)
def test_an_answer_stands_at_an_end_or_is_called_one(text: str) -> None:
    assert read(text) == "B"


@pytest.mark.parametrize(
    "text",
    [
        SCENE + "At first glance, the lighthouse is the most salient. It is not alone, however, in that part.",
        SCENE + "It is tempting to answer with the lighthouse because of its light, or with the seagull.",
        SCENE + REST + "In terms of size, the lighthouse is the one that stands out most.",
        "Size favours (A). Colour favours (B).",
        SCENE + "Finally, the lighthouse rises on the left.",
        "The gulls are many, and none of them stands out. The lighthouse is seen, and none of it stands out.",
    ],
)
def test_a_first_impression_and_a_single_aspect_are_no_answer(text: str) -> None:
    assert read(text) == ""


def test_scores_of_several_aspects_rank_only_where_there_is_a_total() -> None:
    aspects = "- Colour: A 3, B 7, C 9\n- Size: A 9, B 5, C 2"
    assert order(aspects).fallback
    assert order(f"{aspects}\n- Total: A 12, B 13, C 11").value == "BAC"


def test_options_that_lead_in_different_aspects_are_not_ranked() -> None:
    options = ["ambulance", "crowd", "billboard"]
    text = "Each of them leads somewhere: the billboard on luminance, the crowd on size, the ambulance on location."
    assert order(text, options=options).fallback


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("The napkin is the questionable one: it is grey and lies below the knife. The glass is clear.", None),
        ("Candidates:\n\n1. A man\n2. A dog\n3. A tree behind them", None),
        ("1. A man\n2. A dog\n3. A tree behind them", 3),
        ("Think first. The signpost may be one, since it is made by people. It is not sharp, however.\n1", 1),
    ],
)
def test_counts_of_a_discussion(text: str, value: int | None) -> None:
    found = count(text)
    assert (None if found.fallback else found.value) == value


def test_the_only_number_of_a_long_discussion_is_no_count() -> None:
    hall = "The hall is wide, and its floor is plain. I can make out around 14 visitors in it, who are small and dark. "
    text = (
        hall + "The skeleton of a dinosaur stands in the middle. Lamps shine on it from above. Nobody would miss it. "
    )
    assert count(text + "A sign glows above the door, which is far away and green.").fallback
    assert count(text + "So there is 1 salient object.").value == 1


def test_none_in_the_middle_of_a_discussion_is_no_zero() -> None:
    field = "Behind it is a wheat field, dry and even. No object of it can be told from the next. The sky is grey. "
    dog = "A dog stands in front of the field, and its coat is brown, so that its outline is soft. A path leads there. "
    assert count(dog + field + "The dog looks up. Its collar is blue.").fallback
    assert count("The field is even, and there is no obvious main subject. The sky is grey.").fallback
    assert count("The road has marks on it, but they're not objects.").fallback
    assert count("There are no salient objects in this image.").value == 0


def test_described_options_in_a_numbered_list_are_not_ranked_in_scripts_that_need_fewer_signs() -> None:
    items = [
        "1. 红伞（A）：颜色鲜艳，撑开在画面左侧，对比强烈，但是面积不大，而且有一半被行人遮住。",
        "2. 自行车（B）：停在路边，形状清楚，细节丰富，可是与墙面接近，如果不仔细看，很难把它和背景分开来。",
        "3. 小狗（C）：站在中央，脸朝向镜头，表情生动，不过身体较小，毛色偏暗，周围还有落叶，轮廓有一部分不够清楚。",
    ]
    assert order("\n".join(items), options=["红伞", "自行车", "小狗"]).fallback
    assert order("1. 小狗（C）\n2. 红伞（A）\n3. 自行车（B）", options=["红伞", "自行车", "小狗"]).value == "CAB"
    assert order("1. 红伞（A）\n2. 自行车（B）\n3. 小狗（C）", options=["红伞", "自行车", "小狗"]).value == "ABC"


@pytest.mark.parametrize("text", ["a hat, a dog", "a fire, a bird and a man", "It shows a pet shop or a school"])
def test_english_words_that_are_numbers_elsewhere_are_no_numbers(text: str) -> None:
    assert count(text).fallback or count(text).value <= 3


@pytest.mark.parametrize(("text", "value"), [("Det er fire ting.", 4), ("Hat tárgy van a képen.", 6), ("Elf.", 11)])
def test_they_are_numbers_where_they_belong(text: str, value: int) -> None:
    assert count(text).value == value


def test_the_last_paragraph_decides_what_a_long_discussion_left_open() -> None:
    text = (
        "A waiter carries a tray between the tables. The cup is bright, and most people would mark it. The newspaper "
        "is flat and half in the shade. Depending on how strict one is, there are one or five of them. "
        "A protocol needs agreement.\n\n"
    )
    assert count(text).fallback
    assert count(text + "With that criterion two objects survive.").value == 2
    assert count(text + "With that criterion two or three objects survive.").fallback


def test_articles_of_a_description_are_no_numbers() -> None:
    text = (
        "La luz entra por la izquierda. Al fondo, en la pared, cuelga un calendario. Delante hay un taller con ruedas."
    )
    assert count(text).fallback
    assert count("Hay un objeto saliente en la imagen.").value == 1


def test_numbers_of_viewers_and_fixations_are_no_objects() -> None:
    assert count("With fifteen viewers there are some 180 fixations in total.").fallback
    assert count("Most of the 15 observers agree on 3 salient objects.").value == 3
    assert count("There are 12 fixations.", question="How many fixations are drawn in the image?").value == 12


def test_a_number_behind_the_name_of_a_rule_counts_what_follows() -> None:
    assert count("By that criterion two objects remain.").value == 2
    assert count("Rule 2 is not met.").fallback
