"""Words by which replies report what others answered, wrote or want to hear: data for `standardizers.stance.reported`.

A word that ends in "*" stands for all words that begin with it.
"""

from __future__ import annotations

JUDGES = """
annotator* rater* labeller* labeler* participant* respondent* user* colleague* coworker* classmate* friend* teacher*
tester* reviewer* examinee* assistant* agent agents chatbot* expert* grader* someone somebody
annotator* teilnehmer* proband* nutzer* benutzer* kollege* kollegin* freund freundin lehrer* jemand
annotateur* participant* utilisateur* collègue* ami amie professeur* quelqu'un
anotador* participante* usuari* colega* compañer* amig* profesor* alguien
utente utenti collega amico amica annotatore partecipante professore qualcuno
usuári* colega* amig* professor* alguém
участник* пользовател* коллег* друг подруга разметчик* учител* кто-то
учасник* користувач* колег*
uczestnik* użytkownik* kolega koleżanka ktoś
deelnemer* gebruiker* collega* vriend vriendin iemand
deltagare* användare* kollega* deltager* bruger* bruker* någon noen nogen
katılımcı* kullanıcı* arkadaş* birisi
účastník* uživatel* někdo
peserta pengguna teman rekan seseorang
مشارك مستخدم زميل* صديق*
"""
"""People who answer such questions: what they answered is theirs."""

WATCHERS = """
person people viewer* observer* subject* student* model* man woman child one
betrachter* beobachter* person personen mensch schüler* modell*
spectateur* observateur* personne* modèle*
observador* espectador* persona* modelo* alumn* estudiante*
osservator* spettator* persona modello student*
pessoa* aluno*
зрител* наблюдател* человек модел* ученик*
osoba widz* obserwator* model*
kijker* waarnemer* persoon model*
betraktare* person* modell*
izleyici* kişi model*
orang model pengamat
"""
"""People who may be anybody: what they do is somebody else's only where the reply says so ("the previous viewer")."""

EARLIER = """
previous prior earlier preceding yesterday* vorige* vorherig* früher* gestrig* vorangehend* précédent* antérieur* hier
anterior* previo previa ayer precedent* ontem ieri предыдущ* прошл* прежн* вчера* раньше попередн* poprzedni*
wczoraj* vorige eerder* föregående förra tidigere forrige önceki dünkü předchozí* sebelumnya trước
"""
MODELS = "model* baseline* algorithm* detector* modell* modèle* modelo* modello* модель* алгоритм*"
"""Programs that answer, behind an article: "a centre-bias model would return"."""
ARTICLES = "a an any some one ein eine einen un une un una um uma uno"
PREDICTED = """
return returns predict predicts predicted give gives gave output outputs say says answer answers guess pick choose
liefern liefert vorhersagen sagen prédit prédirait donnerait dirait predice daría diría daria diria prevede darebbe
direbbe
"""
FIRST = "first erste* premier première primer primera primeiro primeira primo prima перв* pierwsz* eerste första første"
WAS = "was were had war waren hatte était avait estaba era fue estava foi aveva был* była był"

LATEST = """
last letzte* dernier dernière última* último* ultim* laatste sista siste ostatni* последн*
"""
ANOTHER = """
another other different andere* anderer autre otra otro outra outro altra altro другой другая inny inna andere annan
annen anden başka lain
"""

RESULTS = """
answer answers reply response run attempt result prediction guess antwort* lauf versuch* réponse* essai respuesta*
intento* resposta* tentativa* risposta* tentativo ответ* попытк* odpowiedź odpowiedzi antwoord* svar* cevap* yanıt*
jawaban study studies experiment* survey* studie* étude* estudio* estudo* studio исследовани*
"""
TURNS = """
round run turn frame attempt frames image picture photo scene shot trial lauf runde durchgang bild foto image photo
plan l'image essai imagen l'immagine foto escena imagem cena immagine foto scena кадр* картинк* изображени* фото
раз obraz* zdjęci*
beeld* bild kare resim gambar
"""

