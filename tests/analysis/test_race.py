"""Races of candidates: dropped by hand, and errors and savings where the truth is known."""

import numpy as np
import pytest
from scipy import stats

from cardsim.analysis.boundaries import Schedule
from cardsim.analysis.contest import schedule_to
from cardsim.analysis.race import Outcome, Race

ONCE = Schedule((10_000,))


def _race(values, error=0.01, candidates=None, schedule=ONCE, **kw):
    """A race at its first look, with independent means of this standard error."""
    k = len(values)
    race = Race(candidates or k, schedule, **kw)
    race.look(0, np.array(values), np.eye(k) * error**2, np.full((k, k), 4 * error * 100))
    return race


def test_who_is_surely_behind_drops_out():
    """Leads are good to z(0.045 / 2) sqrt(2) 0.01 = 0.0284."""
    race = _race([0.50, 0.48, 0.46])
    assert race.left == [0, 1]
    assert race.entries[2].behind == 0
    assert race.outcome is Outcome.OPEN
    reach = stats.t.isf(0.9 * 0.05 / 2, 9_999) * np.sqrt(2) * 0.01
    assert race.entries[1].best.high == pytest.approx(reach - 0.02)
    assert race.entries[2].best.low == pytest.approx(-0.04 - reach)
    assert race.entries[2].best.high == 0
    assert _race([0.50, 0.44, 0.46]).outcome is Outcome.BEST


def test_the_leader_is_within_the_margin():
    assert _race([0.50, 0.49], margin=0.02).outcome is Outcome.WITHIN_MARGIN
    assert _race([0.50, 0.49], margin=0.01).outcome is Outcome.OPEN
    race = _race([0.50, 0.49, 0.40], margin=0.02)
    assert (race.left, race.leader, race.outcome) == ([0, 1], 0, Outcome.WITHIN_MARGIN)


def test_what_did_not_end_may_turn_it():
    race = Race(2, ONCE)
    cov, largest = np.eye(2) * 1e-4, np.full((2, 2), 4.0)
    race.look(0, np.array([0.5, 0.4]), cov, largest, np.array([0.04, 0.04]))
    assert race.outcome is Outcome.OPEN
    race.look(0, np.array([0.5, 0.4]), cov, largest, np.array([0.03, 0.03]))
    assert race.outcome is Outcome.BEST


def test_more_looks_and_more_candidates_ask_for_more():
    once = _race([0.50, 0.48]).entries[1].best.low
    often = _race([0.50, 0.48], schedule=Schedule((10_000, 20_000, 40_000))).entries[1].best.low
    many = _race([0.50, 0.48, 0.48, 0.48, 0.48]).entries[1].best.low
    assert often < once
    assert many < once


def test_candidates_who_hardly_ever_differ_are_not_told_apart_by_normal_theory():
    """One board of 10,000 differs: the standard error is 1e-4 and so is the difference."""
    race = Race(2, ONCE, width=2.0)
    cov = np.array([[1e-8, 0.0], [0.0, 0.0]])
    race.look(0, np.array([1e-4, 0.0]), cov, np.full((2, 2), 1.0))
    assert race.outcome is Outcome.OPEN
    unbounded = Race(2, ONCE)
    unbounded.look(0, np.array([1e-4, 0.0]), cov, np.full((2, 2), 1.0))
    assert unbounded.entries[0].best.high == np.inf


def test_a_schedule_grows_by_half_to_its_end():
    assert schedule_to(500).boards == (128, 192, 288, 432, 500)
    assert schedule_to(128).boards == (128,)


def test_bad_races_are_refused():
    with pytest.raises(ValueError, match="at least 2"):
        Race(1, ONCE)
    with pytest.raises(ValueError, match="margin is positive, not 0"):
        Race(2, ONCE, margin=0.0)


# ---------------------------------------------------------------- errors and savings


