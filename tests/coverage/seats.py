"""Tables of docs/coverage.md about seats, control variates and plans."""

from __future__ import annotations

import numpy as np

from cardsim.analysis import fairness
from cardsim.analysis.control import MIN_DEPARTING, controlled, fit_controls
from cardsim.analysis.fairness import equivalence, gains, seats_equal
from cardsim.analysis.intervals import clustered_proportion
from cardsim.analysis.moments import BoardMoments
from cardsim.analysis.power import boards_needed, spread_of
from tests.analysis.test_control import _shares, _true_share
from tests.analysis.test_fairness import DRAWS, SHORT, mixed, scores_of
from tests.analysis.test_power import TRUTHS, _power
from tests.coverage.table import BOARDS, Table

MOST = 500  # replications: each is a test of its own, which takes milliseconds
HANDED_OUT = ("one game a board", "all rotations", "rotations alike")


def seat_rates(draw: str, places: int, boards: int, replications: int) -> tuple[float, ...]:
    """Return how often equal seats are rejected, all gains hold, and the margin holds."""
    rng = np.random.default_rng(boards + places)
    permutations, fairness.PERMUTATIONS = fairness.PERMUTATIONS, SHORT
    counts = np.zeros(3)
    try:
        for _ in range(replications):
            scores = scores_of(*mixed(rng, boards)) if draw == "mixed" else scores_of(
                DRAWS[draw](rng, boards, places), shared_out=draw in HANDED_OUT
            )
            margin = equivalence(scores).margin
            counts += (
                (seats_equal(scores, rng).p_value or 1.0) <= 0.05,
                all(each.low is None or (each.low <= 1e-12 and each.high >= -1e-12)
                    for each in gains(scores)),
                margin is None or margin >= 0,
            )
    finally:
        fairness.PERMUTATIONS = permutations
    return tuple(counts / replications)


def table(replications: int) -> Table:
    """Seats that are equal: how often the test rejects, and all intervals hold."""
    made = Table(
        "Seats",
        "Equal seats: in how many of 100 runs the test at 5 % says that they differ, and in how "
        "many the intervals of all seats hold together. Rare losses leave few outcomes, so the "
        "test rejects less often. Where no interval is told, none is wrong. In the mixed line-up "
        "one player starts seldom and loses often.",
        ["losses", "seats", *(f"{n:,} boards" for n in BOARDS)],
    )
    cases = [(draw, places) for draw in DRAWS for places in (2, 4, 13)] + [("mixed", 4)]
    for draw, places in cases:
        row = []
        for boards in BOARDS:
            most = min(replications, MOST if places < 13 or boards != 1_000 else MOST // 4)
            rejected, held, _ = seat_rates(draw, places, boards, most)
            row.append(f"{100 * rejected:.1f}; {100 * held:.1f}")
        made.rows.append([draw, str(places), *row])
    return made


def control_cover(p: float, unfinished: float, boards: int, replications: int) -> float:
    """Return how often the interval of `cardsim controls` holds the share of finished games."""
    rng = np.random.default_rng(boards)
    truth, held = _true_share(p, unfinished), 0
    for _ in range(replications):
        halves = [BoardMoments(4).update(_shares(rng, 1_000, p, unfinished)) for _ in range(2)]
        run = _shares(rng, boards, p, unfinished)
        losses = run[:, 0].sum()
        if min(losses, run[:, 1].sum() - losses) < MIN_DEPARTING:
            ours = clustered_proportion(BoardMoments(2).update(run[:, :2]), 0, 1)
        else:
            fitted = fit_controls(*halves, [1, 0, 0, 0], [2, 3], w=1)
            ours = controlled(fitted, BoardMoments(4).update(run), share=True).estimate
        held += ours.low is None or ours.low <= truth <= ours.high
    return held / replications


def control_table(replications: int) -> Table:
    """Shares with control variates, of games that the deal lets finish or not."""
    made = Table(
        "Control variates",
        "Shares of which the deal explains a third, of games that the deal in part keeps from "
        "finishing; the pilot has 2,000 boards. Coverage of the 95 % interval.",
        ["share", "unfinished", *(f"{n:,} boards" for n in BOARDS)],
    )
    for p in (0.0036, 0.01, 0.25, 0.5):
        for unfinished in (0.0, 0.05, 0.2):
            made.rows.append([f"{p:g}", f"{100 * unfinished:g} %", *(
                f"{100 * control_cover(p, unfinished, n, min(replications, 2 * MOST)):.1f}"
                for n in BOARDS
            )])
    return made


def plan_table(replications: int) -> Table:
    """The power that plans reach."""
    made = Table(
        "Plans",
        "Plans for a power of 90 in 100, from pilots of 400 boards: the power of the plan that 4 of "
        "5 pilots reach or exceed, in the words of the paired test at the family's level.",
        ["differences", "1 comparison", "3 comparisons", "25 comparisons"],
    )
    for name, (delta, bounds, draw) in TRUTHS.items():
        row = []
        for family in (1, 3, 25):
            rng, level = np.random.default_rng(family), 1 - 0.05 / family
            plans = []
            for _ in range(min(replications, 300)):
                spread = spread_of(draw(rng, 400), delta, bounds)
                plans.append(max(boards_needed(delta, spread.deviation, 0.9, level), spread.least))
            enough = int(np.quantile(plans, 0.2))
            row.append(f"{100 * _power(rng, draw, enough, level):.0f} ({enough:,} boards)")
        made.rows.append([name, *row])
    return made
