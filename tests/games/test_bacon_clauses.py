"""Bacon: each clause of the rule book on a scripted position (BA-1 … BA-16)."""

import numpy as np
import pytest

from cardsim.engine.discovery import find_strategies
from cardsim.engine.errors import InputError
from cardsim.engine.options import parse
from cardsim.engine.replay import narrate, replay
from cardsim.engine.table import Player, Table
from tests.games.bacon_positions import GAME, Position, going_out, leads


def table_of(players=4, **options):
    strategy = find_strategies("bacon")["random"]
    return Table(GAME, parse(GAME.options, options), [Player(strategy)] * players)


@pytest.mark.parametrize(
    ("players", "options", "each", "aside"),
    [
        (4, {}, 15, 0),
        (4, {"suits": 4}, 15, 20),
        (6, {"mode": "six"}, 13, 2),
        (5, {"mode": "applewood"}, 15, 5),
        (3, {"mode": "applewood"}, 15, 15),
        (4, {"ranks": 13, "copies": 3, "hand_size": 20, "wilds_each": 4}, 20, 37),
    ],
)
def test_BA01_cards(players, options, each, aside):
    told = replay(table_of(players, **options), 0)
    wilds, rules = options.get("wilds_each", 2), told["rules"]
    hands = told["initial"]["hands"]
    assert [len(hand) for hand in hands] == [each + wilds] * players
    assert [hand.count("X") for hand in hands] == [wilds] * players
    assert len(told["initial"]["set_aside"]) == aside
    naturals = [card for hand in hands for card in hand if card != "X"] + told["initial"]["set_aside"]
    assert sorted(naturals) == sorted(
        f"{rank}{suit}" for rank in range(1, rules["ranks"] + 1)
        for suit in "abcd"[: rules["suits"]] for _ in range(rules["copies"])
    )


@pytest.mark.parametrize(
    ("players", "options", "words"),
    [
        (5, {}, 'players: found 5; allowed: 4 with the mode "partners"'),
        (4, {"mode": "six"}, 'players: found 4; allowed: 6 with the mode "six"'),
        (5, {"mode": "chunky"}, 'players: found 5; allowed: 4 or 6 with the mode "chunky"'),
        (4, {"mode": "sextet"}, 'mode: found "sextet"; allowed: "partners"'),
        (4, {"ranks": 5}, "ranks: found 5; allowed: a whole number, 6 to 13"),
        (4, {"ranks": 14}, "ranks: found 14"),
        (4, {"ranks": 10.0}, "ranks: found 10.0"),
        (4, {"suits": 5}, 'suits: found 5; allowed: "auto", 3 or 4'),
        (4, {"copies": 4}, "copies: found 4; allowed: a whole number, 1 to 3"),
        (4, {"wilds_each": -1}, "wilds_each: found -1; allowed: a whole number, 0 to 4"),
        (4, {"wilds_each": True}, "wilds_each: found True"),
        (4, {"hand_size": 21}, "hand_size: found 21"),
        (4, {"hand_size": 16}, "hand_size: found 16, which needs 64 natural cards"),
        (4, {"copies": 1}, "ranks (10) × suits (3) × copies (1) make 30; allowed: at most 7"),
        (4, {"target": 1001}, "target: found 1001"),
        (4, {"deals": 0}, "deals: found 0; allowed: a whole number, 1 to 100"),
        (4, {"applewood_points": [1, 2, 0, 0]}, "applewood_points: found [1, 2, 0, 0]"),
        (4, {"applewood_points": [2, 1, 0]}, "a list of 4 numbers"),
        (4, {"applewood_points": [1001, 1, 0, 0]}, "applewood_points: found [1001"),
        (4, {"applewood_points": [2, 1, 0.5, 0]}, "applewood_points"),
        (4, {"play_out": 1}, "play_out: found 1; allowed: true or false"),
        (4, {"wilds": 2}, "wilds: unknown key"),
        (4, {"first_dealer": 4}, "first_dealer: found 4"),
    ],
)
def test_BA01_impossible_rules_are_refused(players, options, words):
    with pytest.raises(InputError) as refusal:
        table_of(players, **options)
    assert words in str(refusal.value)


