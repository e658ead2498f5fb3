"""Sentences of many languages that tell what a picture shows: they describe, and neither ask, choose nor count."""

from __future__ import annotations

import re
from functools import cache

from .lexicon import TOKEN, UNSPACED, Lexicon
from .need_words import ENOUGH, LACK, NEED, NEGATIONS
from .refusals import IMAGE_WORDS

_PARTS = """
снимк* снимок знімк* zdjęci* obrazek obrazku snímk* φωτογραφία φωτογραφίας
bild* ausschnitt* ansicht* teil* teilbild szene vue vues partie portion extrait scène photo* vista vistas ventana
parte partes porción sección escena recorte janela porção seção cena veduta finestra finestre janelas fenêtre fenêtres
fenster* venster* raam окне окно окна okno oknie okna pencere* jendela نافذة النافذة porzione sezione scena ritaglio
deel uitsnede scène beeld utsnitt* utsnitt del vy scen fragment* częś* widok* scena část* výřez* част* вид фрагмент*
сцена частина bölüm* parça* sahne bagian potongan adegan pemandangan phần cảnh τμήμα σκηνή חלק קטע الجزء جزء المشهد
مشهد لقطة بخش हिस्सा भाग दृश्य parte secțiune rész* részlet* osa näkymä
"""
_SHOWS = """
zeigt zeigen enthält enthalten sieht montre montrent représente représentent contient illustre voit muestra muestran
representa presenta contiene aprecia observa ve mostra mostram mostrano exibe retrata contém vê raffigura rappresenta
vede vedono vedo aperçoit distingue aparece aparecen aparecem ven veem erkennt erkennbar sichtbar toont tonen bevat
ziet visar viser innehåller indeholder inneholder ses sees pokazuje przedstawia ukazuje zawiera widać ukazuje
zobrazuje obsahuje vidět показывает показывают изображает изображены изображен изображена изображено содержит показан*
видно видны показує зображ* містить gösteriyor* gösterir gösterilmekte* görülüyor* görülmekte* görünüyor* menunjukkan
menampilkan memperlihatkan menggambarkan berisi terlihat tampak thấy thị tả δείχνει απεικονίζει φαίν* περιέχει có מראה
מציג* רואים نرى تظهر يظهر تعرض يعرض تصور يصور تحتوي نشان می‌دهد दिखाती दिखाता दिखाई दिख* mutat ábrázol látható näyttää
esittää näkyy arată prezintă vede
"""
_STANDS = """
staat staan steht stehen liegt liegen trouve trouvent hay está están c'è há находится находятся стоит стоят znajduje
stoi stoją finns finnes chụp
"""
_WHOLE = """
alles nur genau klar deutlich tout seulement clairement todo sólo solo solamente tudo só apenas somente tutto soltanto
chiaramente claramente alleen duidelijk allt endast bara kun bare tylko wszystko jen vše только всё все лише hanya
jelas semua sadece yalnızca hepsi chỉ tất फقط only everything all enough clearly
"""
_UNSPACED = re.compile(
    r"\s*(?:这|該|该|这张|这幅|这个|這張|第?\d?|この|その|이)?\s?(?:图片|圖片|图像|圖像|画面|畫面|照片|视图|視圖|图|圖|画像|写真|ビュー|部分|窗口|ウィンドウ"
    r"|이미지|창|사진|화면|부분|그림|뷰)(?:中|里|裡|上|には|に|は|では|에는|은|는|이|에서|에)?\s?"
    r"(?:展示|显示|顯示|呈现|呈現|描绘|描繪|可以看到|可见|可見|有一|是一|[^。.!?！？\n]{2,60}?(?:写っています|映っています|見えます|描かれています|写っている|あります"
    r"|보입니다|보여줍니다|보여준다|있습니다|담고 있습니다))"
)
_FIRST = re.compile(r"[^.!?;\n\u3002]{0,400}")
_OF_OTHERS = ("en", "brug")  # Finnish "not", Danish "need": an article, a preposition, a bridge elsewhere
_HEAD = 9  # words within which a description says that a picture shows something
_SUBJECT = 5  # words within which it names the picture


@cache
def _lexicon() -> Lexicon:
    return Lexicon({"PICTURE": IMAGE_WORDS + _PARTS, "SHOWS": _SHOWS + _STANDS})


@cache
def _decides() -> Lexicon:
    words = {"DECIDES": NEED + ENOUGH + LACK + _WHOLE, "NEGATIONS": NEGATIONS}
    return Lexicon(
        {name: " ".join(word for word in kept.split() if word not in _OF_OTHERS) for name, kept in words.items()}
    )


def tells_of_picture(sentence: str) -> bool:
    """Tell whether a sentence, not in English, tells what a picture or a part of it shows.

    Args:
        sentence: One sentence in lower case.

    Example:
        >>> tells_of_picture("gambar ini menunjukkan kincir angin di ladang tulip.")
        True
        >>> tells_of_picture("das bild zeigt nicht genug.")
        False
    """
    if sentence.rstrip().endswith("?"):
        return False
    if UNSPACED.search(sentence) is not None:
        return _UNSPACED.match(sentence) is not None
    words = TOKEN.findall(sentence[:400])
    head = [_lexicon().concepts(word) for word in words[:_HEAD]]
    pictured = next((place for place, said in enumerate(head[:_SUBJECT]) if "PICTURE" in said), None)
    shown = next((place for place, said in enumerate(head) if "SHOWS" in said), None)
    if pictured is None or shown is None or (shown < pictured and not "\u0600" <= words[shown][0] <= "\u06ff"):
        return False  # "show me the picture"; in Arabic the verb comes first
    rest = [word for place, word in enumerate(words) if place not in (pictured, shown)]
    return not any(_decides().concepts(word) for word in rest)


def begins_with_picture(text: str) -> bool:
    """Tell whether the first sentence of a text, in any case of letters, tells what a picture shows."""
    first = _FIRST.match(text)
    return first is not None and tells_of_picture(first[0].lower())
