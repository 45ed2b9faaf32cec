"""Le Huit américain, clause by clause: special cards, answering, "carte", the score (see the rule book)."""

import pytest

from cardsim.engine.errors import InputError
from cardsim.engine.options import parse
from tests.games.huit_positions import CODES, GAME, Dealt, Position, naming

ANY = naming("8C") | naming("JK")


@pytest.mark.parametrize(
    ("pile", "suit", "legal"),
    [
        ("6H", None, {"AH", "2H", "7H", "10H"} | ANY),  # the suit asked for
        ("AS", None, {"AH"}),  # an Ace; anything but 8 and Joker (HA-9)
        ("2S", None, {"2H"} | ANY),
        ("7S", None, {"7H"} | ANY),
        ("10S", None, {"10H"} | ANY),
        ("8S", "S", ANY),  # after an 8: the suit named, or an 8 (HA-9)
        ("JK", "H", {"AH", "2H", "7H", "10H"} | ANY),
    ],
)
def test_HA07_what_special_cards_may_be_put_on(pile, suit, legal):
    hands = ["AH 2H 7H 10H 8C JK", "3C"]
    assert Position(hands, pile=pile, suit=suit, stock="3C").legal() == legal


def test_HA07_ace_anywhere():
    assert Position(["AH 4C", "3C"], pile="6S", stock="3C").legal() == {"draw"}
    assert Position(["AH 4C", "3C"], pile="6S", ace_anywhere=True).legal() == {"AH"}


def test_HA07_an_ace_attacks():
    position = Position(["AH 3C 4C", "3C 4C", "3D"], pile="6H", stock="9S 9D 9C")
    assert position.play("AH") == []
    assert (position["attack"], position.turn) == ({"rank": "A", "sum": 2}, 1)
    assert position.legal() == {"accept 2"}
    assert position.play("accept 2") == [{"draw": {"seat": 1, "cards": ["9S", "9D"]}}]
    assert (position["attack"], position.turn) == (None, 2)


def test_HA07_a_2_costs_the_next_player_two_cards_and_the_turn():
    position = Position(["2H 3C 4C", "2C 4C", "3D"], pile="6H", stock="9S 9D 9C")
    assert position.play("2H") == [{"draw": {"seat": 1, "cards": ["9S", "9D"]}}, {"lose_turn": 1}]
    assert (position.turn, position["hands"][1]) == (2, ["2C", "4C", "9D", "9S"])


def test_HA07_a_7_gives_the_next_player_a_card_at_random():
    taken = set()
    for seed in range(40):
        position = Position(["7H 3C 4C 4C", "KC QC", "3D 5D"], pile="6H", seed=seed)
        steal, lost = position.play("7H")
        taken.add(steal["steal"]["card"])
        assert (steal["steal"]["from"], steal["steal"]["to"], lost) == (0, 1, {"lose_turn": 1})
        assert steal["steal"]["card"] in position["hands"][1]
        assert position.turn == 2
    assert taken == {"3C", "4C"}


def test_HA07_a_card_taken_is_known_to_two_hands_alone():
    position = Position(
        ["7H 3C 3C 3C", "KC 3D", "8S KD 9D"], pile="6H", stock="9S JS QS", turn=0
    )
    seats, three = position.state.seats, 1 << CODES["3C"]

    def known():
        return seats[0].given[1], seats[1].taken, seats[2].given[:3].any()

    position.play("7H")
    assert known() == (three, three, False)
    position.play("8S>D")
    position.play("draw")
    position.play("3D")  # not the card that was taken
    position.play("KD")
    position.play("draw")
    position.play("KC")
    assert known() == (three, three, False)
    position.play("draw")
    position.play("3C")
    position.play("3C")
    assert known() == (0, 0, False)


