"""Seats: the test that all are equal, and the margin within which they are."""

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.multivariate import test_mvmean as mvmean

from cardsim.analysis.fairness import equivalence, seats_equal
from cardsim.analysis.moments import BoardMoments

ONE_A_BOARD = [None] * 4


def _losers(rng, boards, chances, rotations=4):
    """Draw each seat's share of a board's Bagels."""
    return rng.multinomial(rotations, chances, boards) / rotations


def _moments(values):
    return BoardMoments(values.shape[1]).update(values)


def test_two_seats_are_a_paired_t_test():
    values = np.random.default_rng(1).normal(size=(200, 2))
    ours = seats_equal(_moments(values), [0, 1], [None, None])
    theirs = stats.ttest_rel(values[:, 0], values[:, 1])
    assert ours.f == pytest.approx(theirs.statistic**2)
    assert ours.p_value == pytest.approx(theirs.pvalue)


def test_four_seats_are_statsmodels_hotelling_test_of_differences():
    values = np.random.default_rng(2).normal(size=(150, 4)) @ np.diag([1, 2, 3, 4])
    ours = seats_equal(_moments(values), range(4), ONE_A_BOARD)
    theirs = mvmean(values[:, :3] - values[:, 3:])
    assert ours.f == pytest.approx(theirs.statistic)
    assert ours.p_value == pytest.approx(theirs.pvalue)
    assert ours.degrees == (3, 147)


def test_shares_that_sum_to_one_lose_no_degree_of_freedom():
    shares = _losers(np.random.default_rng(3), 500, [0.25] * 4)
    ours = seats_equal(_moments(shares), range(4), ONE_A_BOARD)
    theirs = mvmean(shares[:, :3] - shares[:, 1:])
    assert ours.p_value == pytest.approx(theirs.pvalue)


def test_partners_who_share_their_result_count_once():
    team = np.random.default_rng(4).random((300, 1))
    values = np.hstack([team, 1 - team, team, 1 - team])
    ours = seats_equal(_moments(values), range(4), ONE_A_BOARD)
    assert ours.degrees == (1, 299)
    theirs = stats.ttest_1samp(team[:, 0], 0.5)
    assert ours.p_value == pytest.approx(theirs.pvalue)


def test_degenerate_seats_give_a_reason():
    few = _moments(_losers(np.random.default_rng(5), 3, [0.25] * 4))
    assert seats_equal(few, range(4), ONE_A_BOARD).reason.startswith("3 boards are too few")
    assert equivalence(few, range(4), ONE_A_BOARD).reason.startswith("3 boards are too few")
    same = _moments(np.tile([0.25, 0.25, 0.3, 0.2], (100, 1)))
    assert seats_equal(same, range(4), ONE_A_BOARD).reason == (
        "the seats differed by the same on every board"
    )
    luck = np.random.default_rng(6).random((100, 1))
    ahead = _moments(np.hstack([luck, luck + 0.1, 1 - luck]))
    assert seats_equal(ahead, range(3), [None] * 3).reason == (
        "some seats differed by the same, and not by 0, on every board"
    )


def test_equivalence_by_hand():
    """The widest one-sided t bound of a seat's distance from the seats' mean."""
    shares = _losers(np.random.default_rng(7), 1000, [0.3, 0.25, 0.25, 0.2])
    ours = equivalence(_moments(shares), range(4), ONE_A_BOARD)
    apart = shares - 0.25
    reach = stats.t.isf(0.05, 999) * apart.std(axis=0, ddof=1) / np.sqrt(1000)
    bounds = np.abs(apart.mean(axis=0)) + reach
    assert ours.margin == pytest.approx(bounds.max())
    assert ours.seat == bounds.argmax()


def test_equivalence_of_seats_that_never_differ_is_the_rule_of_three():
    ours = equivalence(_moments(np.full((1000, 4), 0.25)), range(4), ONE_A_BOARD)
    assert (1 - ours.margin) ** 1000 == pytest.approx(0.05)


def test_equivalence_in_words_never_rounds_down():
    shares = _losers(np.random.default_rng(7), 1000, [0.25] * 4)
    claim = equivalence(_moments(shares), range(4), ONE_A_BOARD)
    words = claim.in_words()
    points = float(words.split("more than ")[1].split(" points")[0])
    assert claim.margin * 100 <= points < claim.margin * 100 + 0.01
    assert words == (
        f"no seat is favoured or harmed by more than {points:.2f} points in a hundred "
        "(95 % confidence; 1,000 boards)"
    )
    few = equivalence(_moments(shares[:3]), range(4), ONE_A_BOARD)
    assert few.in_words() == (
        "how equal the seats are is not known: 3 boards are too few; an interval needs 30"
    )


def test_one_seat_cannot_be_compared():
    with pytest.raises(ValueError, match="at least 2, not 1"):
        seats_equal(BoardMoments(1), [0], [None])
    with pytest.raises(ValueError, match="at least 2, not 1"):
        equivalence(BoardMoments(1), [0], [None])


# ---------------------------------------------------------------- error rates


@pytest.mark.slow
@pytest.mark.parametrize("boards", [200, 1000])
def test_fair_seats_are_called_unfair_in_about_5_percent(boards):
    rng = np.random.default_rng(boards)
    replications = 10_000
    alarms = 0
    for _ in range(replications):
        shares = _losers(rng, boards, [0.25] * 4)
        alarms += seats_equal(_moments(shares), range(4), ONE_A_BOARD).p_value < 0.05
    assert 0.044 <= alarms / replications <= 0.055


@pytest.mark.slow
@pytest.mark.parametrize("chances", [[0.25] * 4, [0.3, 0.25, 0.25, 0.2], [0.31, 0.23, 0.23, 0.23]])
def test_the_claimed_margin_holds_95_times_in_100(chances):
    rng = np.random.default_rng(8)
    truth = max(abs(chance - 0.25) for chance in chances)
    replications = 10_000
    held = 0
    for _ in range(replications):
        claim = equivalence(_moments(_losers(rng, 300, chances)), range(4), ONE_A_BOARD)
        held += truth <= claim.margin
    assert held / replications >= 0.945
