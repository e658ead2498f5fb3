"""Set phrases that say that the view suffices ("the rest adds nothing") or does not ("more than I was shown")."""

from __future__ import annotations

import re

_SUFFICES = re.compile(
    r"\b(?:settles|decides|resolves|answers|clinches) (?:it|that|this|the (?:question|matter|issue|case))\b"
    r"|\b(?:says|tells (?:me )?|shows (?:me )?) ?(?:it all|all (?:there is|i (?:need|want)))\b"
    r"|\b(?:add|adds|bring|brings|contribute|contributes|change|changes)(?: me)? nothing\b"
    r"|\b(?:rest|others?|other \w+|remaining \w+|remainder|everything else)\b[^.;,\n]{0,40}?\b(?:can|may|might|could"
    r"|need) (?:safely |just |well |happily |as well )?(?:stay|remain|be left|not be|be)"
    r" (?:hidden|covered|unseen|closed|undisclosed|out|unopened|ignored|opened|shown|uncovered)\b"
    r"|\b(?:all|everything|exactly what|just what) (?:that )?(?:the|this|your) (?:question|task)"
    r" (?:really |actually )?(?:requires?|needs|asks(?: for| about)?|calls for|wants|demands)\b(?! is (?:not|missing))"
    r"|\b(?:that|which|this)(?:'s| is) (?:all|what|the only thing) (?:that )?(?:really |actually )?(?:matters|counts)\b"
    r"|\b(?:answer|reply) can be given\b|\bno (?:point|use|sense|benefit) in"
    r" (?:see|look|view|show|ask|open|uncover)ing\b"
    r"|\b(?:would|will|can|could) (?:add|bring|contribute|change) nothing\b"
    r"|\b(?:trägt|tragen|bringt|bringen) nichts (?:mehr |weiter )?(?:bei|ein)?\b|\bändert nichts\b"
    r"|\bn'(?:apporte|apportent|ajoute|ajoutent|change|changent)(?:ra|ront|rait|raient)? rien\b"
    r"|\bno (?:aporta|aportan|añade|añaden|cambia|cambian) nada\b|\bnão (?:acrescenta|acrescentam|muda|mudam) nada\b"
    r"|\bnon (?:aggiunge|aggiungono|cambia|cambiano) (?:nulla|niente)\b|\bvoeg(?:t|en) niets toe\b|\bverander(?:t"
    r"|en) niets\b"
    r"|ничего не (?:добав|измен|да[её]т)\w*|\bnic nie (?:wnos\w+|zmieni\w*)|\btillför (?:inget|ingenting)\b"
    r"|hiçbir şey katm\w+"
)
_LACKS = re.compile(
    r"\bthought\b[^.;]{0,30}\b(?:enough|sufficient|sure|had it)\b[^.;]{0,12}\b(?:until|till|before|but)\b"
    r"|\b(?:count|tell|judge|say|answer|describe|name)\b[^.;]{0,20}\bwhat (?:i|we) (?:have not|haven't|was not"
    r"|wasn't|cannot|can't)"
    r" (?:been |yet )?(?:shown|see|seen|given)\b"
    r"|\bsee\b[^.;\n]{0,60}\bbut not (?:what|who|which|where|how|whether)\b"
    r"|\bnot (?:needed|necessary|required),? but (?:the )?[^.;,\n]{1,40} (?:is|are)\W*$"
    r"|\bdachte\b[^.;]{0,30}\bgenug\b[^.;]{0,12}\bbis\b|\bje (?:croyais|pensais)\b[^.;]{0,40}\bjusqu'à ce que\b"
    r"|\bpensaba\b[^.;]{0,40}\bhasta que\b"
)
_PURPOSE = re.compile(
    r"\W{0,3}(?:(?:in order )?to (?:decide|determine|judge|answer|know|find out|tell|see|check)\b|um (?:zu |das zu "
    r"|die )"
    r"|pour (?:décider|savoir|déterminer|répondre)|para (?:decidir|saber|determinar|responder)|per (?:decidere"
    r"|capire|sapere)"
    r"|чтобы |щоб |aby |om te |för att |为了|為了|要判断|要判斷|判断するために|판단하기 위해"
    r"|let me (?:see|check|think|look)|first,? )"
)


_DENIES = re.compile(r"\b(?:nothing|none|no|not|never|nichts|rien|nada|niets)\b[^.;,]{0,20}$")


def suffices(text: str) -> bool:
    """Tell whether a lower-case text says by a set phrase that the view suffices.

    Example:
        >>> suffices("het bord is leesbaar en de rest voegt niets toe."), suffices("nothing here settles it.")
        (True, False)
    """
    found = _SUFFICES.search(text)
    return found is not None and _DENIES.search(text, 0, found.start()) is None


def lacks(text: str) -> bool:
    """Tell whether a lower-case text says by a set phrase that the view does not suffice ("enough until I saw ...")."""
    return _LACKS.search(text) is not None


def begins_analysis(text: str) -> bool:
    """Tell whether a lower-case text opens with what it is about to do, and so decides nothing where it was cut."""
    return _PURPOSE.match(text) is not None
