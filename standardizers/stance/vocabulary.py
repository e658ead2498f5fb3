"""The words by which replies introduce, prefer and reject an option: data for `standardizers.stance.stance`.

All words are lower-case, as `standardizers.text.plain` and `str.lower` leave them.
"""

from __future__ import annotations

from ..text.cleaning import fold


def _words(text: str) -> frozenset[str]:
    return frozenset(fold(text).split())


ANSWERS = _words(
    """
    answer answers ans solution conclusion verdict choice selection pick response result output prediction guess
    decision
    winner réponse respuesta resposta risposta antwort ответ відповідь odpowiedź odpověď cevap yanıt svar svaret
    vastaus
    antwoord jawaban jawabannya válasz răspuns răspunsul απάντηση উত্তর उत्तर الإجابة الجواب תשובה תשובתי คำตอบ án wahl
    choix elección elegida escolha scelta выбор вибір keuze pilihan wniosek lösung ergebnis solución solução soluzione
     final fazit şık şıkkı target
    """
)
"""Nouns that stand for the answer: an option behind "<noun> is" or "<noun>:" is announced."""

QUALITIES = _words(
    """
    correct right best chosen selected appropriate suitable final preferred bonne correcta correcto correta correto
    richtige
    richtig corretta giusta правильный правильная верный верная rätt rätta juiste doğru benar beste poprawna prawidłowa
    správná جيدة الصحيحة الصحيح सही
    """
)
"""Adjectives that make "the ... option is" an announcement."""

MOST = _words(
    """
    most more best better longest longer highest higher greatest greater strongest stronger likeliest likelier largest
    plus  más mais meist meisten stärker stärkste am auffälligste auffälliger auffälligsten salienter
    salienteste più самый наиболее более больше bardziej najbardziej mer mest meer meest fazla paling lebih dominant
    самая самое самую дольше найбільш أطول أكثر الأكثر الأطول الأبرز
    dominates winner wins maior maiores mayor maggiore größte größten längste längsten längere longtemps più
    """
)

COPULAS = _words(
    """
    is are be was were = : -> being remains become becomes corresponds correspond matches est es é è ist sind wäre sería
    seria sarebbe serait является это jest je adalah là är er on este είναι है হল هي هو היא คือ lautet lauten soit
    sea seja sia fosse foi fue fut était war waren var byl była był было stato stata era será sarà sera
    """
)

FILLERS = _words(
    """
    that it it's its this is be would should must will can has have  most likely probably definitely clearly simply
    just indeed the a an as option options letter label number object item region box point view image list scanpath
    точка точке точку пункт пункте النقطة punkt punkte punkten punto ponto пара
    subject candidate one ones los las bounding fixation area alternative scan path set sequence participant person's
    lettre opción opção opzione вариант объект буква буквой buchstabe objekt objet objeto oggetto
    la el le l die der das dem den il lo los o os un une una uno um uma ein eine das l'option l'objet l'opzione
    l'oggetto l'élément l'opció alternativa
    letra lettera litera seçenek seçeneği विकल्प opcja opsi variante namely i.e ie also
    obviously easily certainly surely perhaps maybe still now then exactly marked labeled labelled called named tagged
    """
)
"""Words that may stand between a cue and the option."""

CHOOSES = _words(
    """
    choose chose chosen chooses choosing pick picks picked picking select selects selected selecting prefer
    prefers preferred
    say guess answer leaves leaving leave favor favour favors favours expect follow follows submit  wähle
    wählen nehme
    choisis choisirais elijo elegiría escolho escolheria scelgo sceglierei выбираю выберу выбрал wybieram kies väljer
    direi diría diria dirais dirías chọn pilih memilih seçerim seçiyorum
    opt lean leaning seleccionaría seleccionaria selectionne sélectionne seleziono seleciono seleccionar
    """
)
"""Verbs whose object is announced."""

BELIEVES = _words(
    "think believe say guess suppose reckon feel assume estimate denke glaube crois pienso creo acho credo думаю"
)
"""Verbs of opinion: "I think B", but not "I think B is large"."""

