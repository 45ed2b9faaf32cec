"""Fixtures of all tests: a working folder of one's own, and the command line in this process."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

import pytest


@pytest.fixture
def workdir(tmp_path, monkeypatch):
    """A working folder that is empty."""
    folder = tmp_path / "work"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


@dataclass(frozen=True)
class Outcome:
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str


@pytest.fixture
def cli(capsys, monkeypatch):
    """Run ``cardsim`` with arguments in this process, as its entry point does."""
    from cardsim.cli import main

    def run(*arguments: str | Path) -> Outcome:
        monkeypatch.setattr(sys, "argv", ["cardsim", *map(str, arguments)])
        capsys.readouterr()
        with pytest.raises(SystemExit) as end:
            main()
        printed = capsys.readouterr()
        return Outcome(end.value.code, printed.out, printed.err)

    return run
