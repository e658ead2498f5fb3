"""Words with which replies of many languages give one of the options: data for `standardizers.choices.clauses`.

One concept a table, one language a line; a word that ends in "*" stands for all words that begin with it. English has
rules of its own (`standardizers.stance.stance`), and its words stand here only where other languages share them.
"""

from __future__ import annotations

ANSWER = """
antwort antworten lösung
réponse réponds reponse
respuesta respondo contesto
resposta
risposta rispondo soluzione
antwoord
svar svaret
vastaus vastaukseni vastaan
odpowiedź odpowiedzią odpowiadam
odpověď odpovědí odpoveď
ответ ответом отвечу відповідь відповіддю отговор отговорът одговор
válasz válaszom megoldás
răspuns* raspuns*
cevap cevabı cevabım cevabıdır yanıt yanıtım yanıtı
jawaban jawabannya jawabanku jawapan
answer
απάντηση απάντησή απαντώ
תשובה תשובתי
إجابة إجابتي اجابة جواب جوابي
پاسخ پاسخم جواب جوابم
उत्तर जवाब উত্তর
"""

OPTION = """
option optionen möglichkeit buchstabe kandidat objekt
l'option lettre l'objet objet proposition
opción letra objeto alternativa variante
opção
opzione l'opzione lettera oggetto
optie keuze object
alternativ alternativet mulighed vaihtoehto vaihtoehdon kohde
opcja opcję opcją opcji wariant obiekt literę litera
možnost možnosti objekt varianta variantu
вариант вариантом варианту варианте объект объектом буква букву варіант варіантом об'єкт літера
lehetőség* betű opció opciót
varianta opțiunea obiectul
opsi pilihan objek opsinya
επιλογή αντικείμενο
אפשרות אופציה עצם
خيار كائن عنصر حرف
گزینه گزینهی شیء مورد
विकल्प বিকল্প
"""

BEHIND = """
şık* şıkk* seçeneğ* seçenek* lehetőség* lehetoseg* betűjel* opció*
"""
"""Nouns that stand behind the letter ("A şıkkı"): before them "A" is no article."""

CHOOSE = """
sagen
wähle wählen gewählt nehme nehmen entscheide entscheiden tippe tippen bevorzuge bevorzugen setze plädiere wahl favorit
choisis choisir choisirais choisirai choix prends prendrais prendrai sélectionne retiens retiendrais opte opterais
penche pencherais préfère préférerais dirais parie vote
elijo eligiría elegiría elegiria escojo escogería escogeria selecciono seleccionaría quedo quedaría inclino inclinaría
opto optaría prefiero preferiría diría elección decanto voto apuesto marco marcaría
escolho escolheria escolha seleciono selecionaria fico ficaria opto optaria prefiro diria inclino aposto marco marcaria
scelgo sceglierei scelta scegliere seleziono selezionerei opterei punto punterei preferisco direi propendo
kies kiezen koos ga ging keuze verkies prefereer zeg
väljer välja valde röstar föredrar säger tippar valet
vælger vælge ville velger velge stemmer foretrækker foretrekker
valitsen valitsisin valita valintani sanoisin
wybieram wybrałbym wybrałabym wybiorę wybór wskazałbym wskazuję stawiam postawiłbym zaznaczam
vybírám vybral vybrala zvolil zvolila volím zvolím vyberu vybrat řekl tipuji volba
vyberám zvolím
выбираю выбрал выбрала выберу выбор выбрать голосую остановлюсь остановился склоняюсь предпочту назову обираю обрав
обрала оберу вибираю вибрав вибрала виберу вибір схиляюся избирам бирам
választom választanám választás választok mondanám szavazok
aleg alege alegerea alegeam selectez
seçerdim seçiyorum seçerim seçeceğim seçim seçimim tercihim derim
memilih pilih kupilih
chọn
επιλέγω επιλέξω επέλεγα διαλέγω διαλέξω διάλεγα έλεγα προτιμώ ψηφίζω
בוחר בוחרת אבחר בחרתי בחירתי מעדיף מעדיפה
أختار اختار اخترت سأختار اختياري أفضل أرجح أرشح
انتخاب برمیگزینم ترجیح
चुनूँगा चुनूंगा चुनूँगी चुनूंगी चुनता चुनती चुनाव चयन पसंद বেছে
"""

