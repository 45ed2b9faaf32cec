"""What is printed of a tournament: the findings first, then the tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardsim.cli.output import print_table, say
from cardsim.experiment.paths import near

if TYPE_CHECKING:
    from cardsim.analysis.standing import Standing
    from cardsim.experiment.run import Run

SURE = "*"
CELL = 11  # letters of a cell of the matrix, and a blank
WIDEST = 100  # letters of a line; names that need more have numbers above the columns


def standing_json(found: Standing) -> dict[str, Any]:
    """Return a tournament's outcome as JSON data."""
    from cardsim.analysis.ratings import ELO_PER_STRENGTH
    from cardsim.analysis.standing import elo
    from cardsim.analysis.standing_words import findings

    return {
        "findings": findings(found),
        "names": found.names, "may_be_best": found.may_be_best, "level": found.level,
        "boards": found.boards, "games": found.games, "unfinished": found.unfinished,
        "precision": found.precision,
        "scores": [
            {"strategy": name, "estimate": score.estimate, "low": score.low, "high": score.high,
             "behind_best_low": score.best.low if score.best else None,
             "behind_best_high": score.best.high if score.best else None,
             "reason": score.reason}
            for name, score in zip(found.names, found.scores, strict=True)
        ],
        "shares": [
            [None if e is None else {
                "estimate": e.estimate, "low": e.low, "high": e.high,
                "joint_low": e.joint_low, "joint_high": e.joint_high, "p_holm": e.p_holm,
                "sure": e.sure, "unfinished": e.unfinished, "worst_low": e.worst_low,
                "worst_high": e.worst_high, "n_boards": e.n_boards, "method": e.method,
                "reason": e.reason} for e in row]
            for row in found.shares
        ],
        "ratings": [
            {"strategy": name, "elo": elo(rating), "strength": rating.strength,
             "low": rating.low, "high": rating.high, "part": rating.part,
             "reason": rating.reason}
            for name, rating in zip(found.names, found.ratings, strict=True)
        ],
        "differences": [
            {"first": found.names[each.first], "second": found.names[each.second],
             "elo": [ELO_PER_STRENGTH * value
                     for value in (each.difference, each.low, each.high)],
             "clear": each.clear}
            for each in found.differences
        ],
        "cycles": [[found.names[i] for i in cycle.players] for cycle in found.cycles],
    }


def show_standing(found: Standing, run: Run) -> None:
    """Print findings, scores, ratings and win matrix, and draw the figures."""
    from cardsim.analysis.standing_words import findings

    for sentence in findings(found):
        say(sentence)
    say(
        f"{found.boards:,} boards, {found.games:,} games; intervals at {100 * found.level:g} %\n"
    )
    print_table(
        "score: placed above another player, in a hundred meetings, all others counting the same; "
        "and less the best of the others' (these hold together)",
        ["strategy", "score", "low", "high", "less the best", "low", "high"],
        [_score_row(found, at) for at in range(len(found.names))],
    )
    say()
    print_table(
        "rating (Plackett–Luce, in Elo points, the mean of those rated together being 0), and "
        "lead over the next (these hold together for all pairs)",
        ["strategy", "rating", "low", "high", "lead", "low", "high"],
        [_rating_row(found, at) for at in range(len(found.names))],
    )
    for name, rating in zip(found.names, found.ratings, strict=True):
        if rating.reason:
            say(f"– {name}: {rating.reason}")
    say()
    _show_matrix(found)
    for file in _draw(found, run):
        say(f"figure:  {file}")
    say(f"results: {near(run.folder)}")


def _score_row(found: Standing, at: int) -> list[str]:
    score = found.scores[at]
    if score.estimate is None or score.low is None or score.high is None or score.best is None:
        return [found.names[at], "–", "", "", "", "", ""]
    others = [
        other.estimate for i, other in enumerate(found.scores)
        if i != at and other.estimate is not None
    ]
    return [
        found.names[at], *(f"{100 * value:.1f}" for value in (score.estimate, score.low, score.high)),
        *(f"{100 * value:+.1f}" if round(100 * value, 1) else "0.0"
          for value in (score.estimate - max(others), score.best.low, score.best.high)),
    ]


def _rating_row(found: Standing, at: int) -> list[str]:
    from cardsim.analysis.ratings import ELO_PER_STRENGTH
    from cardsim.analysis.standing import elo

    rating = found.ratings[at]
    points = elo(rating)
    if points is None:
        return [found.names[at], "–", "", "", "", "", ""]
    lead = [
        f"{round(ELO_PER_STRENGTH * value):+d}"
        for each in found.differences if (each.first, each.second) == (at, at + 1)
        for value in (each.difference, each.low, each.high)
    ]
    return [found.names[at], *(f"{p:.0f}" for p in points), *(lead or ["", "", ""])]


def _show_matrix(found: Standing) -> None:
    """Print the matrix: in each cell the share, and below it its interval."""
    rows, columns, named = [], list(found.names), list(found.names)
    if sum(max(len(name), CELL) for name in [*columns, max(columns, key=len)]) > WIDEST:
        columns = [str(i + 1) for i in range(len(columns))]
        named = [f"{i + 1}  {name}" for i, name in enumerate(named)]
    for name, row in zip(named, found.shares, strict=True):
        shares, spans = [name], [""]
        for share in row:
            if share is None:
                shares.append("")
                spans.append("")
            elif share.estimate is None or share.joint_low is None or share.joint_high is None:
                shares.append("–")
                spans.append("")
            else:
                shares.append(f"{100 * share.estimate:.1f}{SURE if share.sure else ''}")
                spans.append(f"{100 * share.joint_low:.1f}–{100 * share.joint_high:.1f}")
        rows += [shares, spans]
    reasons = {e.reason for row in found.shares for e in row if e is not None and e.reason}
    print_table(
        "placed above, in a hundred meetings: row above column, with intervals that hold together",
        ["", *columns], rows,
    )
    say(f"{SURE} sure for all pairs together (Holm)")
    for reason in sorted(reasons):
        say(f"– no number: {reason}")
    say()


def _draw(found: Standing, run: Run) -> list[Any]:
    from cardsim.plots.tournament import save_tournament

    files: list[Any] = save_tournament(found, run.game.title, run.folder / "plots")
    return files
