"""A match of two strategies: on common boards, in all seats, stopped when it is decided."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cardsim.analysis.comparisons import PairedDifference, holm, paired
from cardsim.analysis.looks import critical_of, look_name
from cardsim.analysis.match_look import MatchLook, bounds_of
from cardsim.analysis.moments import BoardMoments
from cardsim.analysis.verdict import Verdict
from cardsim.engine.errors import InputError, nearest
from cardsim.engine.game import Game
from cardsim.engine.numbers import real
from cardsim.engine.registry import find_game
from cardsim.experiment.config import DEFAULT_MAX_BOARDS, make_config
from cardsim.experiment.plan import Plan, make_plan
from cardsim.experiment.ranges import MATCH

if TYPE_CHECKING:
    from cardsim.experiment.run import Run

METHODS = ("asymptotic", "bernstein")
USUAL_SEATS = 4



def match_plan(
    game_id: str, first: str, second: str, *, seats: int | None = None,
    rules: dict[str, Any] | None = None, margin: float | None = None, seed: int = 0,
    max_boards: int = DEFAULT_MAX_BOARDS, jobs: int | None = None, method: str = "asymptotic",
    metric: str | None = None, beside: Path | None = None,
) -> Plan:
    """Plan a match: as many seats for A as for B (in teams where there are teams), seated in all ways.

    B against A is the very same plan as A against B.

    Parameters
    ----------
    game_id, first, second : str
        The game, A and B: strategies, with dials if you like (``planner:caution=0.2``).
    seats : int, optional
        Number of players; 4 if not given. With an odd number of sides there are two tables, one
        with one more A and one with one more B.
    rules : dict, optional
        Options.
    margin : float, optional
        Differences smaller than this do not matter, in the metric's unit.
    seed, max_boards, jobs : int
    method : str
        "asymptotic" or "bernstein".
    metric : str, optional
        A metric of a seat of which more is better, or less; the game's main one if not given.

    Raises
    ------
    InputError
        If anything is refused.
    """
    game = find_game(game_id)
    metric = metric or game.main_metric
    margin = None if margin is None else real("margin", margin, "a number above 0")
    _check_measure(game, metric, method, margin, seats or USUAL_SEATS)
    n = seats or USUAL_SEATS
    first, second = canonical(first, second)
    sides = _sides(game_id, first, n, rules or {}, beside)
    line_ups = [[(first, second)[i % sides % 2] for i in range(n)]]
    if sides % 2:
        line_ups.append([(second, first)[i % sides % 2] for i in range(n)])
    config = make_config({
        "game": game_id, "seed": seed, "boards": max_boards, "first_board": MATCH,
        "rules": rules or {},
        "lineups": [
            {"name": f"table {i + 1}", "players": players, "seating": "all"}
            for i, players in enumerate(line_ups)
        ],
        "report": {"metrics": [metric]}, "compute": {"jobs": jobs or 0},
    })
    plan = make_plan(config, f"match-{_plain(first)}-{_plain(second)}", beside)
    labels = [player.label for player in plan.cells[0].table.players[:2]]
    if labels[0] == labels[1]:
        raise InputError(f"A and B are both '{labels[0]}'; name two that differ.")
    return replace(plan, stop={"match": labels, "margin": margin, "method": method})


def canonical(first: str, second: str) -> tuple[str, str]:
    """Return A and B in the order in which they are played, whoever is named first."""
    one, other = sorted((first.strip(), second.strip()))
    return one, other


def _check_measure(
    game: Game, metric: str, method: str, margin: float | None, seats: int
) -> None:
    """Refuse a metric that no match can be about, and a method or margin that does not fit it."""
    fit = [m.name for m in game.all_metrics.values() if m.per == "seat" and m.good]
    if metric not in fit:
        raise InputError(
            f'metric: found "{metric}"; allowed: {", ".join(fit)} (metrics of a seat of which more '
            f"is better, or less).{nearest(metric, fit)}"
        )
    if method not in METHODS:
        raise InputError(
            f'method: found "{method}"; allowed: {", ".join(METHODS)}.{nearest(method, METHODS)}'
        )
    bounds = bounds_of(game.all_metrics[metric], seats)
    if method == "bernstein" and bounds is None:
        bounded = [name for name in fit if bounds_of(game.all_metrics[name], seats)]
        raise InputError(
            f'method: found "bernstein", which needs a metric with bounds, and "{metric}" has none; '
            f"use asymptotic, or a metric with bounds: {', '.join(bounded)}."
        )
    most = float("inf") if bounds is None else bounds[1] - bounds[0]
    if margin is not None and not 0 < margin < most:
        above = "" if bounds is None else f" and below {most:g}, the widest difference there can be"
        raise InputError(
            f"margin: found {margin}; allowed: a number above 0{above} (in the unit of '{metric}')."
        )


def _sides(
    game_id: str, strategy: str, seats: int, rules: dict[str, Any], beside: Path | None
) -> int:
    """Return how many sides there are at a table: teams, or players."""
    probe = make_plan(make_config({
        "game": game_id, "boards": 1, "rules": rules,
        "lineup": {"players": strategy, "seats": seats},
    }), beside=beside)
    return int(probe.cells[0].table.rules[0].teams)


def _plain(name: str) -> str:
    return "".join(c if c.isalnum() or c in "_-" else "_" for c in name)


def judge(run: Run, asked: tuple[str, str] | None = None) -> Verdict:
    """Read the verdict off a match that was run.

    Parameters
    ----------
    run : Run
    asked : tuple of str, optional
        A and B as they were asked for: the verdict of B against A is the mirror image of that of
        A against B, which is the same run.
    """
    look = MatchLook(replace(run.plan, stop=run.manifest["stop"]), run.folder)
    look(run.manifest["blocks_done"] - 1)
    tally = look.tally
    found = Verdict(
        look.first, look.second, tally.metric, tally.decide(), tally.difference(),
        (tally.share("first"), tally.share("second")), tally.worst(), tally.unfinished_share,
        _by_seat(run, look), tally.margin, look_name(run),
        run.manifest["boards_done"] >= run.plan.boards,
    )
    turned = asked is not None and canonical(*asked)[0] != asked[0].strip()
    return found.mirrored() if turned else found


def _by_seat(run: Run, look: MatchLook) -> list[PairedDifference]:
    """Compare A and B seat by seat: each sits everywhere, on the same boards."""
    from cardsim.analysis.seats import seat_features

    seats, critical = run.manifest["cells"][0]["seats"], critical_of(run)
    moments = [BoardMoments(4) for _ in range(seats)]
    for block in range(run.manifest["blocks_done"]):
        pair = (look.first, look.second)
        read = np.sum(
            [seat_features(run.folder, shape, look.tally.metric, pair, block)
             for shape in look.shapes], axis=0,
        )
        for seat in range(seats):
            moments[seat].update(read[:, seat])
    level = run.config.report.level
    reach = look.tally.reach
    return holm([paired(of_seat, 0, 1, 2, 3, level, reach, critical) for of_seat in moments])
