"""What is printed of a tournament."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardsim.cli.output import print_table
from cardsim.experiment.paths import near

if TYPE_CHECKING:
    from cardsim.analysis.tournament import Standing
    from cardsim.experiment.run import Run


def standing_json(found: Standing) -> dict[str, Any]:
    """Return a tournament's outcome as JSON data."""
    from cardsim.analysis.tournament import elo

    return {
        "names": found.names, "boards": found.boards, "games": found.games,
        "unfinished": found.unfinished, "precision": found.precision,
        "shares": [
            [None if e is None else {"estimate": e.estimate, "low": e.low, "high": e.high,
                                     "reason": e.reason} for e in row]
            for row in found.shares
        ],
        "ratings": [
            {"strategy": name, "elo": elo(rating), "strength": rating.strength,
             "low": rating.low, "high": rating.high, "reason": rating.reason}
            for name, rating in zip(found.names, found.ratings, strict=True)
        ],
        "cycles": [[found.names[i] for i in cycle.players] for cycle in found.cycles],
    }


def show_standing(found: Standing, run: Run) -> None:
    """Print ratings, win matrix and cycles, and draw the two figures."""
    from cardsim.analysis.tournament import elo

    rows = []
    for name, rating in zip(found.names, found.ratings, strict=True):
        points = elo(rating)
        rows.append([name, *([f"{p:.0f}" for p in points] if points else
                             [rating.reason or "", "", ""])])
    print_table("rating (Plackett–Luce, in Elo points)", ["strategy", "rating", "low", "high"], rows)
    print()
    matrix = []
    for name, row in zip(found.names, found.shares, strict=True):
        cells = []
        for share in row:
            if share is None:
                cells.append("")
            elif share.estimate is None or share.half_width is None:
                cells.append("–")
            else:
                cells.append(f"{100 * share.estimate:.1f} ±{100 * share.half_width:.1f}")
        matrix.append([name, *cells])
    print_table("placed above, in a hundred meetings: row above column", ["", *found.names], matrix)
    for cycle in found.cycles:
        names = [found.names[i] for i in (*cycle.players, cycle.players[0])]
        print(f"warning: a cycle that a ranking hides: {' beats '.join(names)}")
    print(
        f"\n{found.boards:,} boards, {found.games:,} games"
        + (f", {found.unfinished:,} of them unfinished and left out" if found.unfinished else "")
    )
    for file in _draw(found, run):
        print(f"figure:  {file}")
    print(f"results: {near(run.folder)}")


def _draw(found: Standing, run: Run) -> list[Any]:
    from cardsim.plots.tournament import save_tournament

    files: list[Any] = save_tournament(found, run.game.title, run.folder / "plots")
    return files
