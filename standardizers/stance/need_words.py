"""Words by which replies of many languages say that they need more, or have enough: data for `need_clauses`.

Each entry is a word in lower case without accents on letters that `fold` removes; one that ends in "*" stands for all
words that begin with it. Languages whose words are written without spaces stand in `UNSPACED`.
"""

from __future__ import annotations

import re

NEGATIONS = """
no not none never neither nor nothing without hardly barely nobody nowhere cannot
nicht kein keine keinen keiner keinerlei nichts weder ohne nie niemals
ne pas rien aucun aucune jamais sans ni
nada ningun ninguna ningún ninguno nunca sin jamás
não nao nenhum nenhuma sem nem
non niente nulla nessun nessuna nessuno senza
niet geen niets zonder
inte inget inga ingen ikke intet ingenting uten uden utan icke
nie nic niczego żaden żadnych żadne bez
ne nic ničeho není nejsou žádné žádný už
не нет ни нету ничего нічого нема нiчогоє без никаких жодних нищо няма
nem sem nincs semmi semmit nélkül
ei eivät en älä mitään ilman
değil yok hiç hiçbir olamam olamıyorum edemem edemiyorum
tidak tak bukan tanpa tiada jangan belum
không chẳng chưa
δεν δε μην όχι τίποτα κανένα χωρίς
לא אין בלי שום
لا ولا ليس ليست لم لن بدون غير دون
نیست نمی نیازی ندارم هیچ بدون
नहीं नही ना मत बिना
nu nimic niciun fără nici
"""

WITHOUT = """
without ohne sans sin sem senza zonder utan uden uten bez без nélkül ilman tanpa χωρίς בלי بدون دون बिना fără
"""

NEED = """
brauch* brauche benotig* benötig* mochte möchte zeig* erforderlich* notwendig* nötig* notig*
besoin faut faudrait necessaire* nécessaire* voudrais aimerais montre montrez montrer requis* requiert
necesit* necesari* necessári* requier* requer* quiero quisiera
muestr* muéstr* preciso precisa precisamos precisaria necessit* quero
gostaria mostre mostra mostrar
bisogn* servono serve necessari* vorrei occorr* mostrami
nodig wil zien
behover behöver behövs behøver trenger brug nodvendig* nødvendig*
potrzeb* potreb* potřeb* chce chcę chci pokaż* ukaż* ukaž* muszę musím
нужн* нужен нуж* требу* потреб* потріб* необходим* хочу хоте* покаж* надо надобн* понадоб* трябва нужда
szükség* kell látnom kérek kérem
tarvits* tarvit* pitää haluan
gerek* ihtiyac* ihtiyaç* lazım göster*
perlu butuh membutuhkan memerlukan diperlukan dibutuhkan minta
cần muốn
χρειάζ* χρειαζ* θέλω δείξε* απαιτ* πρέπει
צריך צריכה נדרש דרוש* רוצה
أحتاج احتاج نحتاج أريد يلزم مطلوب حاجة داعي أرني
نیاز لازم باید می‌خواهم
चाहिए आवश्यक* ज़रूरत जरूरत ज़रूरी जरूरी देखना देखने दिखाइए दिखाएं
nevoie trebuie vreau
"""

ENOUGH = """
reicht reichen genug genug* genügt genügen genügend ausreich* ausreichend* langt
suffit suffisent suffisant* assez
suficient* basta bastan bastam alcanza alcanzan chega chegam
sufficient* bastano
genoeg voldoende volstaat nog
räcker räckte räcka nok tilstrækkelig* tilstrekkelig* tillräcklig* tillracklig*
wystarcz* dość dosyć
stací stačí staci postač* dostat* dosť dostatocn*
достаточно достатньо хватает хватит вистача* досить довольно достатъчн*
elég elegendő
riittä* riitta* tarpeeksi kylliksi
yeter* yeterli kâfi kafi
cukup memadai
đủ
αρκ* επαρκ* φτάν* φταν*
מספיק מספיקה מספיקים די
يكفي تكفي كاف* كفاية
کافی بس
काफ़ी काफी पर्याप्त बस
suficient ajunge destul
"""

