"""The forms that a text can hold are all that matter for finding them in it."""

import re
from importlib.resources import files

import pytest

from standardizers.words.synonyms import all_forms
from standardizers.words.translations import BEGINNING, Translations, _possible, words_of
from standardizers.words.wording import Names


def forms(names: list[str], text: str) -> tuple[dict[str, int], dict[str, int], set[str]]:
    found = Translations(names, [words_of(name) for name in names], [tuple(n.split()) for n in names], frozenset())
    within = found.within(words_of(text), text)
    named = {" ".join(key): index for entries in within.sequences.values() for key, index in entries}
    return named, dict(within.unspaced), set(within.inflected)


def test_a_synonym_in_the_text_is_found_and_others_are_left_out() -> None:
    named, unspaced, _ = forms(["bicycle", "dog"], "there is a bike")
    assert named["bike"] == 0
    assert not unspaced
    assert "puppy" not in named


def test_a_translation_without_spaces_is_found_in_its_script_only() -> None:
    assert forms(["dog", "cat"], "图中的狗")[1]["狗"] == 0
    assert not forms(["dog", "cat"], "the hund")[1]


def test_two_words_are_translated_together() -> None:
    assert forms(["red car", "blue car"], "la rouge voiture")[0]["rouge voiture"] == 0


@pytest.mark.parametrize("text", ["", "nothing of the kind", "?!"])
def test_a_text_without_any_form_yields_none(text: str) -> None:
    assert forms(["bicycle", "dog"], text) == ({}, {}, set())


@pytest.mark.parametrize(
    ("names", "text", "index"),
    [
        (["face", "street sign"], "le visage attire d'abord le regard", 0),
        (["singer", "guitarist"], "der Gitarrist", 1),
        (["polar bear", "penguin"], "на пингвина", 1),
        (["broccoli", "corn"], "マイス、つまりトウモロコシ", 1),
        (["watermelon", "melon"], "la pastèque", 0),
        (["chopsticks", "ladle"], "젓가락", 0),
        (["washing machine", "dishwasher"], "çamaşır makinesi", 0),
        (["wheelchair", "stroller"], "wózek inwalidzki", 0),
        (["trash can", "mailbox"], "垃圾桶", 0),
        (["sweater", "raincoat"], "el impermeable", 1),
        (["navy blue", "light green"], "in dunkelblau", 0),
        (["striped", "checkered"], "en rayures", 0),
        (["fire truck", "police car"], "das Polizeiauto", 1),
        (["excavator", "forklift"], "挖掘机", 0),
        (["waterfall", "volcano"], "водопадом", 0),
        (["supermarket", "cinema"], "kino", 1),
        (["saxophone", "cello"], "il violoncello", 1),
        (["snowman", "scarecrow"], "o espantalho", 1),
        (["crying", "laughing"], "đang khóc", 0),
        (["Top left", "Bottom right"], "unten rechts", 1),
        (["sunset", "rainbow"], "gökkuşağı", 1),
        (["Brazil", "Poland"], "Polen", 1),
        (["bar chart", "logo"], "die Grafik: ein Balkendiagramm", 0),
        (["whistle", "dog"], "Elle regarde le sifflet.", 0),
        (["microscope", "magnet"], "mira el imán", 1),
        (["abacus", "shield"], "そろばん", 0),
        (["megaphone", "stopwatch"], "секундомер", 1),
        (["goggles", "gear"], "das Zahnrad", 1),
        (["clipboard", "briefcase"], "حقيبة وثائق", 1),
        (["pickle", "oyster"], "huîtres", 1),
        (["falafel", "snowflake"], "बर्फ़ का फाहा", 1),
        (["tornado", "scroll"], "la pergamena", 1),
        (["surfboard", "tulip"], "ván lướt sóng", 0),
        (["refrigerator", "toaster"], "buzdolabında", 0),
        (["refrigerator", "toaster"], "de broodrooster", 1),
        (["kite", "frisbee"], "latawiec", 0),
        (["backpack", "suitcase"], "koper", 1),
        (["sheep", "goat"], "con cừu", 0),
        (["elephant", "giraffe"], "الزرافة", 1),
        (["zebra", "butterfly"], "तितली", 1),
        (["hair dryer", "sink"], "o secador de cabelo", 0),
        (["seat belt", "car door"], "cinturón de seguridad", 0),
        (["wheel", "tire"], "die Felge? Nein, der Reifen", 1),
        (["life jacket", "lifeboat"], "救生艇", 1),
        (["stroller", "wheelbarrow"], "la poussette", 0),
        (["walnut", "hazelnut"], "la nocciola", 1),
        (["cheetah", "leopard"], "le guépard", 0),
        (["dachshund", "bulldog"], "такса", 0),
        (["gravestone", "greenhouse"], "szklarnia", 1),
        (["lifeguard", "jockey"], "de badmeester", 0),
        (["question mark", "thumbs up"], "느낌표가 아니라 물음표", 0),
        (["diaper", "pacifier"], "los pañales", 0),
    ],
)
def test_an_option_is_recognised_in_another_language(names: list[str], text: str, index: int) -> None:
    assert {mention.option for mention in Names(names).mentions(text)} == {index}


