"""Hand-checked positions and self play for the Huit américain referee."""

from __future__ import annotations

import random
from typing import Any

import pytest

from .huit_americain import (
    Mismatch,
    Table,
    effective,
    random_options,
    referee,
    result_of,
    self_play,
    turn_bergere,
)
from .huit_americain_rules import suit_of

SOAK_GAMES, SOAK_TURNS = 250, 60  # most games are cut short, so that the soak stays quick


def position(hands: str, pile: str, stock: str = "", **given: Any) -> Table:
    """Set up a position: hands parted by "/", the top card last, seat 0 to move.

    What is not a field of the state is an option; `rates` are the forget rates.
    """
    rows = [hand.split() for hand in hands.split("/")]
    state: dict[str, Any] = {
        "hands": rows, "stock": stock.split(), "pile": pile.split(),
        "suit": suit_of(pile.rsplit(maxsplit=1)[-1]), "attack": None, "drawn": None, "buried": [],
        "turn": 0, "direction": 1, "dealer": len(rows) - 1, "deal_no": 1,
        "scores": [0] * len(rows),
    }
    rates = given.pop("rates", None)
    for name in list(given):
        if name in state:
            state[name] = given.pop(name)
    return Table.from_state(effective(given, len(rows)), state, rates)


def cards_of(table: Table) -> list[str]:
    """List the cards that may be played, each once, and the other moves' names."""
    return sorted({move.get("play", next(iter(move))) for move in table.legal()})


# ---- HA-4 ------------------------------------------------------------------


def bergere(card: str, stock: str = "3C 4C 5C 6C 9C", **options: Any) -> Table:
    """Three players, seat 2 deals; each holds two nines and a king."""
    return position("9C 9D KC / 9H 9S KD / 9C 9H KS", card, stock, **options)


def test_HA04_active_two_and_seven_cost_the_first_player_the_turn() -> None:
    table = bergere("2S", bergere_special="active")
    assert table.open_deal() == [{"draw": {"seat": 0, "cards": ["3C", "4C"]}}, {"lose_turn": 0}]
    assert (table.turn, table.suit) == (1, "S")
    table = bergere("7S", bergere_special="active")
    steal = {"steal": {"from": 2, "to": 0, "card": "KS"}}
    assert table.open_deal([steal]) == [steal, {"lose_turn": 0}]
    assert (table.turn, table.hands[0]) == (1, ["9C", "9D", "KC", "KS"])


def test_HA04_active_ace_attacks_and_ten_gives_the_turn_to_the_right() -> None:
    table = bergere("AS", bergere_special="active")
    assert table.open_deal() == []
    assert (table.turn, table.attack) == (0, {"rank": "A", "sum": 2})
    table = bergere("10S", bergere_special="active")
    assert table.open_deal() == [{"reverse": True}]
    assert (table.turn, table.direction) == (1, -1)


def test_HA04_active_joker_waits_for_the_dealer_to_name() -> None:
    table = bergere("JK", bergere_special="active")
    assert table.open_deal() == []
    assert (table.turn, table.suit) == (2, None)
    assert table.legal() == [{"name": suit} for suit in "CDHS"]
    effects = table.play({"name": "H"})
    assert effects == [
        {"draw": {"seat": 0, "cards": ["3C", "4C", "5C", "6C", "9C"]}}, {"lose_turn": 0}]
    assert (table.turn, table.suit) == (1, "H")
    table = bergere("JK", bergere_special="active", joker_stacking=True)
    table.open_deal()
    assert table.play({"name": "H"}) == []
    assert (table.turn, table.attack) == (0, {"rank": "JK", "sum": 5})


def test_HA04_on_an_inert_joker_every_card_is_legal() -> None:
    table = position("3S 9S AH 2C JK 8D / 3C 3D 3H", "JK", "4C")
    assert cards_of(table) == ["2C", "3S", "8D", "9S", "AH", "JK"]


def test_HA04_an_inert_ace_bars_eight_and_joker() -> None:
    table = bergere("AS", bergere_special="inert")
    assert table.open_deal() == []
    assert (table.turn, table.attack, table.suit) == (0, None, "S")
    assert cards_of(position("8S JK 2S AD 4D / 3C 3D", "AS", "4C")) == ["2S", "AD"]


# ---- HA-5 to HA-7 ----------------------------------------------------------


