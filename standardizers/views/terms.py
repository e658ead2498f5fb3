"""What the words of a short selection mean in many languages: data for `standardizers.views.selections`."""

from __future__ import annotations

NOUN = """
tile tiles part parts view views image images section* quadrant* region* piece pieces patch patches crop crops area
areas
cell cells square squares number numbers no nos nr num numero t
teil* kachel* ausschnitt* bildteil* plättchen feld felder fliese* stück* nummer* abschnitt*
carreau* tuile* partie* vue vues case cases zone zones morceau* numéro*
azulejo* mosaico* parte partes vista vistas cuadro* casilla* pieza* peça* bloco* ladrilho* secciones
tessera tessere riquadr* piastrell* pezz* parti sezion*
płytk* kafel* kafl* częś* fragment* pole pola dlaždic* dlaždíc* část* díl* č čís* dieli* kachl*
плитк* плиток част* фрагмент* тайл* номер* № клетк* клітин* квадрат* участ*
karo* parça* bölüm* karo'lar kare kareler kareyi kareleri karesini numara*
tegel* deel delen vak vakken vlak vlakken ruta rutor* rute ruter* flis* brikke* felt* del delar* delarna bricka*
bricko* rutan
ruutu* ruudu* osa osat laatta* laatat csempe* csempé* kocka* rész* mező* plăci* placa plac* bucat*
πλακίδι* τμήμ* κομμάτ* μέρ* אריח* חלק* بلاط* مربع* جزء* الجزء كاشي* کاشی* قطعه* بخش* قسمت* टाइल* खंड* खण्ड* भाग* हिस्स*
widok* okno okna okien okn* fenêtre* fenster* finestra finestre ventana* janela* jendela* pencere*
ubin* bagian* kotak* petak* keping* ô mảnh phần hình số gạch khung
"""
AND = """
and plus also too with und sowie et ainsi y e i и та і й en og och a és ja și si και ו و और तथा एवं dan và cùng ve ile
oraz
también également anche também eller
"""
POLITE = """
please thanks thank you bitte danke graag alstublieft s'il te vous plaît merci por favor per favore grazie obrigado
obrigada
gracias пожалуйста спасибо будь ласка дякую proszę prosím dziękuję děkuji tack tak takk lütfen tolong silakan xin vui
lòng
kérem kérek παρακαλώ ευχαριστώ בבקשה من فضلك شكرا لطفا कृपया धन्यवाद köszönöm kiitos rog ok okay sure
"""
CHOOSE = """
i i'd i'll i'm my me we us let let's the a an of to into in on at would like want* need* require* select* choos*
chosen pick*
take zoom* enlarge* enlarging magnif* show see look view* inspect* examin* check* give closer bigger larger detail
detailed is
are be answer* response choice selection go for it that these those one ones only just simply alone namely both relevant
necessary request* close-up odd even
ich wir mir die der das den dem des vergrößer* nehme wähl* zoom* nur sehen bräuchte
je j'ai la le les de du des l' agrandir choisis seulement voir veux zoomer est sont
el los las lo del ampliar elijo selecciono solo sólo ver agrandar yo en son es
o os as do da das eu ampliar escolho apenas só
il lo gli i ingrandire scelgo solo vedere ingrandimento di della dei delle
увелич* выбира* выбер* только лишь посмотр* збільш* обира* лише тільки я мне мені
powiększ* wybier* tylko zvětš* vyber* vybír* jen pouze
het een alleen vergrot* kies wil ik förstor* välj* bara endast vill jag jeg vil forstør* velg* vælg* kun
büyüt* seç* sadece yalnızca ist* perbesar pilih* hanya saya mau ingin phóng to chọn chỉ tôi xin có nào cả nagyít* csak
suurenna* valitse* vain măr* doar vreau μεγέθυνση επιλέγω μόνο το τα τη τις οι η ο להגדיל רק את אני تكبير كبر فقط
بزرگ فقط را perlu butuh membutuhkan memerlukan memperbesar diperbesar melihat lihat potrzebuj* potrzebn*
potřebuj* brauche benötig* besoin faut necesito preciso serv* bisogno ho
нужн* мне потрібн* nodig heb behöver trenger brug har gerek* ihtiyacım
चाहिए أحتاج बड़ा केवल सिर्फ करें करो मैं का के की को ते
"""
ALL = """
all every everything each alle alles sämtlich* tous toutes tout todas todos todo tutti tutte tutto все всё всех всі усі
wszystkie wszystko wszystkich všechny všechno vše alla allt allesamt allemaal hepsi hepsini tümü tümünü bütün tamamı
semua
semuanya seluruh* tất cả mọi összes mindegyik* mind kaikki kaikkia toate tot όλα όλες όλοι כל כולם הכל كل جميع كلها
جميعها
همه تمام सभी सब सारे
"""
NONE = """
none nothing zero nil nope nah null keine keinen keiner keines kein nichts aucun aucune rien ninguno ninguna ningún
ninguém nada nenhum
nenhuma nessuno nessuna niente nessun нет никакие никакой никакую ничего ни жодної жодна жодний жоден жодну нічого żadna
żadnej żaden żadnego nic žádná žádné žádnou žádný ingen inga inget ingenting geen niets hiçbiri hiçbirini hiçbir hiç
yok tidak ada
không κανένα καμία καμιά τίποτα אף אחד אחת שום لا شيء هیچ هیچکدام कोई नहीं semmi semmit egyik egyiket sem mikään mitään
niciuna niciunul nimic single
"""
EXCEPT = """
except but excluding excepting without apart besides minus außer ausser ohne sauf excepté excepto menos salvo exceto
tranne
eccetto кроме крім окрім oprócz poza kromě utom behalve undtagen unntatt hariç dışında kecuali selain trừ ngoại kivéve
paitsi
excepția εκτός חוץ مااعدا عدا باستثناء بجز छोड़कर सिवा not rather than instead nicht pas niet inte nie ne не değil bukan
"""
RANGE = "to through thru until till bis hasta até до tot jusqu'à"
