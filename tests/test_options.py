"""Options: one declaration gives the check, the signature, the settings and the tables."""

import inspect
from dataclasses import dataclass, make_dataclass

import pytest

from vlmeval_hvs import options as options_module
from vlmeval_hvs.errors import OptionError
from vlmeval_hvs.options import COMMAND_LINE, Options, declare, file, flag, number, one_of, option_rows, whole
from vlmeval_hvs.registry import all_cards, dataset_class


@dataclass(frozen=True, kw_only=True)
class Toy(Options):
    hint: str = one_of("none", "field", doc="What the model is told.")
    where: str = one_of("top", "end", doc="Where the hint stands.", when={"hint": ("field",)})
    width: float | None = number(None, 0, 10, doc="Width in px.", only=("*_Wide",), asks=())
    loud: bool = flag(False, doc="Asks in capitals.", only=("*", "!*_Mute", "!*_Deaf"), asks=("*_Loud",))
    steps: int = whole(2, 1, 16, doc="Turns.")
    words: str | None = file(doc="A file with words.")
    place: str | None = file(folder=True, doc="A place.", when={"hint": ("field",), "steps": (2, 3)})
    few: int | None = whole(None, None, doc="Any number.")
    share: float = number(0.5, doc="Any share.")
    even: int = declare(2, "an even number", lambda value: value % 2 == 0, "A number.")


REFUSED = [
    ("Toy", {"hnt": "field"}, "Toy: unknown option hnt, did you mean hint? Options: even, few, hint, "),
    ("Toy", {"hint": "feild"}, "hint='feild' is not allowed, did you mean field? give one of none, field"),
    ("Toy", {"hint": ["field"]}, "hint=['field'] is not allowed"),
    ("Toy", {"where": "end"}, "where='end' has no effect without hint=field"),
    ("Toy", {"width": 3}, "width=3 has no effect here; it works on *_Wide"),
    ("Toy_Mute", {"loud": True}, "loud=True has no effect here; it works on all but *_Mute, *_Deaf"),
    ("Toy", {"loud": 1}, "loud=1 is not allowed"),
    ("Toy", {"steps": 0}, "steps=0 is not allowed; give a whole number from 1 to 16"),
    ("Toy", {"steps": True}, "steps=True is not allowed"),
    ("Toy", {"limit": -1}, "limit=-1 is not allowed; give a whole number of at least 1 or null"),
    ("Toy", {"words": "nowhere.txt"}, "words='nowhere.txt' is not allowed; give a file that exists or null"),
    ("Toy", {"words": "/"}, "words='/' is not allowed; give a file that exists or null"),
    ("Toy", {"place": "/none"}, "place='/none' is not allowed; give a file or folder that exists or null"),
    ("Toy", {"place": "/", "hint": "field", "steps": 4}, "place='/' has no effect without steps=2 or steps=3"),
    ("Toy", {"few": 1.0}, "few=1.0 is not allowed; give a whole number or null"),
    ("Toy", {"share": float("inf")}, "share=inf is not allowed; give a number"),
    ("Toy", {"steps": 17}, "steps=17 is not allowed"),
    ("Toy", {"hint": None}, "hint=None is not allowed; give one of none, field"),
    *(("Toy", {"max_failed": value}, "a number from 0 to 1") for value in (-0.1, 1.1, True, "0")),
    ("Toy", {"even": 3}, "even=3 is not allowed; give an even number"),
    ("Toy", {"seed": "x" * 200}, "... is not allowed"),
    *(("Toy_Wide", {"width": value}, "a number above 0 up to 10 or null") for value in (0, 11, float("nan"), "3")),
]


def test_wrong_options_are_one_line_with_name_value_and_allowed_values_and_arguments_of_the_runner_pass() -> None:
    for name, wrong, words in REFUSED:
        with pytest.raises(OptionError) as caught:
            Toy.read(name, wrong)
        assert words in str(caught.value)
        assert "\n" not in str(caught.value)
    assert Toy.read("Toy_Wide", {"width": 10}).width == 10
    assert Toy.read("Toy", {"where": "top", "width": None, "skeleton": True}) == Toy()  # defaults may be given
    # Hosts give all arguments of their runner to a dataset that was asked for by its name.
    given = {**dict.fromkeys(COMMAND_LINE), "api_nproc": 4, "judge": None, "limit": 3, "skeleton": True}
    assert Toy.read("Toy", given) == Toy.read("Toy", {**given, "argument_of_a_newer_runner": 1}) == Toy(limit=3)
    with pytest.raises(OptionError, match="unknown option hnt, did you mean hint?"):
        Toy.read("Toy", {**given, "hnt": 1})
    right = {"steps": 16, "few": -7, "share": -(2**70), "place": "/", "hint": "field", "max_failed": 1} | {"steps": 3}
    assert Toy.read("Toy", right) == Toy(**right)


def test_declarations_that_cannot_work_are_errors_of_the_programmer() -> None:
    for wrong in ([], {}):
        with pytest.raises(TypeError, match="give None or a plain value"):
            declare(wrong, "a list", bool, "A list.")
    bare = make_dataclass("Bare", [("bare", int, 3)], bases=(Options,), frozen=True, kw_only=True)
    with pytest.raises(TypeError, match="declare the option bare with one_of, whole, number, flag, file or declare"):
        bare.declared()


def test_settings_signature_and_tables_follow_the_declaration() -> None:
    options = Toy.read("Toy_Wide_DEMO@x", {"width": 3, "loud": True})
    assert "width" not in Toy().settings("Toy")
    assert options.settings("Toy_Wide_DEMO@x")["width"] == 3
    assert {"width", "loud", "profile"}.isdisjoint(options.asking("Toy_Wide"))
    assert Toy(loud=True).asking("Toy_Loud")["loud"] is True
    signature = options_module.signature_of(Toy, "Toy")
    assert list(signature.parameters) == ["self", "dataset", *Toy.declared()]
    assert (signature.parameters["steps"].default, signature.parameters["dataset"].default) == (2, "Toy")
    assert "misspelled" in signature.parameters, "hosts hand over every name"
    assert ("width", "null", "a number above 0 up to 10 or null", "Width in px. Only *_Wide.") in option_rows(Toy)
    assert "width" not in [name for name, *_ in option_rows(Toy, "Toy_DEMO")]
    rows = {name: (default, meaning) for name, default, _, meaning in option_rows(Toy)}
    assert rows["loud"] == ("false", "Asks in capitals. On all but *_Mute, *_Deaf.")
    assert rows["where"] == ("top", "Where the hint stands. Only with hint=field.")
    assert rows["place"] == ("null", "A place. Only with hint=field. Only with steps=2 or steps=3.")
    assert dict(row[::3] for row in option_rows(Toy, "Toy_Wide"))["width"] == "Width in px."


@pytest.mark.long
def test_every_option_of_every_benchmark_has_a_sentence_and_an_allowed_default() -> None:
    for card in all_cards():
        cls = dataset_class(card)
        assert set(inspect.signature(cls.__init__).parameters) == {"self", "dataset", *cls.OPTIONS.declared()}
        for option, (default, rules) in cls.OPTIONS.declared().items():
            assert (rules.doc[-1:], bool(rules.allowed)) == (".", True), option
            assert default is None or rules.check(default), option
            assert any(rules.works_on(dataset) for dataset in card.datasets), option