def test_HA05_only_the_highest_ordinary_card_of_the_suit() -> None:
    hands = "3S 9S JS KH 10S / 3C 3D 3H"
    assert cards_of(position(hands, "5S", "4C")) == ["10S", "JS"]
    loose = position(hands, "5S", "4C", follow_highest=False)
    assert cards_of(loose) == ["10S", "3S", "9S", "JS"]


def test_HA06_matching_the_rank_changes_the_suit_and_is_not_bound_by_HA05() -> None:
    table = position("9S KS 9C / 3C 3D 3H", "9S", "4C")
    assert cards_of(table) == ["9C", "9S", "KS"]
    table.play({"play": "9C"})
    assert (table.suit, table.turn) == ("C", 1)


def test_HA07_ace_on_an_ace_or_the_suit_unless_anywhere() -> None:
    hands = "AH AD 4C 5C / 3C 3D 3H"
    assert cards_of(position(hands, "5H", "4C")) == ["5C", "AH"]
    assert cards_of(position(hands, "5H", "4C", ace_anywhere=True)) == ["5C", "AD", "AH"]
    assert cards_of(position(hands, "AS", "4C")) == ["AD", "AH"]


def test_HA07_the_eight_of_lowest_suit_leaves() -> None:
    table = position("8S 8D 8H 4C / 3C 3D 3H", "KC", "4C")
    assert table.legal() == [
        {"play": "4C"}, *[{"play": "8D", "suit": suit} for suit in "CDHS"]]
    table.play({"play": "8D", "suit": "S"})
    assert (table.suit, table.pile[-1], table.hands[0]) == ("S", "8D", ["4C", "8H", "8S"])


def test_HA07_two_and_joker_make_the_next_player_draw_and_lose_the_turn() -> None:
    table = position("2S JK 4C / 3C 3D 3H / 3S 4S 5S", "KS", "4D 5D 6D 9D JD QD KD")
    assert table.play({"play": "2S"}) == [
        {"draw": {"seat": 1, "cards": ["4D", "5D"]}}, {"lose_turn": 1}]
    assert (table.turn, table.suit) == (2, "S")
    table = position("2S JK 4C / 3C 3D 3H / 3S 4S 5S", "KS", "4D 5D 6D 9D JD QD KD")
    assert table.play({"play": "JK", "suit": "D"}) == [
        {"draw": {"seat": 1, "cards": ["4D", "5D", "6D", "9D", "JD"]}}, {"lose_turn": 1}]
    assert (table.turn, table.suit, table.attack) == (2, "D", None)


def test_HA07_seven_lets_the_next_player_take_a_card() -> None:
    table = position("7S JK 4C / 3C 3D 3H / 3S 4S 5S", "KS", "4D")
    steal = {"steal": {"from": 0, "to": 1, "card": "JK"}}
    assert table.play({"play": "7S"}, [steal]) == [steal, {"lose_turn": 1}]
    assert (table.turn, table.hands[1]) == (2, ["3C", "3D", "3H", "JK"])
    table = position("7S JK 4C / 3C 3D 3H / 3S 4S 5S", "KS", "4D")
    with pytest.raises(Mismatch):
        table.play({"play": "7S"}, [{"steal": {"from": 0, "to": 1, "card": "3C"}}])


def test_HA07a_a_seven_that_takes_the_last_card_ends_the_deal() -> None:
    table = position("7S 8C / 3C 3D", "KS", "4D")
    steal = {"steal": {"from": 0, "to": 1, "card": "8C"}}
    assert table.play({"play": "7S"}, [steal]) == [
        steal, {"out": {"seat": 0}}, {"points": [0, 38]}]
    assert table.ending == "out"
    table = position("7S 8C / 3C 3D", "KS", "4D", seven_may_finish=False)
    assert table.play({"play": "7S"}) == [{"lose_turn": 1}]
    assert (table.turn, table.hands[0]) == (0, ["8C"])


# ---- HA-8 to HA-10 ---------------------------------------------------------


def test_HA08_aces_are_answered_and_add_up_only_under_ace_stacking() -> None:
    for stacking, total in ((False, 2), (True, 4)):
        table = position("AS 4C 4D / AH 3D 3H / 3S 4S 5S", "KS", "4H 5H 6H 9H QH",
                         ace_stacking=stacking)
        table.play({"play": "AS"})
        assert table.legal() == [{"play": "AH"}, {"accept": 2}]
        table.play({"play": "AH"})
        assert (table.attack, table.suit) == ({"rank": "A", "sum": total}, "H")
        drawn = ["4H", "5H", "6H", "9H"][:total]
        assert table.play({"accept": total}) == [{"draw": {"seat": 2, "cards": drawn}}]
        assert (table.turn, table.attack) == (0, None)


