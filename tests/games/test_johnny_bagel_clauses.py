"""Johnny Bagel, clause by clause: cards, effects, the deal, who starts (JB-1 … JB-10)."""

from collections import Counter
from itertools import chain

import pytest

from cardsim.engine.errors import InputError
from tests.games.bagel_positions import Dealt, Position, played

NONE = {"2": [], "10": [], "Joker": []}


def all_cards(deal):
    piles = [*deal["hands"], *deal["face_up"], *deal["face_down"], deal["stock"]]
    return Counter(chain(*(pile.split() for pile in piles)))


def with_effects(rank, *effects, **more):
    return {"effects": {**NONE, rank: list(effects)}, **more}


# Material.


@pytest.mark.parametrize(("players", "packs"), [(2, 1), (4, 1), (5, 2), (8, 2), (9, 3), (13, 3)])
def test_JB01_packs_by_players(players, packs):
    cards = all_cards(Dealt(0, players))
    assert cards.pop("JK") == 2 * packs
    assert len(cards) == 13
    assert set(cards.values()) == {4 * packs}


def test_JB01_packs_as_asked_for():
    assert all_cards(Dealt(0, 2, decks=4)).total() == 4 * 54
    with pytest.raises(InputError, match="5 players need 60 cards, but 1 pack"):
        Dealt(0, 5, decks=1)


def test_JB01_the_stock_may_be_empty_after_the_deal():
    deal = Dealt(0, 13, decks=3, jokers_per_deck=0)
    assert deal["stock"] == ""
    assert all_cards(deal).total() == 12 * 13


@pytest.mark.parametrize(("decks", "jokers", "n"), [(1, 0, 0), (1, 3, 3), (3, 4, 12)])
def test_JB02_jokers(decks, jokers, n):
    assert all_cards(Dealt(0, 3, decks=decks, jokers_per_deck=jokers))["JK"] == n


def test_JB03_ranks_low_to_high_without_suits():
    held = "2 3 4 5 6 7 8 9 10 J Q K A JK"
    assert Position([held, "3"], **with_effects("2")).legal() == held.split()
    asked = Position([held, "3"], pile="9", **with_effects("2"))
    assert asked.legal() == ["9", "10", "J", "Q", "K", "A", "JK"]
    assert Position(["5 5", "3"], pile="5").legal() == ["5", "5 5"]


# Effects.


def test_JB04_anytime_goes_on_any_card():
    position = Position(["7 8", "3"], pile="K", **with_effects("7", "anytime"))
    assert position.legal() == ["7"]
    assert position.play("7") == []
    assert position.asks == "7+"  # JB-6a: a card that is only `anytime`


def test_JB04_without_anytime_a_special_must_be_as_high_as_asked():
    assert Position(["7 8", "3"], pile="8", **with_effects("7", "burn")).legal() == ["8"]


def test_JB04_reset_leaves_the_pile_and_asks_for_nothing():
    position = Position(["4 K", "3"], pile="3", **with_effects("4", "reset"))
    assert position.play("4") == []
    assert (position["pile"], position.asks, position["turn"]) == ("3 4", "", 1)
    assert position.legal() == ["3"]


def test_JB04_burn_takes_the_pile_out_of_the_game():
    position = Position(["4 4 K", "3"], pile="3 3", **with_effects("4", "burn"))
    assert position.play("4 4") == [{"burn": ["3", "3", "4", "4"]}]
    assert (position["pile"], position["burnt"], position.asks) == ("", "3 3 4 4", "")
    assert position["turn"] == 1
    assert position.state.table.burnt.tolist() == [0, 2, 2] + [0] * 11


def test_JB04_again_plays_again_under_the_requirement_it_set():
    position = Position(["4 3 K", "3"], pile="3", **with_effects("4", "again"))
    assert position.play("4") == [{"again": True}]
    assert (position["turn"], position.asks, position.legal()) == (0, "4+", ["K"])


def test_JB04_transparent_leaves_the_requirement():
    position = Position(["K K", "J"], pile="5", **with_effects("K", "transparent"))
    position.play("K")
    assert (position["pile"], position.asks, position.legal()) == ("5 K", "5+", ["J"])


def test_JB04_lower_asks_for_its_rank_or_lower_or_anytime():
    effects = {**NONE, "7": ["lower"], "K": ["anytime"]}
    position = Position(["7 3", "2 7 8 K A JK"], pile="5", effects=effects)
    position.play("7")
    assert (position.asks, position.legal()) == ("7-", ["2", "7", "K"])


