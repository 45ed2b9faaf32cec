"""Files that are edited while the process lives: what plays is what is there, or what was digested."""

import os
import pickle
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import cardsim
from cardsim import InputError
from cardsim.engine.discovery import find_strategy, shipped
from cardsim.experiment.run import plan_of

GAME = "johnny_bagel"
FIRST, LAST = "0", "len(moves) - 1"

TEXT = '''
from cardsim import strategy
{top}

@strategy("johnny_bagel", compiled={compiled})
def mine(view, moves, rng):
    """An idea."""
    return {answer}
'''


@pytest.fixture
def here(tmp_path, monkeypatch):
    folder = tmp_path / "here"
    (folder / "strategies").mkdir(parents=True)
    monkeypatch.chdir(folder)
    return folder


def write(file, answer, top="", compiled=True):
    """Write a file as an editor in a hurry: its time and, for answers of one length, size stay."""
    file.write_text(TEXT.format(answer=answer, top=top, compiled=compiled), encoding="utf-8")
    os.utime(file, (1_000_000_000, 1_000_000_000))


def played(name="mine"):
    """What games of `mine` come to."""
    seats = cardsim.simulate(GAME, [name, "lowest"], 6, rules={"max_turns": 200}).seats
    return seats["score"].to_list(), seats["place"].to_list()


def truth(answer):
    """The same, of a function that has just been declared."""
    scope = {}
    exec(TEXT.format(answer=answer, top="", compiled=False), scope)
    return played(scope["mine"])


def config(name="mine"):
    return {"game": GAME, "boards": 6, "lineup": {"players": [name, "lowest"]},
            "rules": {"max_turns": 200}}


@pytest.mark.parametrize("compiled", [True, False])
def test_an_edited_strategy_is_loaded_anew(here, compiled):
    """Edited, and edited back: each time the games are those of the text, and so is the digest."""
    file = here / "strategies" / "a.py"
    digests = []
    for answer in (" 0 ", "- 1", " 0 "):
        write(file, answer.replace("- 1", "n-1"), "", compiled)
        file.write_text(
            file.read_text().replace('idea."""', 'idea."""\n    n = len(moves)'), encoding="utf-8"
        )
        os.utime(file, (1_000_000_000, 1_000_000_000))
        assert played() == truth(FIRST if answer == " 0 " else LAST)
        digests.append(find_strategy("mine", GAME).source_digest())
    assert digests[0] == digests[2] != digests[1]


def test_a_run_after_an_edit_is_another_run(here):
    file = here / "strategies" / "a.py"
    write(file, FIRST)
    one = cardsim.run(config(), out=here)
    write(file, LAST)
    cardsim.simulate(GAME, ["lowest", "random"], 2)  # looks through the folder
    other = cardsim.run(config(), out=here)
    assert one.folder != other.folder
    assert one.seats.collect()["score"].to_list() == truth(FIRST)[0]
    assert other.seats.collect()["score"].to_list() == truth(LAST)[0]


def test_a_plan_plays_what_it_was_made_from(here):
    """A plan, and an open run, keep the code that their digest tells of."""
    file = here / "strategies" / "a.py"
    write(file, FIRST)
    plan = plan_of(config())
    digest = plan.cells[0].describe()["players"][0]["source"]
    write(file, LAST)
    table = plan.cells[0].table
    assert table.play(0, 6)[1]["score"].tolist() == truth(FIRST)[0]
    assert plan.cells[0].describe()["players"][0]["source"] == digest


@pytest.mark.parametrize("top", [
    "from ._shared import CHOICE", "from . import _shared", "from .deep import _shared",
])
def test_an_edited_helper_is_loaded_anew(here, top):
    folder = here / "strategies"
    helper = (folder / "deep" if "deep" in top else folder) / "_shared.py"
    helper.parent.mkdir(exist_ok=True)
    answer = "CHOICE" if "CHOICE" in top else "_shared.CHOICE"
    found = []
    for choice in (0, 1, 0):
        helper.write_text(f"CHOICE = {choice}\n", encoding="utf-8")
        os.utime(helper, (1_000_000_000, 1_000_000_000))
        write(folder / "a.py", f"min({answer}, len(moves) - 1)", top)
        assert played() == truth(f"min({choice}, len(moves) - 1)")
        found.append(find_strategy("mine", GAME).source_digest())
    assert found[0] == found[2] != found[1]