@pytest.mark.parametrize(
    ("names", "text"),
    [
        (["exit", "car"], "en çok öne çıkıyor"),  # "stands out", not "çıkış"
        (["eye", "tree"], "die Sache fällt ins Auge"),
        (["head", "tree"], "l'autre arrive en tête"),
        (["tongue", "tree"], "전혀 모르겠어요"),
        (["tofu", "tree"], "saya tidak tahu"),
        (["jumping man", "tree"], "ça saute aux yeux"),
        (["vest", "tree"], "ベストではない"),
        (["tile", "tree"], "스타일이 다르다"),
        (["blood", "tree"], "피아노"),
        (["rhinoceros", "tree"], "サイズが違う"),
        (["sphere", "tree"], "구체적으로 말하면"),
        (["evening", "tree"], "ce sera long"),
        (["pudding", "tree"], "プリンター"),
        (["skull", "tree"], "через минуту"),
        (["corn", "tree"], "mais je ne sais pas"),
        (["dancing woman", "tree"], "yang paling menarik"),
        (["dam", "tree"], "lo que él diga"),
        (["scythe", "tree"], "it makes no sense"),
        (["loom", "tree"], "a tear in the picture"),
        (["pickaxe", "tree"], "I pick nothing"),
        (["sneakers", "tree"], "il guarda la trainer"),
        (["target", "tree"], "图中的人"),
        (["persimmon", "tree"], "まったく分からない"),
        (["stingray", "tree"], "エイリアンのようだ"),
        (["trout", "tree"], "マスクをしている人"),
        (["lung", "tree"], "폐허가 된 마을"),
        (["handbag", "tree"], "sale en la tele"),
        (["lifeguard", "tree"], "salvo error"),
        (["poodle", "dog bed"], "der Mops"),
        (["leopard", "tree"], "le guépard"),
        (["vodka", "tree"], "der Rum"),
        (["squid", "tree"], "スイカを見ています"),
        (["leek", "tree"], "タマネギ"),
        (["bib", "tree"], "スタイルがいい"),
        (["sushi", "tree"], "人ですし、見ています"),
        (["pigeon", "tree"], "それはとても大きい"),
        (["tea", "tree"], "パーティーの人"),
        (["coffin", "tree"], "도서관을 봅니다"),
        (["gong", "tree"], "특징을 봅니다"),
        (["wreath", "tree"], "크리스마스"),
        (["shield", "tree"], "互相矛盾"),
        (["goat", "tree"], "I get it"),
        (["carpet", "tree"], "プラグ"),
        (["spear", "tree"], "手槍"),
        (["sack", "tree"], "빗자루"),
        (["kindergarten", "tree"], "kita tidak tahu"),
    ],
)
def test_a_word_that_is_near_an_options_translation_names_none(names: list[str], text: str) -> None:
    assert Names(names).mentions(text) == []


def test_what_names_two_options_names_none() -> None:
    assert Names(["puppy", "kitten"]).mentions("der Welpe")[0].option == 0
    assert Names(["tree trunk", "elephant trunk"]).mentions("the nose") == []
    assert Names(["bull", "calf"]).mentions("la vache") == []


def lines_of_the_table() -> list[str]:
    text = (files("standardizers.words") / "synonyms.txt").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def test_no_form_of_the_table_is_a_single_letter() -> None:
    for line in lines_of_the_table():
        assert not any(len(form) == 1 and "a" <= form <= "z" for form in line.lower().split(", ")), line


def test_no_line_of_the_table_has_a_form_twice_or_an_empty_one() -> None:
    for line in lines_of_the_table():
        forms = line.lower().split(", ")
        assert all(form == form.strip(" ,") != "" and "," not in form for form in forms), line
        assert len(set(forms)) == len(forms), line


def test_no_word_of_the_table_mixes_alphabets() -> None:
    alphabets = [re.compile(f"[{letters}]") for letters in ("\u0400-\u04ff", "\u0600-\u06ff", "\u0900-\u097f")]
    for line in lines_of_the_table():
        for word in line.replace(",", "").split():
            assert sum(alphabet.search(word) is not None for alphabet in alphabets) <= 1, word


def test_the_forms_that_a_text_may_hold_are_those_of_the_whole_table() -> None:
    forms = sorted(all_forms())
    for form in forms[::40]:
        words = words_of(form)
        found = _possible(words, form)
        assert form in found, form
        stems = {stem for word in words for stem in (word.stem, word.text)}
        for other in found:
            first = words_of(other)[0]
            assert (
                first.stem in stems
                or other in form
                or any(word.text[:BEGINNING] == other[:BEGINNING] for word in words)
            ), (form, other)
