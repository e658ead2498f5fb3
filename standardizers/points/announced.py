"""The point that a line of its own announces ("Gaze point: (0.6, 0.4)"), and points that only explain the frame."""

from __future__ import annotations

import re

from .groups import CORRECTS

_NUMBER = r"[-+~]?(?:\d{1,5}(?:[.,]\d{0,6})?|\.\d{1,6})\s?(?:%|px)?"
_POINT = (
    rf"(?:[(\[]\s?(?:[xX]\s?[=:]\s?)?{_NUMBER}\s?[,;\uff0c]\s?(?:[yY]\s?[=:]\s?)?{_NUMBER}\s?[)\]]"
    rf"|[xX]\s?[=:]\s?{_NUMBER}\s?[,;]?\s?[yY]\s?[=:]\s?{_NUMBER})"
)
_LINE = re.compile(
    rf"^[\s*#>_\"'`-]{{0,8}}(?P<label>[^\W\d_][^:\uff1a\n\d()\[\]{{}}]{{0,50}}?)[\s*_`]{{0,4}}[:\uff1a][\s*_`]{{0,4}}"
    rf"(?P<point>{_POINT})[\s*_`.\u3002]{{0,6}}$",
    re.MULTILINE,
)
_BARE = re.compile(rf"^[\s*#>_-]{{0,8}}(?:\d{{1,2}}[.):]\s)?{_POINT}[\s,;*.]{{0,4}}$", re.MULTILINE)
_GAZE = re.compile(
    r"\b(?:point|gaz\w+|fixation|target|answer|look\w*|prediction|predicted|estimate|result|coordinates?|regard"
    r"|\w*blick\w*|fixation\w*|ziel\w*|antwort|punkt|koordinaten|regard|cible|réponse|fixation|coordonnées|punto|mirada"
    r"|objetivo|respuesta|fijación|coordenadas|ponto|olhar|alvo|resposta|fixação|sguardo|obiettivo|bersaglio|risposta"
    r"|точка|взгляд\w*|ответ|цель|координаты|погляд\w*|відповідь|wzrok\w*|odpowiedź|punkt|cel|kijk\w*|antwoord|svar"
    r"|nokta\w*|bakış\w*|cevap|titik|jawaban|pandang\w*|điểm|bod|odpověď)\b"
    r"|注视|注視|视线|視線|目光|答案|答え|回答|预测|予測|目标|点$|點$|응시|시선|답|النظر|نقطة|الإجابة|نقطه|מבט|נקודת|बिंदु|उत्तर|σημείο|จุด",
    re.IGNORECASE,
)
_ELSEWHERE = re.compile(
    r"\b(?:head|face|eyes?|body|person|man|woman|boy|girl|hand|nose|pupils?|origin|corner|start\w*|current|previous"
    r"|earlier|first|second|third|alternative\w*|other|another|centre of the image|example|image|size|not|kopf\w*"
    r"|gesicht\w*|augen?|auge|ursprung|start\w*|beispiel|tête|visage|yeux|départ|exemple|cabeza|cara|ojos|inicio|ejemplo"
    r"|cabeça|rosto|olhos|início|exemplo|testa|viso|occhi|inizio|esempio|голов\w+|лиц\w+|глаз\w*|начал\w*|пример)\b"
    r"|头|頭|脸|顔|眼|起点|머리|얼굴|눈|예",
    re.IGNORECASE,
)
_CORNER = re.compile(
    r"\b(?:corner|origin|\w*ecke|ursprung|coin|origine|esquina|origen|canto|origem|angolo|угол|угла|начало координат"
    r"|hoek|oorsprong|hörn\w*|hjørne\w*|róg|rogu|początek|roh|köşe\w*|sudut|góc|γωνία)\b"
    r"|角|原点|모서리|원점|זווית|פינה|زاوية|الزاوية|गोशा|कोना|มุม",
    re.IGNORECASE,
)
_EDGE = re.compile(r"[(\[]\s?(0|0\.0{1,3}|1|1\.0{1,3}|100|1000)\s?,\s?(0|0\.0{1,3}|1|1\.0{1,3}|100|1000)\s?[)\]]")
_CENTRE = re.compile(
    r"(?:\b(?:image|picture|photo|frame|bild|foto|imagen|imagem|immagine)\b[^.;\n]{0,40}\b(?:its|the|ihre|son|su|seu)\s"
    r"|\bthe\s)(?:exact )?(?:centre|center|middle|mitte|centro)\s(?:of the (?:image|picture|photo|frame)\s)?"
    r"(?:is|lies|ist|est|es|è|é)\s(?:at |bei |en |in )?[(\[][^()\[\]\n]{3,24}[)\]](?=\s?[.;\n]|\s?$)",
    re.IGNORECASE,
)
_SAMPLE = re.compile(  # "a point such as (0.5, 0.5)"
    r"(?:\bsuch as|\bfor (?:instance|example),?|\be\.g\.,?|\bzum beispiel|\bz\.\s?b\.|\bpar exemple|\bpor ejemplo"
    r"|\bpor exemplo|\bad esempio|например|例如|比如|例えば|たとえば|예를 들어),?\s?[(\[][\d.,\s;]{3,24}[)\]]",
    re.IGNORECASE,
)
_OTHER = re.compile(r"[(\[]\s?[\d.]")
_CLAUSE_END = re.compile(r"[.;!?](?=\s|$)|\n|,\s(?=(?:the|so|der|die|das|le|la|el|il|o|a)\b[^,.;\n]{0,40}[(\[]\s?\d)")
_GAZES = re.compile(
    r"\b(?:look\w*|gaz\w+|star(?:es?|ing)|fixat\w+|glanc\w+|answer|blick\w*|schau\w*|sieht|antwort|regarde\w*|réponse"
    r"|mira\w*|respuesta|olha\w*|resposta|guarda\w*|risposta|смотр\w+|ответ|kijk\w*|patrzy\w*)\b|看|見|答|보",
    re.IGNORECASE,
)
_LONGEST = 4_000