def test_HA08_stacked_twos_and_jokers() -> None:
    table = position("2S 4C 4D / 2H 3D 3H / 3S 4S 5S", "KS", "4H 5H 6H 9H", two_stacking=True)
    assert table.play({"play": "2S"}) == []
    assert table.legal() == [{"play": "2H"}, {"accept": 2}]
    table.play({"play": "2H"})
    assert table.legal() == [{"accept": 4}]
    table = position("JK 2S / 4C 4D 4S", "KS JK", "4H", suit="S", joker_stacking=True,
                     attack={"rank": "JK", "sum": 5}, voluntary_draw=True)
    assert table.legal() == [*[{"play": "JK", "suit": s} for s in "CDHS"], {"accept": 5}]
    table.play({"play": "JK", "suit": "D"})
    assert (table.attack, table.suit) == ({"rank": "JK", "sum": 10}, "D")


def test_HA08_the_ban_on_last_cards_holds_for_answers() -> None:
    table = position("JK / 4C 4D", "KS JK", "4H", suit="S", joker_stacking=True,
                     attack={"rank": "JK", "sum": 5})
    assert table.legal() == [{"accept": 5}]


def test_HA09_after_an_absorbed_ace_and_after_an_eight() -> None:
    table = position("8S JK 4H 5H / 3C 3D / 3S 4S", "KS AH", "9C 9D 6C",
                     attack={"rank": "A", "sum": 2}, turn=2)
    table.play({"accept": 2})
    assert cards_of(table) == ["5H"]
    assert cards_of(position("8S 4H KC 9D / 3C 3D", "8H", "9C", suit="C")) == ["8S", "KC"]


def test_HA10_who_cannot_play_draws_and_who_can_must_play() -> None:
    table = position("4H 5D 6C / 3C 3D 3H", "KS", "9S 9C")
    assert table.legal() == [{"draw": 1}]
    assert table.play({"draw": 1}) == [{"draw": {"seat": 0, "cards": ["9S"]}}]
    assert (table.turn, table.drawn) == (1, None)
    assert cards_of(position("KH 5D 6C / 3C 3D", "KS", "9S")) == ["KH"]
    free = position("KH 5D 6C / 3C 3D", "KS", "9S", voluntary_draw=True)
    assert free.legal() == [{"play": "KH"}, {"draw": 1}]
    empty = position("KH 5D 6C / 3C 3D", "KS", "", voluntary_draw=True)
    assert empty.legal() == [{"play": "KH"}]


def test_HA10_play_drawn_is_judged_beside_the_whole_hand() -> None:
    table = position("4H QS 6C / 3C 3D 3H", "KS", "9S", play_drawn=True, voluntary_draw=True)
    table.play({"draw": 1})
    assert (table.turn, table.drawn) == (1, None)  # the queen is higher
    table = position("4H 5D 6C / 3C 3D 3H", "KS", "9S", play_drawn=True)
    table.play({"draw": 1})
    assert (table.turn, table.drawn) == (0, "9S")
    assert table.legal() == [{"play": "9S"}, {"keep": True}]
    assert table.play({"keep": True}) == []
    assert (table.turn, table.drawn) == (1, None)


def test_HA10_a_drawn_eight_is_itself_the_one_that_leaves() -> None:
    table = position("8C 5D 6C / 3C 3D 3H", "KS", "8S", play_drawn=True, voluntary_draw=True)
    table.play({"draw": 1})
    assert table.legal() == [*[{"play": "8S", "suit": s} for s in "CDHS"], {"keep": True}]


# ---- HA-11 to HA-13 --------------------------------------------------------


def test_HA11_a_ten_with_three_and_with_two_players() -> None:
    table = position("10S 4C 4D / 3C 3D 3H / 3S 4S 5S", "KS", "4D")
    assert table.play({"play": "10S"}) == [{"reverse": True}]
    assert (table.turn, table.direction) == (2, -1)
    table = position("10S 4C 4D / 3C 3D 3H", "KS", "4D")
    assert table.play({"play": "10S"}) == [{"reverse": True}]
    assert (table.turn, table.direction) == (1, -1)
    table = position("10S 4C 4D / 3C 3D 3H", "KS", "4D", reverse_skips_with_two=True)
    assert table.play({"play": "10S"}) == [{"reverse": True}, {"lose_turn": 1}]
    assert (table.turn, table.direction) == (0, -1)


