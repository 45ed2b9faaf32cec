"""The tally of a match: worst cases by hand, and how often its decisions are wrong."""

import numpy as np
import pytest
from scipy import stats

from cardsim.analysis.boundaries import Schedule, schedule
from cardsim.analysis.match_look import COLUMNS, Tally
from cardsim.analysis.stopping import Decision
from cardsim.engine.game import COMMON_METRICS, Metric

WINS = next(metric for metric in COMMON_METRICS if metric.name == "wins")
SCORE = Metric("points", "points", good=1)
DOUBLING = schedule([166 * (2**k - 1) for k in range(1, 10)])  # 166 to 84,826 boards


def boards(first, second, games=6, open_=0):
    """Boards of two seats each: what A and B had in all games, some of which were not finished."""
    first, second = np.asarray(first, float), np.asarray(second, float)
    open_ = np.broadcast_to(open_, first.shape)
    ones = np.ones_like(first)
    columns = {
        "first": first, "second": second,
        "first_count": games - open_, "second_count": games - open_,
        "first_played": games * ones, "second_played": games * ones,
        "first_least": first, "first_most": first + open_,
        "second_least": second, "second_most": second + open_,
        "unfinished": open_, "games": games * ones,
    }
    return np.stack([columns[name] for name in COLUMNS], axis=1)


def test_the_interval_is_the_boundarys():
    rng = np.random.default_rng(1)
    first, second = rng.binomial(6, 0.5, 166), rng.binomial(6, 0.4, 166)
    tally = Tally(WINS, (0, 1), DOUBLING, 0.95)
    tally.take_in(boards(first, second))
    difference = (first - second) / 6
    error = difference.std(ddof=1) / np.sqrt(166)
    nominal = 2 * stats.norm.sf(DOUBLING.critical(0)(0.05))
    found = tally.difference()
    assert found.estimate == pytest.approx(difference.mean())
    assert found.high - found.estimate == pytest.approx(
        stats.t.isf(nominal / 2, 165) * error, rel=0.06  # it knows of skewness
    )


def test_the_worst_case_by_hand():
    """Of 6 games a board 2 are open: A has 3 of 4 and B 1, so at worst 3/6 less 3/6."""
    tally = Tally(WINS, (0, 1), Schedule((400,)), 0.95)
    tally.take_in(boards(np.tile([2.0, 4.0], 200), np.tile([2.0, 0.0], 200), open_=2))
    assert tally.unfinished_share == pytest.approx(1 / 3)
    assert tally.difference().estimate == pytest.approx(0.5)
    low, high = tally.worst()
    error = np.tile([0.0, 4 / 6], 200).std(ddof=1) / 20
    reach = stats.t.isf(0.025, 399) * error
    assert low == pytest.approx(0.0 - reach, rel=0.06)
    assert high == pytest.approx(4 / 6 + reach, rel=0.06)
    assert tally.decide() is Decision.UNDECIDED  # though 0.5 alone is far above 0
    assert tally.difference().low > 0.4


def test_without_bounds_unfinished_games_forbid_a_verdict():
    rng = np.random.default_rng(2)
    for open_, decision in ((1, Decision.UNDECIDED), (0, Decision.A_BETTER)):
        tally = Tally(SCORE, None, Schedule((400,)), 0.95)
        tally.take_in(boards(rng.normal(5, 1, 400), rng.normal(4, 1, 400), open_=open_))
        assert tally.worst() is None or open_ == 0
        assert tally.decide() is decision


def test_less_may_be_better():
    bad = Metric("caught", "points caught with", good=-1)
    rng = np.random.default_rng(3)
    tally = Tally(bad, None, Schedule((400,)), 0.95)
    tally.take_in(boards(rng.normal(5, 1, 400), rng.normal(4, 1, 400)))
    assert tally.decide() is Decision.B_BETTER


def test_two_that_never_differ_are_equal_once_a_margin_allows():
    tally = Tally(WINS, (0, 1), Schedule((100, 4_000)), 0.95, 0.005)
    tally.take_in(boards(np.full(100, 3.0), np.full(100, 3.0)))
    assert tally.decide() is Decision.UNDECIDED
    tally.take_in(boards(np.full(3_900, 3.0), np.full(3_900, 3.0)))
    assert tally.decide() is Decision.EQUAL


def test_no_finished_games_no_verdict():
    tally = Tally(WINS, (0, 1), Schedule((200,)), 0.95, 0.5)
    tally.take_in(boards(np.zeros(200), np.zeros(200), open_=6))
    assert tally.decide() is Decision.UNDECIDED
    assert "finished game" in tally.difference().reason


def test_by_bernstein_the_worst_case_holds_too():
    tally = Tally(WINS, (0, 1), Schedule((20_000,)), 0.95, exact=True)
    rng = np.random.default_rng(4)
    first = rng.binomial(4, 0.75, 20_000)
    tally.take_in(boards(first, 4 - first, open_=2))
    assert tally.difference().low > 0.4
    low, high = tally.worst()
    assert low < 0 < 0.6 < high  # from 3/6 - 3/6 to 5/6 - 1/6
    assert tally.decide() is Decision.UNDECIDED


# ----------------------------------------------------------- how often decisions are wrong


def _wrong(draw, metric, bounds, margin, wrong, replications):
    rng, errors, ends = np.random.default_rng(5), 0, np.diff(DOUBLING.boards, prepend=0)
    for _ in range(replications):
        tally = Tally(metric, bounds, DOUBLING, 0.95, margin)
        for n in ends[:6]:
            tally.take_in(boards(*draw(rng, n)))
            if tally.decide() is not Decision.UNDECIDED:
                break
        errors += tally.decide() in wrong
    return errors / replications


def shares(rng, n, lead=0.0):
    """Shares of six games whose luck the board has in part."""
    luck = rng.random((n, 1)) < 0.5
    a = np.where(luck, rng.random((n, 6)) < 0.5 + lead, rng.random((n, 1)) < 0.5 + lead)
    b = np.where(luck, rng.random((n, 6)) < 0.5, rng.random((n, 1)) < 0.5)
    return a.sum(axis=1), b.sum(axis=1)


def sparse(rng, n):
    """One board in a hundred differs: A gains 1 with chance 3/4, or loses 3 with chance 1/4."""
    differs, up = rng.random(n) < 0.01, rng.random(n) < 0.75
    return 3.0 + differs * up, 3.0 + 3.0 * (differs & ~up)


def skewed(rng, n):
    """Points with a long tail, the same for both on average."""
    return 6 * rng.lognormal(0, 1, n), 6 * rng.normal(np.exp(0.5), 1, n)


CASES = {
    "equal shares": (shares, WINS, (0, 1), None, {Decision.A_BETTER, Decision.B_BETTER}),
    "sparse": (sparse, WINS, (0, 1), None, {Decision.A_BETTER, Decision.B_BETTER}),
    "skewed": (skewed, SCORE, None, None, {Decision.A_BETTER, Decision.B_BETTER}),
    "at the margin": (
        lambda rng, n: shares(rng, n, 0.02), WINS, (0, 1), 0.02,
        {Decision.EQUAL, Decision.B_BETTER},
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
def test_verdicts_are_wrong_in_at_most_five_per_cent(case):
    draw, metric, bounds, margin, wrong = CASES[case]
    rate = _wrong(draw, metric, bounds, margin, wrong, 4_000)
    assert rate <= 0.05 + 2 * (0.05 * 0.95 / 4_000) ** 0.5