def run_race(rng, mu, draw, most, margin=None):
    """Run a race on boards that ``draw(boards)`` gives; return it, boards and meetings."""
    k, schedule = len(mu), schedule_to(most)
    race = Race(k, schedule, margin=margin, width=2.0)
    first, second = np.triu_indices(k, 1)
    totals, squares, seen, meetings = np.zeros(k), np.zeros((k, k)), 0, 0
    least, greatest = np.full(len(first), np.inf), np.full(len(first), -np.inf)
    for number, boards in enumerate(schedule.boards):
        block, left = draw(boards - seen), race.left
        out = k - len(left)
        meetings += (boards - seen) * (k * (k - 1) - out * (out - 1)) // 2
        seen = boards
        totals, squares = totals + block.sum(axis=0), squares + block.T @ block
        apart = block[:, first] - block[:, second]
        least, greatest = np.minimum(least, apart.min(axis=0)), np.maximum(greatest, apart.max(axis=0))
        mean = totals / boards
        off = np.maximum(greatest - (mean[first] - mean[second]), mean[first] - mean[second] - least)
        largest = np.zeros((k, k))
        largest[first, second] = largest[second, first] = off
        cov = (squares / boards - np.outer(mean, mean)) / (boards - 1)
        inside = np.ix_(left, left)
        if race.look(number, mean[left], cov[inside], largest[inside]) is not Outcome.OPEN:
            break
    return race, seen, meetings


def normal(rng, mu):
    """Boards of values with a common part, as on common boards."""
    return lambda n: mu + 0.25 * rng.normal(size=(n, 1)) + 0.25 * rng.normal(size=(n, len(mu)))


def yes_or_no(rng, mu):
    return lambda n: (rng.random((n, len(mu))) < mu).astype(float)


def wrong(race, mu, margin):
    """Whether something untrue was said: the best is out, or the leader is too far off."""
    best = int(np.argmax(mu))
    far = race.outcome is Outcome.WITHIN_MARGIN and mu[race.leader] <= mu[best] - margin
    return race.entries[best].behind is not None or far


@pytest.mark.slow
@pytest.mark.parametrize(("draw", "mu", "margin"), [
    (normal, [0.001, 0, 0, 0, 0], None),
    (normal, [0.021, 0, 0, 0, 0, 0, 0, 0], 0.02),
    (yes_or_no, [0.501, 0.5, 0.5], None),
    (yes_or_no, [0.0101, 0.01, 0.01, 0.01], None),
    (yes_or_no, [0.03, 0.01, 0.01, 0.0], 0.01),
])
def test_the_best_is_wrongly_dropped_in_five_of_a_hundred_at_most(draw, mu, margin):
    rng, mu, replications = np.random.default_rng(len(mu)), np.array(mu), 600
    errors = sum(
        wrong(run_race(rng, mu, draw(rng, mu), 6_000, margin)[0], mu, margin)
        for _ in range(replications)
    )
    assert errors / replications <= 0.05 + 2 * np.sqrt(0.05 * 0.95 / replications)


def fixed_boards(k, margin, deviation):
    """Boards that a fixed allocation needs to be sure of the best, or one within the margin.

    Bechhofer's (1954): all candidates play all boards, as many as make Dunnett's one-sided
    reach the margin, the deviation of a difference being known.
    """
    from cardsim.analysis.simultaneous import joint_critical

    contrasts = np.hstack([np.ones((k - 1, 1)), -np.eye(k - 1)])
    h = joint_critical(np.eye(k), contrasts, 1e6, 0.05, two_sided=False)
    return int(np.ceil((h * deviation / margin) ** 2))


@pytest.mark.slow
@pytest.mark.parametrize(("steps", "factor"), [(1.0, 1.5), (2.0, 3.0), (4.0, 6.0)])
def test_a_race_needs_fewer_games_than_a_fixed_allocation(steps, factor):
    """Eight candidates in even steps of so many margins: the factor in docs/results.md."""
    k, margin = 8, 0.01
    mu, rng = -np.arange(k) * steps * margin, np.random.default_rng(5)
    played = np.mean([
        run_race(rng, mu, normal(rng, mu), 200_000, margin)[2] for _ in range(60)
    ])
    fixed = fixed_boards(k, margin, 0.25 * np.sqrt(2)) * k * (k - 1) / 2
    assert fixed / played > factor
