"""Replies that restate what was zoomed or chosen before and ask how to go on: no selection."""

from __future__ import annotations

import re

from ..stance.undecided import asks

_LONGEST = 1_200
_TELL = re.compile(  # asks the user to say something
    r"\b(?:(?:let me know|tell me|inform me|advise(?: me)?|specify|indicate|clarify|confirm)"
    r"(?! if (?:you (?:need|have|want|would like|'d like) (?:any|more|further|else|me to)|that|this|there|any))"
    r"|(?:please|kindly|you need to) (?:provide|share|upload|send|attach|choose|select|decide)"
    r"|(?:sagen|teilen|lassen) sie (?:mir|mich)|sage? mir|(?:teile|lass) (?:mir|mich)"
    r"|bitte (?:geben|gib|nennen|nenne|wählen|wähle|laden|lade|senden|entscheiden)"
    r"|(?:dites|dis|indiquez|faites|fais)[- ]moi|précisez|veuillez"
    r"|dime|díg[ae]me|ind[ií][cq]u?[ae]me|hazme saber|por favor,? (?:indi|especif|env[ií]|elij|díga)\w*"
    r"|diga-me|me diga|me informe|por favor,? (?:diga|envie|escolh)\w*"
    r"|fammi sapere|dimmi|mi dica|mi faccia sapere|indicami|per favore,? (?:indic|specific|scegli)\w*"
    r"|сообщите|скажите|скажи|укажите|уточните|дайте знать|подскажите|повідомте|скажіть|вкажіть"
    r"|laat (?:me|het me|mij) weten|zeg me|vertel me|geef aan|daj(?:cie)? (?:mi )?znać|powiedz mi"
    r"|proszę (?:o|pod|wska)\w*"
    r"|låt mig veta|säg till|berätta (?:för mig)?|lad mig vide|fortæl mig|dejte mi vědět|řekněte mi"
    r"|lütfen (?:bana )?(?:söyle|bildir|belirt|seç)\w*|beri ?tahu (?:saya|kami)|cho tôi biết|vui lòng)"
    r"|请(?:您|你)?(?:告诉|告知|说明|指示|提供|选择)|請(?:您|你)?(?:告訴|告知|說明)|教えてください|お知らせください|指示してください"
    r"|알려 ?주세요|말씀해 ?주세요",
    re.IGNORECASE,
)
_RESTATES = re.compile(  # what was done before, what can be done, and how the image is shown
    r"\b(?:(?:was|were|(?:has|have|had)(?: \w+)? been|got)\s(?:\w+ly )?(?:zoomed|chosen|selected|enlarged|kept|picked"
    r"|shown|provided|given|magnified)|you(?:'ve| have)? (?:\w+ly )?(?:zoomed|chosen|chose|selected|picked|enlarged"
    r"|kept|asked|shown|given)|zoomed (?:so far|already|currently)"
    r"|(?:is|are) (?:already |now |currently )?zoomed|so far"
    r"|shows?|contains?|zeig(?:en|t)|montren?t?|muestran?|mostra(?:m|no)?|toon[t]?|tonen|operations?|options"
    r"|actions|(?:i|we|you|the window|it|they) (?:can|could|may)"
    r"|(?:wurden?|sind|ist)\b[^.]{0,60}\b(?:gewählt|ausgewählt|vergrößert|herangezoomt|gezoomt|behalten)"
    r"|(?:a|ont) (?:déjà )?été|(?:vous avez|tu as) (?:choisi|agrandi|sélectionné)"
    r"|se (?:ampli|eligi|seleccion|escogi)\w+|(?:ha|han|fue|fueron) (?:sido )?(?:ya )?(?:ampli|eleg|selec|escog)\w+"
    r"|(?:já )?(?:foi|foram)|(?:è|sono) (?:già )?stat[oiae]|(?:zijn|is|werden?)\b[^.]{0,60}\b(?:gekozen|vergroot"
    r"|ingezoomd|geselecteerd)|został[yao]?|har\b[^.]{0,60}\b(?:valts|förstorats|zoomats|valgt|forstørret)|byly|byla)(?!\w)"
    r"|(?<!\w)был[аои]?(?!\w)|предыдущ|попередн|上一步|(?:已经|已經)(?:放大|选择|選擇)|目前|先ほど|이미",
    re.IGNORECASE,
)
_REQUESTS = re.compile(r"\W*(?:please,? )?(?:can|could|may|would|will) (?:you|we|i)\b[^?]*\d", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+|(?<=[。！？])|(?<=[^\d\s]);\s")
_NAMES = re.compile(
    r"\d|\b(?:keep|zoom|shift|both|none|all|one|two|three|four|five|six|seven|eight|nine|behalt\w*|vergrößer\w*"
    r"|gard\w*|agrand\w*|conserv\w*|ampli\w*|mant\w*|ingrand\w*|оста\w*|увелич\w*)\b|[一二三四五六七八九]",
    re.IGNORECASE,
)


def asks_how_to_go_on(text: str) -> bool:
    """Tell whether a reply asks the user and says nothing else of views than what was chosen before.

    Args:
        text: Plain text (`standardizers.text.plain`).

    Example:
        >>> asks_how_to_go_on("Tiles 4 and 5 were zoomed so far. Please tell me which of them should stay.")
        True
        >>> asks_how_to_go_on("Keep tile 4. Tell me whether that is enough.")
        False
    """
    if len(text) > _LONGEST or ("?" not in text and _TELL.search(text) is None):
        return False
    asked = False
    for sentence in _SENTENCE.split(text):
        if _TELL.search(sentence) is not None or (asks(sentence) and _REQUESTS.match(sentence) is None):
            asked = True
        elif _NAMES.search(sentence) is not None and _RESTATES.search(sentence) is None:
            return False
    return asked