LACK = """
fehlt fehlen fehlend* abgeschnitten verdeckt unvollständig* unzureichend* unklar zuwenig
manque manquent manquant* coupé* caché* incompl* insuffis* tronqu*
falta* insufic* cortad* oculto oculta
manca mancano mancant* tagliat* nascost*
ontbreek* ontbrek* afgesneden onvoldoende onvolledig*
saknas mangl* otillräcklig* utilstrækkelig* utilstrekkelig*
brakuje brak niewystarcz* niepełn*
chybí chybi chybej* nedostat* nestac* nestač* nepostač* neúpln*
недоста* нехват* бракує отсутству* обрезан* скрыт*
hiányz* kevés
puuttu*
eksik yetersiz* yetmez yetmiyor
kurang terpotong tertutup
thiếu
λείπ* λειπ* ανεπαρκ* ελλιπ*
חסר חסרה חסרים
ينقص ناقص* مفقود*
ناکافی کم
अपर्याप्त अधूर* कम
lipsește lipseste lipsesc insuficient*
"""

ABLE = """
antworten beantworten répondre responder rispondere ответить відповісти odpowiedzieć odpovědět svara svare
antwoorden beantwoorden
cevaplay* yanıtlay* menjawab απαντήσω לענות إجابة vastata válaszol* răspund*
"""

NEEDLESS = """
unnötig* unnoetig* überflüssig* inutile* innecesari* desnecess* superfl* overbodig* nepotreb* nepotřeb* непотриб*
tarpeeton* felesleges* gereksiz* gerekmi* gerekme* onödig* unødvendig* niepotrzebn* zbędn* περιττ* излишн*
"""

MORE = """
mehr weitere weiteren weiterer weiteres davantage más mais più altro altra altre altri otra otras otro otros outro
outra outros outras ulteriori meer andere anderen mer fler flere andra andre więcej inne inny další více dalsi
ещё еще больше другие більше ще інші több többet további lisää muita enemmän daha başka lagi lebih thêm khác
rimanent* restant* restlich* übrig* overig* остальн* pozostał*
περισσότερα περισσοτερα άλλα עוד المزيد أكثر بیشتر دیگر और अधिक mai alte multe
"""

YES = """
yes yeah si да так ano áno igen kyllä joo ναι נע כן بله آره جی
হ্যাঁ ஆம் ہاں ใช่ jā jah taip po oo ndiyo bai sim sí ja oui sì tak
evet
iya ya vâng có हाँ हां jo
"""
NO = """
нет ні не όχι όχι לא خیر نه نە না இல்லை نہیں ไม่ nē ne nei nej nein non nie não no nem ei nee nu hindi hapana ez tidak
không hayır नहीं нє
"""

ALL = """
alles всё все усе wszystko vše všechno todo tudo tutto tout allt alt allemaal semua όλα הכל كل mindent kaikki tot
"""

OPEN = tuple(
    filter(
        None,
        re.split(
            r"[|\n]\s*",
            """
            jein|teils teils|weder noch|ni oui ni non|ni sí ni no|né sì né no|ни да ни нет|nem sim nem não
            yes no|はいともいいえとも言えません|どちらとも言えません|不好说|很难说|难说|说不准
            vielleicht|möglicherweise|ich weiß es nicht|ich weiß nicht|weiß nicht|peut-être|je ne sais pas
            quizás|quizá|tal vez|no sé|no lo sé|talvez|não sei|forse|non so|non lo so|может быть|возможно
            не знаю|можливо|może|być może|nie wiem|možná|nevím|belki|bilmiyorum|misschien|ik weet het niet
            kanske|jag vet inte|måske|kanskje|mungkin|tidak tahu|có thể|tôi không biết|ίσως|δεν ξέρω|אולי|ربما
            لا أعرف|لا أدري|شاید|शायद|मुझे नहीं पता|पता नहीं|อาจจะ|ไม่แน่ใจ|也许|可能|不知道|我不知道|不确定
            たぶん|わかりません|分かりません|아마도
            모르겠습니다|모르겠어요|잘 모르겠습니다|i don't know|don't know|no opinion|i have no opinion
            """,
        ),
    )
)
"""Whole replies that leave it open."""