def test_HA12_the_pile_is_reshuffled_in_mid_penalty() -> None:
    hands, pile = "JK 4C 4D / 3C 3D 3H / 3S 4S 5S", "4H 5H 6H KS"
    order = {"reshuffle": ["KS", "5H", "4H", "6H"]}
    table = position(hands, pile, "9D")
    effects = table.play({"play": "JK", "suit": "D"},
                         [{"draw": {"seat": 1, "cards": ["9D"]}}, order])
    assert effects == [{"draw": {"seat": 1, "cards": ["9D"]}}, order,
                       {"draw": {"seat": 1, "cards": ["KS", "5H", "4H", "6H"]}},
                       {"lose_turn": 1}]
    assert (table.stock, table.pile) == ([], ["JK"])
    with pytest.raises(Mismatch):
        position(hands, pile, "").play({"play": "JK", "suit": "D"},
                                       [{"reshuffle": ["KS", "5H", "4H", "4H"]}])


def test_HA12_one_draws_what_there_is_and_passes_when_there_is_nothing() -> None:
    table = position("2S 4C 4D / 3C 3D 3H / 3S 4S 5S", "KS", "9D")
    assert table.play({"play": "2S"}, [{"draw": {"seat": 1, "cards": ["9D"]}},
                                       {"reshuffle": ["KS"]}]) == [
        {"draw": {"seat": 1, "cards": ["9D"]}}, {"reshuffle": ["KS"]},
        {"draw": {"seat": 1, "cards": ["KS"]}}, {"lose_turn": 1}]
    assert position("4H 5D / 3C 3D", "KS", "").legal() == [{"pass": True}]


def test_HA12a_as_many_idle_turns_as_players_block_the_deal() -> None:
    table = position("4H 5D 6C / 3C 3D 3H", "AS", "", attack={"rank": "A", "sum": 2})
    assert table.play({"accept": 2}) == []
    assert table.legal() == [{"pass": True}]
    assert table.play({"pass": True}) == [{"blocked": True}, {"points": [15, 9]}]
    assert (table.ending, table.scores) == ("blocked", [15, 9])


def test_HA13_who_forgets_draws_two_and_loses_the_turn() -> None:
    table = position("KS 4C 4D / 3C 3D / 3S 4S / 3H 4H", "QS", "5C 5D 5H 6C 6D",
                     rates=[0, 1, 0.5, 0.5])
    effects = table.play({"play": "KS"}, [
        {"forgot": 1}, {"draw": {"seat": 1, "cards": ["5C", "5D"]}}, {"lose_turn": 1},
        {"forgot": 2}])
    assert effects == [
        {"forgot": 1}, {"draw": {"seat": 1, "cards": ["5C", "5D"]}}, {"lose_turn": 1},
        {"forgot": 2}, {"draw": {"seat": 2, "cards": ["5H", "6C"]}}, {"lose_turn": 2}]
    assert table.turn == 3


def test_HA13_nobody_forgets_under_attack_or_with_another_count() -> None:
    table = position("AS 4C 4D / 3C 3D", "QS", "5C 5D 5H", forget_rate=1)
    assert table.play({"play": "AS"}) == []
    table = position("KS 4C 4D / 3C 3D 3H", "QS", "5C 5D 5H", forget_rate=1)
    assert table.play({"play": "KS"}) == []


def test_HA13_forgetting_when_the_turn_comes_back_at_once() -> None:
    table = position("2S 4C 4D / 3C 3D 3H", "QS", "5C 5D 5H 6C", rates=[1, 0])
    assert table.play({"play": "2S"}) == [
        {"draw": {"seat": 1, "cards": ["5C", "5D"]}}, {"lose_turn": 1},
        {"forgot": 0}, {"draw": {"seat": 0, "cards": ["5H", "6C"]}}, {"lose_turn": 0}]
    assert table.turn == 1


# ---- the end ---------------------------------------------------------------


def test_HA14_no_last_eight_unless_allowed() -> None:
    assert position("8S / 3C 3D", "KS", "4C").legal() == [{"draw": 1}]
    table = position("8S / 3C 3D", "KS", "4C", forbidden_last=["Joker"])
    assert table.play({"play": "8S", "suit": "H"}) == [{"out": {"seat": 0}}, {"points": [0, 6]}]
    assert (table.suit, table.ending) == ("H", "out")


