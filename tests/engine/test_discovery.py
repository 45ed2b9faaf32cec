"""Where strategies are found, and what is said when they are not."""

import pytest

from cardsim import InputError
from cardsim.engine.discovery import find_strategies, find_strategy, load_file, shipped

GAME = "johnny_bagel"

MINE = '''
from cardsim import strategy


@strategy("{game}")
def {name}(view, moves, rng):
    """{text}"""
    return 0
'''


def write(file, name="mine", game=GAME, text="An idea."):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(MINE.format(name=name, game=game, text=text), encoding="utf-8")
    return file


def refusal(*args, **kwargs):
    with pytest.raises(InputError) as caught:
        find_strategy(*args, **kwargs)
    return str(caught.value)


@pytest.fixture
def here(tmp_path, monkeypatch):
    """An empty working folder."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def test_shipped_strategies_are_found_from_any_folder(here):
    known = find_strategies(GAME)
    assert {"random", "lowest"} <= set(known)
    assert list(known) == sorted(known)
    assert all(s.source.is_relative_to(shipped("strategies").resolve()) for s in known.values())
    assert all(strategy.text for strategy in known.values())


def test_folders_beside_the_config_and_here_are_searched(here, tmp_path):
    beside = tmp_path / "experiments"
    write(beside / "strategies" / "a.py", "beside_the_config")
    write(here / "strategies" / "deep" / "er" / "b.py", "in_the_working_folder")
    known = find_strategies(GAME, beside)
    assert {"beside_the_config", "in_the_working_folder", "random"} <= set(known)
    assert "beside_the_config" not in find_strategies(GAME)


def test_a_folder_that_is_searched_twice_is_no_conflict(here):
    write(here / "strategies" / "a.py")
    assert "mine" in find_strategies(GAME, here)


def test_a_copy_of_a_file_is_no_conflict(here, tmp_path):
    for folder in (here, tmp_path / "there"):
        write(folder / "strategies" / "a.py")
    assert "mine" in find_strategies(GAME, tmp_path / "there")


def test_a_name_that_two_files_claim_is_refused(here, tmp_path):
    one = write(tmp_path / "there" / "strategies" / "a.py")
    other = write(here / "strategies" / "b.py", text="Another idea.")
    assert refusal("mine", GAME, tmp_path / "there") == (
        f"strategy 'mine': claimed by two files, {one} and {other}; rename one."
    )


def test_a_name_that_one_file_claims_twice_is_refused(here):
    file = here / "strategies" / "twice.py"
    write(file)
    twice = 'from cardsim import heuristic\n\n@heuristic("johnny_bagel", name="mine")\ndef other' \
        "(view, move):\n    return 0\n"
    file.write_text(file.read_text() + twice, encoding="utf-8")
    assert refusal("mine", GAME) == f"strategy 'mine': declared twice in {file}; rename one."


def test_an_alias_and_an_import_are_no_second_claim(here):
    file = write(here / "strategies" / "a.py")
    file.write_text(file.read_text() + "\nalias = mine\n", encoding="utf-8")
    (here / "strategies" / "b.py").write_text("from .a import mine as borrowed\n", encoding="utf-8")
    assert "mine" in find_strategies(GAME)


def test_files_import_their_shareds(here):
    folder = here / "strategies"
    write(folder / "a.py")
    (folder / "_shared.py").write_text("CHOICE = 0\n", encoding="utf-8")
    text = (folder / "a.py").read_text().replace("return 0", "return CHOICE")
    (folder / "a.py").write_text(f"from ._shared import CHOICE\n{text}", encoding="utf-8")
    assert find_strategy("mine", GAME).source == folder / "a.py"


def test_hidden_and_private_files_are_not_searched(here):
    folder = here / "strategies"
    write(folder / "a.py")
    write(folder / ".ipynb_checkpoints" / "a-checkpoint.py", text="An older idea.")
    write(folder / "_drafts" / "b.py", text="A draft.")
    write(folder / "_c.py", text="Shared.")
    assert find_strategy("mine", GAME).text == "An idea."


def test_strategies_of_other_games_are_left_out(here):
    write(here / "strategies" / "a.py", "mine", "bacon")
    assert "mine" not in find_strategies(GAME)
    assert "mine" in find_strategies("bacon")


def test_an_unknown_name_is_refused_with_the_nearest(here):
    known = ", ".join(find_strategies(GAME))
    assert refusal("lowst", GAME, path="lineup.players") == (
        f'lineup.players: found the strategy "lowst"; known for johnny_bagel: {known}. '
        "Did you mean 'lowest'?"
    )


def test_a_name_of_another_game_is_refused_with_its_file(here):
    file = write(here / "strategies" / "a.py", "zzz", "jonny_bagel")
    assert refusal("zzz", GAME).endswith(f" The one in {file} is declared for jonny_bagel.")


def test_a_strategy_named_by_file(here, tmp_path):
    beside = tmp_path / "there"
    write(beside / "own" / "a.py")
    write(here / "b.py", "other")
    assert find_strategy("own/a.py:mine", GAME, beside).name == "mine"
    assert find_strategy("b.py:other", GAME, beside).name == "other"
    assert find_strategy(f"{here}/b.py:other", GAME).name == "other"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("a.py:mien", 'lineup.players: found the strategy "a.py:mien"; a.py has: mine, yours. '
                      "Did you mean 'mine'?"),
        ("b.py:mine", 'lineup.players: found the strategy "b.py:mine"; there is no file b.py.'),
        ("c.py:mine", 'lineup.players: the strategy "c.py:mine" plays bacon, not johnny_bagel.'),
        ("d.py:mine", 'lineup.players: found the strategy "d.py:mine"; d.py has: no strategy.'),
    ],
)
def test_a_file_without_that_strategy_is_refused(here, name, message):
    write(here / "a.py")
    text = MINE.format(name="yours", game=GAME, text="")
    (here / "a.py").write_text((here / "a.py").read_text() + text, encoding="utf-8")
    write(here / "c.py", game="bacon")
    (here / "d.py").write_text("X = 1\n", encoding="utf-8")
    assert refusal(name, GAME, path="lineup.players") == message


BROKEN = [
    ("x = 1\nif x\n    y\n", ", line 2: expected ':'."),
    ("import no_such_library\n",
     ", line 1: ModuleNotFoundError while loading: No module named 'no_such_library'"),
    ("\n1 / 0\n", ", line 2: ZeroDivisionError while loading: division by zero"),
    ('from cardsim import strategy\n@strategy("johnny_bagel")\ndef f(x):\n    pass\n',
     ", line 2: strategy 'f' must begin with the parameters (view, moves, rng)"),
    ("import sys\nsys.exit(3)\n", ", line 2: calls sys.exit(3) while loading."),
    ("raise SystemExit\n", ", line 1: calls sys.exit() while loading."),
    ("class Odd(BaseException):\n    pass\nraise Odd\n", ", line 3: Odd while loading."),
]


@pytest.mark.parametrize(("text", "reason"), BROKEN)
def test_a_broken_draft_is_refused_where_it_is_named(here, text, reason):
    file = here / "strategies" / "broken.py"
    file.parent.mkdir()
    file.write_text(text, encoding="utf-8")
    for _ in range(2):
        assert refusal("strategies/broken.py:mine", GAME) == f"{file}{reason}"


@pytest.mark.parametrize(("text", "reason"), BROKEN)
def test_a_broken_draft_is_refused_where_a_strategy_in_it_is_named(here, text, reason):
    file = here / "strategies" / "broken.py"
    file.parent.mkdir()
    file.write_text(f"{text}\n# here will be: def mine(view, moves, rng)\n", encoding="utf-8")
    assert refusal("mine", GAME, path="lineup.players") == (
        f'lineup.players: the strategy "mine": {file}{reason}'
    )


@pytest.mark.parametrize(("text", "reason"), BROKEN)
def test_a_broken_draft_stops_nobody_else(here, capsys, text, reason):
    file = here / "strategies" / "broken.py"
    file.parent.mkdir()
    file.write_text(text, encoding="utf-8")
    assert find_strategy("lowest", GAME).name == "lowest"
    assert capsys.readouterr() == ("", "")  # it was not even loaded
    assert "lowest" in find_strategies(GAME)
    out, err = capsys.readouterr()
    assert out == ""
    assert err == (
        f"warning: skipped a file of strategies that cannot be loaded: {file}{reason}\n"
    )


def test_a_draft_that_never_ends_stops_nobody_else(here, capsys, monkeypatch):
    monkeypatch.setattr("cardsim.engine.loading_guard.PATIENCE_SECONDS", 0.3)
    file = here / "strategies" / "broken.py"
    file.parent.mkdir()
    file.write_text("while True:\n    print('more')\n", encoding="utf-8")
    assert "lowest" in find_strategies(GAME)
    out, err = capsys.readouterr()
    assert out == ""
    assert err.endswith(f"{file}: still being imported after 0.3 s; given up.\n")
    assert err.count("more") < 1_000


def test_what_a_file_prints_while_it_is_loaded_goes_to_stderr(here, capsys):
    file = write(here / "strategies" / "a.py")
    file.write_text(f"print('loading')\n{file.read_text()}", encoding="utf-8")
    assert find_strategy("mine", GAME).name == "mine"
    assert capsys.readouterr() == ("", "loading\n")


def test_a_draft_gets_no_input(here, capsys):
    file = here / "strategies" / "broken.py"
    file.parent.mkdir()
    file.write_text("input()\n", encoding="utf-8")
    assert "lowest" in find_strategies(GAME)
    assert "line 1: EOFError while loading" in capsys.readouterr().err


def test_a_strategy_with_a_computed_name_is_found(here):
    file = here / "strategies" / "many.py"
    file.parent.mkdir()
    file.write_text(
        "from cardsim import strategy\n\n\ndef make(n):\n"
        f"    @strategy('{GAME}', name=f'bot_{{n}}')\n    def bot(view, moves, rng):\n"
        "        return 0\n    return bot\n\n\nbot_a, bot_b = map(make, (1, 2))\n",
        encoding="utf-8",
    )
    assert find_strategy("bot_2", GAME).name == "bot_2"


def test_a_syntax_error_in_a_shared_names_the_shared(here):
    folder = here / "strategies"
    folder.mkdir()
    (folder / "a.py").write_text("from ._shared import x\n", encoding="utf-8")
    (folder / "_shared.py").write_text("\n\nx = = 1\n", encoding="utf-8")
    assert refusal("strategies/a.py:x", GAME) == f"{folder}/_shared.py, line 3: invalid syntax."


def test_unicode_names_of_strategies_files_and_folders(here):
    write(here / "strategies" / "стратегии" / "наша игра.py", "naïve_größe")
    assert find_strategy("naïve_größe", GAME).name == "naïve_größe"


def test_a_file_is_loaded_once(here):
    file = write(here / "strategies" / "a.py").resolve()
    assert load_file(file)[0] is find_strategy("mine", GAME)
