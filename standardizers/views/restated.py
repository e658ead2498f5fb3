"""Sentences that only repeat what a prompt says is zoomed already ("Tiles zoomed so far: 5, 6.")."""

from __future__ import annotations

import re
from functools import cache

from ..stance.lexicon import TOKEN, UNSPACED, Lexicon
from ..text.cleaning import fold
from . import terms
from .nothing import in_zooms

_DONE = """
far earlier before already currently previously now bisher bislang bereits schon derzeit aktuell déjà jusqu'ici
jusqu'à jusqu présent actuellement ahora ya hasta actualmente já agora até momento già finora attualmente ora уже пока
сейчас ранее вже наразі досі al reeds nu tot dusver redan hittills allerede hidtil nå już dotychczas teraz obecnie již
už dosud nyní zatím şimdiye zaten şu sejauh sudah saat này đã hiện ήδη τώρα כבר עד بالفعل حتى الآن تاکنون اکنون अब
पहले már eddig jo nyt deja acum
"""
_CHOSEN = """
chosen chose selected picked shown seen zoomed gewählt ausgewählt gezoomt gezoomte gezoomten herangezoomt herangezoomte
herangezoomten choisi choisies zoomées zoomée zoomés zoomé agrandies elegido elegidas ampliadas ampliados ampliada
escolhidas escolhido scelto scelte ingrandite ingrandito zoomate zoomata увеличенные увеличены выбраны выбранные
приближены збільшені обрані ingezoomd ingezoomde gekozen vergrote zoomade valda zoomede valgte zoomet powiększone
wybrane zvětšené vybrané yakınlaştırılan seçilen diperbesar dipilih
"""
_SMALL = """
the these those are is have has been were was so into in you we i that which to of and die der das sind wurden wurde
worden habe ich du sie les des la le sont ont été vous avez las los están han sido se as os estão foram sono state
stati sta де это были zijn werden de har är er på są byly były et und y e и en och og ve dan và til now maintenant
this yet current hier until ici a it parts' là các được telah kadar ana
"""
_UNSPACED_STATE = re.compile(
    r"\W*(?:(?:目前|已经|已經|已|到目前为止|迄今|これまで|今まで|既に|すでに|現在|이미|지금까지|현재)[^.\d]{0,12}){1,2}"
    r"(?:放大|缩放|ズーム|拡大|확대|选|選)[^.\d]{0,12}\d[\d、,와과と和,\s번]{0,20}(?:部分|です|でした|입니다|번)?\W*"
    r"|\W*(?:第|部分|タイル|타일|파트)?\s?\d[\d、,와과と和,\s번]{0,20}(?:部分|は|은|는)?(?:目前|已经|已經|已|既に|すでに|이미)"
    r"[^.\d]{0,6}(?:放大|缩放|ズーム|拡大|확대)[^.\d]{0,8}"
)
_SENTENCE = re.compile(r"(?:(?<=[^\d\s][.!?])|(?<=\d[.!]))\s+|\n+")
_NUMBER = re.compile(r"\d+")
_LONGEST = 120
_COUNTED = re.compile(r"[^\W\d_]|\d")


_DIVIDED = re.compile(  # "L'image est divisée en 6 parties, trois en haut"
    r"(?:^|(?<=[.!?\n]))[^.!?\n]{0,60}\b(?:(?:sub|sud)?divis[éeao]e?|(?:sub)?divid(?:ed|id[ao])|(?:auf|unter|ein)?geteilt"
    r"|unterteilt|gegliedert|découpée?|partagée?|verdeeld|opgedeeld|(?:раз|по)делен[аоы]?|podzielon[yae]|rozdělen[ýa]"
    r"|bölün\w+|dibagi|terbagi|delat|uppdelad|opdelt|delt)\b[^.!?\n]{0,160}(?:[.!?]\s?|\n|$)"
    r"|(?:^|(?<=[.!?\n]))[^.!?\n]{0,40}\b(?:parts?|tiles?|views?|pieces) are numbered\b[^.!?\n]{0,120}(?:[.!?]\s?|\n|$)"
    r"|\beach of the (?:parts|tiles|views) (?:shows?|contains?|depicts?)\b[^.!?;\n]{0,80}"
    r"|\bi(?:'ll| will| am going to|'m going to) (?:consider|go through|describe|discuss|weigh) (?:each|all|every"
    r"|them)\b[^.!?\n]*"
    r"|[^\u3002\n]{0,20}(?:被?分成|分为|分為|分割され|に分か|나뉘|나누)[^\u3002.\n]{0,80}(?:[\u3002.]|\n|$)",
    re.IGNORECASE,
)