def test_HA15_the_effect_of_a_last_card() -> None:
    assert position("2S / 3C 3D", "KS", "4C 5C").play({"play": "2S"}) == [
        {"out": {"seat": 0}}, {"points": [0, 6]}]
    table = position("2S / 3C 3D", "KS 2H", "4C 5C 6C 9C JC", last_card_effect=True,
                     two_stacking=True, attack={"rank": "2", "sum": 2})
    assert table.play({"play": "2S"}) == [
        {"draw": {"seat": 1, "cards": ["4C", "5C", "6C", "9C"]}}, {"out": {"seat": 0}},
        {"points": [0, 30]}]
    for card in ("7S", "10S"):
        last = position(f"{card} / 3C 3D", "KS", "4C", last_card_effect=True)
        assert last.play({"play": card}) == [{"out": {"seat": 0}}, {"points": [0, 6]}]


def test_HA16_penalties() -> None:
    table = position("KS / JK 8C AD KC QC JC 10C 9C 2D", "QS", "4C")
    assert table.play({"play": "KS"})[-1] == {"points": [0, 50 + 32 + 20 + 40 + 9 + 2]}
    table = position("KS / JK 8C", "QS", "4C", penalties={"Joker": 0, "8": 1000})
    assert table.play({"play": "KS"})[-1] == {"points": [0, 1000]}


def test_CO05_after_the_last_decision_nobody_forgets() -> None:
    table = position("KS 4C 4D / 3C 3D", "QS", "5C 5D 5H", forget_rate=1, max_turns=1)
    assert table.play({"play": "KS"}) == []
    assert table.ending == "unfinished"
    table = position("KS / 3C 3D", "QS", "5C", max_turns=1)
    table.play({"play": "KS"})
    assert table.ending == "out"


def test_CO07_places_and_shares() -> None:
    def lines(scores: list[int]) -> list[list[Any]]:
        result = result_of(scores, finished=True)
        return [[line["place"], line["wins"], line["loses"]] for line in result]

    assert lines([7, 7, 9]) == [[1, 0.5, 0], [1, 0.5, 0], [3, 0, 1]]
    assert lines([4, 4]) == [[1, 0.5, 0.5], [1, 0.5, 0.5]]
    assert lines([30, 0, 30, 8]) == [[3, 0, 0.5], [1, 1, 0], [3, 0, 0.5], [2, 0, 0]]
    assert result_of([3, 5], finished=False)[1] == {
        "seat": 1, "place": None, "score": 5, "wins": None, "loses": None}


def test_HA04_a_redraw_buries_until_an_ordinary_card_lies() -> None:
    rules = effective({}, 2)
    stock = ["8S", "JK", "9C", "2D", "4H"]
    assert turn_bergere(rules, stock) == ("9C", ["2D", "4H", "8S", "JK"], ["8S", "JK"])
    assert turn_bergere(rules, ["8S", "JK", "2D"]) == ("8S", ["JK", "2D"], [])


# ---- options and self play -------------------------------------------------


def test_options_are_completed_and_refused() -> None:
    rules = effective({"penalties": {"Joker": 7}}, 5)
    assert (rules["first_dealer"], rules["penalties"]["JK"], rules["penalties"]["8"]) == (4, 7, 32)
    for wrong in ({"hand_size": 21}, {"decks": 1, "hand_size": 11}, {"nonsense": 1},
                  {"bergere_special": "odd"}, {"forget_rate": 1.5}, {"max_turns": 0}):
        with pytest.raises(ValueError, match="."):
            effective(wrong, 5)


def test_self_played_games_pass_the_referee() -> None:
    seen: set[str] = set()
    for number in range(SOAK_GAMES):
        rng = random.Random(number)
        options, n_players = random_options(rng)
        rules = effective(options, n_players)
        rules["max_turns"] = min(rules["max_turns"], SOAK_TURNS)
        params = [{"forget_rate": rng.choice([0, 0.3, 1])} if rng.random() < 0.1 else {}
                  for _ in range(n_players)]
        replay = self_play(rules, n_players, rng, params=params)
        referee(replay)
        for event in replay["events"]:
            seen.update(event.get("move", {"new_deal": 1}))
            seen.update(name for effect in event["effects"] for name in effect)
    assert seen >= {"play", "suit", "draw", "accept", "keep", "pass", "name", "new_deal",
                    "reverse", "steal", "reshuffle", "lose_turn", "forgot", "out", "points"}
