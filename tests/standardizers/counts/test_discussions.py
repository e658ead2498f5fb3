"""Replies to "how many" that discuss: numbers in the course of a discussion are no answer, those of its end are."""

import pytest

from standardizers import choice, count

HALL = (
    "Let me look at the hall first. Its floor is plain, and the walls are covered with wood. A man in a bright coat "
    "plays the cello near the window, and a dog lies at his feet, asleep. "
)
SALIENT = "How many salient objects are there in the image?"


def read(text: str, question: str | None = SALIENT, finished: bool | None = None) -> float | None:
    found = count(text, question=question, finished=finished)
    return None if found.fallback else found.value


@pytest.mark.parametrize(
    "course",
    [
        "There are 18 in the gallery.",
        "There are 18 in total, mostly empty.",
        "The chairs come to 18 in total.",
        "Next to it 5 cups are visible.",
        "Maybe 7 of them are lamps, so I leave them out.",
        "I thought for a moment that I could see 2 people, but no, that is a shadow.",
        "One could say that 3 are lit.",
        "His partner, with 3 scores in front of him, is not sharp.",
        "There are four",
        "In the corner, 2 things can be made out.",
        "The poster shows a printed 7; it's not an object, since it is flat.",
        "I also need to exclude the numbers on the doors (26 and 28).",
        "If the dog counts, the cello may have to count, too; that would make four.",
        "In such tasks, people tend to say two objects.",
        "**Back row.** Three people",
        "- On the stage: two objects",
        "Here the first one counts, and it deserves a place: 1.",
        "Somebody may be tempted to count the pegs of the cello one by one, but it is a single instrument.",
    ],
)
def test_the_course_of_a_discussion_is_no_count(course: str) -> None:
    assert read(HALL + "\n" + course) is None


@pytest.mark.parametrize(
    "end",
    [
        "So there are 2.",
        "There are two salient objects.",
        "2",
        "**2**",
        "That makes two in total.",
        "In total there are two.",
        "Salient objects: 2",
        "The image contains 2 salient objects.",
        "I'd go with 2",
        "1 + 1 = 2",
        "Step 3: Conclude. The image contains 2 salient objects.",
    ],
)
def test_the_end_of_a_discussion_is_a_count(end: str) -> None:
    assert read(HALL + "\n\n" + end) == 2


@pytest.mark.parametrize(
    "opening",
    ["There are two salient objects: the man and the dog. ", "2. ", "I count two. ", "Two objects stand out. "],
)
def test_a_reply_may_begin_with_its_count(opening: str) -> None:
    assert read(opening + HALL + "Light falls in from the left. The chairs are empty.") == 2


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Near the top edge, two red arrows point down.", 2),
        ("Two people and a car.", 3),
        ("There are four", 4),
        ("I see a man. Next to him are two dogs.", None),
    ],
)
def test_short_replies_are_read_as_before(text: str, value: int | None) -> None:
    got = read(text, "How many red arrows are there in the image?" if "arrows" in text else SALIENT)
    assert got == value or value is None


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("总共分析如下。水中的倒影不会单独算作一个物体。\n\n综上所述，这张图片中的显著物体数量为2。", 2),
        ("这两个部分不能合并成一个整体，因此物体的个数是3。", 3),
        ("答案应该是4", 4),
        ("画面中有两个显著物体。", 2),
    ],
)
def test_a_chinese_number_is_announced_and_denied(text: str, value: int) -> None:
    assert read(text) == value


@pytest.mark.parametrize(
    "text",
    [
        "Scene type: indoor. Number of people: 7, of whom 5 are seated. Colour: brown. The floor is empty, and the"
        " light "
        "is even. A gymnast hangs on the rings in the middle, and a coach in green stands below with both arms"
        " stretched.",
        "My first reaction was one, because of the huge boat in the middle of the pool",
        "There are three ways to see this. The boat is large",
        "Here is how I went about it:\n\n- **Criterion.** What a viewer looks at.\n- **Impression.** A table with"
        " a cloth.",
        "What I see:\n- 2 windows\n- 1 cat on the sill\n- 3 jars",
        "Zuerst verschaffe ich mir einen Ü",
    ],
)
def test_what_is_not_asked_is_no_count(text: str) -> None:
    assert read(text) is None