def test_an_edited_helper_of_a_helper_is_loaded_anew(here):
    folder = here / "strategies"
    (folder / "_one.py").write_text("from ._two import answer\n", encoding="utf-8")
    for answer in ("0", "1"):
        (folder / "_two.py").write_text(
            "from cardsim.engine.compiling import rule\n\n\n@rule\ndef answer(n):\n"
            f"    return min({answer}, n - 1)\n", encoding="utf-8",
        )
        write(folder / "a.py", "answer(len(moves))", "from ._one import answer")
        assert played() == truth(f"min({answer}, len(moves) - 1)")


def test_a_helper_from_the_path_is_loaded_anew(here, monkeypatch):
    """A module of one's own that is imported by name, twice removed."""
    monkeypatch.syspath_prepend(here)
    name = f"helper_{os.getpid()}"
    (here / f"{name}_b.py").write_text(f"from {name}_a import CHOICE\n", encoding="utf-8")
    digests = []
    for choice in (0, 1):
        (here / f"{name}_a.py").write_text(f"CHOICE = {choice}\n", encoding="utf-8")
        write(here / "strategies" / "a.py", "min(CHOICE, len(moves) - 1)",
              f"from {name}_b import CHOICE")
        assert played() == truth(f"min({choice}, len(moves) - 1)")
        digests.append(find_strategy("mine", GAME).source_digest())
    assert digests[0] != digests[1]


def test_a_helper_that_was_imported_elsewhere_and_edited_is_refused(here, monkeypatch):
    monkeypatch.syspath_prepend(here)
    name = f"elsewhere_{os.getpid()}"
    helper = here / f"{name}.py"
    helper.write_text("CHOICE = 0\n", encoding="utf-8")
    __import__(name)
    write(here / "strategies" / "a.py", "min(CHOICE, len(moves) - 1)", f"from {name} import CHOICE")
    assert played() == truth("0")
    helper.write_text("CHOICE = 1\n", encoding="utf-8")
    with pytest.raises(InputError, match=rf"{name}.py: has changed since this process imported it"):
        played()


def test_a_table_that_is_read_at_import_is_part_of_the_digest(here):
    """The source stays, and what it reads changes: another digest in another process."""
    write(here / "strategies" / "a.py", "WEIGHTS[0] % len(moves)",
          "import numpy as np\nWEIGHTS = np.load('weights.npy')")
    program = (
        "from cardsim.engine.discovery import find_strategy\n"
        f"print(find_strategy('mine', '{GAME}').source_digest())\n"
    )
    digests = []
    for weights in ([1, 2], [3, 4], [1, 2]):
        np.save("weights.npy", np.array(weights))
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
        digests.append(done.stdout)
    assert digests[0] == digests[2] != digests[1]


def test_a_constant_that_changed_after_compiling_is_refused():
    scope = {"LIMIT": 0}
    exec(TEXT.format(answer="min(LIMIT, len(moves) - 1)", top="", compiled=True), scope)
    mine = scope["mine"]
    assert played(mine) == truth("0")
    scope["LIMIT"] = 1
    with pytest.raises(InputError, match="a value outside it that it reads has changed"):
        played(mine)
    exec(TEXT.format(answer="min(LIMIT, len(moves) - 1)", top="", compiled=True), scope)
    assert played(scope["mine"]) == truth("min(1, len(moves) - 1)")


def test_functions_of_one_text_with_other_closures_are_told_apart():
    def make(choice):
        @cardsim.strategy(GAME)
        def mine(view, moves, rng):
            return min(choice, len(moves) - 1)

        return mine

    one, other = make(0), make(1)
    assert played(one) == truth("0")
    assert played(other) == truth("min(1, len(moves) - 1)")
    assert one.strategy.source_digest() != other.strategy.source_digest()


