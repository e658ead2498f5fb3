"""Words that decide what a number in a reply to "how many" stands for: data for `standardizers.counts.claims`.

All words are lower case and divided as by `standardizers.text.numerals.words_of`; other languages are given as stems.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..text.cued import Cued


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


# Nouns that stand for whatever the question asks to count.
NOUNS = _set(
    "object objects ones item items thing things element elements instance instances entity entities region regions"
    " subject subjects target targets focus foci feature features point points area areas component components figure"
    " figures"
)
NOUN_STEMS = re.compile(
    r"objekt|objet|objeto|oggett|объект|предмет|об'єкт|obiekt|nesne|objek|benda|vật thể|đối tượng|voorwerp|föremål"
    r"|éléments?|elemento|elementi|elemente|sujets?|sujeto|soggett|जिस्म|أجسام|جسم|كائن|أشياء|شيء|عناصر|عنصر|أهداف"
    r"|वस्तु|ऑब्जेक्ट|चीज़|개체|물체|객체|대상|사물|요소|物体|对象|目标|物品|事物|主体|オブジェクト|対象|もの|אובייקט"
    r"|עצמים|עצם|פריט|חפצ|αντικείμεν|στοιχεί|شیء|اشیا|مورد|عنصر|বস্তু|วัตถุ|สิ่ง|ชิ้น|kohde|kohteita|esine|tárgy"
    r"|objektum"
    r"|obiect|\bting\b|\bsaker\b|benda|nesne|gegenst[aä]nd|предмет|předmět|objeto|cisim|öğe|unsur|element"
    r"|předmět|cosas?|coisas?|choses?|\bdinge?\b|вещ|rzecz|hal"
)
# What marks the objects that count among all that a picture shows.
SALIENT = _set(
    "salient saliency main prominent primary key important noticeable striking notable conspicuous eye-catching"
    " catching standout dominant significant distinct distinctive major visually foreground focal central attention"
    " stand stands standing outstanding stick pop catch catches draw draws attract attracts grab most"
)
SALIENT_STEMS = re.compile(
    r"auffäll|hervor|hervorsteh|herausrag|salient|saillant|destac|salien|prominent|заметн|выделя|значим|виділя|помітн"
    r"|بارز|ملحوظ|लक्षण|प्रमुख|मुख्य|उल्लेखनीय|ध्यान|nổi|belirgin|dikkat|göze|öne|mencolok|menonjol|opvallend"
    r"|wyróżnia|wyraźn"
    r"|눈에|두드러|현저|주요|돋보|显著|顯著|突出|醒目|明显|主要|显眼|目立|顕著|framträd|výrazn|בולט|εμφαν|ξεχωρίζ"
    r"|προεξέχ|برجسته|توجه|চোখে|โดดเด่น|เด่น|huomio|erottu|feltűn|proeminent|iøjnefald|fremtred"
    r"|skiller|sticker|sticht|stechen|привлека|привертаю|rzuca|vynik|poutá|menarik|thu hút|öne|marquant"
    r"|llamativ|destaque|risalt|spicc|fallen (?:\w+ )?auf|fällt (?:\w+ )?auf|ins auge|sauten|ressort|salta|attiren"
    r"|atrae|atrai|rilevant|evident|principal|utama|chính"
)
# Between a number and its noun.
ADVERBS = _set(
    "clearly visually very most more different separate individual distinct visible identifiable discernible obvious"
    " total and or of such single large small big clear recognizable unique other identified"
)
IN_TOTAL = re.compile(
    r"\b(?:in (?:total|all)|altogether|total|overall|insgesamt|au total|en total|in totale|no total|ao todo|em total"
    r"|в сумме|всего|итого|łącznie|razem|in totaal|totaal|toplamda|toplam|tổng cộng|secara total|totalt|celkem"
    r"|в общей сложности|في المجموع|إجمالا|कुल)\b"
)
# A number behind one of these and a copula is the answer.
CUE_NOUNS = _set(
    "answer count total sum number result output prediction conclusion tally estimate response guess quantity amount"
    " 答 antwort anzahl gesamtzahl réponse nombre respuesta número cantidad resposta quantidade risposta numero totale"
    " antwoord aantal odpowiedź liczba cevap yanıt sayı sayısı jawaban jumlah jumlahnya ответ количество число число"
    " итого всего відповідь кількість الإجابة الجواب عدد العدد المجموع उत्तर संख्या कुल đáp án tổng svar antal odpověď"
    " počet toplam insgesamt razem łącznie total totaal 정답 답 답변 개수 총 수는"
)
COPULAS = _set(
    "is are was be equals equal to makes make gives of ist sind lautet beträgt est sont es son é são è sono это равно"
    " jest is zijn adalah là هو هي है हैं są wynosi är on este be: s re would should becomes become said"
)
# A number directly behind one of these is the answer.
DIRECT = _set(
    "result answer total make"
    " making makes make giving gives say guess hence thus so therefore equals altogether totaling totalling"
    " leaves leaving bleiben verbleiben restent reste quedan restam ficam restano остаётся остается остаются zostaje"
    " zostają blijven återstår kalıyor tersisa"
    " summing counted yields yielding answering also daher donc entonces então quindi dus więc то 共 计 計"
)
FILLERS = _set(
    "about around approximately approx roughly exactly only just at least probably likely maybe perhaps the a an"
    " of be is are there it that precisely nearly almost simply up to either in fact etwa ungefähr environ unos cerca"
    " circa ca około yaklaşık sekitar khoảng примерно около nur seulement solo apenas soltanto tylko sadece hanya chỉ"
    " 有 только лишь alleen"
)
# A number directly behind one of these names something or is part of a comparison.
NOT_BEFORE = _set(
    "second third fourth fifth error code status http step figure fig image option object item row version"
    " top rank ranked no number nr"
    " stop gate room track platform lane haltestelle gleis zimmer nummer than over under every each"
    " another this that which any first last next other not without photo picture example part section point player"
    " jersey bus route channel page line class type scene frame rule question criterion reason category group area"
    " region box id schritt étape paso etapa passo шаг krok langkah adım bước abschnitt bild"
)
UNITS = _set(
    "percent px pixels pixel cm m km meters metres feet inches minutes minute seconds hours years year old degrees"
    " dollars"
    " euros am pm o'clock steps step reasons reason criteria categories category groups types kinds colors colours"
    " sides channels bits bytes"
    " people's times time things' images image pictures photos attached views sentences main: factors options choices"
)
PRONOUN_AFTER = _set("of another can could may might would should must by in that who which with side hand s")
VAGUE = _set(
    "several many some few multiple numerous various group crowd lots number bunch mehrere viele einige plusieurs"
    " varios"
    " muchos vários muitos diversi molti несколько много kilka wiele birkaç beberapa nhiều"
)
SUMMARY = _set(
    "so therefore thus hence overall consequently finally conclusion summary final also daher deshalb"
    " donc ainsi entonces quindi portanto assim dus więc zatem следовательно итак поэтому dolayısıyla jadi vậy"
    " tanto conséquent folglich somit demnach pertanto dunque logo"
)
ZERO = Cued(
    r"(?:\b(?:no|zero|any|not a single)|n\'t a(?: single)?)\s(?:[\w-]{1,20}\s){0,3}?(?:objects?|items?|things?"
    r"|elements?|people|person|animals?"
    r"|subjects?|instances?)\b(?! (?:other|else))|\b(?:none|nothing(?! (?:but|except|other)))\b"
    r"|\b(?:do|does|did)(?:n't| not) (?:seem|appear) to be any\b(?! other)|\bthere (?:are|is)(?:n't"
    r"| not) any\b(?! other)"
    r"|\bthere (?:are|is|appear to be|seem to be) no\s[a-z][a-z -]{1,40}?(?:\s(?:in|on|at|visible|drawn"
    r"|present|shown|here)\b|\s?[.!,]|$)"
    r"|\bi (?:can |could )?(?:see|count|find|notice|spot) no\s[a-z][a-z -]{1,40}?(?:\s(?:in|on|at|visible|drawn"
    r"|here)\b|\s?[.!,]|$)"
    r"|^\W{0,3}no\s(?:[a-z-]{2,16}\s){0,3}[a-z-]{2,16}s(?<!ss)(?<!yes)\W{0,3}$"
    r"|\bkeine\s(?:\w{1,20}\s)?(?:objekt|gegenst)|\baucun\w?\s(?:objet|élément)|\bning(?:ún|uno)\b|\bnessun|\bnenhum"
    r"|нет\s(?:\w{1,20}\s)?(?:объект|предмет)|[没沒]有(?:任何)?(?:明显|显著|顯著|突出|主要)?的?(?:物体|物體|对象|對象"
    r"|目标|目標)"
    r"|(?:物体|オブジェクト|もの)は?(?:一つも)?(?:ありません|存在しません)"
    r"|(?<!수 )(?<!이미지가 )없습니다|\bgeen\s(?:\w{1,20}\s)?(?:object"
    r"|voorwerp)"
    r"|\bhiç\b|\btidak ada\b|\bkhông có\b|\bbrak\s",
    re.IGNORECASE,
)
NOT_ZERO = re.compile(
    r"\bno (?:other|further|additional|more|one|image|picture|photo|doubt|specific|clear|way|reason|need"
    r"|answer|answers|information|comments?|ideas?|clues?|results?|thanks)\b|\bother\b"
    r"|\bno (?:\w{1,12} ){0,2}?(?:main|single|central|dominant|focal|particular|primary) (?:\w{1,12} )?subject\b"
    r"|\bnone of (?:it|this|that)\b",
    re.IGNORECASE,
)
NO_IMAGE = Cued(
    r"\b(?:no|0|zero|any|without an?|don't see|an?) (?:\w+ ){0,2}(?:images?|pictures?|photos?)\b[^.]{0,30}"
    r"\b(?:attached|provided|uploaded|visible|found|loaded|available|included|received|shared)\b"
    r"|\b(?:images?|pictures?|photos?)\b[^.]{0,30}\b(?:not|n't|failed|could not)\b[^.]{0,20}"
    r"\b(?:load|attached|provided|uploaded|found|available|included|received|visible|come through|shared)"
    r"|^\W{0,3}(?:\w{1,20}\s?)?(?:error|exception|traceback|failed to|out of memory|rate limit|timed? ?out)\b"
    r"|\b(?:please )?(?:upload|attach|provide|share) (?:the|an|your|a) (?:image|picture|photo)",
)
ONLY_ONE = re.compile(
    r"\b(?:only|the (?:single|sole|lone)|one single) (?:(?!most\b)[\w-]{1,16} ){0,3}(?:object|item|thing|element"
    r"|subject)\b",
    re.IGNORECASE,
)
CORRECTION = Cued(
    r"(?:\b(?:at first|first thought|initially|first,? i (?:thought|counted|saw"
    r"|guessed|said))\b[^.\n]{0,60}\bbut\b|\bwait\b|\bactually\b|\bcorrection\b"
    r"|\bon (?:second thought|reflection|closer)\b|\bscratch that\b"
    r"|\blet me (?:re-?\w+|correct|look again|check)\b|\bno,? sorry\b|\bhmm+\b|\boops\b|\bor rather\b|\bi mean\b"
    r"|\bedit:|\bmake (?:that|it)\b"
    r"|\blooking (?:again|more|closer)\b|\b(?:upon|after) (?:closer|further|another|a second|re-?)\w*\b"
    r"|\brevised\b(?! from)"
    r"|\bsorry,|\bmy mistake\b|\bno,\s"
    r"|(?<!for a )(?<!for one )(?<!at the )(?<!in this )(?<!at this )\bmoment\b|\bnein,|\beigentlich\b"
    r"|\bkorrektur\b|\ben fait\b|\bnon,|\battende[zs]\b|\bplutôt\b|\ben realidad\b"
    r"|\bmejor dicho\b|\bcorrección\b|\bespera\b|\bna verdade\b|\bcorreção\b|\bin realtà\b|\banzi\b|\baspetta\b"
    r"|\beigenlijk\b"
    r"|на самом деле|\bточнее\b|\bнет,|\bwłaściwie\b|\baslında\b|\bsebenarnya\b|\bthực ra\b"
    r"|等等|不对|更正|其实|实际上|应该是|いや|実際|訂正|아니|사실|정정|في الواقع|عفوا|वास्तव में|दरअसल)",
    re.IGNORECASE,
)
# Words without one of which a reply in Latin letters corrects nothing: a quick test before the pattern above.
_CORRECTS = _set(
    "first initially wait actually make"
    " correction second reflection closer scratch let no sorry hmm hmmm oops rather mean edit looking upon"
    " after revised mistake moment nein eigentlich korrektur fait non attendez attends plutôt realidad mejor espera"
    " corrección verdade correção realtà anzi aspetta eigenlijk właściwie aslında sebenarnya thực"
)
_OTHER_SCRIPTS = re.compile("[\u0400-\u1cff\u3040-\ud7ff]")


def may_correct(text: str, words: Iterable[str]) -> bool:
    """Tell whether a text can hold a correction (a quick test)."""
    return not _CORRECTS.isdisjoint(words) or (not text.isascii() and _OTHER_SCRIPTS.search(text) is not None)


# A reply that begins like this works towards a conclusion: what stands before that is no answer yet.
ANALYSIS = Cued(
    r"\blet(?:'s| us| me)\b|\bto (?:determine|count|find|identify|answer|figure)\b|\bstep[ -](?:by[ -]step|1|one)\b"
    r"|\bfirst,|\bi (?:need|will|have) to\b|\bi'll\b|\bwe (?:need|can|have to|must|should|will)\b|\blooking at\b"
    r"|\bone by one\b|\bcandidates?\b|\bexamin|\banaly[sz]|\bgoing through\b|\bstart(?:ing)? (?:by|with)\b"
    r"|逐一|首先|让我|我们需要|一步|まず|먼저|zuerst|schritt für|d'abord|étape|primero|paso a paso|primeiro"
    r"|passo a passo|сначала|шаг",
    re.IGNORECASE,
)
