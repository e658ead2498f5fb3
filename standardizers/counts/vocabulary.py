"""Words that tell `standardizers.counts.claims` what a number in a sentence is: a count, a bound, a name, a year."""

from __future__ import annotations

import re

CLAUSE_ENDS = frozenset('.!?;\n,:()[]{}|="')
RANGE_WORDS = frozenset(
    [
        "to",
        "or",
        "bis",
        "oder",
        "ou",
        "o",
        "u",
        "à",
        "a",
        "или",
        "до",
        "или",
        "lub",
        "do",
        "veya",
        "ila",
        "sampai",
        "atau",
        "hoặc",
        "đến",
        "of",
        "eller",
        *("nebo", "alebo", "tai", "vagy", "sau", "або", "чи", "или", "או", "ή", "أو", "او", "یا", "या", "বা", "หรือ"),
        "到",
        "至",
        "或",
        "か",
    ]
)
ORS = frozenset(
    re.findall(
        r"\S+",
        """
        or oder ou o или lub albo veya ya atau hoặc eller nebo alebo tai vagy sau або чи ή أو یا या বা หรือ
        """,
    )
)
COUNTS_WITH = frozenset(["counting", "including", "with", "without", "mit", "ohne", "avec", "sans", "con", "sin"])
BUT = frozenset(["but", "sondern", "mais", "sino", "mas", "ma", "а", "rather"])
IF = frozenset(["if", "otherwise"])
BETWEENS = frozenset(["between", "entre", "zwischen", "tra", "fra", "между", "pomiędzy", "między", "tussen"])
BETWEEN_ANDS = frozenset(["and", "y", "et", "e", "und", "и", "i", "en"])
# "a pair of glasses" is one thing, "a pair of flamingos" are two
ONE_OF_TWO = frozenset(
    [
        "binoculars",
        "boots",
        "earphones",
        "eyeglasses",
        "eyes",
        "glasses",
        "gloves",
        "goggles",
        "hands",
        "headphones",
        "heels",
        "jeans",
        "legs",
        "lenses",
        "mittens",
        "pants",
        "pliers",
        "sandals",
        "scissors",
        "shears",
        "shoes",
        "shorts",
        "skates",
        "skis",
        "slippers",
        "sneakers",
        "socks",
        "spectacles",
        "sunglasses",
        "tights",
        "tongs",
        "trousers",
        "wings",
    ]
)
STANDS = frozenset(
    ["stand", "stands", "stick", "sticks", "pop", "catch", "catches", "draw", "draws", "attract", "attracts", "grab"]
)
SETTLES = frozenset(["settle", "settled", "settling", "decide", "decided", "go", "going", "went", "stick", "sticking"])
# "de los siete objetos": what others are taken from, by an article behind a preposition or by one word for both.
OUT_OF = frozenset(["de", "sur", "von", "unter", "parmi", "entre", "van", "tra", "fra", "di", "a", "among"])
OF_ALL = frozenset(
    ["dari", "das", "degli", "dei", "delle", "des", "dos", "spośród", "todas", "todos", "unter", "von", "из"]
)
FROM_ALL = frozenset(["sur", "von", "su", "van", "z", "ze", "из", "із", "av", "af", "dari", "trong"])
"""Words right before the number of all, whatever the words before them name ("quatre cyclistes sur six")."""
ARTICLES = frozenset(
    [
        "as",
        "ces",
        "de",
        "dem",
        "den",
        "der",
        "deze",
        "diesen",
        "estas",
        "estos",
        "gli",
        "i",
        "las",
        "le",
        "les",
        "los",
        "os",
        "queste",
        "questi",
    ]
)
PLACES = frozenset(["in", "on", "at", "to", "by"])
DENIED = frozenset(
    re.findall(
        r"\S+",
        """
        not never isn aren wasn instead rather nicht pas не nie bukan değil non não niet inte ikke όχι לא ليس نه
        """,
    )
)