CORRECT = """
korrekt korrekte korrekter korrektes zutreffend* stimmt
correct* exact*
corret*
corrett*
juiste
korrekta korrekt
oikea oikein
poprawn* prawidłow* właściw*
správn* správna
правильн* верный верная верно верен верна вірн* правилно
helyes
doğru doğrudur benar betul
đúng
σωστ* ορθ*
נכון נכונה
صحيح صحيحة أصح
درست صحیح
सही সঠিক
"""

RIGHT = """
richtig richtige richtiger bon bonne juste exacte certa certo giusta giusto juist goede rätt rätta riktig* rigtig*
rette oikea
"""
"""What only calls an option correct that is named as one: "la bonne option", not "une bonne photo"."""

MOST = """
am meisten größte größten stärksten ehesten deutlichsten meiste
plus davantage
más mas
mais
più
meest
mest starkast
eniten
najbardziej
nejvíc nejvíce najviac
самым самый самая самое наиболее больше всего сильнее найбільш найбільше най
leg* legjobban
cel cea mai
en
paling ter*
nhất
πιο περισσότερο
הכי ביותר
أكثر الأكثر الأشد
ترین بیشترین
सबसे अधिक সবচেয়ে
"""

MORE = """
stärker mehr deutlicher auffälliger* prominenter salienter hervorstechender
mer tydligare synligare mere meer opvallender
daha lebih hơn
bardziej więcej wyraźniej wyraźniejsz*
výraznější nápadnější více výraznejší
более больше заметнее ярче сильнее більше помітніше
πιο περισσότερο יותר أكثر بیشتر अधिक ज़्यादा
"""
"""With a word of saliency: what is more salient than the others."""

LESSER = """
weniger schwächer moins menos meno minder mindre mniej méně менее менш kurang ít λιγότερο פחות أقل کمتر कम
"""
THAN = """
als que di de del della чем ніж niż od než dan än end enn daripada dibanding dibandingkan göre kıyasla hơn so với than
από מאשר من از से
"""

ORDINAL_NOUN = """
objekt objekts option optionen möglichkeit kandidat kasten bild region rechteck liste
l'option l'objet objet option proposition boîte cadre région choix candidat liste
opción objeto alternativa caja recuadro región lista
opção caixa região alternativa
opzione l'opzione oggetto riquadro alternativa
optie object kader
alternativ alternativet objekt objektet ruta mulighed mulighet
opcja opcję obiekt obiektu ramka ramkę
možnost objekt rámeček
вариант объект рамка рамку варіант об'єкт
nesne nesneyi nesneyi kutu kutuyu seçenek seçeneği
objek pilihan kotak opsi
vật thể đối tượng hộp đường
pfad blickpfad abfolge folge chemin parcours trajet camino recorrido trayectoria ruta caminho trajeto percurso percorso
sequenza traiettoria pad kijkpad väg bana sti bane ścieżka ścieżkę trasa путь маршрут траектория yol yolu jalur lintasan
"""
"""What an ordinal beside it counts: "la seconde proposition", "objek kedua"."""

TOP = """
vorn gewinnt siegt gana vence vince ganha побеждает выигрывает перемагає zwycięża wygrywa wint vinner vinder
kazanır kazanıyor
auffälligste* auffälligsten salienteste* hervorstechendste* dominanteste* prominenteste* dominiert
domine l'emporte
domina destaca
predomina
spicca
opvallendst*
iögonfallande
silmiinpistävin näkyvin
wyróżnia wyróżniający* najwyraźniejsz*
nejvýraznější nejnápadnější najvýraznejší
заметнее найпомітніш* наипоминіш* заметнейш* выделяется виділяється
legfeltűnőbb legszembetűnőbb legjellegzetesebb
الأبرز أبرز
برجسته‌ترین برجستهترین
"""
"""Words that say by themselves that something is the most salient."""

