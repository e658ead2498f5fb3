"""Rankings by names in many languages, by places in the list, times, scores and lists; and what is no ranking."""

from __future__ import annotations

import pytest

from standardizers import order

ZOO = ["the penguin", "the iceberg", "the tourist", "the camera"]
BOXES = ["0.10,0.52,0.31,0.94", "0.38,0.18,0.60,0.80", "0.66,0.40,0.78,0.69", "0.84,0.07,0.97,0.25"]
PAIR = ["the castle", "the waterfall"]


@pytest.mark.parametrize(
    ("reply", "ranking"),
    [
        pytest.param(
            "Zuerst der Pinguin, dann der Tourist, danach der Eisberg und zuletzt die Kamera.", "ACBD", id="de"
        ),
        pytest.param("El pingüino, luego el turista, el iceberg y por último la cámara.", "ACBD", id="es"),
        pytest.param("企鹅 > 游客 > 冰山 > 相机", "ACBD", id="zh"),
        pytest.param("Пингвин, турист, айсберг, камера.", "ACBD", id="ru"),
        pytest.param(
            "Reihenfolge: Pinguin, Reisender, Eisberg, Kamera.", "ACBD", id="one unknown word is what is left"
        ),
        pytest.param("Pinguin, Dingsda, Zeug, Kamera", "", id="two unknown words"),
        pytest.param(
            "The eye starts with the penguin, drops to the camera, moves to the tourist and ends at the iceberg.",
            "ADCB",
            id="verbs",
        ),
        pytest.param(
            "- 0.0–0.3 s: the tourist\n- 0.3–0.8 s: the penguin\n- 0.8–1 s: the iceberg\n- 1–2 s: the camera",
            "CABD",
            id="times",
        ),
        pytest.param("There are a penguin, an iceberg, a tourist and a camera.", "", id="what is seen"),
        pytest.param(
            "From least to most salient: camera, iceberg, tourist, penguin. So the requested order is ACBD.",
            "ACBD",
            id="turned round",
        ),
    ],
)
def test_names(reply: str, ranking: str) -> None:
    assert order(reply, "ABCD", options=ZOO).value == ranking


@pytest.mark.parametrize(
    ("reply", "ranking"),
    [
        pytest.param("The third box comes first in saliency... no", "", id="nothing complete"),
        pytest.param(
            "The third one stands out most, followed by the first, then the fourth and finally the second.",
            "CADB",
            id="places",
        ),
        pytest.param("Least salient: D. Then B, then A. Most salient: C.", "CABD", id="told upwards"),
        pytest.param("A is the first in the row, B dim.", "", id="no ranks"),
        pytest.param("3 > 1 > 4 > 2", "CADB", id="numbers of places"),
        pytest.param("1. A (large)\n2. B (bright)\n3. C (small)\n4. D (dim)", "ABCD", id="nothing but a numbered list"),
        pytest.param("1. A: a dog\n2. B: a cat\n3. C: a lamp\n4. D: a wall", "", id="a description of the options"),
        pytest.param("A: 3 + 2 = 5\nB: 9 + 9 = 18\nC: 4 + 4 = 8\nD: 5 + 6 = 11", "BDCA", id="sums"),
        pytest.param(
            "- D is dim: place **4**.\n- A: **first** place.\n- C: **second** place.\n- B, left: **third** place.",
            "ACBD",
            id="ranks in items",
        ),
        pytest.param(
            "Two orders are possible:\n- bottom-up: C, B, D, A\n- top-down: B, A, C, D\nI do not want to choose one.",
            "",
            id="undecided",
        ),
    ],
)
def test_boxes(reply: str, ranking: str) -> None:
    assert order(reply, "ABCD", options=BOXES).value == ranking


@pytest.mark.parametrize(
    ("reply", "ranking"),
    [
        pytest.param("Of the two, the waterfall is more salient.", "BA", id="only the first is named"),
        pytest.param("Der Wasserfall sticht stärker hervor als das Schloss.", "BA", id="de"),
        pytest.param("El castillo llama más la atención que la cascada.", "AB", id="es"),
        pytest.param(
            "While the castle is nearer, it is grey. One would notice the waterfall first and the castle afterwards.",
            "BA",
            id="told behind a remark",
        ),
        pytest.param("The waterfall is on the left.", "", id="no comparison"),
    ],
)
def test_two(reply: str, ranking: str) -> None:
    assert order(reply, "AB", options=PAIR).value == ranking


@pytest.mark.parametrize(
    ("reply", "ranking"),
    [
        pytest.param(
            "La novia es lo primero que se mira, luego el ramo, a continuación la invitada de verde "
            "y por último la puerta de la iglesia.",
            "ABDC",
            id="es",
        ),
        pytest.param(
            "On regarde d'abord l'invitée, puis la mariée, ensuite le bouquet et pour finir la porte.", "DABC", id="fr"
        ),
        pytest.param(
            "Prima si guarda il bouquet, poi la sposa, quindi l'invitata e per ultima la porta.", "BADC", id="it"
        ),
        pytest.param(
            "A la izquierda está la novia, junto a ella el ramo, detrás la invitada y al fondo la puerta.",
            "",
            id="places",
        ),
    ],
)
def test_a_wedding(reply: str, ranking: str) -> None:
    options = ["the bride", "the bouquet", "the church door", "the guest in green"]
    assert order(reply, "ABCD", options=options).value == ranking