def test_BA01_effective_options_by_mode():
    effective = {
        (mode, n): parse(GAME.options, {"mode": mode}).effective(n)
        for mode, n in (("partners", 4), ("six", 6), ("applewood", 5), ("chunky", 4), ("chunky", 6))
    }
    assert {
        key: (rules["suits"], rules["hand_size"], rules["target"], rules["deals"])
        for key, rules in effective.items()
    } == {
        ("partners", 4): (3, 15, 8, 8), ("six", 6): (4, 13, 24, 6), ("applewood", 5): (4, 15, 0, 6),
        ("chunky", 4): (3, 15, 0, 6), ("chunky", 6): (4, 13, 0, 6),
    }
    assert effective["applewood", 5]["applewood_points"] == [8, 4, 2, 1, 0]  # BA-19
    assert effective["chunky", 4]["applewood_points"] == [4, 2, 1, 0]


def test_BA02_x_stands_for_any_rank_and_any_suit():
    assert leads("7a X X")["triple 7"] == ["7a", "X", "X"]
    assert leads("2b 3c X")["run 4"] == ["2b", "3c", "X"]


def test_BA02_x_does_not_change_the_strength():
    position = Position("7a X 1a", "8a 8b 1a", "1a", "1a")
    position.play("pair 7")
    assert "pair 8" in position.said()
    position = Position("7a 7b 1a", "7c X 1a", "1a", "1a")
    position.play("pair 7")
    assert position.said() == ["pass"]


def test_BA03_ranks_from_1_to_x():
    position = Position("10a 1a", "X 1a", "1a 1a", "1a 1a")
    position.play("single 10")
    assert position.said() == ["single 11", "pass"]


def test_BA04_ordinary_types():
    found = leads("1a 1b 1c 2a 2b 2c 3a 3b 4c 5b 6c")
    assert {said.split()[0] for said in found} == {
        "single", "pair", "triple", "run", "bobtail", "straight", "stretch", "stairs", "tubes",
        "plates",
    }
    assert found["stairs 3"] == ["2a", "2c", "3a", "3b"]  # 2b is in the fullest window (BA-8)
    assert found["plates 2"] == ["1a", "1b", "1c", "2a", "2b", "2c"]


def test_BA05_bombs_low_to_high():
    bombs = {
        "quads 10": "10a 10a 10b 10b", "straight_flush 5a": "1a 2a 3a 4a 5a",
        "quints 1": "1a 1a 1b 1b 1c", "stretch_flush 6a": "1a 2a 3a 4a 5a 6a",
        "hexes 1": "1a 1a 1b 1b 1c 1c",
    }
    for i, (low, first) in enumerate(bombs.items()):
        for j, (high, second) in enumerate(bombs.items()):
            position = Position(first + " 9c", second + " 9c", "9c", "9c")
            position.play(low)
            assert (high in position.said()) == (j > i), (low, high)


def test_BA06_rank_is_the_highest_rank():
    assert "stairs 7" in leads("6a 6b 7a 7b")
    assert "stairs 6" not in leads("6a 6b 7a 7b")
    position = Position("3c 4c 5c 6c 7c 1a", "9b 1a", "1a", "1a")
    assert {"straight 7", "straight_flush 7c"} <= set(position.said())  # either may be stated


def test_BA07_same_type_of_higher_rank_or_a_bomb():
    position = Position("4a 5b 6c 1a", "6a 7b 8c 8a 8b 9a 9a 9b 9b 1a", "1a", "1a")
    position.play("run 6")
    said = position.said()
    assert said == ["run 8", "run 9", "quads 9", "pass"]


def test_BA07_bomb_against_bomb():
    position = Position("4a 4b 4c 4a 1a", "5a 5a 5b 5b 3a 3a 3b 3b 3c 1a", "1a", "1a")
    position.play("quads 4")
    assert position.said() == ["quads 5", "quints 3", "pass"]


