"""Text about points made uniform: units and labels of other languages in English, decimal commas, boxes taken out."""

from __future__ import annotations

import re
from functools import lru_cache

from ..text.cleaning import fold

# English -> the same in other languages, as regular expressions.
_SIGNS = {
    " ms ": r"毫秒|ミリ秒|밀리초|मिलीसेकंड|مللي ?ثانية|ميلي ?ثانية|มิลลิวินาที",
    " s ": r"秒(?!速)|초(?![가-힣])|सेकंड|ثانية|ثواني|วินาที",
    " duration ": (
        r"持续(?:时间)?|持續時間|时长|時長|停留(?:时间)?|注视时间|注視時間|持続時間|停留時間|滞留時間|時間|时间"
        r"|지속 ?시간|시간|응시 ?시간|المدة|مدة|الزمن|अवधि|ระยะเวลา"
    ),
    " probability ": (
        r"概率|機率|可能性|确率|確率|权重|權重|置信度|重み|ウェイト|확률|가중치|الاحتمال|احتمال|(?:ب|ال)?وزن(?:ه|ها)?"
        r"|संभावना"
        r"|वज़न|वजन|भार|น้ำหนัก|ב?משקל"
    ),
    " and ": r"[和與与]|及",
    " x ": r"(?:[横橫]坐标|横座標|(?:x|X)\s?(?:坐标|座標|轴|軸|좌표|값|축|मान))",
    " y ": r"(?:[纵縱]坐标|縦座標|(?:y|Y)\s?(?:坐标|座標|轴|軸|좌표|값|축|मान))",
    " percent ": r"百分之|퍼센트|パーセント",
    " center ": r"正?中心(?:位置|点)?|正中央|中央|가운데|중앙|중심|المنتصف|الوسط|مركز|केंद्र|बीच",
    " image ": r"图像(?:的)?|图片(?:的)?|画面(?:的)?|画像(?:の)?|이미지(?:의)?|사진(?:의)?",
    " exactly ": r"正好|恰好|ちょうど|정확히",
    " horizontal ": (
        r"横向(?:上|位置)?|橫向|水平(?:方向|位置|坐标)?|横方向|가로(?:로|축|방향)?|أفقي(?:ا|ًا)?|क्षैतिज|افقی|แนวนอน"
        r"|אופקי"
    ),
    " vertical ": (
        r"[纵縱]向(?:上|位置)?|垂直(?:方向|位置|坐标)?|縦方向|세로(?:로|축|방향)?|عمودي(?:ا|ًا)?|رأسي(?:ا|ًا)?"
        r"|ऊर्ध्वाधर|लंबवत|عمودی|แนวตั้ง|אנכי"
    ),
    " pixels ": r"像素|ピクセル|画素|픽셀|بكسل|पिक्सेल",
    " next fixation: ": r"下一个?注视点(?:是|为|在|将)?|下一个?(?:视线|注视)(?:点|位置)?|次の(?:注視点"
    r"|視線)(?:は)?|다음 (?:응시점|시선|주시점)(?:은|는)?",
    " answer: ": r"(?:最终)?答案(?:是|为)?|回答(?:は|是)?|答え(?:は)?|정답(?:은)?|답(?:은)",
    " from the left ": r"从左(?:边|侧)?(?:起|算|数)?|距(?:离)?左(?:边|侧)(?:缘)?|左から|왼쪽에서",
    " from the top ": r"从上(?:边|方|往下)?(?:起|算|数)?|距(?:离)?(?:上|顶)(?:边|部|侧)(?:缘)?|上から|위에서",
}
_WORDS = {
    "ms": (
        r"мс|миллисекунд\w*|milisegundos?|millisecondes?|millisekunden?|millisecondi|milissegundos?|milidetik"
        r"|milisaniye|milliseconden?|milisekund\w*|mili ?giây"
    ),
    "s": r"сек(?:унд\w*)?|segundos?|secondes?|sekunden?|secondi|detik|saniye|seconden?|sekund\w*|giây",
    "duration": (
        r"durées?|duraci[oó]n(?:es)?|duraç(?:ão|ões)|durat[ae]|dauern?|fixationsdauern?|verweildauern?|zeit(?:en)?"
        r"|длительност\w*|продолжительност\w*|время|времена|temps|tiempos?|tempos?|tempi|süre(?:ler)?|durasi|waktu|duur"
        r"|czas(?:y)?|thời gian"
    ),
    "for": r"durante|pendant|für|por|per|в течение|for|während|selama|boyunca|gedurende|przez|trong",
    "probability": (
        r"probabilit[éà]s?|probabilidad(?:es)?|probabilidades?|probabilità|wahrscheinlichkeit(?:en)?|gewicht(?:e|ung)?"
        r"|poids|peso|вероятност\w*|вес(?:ом|а|у)?|ваг(?:а|ою|и)|olasılık\w*|ağırlı[kğ]\w*|probabilitas|bobot\w*"
        r"|xác suất"
        r"|trọng số|wag[aąi]|vik[tn]\w*|váh[ay]|vahou|vægt\w*|vekt\w*|paino\w*|súly\w*|βάρος|pondere|greutate"
    ),
    "at": r"bei",
    "horizontally": (
        r"waage?recht|(?:по |en |w |i )?(?:горизонтал[иь]|ширине|ширину|poziom(?:o|ie)|horizontale?|orizzontale)"
        r"|horizontalement"
        r"|horizontalmente|orizzontalmente|yatay(?:da|ı)?|(?:chiều |theo )?ngang|mendatar|horisontal\w*|οριζόντια"
        r"|vodorovně"
        r"|(?:auf|in|en|po|по|по оси|на|su|em|na) (?:der |l'|la |el )?x(?!-[ck]o)(?:-achse)?(?: [ye](?=\s\.?\d))?"
    ),
    "vertically": (
        r"senkrecht|lotrecht|(?:по |en |w |i )?(?:вертикал[иь]|высоте|высоту|pionowo|pionie|verticale?"
        r"|vertikale?)|verticalement"
        r"|verticalmente|dikey(?:de)?|(?:chiều |theo )?dọc|tegak|κάθετα|svisle"
        r"|(?:auf|in|en|po|по|по оси|на|su|em|na) (?:der |l'|la |el )?y(?!-[ck]o)(?:-achse)?"
    ),
    "of the width": r"de (?:la )?largeur|der (?:bild)?breite|del? ancho|da largura|della larghezza|ширины|szerokości",
    "of the height": (
        r"de (?:la )?(?:hauteur|altura)|der (?:bild)?h(?:ö|oe)he|del? alto|da altura|dell'altezza|высоты|wysokości"
    ),
    "column": r"(?:pixel)?spalte|colonne|columna|coluna|colonna|столбец|kolom|kolumna|kolumn|sloupec|sütun|cột",
    "row": r"(?:pixel)?zeile|ligne|fila|linha|riga|строка|baris|rij|wiersz|rad|řádek|satır|hàng",
    "coordinates": r"koordinat\w*|coordonnées|coordenadas|coordinate|координат\w*|współrzędn\w*|souřadnic\w*|tọa độ",
    "pixels": r"pixeln?|píxel(?:es)?|piksel(?:ów|i|e)?|пиксел\w*",
    "percent": r"prozent|pour ?cents?|por ?cien?to|per ?cento|процент\w*|yüzde|persen|procent",
    "center": (
        r"mitte|zentrum|centro|centre|центр\w*|середин\w*|merkez\w*|tengah|midden|środ\w*|mitten|bildmitte|ortas\w*"
        r"|giữa|κέντρ\w*|מרכז|במרכז|مرکز|وسط|المركز|केंद्र|keskel\w*|közep\w*|střed\w*|stred\w*"
    ),
    "next fixation:": (
        r"nächste fixation(?: ist| liegt bei| bei)?|prochaine fixation(?: est| à| se trouve)?|próxima fijación(?: es"
        r"| en| está en)?|siguiente fijación(?: es| en)?|próxima fixação(?: é| em)?|prossima fissazione(?: è| a)?"
        r"|следующая фиксация|als nächstes"
    ),
    "answer:": r"antwort|réponse|respuesta|resposta|risposta|ответ|الإجابة|الجواب|उत्तर|trả lời|jawaban|cevap",
    "fixation": r"fijaci[oó]n(?:es)?|fixaç(?:ão|ões)|fissazion[ei]|фиксаци\w*|fixationen|fiksasi|fiksasyon",
    "from the left": (
        r"von links|(?:vom|ab dem) linken (?:bild)?rand|de(?:puis|sde)? (?:la )?(?:gauche|izquierda)"
        r"|da(?: borda)? (?:sinistra|esquerda)|(?:à droite )?du bord gauche|del borde izquierdo|dal bordo sinistro"
        r"|слева"
        r"|от левого края|od lewej(?: krawędzi)?|soldan|dari kiri|från vänster|van links|fra venstre|zleva"
        r"|từ (?:bên )?trái"
    ),
    "from the top": (
        r"von oben|(?:vom|ab dem) oberen (?:bild)?rand|du haut|depuis le haut|(?:sous le|du) bord supérieur"
        r"|desde arriba"
        r"|del borde superior|dall'alto|dal bordo superiore|do topo|da borda superior|сверху|от верхнего края"
        r"|od góry|yukarıdan|üstten|dari atas|uppifrån|van boven|ovenfra|shora|từ trên(?: xuống)?"
    ),
}
_SIGN = re.compile("|".join(f"({fold(signs)})" for signs in _SIGNS.values()))
_WORD = re.compile(
    r"(?<!\w)(?:" + "|".join(f"({fold(words)})" for words in _WORDS.values()) + r")(?!\w)", re.IGNORECASE
)
_SIGN_MEANINGS, _WORD_MEANINGS = [*_SIGNS], [*_WORDS]
_IDEOGRAPHS = re.compile("[\u0600-\u06ff\u0900-\u097f\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_ACCENTED = re.compile("[\u00c0-\u024f\u0300-\u052f\u0600-\u06ff\u0900-\u097f\u1e00-\u1eff]")
# Words that tell in an otherwise ASCII text that it is not English.
_FOREIGN_WORDS = """
koordinaten koordinat coordenadas coordinate dauer dauern fixationsdauern verweildauern duracion duraciones duracao
zeit durata durate durante tempo tiempo temps duur durasi waktu
segundo segundos millisekunden milisegundos
midden tengah mitten bildmitte millisecondes millisecondi secondes sekunden mitte zentrum centro antwort respuesta
resposta risposta jawaban prozent depuis gauche izquierda sinistra esquerda hauteur
pixeln von horizontale horizontalement horizontalmente orizzontale orizzontalmente horisontal vertikal verticale
verticalement verticalmente spalte zeile colonne ligne columna fila coluna linha colonna riga kolom baris rij kolumna
wiersz kolumn rad breite hoehe largeur hauteur ancho alto largura altura larghezza altezza lewej soldan dari atas kiri
uppifr ovenfra zleva shora vikt bobot greutate auf poziomo pionowo mendatar tegak yatay dikey prossima gewicht
waagerecht waagrecht senkrecht lotrecht
wahrscheinlichkeit peso poids detik selama pendant cevap fiksasi fissazione fixationen und en
"""
_FOREIGN = frozenset(_FOREIGN_WORDS.split())
_LATIN_WORD = re.compile("[a-z]+")

_UNIT_BEFORE_SIGN = re.compile("(?<=\\d)(\\s?(?:ms|px|s|%))(?=[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])")
_BLANKS = re.compile(" {2,9}")
_DECIMAL_COMMA = re.compile(
    r"(?<![\d.,])([01]),(\d{1,4})(?=[\s;|\])}/%]|,\s|,?$|\.(?:\s|$)|\s?(?:und|et|y|e|и|en|och|og|i|a|dan|ve|và|та)\b|[a-zA-Z])"
)
_DECIMAL_SECONDS = re.compile(r"(?<![\d.,])(?<![\d.], )0,(\d{1,3})(?=\s?s\b)")
_POINT_DECIMAL = re.compile(r"(?<![\d.])\d{0,4}\.\d")
_LONE_PAIR = re.compile(r"[(\[{]\s?\d,\d{1,4}\s?[)\]}]")
_AXIS_COMMA = re.compile(
    r"\b(?P<axis>[xy])(?P<given>\s?[=:~≈]\s?\d{2,4}),(?P<rest>\d(?![\d,.])|\d{1,2}(?=\s?(?:px|pixel\w{0,2}|%)))",
    re.IGNORECASE,
)
"""A coordinate such as "x = 512,5": no list of two has one long and one short number without a blank."""
_ANY_COMMA = re.compile(r"\d,\d")
_COMMA_BETWEEN = re.compile(r",(?<=\d,)\d")  # found where the one above is, with a search for commas only

_BOX_TAGS = re.compile(
    r"<\s?(?P<tag>box|bbox|bounding_box|det|quad)\s?>[^<>]{0,400}<\s?/\s?(?P=tag)\s?>"
    r"|<\|(?:box_start|det|quad_start)\|>[^<>]{0,400}<\|(?:box_end|/det|quad_end)\|>"
    r"|(?:<loc_?\d{1,4}>\s?){4,8}",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_BOX_KEY = re.compile(
    r"[\"']?\b\w{0,12}(?:bbox|bounding[ _-]?box|box|rahmen|boîte|caja|caixa|riquadro"
    r"|рамк|ramk)\w{0,8}\b[\"']?\s{0,3}(?:[:=]|is|at|of|ist|est|es|è|é|är|er|jest|:)?\s{0,3}(?:is |at |of "
    r"|has |coordinates |located )*[(\[]{1,2}\s?[-\d.]+(?:\s?px)?(?:[\s,;)\](]{1,6}[-\d.]+){3}\s?[)\]]{1,2}",
    re.IGNORECASE,
)
_BOX_NAMES = ("box", "rahmen", "boîte", "caja", "caixa", "riquadro", "рамк", "ramk")


@lru_cache(maxsize=8)
def words_of(text: str) -> frozenset[str]:
    """Return the words of a-z in a text: most searches can be left out where none of their words is there."""
    return frozenset(_LATIN_WORD.findall(text.lower()))


def may_hold(text: str, words: frozenset[str]) -> bool:
    """Tell whether a text has one of some English words or writes in another script, where other words count."""
    return not text.isascii() or not words.isdisjoint(words_of(text))


def without_boxes(text: str) -> str:
    """Return a reply without its bounding boxes, which say where objects are and not where somebody looks."""
    if "<" in text:
        text = _BOX_TAGS.sub(
            lambda match: " " if len(_NUMBER.findall(_inner(match.group()))) >= 4 else f" {_inner(match.group())} ",
            text,
        )
    lower = text.lower()
    return _BOX_KEY.sub(" ", text) if any([word in lower for word in _BOX_NAMES]) else text


def reach_of_boxes(text: str) -> tuple[float, float]:
    """Return how far right and down the boxes of a reply reach, (0, 0) without any; points share their frame."""
    if "box" not in text.lower():
        return 0.0, 0.0
    corners = []
    for match in (*_BOX_TAGS.finditer(text), *_BOX_KEY.finditer(text)):
        numbers = [float(number) for number in _NUMBER.findall(match.group()[max(match.group().find("["), 0) :])[-4:]]
        corners.append((max(numbers[0::2], default=0.0), max(numbers[1::2], default=0.0)))
    return max((x for x, _ in corners), default=0.0), max((y for _, y in corners), default=0.0)


def _inner(tagged: str) -> str:
    if "<loc" in tagged:
        return tagged
    return tagged[tagged.find(">") + 1 : tagged.rfind("<")]


def uniform(text: str) -> str:
    """Return text with the words for units, durations and weights in English, and with decimal points.

    Args:
        text: Text from `standardizers.text.fold` or `standardizers.text.plain`.
    """
    foreign = not text.isascii()
    if foreign:
        text = _UNIT_BEFORE_SIGN.sub(r"\1 ", text)
    if foreign and _IDEOGRAPHS.search(text):
        text = _BLANKS.sub(" ", _SIGN.sub(lambda match: _SIGN_MEANINGS[(match.lastindex or 1) - 1], text))
    if (foreign and _ACCENTED.search(text)) or not _FOREIGN.isdisjoint(words_of(text)):
        text = _BLANKS.sub(" ", _WORD.sub(lambda match: _WORD_MEANINGS[(match.lastindex or 1) - 1], text))
    text = _DECIMAL_SECONDS.sub(r"0.\1", text) if "0," in text else text
    return with_decimal_points(text)


def with_decimal_points(text: str) -> str:
    """Return text with "0,51" as 0.51 where the commas cannot separate numbers."""
    if "," not in text or not _COMMA_BETWEEN.search(text):
        return text
    if {match["axis"].lower() for match in _AXIS_COMMA.finditer(text)} == {"x", "y"}:
        text = _AXIS_COMMA.sub(r"\g<axis>\g<given>.\g<rest>", text)
    found = _DECIMAL_COMMA.findall(text)
    if not found or _POINT_DECIMAL.search(text) or _LONE_PAIR.search(text):
        return text
    if len(found) < 2 or not any(whole == "0" for whole, _ in found):
        return text
    # every comma between digits must be of this kind: "320,240" is a pair
    if len(_ANY_COMMA.findall(text)) != len(found):
        return text
    return _DECIMAL_COMMA.sub(r"\1.\2", text)