def announced_line(text: str) -> str:
    r"""Return the one line by which a reply announces its point, "" when it has none or several.

    Args:
        text: The reply, without its reasoning trace.

    Example:
        >>> announced_line("Head: (0.5, 0.2)\nGaze point: (0.6, 0.4)")
        'Gaze point: (0.6, 0.4)'
    """
    if len(text) > _LONGEST or "\n" not in text.strip() or (":" not in text and "\uff1a" not in text):
        return ""
    found = [
        match
        for match in _LINE.finditer(text)
        if _GAZE.search(match["label"]) and not _ELSEWHERE.search(match["label"])
    ]
    if len({match["point"] for match in found}) != 1 or _BARE.search(text) is not None:
        return ""
    if _OTHER.search(text, found[-1].end()) is not None and CORRECTS.search(text, found[-1].end()) is not None:
        return ""
    return f"{found[-1]['label']}: {found[-1]['point']}"


def without_frame(text: str) -> str:
    """Return a text without the points by which it explains coordinates: corners, the centre, examples.

    Example:
        >>> without_frame("(0.6, 0.2), where (0, 0) is the upper left corner.")
        '(0.6, 0.2), where  is the upper left corner.'
    """
    text = _SAMPLE.sub(" ", text) if len(text) <= _LONGEST else text
    if len(text) <= _LONGEST and "cent" in text.lower() and (centre := _CENTRE.search(text)) is not None:
        begin = max(text.rfind(mark, 0, centre.start()) for mark in ".;\n") + 1
        if any(word in centre.group().lower() for word in ("image", "pict", "frame", "photo")):
            text = text if _GAZES.search(text, begin, centre.end()) else text[: centre.start()] + text[centre.end() :]
    if len(text) > _LONGEST or _EDGE.search(text) is None or _CORNER.search(text) is None:
        return text
    kept, end = [], 0
    for stop in [*(match.end() for match in _CLAUSE_END.finditer(text)), len(text)]:
        clause = text[end:stop]
        explains = _CORNER.search(clause) is not None and _GAZES.search(clause) is None
        left = _EDGE.sub("", clause) if explains else clause
        kept.append(left if not explains or _OTHER.search(left) is not None else " ")
        end = stop
    return "".join(kept)