def test_BA07_bomb_may_be_led():
    assert leads("4a 4b 4c 4a")["quads 4"] == ["4a", "4a", "4b", "4c"]


def test_BA08_suit_held_twice_goes_first():
    assert leads("7a 7b 7b")["single 7"] == ["7b"]
    assert leads("7a 7b 7b")["pair 7"] == ["7a", "7b"]  # one b, and then a is as good as b


def test_BA08_three_times_counts_no_more_than_twice():
    assert leads("7a 7a 7b 7b 7b", copies=3)["single 7"] == ["7a"]


def test_BA08_window_that_x_left_can_complete_is_kept():
    # 3a-7a lacks one card, and there is an X; of suit b there is nothing to keep
    assert leads("3a 4a 5a 7a 7b 9b X")["single 7"] == ["7b"]
    assert leads("3b 4b 5b 7b 7a 9a X")["single 7"] == ["7a"]
    # a pair of 9 takes the X: nothing can be completed then, so the fullest window decides
    assert leads("3a 4a 5a 7a 7b 9b X")["pair 9"] == ["9b", "X"]


def test_BA08_window_up_to_rank_x_costs_an_x():
    # 7a-X needs one X; 10b is in no window that one X completes
    assert leads("7a 8a 9a 10a 10b 8b 9b X")["single 10"] == ["10b"]
    assert leads("7b 8b 9b 10b 10a 8a 9a X")["single 10"] == ["10a"]


def test_BA08_less_full_window_gives_the_card():
    assert leads("6a 7a 8a 7b 9b")["single 7"] == ["7b"]
    assert leads("6b 7a 7b 8b 9a")["single 7"] == ["7a"]


def test_BA08_lowest_suit_last():
    assert leads("7c 7b 7a")["single 7"] == ["7a"]


def test_BA08_hand_is_updated_after_each_card():
    # after one 7 of b has gone, b holds it once, in a fuller window than c: c gives the second
    assert leads("7b 7b 8b 9b 7c")["pair 7"] == ["7b", "7c"]


def test_BA09_left_of_dealer_leads_and_may_not_pass():
    told = replay(table_of(first_dealer=1), 3)
    first = told["events"][0]
    assert first["seat"] == 2
    assert {"pass": True} not in first["legal"]
    assert all("play" in move for move in first["legal"])


def test_BA09_pass_with_a_playable_hand_and_play_later():
    position = Position("2a 3a 9a", "4a 5a 6a", "7a 1a 1b", "1a 1b 1c")
    position.play("single 2")
    assert position.said() == ["single 4", "single 5", "single 6", "pass"]
    position.play("pass", "pass", "pass")
    assert position.json()["turn"] == 0  # all have passed: the round is over
    position.play("single 3", "pass", "single 7", "pass", "pass")
    assert position.json()["to_beat"]["rank"] == 7
    position = Position("2a 3a 9a", "4a 5a 6a", "3a 1a 1b", "1a 1b 1c")
    position.play("single 2", "pass", "single 3", "pass", "pass")
    assert "single 5" in position.said()  # seat 1 passed before


def test_BA10_winner_leads_or_hands_over():
    position = Position("9a 2a 2b", "1a 1b", "1a 1b", "1a 1b")
    effects = position.play("single 9", "pass", "pass", "pass")
    assert effects == [{"round_won": 0}]
    state = position.json()
    assert (state["turn"], state["phase"], state["to_beat"], state["passes"]) == (0, "lead", None, 0)
    assert position.said() == ["single 2", "pair 2", "lead 2"]
    position.play("lead 2")
    state = position.json()
    assert (state["turn"], state["phase"]) == (2, "play")
    assert position.said() == ["single 1", "pair 1"]  # must lead, cannot hand it back


def test_BA10_no_partner_in_nothing_to_hand_over():
    position = Position("9a 2a 2b", "1a 1b", "", "1a 1b", out=[2])
    position.play("single 9", "pass", "pass")
    assert position.json()["phase"] == "play"
    assert position.said() == ["single 2", "pair 2"]


