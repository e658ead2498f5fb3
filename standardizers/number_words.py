"""Number words of many languages, inverted from the package num2words when a reply first needs them.

num2words spells numbers out; here its spellings of 0 to 99 become a table from words to values, one per language. Only
what it does not know is written down here: Hindi, and inflected forms that it has no argument for.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache

LARGEST = 99

# Words by which a language is told from others: articles, copulas and what descriptions of pictures are made of.
_COMMON = {
    "en": "the there are is and of in image picture photo i see objects object salient a an this that as with for on to"
    " answer total so it which",
    "de": "es gibt und der die das ist sind im bild ein eine einen auf dem zu sehen ich zähle objekte objekt nur"
    " insgesamt also mit auffällige antwort anzahl",
    "fr": "il y a et le la les un une est sont dans l image objets objet je vois au total avec des du de sur réponse"
    " nombre seul donc saillants",
    "es": "hay y el la los las un una es son en la imagen objetos objeto veo total con de solo respuesta número"
    " destacados que se por lo tanto",
    "pt": "há e o a os as um uma é são na no imagem objetos objeto vejo total com de apenas resposta número salientes"
    " existem portanto em",
    "it": "ci sono c è e il la gli le un una nell nella immagine oggetti oggetto vedo totale con di solo risposta"
    " numero salienti quindi che",
    "nl": "er zijn is en de het een in afbeelding op objecten object ik zie totaal met van alleen antwoord aantal"
    " opvallende dus foto",
    "pl": "jest są i na w obrazie obrazku zdjęciu widać obiekty obiekt obiektów widzę razem łącznie z tylko odpowiedź"
    " liczba wyróżniające",
    "tr": "var ve bir bu resimde görüntüde görselde nesne nesneler toplam toplamda ile cevap sayısı belirgin göze"
    " çarpan dikkat çekici",
    "id": "ada dan di dalam gambar ini objek yang menonjol terdapat total jumlah dengan jawaban adalah saya melihat"
    " hanya seekor seorang",
    "vi": "có và trong ảnh hình này vật thể nổi bật là tổng cộng số lượng đối tượng với câu trả lời tôi thấy con",
    "sv": "det finns och i bilden är ett en på föremål objekt jag ser totalt med svar antal",
    "cs": "je jsou a na v obrázku snímku objekty objekt objektů vidím celkem s pouze odpověď počet",
    "uk": "на зображенні є та і об'єкти об'єктів помітних бачу всього лише відповідь кількість",
    "ru": "на изображении и в есть объекта объектов объекты вижу всего только ответ количество картинке это",
}
_MARKS = {language: frozenset(words.split()) for language, words in _COMMON.items()}
_SCRIPTS = (("\u0600", "\u06ff", "ar"), ("\u0900", "\u097f", "hi"), ("\uac00", "\ud7a3", "ko"))

_HINDI = "शून्य एक दो तीन चार पाँच छह सात आठ नौ दस ग्यारह बारह तेरह चौदह पंद्रह सोलह सत्रह अठारह उन्नीस बीस"
# Arabic says "two things" in one word.
# Forms that num2words has no argument for, from 1 on; forms of one number are joined by "/".
_FORMS = {
    "de": "ein/eine/einen/einem/einer zwei/zwo/zweier drei/dreier",
    "fr": "un/une",
    "es": "un/una",
    "pt": "um/uma dois/duas",
    "it": "un/uno/una",
    "nl": "een/één/eén",
    "pl": "jeden/jedna/jedno/jednego/jedną dwa/dwie/dwóch/dwoje/dwaj trzy/trzech/trzej/troje"
    " cztery/czterech/czterej/czworo"
    " pięć/pięciu/pięcioro sześć/sześciu siedem/siedmiu osiem/ośmiu dziewięć/dziewięciu dziesięć/dziesięciu",
    "id": "sebuah/seorang/seekor/satu",
    "sv": "en/ett",
    "cs": "jeden/jedna/jedno/jednoho dva/dvě/dvou tři/tří čtyři/čtyř pět/pěti šest/šesti",
    "uk": "один/одна/одне два/дві/двох три/трьох чотири/чотирьох",
    "ar": "واحد/واحدة"
    " اثنان/اثنين/اثنتان/اثنتين/إثنان/جسمان/جسمين/عنصران/عنصرين/كائنان/كائنين/شيئان/شيئين/هدفان/هدفين/شخصان/شخصين",
    "hi": "एक दो तीन चार पाँच/पांच छह/छः/छे",
    "ko": "한/하나 두/둘 세/셋 네/넷",
    "en": "one",
}
_RUSSIAN = ("n", "g", "d", "a", "i", "p")
_GENDERED: dict[str, Sequence[Mapping[str, object]]] = {
    "ru": [
        *[{"case": case, "gender": gender} for case in _RUSSIAN for gender in ("m", "f", "n")],
        *[{"case": case, "plural": True} for case in _RUSSIAN[:4]],
    ],
    "he": [{"gender": "m"}],
}


@cache
def table(language: str) -> dict[str, int]:
    """Return {number word: value} of a language for 0 to 99, in lower case, with and without accents.

    Args:
        language: A code such as "de", one of those that `language_of` returns.
    """
    spelled: dict[str, int] = {}
    for value, forms in enumerate(_FORMS.get(language, "").split(), 1):
        spelled |= dict.fromkeys(forms.split("/"), value)
    if language == "hi":
        spelled |= {word: value for value, word in enumerate(_HINDI.split())}
    else:
        spelled |= _from_num2words(language)
    plain = {_key(word): value for word, value in spelled.items()}
    return {**{_without_accents(word): value for word, value in plain.items()}, **plain}


def _from_num2words(language: str) -> dict[str, int]:
    try:
        from num2words import CONVERTER_CLASSES  # takes a tenth of a second: replies in English never need it
    except ImportError:  # these modules copied elsewhere: digits, English and Chinese numbers are still read
        return {}
    converter = CONVERTER_CLASSES[language]
    spelled = {converter.to_cardinal(value): value for value in range(LARGEST + 1)}
    for arguments in _GENDERED.get(language, []):
        spelled |= {converter.to_cardinal(value, **arguments): value for value in range(LARGEST, -1, -1)}
    if language == "ar":
        spelled |= {word: value for value, word in enumerate(converter.arabicFeminineOnes) if word}
    if language == "ko":  # ordinals are made of the native numbers, with which things are counted
        native = {converter.to_ordinal(value).removesuffix(" 번째"): value for value in range(2, LARGEST + 1)}
        return {**native, **{word: value for word, value in spelled.items() if len(word) > 1}}
    return spelled


def _key(word: str) -> str:
    return " ".join(unicodedata.normalize("NFC", word).lower().replace("-", " ").replace("'", " ").split())


def _without_accents(word: str) -> str:
    if not "\u00c0" <= max(word) <= "\u024f":  # other scripts' marks are parts of their letters
        return word
    return "".join(mark for mark in unicodedata.normalize("NFD", word) if not unicodedata.combining(mark))


@cache
def any_language() -> dict[str, int]:
    """Return the words that mean one number in whichever of the languages knows them; for replies of a word or two."""
    merged: dict[str, int] = {}
    ambiguous: set[str] = set()
    for language in (*_MARKS, "ar", "hi", "ko"):
        for word, value in table(language).items():
            if merged.setdefault(word, value) != value:
                ambiguous.add(word)
    return {
        word: value for word, value in merged.items() if (word not in ambiguous and len(word) > 1) or word > "\u02ff"
    }


def language_of(words: list[str]) -> str:
    """Return the code of the language of lower-case words, "" when nothing tells.

    Args:
        words: The words of a text; the script tells Arabic, Hindi and Korean, common words tell the others.
    """
    for word in words:
        for first, last, language in _SCRIPTS:
            if first <= word[:1] <= last:
                return language
    present = set(words)
    scores = {language: len(present & marks) for language, marks in _MARKS.items()}
    highest = max(scores.values())
    best = [language for language, score in scores.items() if score == highest]
    if len(best) > 1 and best[0] != "en":  # short texts: number words tell, too
        best.sort(key=lambda language: -len(present & table(language).keys()))
        highest = highest or len(present & table(best[0]).keys())
    return best[0] if highest else ""
