"""Ratings: published strengths, choix, what has no rating, and coverage."""

import choix
import numpy as np
import pytest

from cardsim.analysis.choices import ChoiceCounts
from cardsim.analysis.ratings import ELO_PER_STRENGTH, bradley_terry, plackett_luce, rateable

# American League, eastern division, 1987: Agresti (2002), Categorical Data
# Analysis, 2nd ed., tables 10.10 (wins, row over column) and 10.11 (strengths
# relative to Baltimore).
BASEBALL = np.array(
    [
        [0, 7, 9, 7, 7, 9, 11],
        [6, 0, 7, 5, 11, 9, 9],
        [4, 6, 0, 7, 7, 8, 12],
        [6, 8, 6, 0, 6, 7, 10],
        [6, 2, 6, 7, 0, 7, 12],
        [4, 4, 5, 6, 6, 0, 6],
        [2, 4, 1, 3, 1, 7, 0],
    ]
)
PUBLISHED = [1.58, 1.44, 1.29, 1.25, 1.11, 0.68, 0.0]

STRENGTHS = np.array([0.8, 0.4, 0.2, 0.0, -0.4, -1.0])


def _rankings(rng, boards, strengths=STRENGTHS, seats=4, repeat=0.0):
    """Draw line-ups and places by the model; ``repeat`` boards have one luck in all rotations."""
    n_players = len(strengths)
    players = np.argsort(rng.random((boards, 1, n_players)), axis=2)[:, :, :seats]
    players = np.repeat(players, seats, axis=1)
    luck = rng.gumbel(size=(boards, seats, seats))
    again = rng.random((boards, 1, 1)) < repeat
    luck = np.where(again, luck[:, :1], luck)
    places = np.argsort(np.argsort(-(strengths[players] + luck), axis=2), axis=2) + 1
    games = boards * seats
    return (
        np.repeat(np.arange(boards), seats),
        players.reshape(games, -1),
        places.reshape(games, -1),
    )


def _in_groups(wins, n_groups=40):
    return np.repeat(wins[None] / n_groups, n_groups, axis=0)


def test_bradley_terry_on_agrestis_baseball_teams():
    ratings = bradley_terry(_in_groups(BASEBALL), 273)
    relative = [each.strength - ratings[-1].strength for each in ratings]
    assert relative == pytest.approx(PUBLISHED, abs=0.005)


def test_bradley_terry_agrees_with_choix():
    ours = [each.strength for each in bradley_terry(_in_groups(BASEBALL), 273)]
    games = [(i, j) for i in range(7) for j in range(7) for _ in range(BASEBALL[i, j])]
    np.testing.assert_allclose(ours, choix.mm_pairwise(7, games, tol=1e-12), atol=1e-6)


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_plackett_luce_agrees_with_choix(seats):
    boards, players, places = _rankings(np.random.default_rng(seats), 300, seats=seats)
    ours = plackett_luce(ChoiceCounts(6).add(boards, players, places), 300)
    best_first = np.take_along_axis(players, np.argsort(places, axis=1), axis=1)
    theirs = choix.mm_rankings(6, best_first.tolist(), tol=1e-12)
    np.testing.assert_allclose([each.strength for each in ours], theirs, atol=1e-6)


def test_two_players_are_rated_by_the_log_odds():
    wins = np.array([[0, 30], [10, 0]])
    first, second = bradley_terry(_in_groups(wins), 40)
    assert first.strength - second.strength == pytest.approx(np.log(3))
    assert first.strength == -second.strength


def test_a_player_in_two_seats_is_as_strong_in_each():
    """A wins a third of games against two seats of B: all are equally strong."""
    players = np.tile([[0, 1, 1]], (60, 1))
    places = np.tile([[1, 2, 3], [2, 1, 3], [3, 2, 1]], (20, 1))
    first, second = plackett_luce(ChoiceCounts(2).add(np.arange(60), players, places), 60)
    assert first.strength == pytest.approx(second.strength, abs=1e-9)