ONE_SIDE = (
    r"\bon (?:the )?one (?:hand|side)\b|\beinerseits\b|\bzum einen\b|\bd'un (?:cote|côté)\b|\bd'une part\b"
    r"|\bpor una? (?:lado|parte)\b|\bpor um lado\b|\bda un(?: lato|a parte)\b|\bс одно[йг]о? (?:стороны|боку)\b"
    r"|\bз одного боку\b|\benerzijds\b|\baan de ene kant\b|\b(?:å|a|på) (?:ena|den ene) (?:sidan|side)\b|\bbir yandan\b"
    r"|\bz jednej strony\b|\bna jednu stranu\b|\bdi satu sisi\b|\bmột mặt\b|\bαπό τη μία\b|\bמצד אחד|\bمن (?:ناحية"
    r"|جهة)\b"
    r"|\bएक (?:तरफ|ओर)|一方面|一方では|한편으로는?|ในแง่หนึ่ง"
)
"""Words with which a reply begins to weigh two sides; `OTHER_SIDE` begins the second side."""
OTHER_SIDE = (
    r"\bon the other(?: hand| side)?\b|\bandererseits\b|\bzum anderen\b|\bde l'autre\b|\bd'autre part\b"
    r"|\bpor (?:el )?otr[oa]\b|\b(?:por|pelo) outro\b|\bd(?:all'altro|all'altra|'altra parte)\b|\bс другой\b"
    r"|\bз іншого\b"
    r"|\banderzijds\b|\baan de andere kant\b|\b(?:å|a|på) (?:andra|den anden|den andre) (?:sidan|side)\b"
    r"|\b(?:öte|diğer|ote|diger) yandan\b|\bz drugiej\b|\bna (?:druhou|druhú)\b|\bdi sisi lain\b|\bmặt khác\b"
    r"|\bαπό την άλλη\b"
    r"|\bמצד שני|\bمن (?:ناحية|جهة) أخرى|\bदूसरी (?:तरफ|ओर)|另一方面|他方|다른 한편|อีกแง่"
)
WEIGHED_END = (
    r"[.!?;](?=\s)\s|\n|[。！？]|[,:-]\s(?=(?:so|therefore|thus|hence|overall|all in all|also|deshalb|daher|insgesamt"
    r"|donc"
    r"|alors|asi que|así que|entonces|por tanto|portanto|entao|então|logo|quindi|dunque|поэтому|значит|так что|dus"
    r"|alltså"
    r"|yani|więc|takže|jadi)\b)"
)
"""Where what is weighed ends: at the end of the sentence, or before a conclusion."""

UNSPACED = {
    "not_enough": (
        r"不够|不足|不夠|还差|還差|看不全|太少|没法确定|不完整|足りな|足りませ|不十分|부족|충분하지 ?(?:않|못)|충분치"
        r"|모자라|모자랍|ไม่พอ|ไม่เพียงพอ|ยังไม่พอ"
    ),
    "not_needed": (
        r"不(?:再)?(?:需要|必要|用)|没有必要|沒有必要|无须|無須|无需|無需|不必|不再需要"
        r"|没必要|必要(?:は|が)?(?:ない|なし|あり?ませ)|不要|필요 ?없|필요하지 않|ไม่ต้อง"
        r"|ไม่จำเป็น"
    ),
    "needed": (
        r"还需要|還需要|还要|還要|需要|再给我|再給我|必要(?:だ|です)|もっと"
        r"|もう少し|見せて|더 (?:보|필요(?! ?없|하지 ?않))|보여 ?주|ต้องการ|ต้องดู|อยากเห็น|ขอดู"
    ),
    "enough": r"够了|夠了|足够|足夠|十分|足り(?:ます|る|た)|충분|됐어|ครบแล้ว|เพียงพอ|พอแล้ว",
}
"""What languages without blanks between words say, by what it means; earlier ones win at the same place."""
DOUBTFUL = frozenset(
    phrase.strip()
    for phrase in """
    don't know, i don't know, idk, weiß nicht, ich weiß nicht, ich weiß es nicht, je ne sais pas, je sais pas, no sé
    no lo sé, não sei, non so, non lo so, nie wiem, не знаю, не знаю точно, 不知道, 我不知道, わからない, 分からない
    わかりません, 分かりません, 모르겠어요, 모르겠습니다, 잘 모르겠습니다, không biết, tôi không biết, لا أعرف, لا أعلم
    पता नहीं, मुझे नहीं पता, bilmiyorum, tidak tahu, vet inte, vet ej, ved ikke, ik weet het niet, weet ik niet, ไม่ทราบ
    không rõ, chưa rõ, no está claro, no es claro, não está claro, não é claro
    """.replace("\n", ",").split(",")
    if phrase.strip()
)
"""Whole replies that only say that the speaker does not know, nobody can tell what."""