def test_HA07_8s_and_jokers_name_a_suit():
    position = Position(["8S 8D 4C", "3C 4C"], pile="6H")
    assert position.legal() == naming("8D")  # the held one of lowest suit leaves
    position.play("8D>S")
    assert (position["suit"], position["hands"][0], position.turn) == ("S", ["4C", "8S"], 1)
    position = Position(["JK 3C 4C", "3C 4C", "5C"], pile="6H", stock="9S 9D 9C KS KD KH")
    effects = position.play("JK>C")
    drawn = ["9S", "9D", "9C", "KS", "KD"]
    assert effects == [{"draw": {"seat": 1, "cards": drawn}}, {"lose_turn": 1}]
    assert (position["suit"], position.turn) == ("C", 2)


def test_HA07a_a_7_may_take_the_last_card():
    hands = ["7H KC", "KD 3C", "3D 5D"]
    position = Position(hands, pile="6H")
    assert position.play("7H") == [
        {"steal": {"from": 0, "to": 1, "card": "KC"}}, {"out": {"seat": 0}},
        {"points": [0, 23, 8]},
    ]
    position = Position(hands, pile="6H", seven_may_finish=False)
    assert position.play("7H") == [{"lose_turn": 1}]
    assert (position.turn, position["hands"][0]) == (2, ["KC"])


def test_HA07a_the_ban_of_HA14_concerns_cards_played():
    position = Position(["7H 8C", "KD 3C"], pile="6H")
    position.play("7H")
    assert position.is_over
    assert position["hands"] == [[], ["3C", "8C", "KD"]]


@pytest.mark.parametrize(("stacking", "total"), [(False, 2), (True, 4)])
def test_HA08_an_ace_is_answered_with_an_ace(stacking, total):
    position = Position(
        ["3C 4C", "AS AD 8C", "5D 6D"], pile="AH", attack=2, turn=1, stock="9S 9D 9C KS KD",
        ace_stacking=stacking, voluntary_draw=True,
    )
    assert position.legal() == {"AS", "AD", "accept 2"}
    assert position.play("AS") == []
    assert (position["attack"], position["suit"]) == ({"rank": "A", "sum": total}, "S")
    assert position.legal() == {f"accept {total}"}
    assert len(position.play(f"accept {total}")[0]["draw"]["cards"]) == total


def test_HA08_2s_and_jokers_are_answered_under_stacking():
    position = Position(
        ["2H 3C 4C", "2C 4C KC", "3D 5D"], pile="6H", stock="9S 9D 9C KS KD", two_stacking=True
    )
    assert position.play("2H") == []
    assert position.legal() == {"2C", "accept 2"}
    position.play("2C")
    assert position["attack"] == {"rank": "2", "sum": 4}
    position = Position(["JK 3C 4C", "JK 4C KC"], pile="6H", joker_stacking=True)
    position.play("JK>D")
    assert position.legal() == naming("JK") | {"accept 5"}
    position.play("JK>S")
    assert (position["attack"], position["suit"]) == ({"rank": "JK", "sum": 10}, "S")


def test_HA08_the_ban_applies_to_answers():
    position = Position(
        ["3C", "2C"], pile="2H", attack=2, turn=1, two_stacking=True, forbidden_last=["2"]
    )
    assert position.legal() == {"accept 2"}


def test_HA09_an_ace_on_top_bars_8_and_joker_after_its_attack_too():
    position = Position(["3C 4C", "8C JK 5H KH", "5D 6D"], pile="AH", turn=1, stock="9S")
    assert position.legal() == {"KH"}


def test_HA11_a_10_reverses_and_with_two_may_skip():
    position = Position(["10H 3C 4C", "3C 4C", "3D 5D"], pile="6H")
    assert position.play("10H") == [{"reverse": True}]
    assert (position["direction"], position.turn) == (-1, 2)
    position = Position(["10H 3C 4C", "3C 4C"], pile="6H")
    assert position.play("10H") == [{"reverse": True}]
    assert position.turn == 1
    position = Position(["10H 3C 4C", "3C 4C"], pile="6H", reverse_skips_with_two=True)
    assert position.play("10H") == [{"reverse": True}, {"lose_turn": 1}]
    assert (position["direction"], position.turn) == (-1, 0)


