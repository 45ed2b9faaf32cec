"""The laws of `cardsim.testing`, for every game, over random options."""

import pytest

from cardsim.engine.registry import find_game, game_ids
from cardsim.testing import check_game
from tests.reference import bacon, hand_and_foot, huit_americain, johnny_bagel

REFERENCES = {
    "bacon": bacon, "hand_and_foot": hand_and_foot, "huit_americain": huit_americain,
    "johnny_bagel": johnny_bagel,
}


def test_every_game_has_a_reference():
    assert set(REFERENCES) == set(game_ids())


@pytest.mark.parametrize("game", sorted(REFERENCES))
def test_laws(game):
    check_game(game, games=12, seed=3, random_options=REFERENCES[game].random_options)


@pytest.mark.parametrize("game", sorted(REFERENCES))
def test_laws_by_the_usual_rules(game):
    check_game(game, games=4, seed=5)


def test_a_broken_law_is_found(monkeypatch):
    game = find_game("johnny_bagel")
    monkeypatch.setattr(
        game.laws, "all_cards", lambda state: state["pile"] + state["stock"]
    )
    with pytest.raises(AssertionError, match="cards are not conserved in event"):
        check_game("johnny_bagel", games=1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("game", sorted(REFERENCES))
def test_laws_of_many_games(game, seed):
    check_game(game, games=100, seed=1000 + seed, random_options=REFERENCES[game].random_options)