def test_the_interval_of_two_players_is_that_of_the_log_odds():
    """200 independent boards: standard error of the log odds sqrt(1/a + 1/b)."""
    rng = np.random.default_rng(3)
    won = rng.random(2000) < 0.6
    places = np.where(won[:, None], [1, 2], [2, 1])
    counts = ChoiceCounts(2).add(np.arange(2000), np.tile([0, 1], (2000, 1)), places)
    first, _ = plackett_luce(counts, 2000)
    error = np.sqrt(1 / won.sum() + 1 / (~won).sum()) / 2  # a strength is half the log odds
    assert (first.high - first.low) / 2 == pytest.approx(1.97 * error, rel=0.15)


def test_the_same_seed_gives_the_same_interval():
    counts = ChoiceCounts(6).add(*_rankings(np.random.default_rng(4), 200))
    assert plackett_luce(counts, 200, seed=5) == plackett_luce(counts, 200, seed=5)
    assert plackett_luce(counts, 200, seed=5) != plackett_luce(counts, 200, seed=6)


def test_elo_points():
    assert np.log(10) * ELO_PER_STRENGTH == pytest.approx(400)


def test_a_player_who_never_lost_or_never_won_has_no_rating():
    wins = np.array([[0, 5, 5, 5], [0, 0, 4, 5], [0, 2, 0, 5], [0, 0, 0, 0]])
    best, second, third, worst = bradley_terry(_in_groups(wins), 40)
    assert best.strength is None
    assert best.reason == "never placed below anyone in 15 meetings, so no finite rating fits"
    assert worst.reason == "never placed above anyone in 15 meetings, so no finite rating fits"
    assert second.strength - third.strength == pytest.approx(np.log(2))


def test_who_is_unrated_does_not_disturb_the_others():
    """0 always wins and 5 always loses; the rest are rated as if alone at the table."""
    rng = np.random.default_rng(6)
    strengths = np.array([50.0, 0.5, 0.2, 0.0, -0.5, -50.0])
    boards, players, places = _rankings(rng, 400, strengths)
    ours = plackett_luce(ChoiceCounts(6).add(boards, players, places), 400)
    best_first = np.take_along_axis(players, np.argsort(places, axis=1), axis=1)
    alone = [[each - 1 for each in row if each not in (0, 5)] for row in best_first.tolist()]
    theirs = choix.mm_rankings(4, [row for row in alone if len(row) > 1], tol=1e-12)
    assert ours[0].strength is None
    assert ours[5].strength is None
    np.testing.assert_allclose([each.strength for each in ours[1:5]], theirs, atol=1e-6)


def test_players_without_a_common_opponent_have_no_rating():
    wins = np.zeros((5, 5))
    wins[0, 1] = wins[1, 0] = wins[2, 3] = wins[3, 2] = 4
    rated, reasons = rateable(wins)
    assert rated == []
    assert reasons[0] == "no chain of wins and losses links this player to the others rated"
    assert reasons[4] == "met nobody"


def test_the_largest_linked_part_is_rated():
    wins = np.zeros((5, 5))
    wins[0, 1] = wins[1, 2] = wins[2, 0] = wins[3, 4] = wins[4, 3] = wins[0, 3] = 1
    assert rateable(wins)[0] == [0, 1, 2]


def test_too_few_boards_give_a_reason():
    counts = ChoiceCounts(6).add(*_rankings(np.random.default_rng(4), 8))
    assert {each.reason for each in plackett_luce(counts, 8)} == {
        "8 boards are too few; a rating needs 30"
    }


def test_a_level_is_a_fraction():
    with pytest.raises(ValueError, match="strictly between 0 and 1"):
        bradley_terry(_in_groups(BASEBALL), 273, level=95)


# ---------------------------------------------------------------- coverage


@pytest.mark.slow
@pytest.mark.parametrize(
    ("boards", "seats", "repeat"), [(200, 3, 0.0), (400, 3, 0.7), (200, 2, 0.3)]
)
def test_coverage_of_plackett_luce_strengths(boards, seats, repeat):
    rng = np.random.default_rng([boards, seats])
    strengths = STRENGTHS[:5]
    truth = strengths - strengths.mean()
    covered = np.zeros(5)
    replications = 2000
    for seed in range(replications):
        counts = ChoiceCounts(5).add(*_rankings(rng, boards, strengths, seats, repeat))
        ratings = plackett_luce(counts, boards, seed=seed)
        covered += [
            each.low <= true <= each.high for each, true in zip(ratings, truth, strict=True)
        ]
    assert 0.945 <= covered.mean() / replications <= 0.975
