"""Refusals, missing images and failures of a service, in many languages: replies in which nothing was answered."""

from __future__ import annotations

import re
from functools import cache

from . import need_words
from .lexicon import CLAUSE, UNSPACED, Lexicon

_SORRY = """
sorry apolog* entschuldig* verzeih* désolé* desole* pardon* excus* siento perdón disculp* desculp* lamento
lamentablemente
dispiace scus* spiacente извин* прост* сожал* вибач* шкод* жаль maaf üzgünüm
özür przepraszam przykro niestety bohužel
bohuzel omlouv* promiňte litu* helaas spijt beklager undskyld ledsen tyvärr
förlåt valitettavasti pahoillani sajnál*
elnézést συγγνώμη λυπάμαι δυστυχώς מצטער* סליחה לצערי عذرا آسف متأسف* ببخشید माफ़ माफ क्षमा खेद pare leider lỗi tiếc
"""
_HANDLE = """
process processing manipulate manipulating handle fulfil fulfill bearbeit* verarbeit* traiter
procesar processar elaborar* verwerk* обработ*
оброби* przetworz* przetwarz* zpracov* işleyem* işlem* memproses behandla behandle käsitell* feldolgoz* معالجة לעבד
xử procesez
"""
_REQUEST = """
request anfrage demande requête solicitud petición solicitação pedido richiesta verzoek запрос* запит* prośb* żądani*
požadav* istek isteği* isteğ* permintaan begäran anmodning* forespørsel* pyyntö* kérés* طلب* בקשה अनुरोध yêu cererea
"""
_HELP = """
helfen weiterhelfen aider ayud* ajud* aiut* помоч* помога* допом* membantu giúp yardım* pomóc pomoc* helpen
hjälp* hjælp* hjelp* auttaa segít* βοηθ* לעזור مساعد* أساعد* مساعدة yardımcı کمک मदद सहायता ajut* bantu
"""
IMAGE_WORDS = """
image* picture* photo* bild bilder immagin* imagen* imagem imagens foto* fotografía* изображен* картин* фото*
зображен* obraz*
obráz* afbeelding* gambar hình ảnh görsel* resim* kép* kuva* kuvaa billede*
bilde* εικόν* תמונה צילום صورة صور الصورة
تصویر*
चित्र छवि तस्वीर imagine* imaginea snímek
"""
_RECEIVED = """
receiv* attach* upload* provided recib* receb* reçu* ricevu* erhalten bekommen empfangen angehängt получ* отрим*
приклад* otrzym*
obdrž* ontvang* mottag* modtag* fick lähett* kapt* λάβ* έλαβα קיבלתי أستلم أتلق* مرفق* دریافت मिला मिली nhận
menerima diterima alma* almad* göremiyorum primit
vorhanden geladen cargad* caricat* chargé* carregad* загру* завант* wczyt* načt*
laddad* liegt beigefügt* bijgevoegd* bifogad* vedlagt vedhæft* załącz* přilož* додан* dilampir* eklenm* đính
laddad* yüklen* anexad* adjunt* allegat* joint*
"""
_SEE = """
see رؤية voir vois vejo veo vedo sehe вижу бачу zie ser näe lihat thấy widzę vidím
görmüyorum רואה أرى می‌بینم δω βλέπω látok văd
"""
_OPEN = """
aprire caricare visualizzare aprirla aprirle abrir cargar cargarla visualizar ouvrir charger afficher öffnen
laden anzeigen carregar открыть открыва* загрузить просмотреть відкрити завантажити переглянути openen
weergeven inladen otworzyć wczytać wyświetlić otevřít načíst zobrazit öppna ladda åbne indlæse åpne laste
avata ladata açamıyorum açılamıyor açamadım yüklenemedi membuka memuat mở tải άνοιγμα ανοίξω φορτώσω לפתוח
לטעון فتح تحميل باز खोल लोड megnyitni betölteni deschide încărca
"""
_FILE = """
file datei fichier archivo arquivo ficheiro файл файла plik pliku soubor bestand fil filen tiedosto dosya berkas tệp tập
αρχείο קובץ ملف فایل फ़ाइल फाइल fájl fișier fișierul
"""
_BROKEN = """
danneggiat* corrott* corrompu* endommagé* beschädigt defekt dañad* corrupt* danificad* corrompid* поврежд*
пошкодж* uszkodzon* poškozen* beschadigd skadad beskadiget skadet vioittunut bozuk hasarlı rusak hỏng
κατεστραμμένο פגום تالف खराब ख़राब sérült
"""
_UNSPACED = re.compile(
    r"抱歉|对不起|對不起|不好意思|(?:无法|不能|無法)(?:为您|為您|帮|幫|协助|協助|提供|处理|處理|查看|看到)"
    r"|没有(?:收到|看到)(?:任何)?(?:图|照片)"
    r"|沒有(?:收到|看到)(?:任何)?(?:圖|照片)|請(?:上傳|提供)(?:圖|照片)|请(?:上传|提供)(?:图|照片)"
    r"|(?:无法|無法|不能|没法)(?:打开|打開|加载|載入|读取|讀取|显示|顯示)[^,.\n]{0,8}(?:图|圖|照片|文件)"
    r"|(?:图|圖|照片|文件)[^,.\n]{0,6}(?:损坏|損壞|加载失败|打不开)"
    r"|画像(?:を|が)(?:開け|読み込め|表示でき)(?:ま|な)|(?:이미지|사진)(?:를|을|가|이)? ?(?:열|불러"
    r"|로드)[^.\n]{0,8}(?:수 없|못|않)|申し訳|すみません|ごめん"
    r"|お手伝いできま|お答えできま"
    r"|画像が(?:あり|見つか|添付|届)|죄송|미안|도와드릴 수 없|도울 수 없|답변드릴 수 없"
    r"|이미지가 (?:없|보이지|첨부)|이미지를 (?:받지|볼 수 없)"
    r"|ขออภัย|ขอโทษ|ไม่สามารถช่วย|ไม่เห็นภาพ|ไม่มีภาพ"
)
_GIVEN = re.compile(  # a picture that came: "the provided image does not show the sign"
    r"\b(?:the|this) (?:provided|attached|uploaded) (?:image|picture|photo)(?= (?:does not|doesn't|only) (?:show"
    r"|contain"
    r"|include|depict|have|reveal)s?\b)"
)
_FEW = 5  # words of "I see no picture", not of "I do not see the label in the picture"