SALIENT = """
auffäll* sticht hervor* salient* prominent* dominant* aufmerksamkeit blick* wahrscheinlich*
saillant* ressort frappant* attire attirer l'attention regard visible* remarqu* probable
saliente* destaca destacad* llama llamativ* atrae atención resalta notori*
chama atrai atenção chamativ* destaque sobressai evidente
saliente risalta colpisce attira l'attenzione evident* vistos*
opvallend* valt aandacht trekt springt oog
iögonfallande sticker framträdande drar uppmärksamhet synlig* blikket iøjnefaldende fremtredende skiller
erottuu huomiota näkyv* huomiotaherättäv*
przyciąga uwagę wyróżnia* rzuca widoczn*
poutá nápadn* výrazn* pozornost přitahuje upoutá
заметн* выделя* привлека* бросается внимани* выразительн* помітн* привертає увагу виділя* яскрав*
feltűn* szembetűn* figyelmet
proeminent* evident* iese atrage
belirgin dikkat çeken çekici çekiyor göze öne
menonjol mencolok perhatian jelas
nổi bật chú ý
εμφαν* προεξέχ* προσοχή ξεχωρίζει τραβά* διακρίνεται
בולט בולטת בולטים תשומת
بروز* بارز* بارزا وضوح* لفت* انتباه
برجسته برجستهتر* توجه چشمگیر* مشخص*
ध्यान प्रमुख आकर्षक उभर* स्पष्ट
"""

IF = """
wenn falls sofern hängt
dépend selon depende según dipende secondo
indien hangt afhankelijk
beror ifall hvis avhenger afhænger
jos riippuu
jeśli gdyby jeżeli zależy
pokud kdyby jestliže závisí ak
если зависит якщо якби залежить
függ
dacă
eğer bağlı ise
jika kalau tergantung apakah
nếu thuộc
αν εάν εξαρτάται
אם תלוי
إذا لو يعتمد هل
اگر بستگی آیا
अगर यदि निर्भर क्या
"""

LESS = """
weniger schwächer moins menos meno minder mindre mniej méně menej меньше менее менш менше kevésbé kurang ít λιγότερο
פחות أقل کمتر कम
zuerst zunächst fast beinahe d'abord presque primero casi quase quasi bijna nästan prawie skoro сначала почти
спочатку майже
falsch* faux fausse falso falsa errado errada errad* sbagliat* onjuist fout fel błędn* špatn* nesprávn* неправильн*
неверн* хибн*
rossz hibás yanlış salah sai λάθος שגוי خطأ خاطئ* اشتباه غلط गलत
"""
"""What makes an option the lesser one, a wrong one or one that was only thought of."""

OR = """
oder ou oppure of eller tai albo lub nebo alebo или либо або чи vagy sau veya yahut atau hoặc أو یا या
entre zwischen tra fra tussen mellan mellem między pomiędzy mezi между між között arasında antara giữa μεταξύ بين
بین बीच
"""

AND = """
and or et und y u o e и і ve dan và en och og ja i a és și και ή ו و और
"""
"""What joins options of a list, besides the words above; too short to mean the same in all languages elsewhere."""

# Languages written without spaces between the words, by concept.
UNSPACED = {
    "ANSWER": "คำตอบ",
    "OPTION": "ตัวเลือก|ข้อ",
    "CHOOSE": "เลือก(?!ไม่)|ขอตอบ",
    "CORRECT": "ถูกต้อง",
    "SALIENT": "โดดเด่น|เด่น|สะดุดตา",
    "MOST": "ที่สุด|มากกว่า",
    "NEGATIONS": "ไม่|มิใช่|不是|并非|並非|而非",
    "OR": "หรือ",
    "IF": "ถ้า|หาก|ขึ้นอยู่กับ|ไหม",
}
