"""Whole games of Hand and Foot, dealt and played by the reference on its own."""

from .hand_and_foot_cards import (
    RED_THREE,
    WILD_CARDS,
    all_cards,
    number_of_teams,
    places_wins_losses,
    sort_cards,
)
from .hand_and_foot_table import Table


def deal(rules, n_players, deal_no, dealer, scores, rng):
    """Shuffle and deal; give the table and the effects of the deal."""
    while True:
        stock = all_cards(rules)
        rng.shuffle(stock)
        table = Table.from_state(rules, n_players, _dealt(rules, n_players, stock))
        table.round, table.dealer, table.scores = deal_no, dealer, list(scores)
        left_of_dealer = (dealer + 1) % n_players
        for step in range(n_players):  # HF-2: red threes, seat by seat
            table.turn = (left_of_dealer + step) % n_players
            red_threes = table.hand.count(RED_THREE)
            table.hands[table.turn] = [card for card in table.hand if card != RED_THREE]
            table._lay_red_threes(red_threes)
        table.turn = left_of_dealer  # HF-5
        unfit = [RED_THREE, *WILD_CARDS]
        if all(card in unfit for card in table.stock):
            continue  # HF-3: all is shuffled and dealt again
        while table.stock[0] in unfit:
            table.stock.append(table.stock.pop(0))  # HF-3
        table.discard = [table.stock.pop(0)]
        return table, table.effects


def _dealt(rules, n_players, stock):
    """Give the STATE after hands and feet are dealt from the stock."""  # HF-2
    hands, feet = [], []
    for size, dealt in ((rules["hand_size"], hands), (rules["foot_size"], feet)):
        for _ in range(n_players):
            dealt.append(sort_cards(stock[:size]))
            del stock[:size]
    n_teams = number_of_teams(rules, n_players)
    return {
        "hands": hands,
        "feet": feet,
        "in_foot": [False] * n_players,
        "stock": stock,
        "discard": [],
        "melds": [[] for _ in range(n_teams)],
        "opened": [False] * n_teams,
        "opening_points": None,
        "red_threes": [0] * n_teams,
        "turn": 0,
        "phase": "draw",
        "aside": [],
        "round": 1,
        "dealer": 0,
        "scores": [0] * n_teams,
    }


def self_play(rules, n_players, rng, choose=None):
    """Play a whole game; return its replay.

    `choose(table, moves, rng)` gives a move; by default a random legal one.
    """
    choose = choose or (lambda _table, moves, rng: rng.choice(moves))
    n_teams = number_of_teams(rules, n_players)
    dealer = rules["first_dealer"]
    if dealer == "random":
        dealer = rng.randrange(n_players)  # HF-5
    table, effects = deal(rules, n_players, 1, dealer, [0] * n_teams, rng)
    players = [
        {"seat": seat, "strategy": "random", "params": {}, "team": seat % n_teams}
        for seat in range(n_players)
    ]
    replay = {
        "game": "hand_and_foot", "rules_version": 1, "variant": "reference", "rules": rules,
        "seed": 0, "board": 0, "rotation": 0, "players": players,
        "initial": table.state(), "initial_effects": effects, "events": [],
    }  # fmt: skip
    events = replay["events"]
    finished = True
    for deal_no in range(1, len(rules["minimums"]) + 1):  # HF-5
        if deal_no > 1:
            dealer = (dealer + 1) % n_players  # HF-5: the deal passes to the left
            table, effects = deal(rules, n_players, deal_no, dealer, table.scores, rng)
            events.append({
                "n": len(events), "new_deal": deal_no, "dealer": dealer,
                "effects": effects, "state": table.state(),
            })  # fmt: skip
        _play_deal(table, events, choose, rng)
        if not table.over:
            finished = False  # CO-5: no further deal
            break
    replay["result"] = result(table, finished)
    replay["finished"] = finished
    return replay


def _play_deal(table, events, choose, rng):
    while not table.over and table.decisions < table.rules["max_turns"]:
        seat, moves = table.turn, table.legal()
        move = choose(table, moves, rng)
        effects = table.play(move, rng=rng)
        events.append({
            "n": len(events), "seat": seat, "legal": moves, "move": move,
            "effects": effects, "state": table.state(),
        })  # fmt: skip


def choose_eagerly(_table, moves, rng):
    """Choose a move as `self_play` asks, mostly one that lays cards down."""
    laying = [move for move in moves if "draw" not in move and "discard" not in move]
    return rng.choice(laying if laying and rng.random() < 0.9 else moves)


def result(table, finished):
    """Give the replay's result."""  # CO-7
    outcome = places_wins_losses(table.scores)
    lines = []
    for seat in range(table.n_players):
        team = seat % table.n_teams
        place, wins, loses = outcome[team] if finished else (None, None, None)  # CO-5
        score = table.scores[team]
        lines.append(
            {"seat": seat, "place": place, "score": score, "wins": wins, "loses": loses}
        )
    return lines
