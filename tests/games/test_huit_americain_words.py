"""Le Huit américain: what strategies are helped with, and how a replay reads."""

import pytest

from cardsim.engine.compiling import plain
from cardsim.engine.discovery import find_strategy
from cardsim.engine.options import parse
from cardsim.engine.replay import narrate, replay
from cardsim.engine.table import Player, Table
from cardsim.games.huit_americain import moves, words
from cardsim.games.huit_americain.result import FEATURES, expected_features
from tests.games.huit_positions import CODES, GAME, Position

WHO = ["seat 0 (a)", "seat 1 (b)"]


def seen(position):
    """Return the view of the seat to act."""
    position.listed()
    return position.table.places[1][0]


def test_helpers_read_a_move():
    move = plain(moves.play_move)(CODES["8H"], 3)
    assert plain(moves.is_play)(move)
    assert (plain(moves.card_of)(move), plain(moves.rank_of)(move)) == (CODES["8H"], 6)
    assert (plain(moves.named_of)(move), plain(moves.suit_after)(move)) == (3, 3)
    ordinary = plain(moves.play_move)(CODES["9D"], -1)
    assert (plain(moves.named_of)(ordinary), plain(moves.suit_after)(ordinary)) == (-1, 1)


def test_helpers_read_a_view():
    view = seen(
        Position(["8C KC KC 5H JK", "3C 4C", "3D"], "AH 6H", direction=-1, voluntary_draw=True)
    )
    assert plain(moves.next_seat)(view) == 2
    assert plain(moves.penalty_in_hand)(view) == 32 + 10 + 10 + 5 + 50
    assert plain(moves.penalty_of_suit)(view, 0) == 52
    assert plain(moves.count_of_suit)(view.own, 0) == 3  # the Joker is of no suit
    assert plain(moves.fewest_elsewhere)(view) == 1
    assert plain(moves.share_unseen)(view, 2) == (26 - 1 - 2) / 26  # held 5H; played AH, 6H
    king = plain(moves.play_move)(CODES["KC"], -1)
    assert plain(moves.kept_suit)(view, king) == 2
    assert plain(moves.suits_left_after)(view, plain(moves.play_move)(CODES["5H"], -1)) == 1
    assert plain(moves.only_card_after)(view, king) == -1
    two = seen(Position(["8C KC", "3C 4C"], "6H"))
    assert plain(moves.only_card_after)(two, king) == CODES["8C"]


def test_those_who_drew_on_a_suit_seem_to_lack_it():
    position = Position(["4C 5C 6C", "8C JH 3H", "9D 2D"], "6H", turn=0, stock="7S 7S", direction=-1)
    assert position.legal() == {"6C"}
    position = Position(["4C 5C", "8C JH 3H", "9D 2D KD"], "6H", stock="7S 7S", direction=-1)
    position.play("draw")
    position.play("draw")
    view = seen(position)  # seat 0 comes next, and has 3 cards; seat 2 then, with 4
    assert plain(moves.lacking_after)(view, 2) == 1 / 3 + 1 / 2 / 4
    assert plain(moves.lacking_after)(view, 0) == 0


def test_expected_features_of_a_deal():
    options = parse(GAME.options, {})
    table = Table(GAME, options, [Player(find_strategy("random", GAME.id))] * 4, seed=3)
    expected = expected_features(table.effective, 4)
    # of 108 cards: 8 8s and 4 Jokers; 24 Aces, 2s, 7s; 8 of each 3 4 5 6 9, and 32 tens and courts
    assert expected == pytest.approx([8 / 108 * n for n in (12, 24, 8 * (3 + 4 + 5 + 6 + 9) + 320)])
    dealt = table.deal_features(0, 4_000)
    assert dealt.shape == (4_000, 4, len(FEATURES))
    mean = dealt.mean(axis=(0, 1))
    error = dealt.mean(axis=1).std(axis=0) / 4_000**0.5
    assert (abs(mean - expected) < 4 * error).all()
    active = parse(GAME.options, {"bergere_special": "active"})
    assert expected_features(active.effective(4), 4) is None


def test_a_replay_in_words():
    told = [
        words.tell_move({"play": "8H", "suit": "S"}), words.tell_move({"play": "10D"}),
        words.tell_move({"accept": 4}), words.tell_move({"name": "C"}), words.tell_move({"draw": 1}),
        words.tell_effect({"steal": {"from": 0, "to": 1, "card": "JK"}}, WHO),
        words.tell_effect({"draw": {"seat": 0, "cards": ["9C", "QD"]}}, WHO),
        words.tell_effect({"forgot": 1}, WHO),
    ]
    assert told == [
        "plays 8♥, asks for ♠", "plays 10♦", "accepts 4", "asks for ♣", "draws",
        "seat 1 (b) takes Joker", "seat 0 (a) draws 9♣ Q♦", 'seat 1 (b) forgets to say "carte"',
    ]


def test_every_line_of_a_game_is_told():
    options = parse(GAME.options, {"deals": 3, "forget_rate": 0.5, "play_drawn": True})
    table = Table(GAME, options, [Player(find_strategy("suit_keeper", GAME.id))] * 3, seed=3)
    game = replay(table, 4)
    lines = list(narrate(game, words))
    decisions = sum("move" in event for event in game["events"])
    told_deals = 3 * (2 + 3)  # a heading, the table, each hand
    buried = sum(line.startswith("   under the stock") for line in lines)
    assert len(lines) == 1 + told_deals + buried + decisions + 1 + 3
    assert sum("forgets" in line for line in lines) > 0