ANSWERED = """
answered replied responded chose chosen choose chooses picks picked selects selected voted says said claims claimed
wrote needed brauchte marked marks labelled labeled annotated clicked ranked counted named guessed insisted
returned told put puts located locates expects expected
sagte sagt wählte gewählt wählt antwortete geantwortet entschied entschieden markierte markiert schrieb nannte ordnete
tippte klickte zählte
répondu répond choisi choisit dit sélectionné écrit marqué voté classé cliqué compté
respondió contestó eligió escogió dijo dice seleccionó marcó escribió votó ordenó contó respondido elegido
rispose risposto scelto scelse detto dice selezionato segnato scritto votato
respondeu escolheu disse diz selecionou marcou escreveu votou contou
ответил* выбрал* сказал* отметил* написал* назвал* выбирает указал* посчитал*
відповів вибрав обрав сказав
odpowiedział* wybrał* powiedział* zaznaczył* napisał*
antwoordde koos gekozen zei schreef markeerde geantwoord
svarade valde sa skrev svarede valgte sagde svarte
seçti seçmişti dedi yazdı cevapladı işaretledi söyledi
odpověděl* vybral* řekl* napsal* zvolil*
memilih menjawab mengatakan menandai
اختار أجاب قال كتب
"""
LOOKED = """
looked looks fixated fixates stared gazed glanced schaute blickte sah regardait regardé miró miraba guardava guardò
olhou смотрел* посмотрел* patrzył* keek tittade kiggede baktı
"""
PRONOUNS = "he she they er elle ils elles él ella ellos lei loro ele ela eles он она они ona oni zij hun hon han de"
REPLIED = """
said says answered replied responded chose picked selected voted wählte antwortete geantwortet répondu choisi
contestó respondió
eligió risposto scelto respondeu escolheu ответил* выбрал* odpowiedział* wybrał* antwoordde koos svarade valde
"""
GENERAL = """
most all many any every typical almost nearly would die meisten fast alle viele la plupart tous mayoría todos maioria
maggior большинство все większość
"""
"""Whoever speaks of most people says what holds."""

WRITTEN = """
reads says saying said wrote written writes states printed caption sign label headline poster writing inscription told
steht stand geschrieben schild aufschrift sagte lautet
écrit dit indique demande légende panneau
dice escrito escribió pone cartel letrero
scritto scrive cartello diz escrito placa
написан* написал* гласит надпис* вывеск* сказал*
napisane napis geschreven staat bord står skylt yazıyor yazan tabela tertulis
"""
OWN = """
i i'd i'll i'm my mine ich mein meine je j'écris mon ma yo mi eu meu minha io mio mia я мой моя мій ja mój ik mijn jag
mitt min jeg ben saya tôi
"""

WITHIN = "in im dans l'exemple en em no na nell' nell'esempio nel в у w we v ve i trong di within"
EXAMPLES = """
example examples demonstration* demo demos exemplar* sample beispiel* exempel eksempel* musterlösung demonstration*
exemple* l'exemple démonstration* ejemplo* demostración exemplo* demonstração esempio nell'esempio dimostrazione
пример* приклад* przykład* příklad* voorbeeld* örnek* contoh ví
"""
"""What a prompt shows beside the question: what it answers is no answer of the reply."""
HERE = """
this dieser diesem ce cet cette este esta questo этом этой provided given present current unlike like as wie comme come
como как jak som zoals
"""
PICTURES = "image images picture pictures photo photos bild foto imagen immagine imagem картинке"
TOLD = """
kept shifted zoomed moved wrote was were had stated showed gave used correct right answered
behielt verschob zoomte war hatte schrieb lautete steht stand
gardé garda déplacé était zoomé conservé donnait
mantuvo conservó movió era fue amplió
manteve moveu ampliou foi mantenne spostò
оставил* сдвинул* увеличил* был* стоит было
hield was verschoof behöll flyttade var beholdt
"""
KEEPS = "keeps zooms shifts selects chooses picks answers gives says shows uses kept zoomed shifted was"
ACCORDING = """
according laut gemäß zufolge nach selon d'après según segundo secondo согласно według volgens enligt ifølge podle
menurut theo göre за
"""
KEYS = """
truth groundtruth key leaderboard gabarito lösungsschlüssel musterlösung corrigé разметке solution
"""
"""Where right answers are kept."""

