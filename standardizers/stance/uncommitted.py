"""Replies that decline to decide, or have not decided yet: they offer what they name, and choose none of it."""

from __future__ import annotations

from ..text.cued import Cued

_END = (
    r"(?=\s?(?:[.,;:!?)\u3002\uff0c-]|$)|\s(?:between|among|either|one|any|yet|here|now|which|whether|where|sides|for"
    r"|zwischen|hier|jetzt|noch|welche\w*|für|entre|ici|encore|pour|lequel|laquelle|aqu[ií]|todavía|aún|cuál|qual\w*"
    r"|ainda|tra|fra|qui|ancora|между|здесь|что|какой|какую|між|między|który|którą|mezi|tussen|nog|mellan|mellem"
    r"|mellom|antara|giữa))"
)
UNCOMMITTED = Cued(
    r"(?:\brather not |\bprefer not to |\bprefer to not |\bdecline to |\bchoose not to )(?:commit(?: myself)?(?: to"
    r"(?= (?:either|one|any)))?|decide|choose|pick|select|settle|take sides|say which)" + _END + r"|"
    r"(?:\bnot|n't) (?:want|wish|like|care|going|willing|prepared|inclined) to (?:commit(?: myself)?(?: to"
    r"(?= (?:either|one|any)))?|decide|choose|pick|select|settle|take sides|say which)" + _END + r"|"
    r"(?:\bnot|n't) (?:yet |really |quite |fully ){0,2}(?:made up my mind"
    r"|made (?:a|my|the|any|up a) (?:choice|decision)"
    r"|decided|settled on (?:one|either|any))(?: yet)?" + _END + r"|\byet to (?:decide|choose|make up my mind)\b"
    r"|\bmind (?:is(?: still)? not|isn't) made up\b|\bin two minds\b|\bstill (?:undecided|deciding|hesitating)\b|"
    r"\bmich (?:hier |noch |lieber |da ){0,2}nicht (?:festlegen|festgelegt|entscheiden|entschieden)" + _END + r"|"
    r"\blege (?:ich )?mich (?:hier |noch |lieber ){0,2}nicht fest\b|\bunentschlossen" + _END + r"|"
    r"\bpréfère ne pas (?:trancher|choisir|me prononcer|décider|prendre parti)" + _END + r"|"
    r"\bn'ai (?:pas encore|encore pas|pas|toujours pas) (?:décidé|choisi|tranché|fait (?:mon|de) choix)" + _END + r"|"
    r"\bne (?:tranche|choisis|tranche(?:rai)?) pas" + _END + r"|\bj'hésite (?:encore|toujours)\b|"
    r"\bprefiero no (?:decidir\w*|elegir|escoger|pronunciarme|decantarme|tomar partido)" + _END + r"|"
    r"\b(?:can(?:not|'t)|could not|couldn't|unable to|impossible to) (?:settle on|decide between|choose between"
    r"|pick) (?:one|either|any|them"
    r"|the two|these)\b|\bimpossible de (?:trancher|choisir|décider|départager)\b|\bimposible (?:decidir|elegir"
    r"|decantarse)\b"
    r"|\bimpossibile (?:scegliere|decidere)\b|\bimpossível (?:decidir|escolher)\b|\b(?:lässt sich nicht"
    r"|unmöglich zu) entscheiden\b"
    r"|\bневозможно (?:выбрать|решить|определить)\b|"
    r"\bher ikisi de olabilir\b|\bkeduanya (?:mungkin|bisa)\b|\bcả hai đều có thể\b|\bles deux (?:pourraient"
    r"|sont possibles"
    r"|se valent)\b|\bambos (?:podrían|poderiam|son posibles|são possíveis)\b|\bentrambi (?:potrebbero"
    r"|sono possibili)\b"
    r"|\bbeide(?:s)? (?:könnten|könnte|kämen|käme|wäre|wären|ist möglich|sind möglich)\b"
    r"|\bоба (?:варианта )?(?:возможны|могут)\b"
    r"|\bobie? (?:opcje )?(?:są możliwe|mogą)\b|(?:两者|兩者)都(?:有)?可能|どちらも(?:あり得|ありえ|可能)"
    r"|둘 다 (?:가능|될 수)|"
    r"\bno sabría (?:decir|elegir|cuál|por cuál)" + _END + r"|\bje ne saurais (?:dire|choisir|trancher)" + _END + r"|"
    r"\bnon saprei (?:dire|scegliere)" + _END + r"|\bnão (?:saberia|sei) (?:dizer|escolher)" + _END + r"|"
    r"\b(?:затрудняюсь|не могу) (?:сказать|выбрать|ответить)" + _END + r"|"
    r"\bno (?:me (?:he decidido|decido|decanto)|he (?:decidido|elegido))" + _END + r"|"
    r"\bpreferisco non (?:scegliere|decidere|pronunciarmi|sbilanciarmi)" + _END + r"|"
    r"\bnon (?:ho|mi sono) (?:ancora )?(?:deciso|decisa|scelto)" + _END + r"|"
    r"\bprefiro não (?:escolher|decidir|me pronunciar|me decidir|optar)" + _END + r"|"
    r"\bnão (?:me )?(?:decidi|escolhi)" + _END + r"|\b(?:estou|sono) (?:ainda |ancora )?indecis[oa]\b|"
    r"\bпредпоч\w+ не (?:выбирать|решать|высказываться)" + _END + r"|"
    r"\b(?:ещё|еще|пока) не (?:решил\w*|определил\w*|выбрал\w*)" + _END + r"|"
    r"\bще не (?:виріши\w+|визначи\w+|обра\w+)" + _END + r"|"
    r"\bwolę nie (?:wybierać|rozstrzygać|decydować)" + _END + r"|"
    r"\bnie zdecydowałe?a?m(?: się)?"
    + _END
    + r"|\bnerozhodla? jsem se"
    + _END
    + r"|\bse (?:ještě )?nerozhodla?"
    + _END
    + r"|\b(?:kies|beslis) (?:ik )?liever niet"
    + _END
    + r"|\bnog niet (?:gekozen|besloten)"
    + _END
    + r"|"
    r"\bben er (?:nog )?niet uit\b|\bföredrar att inte välja" + _END + r"|"
    r"\b(?:inte|ikke) (?:bestämt mig|bestemt meg|bestemt mig|valt|valgt)(?: än| ennå| endnu)?" + _END + r"|"
    r"\bhenüz karar vermedim\b|\bkararsızım\b|\bbelum (?:memutuskan|memilih)" + _END + r"|"
    r"\bmasih ragu memilih\b|\bchưa quyết định" + _END + r"|"
    r"(?:还没|還沒|还未|尚未|没有|沒有|没)(?:有)?(?:做?决定|決定|想好|拿定主意|选定)|不想(?:选边|下结论)"
    r"|(?:不确定|不確定|不知道|不清楚|说不清|分不清|拿不准|(?:难以|無法|无法|很难)(?:判断|判斷|确定|確定|抉择))[^。.!?，,\n]{0,12}还是"
    r"[^。.!?，,\n]{1,12}|か[^。.\n]{1,14}か(?:は|が)?(?:分から|わから|判断でき|決められ)(?:ない|ません)"
    r"|인지 [^.\n]{1,14}인지 (?:모르|확실|판단)|まだ決め(?:て)?(?:い)?(?:ない|ません|られ)|決めかね|아직 (?:결정|정"
    r"|선택)하지|لم أقرر|لم أحسم"
    r"|δεν έχω αποφασίσει|עוד לא החלטתי"
    r"|ยังไม่ได้ตัดสินใจ|तय नहीं (?:किया|कर पाया)",
    scripts=True,
)
_CHOOSES = Cued(  # what may follow and decide after all
    r"\b(?:but|yet(?= i)|however|still(?=,)|if i had to|if forced|so(?= i|,)|therefore|i'd|i would|i'll|i choose"
    r"|i pick|i select|i go"
    r"|i take|answer|final|probably|likely|leaning|lean|guess|aber|doch|ich würde|ich wähle|ich nehme|antwort|also(?= )"
    r"|mais|je dirais|je choisis|je prends|réponse|s'il faut|pero|diría|elijo|respuesta|mas|diria|escolho|resposta|ma"
    r"|direi|scelgo|risposta|но|ответ|выбираю|я бы|але|ale|wybieram|odpowiedź|maar|dus|antwoord|men|svar|ama|fakat"
    r"|cevap|tapi|jawaban|nhưng)\b|但|不过|所以|答案|しかし|ただ|でも|答え|하지만|그러나|정답",
    scripts=True,
)
_LONGEST, _SHORT = 1_000, 12


def uncommitted(lowered: str) -> bool:
    """Tell whether a text says that its writer has not decided, and does not decide behind that.

    Args:
        lowered: The text, in lower case.

    Example:
        >>> uncommitted("a or b? i have not made up my mind."), uncommitted("i'd rather not choose a. b.")
        (True, False)
    """
    if len(lowered) > _LONGEST:
        return False
    found = UNCOMMITTED.search(lowered)
    if found is None:
        return False
    behind = lowered[found.end() :].strip()
    if _CHOOSES.search(behind) is not None:
        return False
    last = behind.rsplit("\n", 1)[-1].rsplit(". ", 1)[-1]
    return len(last) > _SHORT or last == behind  # a last word of its own may be the answer
