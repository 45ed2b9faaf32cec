"""The front door: help, what it imports, exit codes, a terminal or none."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from cardsim.cli.app import app

CARDSIM = Path(sys.executable).with_name("cardsim")
COMMANDS = [command.name for command in app.registered_commands]


def test_every_command_of_the_design_is_there():
    designed = {
        "experiment", "check", "replay", "compare", "report", "plot", "games", "rules",
        "strategies", "init", "bench", "verify",
    }
    assert designed <= set(COMMANDS)


def test_help_lists_every_command(cli):
    outcome = cli("--help")
    assert (outcome.code, outcome.err) == (0, "")
    for name in COMMANDS:
        assert f" {name} " in outcome.out


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_that_names_its_flags(cli, name):
    outcome = cli(name, "--help")
    assert (outcome.code, outcome.err) == (0, "")
    assert f"cardsim {name} [OPTIONS]" in " ".join(outcome.out.split())
    assert "--debug" in outcome.out


def test_no_command_is_help(cli):
    outcome = cli()
    assert "Usage:" in outcome.out + outcome.err
    assert outcome.code in {0, 2}


HEAVY = ("numba", "numpy", "polars", "pandas", "matplotlib", "scipy", "statsmodels", "joblib")


@pytest.mark.parametrize("arguments", [["--help"], ["experiment", "--help"], ["bench", "--help"]])
def test_help_imports_nothing_heavy(arguments):
    code = (
        "import sys\nfrom cardsim.cli import main\n"
        f"sys.argv = ['cardsim', *{arguments!r}]\n"
        "try:\n    main()\nexcept SystemExit as end:\n    assert end.code == 0\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert run.stderr == "[]\n"


def test_the_list_of_games_needs_no_plots(tmp_path):
    run = subprocess.run(
        [sys.executable, "-X", "importtime", CARDSIM, "games", "--json"], cwd=tmp_path,
        capture_output=True, text=True, check=True,
    )
    assert "numba" in run.stderr
    assert "matplotlib" not in run.stderr
    assert len(json.loads(run.stdout)) >= 4


@pytest.mark.parametrize(
    ("arguments", "code"),
    [(["games"], 0), (["rules", "poker"], 2), (["no_such_command"], 2), (["--no-such-flag"], 2)],
)
def test_the_installed_command_ends_with_these_codes(tmp_path, arguments, code):
    run = subprocess.run(
        [CARDSIM, *arguments], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert run.returncode == code
    assert "Traceback" not in run.stderr
    assert bool(run.stderr) == bool(code)


def test_without_a_terminal_there_are_no_escapes(tmp_path):
    (tmp_path / "x.toml").write_text(
        'game = "johnny_bagel"\nboards = 40\n[lineup]\nplayers = ["lowest", "random"]\n'
    )
    for arguments in (["games"], ["rules", "johnny_bagel"], ["check", "x.toml"], ["replay", "x.toml"]):
        run = subprocess.run(
            [CARDSIM, *arguments], cwd=tmp_path, capture_output=True, text=True, check=True
        )
        assert "\x1b" not in run.stdout + run.stderr
        assert run.stdout


def test_debug_shows_the_traceback_and_keeps_the_code(cli, workdir):
    usual = cli("rules", "poker")
    debug = cli("rules", "poker", "--debug")
    assert (usual.code, debug.code) == (2, 2)
    assert "Traceback" not in usual.err
    assert "Traceback (most recent call last)" in debug.err
    assert debug.err.endswith(usual.err)


def test_an_error_nobody_thought_of_is_one_paragraph(cli, workdir, monkeypatch):
    def broken():
        raise OSError("the disk is full")

    monkeypatch.setattr("cardsim.engine.registry.game_ids", broken)
    outcome = cli("games")
    assert outcome.code == 1
    assert outcome.err == "error: the disk is full\n(--debug shows where this came from)\n"


def test_a_reader_that_has_seen_enough_is_no_error(tmp_path):
    (tmp_path / "x.toml").write_text(
        'game = "johnny_bagel"\nboards = 40\n[lineup]\nplayers = ["lowest", "random"]\n'
    )
    with subprocess.Popen(
        [CARDSIM, "replay", "x.toml", "--board", "0:60", "--format", "json"], cwd=tmp_path,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout.readline().startswith(b'{"game": "johnny_bagel"')
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0