_WISHES = re.compile(  # "Since the image is divided into 4 parts, I need part 3."
    r"\b(?:need|requir|want|zoom|select|choos|pick|brauch|benötig|wähl|vergröß|besoin|choisi|agrand|necesit|quiero|elij|preciso"
    r"|escolh|bisogn|serv|scel|нужн|выбир|увелич|potrzeb|wybier|nodig|kies|gerek|seç|butuh|perlu|pilih|cần|chọn)|需要|放大|选|選|必要|拡大"
    r"|필요|확대|선택",
    re.IGNORECASE,
)
_STEP = re.compile(  # "1. locate the bishop"
    r"^([ \t]{0,6})\d{1,2}[.)](?=[ \t]{1,3}(?:locate|find|list|check|look|determine|identify|examine|decide|compare"
    r"|count"
    r"|choose|select|read|inspect|search|note|scan|zoom|consider|see)\b)",
    re.IGNORECASE | re.MULTILINE,
)
_AT_FIRST = re.compile(  # "look for the coat first, then for the arm"
    r"(?<!the )\bfirst(?=,?\s(?:(?:and )?then|and finally)\b)", re.IGNORECASE
)
_OF_THINGS = re.compile(  # "the players along the centre line": no part of the image
    r"\b(?:cent(?:er|re)|middle|bottom|top|left|right|upper|lower)[ -](?:line|lane|wing|foot|field|court|circle"
    r"|stage|finger|class"
    r"|button|drawer|shelf|deck|hem|step|arm|leg|sleeve|hand(?!\s(?:side|part|half|corner|edge|tile|view|column|row|third|section|area|one|strip)))\b",
    re.IGNORECASE,
)
_WRITTEN_ON = re.compile(
    r"上面的?(?=文字|字|内容|內容|数字|數字|标签|標籤|信息|图案)"
)  # on a thing, not in the upper row
_IF_NONE = re.compile(
    r"(?:,\s?)?\b(?:or|and) [\"']?none[\"']? if (?:no|there|you|nothing)\b[^.\n]{0,80}", re.IGNORECASE
)


_DIVISIONS = (
    *(
        "divi",
        "teilt",
        "gliedert",
        "coupé",
        "partagé",
        "deeld",
        "делен",
        "dzielon",
        "dělen",
        "bölün",
        "bagi",
        "delat",
        "delt",
    ),
    *("分", "나", "numbered", "each of", "i will", "i'll", "going to"),
)
"""What each pattern of `_DIVIDED` contains: a fast first look."""


def without_prompt(text: str) -> str:
    """Return a text without what prompts and plans say with numbers or "none" in it: how the image is divided, steps.

    Example:
        >>> without_prompt("Das Bild ist in 6 Teile geteilt, drei oben. Teil 5.")
        'Teil 5.'
        >>> without_prompt("1. locate the bishop; look for his hat first, then for his staff")
        '- locate the bishop; look for his hat , then for his staff'
    """
    lowered = text.lower()
    if any([cue in lowered for cue in _DIVISIONS]):
        text = _DIVIDED.sub(lambda match: match[0] if _WISHES.search(match[0]) else "", text)
    if "(none)" in text and not text.isascii():
        text = text.replace("(none)", "")
    text = _OF_THINGS.sub("", text)
    if not text.isascii():
        text = _WRITTEN_ON.sub("", text)
    return _IF_NONE.sub("", _AT_FIRST.sub("", _STEP.sub(r"\1-", text)))


@cache
def _lexicon() -> Lexicon:
    return Lexicon({"DONE": _DONE, "CHOSEN": _CHOSEN, "SMALL": _SMALL, "NOUN": terms.NOUN})


def without_state(text: str, zoomed: frozenset[int], question: str | None) -> str:
    """Return a text without the sentences that repeat the views zoomed so far and say nothing else.

    Args:
        text: A reply.
        zoomed: The views of which the prompt says so.
        question: The prompt; its own sentences about zoomed views say nothing in the reply.

    Example:
        >>> without_state("Tiles zoomed so far: 5, 6. Keep 5.", frozenset((5, 6)), None)
        'Keep 5.'
    """
    if not zoomed or len(text) > 4 * _LONGEST:
        return text
    pieces = [piece for piece in _SENTENCE.split(text) if _COUNTED.search(piece) is not None]
    kept = [piece for piece in pieces if not _repeats(piece, zoomed, question)]
    return text if len(kept) == len(pieces) else " ".join(kept)


def _repeats(sentence: str, zoomed: frozenset[int], question: str | None) -> bool:
    if len(sentence) > _LONGEST or {*map(int, _NUMBER.findall(sentence))} != zoomed:
        return False
    said = fold(sentence).lower().strip(" \n.*#\"'")
    if question is not None and "zoom" in said and said in fold(question).lower():
        return True
    if UNSPACED.search(said) is not None:
        return _UNSPACED_STATE.fullmatch(said) is not None
    meanings = [_meaning(word) for word in TOKEN.findall(said)]
    kinds = frozenset().union(*meanings)
    return all(meanings) and "DONE" in kinds and "CHOSEN" in kinds


def _meaning(word: str) -> frozenset[str]:
    return _lexicon().concepts(word) or frozenset(("CHOSEN",) if in_zooms(word) != word else ())