def test_BA10_six_players_any_partner():
    position = Position("9a 2a", "1a", "1a", "1a", "1a", "1a", mode="six")
    position.play("single 9", *["pass"] * 5)
    assert position.said() == ["single 2", "lead 2", "lead 4"]


def test_BA11_winner_who_is_out_names_partner_or_left():
    position = Position("9a", "1a 1b", "1a 1b", "1a 1b")
    assert position.play("single 9") == [{"out": {"seat": 0, "place": 1}}]
    position.play("pass", "pass")
    assert position.json()["turn"] == 3  # all three still in have to pass
    position.play("pass")
    state = position.json()
    assert (state["turn"], state["phase"], state["out"]) == (0, "lead", [0])
    assert position.said() == ["lead 1", "lead 2"]
    position.play("lead 1")
    assert position.json()["turn"] == 1
    assert position.said() == ["single 1", "pair 1"]


def test_BA11_same_seat_once_and_asked_though_forced():
    position = Position("9a", "", "1a 1b", "1a 1b", out=[1])
    position.play("single 9", "pass", "pass")
    assert position.json()["turn"] == 0
    assert position.said() == ["lead 2"]


def test_BA11_six_players():
    position = Position("9a", "1a 1b", "1a 1b", "1a 1b", "1a 1b", "1a 1b", mode="six")
    position.play("single 9", *["pass"] * 5)
    assert position.said() == ["lead 1", "lead 2", "lead 4"]


def test_BA12_deal_ends_when_a_team_is_out():
    position = Position("9a", "1a 1b", "", "1a 1b", out=[2])
    effects = position.play("single 9")
    assert effects == [{"out": {"seat": 0, "place": 2}}, {"points": [4, 0]}]
    assert position.ends() == "deal"


def test_BA12_passed_over_when_out():
    position = Position("9a 9b", "", "1a 1b", "10a 1b", out=[1])
    position.play("single 9")
    assert position.json()["turn"] == 2


def test_BA13_without_teams_play_goes_on_to_the_last_player():
    position = Position("9a", "1a 1b", "", mode="applewood", out=[2])
    effects = position.play("single 9")
    assert effects == [{"out": {"seat": 0, "place": 2}}, {"points": [1, 0, 2]}]
    assert position.json()["out"] == [2, 0]  # the last player is not among them
    assert position.ends() == "deal"


def test_BA13_winner_who_is_out_gives_the_lead_unasked():
    position = Position("9a", "1a 1b", "1a 1b", "1a 1b", mode="applewood")
    effects = position.play("single 9", "pass", "pass", "pass")
    assert effects == [{"round_won": 0}]
    state = position.json()
    assert (state["turn"], state["phase"]) == (1, "play")
    assert position.said() == ["single 1", "pair 1"]


def test_BA13_without_teams_nobody_to_hand_over_to():
    position = Position("9a 2a", "1a 1b", "1a 1b", mode="applewood")
    position.play("single 9", "pass", "pass")
    assert position.said() == ["single 2"]


def test_BA14_counts_are_public():
    position = Position("9a 2a X X", "X 1b", "1a 1b", "1a 1b")
    position.play("pair 9")
    table = position.state.table
    assert table.hand_n[:4].tolist() == [2, 2, 2, 2]
    assert table.wilds_n[:4].tolist() == [1, 1, 0, 0]
    assert table.played[:2].tolist() == [1 << 32, 0]  # 9a, in the nibble of rank 9


@pytest.mark.parametrize(
    ("scores", "order", "dealer", "following"),
    [
        ([4, 0], [1, 0, 2], 0, 2),  # team 0 is ahead still, 4 to 1
        ([4, 0], [1, 0, 2], 1, 2),
        ([4, 0], [1, 0, 2], 2, 0),
        ([2, 3], [0, 2], 0, 2),  # team 0 takes the lead, 6 to 3
        ([2, 3], [0, 2], 3, 0),
        ([4, 0], [3, 1], 0, 1),  # 4 all: the team of the first player out
        ([0, 4], [0, 2], 0, 2),
    ],
)
def test_BA15_next_dealer(scores, order, dealer, following):
    _, position = going_out(order, scores=scores, dealer=dealer, target=100)
    assert position.ends() == "deal"
    assert position.json()["dealer"] == following
    assert position.json()["turn"] == (following + 1) % 4


