"""Ordinals and phrases that give an option's rank or its place in the list: data for `standardizers.choices.ranks`."""

from __future__ import annotations

import re

from ..text.cleaning import fold
from ..text.cued import Cued

# Ordinals, and cardinals that stand for them, of several languages.
ORDINALS = {
    word: number
    for number, words in enumerate(
        (
            """
            first 1st 1 one top primary premier première primero primera primer primeiro
            primeira primo prima erste ersten erster erstes первый первая первое первой первую 第一 一 1番目
            1つ目 첫 첫번째 eins un uno um один raz eerste pierwszy pierwsza pierwsze pierwszą birinci första
            første první الأول الأولى पहला पहली πρώτο ראשון pertama eerste nhất #1
            """,
            """
            second 2nd 2 two secondary deuxième seconde segundo segunda secondo seconda zweite
            zweiten zweiter zweites второй вторая второе 第二 二 2番目 2つ目 두 두번째 zwei deux dos due
            dois два dwa twee två iki dua hai tweede drugi druga drugie drugą ikinci andra anden andre
            druhý druhá druhou вторую الثاني الثانية दूसरा दूसरी δεύτερο שני kedua nhì #2
            """,
            """
            third 3rd 3 three tertiary troisième tercero tercera tercer terceiro terceira terzo
            terza dritte dritten dritter drittes третий третья третье третьей 第三 三 3番目 3つ目 세 세번째
            drei trois tres tre três три trzy drie üç tiga ba derde trzeci trzecia trzecie
            üçüncü tredje třetí الثالث الثالثة तीसरा तीसरी τρίτο שלישי ketiga #3
            """,
            """
            fourth 4th 4 four quatrième cuarto cuarta quarto quarta vierte vierten четвертый
            четвёртый 第四 四 4番目 4つ目 네 vier quatre cuatro quattro quatro четыре cztery dört empat
            vierde czwarty czwarta czwarte dördüncü fjärde fjerde čtvrtý الرابع الرابعة चौथा
            चौथी τέταρτο רביעי keempat #4
            """,
            """
            fifth 5th 5 five cinquième quinto quinta fünfte fünften пятый 第五 五 5番目 5つ目 다섯 #5
            """,
            """
            sixth 6th 6 six sixième sexto sesto sechste 第六 六 #6
            """,
            """
            seventh 7th 7 seven 第七 七 #7
            """,
            """
            eighth 8th 8 eight 第八 八 #8
            """,
        ),
        1,
    )
    for word in words.split()
}
SPELLED_CARDINALS = frozenset(
    re.findall(
        r"\S+",
        "one two three four five six seven eight top eins un uno um raz zwei deux dos due dois dwa twee iki dua hai"
        " drei trois tres tre trzy drie tiga ba vier quatre cuatro quattro quatro cztery empat",
    )
)
_FOREIGN_CARDINAL = (
    r"(?:eins|zwei|drei|vier|un|deux|trois|quatre|uno|dos|tres|cuatro|due|tre|quattro|um|dois|três|quatro|два|три"
    r"|четыре|один"
    r"|dwa|trzy|cztery|twee|drie|två|iki|üç|dört|dua|tiga|empat|hai|ba)"
)
WORDED = {
    "runner-up": 2,
    "next": 2,
    "runner up": 2,
    "gold": 1,
    "silver": 2,
    "bronze": 3,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
}
FORMER = frozenset(("former", "前者", "ersterer", "erstere"))
LATTER = frozenset(("latter", "later", "后者", "後者", "letzterer", "letztere"))
LAST_LISTED = frozenset(("last", "letzte", "último", "última", "dernier", "dernière"))
LAST = frozenset(
    ("last", "final", "least", "lowest", "bottom", "letzte", "último", "última", "dernier", "последний", "最后")
)
_NUMBERED = "|".join(
    sorted(
        (
            re.escape(word)
            for word in ORDINALS
            if word.isascii() and word.isalnum() and len(word) > 2 and word not in SPELLED_CARDINALS
        ),
        key=len,
        reverse=True,
    )
)
LATIN_ORDINAL = (
    rf"(?:{_NUMBERED}|premi[eè]re?|deuxi[eè]me|troisi[eè]me|zweit(?:e[nrs]?)?|dritt(?:e[nrs]?)?"
    rf"|первый|первая|второй|вторая|второе|третий|третья|第[一二三四五12345])"
)
_QUALITY = (
    r"(?:salient\w{0,3}|salien[ct]\w{1,4}|saliência|sali\w{3,8}|prominent\w{0,2}|prominence|noticeable|striking"
    r"|eye[- ]catching|attention[- ]grabbing|conspicuous"
    r"|attention|attractive|visible|important|significant|dominant|eminent|llamativ[oa]|destacad[oa]|evidente"
    r"|sobresaliente|saillant[es]{0,2}|chamativ[oa]"
    r"|auffällig\w{0,5}|hervorstechend\w{0,4}|заметн\w{1,4}|выделяющ\w{1,6}|заметный)"
)
_THING = (
    r"(?:[- ]?(?:object|item|one|element|thing|region|target|objet|objeto|oggetto|objekt|объект))?(?: (?:in"
    r"|of) the (?:entire |whole )?(?:image|scene|picture|photo))?"
)
_NOTICED_THING = (
    r"(?:thing|object|element|item|élément|objet|elemento|objeto|oggetto|cosa|coisa|ding|objekt|элемент|объект|предмет)"
)
_NOTICER = (
    r"that|to be|one|people|viewers|you|we|is|gets|que|qui|qu'on|que l'on|on|se|das|den|der|die|man|mir|которую|который"
    r"|che|si|will|would|to"
)
_NOTICES = (
    r"(?:notic|see\b|seen\b|spot|look|remarqu|regard|voit\b|nota|bemerk|wahrn|auff|fällt|sieht\b|llama|ve\b|замеч|броса"
    r"|vede\b|attir|attira)\w*"
)
_RANK_PATTERN = (
    rf"(?P<least>\b(?:comes?|ranks?|ranked|finishes|is|placed) (?:in |at )?(?:the )?(?:very )?(?:last|bottom)\b"
    rf"|\bleast[- ]{_QUALITY}{_THING}|\blowest[- ](?:visual )?(?:salien\w{{2,3}}|rank(?:ed|ing)?|priority)"
    r"|\b(?:dead|very) last\b|\bnothing\b[^.\n]{0,40}\b(?:later|less)(?: \w+)? than (?:it|this|that)\b"
    r"|最不显著|最も目立たない|am wenigsten auffällig\w{0,4})"
    rf"|(?:(?P<ordinal>\b{LATIN_ORDINAL}|\b\dnd|第[一二三四五12345])(?:[- ]|(?=最|显著|突出))"
    r"(?:(?:objet|objeto|oggetto"
    rf"|объект|place|le|la|el|o|il|по) ){{0,2}})?"
    rf"(?:(?:most|highest|top|plus|más|mais|più|самый|наиболее|по)[- ](?:visually )?(?:visual )?{_QUALITY}"
    rf"|(?:auffälligst|salienteste|prominentest)\w{{0,2}}|am auffälligsten|highest[- ]rank\w{{0,3}}|最显著|最突出"
    rf"|最醒目)(?P<most>){_THING}"
    rf"|(?P<joined>zweit|dritt)[- ]?(?:auffälligst|salientest|prominentest)\w{{0,2}}"
    rf"|\b(?:rank(?:ed|s|ing)?|position|place|placed|platz|rang|rango|posición|posição|puesto|posto|numéro|número"
    rf"|nummer|номер|место|miejsce|nomor|排名|排在|排|順位"
    rf"|순위)(?:[ :=#]|(?=第|\d)|(?:is|of|as|it|in|at|the|number|no\.?|would be|should be|saliency"
    rf"|salience|overall|est|ist|es|is:|among)\b){{0,8}}(?P<rank>{LATIN_ORDINAL}|{_FOREIGN_CARDINAL}"
    rf"|[1-8](?![\d.,]\d|\d)|last"
    rf"|lowest|первый|второй|третий|第[一二三四五12345])(?!\w)(?![- ]most){_THING}"
    rf"|\b(?:comes?|coming|finishes|lands) (?:in |as )?(?P<comes>{LATIN_ORDINAL})\b(?![- ]most)"
    rf"|\b(?P<bare>{LATIN_ORDINAL})(?=\s{{0,2}}(?:,(?!\s(?:i|we|let|you|look"
    rf"|consider|note|identify|compare|examine)\b)|[.;!)\n]|$|after\b|behind\b|overall\b|among\b|(?:and|or"
    rf"|to) (?:the )?{LATIN_ORDINAL}\b))"
    rf"|\b(?:(?<=\bit )|(?<=\bit is )|(?<=\bit's )|(?<=\bthis ))(?P<told>{LATIN_ORDINAL})(?=:\s)"
    rf"|(?<![\w/])(?P<part>[1-8])(?:st|nd|rd|th)?(?: (?:out )?of (?:the )?|/)(?:[2-8]|two|three|four|five)\b"
    rf"|\b(?P<placed>{LATIN_ORDINAL})(?:[- ](?:salient|place|rank(?:ed|ing)?|position|highest"
    rf"|in (?:salien\w{{2,3}}|the ranking|rank|order|terms)|by salien\w{{2,3}}|platz|stelle|lugar|posto|posizione"
    rf"|posição|posición|rang))"
    r"|(?P<cjk>(?:第(?:一|二|三|四|五|[1-5])(?:个|位|名|に)?|(?:[1-5１-５一二三])(?:番目|位)(?:に)?|(?:첫|두|세"
    r"|네)\s?번째(?:로)?)(?:最)?(?:显著|突出|醒目|顕著|目立\w{1,2}|눈에 띄는|두드러진)?)"
    r"|(?P<outnumbered>\b(?:(?P<more>one|two|three|four|1|2|3|4|a single) (?:(?:other )?\w{2,20}|of the others?)"
    r"(?: (?:in (?:the|this|that) \w+|here)|, [^,.;\n]{3,60},)? (?:(?:that |which )?(?:is|are|stands?|ranks?"
    r"|attracts?|draws?)"
    r" (?:\w+ )?(?:more|higher|above|ahead)\b|(?:beats?|outranks?|surpass(?:es)?|outshines?|precedes?) (?:it"
    r"|this)\b)|(?:(?:outranked|surpassed|beaten|preceded) only|only (?:outranked"
    r"|surpassed|beaten|preceded)) by (?!two|three"
    r"|four|2|3|4)|second only to\b|\b(?:trails|follows|yields to|loses to) only\b"
    r"|only \w+ (?:that |which |who |\w+ )?(?:beats|tops|outranks|surpasses|precedes) (?:it|this)\b"
    r"|only (?:the |an? )?(?:\w+ ){1,3}?(?:is|stands out|ranks|attracts|draws|catches) (?:even )?(?:more|higher)\b"
    r"|(?:only|just) (?:the |an? )?(?:\w+ ){1,3}?(?:comes?|ranks?|stands?|is|sits|goes|stays) (?:\w+ )?"
    r"(?:before|ahead of|above|in front of) (?:it|this|that|him|her|them)\b))"
    r"|(?P<above>\b(?:the )?(?:top[- ]ranked|(?:main|primary|central) (?:focus|subject|attraction)|focal point"
    r"|cent(?:er|re) of attention)\b|\b(?:outranks|outshines|beats|tops|surpasses|dominates) (?:everything"
    r"|anything|all|every other)\b"
    r"|\bnothing (?:else )?(?:in \w+ \w+ )?(?:is|stands|attracts|draws|catches|ranks"
    r"|seems)\b[^.\n]{0,30}?\b(?:more|higher|above)\b"
    r"|\b(?:nothing|nobody|no one|no other \w+) [^.,\n]{0,40}?\b(?:gets?|draws?|attracts?|has|receives?|catches"
    r"|grabs?|commands?) (?:\w+ )?more (?:\w+ )?(?:attention|notice|looks|gaze|focus|salien\w+|than)\b"
    rf"|\bno (?:other )?(?:object|thing|item|element) (?:is )?more {_QUALITY} than\b"
    r"|\bno other \w+ (?:is|stands|attracts|draws|catches|ranks|seems)\b[^.\n]{0,30}?\b(?:more|higher|above)\b"
    rf"|\bmore {_QUALITY} than (?:anything|everything|any other|all)\b)"
    r"|\bnothing (?:else )?(?:beats|outranks|outshines|tops|rivals|surpasses) (?:it|this|that)\b|\bnumber one\b"
    r"|\btop of the (?:list|ranking|pile)\b"
    rf"|\b(?P<worded>runner[- ]up|next(?=[ -]most[ -]{_QUALITY})|(?:gold|silver|bronze)(?= medal)"
    rf"|(?<=number )(?:two|three|four))\b"
    rf"|\b(?P<noticed>{LATIN_ORDINAL})(?:\s{_NOTICED_THING})?(?:\s(?:{_NOTICER})){{1,4}}\s(?:{_NOTICES})"
    r"|(?P<top>\b(?:el|la|lo) que más\b|\b(?:celui|celle|ce) qui [^.,\n]{2,24}\ble plus\b"
    r"|\bquell[oa] che [^.,\n]{2,30}\bdi più\b"
    r"|\b[oa] que mais\b|\bam (?:stärksten|meisten|ehesten) (?:auf|ins auge)\b|\bсам(?:ый|ая|ое) (?:замет|ярк|выдел)\w+"
    r"|\ben (?:belirgin|dikkat çekici|göze çarpan)\b|\bpaling (?:menonjol|mencolok)\b|\bnổi bật nhất\b"
    r"|\bthe number one\b"
    r"|最显著|最突出|最醒目|最も(?:顕著|目立)\w{0,2}|가장 (?:눈에 띄는|두드러진|현저한))"
)
RANK = Cued(fold(_RANK_PATTERN), re.IGNORECASE)
CJK_DIGIT = {
    "一": 1,
    "二": 2,
    "三": 3,
    "四": 4,
    "五": 5,
    "첫": 1,
    "두": 2,
    "세": 3,
    "네": 4,
    **{str(digit): digit for digit in range(1, 9)},
}
NOUNS = {
    "path": "list|scanpath|scan path|path|set|sequence|subject|participant|observer|person|viewer|group|series"
    "|trajectory|candidate|fixation list|list of fixation points|set of fixation points|set of "
    "fixations|liste|lista|séquence|secuencia|sequência|gruppe|folge|список",
    "box": "object|box|bounding box|region|area|candidate|item|element|bbox|objet|objeto|oggetto|objekt|объект|boîte"
    "|caja|kasten|rahmen|rechteck|rectangle|cadre|recuadro|rectángulo|retângulo|riquadro|rettangolo|рамка"
    "|прямоугольник",
    "point": "point|fixation|fixation point|location|coordinate|position|coordinates|punkt|punto|ponto|точка",
    "name": "object|item|candidate|statement|description|objet|objeto|oggetto|objekt|объект",
    "rank": "answer option|listed option",
}
ANY_NOUN = "option|one|choice|answer|alternative|listed|mentioned|answer choice|opción|opção|opzione|вариант|auswahl"
PLACE_WORDS = frozenset(word for word in ORDINALS if word.isascii()) - frozenset("12345678") | {
    "former",
    "latter",
    "last",
    "final",
    "premiere",
}
_RANK_WORDS = PLACE_WORDS | frozenset(
    re.findall(
        r"\S+",
        "most least highest lowest rank ranks ranked ranking position place placed plus mas mais zweitauff platz "
        "rang rango top salient saliency 1 2 3 4 5 "
        "zweitsalienteste prominenteste salienteste auff last lowest primary secondary",
    )
)
RANK_BEGINS = frozenset(
    word[:4]
    for word in _RANK_WORDS
    | {"4", "5", "coming", "comes", "come", "finishes", "lands", "overall", "outranks", "outshines", "beats", "tops"}
    | {"surpasses", "dominates", "nothing", "no", "more", "one", "two", "three", "four", "a", "outranked", "surpassed"}
    | {
        "runn",
        "next",
        "gold",
        "silv",
        "bron",
        "numb",
        "dead",
        "very",
        "el",
        "la",
        "lo",
        "celu",
        "cell",
        "ce",
        "quel",
        "o",
        "am",
        "en",
    }
    | {
        "pali",
        "puesto",
        "posto",
        "nummer",
        "numero",
        "nomor",
        "miejsce",
        "zwei",
        "prim",
        "segu",
        "terc",
        "deux",
        "trois",
        "dritt",
    }
    | {"only"}
    | {"beaten", "preceded", "main", "central", "focal", "center", "centre", "is", "the"}
)
PLAIN_ORDINALS = frozenset(
    word
    for word in ORDINALS
    if len(word) > 2 and not word.isdigit() and word[0] != "#" and word not in SPELLED_CARDINALS
) - frozenset(
    ("first", "nhất", "nhì", "second", "primary", "secondary", "tertiary", "premier", "prima", "primer", "primo")
)
