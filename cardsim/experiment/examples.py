"""The examples that ship, copied for editing."""

from __future__ import annotations

import shutil
from pathlib import Path

from cardsim.engine.discovery import shipped
from cardsim.engine.errors import InputError

MY_STRATEGY = '''"""A strategy of your own: change it, and see whether it beats the ones that ship.

Try it: cardsim experiment experiments/my_strategy.toml
"""

from cardsim import heuristic
from cardsim.games.johnny_bagel.moves import count_of, is_play, rank_of


@heuristic("johnny_bagel")
def mine(view, move, patience: float = 0.5):
    """Play low, and many cards at once; `patience` is how much a high card is worth keeping."""
    if not is_play(move):
        return 0.0
    return count_of(move) - patience * rank_of(move)
'''

MY_EXPERIMENT = """title = "Does my strategy lose less often than 'lowest'?"
game = "johnny_bagel"
seed = 1
boards = 20_000

[lineup]
players = ["mine", "lowest", "lowest", "lowest"]
rotate = true

[lineup.params.mine]
patience = 0.5
"""


def copy_examples(folder: Path) -> list[Path]:
    """Copy the example experiments and a first strategy; nothing there is overwritten.

    Returns
    -------
    list of Path
        What was written.

    Raises
    ------
    InputError
        If the folder cannot be written.
    """
    written = []
    try:
        for name in ("experiments", "strategies"):
            (folder / name).mkdir(parents=True, exist_ok=True)
        for source in sorted(shipped("experiments").glob("*.toml")):
            target = folder / "experiments" / source.name
            if not target.exists():
                shutil.copyfile(source, target)
                written.append(target)
        for target, text in (
            (folder / "strategies" / "my_strategy.py", MY_STRATEGY),
            (folder / "experiments" / "my_strategy.toml", MY_EXPERIMENT),
        ):
            if not target.exists():
                target.write_text(text, encoding="utf-8")
                written.append(target)
    except OSError as error:
        raise InputError(f"{folder}: cannot be written ({error.strerror}).") from None
    return written
