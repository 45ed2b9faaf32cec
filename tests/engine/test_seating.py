"""Seatings: every distinct one once, partners together, and a fair sample where they are many."""

from itertools import permutations
from math import factorial

import numpy as np
import pytest
from scipy.stats import chi2, chisquare

from cardsim.engine.errors import InputError
from cardsim.engine.options import parse
from cardsim.engine.registry import find_game
from cardsim.engine.replay import replay
from cardsim.engine.seating import (
    MOST_WHOLE,
    count_seatings,
    distinct_rotations,
    distinct_seatings,
    make_seating,
)
from cardsim.engine.table import Player, Table
from tests.engine.tables import same, table


def by_brute_force(kinds, teams):
    """Distinct patterns among all orders that keep partners together."""
    n = len(kinds)
    return {
        "".join(kinds[p] for p in order) for order in permutations(range(n))
        if all(order[s] % teams == order[s - teams] % teams for s in range(teams, n))
    }


@pytest.mark.parametrize(("kinds", "teams", "count"), [
    ("AAAA", 4, 1), ("ABAB", 4, 6), ("ABCD", 4, 24), ("AAAAB", 5, 5), ("AAABBB", 6, 20),
    ("ABAB", 2, 2), ("AABB", 2, 4), ("ABCABC", 3, 6), ("AABBCC", 2, 36), ("ABACAD", 2, 12),
    ("ABCDEF", 6, 720), ("AABCCB", 3, 12),
])
def test_every_distinct_seating_is_listed_once(kinds, teams, count):
    patterns = ["".join(kinds[p] for p in order) for order in distinct_seatings(kinds, teams)]
    assert len(patterns) == len(set(patterns)) == count_seatings(kinds, teams)
    assert set(patterns) == by_brute_force(kinds, teams)
    assert patterns[0] == kinds
    if teams == len(kinds):
        ways = factorial(len(kinds))
        for kind in set(kinds):
            ways //= factorial(kinds.count(kind))
        assert count == ways
    assert len(patterns) == count


def test_rotations_do_not_repeat():
    assert distinct_rotations("AAAA") == [(0, 1, 2, 3)]
    assert distinct_rotations("ABAB") == [(0, 1, 2, 3), (3, 0, 1, 2)]
    assert distinct_rotations("ABC") == [(0, 1, 2), (2, 0, 1), (1, 2, 0)]


def patterns_of(kinds, teams, boards, seed=4):
    """The patterns of each board, as texts, and who sat where."""
    design = make_seating("all", kinds, teams)
    assert design.whole is None
    players = design.players(seed, 10**12, boards)
    texts = np.array(list(kinds))[players]
    return [["".join(game) for game in board] for board in texts], players


@pytest.mark.parametrize(("kinds", "teams"), [
    ("AAAABBBB", 8), ("ABCABC", 2), ("AABBCC", 6),
])
def test_a_sample_without_repeats_where_rotations_could_repeat(kinds, teams):
    """Inclusion counts of simple random samples: variance p (1 - p), correlation -1/(N - 1)."""
    boards, n = 6_000, len(kinds)
    drawn, players = patterns_of(kinds, teams, boards)
    assert all(len(set(board)) == n for board in drawn)
    assert (players[:, :, teams:] % teams == players[:, :, :-teams] % teams).all() or teams == n
    possible = sorted(by_brute_force(kinds, teams))
    if len(possible) <= MOST_WHOLE:
        pytest.fail("the case is too small to be sampled")
    found = [pattern for board in drawn for pattern in board]
    counts = np.array([found.count(pattern) for pattern in possible])
    assert counts.sum() == boards * n
    p = n / len(possible)
    spread = boards * p * (1 - p) * len(possible) / (len(possible) - 1)
    statistic = ((counts - boards * p) ** 2).sum() / spread
    assert 0.001 < chi2.sf(statistic, len(possible) - 1) < 0.999


@pytest.mark.parametrize(("kinds", "teams"), [
    ("ABCDE", 5), ("AAABCDEF", 2), ("ABCDEF", 2), ("AABBBCC", 7),
])
def test_where_rotations_cannot_repeat_a_board_is_balanced(kinds, teams):
    """One order and its rotations: everyone sits once everywhere, every class as often."""
    boards, n = 4_000, len(kinds)
    drawn, players = patterns_of(kinds, teams, boards)
    assert all(len(set(board)) == n for board in drawn)
    assert (np.sort(players, axis=1) == np.arange(n)[:, None]).all()
    classes = [min(board) for board in drawn]
    names, counts = np.unique(classes, return_counts=True)
    assert len(names) == count_seatings(kinds, teams) / n
    assert 0.001 < chisquare(counts).pvalue < 0.999


def test_line_ups_of_equal_structure_sit_alike():
    first, second = (make_seating("all", kinds, 5) for kinds in ("ABCDE", "VWXYZ"))
    assert (first.players(1, 7, 50) == second.players(1, 7, 50)).all()
    assert (first.players(1, 7, 50) != first.players(2, 7, 50)).any()


def test_boards_are_seated_alike_however_they_are_cut():
    design = make_seating("all", "AABBCCDD", 8)
    whole = design.players(3, 100, 40)
    parts = [design.players(3, 100, 1), design.players(3, 101, 30), design.players(3, 131, 9)]
    assert (np.concatenate(parts) == whole).all()


@pytest.mark.parametrize("names", [
    ["low", "by_chance", "low", "by_chance"], ["low", "by_chance", "first", "low", "low"],
])
def test_a_seating_replays_as_it_was_played(names):
    at = table(*names, rotate=False, seating="all")
    games, seats = at.play(20, 3)
    n = len(names)
    for board in range(3):
        for rotation in range(at.rotations):
            told = replay(at, 20 + board, rotation)
            row = board * at.rotations + rotation
            seated = [names[p] for p in at.players_at(20 + board, 1)[0, rotation]]
            assert [p["strategy"].split(":")[-1] for p in told["players"]] == seated
            if told["finished"]:
                scores = [r["score"] for r in told["result"]]
                assert scores == seats[row * n : (row + 1) * n]["score"].tolist()
    parts = [at.alone().play(20, 1), at.alone().play(21, 2)]
    assert same([np.concatenate(p) for p in zip(*parts, strict=True)], (games, seats))


def test_players_with_other_dials_or_options_are_other_players():
    game = find_game("huit_americain")
    from cardsim.engine.discovery import find_strategy

    lowest = find_strategy("random", "huit_americain")
    seated = [Player(lowest, {}, {"forget_rate": rate}) for rate in (0.0, 0.5, 0.5, 0.0)]
    at = Table(game, parse(game.options, {}), seated, seating="all")
    assert at.rotations == 6
    rules = at.rules_by_game(at.orders(0, 1))
    for order, own in zip(at.players_at(0, 1)[0], rules, strict=True):
        rates = [[0.0, 0.5, 0.5, 0.0][p] for p in order]
        assert own["forget_rate"][:4].tolist() == rates
    usual = Table(game, parse(game.options, {}), [Player(lowest)] * 4, seating="all")
    assert usual.rotations == 1
    explicit = [Player(lowest, {}, {"forget_rate": rate}) for rate in (0.0,) * 2] + [Player(lowest)] * 2
    assert Table(game, parse(game.options, {}), explicit, seating="all").rotations == 1


def test_contradictions_are_refused():
    with pytest.raises(InputError, match='seating: found "all" beside rotate = true'):
        table("low", "low", rotate=True, seating="all")
    with pytest.raises(InputError, match='seating: found "every"; allowed'):
        table("low", "low", rotate=False, seating="every")
