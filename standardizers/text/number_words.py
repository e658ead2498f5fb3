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
    "it": "ho contato conto elementi soggetti principali primo piano solo ci sono c è e il la gli le un una"
    " nell nella immagine oggetti oggetto vedo totale con di solo risposta"
    " numero salienti quindi che",
    "nl": "er zijn is en de het een in afbeelding op objecten object ik zie totaal met van alleen antwoord aantal"
    " opvallende dus foto",
    "pl": "jest są i na w obrazie obrazku zdjęciu widać obiekty obiekt obiektów widzę razem łącznie z tylko odpowiedź"
    " liczba wyróżniające",
    "tr": "var ve bir bu resimde görüntüde görselde nesne nesneler toplam toplamda ile cevap sayısı belirgin göze"
    " çarpan dikkat çekici",
    "id": "ada dan menarik perhatian benda menghitung di dalam gambar ini objek yang menonjol terdapat total"
    " jumlah dengan jawaban adalah saya melihat"
    " hanya seekor seorang",
    "vi": "có và trong ảnh hình này vật thể nổi bật là tổng cộng số lượng đối tượng với câu trả lời tôi thấy"
    " con đếm được bốn thu hút",
    "sv": "det finns och i bilden är ett en på föremål objekt jag ser totalt med svar antal",
    "cs": "je jsou a na v obrázku snímku objekty objekt objektů vidím celkem s pouze odpověď počet",
    "uk": "на зображенні є та і об'єкти об'єктів помітних бачу всього лише відповідь кількість",
    "da": "der er og i på billedet billede jeg ser tæller objekter objekt ting med svar antal iøjnefaldende ud kun",
    "no": "det er og i på bildet bilde jeg ser teller objekter objekt ting med svar antall fremtredende ut bare",
    "fi": "on ja kuvassa kuva kohdetta kohde esinettä esineitä näen huomiota vastaus määrä erottuu vain yhteensä",
    "hu": "van és a az képen kép tárgy tárgyat objektum objektumot látok válasz szám feltűnő csak összesen egy",
    "ro": "sunt și în imagine imaginea obiecte obiect văd răspuns numărul proeminente doar total cu este există",
    "ru": "на изображении и в есть объекта объектов объекты вижу всего только ответ количество картинке это",
}
_MARKS = {language: frozenset(words.split()) for language, words in _COMMON.items()}
_SCRIPTS = (
    *(("\u0590", "\u05ff", "he"), ("\u0600", "\u06ff", "ar"), ("\u0900", "\u097f", "hi"), ("\u0980", "\u09ff", "bn")),
    *(("\u0370", "\u03ff", "el"), ("\u0e00", "\u0e7f", "th"), ("\uac00", "\ud7a3", "ko")),
)
_PERSIAN = frozenset("پچژگکی")  # letters that Arabic lacks

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
    "tr": "bir iki/ikisi üç/üçü dört/dördü beş/beşi altı/altısı yedi/yedisi",
    "id": "sebuah/seorang/seekor/satu",
    "sv": "en/ett",
    "cs": "jeden/jedna/jedno/jednoho dva/dvě/dvou tři/tří čtyři/čtyř pět/pěti šest/šesti",
    "uk": "один/одна/одне два/дві/двох три/трьох чотири/чотирьох",
    "ar": "واحد/واحدة"
    " اثنان/اثنين/اثنتان/اثنتين/إثنان/جسمان/جسمين/عنصران/عنصرين/كائنان/كائنين/شيئان/شيئين/هدفان/هدفين/شخصان/شخصين",
    "el": "ένα/ένας/μία/μια/έναν δύο/δυο τρία/τρεις/τριών τέσσερα/τέσσερις/τεσσάρων πέντε έξι επτά/εφτά"
    " οκτώ/οχτώ εννέα/εννιά"
    " δέκα ένδεκα/έντεκα δώδεκα",
    "he": "אחד/אחת שני/שתי/שניים/שתיים/שנים/שתים שלושה/שלוש ארבעה/ארבע חמישה/חמש שישה/שש שבעה/שבע שמונה"
    " תשעה/תשע עשרה/עשר",
    "fa": "یک دو سه چهار پنج شش هفت هشت نه ده",
    "bn": "একটি/এক/একটা দুটি/দুই/দুটো তিনটি/তিন/তিনটে চারটি/চার পাঁচটি/পাঁচ ছয়টি/ছয় সাতটি/সাত আটটি/আট",
    "th": "หนึ่ง สอง สาม สี่ ห้า หก เจ็ด แปด เก้า สิบ",
    "da": "en/et",
    "no": "en/ett/et/ei to tre fire fem seks sju/syv åtte ni ti",
    "fi": "yksi/yhden kaksi/kahden/kahta kolme/kolmen/kolmea neljä/neljän viisi/viiden kuusi/kuuden",
    "hu": "egy/egyetlen kettő/két",
    "ro": "un/o/unu/una doi/două trei patru cinci șase",
    "hi": "एक दो तीन चार पाँच/पांच छह/छः/छे",
    "ko": "한/하나 두/둘 세/셋 네/넷",
    "en": "one",
}
# Dozens and the like, and spellings of other countries: value, then the words of each language for it.
_ROUND = {
    "de": "6 ein halbes dutzend/einem halben dutzend/halbes dutzend|12 ein dutzend/einem dutzend/dutzend"
    "|24 zwei dutzend",
    "fr": "6 une demi douzaine/demi douzaine|8 une huitaine|10 une dizaine/dizaine|12 une douzaine/douzaine"
    "|15 une quinzaine/quinzaine|20 une vingtaine/vingtaine|24 deux douzaines|70 septante|80 huitante|90 nonante",
    "es": "6 media docena|10 una decena/decena|12 una docena/docena|15 una quincena|20 una veintena|24 dos docenas"
    "|16 diez y seis|17 diez y siete|18 diez y ocho|19 diez y nueve",
    "pt": "6 meia dúzia|10 uma dezena/dezena|12 uma dúzia/dúzia|14 quatorze/catorze|16 dezesseis|17 dezessete"
    "|19 dezenove|24 duas dúzias|20 uma vintena",
    "it": "6 mezza dozzina|10 una decina/decina|12 una dozzina/dozzina|15 una quindicina|20 una ventina|24 due dozzine",
    "nl": "6 een half dozijn/half dozijn|10 een tiental/tiental|12 een dozijn/dozijn|24 twee dozijn",
    "ru": "6 полдюжины|10 десяток|12 дюжина/дюжину|24 две дюжины",
    "uk": "6 пів дюжини/півдюжини|10 десяток|12 дюжина/дюжину",
    "pl": "6 pół tuzina|10 dziesiątka|12 tuzin|24 dwa tuziny",
    "cs": "6 půl tuctu|12 tucet|24 dva tucty",
    "sv": "6 ett halvt dussin/halvt dussin|10 ett tiotal|12 ett dussin/dussin",
    "da": "6 et halvt dusin/halvt dusin|12 et dusin/dusin",
    "no": "6 et halvt dusin/halvt dusin|12 et dusin/dusin",
    "tr": "6 yarım düzine|12 bir düzine/düzine",
    "id": "6 setengah lusin|12 selusin/satu lusin",
    "ro": "6 o jumătate de duzină|12 o duzină/duzină",
}
WORDS_OF_ENGLISH = dict(
    zip(
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"],
        range(1, 13),
        strict=True,
    )
)
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
    for place, forms in enumerate(_FORMS.get(language, "").split(), 1):
        spelled |= dict.fromkeys(forms.split("/"), place)
    if language in ("el", "bn"):
        pass  # num2words lacks Greek; in Bengali the counter is part of the word
    elif language == "hi":
        spelled |= {word: value for value, word in enumerate(_HINDI.split())}
    else:
        spelled |= _from_num2words(language)
    for entry in filter(None, _ROUND.get(language, "").split("|")):
        value, _, forms = entry.partition(" ")
        spelled |= dict.fromkeys(forms.split("/"), int(value))
    plain = {_key(word): value for word, value in spelled.items()}
    return {**{_without_accents(word): value for word, value in plain.items()}, **plain}


