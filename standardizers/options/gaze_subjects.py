"""Whose gaze a clause tells: that of the person who is asked about, or of somebody or something else."""

from __future__ import annotations

import re
from functools import cache

from ..stance.lexicon import TOKEN, UNSPACED, Lexicon
from . import gaze_words

_PERSONS = """
man woman person boy girl child guy lady kid
mann frau person junge mädchen kind
homme femme personne l'homme l'enfant garçon fille enfant
hombre mujer persona niño niña chico chica
homem mulher pessoa menino menina criança rapaz
uomo donna l'uomo persona ragazzo ragazza bambino bambina
мужчина женщина человек мальчик девочка ребёнок ребенок парень девушка
чоловік жінка людина хлопчик дівчинка
mężczyzna kobieta osoba chłopiec dziewczynka dziecko
man vrouw persoon jongen meisje kind
mannen kvinnan personen pojken flickan manden kvinden drengen pigen mannen kvinnen gutten jenta
adam kadın kişi çocuk
muž žena osoba chlapec dívka
pria wanita orang anak
"""
_KIN = """
friend mother father brother sister wife husband companion colleague partner neighbour neighbor dog cat son daughter
hand finger camera photographer
freund freundin mutter vater bruder schwester hund katze kamera fotograf nachbar kollege begleiter sohn tochter finger
ami amie mère père frère sœur soeur chien chat caméra appareil photographe voisin voisine compagnon fils doigt main
amigo amiga madre padre hermano hermana perro gato cámara fotógrafo vecino compañero mano dedo
mãe pai irmão irmã cão cachorro câmera vizinho mão
amico amica fratello sorella cane gatto fotocamera fotografo vicino mano dito
друг подруга мать отец брат сестра собака кот кошка камера фотограф сосед рука палец
друг подруга мати батько брат сестра собака кіт камера фотограф сусід рука
przyjaciel przyjaciółka matka ojciec brat siostra pies kot kamera fotograf sąsiad ręka
vriend vriendin moeder vader broer zus hond kat camera fotograaf buurman hand
vän mor far bror syster hund katt kamera fotograf ven søster venn
arkadaşı annesi babası kardeşi köpek kedi kamera fotoğrafçı
přítel matka otec bratr sestra pes kočka kamera
"""
_BESIDE = """
beside next behind near with neben hinter bei mit à côté derrière avec lado junto detrás con ao perto com atrás accanto
dietro vicino рядом возле за около с поруч біля obok koło za z naast achter bij met bredvid bakom med ved siden
yanındaki arkasındaki vedle
"""
_HIM = """
her him them hers d'elle d'eux su sus suo sua seu ihr ihm ihnen elle lui eux ella él su ellos dela dele lei lui
ним ней нею ним ними него неї нього
niej nim nią haar hem henne honom hende ham henne nią ní něj
"""
_ANOTHER = "another other anderer andere autre otro otra outro altro другой другая"
_NOBODY = "else nobody noone niemand nadie nessuno никто"
_UNSPACED = re.compile(
    r"(?:她|他)(?:旁边|旁邊|身边|身旁|后面|身后)的.{0,3}(?:人|男|女|孩)|(?:隣|横|後ろ)の(?:男性|女性|人|子)"
    r"|(?:옆|뒤)(?:에 있는)?의? ?(?:남자|여자|사람|아이)"
    r"|(?:别人|另一个人|其他人|別の人|他の人|다른 사람)|(?:狗|猫|相机|犬|カメラ)(?:在|は|が)"
    r"|(?<![가-힣])(?:개|고양이|카메라)(?:는|가)(?!\s?아니)"
)
_CLAUSE = re.compile(
    r"\s(?=(?:but|while|whereas|and) (?:he|she|they|his eyes|her eyes)\b)|:\s|(?<=[.!?;])\s+|\n+|,\s(?=(?:but"
    r"|while|whereas|and|yet|so|aber|während|doch|und|mais|tandis|alors|pero"
    r"|mientras|mas"
    r"|enquanto|ma|mentre|но|а|але|ale|maar|men|he|she|they|er|sie"
    r"|il|elle|él|ella|ele|ela|lui|lei|он|она|on|ona|hij|zij|han|hon)\b)"
    r"|(?<=[\u3002\uff0c,])(?=[\u3040-\u9fff\uac00-\ud7af])"
)
_PAST = re.compile(
    r"\b(?:(?:a |one )?(?:moment|second|minute|while|frame)s? (?:ago|before|earlier)|will (?:soon|then|next)"
    r"|is about to"
    r"|just now (?:he|she) (?:looked|was)|vorhin|gerade eben noch|gleich wird|il y a un instant|tout à l'heure"
    r"|hace un (?:momento|instante)|há pouco|poco fa|только что смотрел\w*|минуту назад|chwilę temu|zojuist|nyss)\b"
)
_VERB, _LONGEST = 8, 2_000


