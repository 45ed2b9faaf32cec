"""Ratings: published strengths, choix, what has no rating, and coverage."""

import choix
import numpy as np
import pytest

from cardsim.analysis.choices import ChoiceCounts
from cardsim.analysis.ratings import ELO_PER_STRENGTH, plackett_luce, rate
from cardsim.analysis.strengths import fit

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


def _duels(wins):
    """Counts of two-player games with this table of wins, one game a board."""
    games = [(i, j) for i in range(len(wins)) for j in range(len(wins)) for _ in range(wins[i, j])]
    games = np.random.default_rng(0).permutation(games)
    return ChoiceCounts(len(wins)).add(np.arange(len(games)), games, np.tile([1, 2], (len(games), 1)))


def bradley_terry(wins, **kw):
    return plackett_luce(_duels(wins), int(wins.sum()), **kw)


def test_bradley_terry_on_agrestis_baseball_teams():
    ratings = bradley_terry(BASEBALL)
    relative = [each.strength - ratings[-1].strength for each in ratings]
    assert relative == pytest.approx(PUBLISHED, abs=0.005)


def test_bradley_terry_agrees_with_choix():
    ours = [each.strength for each in bradley_terry(BASEBALL)]
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
    first, second = bradley_terry(np.array([[0, 30], [10, 0]]))
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
    wins = np.array([[0, 5, 5, 5], [0, 0, 18, 5], [0, 9, 0, 5], [0, 0, 0, 0]])
    found = rate(_duels(wins), 47)
    best, second, third, worst = found.players
    assert best.strength is None
    assert best.reason == "never placed below anyone in 15 meetings, so no finite rating fits"
    assert worst.reason == "never placed above anyone in 15 meetings, so no finite rating fits"
    assert second.strength - third.strength == pytest.approx(np.log(2))
    assert found.order == [0, 1, 2, 3]


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


def test_players_without_a_common_opponent_are_rated_apart():
    wins = np.zeros((5, 5), int)
    wins[0, 1], wins[1, 0], wins[2, 3], wins[3, 2] = 20, 10, 10, 30
    found = rate(_duels(wins), 70)
    assert [each.part for each in found.players] == [1, 1, 0, 0, None]
    assert found.players[4].reason == "met nobody"
    assert [(each.first, each.second) for each in found.differences] == [(2, 3), (0, 1)]
    assert found.players[3].strength - found.players[2].strength == pytest.approx(np.log(3))


def test_parts_are_ordered_by_who_beats_whom():
    """4 and 3 trade wins, and beat 0, 1 and 2, who trade wins; 5 lost to all."""
    wins = np.zeros((6, 6), int)
    wins[0, 1] = wins[1, 2] = wins[2, 0] = wins[1, 0] = wins[2, 1] = 12
    wins[3, 4], wins[4, 3] = 12, 18
    wins[3, 0] = wins[4, 1] = wins[0, 5] = wins[4, 5] = 2
    wins[0, 2] = 11
    found = rate(_duels(wins), int(wins.sum()))
    assert found.order[:2] == [4, 3]
    assert found.order[-1] == 5
    assert [found.players[i].part for i in (4, 3, 0, 1, 2, 5)] == [0, 0, 1, 1, 1, None]


@pytest.mark.parametrize("upsets", [1, 4])
def test_hardly_any_upsets_fix_no_rating(upsets):
    """0 lost this often in 4,000 games; 1 and 2 are rated as if alone."""
    wins = np.array([[0, 2000, 2000 - upsets], [0, 0, 60], [upsets, 30, 0]])
    found = rate(_duels(wins), 4090)
    assert found.order == [0, 1, 2]
    assert found.players[0].strength is None
    assert f"placed below others in only {upsets} of 4,000 meetings" in found.players[0].reason
    assert found.players[1].strength == pytest.approx(-found.players[2].strength)


def test_strengths_near_separation_are_found():
    """One upset in 4,000: the log odds, where simple iterations need very many steps."""
    faced = np.array([[4000.0, 4000.0]])
    chosen = np.array([[3999.0, 4000.0, 1.0]])
    strengths = fit(chosen, faced, np.array([[1, 1, 0], [0, 1, 1]]))[0]
    assert strengths[0] - strengths[1] == pytest.approx(np.log(3999), abs=1e-6)
    assert strengths[1] - strengths[2] == pytest.approx(np.log(3999), abs=1e-6)


def test_the_fit_is_where_chosen_is_as_expected_whatever_the_start():
    rng = np.random.default_rng(8)
    members = np.array([[1, 1, 1, 0], [0, 1, 1, 1], [1, 0, 2, 1], [0, 1, 0, 1]])
    faced = rng.uniform(1, 100, (50, 4))
    truth = rng.normal(0, 4, (50, 4))
    truth -= truth.mean(axis=1, keepdims=True)
    share = members * np.exp(truth)[:, None, :]
    chosen = (faced[:, :, None] * share / share.sum(axis=2, keepdims=True)).sum(axis=1)
    for start in (None, np.array([9.0, -9.0, 0.0, 3.0])):
        np.testing.assert_allclose(fit(chosen, faced, members, start), truth, atol=1e-5)


def test_differences_hold_together():
    """Tukey's: wider than each alone, and antisymmetric about the strengths."""
    found = rate(ChoiceCounts(6).add(*_rankings(np.random.default_rng(4), 400)), 400)
    assert len(found.differences) == 15
    for each in found.differences:
        first, second = found.players[each.first], found.players[each.second]
        assert each.difference == pytest.approx(first.strength - second.strength)
        assert each.high - each.difference == pytest.approx(each.difference - each.low)
    two = rate(ChoiceCounts(2).add(*_rankings(np.random.default_rng(4), 400, STRENGTHS[:2], 2)), 400)
    alone = two.players[0]
    assert two.differences[0].high - two.differences[0].low == pytest.approx(
        2 * (alone.high - alone.low)
    )


def test_too_few_boards_give_a_reason():
    counts = ChoiceCounts(6).add(*_rankings(np.random.default_rng(4), 8))
    assert {each.reason for each in plackett_luce(counts, 8)} == {
        "8 boards are too few; a rating needs 30"
    }


def test_a_level_is_a_fraction():
    with pytest.raises(ValueError, match="strictly between 0 and 1"):
        bradley_terry(BASEBALL, level=95)


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


@pytest.mark.slow
def test_all_differences_are_covered_together():
    rng = np.random.default_rng(11)
    strengths, replications, held = STRENGTHS[:5], 1500, 0
    for seed in range(replications):
        counts = ChoiceCounts(5).add(*_rankings(rng, 200, strengths, 3, 0.3))
        held += all(
            each.low <= strengths[each.first] - strengths[each.second] <= each.high
            for each in rate(counts, 200, seed=seed).differences
        )
    assert 0.94 <= held / replications <= 0.975


@pytest.mark.slow
@pytest.mark.parametrize("share", [0.005, 0.01, 0.02, 0.05])
def test_a_rating_is_seldom_wrong_where_upsets_are_few(share):
    """What is told misses in at most 5 % of all tournaments (and a little for the draw)."""
    rng = np.random.default_rng(int(share * 1000))
    truth, wrong, replications = np.log((1 - share) / share), 0, 1000
    for seed in range(replications):
        places = np.where((rng.random(1000) >= share)[:, None], [1, 2], [2, 1])
        counts = ChoiceCounts(2).add(np.arange(1000), np.tile([0, 1], (1000, 1)), places)
        for each in rate(counts, 1000, seed=seed).differences:
            wrong += not each.low <= truth <= each.high
    assert wrong / replications <= 0.06
