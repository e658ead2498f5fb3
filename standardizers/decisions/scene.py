"""Sentences that speak of the things in a picture, not of what the reply needs: "The flowers have enough water."."""

from __future__ import annotations

import re

from ..stance.pictures import tells_of_picture

_SHOWN = (
    r"(?:views?|parts?|images?|pictures?|photos?|crops?|windows?|tiles?|sections?|quadrants?|regions?|scenes?|frames?"
    r"|halves"
    r"|half|portions?|sides?|corners?|questions?|answers?|tasks?|information|info|context|details?|evidence|data|clues?"
    r"|rest|remainder|resolution|decision|others?|ones?|zoom|area|snippet|patch|cutout|piece|model|i|we|this|that|it"
    r"|what)"
)
_DETERMINER = (
    r"(?:the|an?|this|that|these|those|his|her|their|its|some|one of the|each|every|two|three|four|five|many|several"
    r"|all the"
    r"|both)"
)
_NEEDS = (
    r"(?:needs?|wants?|lacks?|requires?|have enough|has enough|have more|has more|would like|seems? to (?:need|want"
    r"|lack)"
    r"|asks? for|misses)"
)
_SUBJECT = re.compile(
    rf"\W*(?:{_DETERMINER}\s)(?:[\w-]+\s){{0,3}}?(?!{_SHOWN}\b)[\w-]+\s(?:(?:also|still|clearly|probably"
    rf"|perhaps)\s)?{_NEEDS}\b"
    r"(?!\s(?:to be|\w+ing\b|a closer|closer|zoom|another look|further|additional|more (?:context|detail|information)))"
)
_AGENT = re.compile(rf"\W*{_DETERMINER}\s(?:[\w-]+\s){{0,2}}{_SHOWN}\s(?:\w+\s)?{_NEEDS}\b")
_ENOUGH_OF = re.compile(
    rf"\b(?:there (?:is|are|'s)|have|has|with)\s(?:\w+\s)?(?:enough|sufficient|plenty of)\s(?!{_SHOWN}\b|to\b|for\b"
    rf"|visual|of\b|here"
    r"|now|in\b|already|already|as\b|material|visible|i\b|and\b|pixels|sharp)[a-z]{3,}"
    r"|\b(?:es gibt|es ist|ist|sind|haben|hat)\s(?:\w+\s)?(?:genug|genügend|ausreichend)\s(?!bild|info|detail|ansicht"
    r"|material"
    r"|hinweis|kontext|daten|um\b|für|zu\b|aus\b|ausschnitt|sicht|teil|zeig)[a-zäöü]{3,}"
    r"|\bil y a\s(?:bien\s)?assez d[e']\s?(?!info|vue|détail|contexte|élément|donnée|image|partie)\w{3,}"
    r"|\bhay\s(?:suficientes?|bastantes?)\s(?!info|vista|detalle|context|dato|element|imagen|parte)\w{3,}"
)
_MISSING_FROM = re.compile(
    rf"\bmissing (?:from|on|in) (?:the|his|her|a|its|their) (?:\w+ ){{0,2}}?(?!{_SHOWN}\b)(?:\w+)\W*$"
    rf"|\bmissing an? \w+\W*$"
)
_THERE_IS = re.compile(
    r"\W*(?:there (?:is|are|was|were)\b|there's\b|(?:the|an?|two|three|four|some|several|many)\s(?:[\w-]+\s){1,4}?"
    r"(?:stands?|sits?|hangs?|lies?|walks?|wears?|holds?|runs?|flies|leans?|rides?)\b)"
)
_SHOW = re.compile(  # "Las partes muestran tejados": what the views show, in words that also ask to be shown something
    r"\W*(?:(?:las?|les|los|die|as|le|i|the) )?(?:partes?|vistas?|im[aá]gene?s?|parties?|vues?|images?|teile"
    r"|ansichten|bilder"
    r"|parti|viste|immagini|imagens)\s(?:muestran|montrent|zeigen|mostrano|mostram)\s(?!"
    r"que\b|dass\b|che\b|todo|tout|alles|tutto|tudo|nada|rien|nichts|niente|s[oó]lo|solo|seulement|nur|apenas|soltanto)"
    r"|\W*(?:das bild|die ansicht|der ausschnitt|l'image|la vue|cette (?:vue|image|partie)|la (?:partie|imagen|vista"
    r"|parte)(?: \w+)?|esta (?:imagen|vista|parte)"
    r"|a (?:imagem|parte|vista)|esta imagem|l'immagine|questa (?:immagine|vista|parte))\s(?:muestra|montre|zeigt"
    r"|mostra)\s(?!mir|me\b|mi\b|nicht|pas\b|non\b|assez|genug|genügend|ausreich|suffi|basta|sufic|poco|peu\b|wenig|zu\b|trop|que\b|dass\b|che\b|todo|tout|alles|tutto|tudo|nada|rien"
    r"|nichts|niente|s[oó]lo|solo|seulement|nur|apenas|soltanto)"
)
_SEEN_ABROAD = re.compile(  # "画面中可以看到一段铁轨": what there is
    r"\W*(?:画面|图片|图像|照片|视图|图)(?:中|里|上)(?:可以|能)?(?:看到|看见|有)(?![^\u3002]*(?:问题|答案|足|够|需|全部|所有))"
)
_SENTENCE = re.compile(r"(?<=[.!?;])\s+|\n+")


