"""How all tests of this folder run a command."""

import pytest

from vlmeval_hvs.cli import main


@pytest.fixture
def told(capsys):
    """Runs a command, which must end with one of these statuses; gives standard output and standard error."""

    def run(*arguments, status=(0,)):
        capsys.readouterr()
        try:
            ended = main([str(one) for one in arguments])
        except SystemExit as end:
            ended = end.code
        found = capsys.readouterr()
        assert ended in status, (arguments, ended, found)
        return found

    return run