def test_a_helper_that_was_compiled_with_another_constant_is_refused():
    scope = {"CHOICE": 0}
    helper = (
        "from cardsim.engine.compiling import rule\n\n\n@rule\ndef answer(n):\n"
        "    return min(CHOICE, n - 1)\n"
    )
    exec(helper, scope)
    exec(TEXT.format(answer="answer(len(moves))", top="", compiled=True), scope)
    assert played(scope["mine"]) == truth("0")
    scope["CHOICE"] = 1
    exec(TEXT.format(answer="answer(len(moves))", top="", compiled=True), scope)
    with pytest.raises(InputError, match="'answer' was compiled before a value that it reads changed"):
        played(scope["mine"])


def test_another_process_plays_the_code_of_the_digest_or_refuses(here):
    file = here / "strategies" / "a.py"
    write(file, FIRST)
    strategy = find_strategy("mine", GAME)
    sent = pickle.dumps(strategy)
    write(file, LAST)
    assert pickle.loads(sent) is strategy  # this process still knows it
    program = "import pickle, sys\npickle.loads(sys.stdin.buffer.read())\n"
    done = subprocess.run(
        [sys.executable, "-c", program], input=sent, capture_output=True, check=False
    )
    assert done.returncode == 1
    assert b"a.py: has changed since this run loaded the strategy 'mine' from it" in done.stderr


PROGRAM = """
import sys
from pathlib import Path
import cardsim
file = Path("strategies/a.py")
text = file.read_text()
for answer in sys.argv[1:]:
    file.write_text(text.replace("return 0", f"return {answer}"))
    seats = cardsim.simulate("johnny_bagel", ["mine", "lowest"], 6, rules={"max_turns": 200}).seats
    print(seats["score"].to_list())
file.write_text(text)
"""


@pytest.mark.slow
def test_no_process_leaves_old_machine_code_under_a_new_key(here):
    """The compile cache, shared by processes that edit, gives each text its own code."""
    write(here / "strategies" / "a.py", FIRST)
    choices = ["0", "len(moves) - 1", "len(moves) // 2"]
    right = [str(truth(answer)[0]) for answer in choices]
    for order in ((0, 1, 2), (2, 0, 1), (1, 2, 0)):
        answers = [choices[i] for i in order]
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, *answers], capture_output=True, check=True, text=True
        )
        assert done.stdout.splitlines() == [right[i] for i in order]


@pytest.mark.slow
def test_a_process_whose_rules_were_edited_on_disk_keeps_nothing_wrong(here, tmp_path):
    """A living process plays the rules that it imported, and its code is kept under their key."""
    root = tmp_path / "copy"
    shutil.copytree(Path(cardsim.__file__).parent, root / "cardsim")
    shutil.copytree(shipped("strategies"), root / "strategies", dirs_exist_ok=True)
    environment = {**os.environ, "PYTHONPATH": str(root), "CARDSIM_CACHE_DIR": str(tmp_path / "c")}
    target = root / "cardsim" / "games" / "huit_americain" / "result.py"
    program = (
        "import sys, cardsim\nfrom pathlib import Path\n"
        "from cardsim.engine.registry import find_game\nfind_game('huit_americain')\n"
        "if len(sys.argv) > 1:\n"
        f"    file = Path({str(target)!r})\n"
        "    text = file.read_text()\n    file.write_text(text.replace('row.score = ', 'row.score = 7 + '))\n"
        "seats = cardsim.simulate('huit_americain', ['random', 'random'], 3).seats\n"
        "print(seats['score'].to_list())\n"
    )

    def run(*arguments):
        done = subprocess.run(
            [sys.executable, "-c", program, *arguments], capture_output=True, check=True, text=True,
            env=environment, cwd=here,
        )
        return [int(score) for score in done.stdout.strip()[1:-1].split(",")]

    assert "row.score = " in target.read_text()
    old = run("edit")
    new = run()
    assert new == [score + 7 for score in old]