@cache
def _lexicon() -> Lexicon:
    return Lexicon(
        {
            "PERSONS": _PERSONS,
            "KIN": _KIN,
            "BESIDE": _BESIDE,
            "HIM": _HIM,
            "ANOTHER": _ANOTHER,
            "NOBODY": _NOBODY,
            "EYES": gaze_words.EYES,
            "POINTS": "points point pointing pointed zeigt señala points aponta indica",
        }
    )


def without_other_gazes(text: str, question: str) -> str:
    """Return a text without the clauses about where others look, or where the person looked before.

    Args:
        text: The reply.
        question: What was asked: whom it names is no other.

    Example:
        >>> without_other_gazes("Her friend looks at the cup. She looks at the map.", "What is she looking at?")
        'She looks at the map.'
    """
    if len(text) > _LONGEST or "{" in text or (UNSPACED.search(text) is None and not _may_tell(text.lower())):
        return text
    kept, end, dropped = [], 0, False
    asked = frozenset(TOKEN.findall(question.lower()[:_LONGEST]))
    for stop in [*(match.end() for match in _CLAUSE.finditer(text)), len(text)]:
        clause = text[end:stop]
        if _is_others(clause.lower(), asked):
            dropped = True
        else:
            kept.append(clause)
        end = stop
    return "".join(kept) if dropped else text


def _may_tell(lowered: str) -> bool:
    found = [_lexicon().concepts(word) for word in TOKEN.findall(lowered)]
    return any({"KIN", "ANOTHER", "NOBODY", "HIM"} & one for one in found) or _PAST.search(lowered) is not None


def _is_others(clause: str, asked: frozenset[str]) -> bool:
    """Tell whether the subject before a clause's verb of gaze is not the person who is asked about."""
    if _PAST.search(clause) is not None or (not clause.isascii() and _UNSPACED.search(clause) is not None):
        return True
    words = TOKEN.findall(clause)
    said = [_lexicon().concepts(word) for word in words]
    verb = next((at for at, one in enumerate(said) if at and ("EYES" in one or "POINTS" in one)), -1)
    if not 0 < verb <= _VERB:
        return False
    subject = said[:verb]
    if "HIM" in subject[-1] and not any("BESIDE" in one for one in subject):
        return False  # "the photographer caught her looking at the map"
    others = [at for at, one in enumerate(subject) if "KIN" in one and words[at] not in asked]
    if others and others[0] <= 2 and not any("PERSONS" in one for one in subject[: others[0]]):
        return True
    if any("NOBODY" in one for one in subject[:2]):
        return True
    if any("ANOTHER" in one for one in subject[:2]) and any("PERSONS" in one for one in subject[1:3]):
        return True
    persons = [at for at, one in enumerate(subject) if "PERSONS" in one]
    if not persons:
        return False
    behind = subject[persons[0] + 1 :]
    return any("BESIDE" in one for one in behind) and any("HIM" in one for one in behind)
