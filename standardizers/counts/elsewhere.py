"""Numbers that count something else than what is in the picture: hours, ages, and the parts of one thing."""

from __future__ import annotations

import re
from functools import cache

from ..stance.lexicon import Lexicon
from ..text.numerals import Number, Words

_MEASURES = """
o'clock p.m a.m pm am years year months old hours minutes degrees questions question ways channels halves
floors storeys stories pixels percent metres meters centimetres euros dollars
uhr jahre jahren monate stunden minuten grad fragen arten hälften stockwerke meter prozent
heures heure ans mois minutes degrés questions façons moitiés étages mètres
años meses horas minutos grados preguntas maneras formas mitades pisos metros tarde mañana noche
anos horas graus perguntas maneiras metades andares metros
anni mesi ore minuti gradi domande modi metà piani metri
лет года год месяцев часа часов час минут градусов вопроса вопросов способа этажа метра метров
років роки години годин хвилин градусів питання способи
lat lata godzin godziny minut stopni pytania sposoby piętra
jaar uur maanden graden vragen manieren helften verdiepingen
år timmar klockan minuter grader frågor sätt våningar timer spørgsmål spørsmål måder etager
yaşında saat dakika derece soru kat
let roků hodin hodiny minut stupňů otázky způsoby patra
tahun jam menit derajat pertanyaan cara lantai
tuổi giờ phút độ tầng
ساعة سنوات سنة دقيقة أسئلة
שעות שנים דקות שאלות
साल बजे मिनट घंटे
"""
_COLOURS = """
colours colors farben couleurs colores cores colori цвета цветов кольори кольорів kolory kolorów kleuren färger farver
farger renk barvy barev warna màu ألوان צבעים रंग
"""
_DIFFERENT = """
different distinct other various verschiedene unterschiedliche différentes autres distintos diferentes diverse diversi
разных różne różnych verschillende olika forskellige forskjellige farklı různé berbeda
"""
_PARTS = """
eye eyes leg legs arm arms hand hands foot feet ear ears wing wings wheel wheels paw paws horn horns finger
fingers tail
door doors window windows shoe shoes tooth teeth button buttons pocket pockets page pages corner corners side sides
beine beinen arme augen ohren hände füße flügel räder pfoten hörner finger türen fenster schuhe zähne ecken seiten
pattes jambes bras yeux oreilles mains pieds ailes roues cornes doigts portes fenêtres chaussures dents côtés coins
patas piernas brazos ojos orejas manos pies alas ruedas cuernos dedos puertas ventanas zapatos dientes lados esquinas
pernas braços olhos orelhas mãos pés asas rodas chifres dedos portas janelas sapatos dentes lados cantos
gambe zampe braccia occhi orecchie mani piedi ali ruote corna dita porte finestre scarpe denti lati angoli
глаза ноги лапы руки уха крыла колеса колёса рога пальцев двери окна зуба
очі ноги лапи руки вуха крила колеса роги
oczu oczy nogi łapy ręce uszy skrzydła koła rogi
ogen poten benen armen oren handen voeten vleugels wielen deuren ramen schoenen
ögon ben armar öron händer fötter vingar hjul øjne øyne arme ører hænder hender vinger
gözü bacağı kolu kulağı eli ayağı tekerleği kanadı
oči nohy tlapy ruce uši křídla kola
mata kaki tangan telinga sayap roda
mắt chân tay tai cánh
"""
_OWNS = """
has have had hat haben a ont tiene tienen tem têm ha hanno имеет имеют у має мають ma mają heeft hebben har var vardır
má mají punya memiliki mempunyai có
"""
_WEARS = (
    "wears wearing wear trägt tragen porte portent lleva llevan veste vestem usa indossa indossano носит draagt bär"
)
_WHOSE = (
    "his her its their 's seine ihre sein ses leurs sus seus suas suoi sue его её их jego jej zijn haar hans hennes"
)
_PICTURE = """
image picture photo photograph scene it there i we bild foto szene es ich wir l'image image photo scène imagen foto
escena imagem cena immagine foto scena изображени* фото картинк* obraz* zdjęci* beeld* bild* resim resimde gambar* ảnh
"""
_NEAR, _BEHIND = 2, 3
_SPLIT = (["o", "clock"], ["p", "m"], ["a", "m"])
_BEHIND_UNSPACED = re.compile(
    r"\s?(?:点钟|點鐘|岁|歲|歳|才|살|시(?=[\s.입]|$)|時|只脚|条腿|條腿|只眼|本の?脚|本足|つの目|개의 (?:다리|눈))"
)


@cache
def _lexicon() -> Lexicon:
    return Lexicon(
        {
            "COLOURS": _COLOURS,
            "DIFFERENT": _DIFFERENT,
            "MEASURES": _MEASURES,
            "PARTS": _PARTS,
            "OWNS": _OWNS,
            "WEARS": _WEARS,
            "WHOSE": _WHOSE,
            "PICTURE": _PICTURE,
        }
    )


def counts_elsewhere(text: Words, number: Number) -> bool:
    """Tell whether a number is an hour, an age or the like, or counts the parts of one thing ("The dog has 4 legs").

    Args:
        text: Words of the reply.
        number: The number.
    """
    concepts = _lexicon().concepts
    behind = [concepts(word) for word in text.words[number.end : number.end + _BEHIND] if word[0].isalpha()]
    gap = text.gaps[number.end] if number.end < len(text.gaps) else ""
    if gap[:1] in (",", ".", ";", ":", "("):
        behind = []
    hued = behind[1:] if behind and "DIFFERENT" in behind[0] else behind
    if hued and "COLOURS" in hued[0]:
        return True  # "7 colours", not "bảy khung màu xanh": seven frames of blue colour
    if any("MEASURES" in one for one in behind) or text.words[number.end : number.end + 2] in _SPLIT:
        return True
    rest = "".join(text.words[number.end : number.end + 1])
    if not rest.isascii() and _BEHIND_UNSPACED.match(rest) is not None:
        return True
    before = [concepts(word) for word in text.words[: number.start]]
    if not before or any("PICTURE" in one for one in before):
        return False
    if "WEARS" in before[-1]:
        return True
    owned = "OWNS" in before[-1] or any("WHOSE" in one for one in before[-_NEAR:])
    return any("PARTS" in one for one in behind) and (owned or text.words[number.start - 1] == "s")
