"""The option that a reply leaves over by its place in the list once it has named and rejected all the others.

"La bouilloire est derrière lui, le panier est caché. Il ne reste que le premier de la liste." leaves the first.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..stance.mentions import Mention
from .rank_words import ORDINALS, SPELLED_CARDINALS

_LONGEST = 2_000
_FEWEST = 3
_MAY = (
    *("leave", "left", "remain", "bleib", "übrig", "reste", "qued", "resta", "fica", "sobra", "riman", "оста", "залиш"),
    *(
        "zosta",
        "zbýv",
        "blijft",
        "återst",
        "kvar",
        "gjenst",
        "tilbage",
        "kal",
        "tersisa",
        "tinggal",
        "còn",
        "剩",
        "残",
        "남",
    ),
)
_LIST = (
    r"(?:(?:in|on|of|from|de|della|dell'|da|do|van|z|ze|в|из|der|auf|in der|auf der|von der|på|af|av|trong|dari)\s?"
    r"(?:the |la |de |der |l'|a |o )?(?:list|liste|lista|listy|lijst|elenco|listan|listen|listede|списка|списке|списку"
    r"|daftar|danh sách)\b"
    r"|списка\b|(?:option|opción|opção|opzione|optie|möglichkeit|auswahl|kandidat|candidate|candidat|choice|item|entry|eintrag|element|entrée|élément|elemento|voce|entrada|wpis|pozycj|пункт"
    r"|objekt|objet|objeto|oggetto|object|opcja|proposition|alternativa|вариант|объект|предмет|seçenek|alternativ)\w{0,2}\b"
    r"|one\b|(?:genannten?|citée?|nommée?|listed|named|mentioned|названн\w+|wymienion\w+)\b)"
)
_LEFT = re.compile(
    r"\b(?:leaves?|leaving|remains?|remaining|left|bleibt|bleiben|reste|quedan?|restan?|fica|sobra|rimane|остаётся"
    r"|остается|залишається|zostaje|pozostaje|zbývá|blijft|återstår|gjenstår|kalıyor|tersisa)(?:\s(?!un|whether|ob\b|si\b"
    r"|se\b|nicht|not|pas|no\b)[^\W\d_]{1,9}){0,5}?\s(?:[^\W\d_]{1,3}\s)?(?P<word>[^\W\d_]{3,12})\s"
    + _LIST
    + r"[^.!?\n]{0,24}[.!]?\s*\Z",
    re.IGNORECASE,
)
_CJK = re.compile(
    r"(?:(?:只剩|剩下|就剩|仅剩)[^\u3002.\n]{0,12}第(?P<zh>[一二三四五六])(?:个|個|项|項|种)?(?:选项|選項)?"
    r"|(?:リスト|一覧|選択肢)の?(?:中の|うち)?(?P<ja>最初|[一二三四五六1-6](?:番目|つ目))[^\u3002.\n]{0,12}(?:残|だけ)[^\u3002.\n]{0,8}"
    r"|(?:목록|보기|선택지)[^.\n]{0,6}(?P<ko>첫|두|세|네)\s?번째[^.\n]{0,8}남[^.\n]{0,8})[\u3002.!]?\s*\Z"
)
_MARKS = {"一": 1, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "最": 1, "첫": 1, "두": 2, "세": 3, "네": 4}


def left_place(text: str, mentions: Sequence[Mention], n_options: int) -> int:
    """Return the option that the end of a text leaves over by its place, the only one it has not named, or -1.

    Args:
        text: Text from `standardizers.text.plain`.
        mentions: Its mentions of options, by position.
        n_options: Number of options.
    """
    lowered = text.lower()
    if n_options < _FEWEST or len(text) > _LONGEST or not any([part in lowered for part in _MAY]):
        return -1
    found = _LEFT.search(lowered)
    if found is not None:
        word = found["word"]
        place = 0 if word in SPELLED_CARDINALS else ORDINALS.get(word, 0)
    else:
        found = _CJK.search(text)
        mark = (found["zh"] or found["ja"] or found["ko"])[0] if found is not None else "0"
        place = _MARKS[mark] if mark in _MARKS else int(mark)
    if found is None or not 0 < place <= n_options:
        return -1
    named = {one.option for one in mentions if one.start < found.start()}
    return place - 1 if set(range(n_options)) - named == {place - 1} else -1
