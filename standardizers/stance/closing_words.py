"""Words with which a reply closes: what is left, loses, or follows; data for `standardizers.choices.closings`."""

from __future__ import annotations

CONCLUDES = (
    r"so|thus|hence|therefore|consequently|accordingly|in the end|all in all|which leaves|then"
    r"|also doch|also|somit|daher|deshalb|folglich|am ende|unterm strich"
    r"|donc|alors|par conséquent|ainsi|au final|finalement|bref"
    r"|así que|por lo tanto|por tanto|entonces|por eso|al final|en definitiva"
    r"|portanto|então|logo|assim|por isso|no fim|afinal|enfim"
    r"|quindi|dunque|perciò|pertanto|alla fine|insomma"
    r"|поэтому|значит|следовательно|итак|таким образом|так что|в итоге|тому|отже"
    r"|więc|zatem|dlatego|ostatecznie|takže|proto|tedy|dus|daarom|kortom|alltså|därför|altså|derfor|joten|siis|tehát"
    r"|szóval"
    r"|deci|așadar|o halde|yani|bu yüzden|sonuçta|jadi|maka|vì vậy|vậy nên|tóm lại|άρα|επομένως|οπότε|לכן|אז|إذن"
    r"|لذلك|پس|تو"
    r"|इसलिए"
)
CONCLUDES_UNSPACED = (
    r"所以|因此|因而|故而|那么|那就|综上|だから|したがって|よって|なので|ゆえに|그러므로|따라서|그래서|결국|ดังนั้น"
)

LEAVES = (
    r"that leaves|this leaves|which leaves|leaving|(?:is|are) left|remains?|remaining"
    r"|bleibt|übrig|il (?:ne )?reste|reste|qued[ao]n?|resta|rest[ao]|fica|rimane|остаётся|остается|остался|осталась"
    r"|осталось"
    r"|залишається|zostaje|pozostaje|zbývá|blijft|återstår|kvar|gjenstår|kalır|kalıyor|tersisa|tinggal|còn lại|μένει"
    r"|נשאר"
    r"|نותר|يبقى|می‌ماند|बचता|बचती"
)
LEAVES_UNSPACED = r"只剩|剩下|就剩|残る|残り|残った|남는|남은|เหลือ"

OTHER = (
    r"the other(?: (?:one|option|list|path|point|object|box|scanpath|sequence))?|de[rn] andere[nr]?|die andere"
    r"|das andere"
    r"|l'autre(?: option| liste)?|(?:el|la) otr[oa]|[oa] outr[oa]|l'altr[oa]|друг(?:ой|ая|ое)|inny|drugi|druhý"
    r"|de andere"
    r"|den andra|det andra|den anden|den andre|diğeri|yang lain(?:nya)?|το άλλο|η άλλη|האחר|השני|الآخر|الأخرى|دیگری"
    r"|दूसरा वाला"
)
OTHER_UNSPACED = r"另一个|另一個|另外一个|另一条|もう一方|もう片方|もう一つ|다른 하나|다른 쪽|나머지 하나"

