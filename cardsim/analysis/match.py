"""A match of two strategies: on common boards, in all seats, stopped when it is decided."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cardsim.analysis.comparisons import PairedDifference, decimals, holm, paired
from cardsim.analysis.groups import Group, features
from cardsim.analysis.intervals import Estimate
from cardsim.analysis.moments import BoardMoments, ratio_difference
from cardsim.analysis.sequences import AsymptoticSequence, BernsteinSequence
from cardsim.analysis.stopping import Decision, Match
from cardsim.analysis.summary import shape_of
from cardsim.engine.errors import InputError
from cardsim.engine.registry import find_game
from cardsim.experiment.config import DEFAULT_MAX_BOARDS, make_config
from cardsim.experiment.plan import Plan, make_plan

if TYPE_CHECKING:
    from cardsim.experiment.run import Run

METHODS = ("asymptotic", "bernstein")
USUAL_SEATS = 4


@dataclass(frozen=True)
class Verdict:
    """What a match has shown.

    Parameters
    ----------
    first, second : str
        The strategies, A and B.
    decision : Decision
    interval : Estimate
        Of A's result less B's, in the metric's own unit, valid at every look.
    by_seat : list of PairedDifference
        The same in each seat, Holm-adjusted (fixed-sample intervals).
    metric, better : str
        What was compared, and "more" or "less".
    """

    first: str
    second: str
    decision: Decision
    interval: Estimate
    by_seat: list[PairedDifference]
    metric: str
    better: str

    def in_words(self) -> str:
        """Say it in a sentence."""
        said = {
            Decision.A_BETTER: f"'{self.first}' is better than '{self.second}'",
            Decision.B_BETTER: f"'{self.second}' is better than '{self.first}'",
            Decision.EQUAL: f"'{self.first}' and '{self.second}' are equal within the margin",
            Decision.UNDECIDED: f"'{self.first}' against '{self.second}' is undecided",
        }[self.decision]
        found = self.interval
        if found.estimate is None or found.low is None or found.high is None:
            return f"{said}: {found.reason}."
        places = decimals(50 * (found.high - found.low))
        value, low, high = (
            f"{100 * v:+.{places}f}" for v in (found.estimate, found.low, found.high)
        )
        return (
            f"{said}: {self.metric} {value} points in a hundred ({low} to {high}, valid at every "
            f"look; {100 * found.level:g} %; {found.n_boards:,} boards; {self.better} is better)."
        )


def match_plan(
    game_id: str, first: str, second: str, *, seats: int | None = None,
    rules: dict[str, Any] | None = None, margin: float | None = None, seed: int = 0,
    max_boards: int = DEFAULT_MAX_BOARDS, jobs: int | None = None, method: str = "asymptotic",
    metric: str | None = None, beside: Path | None = None,
) -> Plan:
    """Plan a match: A and B in turn round the table (in teams where there are teams), rotated.

    Parameters
    ----------
    game_id, first, second : str
        The game, A and B.
    seats : int, optional
        Number of players; 4 if not given. An odd table is played both ways, with one more A and
        with one more B.
    rules : dict, optional
        Options.
    margin : float, optional
        Differences smaller than this do not matter, in the metric's unit.
    seed, max_boards, jobs : int
    method : str
        "asymptotic" or "bernstein".
    metric : str, optional
        A metric that is a share; the game's main one if not given.

    Raises
    ------
    InputError
        If anything is refused.
    """
    game = find_game(game_id)
    metric = metric or game.main_metric
    known = game.all_metrics.get(metric)
    if known is None or known.per != "seat" or known.bounds is None or known.good == 0:
        fit = [m.name for m in game.all_metrics.values() if m.per == "seat" and m.bounds and m.good]
        raise InputError(f'metric: found "{metric}"; allowed: {", ".join(fit)}.')
    if method not in METHODS:
        raise InputError(f'method: found "{method}"; allowed: {", ".join(METHODS)}.')
    if margin is not None and not 0 < margin < 1:
        raise InputError(f"margin: found {margin}; allowed: a number above 0 and below 1.")
    if first == second:
        raise InputError(f"A and B are both '{first}'; name two strategies.")
    n = seats or USUAL_SEATS
    line_ups = [[(first, second)[i % 2] for i in range(n)]]
    if n % 2:
        line_ups.append([(second, first)[i % 2] for i in range(n)])
    config = make_config({
        "game": game_id, "seed": seed, "boards": max_boards, "rules": rules or {},
        "lineups": [
            {"name": f"table {i + 1}", "players": players, "rotate": True}
            for i, players in enumerate(line_ups)
        ],
        "report": {"metrics": [metric]}, "compute": {"jobs": jobs or 0},
    })
    plan = make_plan(config, f"match-{_plain(first)}-{_plain(second)}", beside)
    return replace(plan, stop={"match": [first, second], "margin": margin, "method": method})


def _plain(name: str) -> str:
    return "".join(c if c.isalnum() or c in "_-" else "_" for c in name)


class MatchLook:
    """Looks at a match after every block; what `runner.run_plan` asks whether it is enough."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        stop = plan.stop or {}
        (self.first, self.second), self.folder = stop["match"], folder
        self.metric = plan.game.all_metrics[plan.metrics[0]]
        level = plan.config.report.level
        self.sequence = (
            BernsteinSequence((-1.0, 1.0), level) if stop["method"] == "bernstein"
            else AsymptoticSequence(level, (-1.0, 1.0))
        )
        self.match = Match(self.sequence, stop["margin"])
        self.shapes = [shape_of(cell.describe()) for cell in plan.cells]
        self.overall = BoardMoments(4)
        self.looked = 0

    def __call__(self, block: int) -> str | None:
        """Take in the blocks up to this one; return the decision, or None while undecided."""
        for at in range(self.looked, block + 1):
            self._take_in(at)
        self.looked = block + 1
        decision = self.match.decide()
        return None if decision is Decision.UNDECIDED else str(decision)

    def _take_in(self, block: int) -> None:
        """Add a block's boards: all tables of a board together."""
        totals = None
        for shape in self.shapes:
            groups = [Group(self.metric, "strategy", name) for name in (self.first, self.second)]
            read = features(self.folder, shape, groups, block).flat
            totals = read if totals is None else totals + read
        if totals is None:
            return
        won = totals if self.metric.good > 0 else np.concatenate(
            [totals[:, 2:] - totals[:, :2], totals[:, 2:]], axis=1
        )
        self.overall.update(won[:, [0, 2, 1, 3]])
        if isinstance(self.sequence, BernsteinSequence):
            counted = (won[:, 2] > 0) & (won[:, 3] > 0)
            mine = won[counted]
            self.sequence.update(mine[:, 0] / mine[:, 2] - mine[:, 1] / mine[:, 3])
        elif self.overall.n > 1 and min(self.overall.mean[1], self.overall.mean[3]) > 0:
            difference, error, _ = ratio_difference(self.overall, 0, 1, 2, 3)
            self.sequence.look(self.overall.n, difference, error)


