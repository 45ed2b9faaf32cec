"""Le Huit américain, clause by clause: dealing, following suit, drawing, the end (see the rule book)."""

from collections import Counter
from itertools import chain

import pytest

from cardsim.engine.errors import InputError
from tests.games.huit_positions import Dealt, Position, dealt, dealt_with, naming

SPECIAL = {"A", "2", "7", "8", "10", "JK"}


@pytest.mark.parametrize(("decks", "jokers"), [(1, 0), (2, 2), (4, 4)])
def test_HA01_packs_and_jokers(decks, jokers):
    deal = Dealt(0, 2, decks=decks, jokers_per_deck=jokers)
    cards = Counter(chain(*deal["hands"], deal["stock"], deal["pile"]))
    assert cards.pop("JK", 0) == decks * jokers
    assert len(cards) == 52
    assert set(cards.values()) == {decks}


@pytest.mark.parametrize(("players", "size"), [(2, 8), (4, 12), (10, 10)])
def test_HA02_hands(players, size):
    deal = Dealt(3, players, hand_size=size)
    assert [len(hand) for hand in deal["hands"]] == [size] * players
    assert len(deal["stock"]) == 108 - players * size - 1


def test_HA02_hands_must_leave_two_cards():
    assert len(Dealt(0, 5, decks=1, jokers_per_deck=0, hand_size=10)["stock"]) == 1
    with pytest.raises(InputError, match=r"hand_size: found 11: 5 players need 57 cards"):
        Dealt(0, 5, decks=1, jokers_per_deck=0, hand_size=11)


def test_HA03_the_bergere_fixes_the_suit_and_the_left_begins():
    for deal in dealt(4, 50):
        assert deal["suit"] == deal["pile"][0][-1]
        assert (deal["dealer"], deal.turn, deal["direction"]) == (3, 0, 1)
    assert Dealt(0, 4, first_dealer=1).turn == 2
    assert {deal["dealer"] for deal in dealt(4, 50, first_dealer="random")} == {0, 1, 2, 3}


def test_HA04_redraw_puts_special_cards_under_the_stock():
    for deal in dealt(4, 300):
        buried = deal["buried"]
        assert deal.rank not in SPECIAL
        assert deal["stock"][len(deal["stock"]) - len(buried) :] == buried
        assert len(deal["stock"]) == 108 - 32 - 1
    assert sum(len(deal["buried"]) > 1 for deal in dealt(4, 300)) > 10


def test_HA04_redraw_without_an_ordinary_card_keeps_the_first():
    tight = {"decks": 1, "jokers_per_deck": 0, "hand_size": 10}
    kept = [deal for deal in dealt(5, 100, **tight) if deal.rank in SPECIAL]
    assert 5 <= len(kept) <= 27  # one deal in seven: 20/52 · 19/51
    for deal in kept:
        assert deal["stock"][0].rstrip("CDHSK") in {"A", "2", "7", "8", "10", "J"}
        assert (deal["buried"], deal["suit"]) == ([], deal["pile"][0][-1])


def test_HA04_inert_ace_bars_8_and_joker_and_inert_8_asks_for_its_suit():
    position = Position(["8C JK 5H 6C", "3C"], pile="AH")
    assert position.legal() == {"5H"}
    deal = dealt_with("8", bergere_special="inert")
    assert deal["suit"] == deal["pile"][0][-1]


def test_HA04_on_an_inert_joker_every_card_is_legal():
    position = Position(["5H KH 8C JK AD", "3C"], pile="JK", suit="-")
    assert position.legal() == {"5H", "KH", "AD"} | naming("8C") | naming("JK")
    assert dealt_with("JK", bergere_special="inert")["suit"] is None


