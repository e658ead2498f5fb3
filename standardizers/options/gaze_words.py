"""Words by which replies of many languages tell the eyes from the head, and a thing from its neighbour: data."""

EYES = """
eye eyes eyeball* gaze gazes gazing iris irises pupil* look looks looking looked stare* staring glance* sight sclera
auge augen blick* schaut schaue schauen sieht sehen guckt starrt betrachtet anschaut ansieht iris pupille* pupillen
yeux oeil œil regard* pupille* fixe fixant observe
ojo ojos mirada mira mirando miran pupila* observa
olho olhos olhar olha olhando fita pupila*
occhi occhio sguardo guarda guardando osserva pupill* fissa
глаз* взгляд* взор* смотр* зрач* глядит уставил*
оч* погляд* дивит* дивл* зіниц*
oczy oczu oczami oczyma wzrok* wzroku patrzy spogląda źrenic*
oči očima očí pohled* dívá kouká hledí zornic* zorničky
ogen oog blik kijkt kijken pupil* staart
ögon* ögonen blick* tittar pupill*
øjne øjnene øyne øynene blik blikket blikket kigger pupil*
göz* bakıyor bakan bakış* bakmakta
mata pandang* tatap* melihat menatap
mắt nhìn ánh
عين* عيون عيناه عيناها العينان العينين نظر* ينظر تنظر بصر* حدقت*
چشم* نگاه*
עיניים העיניים עיניו עיניה מבט* מסתכל* מביט* אישונ*
आँख* आंख* नज़र* नजर* देख* पुतल* निगाह*
μάτι μάτια βλέμμα βλέμματ* κοιτ* κόρες
szem* tekintet* néz* pupill*
silmä* katse* katso* katsoo
ochii ochi privir* privește
"""
HEAD = """
head heads face faces facing nose chin body torso shoulder* neck
kopf kopfes gesicht* nase kinn körper* oberkörper
tête visage nez menton corps
cabeza cara rostro nariz cuerpo
cabeça rosto queixo corpo
testa viso volto naso mento corpo
голов* лиц* нос носом подбород* туловищ* тело
обличч* ніс підборід*
głowa głowy głową głowę twarz* ciało
hlava hlavu hlavy hlavou obličej* tvář* tělo
hoofd gezicht neus lichaam
huvud* ansikte* näsa* kropp*
hoved* hode* ansigt* ansikt* næse* nese*
baş başı başını kafa* yüz yüzü burun* gövde*
kepala* wajah* hidung* tubuh* badan
đầu mặt mũi
رأس* وجه* أنف* جسم*
سر سرش صورت* بینی
ראש* פנים פניו פניה אף
सिर चेहर* नाक शरीर मुँह
κεφάλι κεφαλι* πρόσωπο μύτη σώμα
fej* arc* orr* test*
pää* kasvo* nenä*
cap capul față fața nasul
"""
RELATIVE = """
which who whose welche welcher welches qui dont lequel laquelle donde cual cuales onde quali quale котор* що який
яка яке który
která který které kter* waar som जो yang ที่ dove dessen deren где
"""
BESIDE = """
next beside besides near nearby behind adjacent alongside under underneath below beneath above left right between
against lying
lies stands standing sits placed neben hinter links rechts unter unterhalb über zwischen vor liegt steht nahe bei
près côté derrière gauche droite sous dessus entre devant proche
lado junto detrás izquierda derecha debajo encima entre delante cerca bajo
perto atrás esquerda direita embaixo acima frente
accanto vicino dietro sinistra destra sotto sopra davanti tra
рядом возле около за слева справа левее правее под над между перед
поруч біля ліворуч праворуч
obok koło przy lewo prawo pod nad między przed za
vedle vlevo vpravo mezi před
naast achter links rechts onder boven tussen
bredvid bakom vänster höger under ovanför mellan
ved bag bak venstre højre høyre mellem mellom
yanında yanındaki arkasında solunda sağında solundaki sağındaki altında üstünde arasında önünde önündeki
sebelah samping belakang kiri kanan bawah atas antara depan dekat
cạnh bên trái phải sau trước dưới trên giữa gần
بجانب بجوار خلف يسار يمين تحت فوق بين أمام قرب
کنار پشت چپ راست زیر روی بین جلوی
ליד מאחורי משמאל מימין מתחת מעל בין לפני
पास बगल पीछे बाएँ बाईं बाएं दाएँ दाईं दाएं नीचे ऊपर बीच सामने निकट
δίπλα πίσω αριστερά δεξιά κάτω πάνω ανάμεσα μπροστά κοντά
mellett mögött balra jobbra alatt fölött között
vieressä takana vasemmalla oikealla alla yllä välissä
lângă stânga dreapta sub deasupra între
"""
PASSES = """
past passes pass passing passed over beyond skips skip skipping skipped crosses crossing cross traverses
overshoots ignores ignoring misses
vorbei vorüber traverse traversent dépasse croise passe ignore oltre oltrepassa attraversa supera pasa cruza
atraviesa sobrepasa ultrapassa
atravessa мимо минует минуя пересекает проходит повз минаючи mija obok ponad mine míjí voorbij langs förbi forbi
geçip geçerek melewati vượt qua
"""
UNSPACED_EYES = (
    r"眼|目光|视线|視線|看着|看著|看向|在看|往.{1,8}看|瞳|注视|注視|盯|凝视|見て|見つめ|見る|目は"
    r"|目が|目の|눈동자|눈은|눈이|눈을|시선|보고|바라보|쳐다보|응시|ดวงตา|สายตา|มอง|ตาดำ"
)
UNSPACED_HEAD = r"头|頭|脸|面部|鼻|身体|身體|顔|体は|고개|머리|얼굴|코는|몸|ศีรษะ|ใบหน้า|หัว"
UNSPACED_BESIDE = (
    r"旁边|旁邊|左边|左侧|右边|右侧|后面|前面|上面|下面|之间|隣|横|左|右|手前|奥|後ろ|そば|옆"
    r"|왼쪽|오른쪽|뒤|앞|위에|아래|사이|근처|ข้าง|ซ้าย|ขวา|หลัง|ใต้|บน|ใกล้"
)
UNSPACED_PASSES = r"越过|穿过|掠过|通り過ぎ|通り越|지나"
UNSPACED_NOT = (
    r"不是|没有|沒有|并非|不在|ではなく|じゃなく|ではあり|ではない|でもなく|でもあり|でもない|じゃあり|じゃない"
    r"|않|아니라|아니고|아닙니다|아니다|아닌|ไม่ใช่|ไม่ได้"
)
"""What languages without blanks between words say for the concepts above, and for a negation."""