def test_JB04_reverse_turns_once_a_play():
    position = Position(["8 8 8", "9", "9", "9"], pile="5", **with_effects("8", "reverse"))
    assert position.play("8 8") == [{"reverse": True}]
    assert (position["direction"], position["turn"]) == (-1, 3)


@pytest.mark.parametrize(("cards", "skipped", "turn"), [
    ("8", [1], 2), ("8 8", [1, 2], 3), ("8 8 8", [1, 2, 3], 0), ("8 8 8 8", [1, 2, 3, 0], 1),
])  # fmt: skip
def test_JB04_skip_passes_over_one_player_a_card(cards, skipped, turn):
    hands = ["8 8 8 8 K", "9", "9", "9"]
    position = Position(hands, pile="5", **with_effects("8", "skip"))
    assert position.play(cards) == [{"skip": skipped}]
    assert position["turn"] == turn


def test_JB04_reverse_and_skip_on_one_card():
    position = Position(["8 K", "9", "9", "9"], pile="5", **with_effects("8", "reverse", "skip"))
    assert position.play("8") == [{"reverse": True}, {"skip": [3]}]
    assert position["turn"] == 2


def test_JB05_the_two_resets_and_plays_again():
    position = Position(["2 3", "4"], pile="K")
    assert position.legal() == ["2"]
    assert position.play("2") == [{"again": True}]
    assert (position["pile"], position.asks, position["turn"]) == ("K 2", "", 0)
    assert position.legal() == ["3"]


def test_JB05_the_ten_burns_and_plays_again():
    position = Position(["10 3", "4"], pile="K")
    assert position.legal() == ["10"]
    assert position.play("10") == [{"burn": ["K", "10"]}, {"again": True}]
    assert (position["pile"], position.legal()) == ("", ["3"])


def test_JB05_the_joker_is_transparent_and_reverses():
    position = Position(["JK 3", "4", "K"], pile="Q")
    assert position.legal() == ["JK"]
    assert position.play("JK") == [{"reverse": True}]
    assert (position.asks, position["turn"], position.legal()) == ("Q+", 2, ["K"])


def test_JB05_a_rank_that_is_named_loses_its_usual_effects():
    assert Position(["2 10 JK", "4"], pile="K", effects={"2": []}).legal() == ["10", "JK"]


# A run of one rank burns the pile.


def test_JB06_a_run_burns_whoever_played_it_and_its_player_plays_again():
    position = Position(["7 8", "9"], pile="5 7 7", burn_run=3)
    assert position.play("7") == [{"burn": ["5", "7", "7", "7"]}, {"again": True}]
    assert (position["turn"], position.asks, position.legal()) == (0, "", ["8"])


def test_JB06_off_unless_asked_for_and_only_an_unbroken_run_counts():
    assert Position(["7 8", "9"], pile="7 7 7").play("7") == []
    assert Position(["7 8", "9"], pile="6 7", burn_run=3).play("7") == []
    broken = Position(["7 8", "9"], pile="7 7 JK", asks="7+", burn_run=3)
    assert broken.play("7") == []
    assert broken["pile"] == "7 7 JK 7"
    assert Position(["7 7 7 8", "9"], burn_run=3).play("7 7 7")[0] == {"burn": ["7", "7", "7"]}


def test_JB06_a_run_longer_than_asked_for_burns_too():
    position = Position(["7 7 7 7 8", "9"], pile="5", burn_run=3)
    assert position.play("7 7 7 7")[0] == {"burn": ["5", "7", "7", "7", "7"]}


def test_JB06_a_run_of_a_burning_rank_also_gives_the_replay():
    rules = with_effects("7", "burn", burn_run=3)
    single = Position(["7 8", "9"], pile="5", **rules)
    assert single.play("7") == [{"burn": ["5", "7"]}]
    assert single["turn"] == 1
    run = Position(["7 7 7 8", "9"], pile="5", **rules)
    assert run.play("7 7 7") == [{"burn": ["5", "7", "7", "7"]}, {"again": True}]
    assert run["turn"] == 0


def test_JB06_a_run_comes_after_reverse_and_voids_skip():
    rules = with_effects("7", "reverse", "skip", burn_run=3)
    position = Position(["7 8", "9", "9", "9"], pile="7 7", **rules)
    assert position.play("7") == [
        {"reverse": True}, {"burn": ["7", "7", "7"]}, {"again": True}
    ]
    assert (position["direction"], position["turn"]) == (-1, 0)