_MODEL = re.compile(
    r"\b(?:as|being) an? (?:\w{1,10} ){0,3}(?:model|ai|assistant)\b|\bno (?:ability|capability|means|way) (?:to|of)\b"
    r"|\b(?:ein|als) (?:reines )?sprachmodell\b|\bmodèle de langage\b|\bmodelo de (?:lenguaje|linguagem|língua)\b"
    r"|\bmodello linguistico\b|\btaalmodel\b|языкова\w* модель?\w*|\bmodel (?:języko\w+|bahasa)\b|\bdil modeli\w*"
    r"|mô hình ngôn ngữ|نموذج لغوي|भाषा मॉडल"
)
_SEES_IMAGE = re.compile(  # "Não me é possível ver a imagem": the whole image
    r"\b(?:ver|voir|vedere|see|view|zien|sehen|bekijken|ansehen|betrachten|regarder|visionner)\s"
    r"(?:(?:las?|el|los|as?|os?|les?"
    r"|i|gli|de|het|die|das|den|the|any|your|tus?|sus?|su[ae]?|votre|vos|uw|je|deine?|ihre?|een|una?|une|um"
    r"|des) )?(?:l')?"
    r"(?:imag\w+|immagin\w+|fotos?|photos?|pictures?|afbeelding\w*|bild\w*)\W*$"
    r"|\b(?:geen|keine|aucune|ninguna|nenhuma|nessuna|no) (?:afbeelding\w*|bild\w*|image\w*|imagen\w*|immagin\w+|fotos?"
    r"|photos?|pictures?) (?:bekijken|zien|ansehen|sehen|betrachten|view|see)\b"
)


@cache
def _lexicon() -> Lexicon:
    tables = {"SORRY": _SORRY, "HELP": _HELP, "IMAGE": IMAGE_WORDS, "RECEIVED": _RECEIVED, "SEE": _SEE}
    tables |= {"HANDLE": _HANDLE, "REQUEST": _REQUEST, "OPEN": _OPEN, "FILE": _FILE, "BROKEN": _BROKEN}
    return Lexicon(
        {
            **tables,
            "NEGATIONS": need_words.NEGATIONS
            + " unable incapable impossible imposible impossibile impossível unmöglich невозможно",
        }
    )


def refuses(text: str) -> bool:
    """Tell whether a lower-case text says that it does not help, or that no image came with the question.

    Example:
        >>> refuses("Não recebi nenhuma imagem.".lower())
        True
    """
    text = _GIVEN.sub("the image", text[:1_000])
    if UNSPACED.search(text) and _UNSPACED.search(text):
        return True
    pictured = False
    for clause in CLAUSE.split(text):
        if not clause or not clause.strip():
            continue
        said, n_words = _lexicon().clause(clause)
        if "SORRY" in said:
            return True
        if {"FILE", "BROKEN"} <= said:
            return True
        pictured = pictured or "IMAGE" in said
        if "NEGATIONS" not in said:
            continue
        if _MODEL.search(clause):
            return True  # "as an AI I have no ability to"
        if pictured and n_words <= _FEW and "RECEIVED" in said:
            return True  # "I would need the image; none is attached."
        if "HANDLE" in said and said & {"REQUEST", "IMAGE"} and " need" not in clause:
            return True
        if (
            "HELP" in said
            or {"IMAGE", "RECEIVED"} <= said
            or {"IMAGE", "OPEN"} <= said
            or {"FILE", "OPEN"} <= said
            or _SEES_IMAGE.search(clause) is not None
            or (n_words <= _FEW and {"IMAGE", "SEE"} <= said)
        ):
            return True
    return False