def test_BA15_chunky_compares_totals_after_the_deal():
    # 1-4: four points and three, so team 0 stays behind
    _, position = going_out([0, 1, 3], scores=[0, 2], dealer=0, mode="chunky")
    assert position.json()["scores"] == [4, 5]
    assert position.ends() == "deal"
    assert position.json()["dealer"] == 1


def test_BA15_without_teams_the_deal_passes_to_the_left():
    position = Position("9a", "1a 1b", "", mode="applewood", out=[2], dealer=2)
    position.play("single 9")
    assert position.ends() == "deal"
    assert position.json()["dealer"] == 0


def test_BA15_random_first_dealer_is_drawn_once():
    dealers = [
        replay(table_of(first_dealer="random", deals=1), board)["initial"]["dealer"]
        for board in range(40)
    ]
    assert set(dealers) == {0, 1, 2, 3}


def test_BA16_only_the_first_players_team_scores():
    # seat 0 went out first, then both opponents: seat 2 gets the fourth place
    position = Position("", "", "1a 1b", "9a", turn=3, out=[0, 1])
    assert position.play("single 9")[-1] == {"points": [1, 0]}


def test_BA16_chunky_scores_all_and_the_places_left():
    position = Position("9a", "1a", "", "1a 1b", out=[2], mode="chunky")
    assert position.play("single 9")[-1] == {"points": [4 + 2, 1 + 0]}


def test_words_tell_a_game():
    told = replay(table_of(deals=1, suits=4), 5)
    lines = list(narrate(told, GAME.words))
    assert "-- deal 1" in lines
    assert any("set aside" in line for line in lines)
    assert any("wins the round" in line for line in lines)
    assert len([line for line in lines if "passes" in line]) == sum(
        "pass" in event["move"] for event in told["events"]
    )


@pytest.mark.filterwarnings("ignore:First-class function type")
def test_results_of_a_game_in_counts():
    """Leads, passes with a playable hand, bombs and places, counted again from the replay."""
    table = table_of()
    games, seats = table.play(0, 20)
    for board in range(20):
        told, row = replay(table, board), games[board]
        rows = seats[4 * board : 4 * board + 4]
        leads_, held, bombs = np.zeros(4, int), np.zeros(4, int), np.zeros(4, int)
        before = told["initial"]
        for event in told["events"]:
            if "seat" in event:
                move, seat = event["move"], event["seat"]
                leads_[seat] += "play" in move and before["to_beat"] is None
                held[seat] += "pass" in move and len(event["legal"]) > 1
                bombs[seat] += "play" in move and move["play"]["type"] in (
                    "quads", "straight_flush", "quints", "stretch_flush", "hexes")
            before = event["state"]
        assert rows["leads"].tolist() == leads_.tolist()
        assert rows["held_back"].tolist() == held.tolist()
        assert rows["bombs"].tolist() == bombs.tolist()
        ends = [event["state"] for event in told["events"]
                if any("points" in effect for effect in event.get("effects", ()))]
        assert row.deals == len(ends)
        assert rows["firsts"].tolist() == [
            sum(end["out"][0] == seat for end in ends) for seat in range(4)
        ]
        places = np.zeros(4)
        for end in ends:
            n = len(end["out"])
            for seat in range(4):
                is_out = seat in end["out"]
                places[seat] += end["out"].index(seat) + 1 if is_out else (n + 5) / 2
        assert rows["mean_out"] == pytest.approx(places / len(ends))
        scores = ends[-1]["scores"]
        assert row.winner == scores.index(max(scores))
        assert rows["points_a_deal"] == pytest.approx(np.array(scores * 2) / len(ends))