def test_HA13_who_forgets_draws_two_and_loses_the_turn():
    stock = "9S 9D 9C KS KD"
    position = Position(
        ["5H 3C 4C", "3C 4C", "3D 5D", "3S"], pile="6H", stock=stock, forget=[0, 1, 1, 1]
    )
    assert position.play("5H") == [
        {"forgot": 1}, {"draw": {"seat": 1, "cards": ["9S", "9D"]}}, {"lose_turn": 1},
        {"forgot": 2}, {"draw": {"seat": 2, "cards": ["9C", "KS"]}}, {"lose_turn": 2},
    ]
    assert position.turn == 3  # one card is not two
    assert position.results()[1]["turns_lost"].tolist() == [0, 1, 1, 0]


def test_HA13_the_turn_may_come_back_to_who_forgets_at_once():
    position = Position(["2H 3C 4C", "3D"], pile="6H", stock="9S 9D 9C KS", forget_rate=1.0)
    assert position.play("2H")[2:] == [
        {"forgot": 0}, {"draw": {"seat": 0, "cards": ["9C", "KS"]}}, {"lose_turn": 0},
    ]
    assert position.turn == 1


def test_HA13_nobody_forgets_under_attack_or_without_a_chance():
    hands = ["AH 3C 4C", "3C 4C", "3D"]
    position = Position(hands, pile="6H", stock="9S 9D 9C", forget_rate=1.0)
    assert position.play("AH") == []
    assert position.turn == 1
    position = Position(["5H 3C 4C", *hands[1:]], pile="6H", stock="9S 9D 9C")
    assert position.play("5H") == []


def test_HA13_forget_rate_is_a_chance():
    forgotten = 0
    for seed in range(400):
        position = Position(
            ["5H 3C 4C", "3C 4C", "3D"], pile="6H", stock="9S 9D 9C", forget_rate=0.25, seed=seed
        )
        forgotten += position.play("5H") != []
    assert 70 <= forgotten <= 130  # 100 on average, standard deviation 8.7


def test_CO05_nothing_is_drawn_by_chance_after_the_last_decision():
    position = Position(
        ["5H 3C 4C", "3C 4C"], pile="6H", stock="9S 9D", forget_rate=1.0, max_turns=9, turns=8
    )
    assert position.play("5H") == []


def test_HA14_one_cannot_finish_on_an_8_or_a_joker():
    assert Position(["8H", "3C"], pile="6H", stock="3C").legal() == {"draw"}
    assert Position(["JK", "3C"], pile="6H", stock="3C").legal() == {"draw"}
    assert Position(["JK", "3C"], pile="6H", forbidden_last=["8"]).legal() == naming("JK")
    assert Position(["5H", "3C"], pile="6H", stock="3C", forbidden_last=["5"]).legal() == {"draw"}
    position = Position(["8H", "3C"], pile="6H", forbidden_last=[])
    assert position.play("8H>C") == [{"out": {"seat": 0}}, {"points": [0, 3]}]


def test_HA15_the_effect_of_a_last_card():
    hands, stock = ["2H", "3C", "4C"], "9S 9D 9C KS KD KH"
    position = Position(hands, pile="6H", stock=stock)
    assert position.play("2H") == [{"out": {"seat": 0}}, {"points": [0, 3, 4]}]
    position = Position(hands, pile="6H", stock=stock, last_card_effect=True)
    assert position.play("2H") == [
        {"draw": {"seat": 1, "cards": ["9S", "9D"]}}, {"out": {"seat": 0}},
        {"points": [0, 21, 4]},
    ]
    position = Position(["7H", "3C"], pile="6H", last_card_effect=True)
    assert position.play("7H") == [{"out": {"seat": 0}}, {"points": [0, 3]}]
    position = Position(
        ["JK", "3C"], pile="6H", stock=stock, last_card_effect=True, forbidden_last=[]
    )
    assert position.play("JK>H")[0] == {"draw": {"seat": 1, "cards": stock.split()[:5]}}