UNSPACED_OTHERS = (
    r"(?:上一|前一|上次|之前的|先前的).{0,6}(?:人|者|学|员|户|次|答|回|选|型)|(?:其他|别的|另一).{0,1}(?:人|者"
    r"|学生|用户)|(?:前|以前|前回|先ほど)の.{0,3}(?:回答|参加|人|観察|利用)"
    r"|(?:이전|지난|다른) ?(?:참가|답|사람|응답|사용|모델|관찰)|(?:同事|朋友|老师|有人|用户)[^,.。]{0,4}(?:说"
    r"|选|认为|回答|标)"
    r"|(?:同僚|友人|先生|誰か)[はが][^.。]{1,20}(?:言|選|答)|(?:동료|친구|누군가)[가는이은][^.]{1,20}(?:말|골|선택|답)"
    r"|(?:คนก่อน|ผู้ใช้ก่อน|คนอื่น)"
)
UNSPACED_WRITTEN = r"写着|寫著|写有|写了|上书|書いて|書かれ|적혀|쓰여|라고|เขียนว่า"

ASKS = """
used about going tempted inclined nearly almost wollte j'allais punto iba stavo estava ia чуть хотел хотела собирал*
miałem wilde wou bijna example beispiel exemple ejemplo exemplo esempio пример качестве przykład voorbeeld dass que
demande demandé demandez che чтобы żebym dat att asked told supposed expected tell ask
formatbeispiel
"""
"""Words of which the phrases below have one."""

ASKED_TO_SAY = (
    r"\b(?:(?:du|sie|ihr) (?:möchtest|möchten|willst|wollen|wollt|verlangst|verlangen),? dass ich"
    r"|(?:vous voulez|vous souhaitez|tu veux|tu souhaites) que j|(?:me demande|m'a demandé|me demandez) d"
    r"|(?:quieres?|desea|deseas|me pides?) que (?:yo )?(?:diga|escriba|responda|conteste|ponga)"
    r"|(?:você quer|queres|querem) que (?:eu )?(?:diga|escreva|responda)"
    r"|(?:vuoi|vuole|volete) che (?:io )?(?:dica|scriva|risponda)"
    r"|(?:ты хочешь|вы хотите|хотите|хочешь),? чтобы я|chcesz,? (?:że|że)bym|(?:je wilt|u wilt) dat ik|du vill att jag"
    r"|(?:i (?:was|am) (?:asked|told|supposed|expected)|(?:they|you) (?:tell|told|ask|asked) me) to (?:say"
    r"|write|answer"
    r"|reply|respond))|(?:你|您)(?:想|要|希望|让)(?:让|要)?我(?:说|写|回答)"
)
"""What others want the reply to say."""

ABANDONED = (
    r"\b(?:(?:i|it|we|they|that|this) used to \w+|i (?:was|had been) (?:about|going|tempted|inclined) to"
    r"|i nearly|i almost"
    r"|(?:ich wollte|wollte) (?:schon|erst|zuerst|gerade|eigentlich)|j'allais (?:dire|répondre|choisir)"
    r"|estaba a punto de"
    r"|iba a (?:decir|elegir|responder)|stavo per|estava (?:a ponto de|prestes a)|ia (?:dizer|escolher)"
    r"|(?:я )?(?:чуть не|хотел было|хотела было|собирал\w* (?:сказать|выбрать))|miałem (?:już )?powiedzieć"
    r"|(?:ik wilde|ik wou) (?:eerst|bijna)|je was bijna|as an example|als beispiel"
    r"|(?:is|was) (?:only|just|merely) (?:the|an|a|your|my) (?:\w+ ){0,2}example"
    r"|ist nur (?:das|ein|dein|ihr) (?:\w+ )?\w*beispiel|n'est qu'un exemple|es s[oó]lo (?:el|un|tu) ejemplo"
    r"|è solo (?:un |l')esempio|é (?:apenas|só) (?:um|o) exemplo|это (?:только|лишь|просто) пример"
    r"|comme exemple|como ejemplo"
    r"|como exemplo|come esempio|как пример|в качестве примера|jako przykład|als voorbeeld)\b|差点(?:说|选)"
    r"|只是.{0,4}(?:示例|例子|范例|範例)|例に(?:すぎ|過ぎ)"
    r"|本来想(?:说|选)|と言いかけ|と言うところ|作为例子|作為例子|例として|예로"
)
"""What the reply was going to say, and what was once so."""

ANNOUNCED = (
    r"answer|correct|choose|antwort|richtig|réponse|respuesta|risposta|resposta|ответ|відповідь|odpowied|antwoord|svar"
    r"|cevap|jawaban|答|选|選|정답|답은|คำตอบ|إجاب|جواب|תשוב"
)
