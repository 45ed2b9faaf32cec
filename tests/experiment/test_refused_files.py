"""Files, folders, flags and strategies that are refused: exit code 2, nothing written."""

import pytest

CONFIG = 'game = "johnny_bagel"\nboards = 4\n[lineup]\nplayers = ["lowest", "random"]\n'


@pytest.fixture
def config(workdir):
    file = workdir / "mine.toml"
    file.write_text(CONFIG, encoding="utf-8")
    return file


def tree(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def refused(cli, *arguments):
    outcome = cli(*arguments)
    assert (outcome.code, outcome.out) == (2, "")
    return outcome.err


@pytest.mark.parametrize("command", ["experiment", "check"])
@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("mien.toml", "error: mien.toml: there is no such file. Did you mean 'mine.toml'?\n"),
        ("zzzzzzzz", "error: zzzzzzzz: there is no such file.\n"),
        ("no/folder/x.toml", "error: no/folder/x.toml: there is no such file.\n"),
        (".", "error: .: a folder; an experiment is a TOML file.\n"),
    ],
)
def test_a_config_that_is_not_there(config, workdir, cli, command, given, message):
    assert refused(cli, command, given) == message
    assert tree(workdir) == ["mine.toml"]


def test_a_config_that_is_not_text(workdir, cli):
    (workdir / "x.toml").write_bytes(b'title = "caf\xe9"\n')
    assert refused(cli, "experiment", "x.toml").startswith(
        "error: x.toml: not UTF-8 text: 'utf-8' codec can't decode byte 0xe9 in position 12"
    )


@pytest.mark.parametrize("taken", ["results", "results/mine"])
def test_a_results_folder_that_cannot_be_written(config, workdir, cli, taken):
    (workdir / taken).parent.mkdir(exist_ok=True)
    (workdir / taken).write_text("in the way", encoding="utf-8")
    before = tree(workdir)
    message = refused(cli, "experiment", config)
    assert "error: results/mine/" in message
    assert "cannot be written (" in message
    assert message.endswith("); choose another with --out.\n")
    assert tree(workdir) == before


def test_another_results_folder_that_cannot_be_written(config, workdir, cli):
    assert "error: mine.toml/mine/" in refused(cli, "experiment", config, "--out", "mine.toml")
    assert tree(workdir) == ["mine.toml"]


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (["--boards", "0"], "error: boards: found 0; allowed: a whole number, 1 to "),
        (["--boards", "-3"], "error: boards: found -3; allowed: a whole number, 1 to "),
        (["--seed", str(2**63)], f"error: seed: found {2**63}; allowed: a whole number from 0 to "),
        (["--jobs", "1025"], "error: compute.jobs: found 1025; allowed: a whole number, 0 "),
    ],
)
def test_flags_are_checked_as_the_configs_keys_are(config, workdir, cli, flags, message):
    assert refused(cli, "experiment", config, *flags).startswith(message)
    assert tree(workdir) == ["mine.toml"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["experiment"], "Missing argument 'CONFIG'"),
        (["experiment", "mine.toml", "--bords", "3"], "No such option: --bords"),
        (["experiment", "mine.toml", "--boards", "many"], "Invalid value for '--boards': Input should be a valid integer"),
        (["experiment", "mine.toml", "--jobs", "0"], "Invalid value for '--jobs': Input should be greater than or equal to 1"),
        (["experimnt", "mine.toml"], "No such command 'experimnt'"),
        (["replay", "mine.toml", "--format", "xml"], "'xml' is not one of"),
    ],
)
def test_arguments_that_are_no_arguments(config, workdir, cli, arguments, message):
    assert message in " ".join(refused(cli, *arguments).replace("│", " ").split())
    assert tree(workdir) == ["mine.toml"]


@pytest.mark.parametrize("command", ["compare", "report"])
def test_a_run_that_is_not_there(config, workdir, cli, command):
    message = refused(cli, command, "mine.toml")
    assert message.startswith("error: mine.toml: not run yet as it is now (looked in results/mine/")
    assert message.endswith("); run it first: cardsim experiment mine.toml\n")
    message = refused(cli, command, "results")
    assert message == (
        "error: results: no run there (a run is a folder with a manifest.json, such as "
        "results/<name>/<hash>).\n"
    )
    assert tree(workdir) == ["mine.toml"]


def test_a_run_with_other_flags_is_pointed_at(config, workdir, cli):
    assert cli("experiment", config, "--boards", "2", "--json").code == 0
    (run,) = (workdir / "results" / "mine").iterdir()
    message = refused(cli, "compare", config)
    assert message.endswith(
        f"); there are runs with other settings: {run.relative_to(workdir)}\n"
    )


def test_a_strategy_that_cannot_be_compiled_is_refused_before_anything_is_written(workdir, cli):
    (workdir / "own.py").write_text(
        'from cardsim import strategy\n\n\n@strategy("johnny_bagel")\ndef silent(view, moves, rng):\n'
        "    pass\n", encoding="utf-8",
    )
    (workdir / "x.toml").write_text(CONFIG.replace("random", "own.py:silent"), encoding="utf-8")
    before = tree(workdir)
    assert "strategy 'silent' (own.py) cannot be compiled: " in refused(cli, "experiment", "x.toml")
    assert [path for path in tree(workdir) if "__pycache__" not in path] == before


def test_a_damaged_manifest_is_refused(config, workdir, cli):
    assert cli("experiment", config, "--json").code == 0
    (manifest,) = workdir.glob("results/mine/*/manifest.json")
    manifest.write_text('{"complete": tr', encoding="utf-8")
    path = manifest.relative_to(workdir)
    assert refused(cli, "experiment", config) == (
        f"error: {path}: damaged (not JSON); play it again with `cardsim experiment CONFIG --fresh`.\n"
    )
    assert cli("experiment", config, "--fresh", "--json").code == 0


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (["--board", "4:2"], '--board: found "4:2"; allowed: a board (12), or a range (0:1000).'),
        (["--board", "-1"], '--board: found "-1"; allowed: a board (12), or a range (0:1000).'),
        (["--board", "one"], '--board: found "one"; allowed: a board (12), or a range (0:1000).'),
        (["--board", str(2**63)], f'--board: found "{2**63}"; allowed: a board (12), or a range '),
        (["--cell", "1"], "cell: found 1; allowed: 0 (rules, 2 players)."),
        (["--rotation", "1"], "rotation: found 1; allowed: 0 to 0."),
    ],
)
def test_a_game_that_is_not_there_is_not_replayed(config, cli, flags, message):
    assert message in refused(cli, "replay", config, *flags)
