"""Options: one declaration gives the check, the signature, the settings and the tables."""

import inspect
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vlmeval_hvs.errors import OptionError
from vlmeval_hvs.option_tables import markdown_table, option_rows
from vlmeval_hvs.options import (
    COMMAND_LINE,
    Declared,
    Options,
    declare,
    file,
    flag,
    number,
    one_of,
    signature_of,
    whole,
)
from vlmeval_hvs.registry import all_cards, dataset_class


@dataclass(frozen=True, kw_only=True)
class Toy(Options):
    hint: str = one_of("none", "field", doc="What the model is told.")
    where: str = one_of("top", "end", doc="Where the hint stands.", when={"hint": ("field",)})
    width: float | None = number(None, 0, 10, doc="Width in px.", only=("*_Wide",), asks=())
    loud: bool = flag(False, doc="Asks in capitals.", asks=("*_Loud",))
    steps: int = whole(2, 1, 16, doc="Turns.")
    words: str | None = file(doc="A file with words.")
    even: int = declare(2, "an even number", lambda value: value % 2 == 0, "A number.")


REFUSED = [
    ({"hnt": "field"}, "Toy: unknown option hnt, did you mean hint? Options: even, hint, "),
    ({"zzzzzz": 1}, "Toy: unknown option zzzzzz. Options: "),
    ({"hint": "all"}, "hint='all' is not allowed; give one of none, field"),
    ({"hint": "feild"}, "hint='feild' is not allowed, did you mean field? give one of none, field"),
    ({"hint": None}, "hint=None is not allowed"),
    ({"hint": ["field"]}, "hint=['field'] is not allowed"),
    ({"where": "end"}, "where='end' has no effect without hint=field"),
    ({"width": 3}, "width=3 has no effect here; it works on *_Wide"),
    ({"loud": "false"}, "loud='false' is not allowed; give true or false"),
    ({"loud": 1}, "loud=1 is not allowed"),
    ({"steps": 0}, "steps=0 is not allowed; give a whole number from 1 to 16"),
    ({"steps": 2.0}, "steps=2.0 is not allowed"),
    ({"steps": True}, "steps=True is not allowed"),
    ({"limit": -1}, "limit=-1 is not allowed; give a whole number of at least 1 or null"),
    ({"words": "nowhere.txt"}, "words='nowhere.txt' is not allowed; give a file that exists or null"),
    ({"even": 3}, "even=3 is not allowed; give an even number"),
    ({"seed": "x" * 200}, "... is not allowed"),
]


def test_wrong_options_are_one_line_with_name_value_and_allowed_values() -> None:
    for wrong, words in REFUSED:
        with pytest.raises(OptionError) as caught:
            Toy.read("Toy", wrong)
        assert words in str(caught.value)
        assert "\n" not in str(caught.value)
    for value in (0, -1, 11, float("nan"), float("inf"), True, "3"):
        with pytest.raises(OptionError, match="a number above 0 up to 10 or null"):
            Toy.read("Toy_Wide", {"width": value})
    assert Toy.read("Toy_Wide", {"width": 10}).width == 10


def test_defaults_may_be_given_where_they_have_no_effect() -> None:
    assert Toy.read("Toy", {"where": "top", "width": None, "skeleton": True}) == Toy()


def test_beside_the_runners_arguments_misspelt_options_are_refused(caplog) -> None:
    """Hosts give all arguments of their runner to a dataset that was asked for by its name."""
    given = {**dict.fromkeys(COMMAND_LINE), "api_nproc": 4, "judge": None, "limit": 3, "skeleton": True}
    assert Toy.read("Toy", given) == Toy(limit=3)
    assert caplog.text == ""
    for name, meant in (("hnt", "hint"), ("limt", "limit"), ("sed", "seed"), ("stpes", "steps")):
        with pytest.raises(OptionError, match=f"unknown option {name}, did you mean {meant}?"):
            Toy.read("Toy", {**given, name: 1})
    assert Toy.read("Toy", {**given, "argument_of_a_newer_runner": 1}) == Toy(limit=3)
    assert "ignored: argument_of_a_newer_runner" in caplog.text


