"""The options of HVSBench: what they refuse, and the rules they make."""

import pytest

from vlmeval_hvs.benchmarks.hvsbench.options import HVSBenchOptions
from vlmeval_hvs.benchmarks.hvsbench.scanpaths import ScanpathRules
from vlmeval_hvs.errors import OptionError


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ({"screen": "big"}, "scanpath_screen='big'"),
        ({"screen": "0x0"}, "scanpath_screen"),
        ({"short": "skip"}, "pad_one, zero, nan"),
        ({"crop": -1}, "scanpath_crop=-1"),
        ({"crop": True}, "scanpath_crop"),
        ({"humans": "none"}, "others, all"),
    ],
)
def test_wrong_rules_are_named(rule: dict, words: str) -> None:
    with pytest.raises(OptionError, match=words):
        HVSBenchOptions.read("HVSBench", {f"scanpath_{name}": value for name, value in rule.items()})


def test_the_default_rules_are_the_papers() -> None:
    assert HVSBenchOptions.read("HVSBench", {}).rules == ScanpathRules()
    given = {"scanpath_screen": "image", "scanpath_crop": 0, "scanpath_crop_human": True}
    assert HVSBenchOptions.read("HVSBench", given).rules == ScanpathRules("image", "pad_one", 0, True)