@pytest.mark.parametrize("rank", ["8", "JK"])
def test_HA04_active_8_or_joker_lets_the_dealer_name(rank):
    deal = dealt_with(rank, bergere_special="active")
    assert (deal["suit"], deal.turn, deal["attack"], deal.effects()) == (None, 3, None, [])
    assert deal.legal() == {"name C", "name D", "name H", "name S"}
    drawn = deal["stock"][:5]
    effects = deal.play("name H")
    assert deal["suit"] == "H"
    if rank == "8":
        assert (effects, deal.turn) == ([], 0)
    else:
        assert effects == [{"draw": {"seat": 0, "cards": drawn}}, {"lose_turn": 0}]
        assert deal.turn == 1


def test_HA04_active_joker_attacks_under_joker_stacking():
    deal = dealt_with("JK", bergere_special="active", joker_stacking=True)
    assert deal.play("name C") == []
    assert (deal["attack"], deal.turn) == ({"rank": "JK", "sum": 5}, 0)


def test_HA04_active_10_turns_the_direction():
    deal = dealt_with("10", bergere_special="active")
    assert (deal.effects(), deal["direction"], deal.turn) == ([{"reverse": True}], -1, 2)
    deal = dealt_with("10", 2, bergere_special="active", reverse_skips_with_two=True)
    assert deal.effects() == [{"reverse": True}, {"lose_turn": 0}]
    assert (deal["direction"], deal.turn) == (-1, 1)


def test_HA04_active_7_2_and_ace():
    deal = dealt_with("7", bergere_special="active")
    steal, lost = deal.effects()
    assert (steal["steal"]["from"], steal["steal"]["to"], lost) == (3, 0, {"lose_turn": 0})
    assert [len(hand) for hand in deal["hands"]] == [9, 8, 8, 7]
    assert deal.turn == 1
    deal = dealt_with("2", bergere_special="active")
    assert deal.effects()[1] == {"lose_turn": 0}
    assert [len(hand) for hand in deal["hands"]] == [10, 8, 8, 8]
    deal = dealt_with("A", bergere_special="active")
    assert (deal.effects(), deal["attack"], deal.turn) == ([], {"rank": "A", "sum": 2}, 0)


def test_HA05_only_the_highest_ordinary_card_follows():
    hands = ["3H 9H QH 10H 4C", "3C"]
    assert Position(hands, pile="6H").legal() == {"QH", "10H"}
    assert Position(hands, pile="6H", follow_highest=False).legal() == {"3H", "9H", "QH", "10H"}


def test_HA06_matching_the_rank_changes_the_suit():
    position = Position(["6C 9H KH 5D", "3C 4C"], pile="6H")
    assert position.legal() == {"6C", "KH"}
    position.play("6C")
    assert (position["suit"], position.turn) == ("C", 1)
    # the limit of HA-5 does not bind a card of the same rank
    assert Position(["3H KH", "3C"], pile="3S", suit="H").legal() == {"3H", "KH"}


def test_HA10_who_cannot_play_draws_and_loses_the_turn():
    position = Position(["4C 5C", "3C 4C"], pile="6H", stock="6D KS")
    assert position.legal() == {"draw"}
    assert position.play("draw") == [{"draw": {"seat": 0, "cards": ["6D"]}}]
    assert (position.turn, position["drawn"], position["hands"][0]) == (1, None, ["4C", "5C", "6D"])


def test_HA10_voluntary_draw():
    hands = ["4H 5C", "3C 4C"]
    assert Position(hands, pile="6H", stock="6D").legal() == {"4H"}
    assert Position(hands, pile="6H", stock="6D", voluntary_draw=True).legal() == {"4H", "draw"}
    # HA-12: it needs a card to draw
    assert Position(hands, pile="6H", voluntary_draw=True).legal() == {"4H"}


def test_HA10_the_drawn_card_may_be_played():
    position = Position(["8C 4C KC", "3C 4C"], pile="AH", stock="5H KS", play_drawn=True)
    assert position.play("draw") == [{"draw": {"seat": 0, "cards": ["5H"]}}]
    assert (position["drawn"], position.turn) == ("5H", 0)
    assert position.legal() == {"5H", "keep"}
    assert position.play("keep") == []
    assert (position.turn, position["drawn"]) == (1, None)


