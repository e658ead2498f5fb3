"""Sentences with which a reply says what it has to do ("We need to rank three items: ..."): they answer nothing."""

from __future__ import annotations

import re

_MUST = (
    r"(?:(?:we|i|you) (?:need|have|must|are asked|am asked|are to|ought)|(?:the|my|our|this) (?:task|question|goal"
    r"|aim|job|idea"
    r"|request|user|prompt) (?:is|asks?|wants?|requires)"
    r"|(?:wir|ich) (?:müssen|sollen|soll|muss)|es gilt|die aufgabe (?:ist|lautet)"
    r"|il (?:faut|s'agit de)|(?:on|nous|je) (?:doit|devons|dois)|la tâche (?:est|consiste)"
    r"|(?:hay que|tenemos que|tengo que|debemos|debo|se pide|nos piden|la tarea (?:es|consiste))"
    r"|(?:precisamos|temos que|tenho que|devo|devemos|é preciso|preciso|a tarefa é)"
    r"|(?:dobbiamo|devo|bisogna|occorre|il compito è)"
    r"|(?:мне |нам )?(?:нужно|надо|необходимо|требуется|следует|предстоит)|задача (?:состоит|[-\u2013\u2014])"
    r"|(?:we|ik) (?:moeten|moet)|(?:musimy|muszę|należy|trzeba))"
)
_RANK = (
    r"(?:rank|order|sort|arrange|ordnen|einordnen|anordnen|sortieren|classer|ordonner|trier|ordenar"
    r"|clasificar|classificar"
    r"|ordinare|classificare|упорядочить|расположить|ранжировать|отсортировать|rangschikken|ordenen"
    r"|uporządkować|uszeregować)"
)
_TASK = re.compile(
    rf"\A\W*(?:(?:so|okay|ok|well|alright|now|hmm|nun|also|bon|bien|bueno|итак"
    rf"|так),?\s)?{_MUST}\b[^.!?\n>]{{0,80}}?\b{_RANK}\b"
    r"[^.!?\n>]{0,200}(?:[.!?](?=\s|\Z)|\n|\Z)"
    r"|\A[^.!?\n\u3002>]{0,80}(?:순위를 (?:정하|매기)(?:려면|기 위해)|順位を(?:つける|決める)(?:には"
    r"|ために?)|为了[^\u3002\n>]{0,20}排(?:序"
    r"|名))[^.\n\u3002>]*(?:[.\n\u3002]|\Z)"
    r"|\A\W*(?:我们|我)?(?:需要|要求|任务是|要)[^\u3002\n>]{0,24}(?:排序|排列|排名)[^\u3002\n>]{0,80}(?:[\u3002\n]|\Z)",
    re.IGNORECASE,
)
_ANSWERED = re.compile(r"\b(?:first|most|then|followed|as follows|result|answer)\b\W", re.IGNORECASE)


def without_ranking_task(text: str) -> str:
    """Return a text without its first sentence where that only says that something has to be ranked.

    Example:
        >>> without_ranking_task("We need to rank three items: the dog, the cat and the bird. The dog leads.")
        'The dog leads.'
        >>> without_ranking_task("You should rank the dog first.")
        'You should rank the dog first.'
    """
    found = _TASK.match(text)
    if found is None or _ANSWERED.search(found.group()) is not None:
        return text
    return text[found.end() :].lstrip()
