"""Johnny Bagel: what the shipped strategies play in small positions, and what they are worth."""

import numpy as np
import pytest

from cardsim.engine.discovery import find_strategies, find_strategy
from cardsim.engine.options import parse
from cardsim.engine.table import Player, Table
from cardsim.games.johnny_bagel import moves
from cardsim.games.johnny_bagel.state import RANKS
from tests.games.bagel_positions import GAME, Position

LADDER = ("random", "lowest", "miser", "counter", "planner")
ALL_BUT_RANDOM = LADDER[1:]

HOUSES = {
    "runs": {"burn_run": 4, "combine": True},
    "pick-ups": {"voluntary_pickup": True, "take_face_up": True},
    "other effects": {"effects": {"2": ["anytime"], "7": ["lower"], "8": ["skip"], "10": ["burn"]}},
    "no specials": {"effects": {"2": [], "10": [], "Joker": []}},
    "no special finish": {"special_finish": False},
}


def share_of_bagels(candidate, others, boards, n_candidates=1, seats=4, seed=11, **rules):
    """Return how far the candidates' share of Bagels is below an even share, and its error."""
    names = [candidate] * n_candidates + [others] * (seats - n_candidates)
    players = [Player(find_strategy(name, GAME.id)) for name in names]
    table = Table(GAME, parse(GAME.options, rules), players, rotate=True, seed=seed)
    games, rows = table.play(0, boards)
    finished = games["finished"].reshape(boards, seats).all(axis=1)
    assert finished.mean() > 0.98
    loses = rows["loses"].reshape(boards, seats, seats)
    own = np.array([
        loses[:, rotation, (player + rotation) % seats]
        for rotation in range(seats) for player in range(n_candidates)
    ])
    by_board = own.mean(axis=0)[finished]
    return 1 / seats - by_board.mean(), by_board.std() / np.sqrt(len(by_board))


def test_the_strategies_that_ship():
    ours = find_strategies(GAME.id)
    assert set(LADDER) <= set(ours)
    assert all(len(ours[name].text) > 20 for name in LADDER)


def test_lowest_is_hardly_ever_the_bagel_against_random():
    less, error = share_of_bagels("lowest", "random", 200, seats=2)
    assert less > 0.45
    assert less > 4 * error


@pytest.mark.parametrize(("better", "worse", "boards"), [
    ("miser", "lowest", 1_000), ("counter", "miser", 1_500), ("planner", "counter", 6_000),
])  # fmt: skip
def test_each_is_the_bagel_less_often_than_three_of_the_one_before(better, worse, boards):
    less, error = share_of_bagels(better, worse, boards)
    assert less > 4 * error


@pytest.mark.parametrize(("better", "worse"), [("miser", "lowest"), ("counter", "miser"),
                                               ("planner", "miser")])
def test_two_against_two(better, worse):
    less, error = share_of_bagels(better, worse, 1_000, n_candidates=2)
    assert less > 4 * error


@pytest.mark.parametrize("seats", [2, 6])
def test_planners_among_misers_with_fewer_and_more_players(seats):
    less, error = share_of_bagels("planner", "miser", 1_200, seats=seats)
    assert less > 4 * error


@pytest.mark.parametrize("house", [name for name in HOUSES if name != "no specials"])
def test_planner_beats_lowest_in_any_house(house):
    less, error = share_of_bagels("planner", "lowest", 300, max_turns=3_000, **HOUSES[house])
    assert less > 4 * error


def test_a_miser_without_specials_plays_as_lowest():
    less, _ = share_of_bagels("miser", "lowest", 100, **HOUSES["no specials"])
    assert less == pytest.approx(0)


# What they play.


def test_lowest_plays_the_lowest_rank_and_all_of_it():
    assert Position(["5 5 9 JK", "3"], pile="4").choice("lowest") == "5 5"
    assert Position(["2 5 5", "3"], pile="4").choice("lowest") == "2"
    assert Position(["5 8", "3"], up=["9 K A", ""], exchanges=1).choice("lowest") == "lay 9 K A"