def _from_num2words(language: str) -> dict[str, int]:
    try:
        from num2words import CONVERTER_CLASSES  # takes a tenth of a second: replies in English never need it
    except ImportError:  # these modules copied elsewhere: digits, English and Chinese numbers are still read
        return {}
    converter = CONVERTER_CLASSES.get(language)
    if converter is None:  # older versions know fewer languages
        return {}
    first = 1 if language == "vi" else 0  # its zero is the word for "not"
    spelled = {converter.to_cardinal(value): value for value in range(first, LARGEST + 1)}
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


_LIKE_OTHERS = ("da", "no", "hu", "ro")  # languages with short numbers that are words of other languages ("to", "hat")
_LIKE_ENGLISH = frozenset(("fire", "hat", "pet", "bay", "elf", "once", "on", "to", "sex", "chin", "opt", "bon", "lima"))
"""Number words, with or without their accents, that are words of English, too: they do not tell a language."""
_SURE = 3  # common words that leave no doubt


def _told(present: set[str], language: str) -> int:
    """Return how many number words of a language a text has; "one" is an article in most of them."""
    spelled = WORDS_OF_ENGLISH if language == "en" else table(language)
    telling = (present & spelled.keys()) - _LIKE_ENGLISH
    return sum(spelled[word] > 1 for word in telling if len(word) > 2 or word > "\u02ff")


@cache
def any_language() -> dict[str, int]:
    """Return the words that mean one number in whichever of the languages knows them; for replies of a word or two."""
    merged: dict[str, int] = {}
    ambiguous: set[str] = set()
    known = (language for language in _MARKS if language not in _LIKE_OTHERS)
    for language in (*known, *(language for _, _, language in _SCRIPTS), "fa"):
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
                if language == "ar" and any(not _PERSIAN.isdisjoint(part) for part in words):
                    return "fa"
                return language
    present = set(words)
    scores = {language: len(present & marks) for language, marks in _MARKS.items()}
    highest = max(scores.values())
    best = [language for language, score in scores.items() if score == highest]
    if len(best) > 1 or highest < _SURE:  # short texts: number words tell, too
        near = [language for language, score in scores.items() if score >= max(0, highest - 1)]
        with_numbers = {language: scores[language] + 1.5 * _told(present, language) for language in near}
        best = sorted(near, key=lambda language: -with_numbers[language])
        highest = max(highest, int(with_numbers[best[0]]))
    return best[0] if highest else ""
