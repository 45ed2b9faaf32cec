"""Strategies that do not come back: who they are is said, and Ctrl-C ends what waits for them."""

import signal
import subprocess
import sys
import threading
import time

import pytest

from cardsim.engine import errors, watching
from tests.engine.tables import player, table

ENDLESS = '''
from cardsim import rng_below, strategy


@strategy("johnny_bagel")
def endless(view, moves, rng):
    """Never answer."""
    n = 0
    while n >= 0:
        n = rng_below(rng, 3)
    return n
'''

CONFIG = """
game = "johnny_bagel"
boards = 100
[lineup]
players = ["lowest", "endless"]
[compute]
jobs = JOBS
backend = "BACKEND"
"""


def test_who_does_not_answer_is_named(capsys, monkeypatch):
    monkeypatch.setattr(watching, "PATIENCE_SECONDS", 0.3)
    monkeypatch.setattr(errors, "_warned", set())
    slow = table("low", player("first", draws=500_000_000), rotate=False, max_turns=2)
    with watching.watched(slow):  # wakes a watcher that is patient
        pass
    for thread in watching._WATCH:
        thread.join()
    slow.play(3, 1)
    err = capsys.readouterr().err
    assert "warning: strategy 'first' has not answered for 0.3 s (seat 1, board 3, rotation 0)" in err
    assert err.count("warning") == 1


def test_who_answers_is_not_named(capsys, monkeypatch):
    monkeypatch.setattr(watching, "PATIENCE_SECONDS", 1.0)
    busy = table("low", "by_chance")
    busy.play(0, 1)
    began = time.monotonic()
    while time.monotonic() - began < 1.5:
        busy.play(0, 10)
    assert capsys.readouterr().err == ""


def test_aside_hands_back_values_and_errors():
    assert watching.aside(lambda x: x + 1, 2) == 3
    assert watching.aside(threading.current_thread) is not threading.main_thread()
    with pytest.raises(SystemExit):
        watching.aside(sys.exit, 3)


def end_it(command, folder, signals):
    """Start a command, wait until it plays, and send it signals; return code, seconds and stderr."""
    with subprocess.Popen(
        command, cwd=folder, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True,
    ) as process:
        try:
            for line in process.stderr:
                if "has not answered" in line:
                    break
            began = time.monotonic()
            for _ in range(signals):
                process.send_signal(signal.SIGINT)
                time.sleep(1.0)
            _, err = process.communicate(timeout=30)
            return process.returncode, time.monotonic() - began, err
        finally:
            process.kill()


@pytest.fixture
def endless(workdir):
    (workdir / "strategies").mkdir()
    (workdir / "strategies" / "endless.py").write_text(ENDLESS, encoding="utf-8")

    def write(jobs=1, backend="threads"):
        text = CONFIG.replace("JOBS", str(jobs)).replace("BACKEND", backend)
        (workdir / "c.toml").write_text(text, encoding="utf-8")
        return workdir

    return write


HEARS = "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"  # whoever started us
IMPATIENT = f"""{HEARS}
import sys
from cardsim.engine import watching
watching.PATIENCE_SECONDS = 1.0
from cardsim.cli import main
sys.argv[0] = "cardsim"
main()
"""


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [
    ["check", "c.toml"], ["replay", "c.toml"],
    ["bench", "--game", "johnny_bagel", "--players", "lowest,endless"],
])
def test_one_ctrl_c_ends_a_command(endless, arguments):
    code, seconds, err = end_it([sys.executable, "-c", IMPATIENT, *arguments], endless(), 1)
    assert (code, seconds < 10) == (1, True)
    assert err.endswith("error: stopped.\n")


@pytest.mark.slow
def test_one_ctrl_c_ends_a_simulation(endless):
    program = (
        f"{HEARS}import cardsim\nfrom cardsim.engine import watching\nwatching.PATIENCE_SECONDS = 1.0\n"
        "try:\n    cardsim.simulate('johnny_bagel', ['lowest', 'endless'], 10)\n"
        "except KeyboardInterrupt:\n    print('heard')\n    raise SystemExit(7)\n"
    )
    code, seconds, _ = end_it([sys.executable, "-c", program], endless(), 1)
    assert (code, seconds < 10) == (7, True)


@pytest.mark.slow
@pytest.mark.parametrize(("jobs", "backend"), [(1, "threads"), (2, "threads")])
def test_a_second_ctrl_c_ends_a_run(endless, jobs, backend):
    folder = endless(jobs, backend)
    code, seconds, _ = end_it([sys.executable, "-c", IMPATIENT, "experiment", "c.toml"], folder, 2)
    assert code != 0
    assert seconds < 10