def test_miser_parts_with_specials_last_one_at_a_time():
    held = "2 5 5 10 JK"
    assert Position([held, "3"], pile="4").choice("miser") == "5 5"
    assert Position([held, "3"], pile="4").choice("miser", keep_specials=0.0) != "5 5"
    assert Position(["2 2 A", "3"], pile="4").choice("miser") == "A"
    assert Position(["2 2 K", "3"], pile="A").choice("miser") == "2"


def test_miser_lays_specials_and_high_cards_face_up():
    position = Position(["2 4 K", "3"], up=["JK 5 A", ""], exchanges=1)
    assert position.choice("miser") == "lay 2 A JK"


def test_miser_keeps_what_goes_on_anything_in_this_house():
    effects = {"2": [], "7": ["anytime"], "8": ["lower"]}
    assert Position(["7 8 Q", "3"], pile="6", effects=effects).choice("miser") == "8"
    assert Position(["2 7 Q", "3"], effects=effects).choice("miser") == "2"


def test_counter_sheds_low_sets_whole_and_high_ones_singly():
    assert Position(["5 5 5 K", "9 9 9"], pile="4", stock="3").choice("counter") == "5 5 5"
    assert Position(["A A", "9 9 9"], pile="K", stock="3").choice("counter") == "A"


def test_counter_leaves_the_next_player_stuck_under_a_tall_pile_when_it_can_know():
    held, pile = "7 Q", "4 5 5 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6"
    weak, strong = {1: "8 8 9"}, {1: "8 8 A"}
    position = {"hands": [held, "8 8 9"], "pile": pile, "down": ["3 3", "3 3"]}
    assert Position(**position, known=weak).choice("counter") == "Q"
    position["hands"] = [held, "8 8 A"]
    assert Position(**position, known=strong).choice("counter") == "7"


def test_planner_saves_turns_once_the_stock_is_gone():
    hands = ["K K", "9 9 9 9", "9 9 9 9"]
    up = ["4 5 6", "4 5 6", "4 5 6"]
    assert Position(hands, up=up, pile="Q", stock="3 4").choice("planner") == "K"
    assert Position(hands, up=up, pile="Q").choice("planner") == "K K"


def test_planner_goes_out_when_it_can():
    assert Position(["", "9", "9"], up=["2 2", "", ""], pile="4").choice("planner") == "up 2 2"


def test_planner_keeps_an_answer_under_a_tall_pile():
    known = {1: "8 9 9 K"}  # who will answer
    position = {"hands": ["6 Q", "8 9 9 K", "3 3 3 3"], "down": ["3"] * 3, "known": known}
    assert Position(**position, pile="5").choice("planner") == "6"
    effects = {"6": ["anytime"]}
    assert Position(**position, pile="5", effects=effects).choice("planner") == "Q"


def test_planner_lays_pairs_face_up():
    position = Position(["Q K A", "3"], up=["Q 4 5", ""], exchanges=1)
    assert position.choice("planner") == "lay Q Q A"


def test_impatience_ends_deals_that_drag_on():
    position = {"hands": ["6 Q Q Q", "9 9 9 9"], "pile": "5"}
    assert Position(**position, turns=601).choice("planner") == "6"
    players = [Player(find_strategy("planner", GAME.id))] * 4
    games, _ = Table(GAME, parse(GAME.options, {}), players, seed=1).play(0, 2_000)
    assert games["finished"].all()
    assert games["turns"].max() < 10_000


@pytest.mark.parametrize("name", ALL_BUT_RANDOM)
def test_none_takes_a_pile_that_it_could_leave(name):
    rules = {"voluntary_pickup": True, "take_face_up": True}
    assert Position(["2 K", "3"], pile="9", **rules).choice(name) != "take"
    up = Position(["", "3"], up=["2 K", ""], pile="9", **rules)
    assert up.choice(name).startswith("up")