def test_JB06_a_run_of_transparent_or_lower_cards_asks_for_nothing():
    for effect in ("transparent", "lower"):
        position = Position(["7 3", "9"], pile="6 7 7", asks="6+",
                            **with_effects("7", effect, burn_run=3))
        position.play("7")
        assert (position.asks, position.legal()) == ("", ["3"])


def test_JB06_who_goes_out_on_a_run_leaves_an_empty_pile_to_the_next():
    position = Position(["7", "3", "9"], pile="7 7", burn_run=3)
    assert position.play("7") == [{"burn": ["7", "7", "7"]}, {"out": {"seat": 0, "place": 1}}]
    assert (position["turn"], position["pile"], position.legal()) == (1, "", ["3"])


def test_JB06_who_goes_out_on_a_run_of_skips_skips_nobody():
    position = Position(["7", "3", "9"], pile="7 7", **with_effects("7", "skip", burn_run=3))
    assert position.play("7") == [{"burn": ["7", "7", "7"]}, {"out": {"seat": 0, "place": 1}}]
    assert position["turn"] == 1


def test_JB06_a_run_draws_at_once_only_if_the_hand_is_empty():
    empty = Position(["7", "9"], pile="7 7", stock="3 4 5 6", burn_run=3)
    assert empty.play("7")[-1] == {"draw": {"seat": 0, "cards": ["3", "4", "5"]}}
    held = Position(["7 8", "9"], pile="7 7", stock="3 4 5 6", burn_run=3)
    assert held.play("7")[-1] == {"again": True}


# The requirement.


def test_JB06a_the_start_a_pick_up_a_burn_and_a_reset_ask_for_nothing():
    assert Position(["3 K", "4"]).asks == ""
    taken = Position(["3 3", "4"], pile="K")
    taken.play("take")
    assert (taken.asks, taken.legal()) == ("", ["4"])
    for card in ("10", "2"):
        position = Position([f"{card} 3", "4"], pile="K")
        position.play(card)
        assert position.asks == ""


def test_JB06a_transparent_leaves_lower_in_force():
    position = Position(["7 6 8", "JK A", "8"], pile="5", effects={"7": ["lower"]})
    position.play("7")
    position.play("JK")  # reverses
    assert (position["turn"], position.asks, position.legal()) == (0, "7-", ["6"])


def test_JB06a_transparent_on_an_empty_pile_asks_for_nothing():
    position = Position(["JK 5", "3 K"])
    position.play("JK")
    assert (position.asks, position.legal()) == ("", ["3", "K"])


def test_JB06a_any_other_card_asks_for_its_rank_or_higher():
    position = Position(["6 5", "5 6 7"], pile="4")
    position.play("6")
    assert (position.asks, position.legal()) == ("6+", ["6", "7"])


def test_JB06a_a_player_going_out_changes_nothing():
    position = Position(["6", "5 7", "4"], pile="4")
    position.play("6")
    assert (position.asks, position.legal()) == ("6+", ["7"])


# Set-up.


@pytest.mark.parametrize("players", [2, 5, 13])
def test_JB07_three_in_hand_three_face_up_six_face_down(players):
    deal = Dealt(1, players, exchange=False)
    for place, n in (("hands", 3), ("face_up", 3), ("face_down", 6)):
        assert [len(cards.split()) for cards in deal[place]] == [n] * players
    packs = 1 if players == 2 else 2 if players == 5 else 3
    assert len(deal["stock"].split()) == 54 * packs - 12 * players


def test_JB07_every_board_is_another_shuffle():
    assert len({str(Dealt(board, 4)["hands"]) for board in range(50)}) == 50


def test_JB08_one_move_for_each_choice_of_three_ranks():
    position = Position(["5 5 K", "3"], up=["5 9 9", ""], exchanges=2, opening="3")
    assert position.legal() == [
        "lay 5 5 5", "lay 5 5 9", "lay 5 5 K", "lay 5 9 9", "lay 5 9 K", "lay 9 9 K",
    ]  # fmt: skip
    apart = Position(["3 4 5", "3"], up=["6 7 8", ""], exchanges=2)
    assert len(apart.legal()) == 20
    alike = Position(["3 3 3", "3"], up=["3 3 3", ""], exchanges=2)
    assert alike.legal() == ["lay 3 3 3"]


