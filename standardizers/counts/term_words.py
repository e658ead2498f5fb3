"""Colours and drawn marks in many languages: data for `standardizers.counts.terms`.

The words are regular expressions in lower case. Those of languages that set no blanks between words stand apart.
"""

from __future__ import annotations

COLOURS = {
    "red": "red|rot(?:e[nmrs]?)?|rouges?|roj[oa]s?|vermelh[oa]s?|ross[oaie]|rode|красн\\w{2,3}",
    "blue": "blue|blaue?[nmrs]?|bleue?s?|azul(?:es)?|azuis|blu|blauwe|син\\w{2,3}|голуб\\w{2,3}",
    "green": "green|grüne?[nmrs]?|gruene?[nmrs]?|verte?s?|verdes?|verdi|groene|зел[её]н\\w{2,3}",
    "yellow": "yellow|gelbe?[nmrs]?|jaunes?|amarill[oa]s?|amarel[oa]s?|giall[oaie]|gele|ж[её]лт\\w{2,3}",
    "black": "black|schwarze?[nmrs]?|noire?s?|negr[oa]s?|pret[oa]s?|ner[oaie]|zwarte|ч[её]рн\\w{2,3}",
    "white": "white|weiße?[nmrs]?|weisse?[nmrs]?|blanc(?:he)?s?|blanc[oa]s?|branc[oa]s?|bianc(?:[oa]|h[ei])|witte"
    "|бел\\w{2,3}",
    "orange": "orange[nmrs]?|orangefarben\\w*|naranjas?|laranjas?|arancion[ei]|оранжев\\w{2,3}",
    "purple": "purple|violet|lila|violette?[nmrs]?|morad[oa]s?|rox[oa]s?|viola|фиолетов\\w{2,3}",
    "pink": "pink|rosa|roses?|rosad[oa]s?|розов\\w{2,3}",
    "gray": "gr[ae]y|graue?[nmrs]?|gris(?:es)?|cinzas?|grig[ioae]|сер\\w{2,3}",
    "brown": "brown|braune?[nmrs]?|marrons?|marrón|marron[ei]|коричнев\\w{2,3}",
    "cyan": "cyan|turquoise|türkis\\w*|cian",
    "magenta": "magenta",
}
SYNONYMS = {  # words for the marks that are drawn into pictures, in the singular
    "box": "box|frame|rectangle|square",
    "frame": "frame|box|rectangle",
    "rectangle": "rectangle|box|frame",
    "point": "point|dot|spot",
    "dot": "dot|point|spot",
    "mark": "mark|marker|marking",
    "marker": "marker|mark|marking",
    "contour": "contour|outline",
    "outline": "outline|contour",
    "scribble": "scribble|squiggle|doodle",
    "oval": "oval|ellipse",
    "ellipse": "ellipse|oval",
    "circle": "circle|ring",
    "tag": "tag|label",
    "label": "label|tag",
    "star": "star|asterisk",
    "person": "person|individual",
}
ABROAD = {  # the same in other languages; behind the bar of two those of languages that set no blanks
    "arrow": "pfeile?n?|flèches?|flechas?|setas?|frecc(?:ia|e)|pijl(?:en)?|стрел\\w{2,3}|strzał\\w{1,3}|oku?"
    "||箭头|箭頭|矢印|화살표",
    "box": "rahmen|boxen|kästchen|rechtecke?n?|cadres?|encadrés?|boîtes?|rectangles?|recuadros?|cajas?"
    "|rectángulos?|caixas?"
    "|retângulos?|riquadr[oi]|rettangol[oi]|kaders?|рам[ок]\\w{1,3}|ramk\\w{1,2}||边框|邊框|方框"
    "|框|ボックス|枠|상자|박스",
    "point": "punkte?n?|puntos?|pontos?|punt[oi]|punten|точ\\w{2,3}|punkt\\w{1,3}|noktas?ı?||圆点|點|点|점",
    "circle": "kreise?n?|cercles?|ronds?|círculos?|cerchi(?:o)?|cirkels?"
    "|круг\\w{0,3}|okręg\\w{0,3}||圆圈|圓圈|円|丸|원",
    "mark": "markierung(?:en)?|marken?|marques?|repères?|marcas?|marchi|segni|markering(?:en)?|метк\\w{1,2}"
    "||标记|標記|マーク|印|표시",
    "tag": "etiketten?|schild(?:er)?|étiquettes?|etiquetas?|etichett[ae]|labels?"
    "|метк\\w{1,2}||标签|標籤|タグ|ラベル|태그",
    "star": "sterne?n?|étoiles?|estrellas?|estrelas?|stell[ae]|sterren|звёзд\\w{1,2}|звезд\\w{1,2}||星|별",
    "triangle": "dreiecke?n?|triangles?|triángulos?|triângulos?|triangol[oi]|driehoeken|треугольник\\w{0,2}"
    "||三角形|삼각형",
    "contour": "konturen?|umrisse?n?|contours?|contornos?|contorn[oi]|контур\\w{0,2}||轮廓|輪廓|윤곽",
    "mask": "masken?|masques?|máscaras?|mascher[ae]|маск\\w{1,2}||掩码|遮罩|マスク|마스크",
    "scribble": "kritzeleien|kritzelei|gribouillages?|gribouillis|garabatos?|rabiscos?|scarabocch[io]{1,2}"
    "|каракул\\w{1,2}||涂鸦|塗鴉|落書き|낙서",
    "oval": "ovale?|óvalos?|ovais|ellipsen?|овал\\w{0,2}||椭圆|橢圓|楕円|타원",
    "person": "person(?:en|nes|as|e|er)|leute|menschen|personne|persona|gente|gens|pessoas?|mensen"
    "|люд\\w{1,3}|человека?"
    "|osoby|osób|människor||사람",
}
EASTERN_COLOURS = {
    "red": "[红紅]色?|赤い?|빨간색?",
    "blue": "[蓝藍]色?|青い?|파란색?",
    "green": "[绿綠緑]色?|초록색?|녹색",
    "yellow": "[黄黃]色?い?|노란색?",
    "black": "黑色?|黒い?|검은색?",
    "white": "白色|白い|흰색?",
    "orange": "橙色|オレンジ色?|주황색?",
    "purple": "紫色?|보라색?",
    "pink": "粉红?色?|ピンク色?|분홍색?",
}