def test_a_conclusion_of_another_language_is_a_count() -> None:
    text = "Avant de répondre, je décris la salle. Un homme joue du violoncelle, et un chien dort à ses pieds. "
    assert read(text + "En somme, deux objets saillants : l'homme et le chien.") == 2
    assert read(text + "Au fond, deux lampes sont allumées.") is None


def test_an_inventory_counts_nothing_and_the_last_section_decides() -> None:
    listed = "[Inventory]\na) sky - uniform\nb) camel - large\nc) 3 tents - far away\n"
    assert read(listed) is None
    rest = (
        "The tents are negligible, and the sky is no object. The camel and its rider have two outlines, and two masks. "
    )
    assert read(f"{listed}\n[Assessment]\n{rest * 3}\n\n[Verdict]\n2") == 2


def test_totals_begin_a_sentence_in_many_languages() -> None:
    assert read("Una flecha es azul, a las 10 y 20. En total hay 4 flechas rojas.", "¿Cuántas flechas rojas hay?") == 4
    assert read("Au total, il y a 3 objets.") == 3
    assert read("Salient objects:\n- a dog\n- a cat") == 2


OPTIONS = ["0.1,0.1,0.3,0.3", "0.4,0.4,0.6,0.6", "0.7,0.7,0.9,0.9"]


@pytest.mark.parametrize(
    "text",
    [
        "### Understanding the boxes\n\nBox A",
        "A is a car. It is red.\n\nB is a lamp, and it is lit.\n\nC at (0.7",
        "**Opción A.** Es un coche rojo.\n\n**Opción B.**",
        "Para comparar las cajas conviene describir la imagen. Es una cocina.\n\n**Opción A.**",
        "Here is what the boxes hold:\n\n- A",
        "Hm. At first I was drawn to A. It is large, after all",
        "Size speaks for B, position speaks for A, and social cues speak for C.",
    ],
)
def test_a_label_that_opens_an_item_is_no_choice(text: str) -> None:
    assert choice(text, "ABC", options=OPTIONS).fallback or "At first" in text
    assert choice(f"{text}\n\nThe answer is B.", "ABC", options=OPTIONS).value == "B"


@pytest.mark.parametrize(
    "text",
    [
        "### Answer\n\nB",
        "A is a car. It is red.\n\nB is a lamp, and it is lit.\n\nC is a dog, far away.\n\nB",
        "The lamp is lit, and nothing else is.\n\nB",
        "A: ✗\nB: ✓\nC: ✗",
        "Cars are looked at by all.\n\n**Option B**",
        "A hit here would have no effect. For A I can find nothing. B it is.",
    ],
)
def test_a_last_line_may_be_the_choice(text: str) -> None:
    assert choice(text, "ABC", options=OPTIONS).value == "B"


def test_a_quotation_mark_before_a_full_stop_ends_an_opening() -> None:
    opening = 'The board behind the choir says "since 1975" and "Town Hall". I count around 14 people in the rows. '
    course = "The second row is half hidden. A woman at the left end holds a folder, and the man beside her sings loud"
    assert read(opening + course, "How many people in the photo hold a folder?") is None
    assert read("I count 14 people in the rows. " + course, "How many people are in the photo?") == 14


@pytest.mark.parametrize(
    ("end", "number"),
    [
        ("Wait, there are also 2 gulls on a bollard", None),
        ('Hmm, what about the rear? A trawler with the sign "FR 243" is moored, and it is huge.', None),
        ("5 it is.", 5),
        ("Alright: there are 4 salient objects.", 4),
        ("Hmm, so then 4", 4),
    ],
)
def test_additions_and_interjections(end, number):
    assert read(HALL + end) == number
