"""Points that only say where a thing is ("The dog sits at (0.3, 0.6)."), not where somebody looks."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from ..stance.lexicon import TOKEN, UNSPACED, Lexicon

PLACED = """
is are was were at's stands stand sits sit lies lie located situated placed positioned parked hangs grows occupies
spans
starts begins reads shows contains covers there's standing sitting lying
ist sind war befindet befinden liegt liegen steht stehen sitzt sitzen hängt parkt gibt zeigt
est sont trouve trouvent était debout assis assise posé posée garé garée montre
está están es son encuentra encuentran hay ubicado ubicada situado situada muestra estaba
fica ficam encontra localizado localizada há é são mostra
è sono trova trovano c'è situato situata posto posta mostra sta
находится находятся стоит стоят лежит лежат сидит сидят расположен расположена расположено висит
знаходиться стоїть лежить сидить розташован*
jest są znajduje znajdują stoi leży siedzi
is staat staan zit ligt liggen bevindt bevinden
är finns står sitter ligger er findes sidder finnes befinner
bulunuyor duruyor yer oturuyor bulunmaktadır vardır
je jsou nachází stojí leží sedí
berada terletak ada duduk berdiri
nằm ở đứng ngồi
يقع تقع يوجد توجد يجلس موجود
است قرار هست
נמצא נמצאת יושב עומד
है हैं स्थित बैठा खड़ा
είναι βρίσκεται κάθεται στέκεται
"""
_LOOKED_AT = """
look* gaz* fixat* eye* glanc* star* view* attent* attract* draw* drawn catch* caught salien* prominent* notic*
focus* focal
first next start starting answer* point points predict* coordinat* target* place location position guess choose chosen
pick* would will should likely probabl* most brightest largest biggest main estimat* land* go goes going
x y x-* y-* so therefore thus hence use better instead actually rather so else
blick* schau* sieh* sehen fix* augenmerk aufmerksam* auffäll* zuerst zunächst antwort* punkt* ziel* würde* wird
wahrscheinlich* koordinat*
regard* œil oeil yeux attire* remarqu* abord premier première réponse* point* cible sera* serait* coordonn* probabl*
mira* mirad* ojo* atra* llama* primer* respuesta* punto* objetivo sería será seria coordenad*
olh* atrai* chama* primeir* resposta* ponto* alvo
guard* sguard* occhi* attir* attra* prim* risposta* punto* obiettivo bersaglio sarà sarebbe coordinat*
смотр* взгляд* взор* глаз* привлек* внимани* сначала перв* ответ* точка цель цели будет координат*
погляд* дивит* уваг* спочатку перш* відповід* точк* ціль
wzrok* patrz* spojrz* uwag* najpierw pierwsz* odpowied* punkt* cel
blik* kijk* kijkt ogen aandacht trekt eerst* antwoord* punt* doel
tittar blick* ögon* uppmärksamhet först* svar* punkt* ser ser mål
bakış* bakar bakıyor göz* dikkat* önce ilk cevap* nokta* hedef*
pohled* pozornost* nejprve první odpověď* bod* cíl
mata pandang* melihat perhatian pertama jawaban titik
nhìn mắt chú đầu điểm
نظر* ينظر عين* انتباه أول نقط* إجاب*
نگاه* چشم* توجه اول نقطه پاسخ
מבט* מסתכל* עין עיניים ראשון נקודה תשובה
देख* नज़र* ध्यान पहले बिंदु उत्तर
κοιτ* βλέμμα* μάτι* προσοχή πρώτ* σημείο απάντηση
"""
_ITSELF = "its ihr ihre sein seine son sa su suo sua seu его её "
_ITSELF += "it it's it'd that that's this here here's es das c'est ce ceci es esto isso è questo это dit det bu"
_PLACED_UNSPACED = re.compile(r"位于|位於|在|有|是|にい|にあ|です|있|이다|입니다|อยู่")
_LOOKED_AT_UNSPACED = re.compile(
    r"看|视|視|注|目|首先|先|最|答|点|點|焦|吸引|见|見|向|落|シーン中|最初|視線|答え|座標|보|시선|눈|먼저|답|점|주목|มอง|สายตา|คำตอบ|จุด"
)


_OPINES = frozenset(
    re.findall(
        r"\S+",
        "think thinks believe believes say suppose assume analysis opinion view that glaube denke meine meinung analyse"
        " crois pense avis creo pienso opinión análisis acho penso opinião credo penso analisi думаю считаю denk vind",
    )
)
_LONGEST = 160
_SENTENCE_END = re.compile(r"[.!?;]\s|\n|\u3002.")
_LONG_WORD = 3
_COMMON = frozenset(
    re.findall(
        r"\S+",
        "the and are was with from this that for image picture photo where person person's people first look next one"
        " point answer fractions width height origin top left right bottom size position center centre",
    )
)


@lru_cache(maxsize=64)
def _asked_of(question: str) -> frozenset[str]:
    words = TOKEN.findall(question.lower()[:4_000])
    return frozenset(word for word in words if len(word) >= _LONG_WORD) - _COMMON


@cache
def _lexicon() -> Lexicon:
    return Lexicon({"PLACED": PLACED, "LOOKED_AT": _LOOKED_AT, "ITSELF": _ITSELF})


def only_places(text: str, question: str) -> bool:
    """Tell whether a sentence with points says only where things are, with no word of looking or of an answer.

    Args:
        text: The reply.
        question: What was asked: where it names the thing, as what is searched for, its place is the answer.

    Example:
        >>> only_places("The dog sits at (0.3, 0.6).", "Where do people look?")
        True
    """
    lowered = text.strip().lower()
    if _SENTENCE_END.search(lowered) is not None:
        return _places_several(lowered, question)
    if len(lowered) > _LONGEST or not lowered[:1].isalpha():
        return False
    words = TOKEN.findall(lowered)
    if not _asked_of(question).isdisjoint(words):
        return False
    said = [_lexicon().concepts(word) for word in words]
    if any("LOOKED_AT" in one for one in said) or any("ITSELF" in one for one in said[:2]):
        return False
    if any("ITSELF" in one and words[at - 1] in _OPINES for at, one in enumerate(said)):
        return False  # "I think it is at (0.3, 0.6)": what was asked for
    if UNSPACED.search(lowered) is not None:
        return _PLACED_UNSPACED.search(lowered) is not None and _LOOKED_AT_UNSPACED.search(lowered) is None
    return any("PLACED" in one for one in said[1:]) or words[:2] in (["there", "is"], ["there", "are"])


_SEVERAL = re.compile(r"[.!?;](?=\s|$)|\n")
_MOST_SENTENCES = 5


def _places_several(text: str, question: str) -> bool:
    """Tell whether two sentences or more each say only where one thing is."""
    pieces = [piece.strip() for piece in _SEVERAL.split(text) if any(map(str.isdigit, piece))]
    if not 1 < len(pieces) <= _MOST_SENTENCES or speaks_of_looking(text):
        return False
    return all(_SENTENCE_END.search(piece) is None and only_places(piece, question) for piece in pieces)


def speaks_of_looking(text: str) -> bool:
    """Tell whether a text has a word of looking, of what draws the eye, or of an answer.

    Example:
        >>> speaks_of_looking("Her gaze rests at (0.3, 0.6)"), speaks_of_looking("The dog sits at (0.3, 0.6)")
        (True, False)
    """
    lowered = text.lower()
    if any("LOOKED_AT" in _lexicon().concepts(word) for word in TOKEN.findall(lowered)):
        return True
    return UNSPACED.search(lowered) is not None and _LOOKED_AT_UNSPACED.search(lowered) is not None


_EARLIER = re.compile(
    r"\b(?:(?:current|present|previous|starting) (?:fixation|gaze|eye position|point of gaze|look|focus)(?: point"
    r"| position)?"
    r"|aktuelle\w* (?:Fixation|Blick\w*)|fixation (?:actuelle|précédente)|fijación (?:actual|anterior)"
    r"|fixação (?:atual|anterior)"
    r"|fissazione (?:attuale|precedente)|текущ\w+ (?:фиксаци\w+|взгляд\w*))\b[^.;\n(\[]{0,30}"
    r"(?:[(\[][^()\[\]\n]{0,60}[)\]]|x\s?=\s?[\d.]+,?\s?y\s?=\s?[\d.]+)"
    r"|(?:当前|當前|现在的|現在の)(?:注视点|注視点|注視點|视线)[^。;\n(（\[]{0,12}[(（\[][^()（）\[\]\n]{0,60}[)）\]]",
    re.IGNORECASE,
)
_SHARE = re.compile(
    r"\((?:(?:about|around|roughly|some|approximately|covering|taking up|it (?:takes up|covers)|ca\.|etwa|environ"
    r"|unos)\s){1,2}"
    r"\d{1,3}(?:[.,]\d)?\s?%[^()\d]{1,60}\)",
    re.IGNORECASE,
)
_FIRST = re.compile(r"\s*[(\[]\s*[\d.]+\s*,\s*[\d.]+\s*[)\]]\s*\n")
"""A point on a line of its own at the start: what is told below explains it."""
_MAY_BE_EARLIER = (
    *("curren", "presen", "previou", "start", "aktuell", "actu", "anterior", "précéd", "atual", "attual", "текущ"),
    *("注视", "注視"),
)


def without_earlier_points(text: str) -> str:
    """Return a reply without the point that it calls the current or an earlier one, and without sizes in brackets.

    Example:
        >>> without_earlier_points("The current fixation is at (0.5, 0.5). Next: (0.2, 0.8)")
        'The . Next: (0.2, 0.8)'
    """
    lowered = text.lower()
    if any([part in lowered for part in _MAY_BE_EARLIER]) and _FIRST.match(text) is None:
        text = _EARLIER.sub("", text)
    return _SHARE.sub(" ", text) if "%" in text else text