@pytest.mark.parametrize(("stacking", "total"), [(False, 2), (True, 6)])
def test_HA15_a_last_ace_carries_its_chain(stacking, total):
    position = Position(
        ["AS", "3C"], pile="AH", attack=4 if stacking else 2, stock="9S 9D 9C KS KD KH",
        ace_stacking=stacking, last_card_effect=True,
    )
    assert len(position.play("AS")[0]["draw"]["cards"]) == total


def test_HA16_penalties():
    position = Position(["5H", "2C 3C 4C 5C 6C 7C 9C", "10C JC QC KC", "8D", "AD", "JK JK"], "6H")
    assert position.play("5H")[1] == {"points": [0, 36, 40, 32, 20, 100]}
    position = Position(["5H", "8D 3C", "JK"], "6H", penalties={"8": 50, "Joker": 0})
    assert position.play("5H")[1] == {"points": [0, 53, 0]}


def test_HA17_the_deal_passes_to_the_left_and_the_lowest_total_wins():
    position = Position(["5H", "8D", "KC"], "6H", deals=2, dealer=2)
    position.play("5H")
    assert position["scores"] == [0, 32, 10]
    position.advance()
    assert (position["dealer"], position["deal_no"], position.turn) == (0, 2, 1)
    assert position["scores"] == [0, 32, 10]
    assert position.results()[1]["place"].tolist() == [1, 3, 2]


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ({"penalties": {"Jocker": 3}}, r'penalties: found the rank "Jocker"; .* Did you mean \'Joker\''),
        ({"penalties": {"8": 1001}}, r"penalties: 8: found 1001; allowed: a whole number, 0 to 1,000"),
        ({"penalties": {"8": 2.5}}, r"penalties.8: found 2.5; allowed: a table from rank"),
        ({"penalties": {"JK": 1, "Joker": 1}}, r'penalties: the rank "Joker" is named twice'),
        ({"forbidden_last": ["1"]}, r'forbidden_last: found the rank "1"; allowed: 2, 3'),
        ({"forbidden_last": ["8", "8"]}, r'forbidden_last: the rank "8" is named twice'),
        ({"forget_rate": 1.5}, r"forget_rate: found 1.5; allowed: a number, 0 to 1"),
        ({"forget_rate": True}, r"forget_rate: found [Tt]rue; allowed: a number, 0 to 1"),
        ({"hand_size": 7}, r"hand_size: found 7; allowed: a whole number, 8 to 20"),
        ({"decks": 5}, r"decks: found 5; allowed: a whole number, 1 to 4"),
        ({"bergere_special": "redrawn"}, r'bergere_special: found "redrawn"; allowed: "redraw", "inert"'),
        ({"two_stackin": True}, r"two_stackin: unknown key; .* Did you mean 'two_stacking'"),
    ],
)
def test_rules_that_cannot_be_are_refused(rules, message):
    with pytest.raises(InputError, match=message):
        parse(GAME.options, rules)


def test_HA14_at_least_one_rank_must_be_left_out():
    ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "Joker"]
    with pytest.raises(InputError, match="at least one rank must be left out"):
        parse(GAME.options, {"forbidden_last": ranks})
    assert parse(GAME.options, {"forbidden_last": ranks[1:]}).forbidden_last == ranks[1:]


def test_HA13_a_players_own_rate_is_checked():
    with pytest.raises(InputError, match="forget_rate: found 2; allowed: a number, 0 to 1"):
        Position(["5H", "8D"], "6H", forget=[0, 2])


def test_a_seat_sees_what_others_did_not_play():
    position = Position(["4C 5C", "3H 3C 2D"], pile="6H", stock="6D KS")
    position.play("draw")
    assert position.state.table.lacked.tolist()[:2] == [1 << 2, 0]
    position.play("3H")
    position.play("draw")
    assert position.state.table.lacked[0] == 1 << 2
    assert Dealt(0).state.table.lacked.tolist() == [0] * 10