PREPOSITIONS = {
    "with": _words(
        "go going went gone stick sticking stay settle settled conclude answer consistent compatible keeping"
    ),
    "for": _words("opt opting opted vote voting go going settle settled argue plump tend tends speak speaks"),
    "on": _words("settle settled decide decided bet land landed focused fixed fixated resting rests falls fixating"),
    "towards": _words("lean leaning leans inclined tend tending tilt points point"),
    "toward": _words("lean leaning leans inclined tend tending tilt points point"),
    "in": _words("confident"),
    "to": _words(
        "vote drawn belongs belong attracted corresponds correspond lean leaning leans inclined tend point boils"
        " change changing changed switch switching switched revise revising update updating"
    ),
    "of": _words("favor favour"),
    "de": _words("trata s'agit agit"),
    "di": _words("tratta"),
    "um": _words("handelt sich"),
    "für": _words("entscheide entscheiden entscheidet mich"),
    "por": _words("optaría optaria opto inclino decanto iría iria inclinaria decantaría"),
    "pour": _words("opte opterais penche pencherais vote"),
    "per": _words("opto opterei propendo"),
}
"""Prepositions that introduce the answer, with the verbs that they need in the three words before."""

GAZE = _words(
    """
    look looks looking looked gaze gazes gazing stare stares staring glance glances glancing directed peering focused
    fixated
    gaze's eyes turned pointing oriented facing focusing
    """
)
"""Verbs of gaze: what is behind their "at" or "towards" is announced as the target."""
GAZE_AT = frozenset(("at", "to", "toward", "towards", "on", "onto", "into"))
POINTS = _words(
    "marks highlights encloses outlines surrounds indicates circles frames points encircles marking highlighting"
)
"""Verbs between a visual prompt and the option that it marks: "the dot marks B"."""
PROMPTS = _words(
    "dot arrow box circle contour mask point scribble marker highlight outline rectangle oval ellipse triangle line"
    " prompt"
)
WATCHES = _words(
    "watching watches facing faces regarde guarda mira mirando olha olhando betrachtet observa observe fixates "
    "observing "
    "смотрит kijkt tittar"
)
"""Verbs of gaze with an object of their own."""
LOOKS_ABROAD = {
    **dict.fromkeys(("auf", "zu", "zum", "zur"), _words("blickt schaut sieht guckt gerichtet blick starrt")),
    **dict.fromkeys(
        ("a", "al", "hacia", "verso", "para", "vers", "в", "на", "ao", "naar", "på", "au"),
        _words(
            "mira mirando guarda guardando olha olhando regarde dirigida rivolto tourné смотрит взгляд kijkt "
            "tittar dirige"
        ),
    ),
}

CONCLUDES = _words(
    "so therefore thus hence consequently finally overall accordingly ergo i.e. namely conclusion ultimately "
    "eventually pressed forced daher deshalb also somit folglich donc "
    "ainsi luego entonces portanto logo quindi dunque perciò tanto lanto поэтому следовательно итак значит dlatego"
)
CORRECTS = _words(
    "actually wait no correction edit sorry scratch rather instead hmm oops sondern sino nein non mean meant revised"
)
DOUBTS = _words("cannot can't couldn't unable impossible unclear unsure sorry insufficient")
UNDONE = _words(
    """
    not isn't wasn't aren't don't doesn't can't cannot won't wouldn't less least than second third other incorrect
    wrong
    neither none nobody nor if whether either never nicht kein keine pas non не ni wenn si если least-salient worst
    false alternative question hardly barely scarcely
    """
)
DENIES = _words(
    """
    not cannot nor neither never than except unlike without excluding whether non nicht kein keine keinen pas не
    incorrect
    wrong eliminate eliminates eliminated eliminating exclude excluded discard rule rejects reject isn't wasn't don't
    doesn't
    wouldn't can't aren't ni als que чем che unlikely
    """
)