def test_HA10_the_drawn_card_must_be_legal_beside_the_hand():
    rules = {"play_drawn": True, "voluntary_draw": True}
    position = Position(["KH 4C", "3C 4C"], pile="6H", stock="5H KS", **rules)
    position.play("draw")  # HA-5: the king is higher
    assert (position.turn, position["drawn"]) == (1, None)
    position = Position(["KH 4C", "3C 4C"], pile="6H", stock="6S KS", **rules)
    position.play("draw")
    assert position.legal() == {"6S", "keep"}


def test_HA10_a_drawn_8_is_itself_the_one_that_leaves():
    position = Position(
        ["8C 4C", "3C 4C"], pile="6H", stock="8S KS", play_drawn=True, voluntary_draw=True
    )
    position.play("draw")
    assert position.legal() == naming("8S") | {"keep"}
    position.play("8S>D")
    assert (position["hands"][0], position["suit"]) == (["4C", "8C"], "D")


def test_HA12_an_empty_stock_is_made_of_the_pile_but_its_top():
    position = Position(["4C 5C", "3C 4C"], pile="9S 9D 6H")
    draw_of = position.play("draw")
    assert [next(iter(effect)) for effect in draw_of] == ["reshuffle", "draw"]
    assert sorted(draw_of[0]["reshuffle"]) == ["9D", "9S"]
    assert draw_of[1]["draw"]["cards"] == draw_of[0]["reshuffle"][:1]
    assert (position["pile"], position["stock"]) == (["6H"], draw_of[0]["reshuffle"][1:])
    assert position.results()[0].reshuffles == 1


def test_HA12_a_penalty_is_cut_by_a_reshuffle_and_takes_what_there_is():
    position = Position(["2H 3H 4H", "3C 4C 5D"], pile="KH", stock="6S")
    first, again, second, lost = position.play("2H")
    assert first == {"draw": {"seat": 1, "cards": ["6S"]}}
    assert (again, second) == ({"reshuffle": ["KH"]}, {"draw": {"seat": 1, "cards": ["KH"]}})
    assert (lost, position.turn) == ({"lose_turn": 1}, 0)
    position = Position(["JK 3H 4H", "3C 4C 5D"], pile="KH")
    assert position.play("JK>H") == [
        {"reshuffle": ["KH"]}, {"draw": {"seat": 1, "cards": ["KH"]}}, {"lose_turn": 1},
    ]


def test_HA12_attack_and_suit_stay_through_a_reshuffle():
    position = Position(["4C", "8D 4D 5D"], pile="9S 3S 8H", suit="C", turn=1, stock="")
    position.play("8D>C")
    assert (position["suit"], position["attack"]) == ("C", None)
    position = Position(["4C 5C 6D", "4D 5D"], pile="9S 3S AH", attack=2)
    position.play("accept 2")
    assert (position["suit"], position["pile"], position.turn) == ("H", ["AH"], 1)


def test_HA12_pass_when_there_is_nothing_to_play_or_draw():
    position = Position(["4C 5C", "3H 3C"], pile="6H")
    assert position.legal() == {"pass"}
    assert position.play("pass") == []
    assert position.turn == 1


def test_HA12a_so_many_idle_turns_as_players_block_the_deal():
    position = Position(["4C", "5C KC", "QS"], pile="6H")
    position.play("pass")
    position.play("pass")
    assert position.play("pass") == [{"blocked": True}, {"points": [4, 15, 10]}]
    assert position.is_over
    assert (position["scores"], position.results()[0].blocked_deals) == ([4, 15, 10], 1)


def test_HA12a_a_card_placed_breaks_the_row_and_an_empty_accept_is_idle():
    position = Position(["4C", "5H KC", "QS"], pile="6H")
    position.play("pass")
    position.play("5H")  # now 6H may be drawn
    assert position.legal() == {"draw"}
    position = Position(["4C 5S", "5C KC"], pile="AH", attack=2)
    assert position.play("accept 2") == []
    assert position.play("pass") == [{"blocked": True}, {"points": [9, 15]}]
