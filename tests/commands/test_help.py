"""The help of ``vlmeval-hvs`` itself, and the spellings of earlier versions."""

import pkgutil
import re

import pytest

from vlmeval_hvs import commands
from vlmeval_hvs.cli import RENAMED, main


def helped(capsys, *arguments):
    with pytest.raises(SystemExit) as stopped:
        main([*arguments, "--help"])
    assert stopped.value.code == 0
    return capsys.readouterr()


def test_every_command_is_listed_once_in_80_columns(capsys):
    text = helped(capsys).out
    listed = re.findall(r"^  ([a-z][a-z-]*) ", text.partition("options:")[0], re.MULTILINE)
    assert sorted(listed) == sorted(one.name.replace("_", "-") for one in pkgutil.iter_modules(commands.__path__))
    assert max(map(len, text.splitlines())) <= 80


def test_old_spellings_work_and_say_the_new_one(capsys):
    for old, new in RENAMED.items():
        found = helped(capsys, old)
        assert found.out.startswith(f"usage: vlmeval-hvs {' '.join(new)} ")
        assert f"`{old}` is now `{' '.join(new)}`" in found.err
