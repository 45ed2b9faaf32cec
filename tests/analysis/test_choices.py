"""Choices: rankings, ties and groups counted by hand."""

from itertools import permutations

import numpy as np
import pytest

from cardsim.analysis.choices import ChoiceCounts


def _faced(counts):
    """How often each set was chosen from in all, by its seats."""
    members, faced = counts.sets()
    sets = [tuple(np.repeat(np.arange(counts.n_players), row)) for row in members]
    return dict(zip(sets, faced.sum(axis=0).tolist(), strict=True))


def test_one_ranking_is_a_row_of_choices():
    counts = ChoiceCounts(4).add([0], [[3, 1, 0]], [[2, 1, 3]])  # 1 before 3 before 0
    assert _faced(counts) == {(0, 1, 3): 1.0, (0, 3): 1.0}
    assert counts.chosen.sum(axis=0).tolist() == [0, 1, 0, 1]
    beats = counts.beats.sum(axis=0)
    assert [(i, j) for i in range(4) for j in range(4) if beats[i, j]] == [(1, 0), (1, 3), (3, 0)]


def test_a_tie_of_two_is_half_a_win_each():
    counts = ChoiceCounts(2).add([0], [[0, 1]], [[1, 1]])
    assert counts.beats.sum(axis=0).tolist() == [[0, 0.5], [0.5, 0]]
    assert counts.chosen.sum(axis=0).tolist() == [0.5, 0.5]
    assert _faced(counts) == {(0, 1): 1.0}


@pytest.mark.parametrize("places", [[1, 2, 2, 2], [1, 1, 1, 4], [1, 1, 3, 3], [1, 1, 1, 1]])
def test_a_tie_is_the_average_over_its_orders(places):
    tied = ChoiceCounts(4).add([0], [[0, 1, 2, 3]], [places])
    orders = [
        order
        for order in permutations(range(4))
        if [places[player] for player in order] == sorted(places)
    ]
    untied = ChoiceCounts(4)
    for order in orders:
        untied.add([0], [order], [[1, 2, 3, 4]])
    np.testing.assert_allclose(tied.chosen, untied.chosen / len(orders), atol=1e-12)
    np.testing.assert_allclose(tied.beats, untied.beats / len(orders), atol=1e-12)
    expected = {key: value / len(orders) for key, value in _faced(untied).items()}
    assert _faced(tied) == pytest.approx(expected)


def test_a_player_in_several_seats_is_a_set_with_both():
    counts = ChoiceCounts(2).add([0], [[0, 1, 1]], [[2, 1, 3]])  # 1, then 0, then 1
    assert _faced(counts) == {(0, 1, 1): 1.0, (0, 1): 1.0}
    assert counts.beats.sum(axis=0).tolist() == [[0, 1], [1, 0]]


def test_a_game_against_oneself_tells_nothing():
    counts = ChoiceCounts(2).add([0], [[1, 1, 1]], [[1, 2, 3]])
    assert _faced(counts) == {}
    assert counts.chosen.sum() == counts.beats.sum() == 0


def test_boards_are_dealt_to_groups_in_turn():
    counts = ChoiceCounts(2, n_groups=3)
    counts.add([0, 1, 2, 3, 3], [[0, 1]] * 5, [[1, 2]] * 5)
    assert counts.beats[:, 0, 1].tolist() == [3, 1, 1]


def test_blocks_come_to_the_same():
    rng = np.random.default_rng(1)
    boards = np.arange(600)
    players = np.array([rng.permutation(5)[:3] for _ in boards])
    places = rng.integers(1, 4, (600, 3))
    whole = ChoiceCounts(5).add(boards, players, places)
    parts = ChoiceCounts(5).add(boards[:250], players[:250], places[:250])
    parts.add(boards[250:], players[250:], places[250:])
    np.testing.assert_allclose(parts.beats, whole.beats)
    np.testing.assert_allclose(parts.chosen, whole.chosen)
    np.testing.assert_allclose(parts.sets()[1], whole.sets()[1])


def test_bad_input_is_refused():
    with pytest.raises(ValueError, match="at least 2 of both"):
        ChoiceCounts(1)
    with pytest.raises(ValueError, match="do not fit"):
        ChoiceCounts(3).add([0], [[0, 1]], [[1, 2, 3]])
    with pytest.raises(ValueError, match="numbered 0 to 2; found 0, 3"):
        ChoiceCounts(3).add([0], [[0, 3]], [[1, 2]])
    with pytest.raises(ValueError, match="unfinished"):
        ChoiceCounts(3).add([0], [[0, 1]], [[1, np.nan]])