@pytest.mark.parametrize("name", ["miser", "counter", "planner"])
def test_with_the_pile_goes_the_face_up_card_of_least_worth(name):
    position = Position(["", "3"], up=["4 8 9", ""], pile="K", take_face_up=True)
    assert position.choice(name) == "take 4"


# What a play leads to: the helpers for strategies.


def seen(hands, **more):
    """Return the view of the seat to act."""
    position = Position(hands, **more)
    position.legal()
    return position.table.places[1][0]


def play(cards):
    ranks = cards.split()
    return moves.play_move(moves.FROM_HAND, RANKS.index(ranks[0]), len(ranks))


EFFECTS = {"4": ["reset"], "6": ["lower"], "7": ["skip"], "8": ["again"], "9": ["burn"]}
VIEW = {"hands": ["4 4 5 6 7 8 9 JK", "K", "Q", "Q", "Q", "Q"], "pile": "3 5 5", "burn_run": 3,
        "effects": EFFECTS}


@pytest.mark.parametrize(("cards", "burns", "again", "asked", "seat"), [
    ("5", True, True, "2 3 4 5 6 7 8 9 10 J Q K A JK", 1),  # a run
    ("4", False, False, "2 3 4 5 6 7 8 9 10 J Q K A JK", 1),
    ("6", False, False, "2 3 4 5 6 10 JK", 1),
    ("7", False, False, "2 7 8 9 10 J Q K A JK", 2),
    ("7 7", False, False, "2 7 8 9 10 J Q K A JK", 3),
    ("8", False, True, "2 8 9 10 J Q K A JK", 1),
    ("9", True, False, "2 3 4 5 6 7 8 9 10 J Q K A JK", 1),
    ("JK", False, False, "2 5 6 7 8 9 10 J Q K A JK", 5),
])  # fmt: skip
def test_what_a_play_leads_to(cards, burns, again, asked, seat):
    view, move = seen(**VIEW), play(cards)
    mask = moves.asked_after(view, move)
    assert moves.burns_pile(view, move) == burns
    assert moves.plays_again(view, move) == again
    assert " ".join(name for i, name in enumerate(RANKS) if (mask >> i) & 1) == asked
    assert moves.next_after(view, move) == seat


def test_unseen_cards_and_the_chance_to_be_stuck():
    # a pack without Jokers: of the Aces one is in my hand, one burnt, one face up, one unseen
    position = {"hands": ["A K", "9 9"], "up": ["", "A"], "down": ["3 4 5", "3"], "burnt": "A",
                "pile": "Q", "jokers_per_deck": 0}
    view = seen(**position)
    assert (moves.unseen(view, 12), moves.unseen(view, 11), moves.unseen(view, 1)) == (1, 3, 4)
    aces = 1 << 12
    unseen = 52 - 2 - 1 - 1 - 1  # my hand, face up, burnt, the pile
    assert moves.chance_stuck(view, 1, aces) == pytest.approx((1 - 1 / unseen) ** 2)
    assert moves.chance_stuck(view, 0, aces) == 0
    known = seen(**{**position, "hands": ["A K", "9 9"], "known": {1: "9"}})
    assert moves.chance_stuck(known, 1, 1 << 7) == 0
    assert moves.chance_stuck(known, 1, aces) == pytest.approx(1 - 1 / (unseen - 1))
    on_table = seen(**{**position, "hands": ["A K", ""]})
    assert (moves.chance_stuck(on_table, 1, aces), moves.chance_stuck(on_table, 1, 1)) == (0, 1)
    blind = seen(**{**position, "hands": ["A K", ""], "up": ["", ""]})
    assert moves.chance_stuck(blind, 1, aces) == pytest.approx(1 - 2 / (unseen + 1))