LOSES = (
    r"(?:loses?(?: out)?|yields?|gives way|falls short|takes a back seat|comes? second|plays second fiddle|defers?"
    r"|bows) to"
    r"|(?:is|are) (?:\w+ )?(?:no match for|beaten by|outdone by|outshone by|overshadowed by|eclipsed by|surpassed by"
    r"|outranked by|topped by)"
    r"|can(?:not|'t) (?:compete|keep up) with|pales (?:beside|next to|against|in comparison (?:to|with))"
    r"|verliert (?:aber |doch )?gegen|unterliegt|steht (?:aber |doch )hinter|wird (?:aber |doch )?(?:von"
    r"|vom) (?=.{1,40}übertroffen)"
    r"|s'incline devant|cède (?:la place )?(?:à|au|aux)|perd (?:contre|face (?:à|au))|pierde (?:contra|ante|frente a)"
    r"|cede (?:ante|a)|perde (?:para|contro|contra)|проигрывает|уступает|przegrywa z|verliest van|förlorar mot"
    r"|taber til"
)
_ADVERBS = (
    r"(?:\s?(?:so|therefore|thus|hence|then|also|daher|deshalb|somit|folglich|eher|am ehesten|hier|donc|alors|plutôt"
    r"|ici|entonces|pues|por tanto|por eso|aquí|portanto|então|por isso|aqui|quindi|dunque|perciò|qui|dus|daarom|hier"
    r"|więc|zatem|поэтому|значит|здесь|just|simply|rather|here)\b,?){0,2}"
)
_ARTICLED = r"\s(?:[^\W\d_]{1,5}\s|l')?[\"'(\[]?\0[\"')\]]?"
NAMES = (
    rf"\W*(?:(?:so|thus|hence|therefore|also|donc|quindi|dus|portanto|entonces|więc|поэтому|значит)\b,?\s)?(?:"
    rf"i(?: would| will|'d|'ll){_ADVERBS} (?:name|list|give|report|put down|note|enter|write down){_ARTICLED}"
    rf"|ich (?:würde|werde|will){_ADVERBS}{_ARTICLED}{_ADVERBS} (?:nennen|angeben|eintragen|aufschreiben|notieren)"
    rf"|(?:ich )?nenne(?: ich)?{_ADVERBS}{_ARTICLED}"
    rf"|je (?:nommerais|nommerai|citerais|donnerais|noterais|indiquerais|indiquerai){_ADVERBS}{_ARTICLED}"
    rf"|(?:yo )?(?:nombraría|indicaría|señalaría|anotaría|pondría){_ADVERBS}{_ARTICLED}"
    rf"|(?:eu )?(?:nomearia|indicaria|apontaria|anotaria|citaria){_ADVERBS}{_ARTICLED}"
    rf"|(?:io )?(?:nominerei|indicherei|segnerei|citerei){_ADVERBS}{_ARTICLED}"
    rf"|(?:ik )?zou(?: ik)?{_ADVERBS}{_ARTICLED}{_ADVERBS} (?:noemen|opgeven|invullen)"
    rf"|я{_ADVERBS} (?:бы )?назвала?(?: бы)?{_ARTICLED}"
    rf"|(?:nazwał|wskazał|podał)a?bym{_ADVERBS}{_ARTICLED})[.!]*"
)
"""What a last sentence says that names an option and nothing else; the option itself is a null character."""
NOTHING_WON = r"\b(?:not|never|n't|no longer|nicht|pas|no|non|não|не|nie|niet|inte|ikke)\b"

BOTH = r"both|sowohl|tanto|sia"
AND = r"and|und|als auch|wie auch|et|y|como|e|che|quanto"
COMPARES = (
    r"\b(?:but|however|although|though|yet|while|whereas|than|slightly|more|most|wins?|chos\w+|choose|answer|pick"
    r"|go with"
    r"|aber|jedoch|doch|mehr|mais|plus|pero|más|però|più|so|therefore|thus|hence)\b|[:>]"
)
FORCED = (
    r"if (?:you (?:force|press|make|insist)|forced|pressed|pushed"
    r"|i (?:absolutely |really |simply |truly )?(?:must|have to|had to|am forced))"
    r"|forced to (?:choose|pick|guess|commit|decide)|gun to my head"
    r"|wenn (?:ich|es sein) muss|wenn du mich zwingst|wenn ich mich (?:\w{3,14} )?(?:muss|müsste)"
    r"|s'il (?:le )?faut|si (?:je d(?:ois|evais)|tengo que|tuviera que|hay que|debo)"
    r"|se devo|se dovessi|se preciso|se tivesse que|se tiver que|jeśli muszę|gdybym musiał\w?|als ik moet"
    r"|если надо|если нужно выбирать"
)
MORE_ABROAD = (
    r"[\])]?\s?(?:이|가|은|는|쪽이)?\s?(?:더|훨씬)\s|[\])]?\s?(?:の(?:方|ほう)が|がより)|[\])]?\s?(?:更|比较|比較的|較)"
)
ONE = (
    r"\b(?:one|eine?[rs]?|un|une|uno|una|um|uma|один|одна|одно|jeden|jedna|één|en|ett|bir|satu|một|ένα|אחד|אחת)\b"
    r"|一[个個条條]?|ひとつ|一つ|하나"
)
MAY_LOSE = (
    *("lose", "yield", "gives way", "falls short", "back seat", "s second to", "come second to", "second fiddle"),
    *("defer", "bow", "no match", "beaten", "outdone", "outsho", "overshadowed", "eclipsed", "surpassed", "outranked"),
    *("topped", "compete", "keep up", "pales", "verliert", "unterliegt", "steht", "wird", "s'incline", "cède", "perd"),
    *("pierde", "cede", "проигр", "уступ", "przegr", "verlies", "förlor", "taber"),
)
"""What each pattern of `LOSES` contains: a fast first look."""