EARLIER = (
    r"\b(?:would have (?:thought|said|guessed)|'d have (?:thought|said|guessed)|at first(?: glance| sight)?"
    r"|first (?:thought|guess|impression)"
    r"|initially|one (?:might|may|could) think|might (?:suggest|seem)|auf den ersten blick|zuerst dachte"
    r"|à première vue|au premier (?:regard|abord)"
    r"|a primera vista|à primeira vista|a prima vista|на первый взгляд|на перший погляд|na pierwszy rzut"
    r"|na první pohled|op het eerste (?:gezicht|oog)"
    r"|vid första|ved første|ilk bakışta|sekilas|thoạt nhìn|乍一看|一見|언뜻)\b"
)
"""How a reply speaks of an impression that it does not keep."""
INSTEAD = (
    r"\b(?:rather than|instead of|not at|not|statt|anstatt|au lieu (?:de|du|des)|plutôt que|en vez de|en lugar de"
    r"|em vez de|ao invés de"
    r"|invece (?:di|del|della|che)|piuttosto che|вместо|а не|замість|zamiast|místo|in plaats van|i stället för"
    r"|i stedet for|thay vì|alih-alih|αντί για"
    r"|במקום|بدلا من|به جای)\s"
)
"""What stands before a thing that is not meant."""