def test_settings_name_what_has_an_effect_and_asking_what_changes_the_prompts() -> None:
    options = Toy.read("Toy_Wide_DEMO@x", {"width": 3, "loud": True})
    assert "width" not in Toy().settings("Toy")
    assert options.settings("Toy_Wide_DEMO@x")["width"] == 3
    assert {"width", "loud", "profile"}.isdisjoint(options.asking("Toy_Wide"))
    assert Toy(loud=True).asking("Toy_Loud")["loud"] is True


def test_the_signature_shows_the_options_and_admits_every_name() -> None:
    signature = signature_of(Toy, "Toy")
    assert list(signature.parameters)[:4] == ["self", "dataset", "seed", "limit"]
    assert signature.parameters["steps"].default == 2
    assert "misspelled" in signature.parameters
    assert "steps: int = 2" in str(signature)
    assert signature.parameters["dataset"].default == "Toy"
    assert len(signature.parameters) == len(Toy.declared()) + 2


def test_undeclared_fields_are_a_defect_of_the_benchmark() -> None:
    @dataclass(frozen=True, kw_only=True)
    class Careless(Options):
        depth: int = 3

    with pytest.raises(TypeError, match="the option depth is not declared"):
        Careless.declared()
    with pytest.raises(TypeError, match="give None or a plain value"):
        declare([], "a list", bool, "x")


VALUES = st.none() | st.integers() | st.text() | st.floats() | st.booleans() | st.lists(st.integers())


@given(st.dictionaries(st.sampled_from([name for name in [*Toy.declared(), "other"] if name != "even"]), VALUES))
def test_whatever_is_given_is_accepted_whole_or_refused_in_one_line(given: dict) -> None:
    refusal = ""
    try:
        options = Toy.read("Toy_Wide", given)
    except OptionError as error:
        refusal = str(error)
    assert "\n" not in refusal
    assert refusal or all(getattr(options, name) == value for name, value in given.items())


def test_the_table_has_a_line_per_option() -> None:
    lines = markdown_table(Toy).splitlines()
    assert len(lines) == 2 + len(Toy.declared())
    (width,) = (line for line in lines if line.startswith("| `width`"))
    assert width == "| `width` | `null` | a number above 0 up to 10 or null | Width in px. Only *_Wide. |"
    assert "width" not in [name for name, *_ in option_rows(Toy, "Toy_DEMO")]


def test_every_option_of_every_benchmark_is_declared_with_a_sentence() -> None:
    for card in all_cards():
        cls = dataset_class(card)
        for name, (default, rules) in cls.OPTIONS.declared().items():
            assert rules.doc.endswith("."), name
            assert rules.allowed, name
            assert default is None or rules.check(default), name
            assert any(rules.works_on(dataset) for dataset in card.datasets), name
        assert set(inspect.signature(cls.__init__).parameters) == {"self", "dataset", *cls.OPTIONS.declared()}


def test_nonsense_is_refused_for_every_option_of_every_data_set() -> None:
    for card in all_cards():
        options = dataset_class(card).OPTIONS
        for name in card.datasets:
            for option, (_, rules) in options.declared().items():
                for value in ("nonsense", -7, 2.5, True, {"a": 1}, [None], [], "", float("nan")):
                    if not rules.check(value):
                        with pytest.raises(OptionError, match=option):
                            options.read(name, {option: value})


def test_patterns_can_leave_datasets_out():
    rules = Declared("anything", bool, "A toy.", only=("*", "!*_Wide", "!*_Loud"))
    assert rules.works_on("Set")
    assert not rules.works_on("Set_Wide")
    assert not rules.works_on("Set_Loud")
    assert rules.scope == "all but *_Wide, *_Loud"
    assert Toy.declared()["width"][1].scope == "*_Wide"