def judge(run: Run) -> Verdict:
    """Read the verdict off a match that was run."""
    plan = run.plan
    stop = run.manifest["stop"]
    look = MatchLook(replace(plan, stop=stop), run.folder)
    look(run.manifest["blocks_done"] - 1)
    found = look.sequence.interval()
    if look.metric.good < 0 and found.estimate is not None:
        found = replace(
            found, estimate=-found.estimate, low=-(found.high or 0.0), high=-(found.low or 0.0)
        )
    return Verdict(
        look.first, look.second, look.match.decision, found, _by_seat(run, look),
        look.metric.text, "more" if look.metric.good > 0 else "less",
    )


def _by_seat(run: Run, look: MatchLook) -> list[PairedDifference]:
    """Compare A and B seat by seat: each sits everywhere, on the same boards."""
    from cardsim.analysis.seats import seat_features

    seats = run.manifest["cells"][0]["seats"]
    moments = [BoardMoments(4) for _ in range(seats)]
    for block in range(run.manifest["blocks_done"]):
        pair = (look.first, look.second)
        read = np.sum(
            [seat_features(run.folder, shape, look.metric, pair, block)
             for shape in look.shapes], axis=0,
        )
        for seat in range(seats):
            moments[seat].update(read[:, seat])
    level = run.config.report.level
    return holm([paired(of_seat, 0, 1, 2, 3, level, (-1.0, 1.0)) for of_seat in moments])