_CUES = (
    *("need", "want", "lack", "requ", "enough", "miss", "like", "gen", "assez", "hay ", "more", "suff", "ausr"),
    *("plenty", "ask", "看", "muestr", "montr", "zeig", "mostr", "foto", "bild", "imag", "immag", "afbeeld"),
    *("gambar", "ansicht", "ausschnitt", "vue", "part", "teil", "vista", "ventana", "finestra", "fenster"),
    *("fenêtre", "venster", "janela", "utsnitt", "scen"),
)
"""What sentences of the scene contain: a fast first look."""


def without_scene(text: str) -> str:
    """Return a lower-case text without the sentences that say what things in the picture need, have or lack.

    Example:
        >>> without_scene("the road needs repair. i need more.")
        'i need more.'
    """
    if text.isascii() and not any([cue in text for cue in _CUES]):
        return text
    sentences = _SENTENCE.split(text)
    kept = [sentence for sentence in sentences if not _speaks_of_things(sentence)]
    if tells_of_picture(sentences[0]):
        kept = [sentence for sentence in kept if _NONE_THERE.match(sentence) is None]
    return text if len(kept) == len(sentences) else " ".join(kept)


def _speaks_of_things(sentence: str) -> bool:
    if (
        _SHOW.match(sentence) is not None
        or tells_of_picture(sentence)
        or _SEEN_ABROAD.match(sentence) is not None
        or _ENOUGH_OF.search(sentence) is not None
        or _MISSING_FROM.search(sentence) is not None
    ):
        return True
    return _SUBJECT.match(sentence) is not None and _AGENT.match(sentence) is None


_NONE_THERE = re.compile(  # "No hay personas en la escena", behind a sentence that tells what there is
    r"\W*(?:no (?:hay|se ven?)|es gibt keine?|il n'y a (?:pas|aucune?)|não há|non (?:c'è|ci sono)|er (?:is"
    r"|zijn) geen|нет|nie ma)\b"
    r"(?!.*\b(?:suficient\w*|informa\w*|detal\w*|genug|assez|genoeg|wystarcz\w*|достаточно)\b)"
)


def tells_what_is_there(text: str) -> bool:
    """Tell whether a lower-case text tells what is in the picture: naming a side, it asks for none.

    Example:
        >>> tells_what_is_there("there are two boats on the left side.")
        True
    """
    return _THERE_IS.match(text) is not None


_SHOWS_ENOUGH = re.compile(  # "Das Bild zeigt nicht genug.", "L'image montre tout."
    r"\b(?:bild|ansicht|ausschnitt|teil|image|vue|partie|imagen|vista|parte|imagem|immagine|изображение|часть|вид)\b"
    r"(?: (?:hier|ici|aquí|aqui|qui))?\s(?P<before>ne |n'|no |non |não |не )?"
    r"(?:zeigt|enthält|montre|contient|muestra|contiene|mostra|contém|показывает|содержит)\b"
    r"(?P<behind>(?: (?:mir|uns|leider))? nicht| pas)?(?: (?:mir|uns|schon|bereits|déjà|ya|já|già|уже))?"
    r" (?:genug|genügend|ausreichend|alles|assez|suffisamment|tout|(?:lo )?suficiente|bastante|todo"
    r"|(?:o )?suficiente|tudo|abbastanza"
    r"|(?:a )?sufficienza|tutto|достаточно|всё|все)\b"
)


def shows_enough(text: str) -> str:
    """Return "no" for a lower-case text of another language in which a view shows all or enough, "yes" if it does not.

    Example:
        >>> shows_enough("das bild zeigt nicht genug."), shows_enough("l'image montre tout."), shows_enough("ja")
        ('yes', 'no', '')
    """
    found = _SHOWS_ENOUGH.search(text)
    if found is None:
        return ""
    return "yes" if found["before"] or found["behind"] else "no"