def test_JB08_three_stay_in_hand_and_cards_taken_up_are_known():
    position = Position(["5 5 K", "3"], up=["5 9 9", ""], exchanges=2)
    assert position.play("lay 5 5 K") == []
    assert (position["hands"][0], position["face_up"][0]) == ("5 9 9", "5 5 K")
    assert position.known(0) == "9 9"
    assert (position["turn"], position["phase"]) == (1, "exchange")


def test_JB08_what_stays_on_the_table_is_not_known_to_be_in_hand():
    position = Position(["5 6 7", "3"], up=["5 8 9", ""], exchanges=2)
    position.play("lay 5 8 9")
    assert (position["hands"][0], position.known(0)) == ("5 6 7", "")


def test_JB08_each_once_from_the_dealers_left_then_the_play():
    deal = Dealt(0, 3)
    seats = []
    while deal["phase"] == "exchange":
        seats.append(deal["turn"])
        assert deal.play(deal.legal()[0]) == []
    assert seats == [0, 1, 2]
    assert deal["opening"]


def test_JB08_off():
    assert Dealt(0, 4)["phase"] == "exchange"
    assert Dealt(0, 4, exchange=False)["phase"] == "play"


# Who starts.


def last_exchange(hands, **rules):
    """Set up the dealer, seat 2, to exchange last, with three 9s each face up."""
    up = ["9 9 9"] * len(hands)
    return Position(hands, up=up, exchanges=1, turn=2, dealer=2, **rules)


def test_JB09_the_first_from_the_dealers_left_with_a_3_in_hand():
    position = last_exchange(["4 5 6", "3 3 K", "3 5 6"])
    position.play("lay 9 9 9")
    assert position["turn"] == 1
    assert position.legal() == ["3", "3 3"]


def test_JB09_a_3_face_up_does_not_count_and_the_dealer_is_asked_last():
    position = last_exchange(["4 5 6", "5 5 K", "3 5 6"])
    position.play("lay 3 9 9")
    assert (position["turn"], position.legal()) == (0, ["4"])
    position = last_exchange(["4 5 6", "5 5 K", "3 5 6"])
    position.play("lay 9 9 9")
    assert (position["turn"], position.legal()) == (2, ["3"])


@pytest.mark.parametrize(("hands", "turn", "rank"), [
    (["2 2 JK", "JK K K", "Q Q Q"], 2, "Q"),
    (["2 2 JK", "A A A", "2 K K"], 2, "K"),
    (["JK JK JK", "JK JK 2", "2 2 2"], 1, "2"),
    (["JK JK JK", "JK JK JK", "JK JK JK"], 0, "JK"),
])  # fmt: skip
def test_JB09_the_order_of_asking_ends_with_2_and_joker(hands, turn, rank):
    position = last_exchange(hands)
    position.play("lay 9 9 9")
    assert position["turn"] == turn
    assert set(" ".join(position.legal()).split()) == {rank}


def test_JB09_the_opening_play_has_its_effects_and_then_anything_goes():
    position = Position(["3 K 5", "4"], opening="3", **with_effects("3", "again"))
    assert position.legal() == ["3"]
    assert position.play("3") == [{"again": True}]
    assert not position["opening"]
    assert position.legal() == ["5", "K"]


def test_JB09_the_rank_asked_for_must_open_even_with_voluntary_pickup():
    assert Position(["3 K 5", "4"], opening="3", voluntary_pickup=True).legal() == ["3"]


def test_JB10_the_dealers_left_may_open_with_anything():
    for board in range(5):
        deal = Dealt(board, 4, exchange=False, starter="left_of_dealer", first_dealer=1)
        assert deal["turn"] == 2
        assert set(" ".join(deal.legal()).split()) == set(deal["hands"][2].split())


def test_JB10_the_first_dealer():
    assert Dealt(0, 4)["dealer"] == 3
    assert Dealt(0, 4, first_dealer=1)["dealer"] == 1
    assert Dealt(0, 4, first_dealer=1)["turn"] == 2  # exchanges first
    dealers = Counter(Dealt(board, 4, first_dealer="random")["dealer"] for board in range(80))
    assert sorted(dealers) == [0, 1, 2, 3]


def test_JB10_the_results_name_dealer_and_starter():
    told = played(["lowest"] * 4, board=3, first_dealer=2)
    first = next(event for event in told["events"] if "play" in event["move"])
    deal = Dealt(3, 4, first_dealer=2)
    while deal["phase"] == "exchange":
        deal.play(deal.choice("lowest"))
    game, _ = deal.results()
    assert (game.dealer, game.first_seat) == (2, first["seat"])
