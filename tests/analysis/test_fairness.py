"""Seats: the test that all are equal, who gains how much, and the margin within which they are."""

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.multivariate import test_mvmean as mvmean

from cardsim.analysis import fairness
from cardsim.analysis.fairness import PERMUTED_BOARDS, equivalence, gains, seats_equal
from cardsim.analysis.intervals import normal_critical
from cardsim.analysis.strata import seat_scores

SHORT = 99  # permutations, where thousands of tests are made


def scores_of(totals, counts=None, *, shared_out=True, keep=PERMUTED_BOARDS):
    """Return the scores of boards: of one stratum (boards, places), or of several."""
    totals = np.asarray(totals, dtype=float)
    totals = totals if totals.ndim == 3 else totals[:, None]
    counts = np.ones_like(totals) if counts is None else np.asarray(counts, dtype=float)
    halves = slice(None, len(totals) // 2), slice(len(totals) // 2, None)
    return seat_scores(
        lambda: [(totals[half], counts[half]) for half in halves], shared_out=shared_out, keep=keep
    )


def losers(rng, boards, chances):
    """Draw who loses each board's one game."""
    return np.eye(len(chances))[rng.choice(len(chances), size=boards, p=chances)]


def p_value(scores, seed=1):
    return seats_equal(scores, np.random.default_rng(seed)).p_value


# ------------------------------------------------------------------- the test


def test_many_boards_are_statsmodels_hotelling_test_of_differences():
    values = np.random.default_rng(2).normal(size=(1500, 4)) @ np.diag([1, 2, 3, 4])
    ours = seats_equal(scores_of(values, shared_out=False), np.random.default_rng(0))
    theirs = mvmean(values[:, :3] - values[:, 3:])
    assert ours.method == "Hotelling's F"
    assert ours.p_value == pytest.approx(theirs.pvalue)


def test_two_seats_of_few_boards_are_a_sign_test():
    """20 of 30 losses: 2 P(at least 20 of 30 coins) = 0.0987."""
    values = np.repeat(np.eye(2), [20, 10], axis=0)
    exact = stats.binomtest(20, 30).pvalue
    error = np.sqrt(exact * (1 - exact) / fairness.PERMUTATIONS)
    assert p_value(scores_of(values)) == pytest.approx(exact, abs=4 * error)


def test_three_seats_of_few_boards_are_the_exact_multinomial_test():
    """Losses 16, 10, 4 of 30, against all counts that 30 fair boards can give."""
    def far(counts):
        scores = np.eye(3) - 1 / 3
        squares = scores.T @ np.diag(counts) @ scores
        prior = 6 / 36  # 2 boards a seat, of 30 + 6
        equal = np.trace(squares) / 2 * (np.eye(3) - 1 / 3)
        total = counts @ scores
        return total @ np.linalg.pinv((1 - prior) * squares + prior * equal) @ total

    observed = far(np.array([16, 10, 4])) - 1e-9
    exact = sum(
        stats.multinomial.pmf([a, b, 30 - a - b], 30, [1 / 3] * 3)
        for a in range(31) for b in range(31 - a) if far(np.array([a, b, 30 - a - b])) >= observed
    )
    values = np.repeat(np.eye(3), [16, 10, 4], axis=0)
    error = np.sqrt(exact * (1 - exact) / fairness.PERMUTATIONS)
    assert p_value(scores_of(values)) == pytest.approx(exact, abs=4 * error)


def test_a_seat_that_never_loses_is_a_rejection():
    values = np.repeat(np.eye(4)[:3], 10, axis=0)
    scores = scores_of(values)
    assert p_value(scores) < 0.01
    never = gains(scores)[3]
    assert never.difference == -0.25
    assert never.high < 0
    # The rule of three, for 4 seats together, two-sided: 1 - 0.00625^(1 / 30) - 1/4.
    assert never.high == pytest.approx(1 - 0.00625 ** (1 / 30) - 0.25)


@pytest.mark.parametrize("boards", [100, 5_000])
def test_seats_that_differ_by_the_same_on_every_board_are_a_rejection(boards):
    same = scores_of(np.tile([0.25, 0.25, 0.3, 0.2], (boards, 1)))
    assert p_value(same) <= 1 / (1 + fairness.PERMUTATIONS)
    luck = np.random.default_rng(6).random((boards, 1))
    ahead = scores_of(np.hstack([luck, luck + 0.1, 1 - luck]), shared_out=False)
    assert p_value(ahead) <= 1 / (1 + fairness.PERMUTATIONS)


def test_seats_that_never_differ_are_none():
    equal = scores_of(np.full((100, 4), 0.25))
    assert p_value(equal) == 1.0


def test_partners_who_share_their_result_count_once():
    team = np.random.default_rng(4).random((1500, 1))
    scores = scores_of(np.hstack([team, 1 - team, team, 1 - team]))
    assert scores.claims == 1
    theirs = stats.ttest_1samp(team[:, 0], 0.5)
    assert p_value(scores) == pytest.approx(theirs.pvalue)


def test_seats_that_have_not_lost_yet_are_no_partners():
    values = np.eye(6)[np.random.default_rng(10).integers(3, size=40)]
    scores = scores_of(values)
    assert scores.claims == 6
    assert p_value(scores) < 0.001


def test_the_same_seed_gives_the_same_p_value():
    scores = scores_of(losers(np.random.default_rng(5), 100, [0.3, 0.3, 0.2, 0.2]))
    assert p_value(scores, 7) == p_value(scores, 7)


def test_rare_losses_of_many_boards_are_permuted_too():
    """10,000 boards of which 16 have a loss, all of seat 0: (1/4)^15 by chance."""
    values = np.zeros((10_000, 4))
    values[:16, 0] = 1
    test = seats_equal(scores_of(values, shared_out=False), np.random.default_rng(0))
    assert test.differing == 16
    assert test.p_value <= 0.001


def test_too_few_boards_give_a_reason():
    few = scores_of(losers(np.random.default_rng(5), 4, [0.25] * 4))
    assert seats_equal(few, np.random.default_rng(0)).reason.startswith("4 boards are too few")
    assert equivalence(few).reason.startswith("4 boards are too few")
    assert gains(few) == []


def test_one_seat_cannot_be_compared():
    with pytest.raises(ValueError, match="at least 2, not 1"):
        scores_of(np.ones((100, 1)))


# --------------------------------------------------- strategies that start unequally often


def mixed(rng, boards, loss=(0.4, 0.2, 0.2, 0.2), starts=(0.14, 0.29, 0.28, 0.29), seat=None):
    """Play line-ups in 4 rotations: player 0 starts seldom and loses often.

    Returns
    -------
    totals, counts
        Shape (boards, 4 players, 4 places from the starter): each player has neighbours of its
        own, so each is a stratum.
    """
    totals, counts = np.zeros((2, boards, 4, 4))
    luck, every = rng.dirichlet(np.full(4, 5.0), boards), np.arange(boards)
    for rotation in range(4):
        player = (np.arange(4) - rotation) % 4
        starter = (rng.choice(4, p=starts, size=boards) + rotation) % 4
        place = (np.arange(4) - starter[:, None]) % 4
        chance = np.array(loss)[player] * luck * (1 if seat is None else np.array(seat)[place])
        chance /= chance.sum(axis=1, keepdims=True)
        loser = (rng.random((boards, 1)) > chance.cumsum(axis=1)).sum(axis=1).clip(max=3)
        for at in range(4):
            counts[every, player[at], place[:, at]] += 1
            totals[every, player[at], place[:, at]] += loser == at
    return totals, counts


def test_who_starts_seldom_does_not_make_seats_differ():
    totals, counts = mixed(np.random.default_rng(8), 4_000)
    pooled = scores_of(totals.sum(axis=1), counts.sum(axis=1)[:, None])
    assert p_value(pooled) < 1e-6  # the confounded comparison
    within = scores_of(totals, counts)
    assert p_value(within) > 0.05
    assert all(gain.low < 0 < gain.high for gain in gains(within))


def test_an_effect_is_the_mean_over_strata_in_equal_parts():
    """By hand: places differ by +0.1 in a stratum that is 3/4 of all games, by 0 in the other."""
    counts = np.zeros((400, 2, 2))
    counts[:200, 0, 0] = counts[200:, 0, 1] = 1
    counts[200:, 1, 0] = counts[:200, 1, 1] = 3
    totals = np.zeros_like(counts)
    totals[:200:2, 0, 0] = totals[200::2, 0, 1] = 1  # both 1/2
    totals[200:, 1, 0] = 3 * (np.arange(200) < 60)  # 0.3
    totals[:200, 1, 1] = 3 * (np.arange(200) < 40)  # 0.2
    scores = scores_of(totals, counts, shared_out=False)
    np.testing.assert_allclose(scores.means, [0.25 * 0.5 + 0.75 * 0.3, 0.25 * 0.5 + 0.75 * 0.2])
    np.testing.assert_allclose(scores.apart, [0.0375, -0.0375])


def test_strata_that_hardly_sat_somewhere_are_left_out_and_counted():
    totals, counts = mixed(np.random.default_rng(9), 200)
    seldom = counts.copy()
    seldom[10:, 0, 0] = 0  # player 0 starts on at most 10 boards
    assert scores_of(np.minimum(totals, seldom), seldom).left_out == (0,)
    never = counts.copy()
    never[:, :, 0] = 0
    reason = scores_of(np.minimum(totals, never), never).reason
    assert reason.startswith("no strategy sat in every place from the starter, so seats and")


# ----------------------------------------------------------------- how much


def test_gains_are_intervals_of_shares_that_hold_together():
    """Seat 0 loses 300 of 1,000: about Wilson's interval at 1 - 0.05 / 4, by statsmodels."""
    from statsmodels.stats.proportion import proportion_confint

    values = np.repeat(np.eye(4), [300, 250, 250, 200], axis=0)
    ours = gains(scores_of(values))[0]
    low, high = proportion_confint(300, 1000, alpha=0.05 / 4, method="wilson")
    assert ours.difference == pytest.approx(0.05)
    assert ours.low == pytest.approx(low - 0.25, abs=0.001)
    assert ours.high == pytest.approx(high - 0.25, abs=0.001)


def test_boards_that_were_looked_at_widen_the_gains():
    scores = scores_of(losers(np.random.default_rng(11), 1000, [0.25] * 4))
    once, often = gains(scores)[0], gains(scores, 0.95, lambda a: 1.5 * normal_critical(a))[0]
    assert often.high - often.low == pytest.approx(1.5 * (once.high - once.low), rel=0.03)


def test_rare_shares_that_are_not_handed_out_once_a_game_have_no_interval():
    values = np.zeros((500, 3))
    values[:4, 0] = values[4:7, 1] = 1
    assert gains(scores_of(values, shared_out=False))[0].reason.startswith("too few boards")


def test_equivalence_by_hand():
    """The widest one-sided bound of a seat's distance from the seats' mean."""
    values = np.repeat(np.eye(4), [300, 250, 250, 200], axis=0)
    ours = equivalence(scores_of(values))
    reach = stats.norm.isf(0.05) * np.sqrt(0.3 * 0.7 / 1000)
    assert ours.seat == 0
    assert ours.margin == pytest.approx(0.05 + reach, rel=0.02)


def test_equivalence_of_seats_that_never_differ_is_the_rule_of_three():
    """A seat's share is 1/4 on every board; others that give up to 1 are at most 1 - 0.05^(1/n)."""
    ours = equivalence(scores_of(np.full((1000, 4), 0.25)))
    assert ours.margin == pytest.approx(0.75 * (1 - 0.05 ** (1 / 1000)))


def test_equivalence_in_words_never_rounds_down():
    scores = scores_of(losers(np.random.default_rng(7), 1000, [0.25] * 4))
    claim = equivalence(scores)
    words = claim.in_words()
    points = float(words.split("more than ")[1].split(" points")[0])
    assert claim.margin * 100 <= points < claim.margin * 100 + 0.01
    assert words == (
        f"no seat is favoured or harmed by more than {points:.2f} points in a hundred "
        "(95 % confidence; 1,000 boards)"
    )


# ---------------------------------------------------------------- error rates


def rates(monkeypatch, draw, truth, replications, seed, *, shared_out=True):
    """Return how often the test rejects, all gains hold, and the margin holds."""
    monkeypatch.setattr(fairness, "PERMUTATIONS", SHORT)
    rng = np.random.default_rng(seed)
    apart = np.asarray(truth) - np.mean(truth)
    rejected = held = bounded = 0
    for _ in range(replications):
        drawn = draw(rng)
        scores = scores_of(*drawn, shared_out=shared_out) if isinstance(drawn, tuple) \
            else scores_of(drawn, shared_out=shared_out)
        rejected += seats_equal(scores, rng).p_value <= 0.05
        found = gains(scores)
        held += all(
            gain.reason or gain.low - 1e-12 <= each <= gain.high + 1e-12
            for gain, each in zip(found, apart, strict=True)
        )
        margin = equivalence(scores).margin
        bounded += margin is None or np.abs(apart).max() <= margin + 1e-12
    return rejected / replications, held / replications, bounded / replications


@pytest.mark.slow
def test_fair_seats_of_30_boards_are_called_unfair_in_no_more_than_5_percent(monkeypatch):
    """6 seats, where the F test was wrong in 15 %. Standard error of the rate: 0.9 %."""
    rejected, held, bounded = rates(
        monkeypatch, lambda rng: losers(rng, 30, [1 / 6] * 6), [1 / 6] * 6, 600, 1
    )
    assert 0.02 <= rejected <= 0.075
    assert held >= 0.94
    assert bounded >= 0.94


DRAWS = {
    "one game a board": lambda rng, n, p: losers(rng, n, [1 / p] * p),
    "all rotations": lambda rng, n, p: rng.multinomial(p, [1 / p] * p, n) / p,
    "half of all": lambda rng, n, p: (rng.random((n, p)) < 0.5) * 1.0,
    "one in a hundred": lambda rng, n, p: (rng.random((n, p)) < 0.01) * 1.0,
    "rotations alike": lambda rng, n, p: rng.dirichlet([0.5] * p, n),
}


@pytest.mark.slow
@pytest.mark.parametrize("draw", DRAWS)
@pytest.mark.parametrize("places", [2, 4, 6, 13])
@pytest.mark.parametrize("boards", [30, 100, 300, 10_000])
def test_error_rates_of_fair_seats(monkeypatch, draw, places, boards):
    """Standard errors: 1 %. A rate of rare events is far below 5 %, since few outcomes are left."""
    rejected, held, bounded = rates(
        monkeypatch, lambda rng: DRAWS[draw](rng, boards, places), [1 / places] * places,
        500, boards + places, shared_out=draw not in ("half of all", "one in a hundred"),
    )
    assert rejected <= 0.08
    assert held >= 0.92
    assert bounded >= 0.92


@pytest.mark.slow
@pytest.mark.parametrize("boards", [100, 300, 3_000])
def test_error_rates_of_a_fair_mixed_line_up(monkeypatch, boards):
    rejected, held, bounded = rates(
        monkeypatch, lambda rng: mixed(rng, boards), [0.25] * 4, 500, boards
    )
    assert 0.025 <= rejected <= 0.08
    assert held >= 0.92
    assert bounded >= 0.92


@pytest.mark.slow
def test_power_of_30_boards(monkeypatch):
    """13 seats of which one loses 3 times as often; 4 seats of which one never does."""
    chances = np.array([3] + [1] * 12) / 15
    rejected, held, _ = rates(
        monkeypatch, lambda rng: losers(rng, 30, chances), chances, 500, 2
    )
    assert rejected > 0.14
    assert held >= 0.92
    rejected, held, _ = rates(
        monkeypatch, lambda rng: losers(rng, 30, [1 / 3] * 3 + [0]), [1 / 3] * 3 + [0], 500, 3
    )
    assert rejected > 0.9
    assert held >= 0.92


@pytest.mark.slow
@pytest.mark.parametrize("chances", [[0.3, 0.25, 0.25, 0.2], [0.31, 0.23, 0.23, 0.23]])
def test_the_claimed_margin_holds_95_times_in_100(monkeypatch, chances):
    _, held, bounded = rates(
        monkeypatch, lambda rng: losers(rng, 1_500, chances), chances, 5_000, 8
    )
    assert held >= 0.945
    assert bounded >= 0.945
